//! Messages about steps that take a while.

/// A watcher of long steps, such as a line on a terminal.
///
/// ```
/// use voxnav_demo::Watch;
///
/// struct Counted(usize);
/// impl Watch for Counted {
///     fn begin(&mut self, _steps: usize) {}
///     fn advance(&mut self, steps: usize) {
///         self.0 += steps;
///     }
///     fn end(&mut self) {}
/// }
/// ```
pub trait Watch {
    /// Begins to count so many steps.
    fn begin(&mut self, steps: usize);

    /// Counts so many steps more.
    fn advance(&mut self, steps: usize);

    /// Ends the count.
    fn end(&mut self);
}

/// A watcher that shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn begin(&mut self, _steps: usize) {}

    fn advance(&mut self, _steps: usize) {}

    fn end(&mut self) {}
}
