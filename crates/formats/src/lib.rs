//! Readers and writers for benchmark maps and scenarios.
