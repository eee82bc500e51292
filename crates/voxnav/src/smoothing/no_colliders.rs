//! A stand-in for the colliders, of which there are none without the feature `colliders`.

use std::convert::Infallible;
use std::marker::PhantomData;

use glam::DVec3;

/// A type of which there is no value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colliders<'a>(Infallible, PhantomData<&'a ()>);

impl Colliders<'_> {
    pub(super) fn are_clear(self, _from: DVec3, _to: DVec3) -> bool {
        match self.0 {}
    }

    pub(crate) fn are_clear_in_world(self, _from: DVec3, _to: DVec3) -> bool {
        match self.0 {}
    }
}
