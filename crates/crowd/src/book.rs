//! The pages of the book on crowds and joint plans and the README, whose programs are tests.
//!
//! A package does not contain the pages, so nothing but documentation tests may include it.

#[doc = include_str!("../../../docs/book/crowds.md")]
pub struct Crowds;

#[doc = include_str!("../../../docs/book/joint-plans.md")]
pub struct JointPlans;

#[doc = include_str!("../README.md")]
pub struct Readme;
