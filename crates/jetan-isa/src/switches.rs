//! Tables of differences from MARS: one row becomes a field of a set of switches and a row to read.
//!
//! The assembler and the machine each have such a table; `docs/mars-differences.md` is checked
//! against both.

/// One row of a table of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The field of the set.
    pub name: &'static str,
    /// The number of the MARS surprise it answers, or `-` if it has none.
    pub surprise: &'static str,
    /// The behaviour of MARS: the switch is on.
    pub mars: &'static str,
    /// The behaviour of Jetan: the switch is off.
    pub jetan: &'static str,
}

/// Turns rows `name, "surprise", "what MARS does", "what Jetan does";` into a struct with a `bool`
/// for each, its values `MARS` and `JETAN`, and the list `SWITCHES`.
#[macro_export]
macro_rules! switches {
    (
        $(#[$attribute:meta])*
        $set:ident:
        $($name:ident, $surprise:literal, $mars:literal, $jetan:literal;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $set {
            $(#[doc = concat!("MARS: ", $mars)] pub $name: bool,)*
        }

        impl $set {
            /// MARS 4.5, its surprises included.
            pub const MARS: $set = $set { $($name: true,)* };
            /// The behaviour users expect in place of the surprises.
            pub const JETAN: $set = $set { $($name: false,)* };
        }

        /// Every difference, in the order of the surprises.
        pub const SWITCHES: &[$crate::switches::Switch] = &[
            $($crate::switches::Switch {
                name: stringify!($name),
                surprise: $surprise,
                mars: $mars,
                jetan: $jetan,
            },)*
        ];
    };
}
