//! The one way in which builder methods of this repository's crates are written.

/// Writes builder methods, each of which sets one field.
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    ($($(#[$doc:meta])* const $name:ident($argument:ident: $type:ty) => $field:ident = $value:expr;)+) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub const fn $name(mut self, $argument: $type) -> Self {
                self.$field = $value;
                self
            }
        )+
    };
    ($($(#[$doc:meta])* $name:ident($argument:ident: $type:ty) => $($field:ident).+ = $value:expr;)+) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name(mut self, $argument: $type) -> Self {
                self.$($field).+ = $value;
                self
            }
        )+
    };
}
