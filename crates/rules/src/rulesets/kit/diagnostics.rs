//! The diagnostics of a game's rules: code, title, cause, example, remedy and message, each in one place.

/// Defines the reasons why an order is against the rules of a game, and the list of their codes.
///
/// A code has a title, a cause, an example and a remedy, for `explain` and `docs/codes.md`; the block after it has the
/// variants that carry it, each with its message. A code with an empty block is given by the check of a file and never by
/// the rules.
///
/// ```text
/// diagnostics! {
///     enum Wrong {
///         "E1201" "there is no such Epoch"
///             "The board has seven Epochs."
///             "place: 1100-1199"
///             "Use one that the report lists."
///         {
///             NoEpoch(Epoch) = "There is no Epoch {0} on the board.";
///         }
///     }
/// }
/// ```
macro_rules! diagnostics {
    (
        enum $name:ident {
            $(
                $code:literal $title:literal $cause:literal $example:literal $cure:literal
                {
                    $(
                        $variant:ident $(( $($of:ty),* ))? $({ $($field:ident: $field_of:ty),* $(,)? })?
                            = $message:literal;
                    )*
                }
            )*
        }
    ) => {
        /// Every code of this game.
        pub(super) const CODES: &[crate::yaml::Code] = &[
            $(crate::yaml::Code {
                code: $code,
                title: $title,
                cause: $cause,
                example: $example,
                cure: $cure,
            }),*
        ];

        /// A reason why an order is against the rules; each has a stable code.
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        #[expect(missing_docs, reason = "the messages say it")]
        #[non_exhaustive]
        pub enum $name {
            $($(
                #[error($message)]
                $variant $(( $($of),* ))? $({ $($field: $field_of),* })?,
            )*)*
        }

        impl $name {
            /// Returns the stable code.
            pub fn code(&self) -> &'static str {
                match self {
                    $($( Self::$variant { .. } => $code, )*)*
                }
            }
        }

        impl From<$name> for crate::engine::Illegal {
            fn from(wrong: $name) -> Self {
                Self {
                    code: wrong.code().to_owned(),
                    words: wrong.to_string(),
                }
            }
        }
    };
}
pub(crate) use diagnostics;
