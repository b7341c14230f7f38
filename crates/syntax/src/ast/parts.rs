//! The parts of an expression, and the declaration of the tree's enums from which they are generated.

use crate::ast::{Binder, CompareOp, Expr, LogicOp, Name, QuotedText, Reached, SumOp, Template};

/// Something that contains expressions.
pub(crate) trait ExprParts {
    /// Appends the expressions directly inside, in the order of the text.
    fn push_parts<'e>(&'e self, to: &mut Vec<&'e Expr>);
    /// Appends the same expressions, mutable.
    fn push_parts_mut<'e>(&'e mut self, to: &mut Vec<&'e mut Expr>);
}

impl Expr {
    /// Returns the expressions directly inside this one, in the order of the text.
    #[must_use]
    pub fn parts(&self) -> Vec<&Expr> {
        let mut parts = Vec::new();
        self.kind.push_parts(&mut parts);
        parts
    }

    /// Returns the expressions directly inside this one, in the order of the text, mutable.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        let mut parts = Vec::new();
        self.kind.push_parts_mut(&mut parts);
        parts
    }
}

impl ExprParts for Expr {
    fn push_parts<'e>(&'e self, to: &mut Vec<&'e Expr>) {
        to.push(self);
    }

    fn push_parts_mut<'e>(&'e mut self, to: &mut Vec<&'e mut Expr>) {
        to.push(self);
    }
}

impl<T: ExprParts> ExprParts for Box<T> {
    fn push_parts<'e>(&'e self, to: &mut Vec<&'e Expr>) {
        (**self).push_parts(to);
    }

    fn push_parts_mut<'e>(&'e mut self, to: &mut Vec<&'e mut Expr>) {
        (**self).push_parts_mut(to);
    }
}

impl<T: ExprParts> ExprParts for Vec<T> {
    fn push_parts<'e>(&'e self, to: &mut Vec<&'e Expr>) {
        self.iter().for_each(|part| part.push_parts(to));
    }

    fn push_parts_mut<'e>(&'e mut self, to: &mut Vec<&'e mut Expr>) {
        self.iter_mut().for_each(|part| part.push_parts_mut(to));
    }
}

impl<T: ExprParts> ExprParts for Option<T> {
    fn push_parts<'e>(&'e self, to: &mut Vec<&'e Expr>) {
        self.iter().for_each(|part| part.push_parts(to));
    }

    fn push_parts_mut<'e>(&'e mut self, to: &mut Vec<&'e mut Expr>) {
        self.iter_mut().for_each(|part| part.push_parts_mut(to));
    }
}

/// Structs with expressions in some fields.
macro_rules! structs {
    ($($name:ident { $($field:ident)* })*) => { $(
        impl ExprParts for $name {
            fn push_parts<'e>(&'e self, to: &mut Vec<&'e Expr>) {
                $( self.$field.push_parts(to); )*
            }

            fn push_parts_mut<'e>(&'e mut self, to: &mut Vec<&'e mut Expr>) {
                $( self.$field.push_parts_mut(to); )*
            }
        }
    )* };
}

structs! {
    Binder { set filter }
    Reached { from over within free }
}

/// Types without expressions.
macro_rules! leaves {
    ($($name:ty)*) => { $(
        impl ExprParts for $name {
            fn push_parts<'e>(&'e self, _to: &mut Vec<&'e Expr>) {}

            fn push_parts_mut<'e>(&'e mut self, _to: &mut Vec<&'e mut Expr>) {}
        }
    )* };
}

// The values in the sentence of a reason are not parts of the condition.
leaves! { i64 bool String CompareOp LogicOp Name QuotedText SumOp Template }

/// Declares an enum of the tree. Generates the enum, the expressions inside each case, and the relocation of its spans.
macro_rules! tree_enum {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$doc:meta])*
                $case:ident
                $( ( $( $part:ident : $ty:ty ),* ) )?
                $( { $( $(#[$note:meta])* $field:ident : $of:ty ),* $(,)? } )?
            ),* $(,)?
        }
    ) => {
        $(#[$about])*
        pub enum $name {
            $( $(#[$doc])* $case $( ( $($ty),* ) )? $( { $( $(#[$note])* $field: $of ),* } )? ),*
        }

        impl $crate::ast::parts::ExprParts for $name {
            fn push_parts<'e>(&'e self, to: &mut Vec<&'e Expr>) {
                match self {
                    $( Self::$case $( ( $($part),* ) )? $( { $($field),* } )? => {
                        $( $( $part.push_parts(to); )* )?
                        $( $( $field.push_parts(to); )* )?
                    } )*
                }
            }

            fn push_parts_mut<'e>(&'e mut self, to: &mut Vec<&'e mut Expr>) {
                match self {
                    $( Self::$case $( ( $($part),* ) )? $( { $($field),* } )? => {
                        $( $( $part.push_parts_mut(to); )* )?
                        $( $( $field.push_parts_mut(to); )* )?
                    } )*
                }
            }
        }

        impl $crate::ast::relocate::Relocate for $name {
            fn relocate(&mut self, by: $crate::ast::relocate::Relocation) {
                match self {
                    $( Self::$case $( ( $($part),* ) )? $( { $($field),* } )? => {
                        $( $( $part.relocate(by); )* )?
                        $( $( $field.relocate(by); )* )?
                    } )*
                }
            }
        }
    };
}

pub(crate) use tree_enum;
