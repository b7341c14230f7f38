//! Declares forms of expressions and statements: each form is one entry of a list, and what must know every form is
//! generated from it.
//!
//! ```text
//! /// Points next to any point of a set.
//! NextTo(of: Box<Node<Set>>) ["next-to" of] reads STEPS,
//! ```
//!
//! declares a case of the enum with its operands, its canonical text, and what it reads directly. Generated are the enum,
//! a [walk](crate::visit::Walk) over the operands, the canonical text, `reads`, and the names of all forms. How a form is
//! compiled, evaluated and put in words is code in the crates that do that; they have a default for a form without any.

/// Declares enums whose cases are forms. The text in brackets is one of
///
/// - `["empty"]`: a word,
/// - `["edge" of]`: the head and the operands of a form; `[line "if" …]` begins a line, `[(how.sign()) …]` computes the head,
/// - `[points]`: the operand alone,
/// - `[|to| …]`: an expression that writes to `to`.
macro_rules! forms {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$doc:meta])*
                $case:ident
                $( ( $( $part:ident : $ty:ty ),* ) )?
                $( { $( $(#[$note:meta])* $field:ident : $of:ty ),* $(,)? } )?
                [ $($text:tt)* ]
                $( reads $reads:ident )?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$about])*
        pub enum $name {
            $( $(#[$doc])* $case $( ( $($ty),* ) )? $( { $( $(#[$note])* $field: $of ),* } )? ),*
        }

        impl $name {
            /// The names of the forms.
            pub const FORMS: &[&str] = &[ $( stringify!($case) ),* ];

            /// Returns the name of the form.
            #[must_use]
            pub fn form(&self) -> &'static str {
                match self {
                    $( Self::$case { .. } => stringify!($case) ),*
                }
            }

            /// Returns what the form reads directly, in addition to its operands.
            #[must_use]
            pub fn reads(&self) -> $crate::FormReads {
                match self {
                    $( $( Self::$case { .. } => $crate::FormReads::$reads, )? )*
                    #[allow(unreachable_patterns, reason = "every form may read something")]
                    _ => $crate::FormReads::NOTHING,
                }
            }
        }

        impl $crate::canonical::Canonical for $name {
            fn write(&self, to: &mut $crate::canonical::Text<'_>) {
                match self {
                    $( Self::$case $( ( $($part),* ) )? $( { $($field),* } )? =>
                        $crate::forms::canonical_text!(to, $($text)*) ),*
                }
            }
        }

        impl $name {
            /// Reports what the form reads, and walks its operands.
            pub(crate) fn walk_operands<V: $crate::visit::Visitor>(&self, v: &mut V) {
                $crate::visit::Visitor::form(v, self.reads());
                match self {
                    $( Self::$case $( ( $($part),* ) )? $( { $($field),* } )? => {
                        $( $( $crate::visit::Walk::walk($part, v); )* )?
                        $( $( $crate::visit::Walk::walk($field, v); )* )?
                    } ),*
                }
            }
        }
    )*};
}

/// Writes the canonical text of a form: see [`forms`].
macro_rules! canonical_text {
    ($to:ident, $word:literal) => {
        $to.words($word)
    };
    ($to:ident, $part:ident) => {
        $crate::canonical::Canonical::write($part, $to)
    };
    ($to:ident, |$name:ident| $body:expr) => {{
        let $name = $to;
        $body;
    }};
    ($to:ident, line $head:literal $($part:ident)+) => {
        $to.line($head, &[$($part),+])
    };
    ($to:ident, $head:literal $($part:ident)+) => {
        $to.form($head, &[$($part),+])
    };
    ($to:ident, ($head:expr) $($part:ident)+) => {
        $to.form($head, &[$($part),+])
    };
}

pub(crate) use {canonical_text, forms};
