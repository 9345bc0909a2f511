//! What can go wrong at the command line: a kind, words, a hint, an exit code.

use crate::{
    content::Unfit,
    engine::Garbled,
    error::SittingError,
    game_dir::{DiskError, LockError, PLACING, StoreError},
    log::LogError,
    mail::MailError,
    report::ReportError,
    schedule::DeskError,
    site::SiteError,
    yaml::Problems,
};

/// The kind of an error, which decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The command was used wrongly, or cannot be done now.
    User,
    /// A file is damaged, missing or badly written.
    Data,
    /// The rules do not agree with what was played.
    Rules,
    /// A fault of the program.
    Internal,
}

impl Kind {
    /// The exit code.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::User => 2,
            Self::Data => 3,
            Self::Rules => 4,
            Self::Internal => 5,
        }
    }
}

/// An error with what to do next.
#[derive(Debug)]
pub struct CliError {
    /// Its kind.
    pub kind: Kind,
    /// What went wrong.
    pub words: String,
    /// What to do next.
    pub hint: Option<String>,
    /// Mistakes in a file, to be shown with their places.
    pub problems: Option<Problems>,
    /// Whether another run is in the way, which will end.
    busy: bool,
}

impl CliError {
    fn new(kind: Kind, words: impl Into<String>) -> Self {
        Self {
            kind,
            words: words.into(),
            hint: None,
            problems: None,
            busy: false,
        }
    }

    /// Whether another run is in the way, which will end.
    pub(super) fn is_busy(&self) -> bool {
        self.busy
    }

    /// Used wrongly.
    pub fn user(words: impl Into<String>) -> Self {
        Self::new(Kind::User, words)
    }

    /// A bad file.
    pub fn data(words: impl Into<String>) -> Self {
        Self::new(Kind::Data, words)
    }

    /// A fault of the program.
    pub fn internal(words: impl Into<String>) -> Self {
        Self::new(Kind::Internal, words)
    }

    /// Adds what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        let words = error.to_string();
        match error {
            StoreError::Problems(problems) => Self {
                problems: Some(problems),
                ..Self::data("The file has mistakes.").hint("Nothing was changed. Mend the file, and try again.")
            },
            StoreError::Missing { path } if path.ends_with("game.yaml") => {
                Self::user(format!("There is no game here: {words}."))
                    .hint("Name a game directory, such as games/gem-1992; `chronojudge new` founds one.")
            }
            StoreError::Lock(LockError::Busy { .. }) => Self {
                busy: true,
                ..Self::user(words).hint("Try again when it is done.")
            },
            StoreError::NoRuleset(..) | StoreError::Options(_) | StoreError::Seats { .. } => {
                Self::user(words)
            }
            StoreError::Missing { .. } | StoreError::Damaged { .. } => Self::data(words)
                .hint("Nothing was changed. `chronojudge restore` makes again what can be; else put the file back from a copy."),
            StoreError::Stray { .. } => Self::data(words).hint(
                "Nothing was changed. Mend it or take it out; names that begin with a dot or end in `~` are passed over.",
            ),
            StoreError::Disk(error) => error.into(),
            StoreError::Content(unfit) => unfit.into(),
            StoreError::Unsafe(_) | StoreError::Lock(_) => {
                Self::data(words)
            }
            StoreError::Garbled(_) => Self::data(words).hint(
                "The file was kept by another version of the rules, or edited. Nothing was changed.",
            ),
            StoreError::Unkept { .. } | StoreError::Record(_) => Self::internal(words),
            StoreError::Schedule(_) | StoreError::NoKey(_) => Self::user(words),
            StoreError::Log(_) => Self::data(words),
        }
    }
}

impl From<SittingError> for CliError {
    fn from(error: SittingError) -> Self {
        let words = error.to_string();
        match error {
            SittingError::Store(error) => error.into(),
            SittingError::Disk(error) => error.into(),
            SittingError::NotNow(words) => Self::user(words),
            SittingError::Mail(error) => error.into(),
            SittingError::Schedule(_) => Self::user(words),
            SittingError::Log(_) | SittingError::Garbled(_) => Self::data(words),
            SittingError::Report(_) => {
                Self::data(words).hint("Nothing was changed. Mend the game's own template.")
            }
            SittingError::Diverged { .. } => Self::new(Kind::Rules, words).hint(
                "Nothing was changed. The rules, the content or a kept file changed in the middle of a turn: \
                 finish the turn with the program it was begun with.",
            ),
            SittingError::Runaway(_) | SittingError::Record(_) | SittingError::Randomness(_) => {
                Self::internal(words)
            }
        }
    }
}

impl From<DeskError> for CliError {
    fn from(error: DeskError) -> Self {
        match error {
            DeskError::Sitting(error) => error.into(),
            DeskError::Mail(error) => error.into(),
            DeskError::Guard { words, hint } => Self::user(words).hint(hint),
            DeskError::NotNow(words) => Self::user(words),
        }
    }
}

impl From<SiteError> for CliError {
    fn from(error: SiteError) -> Self {
        match error {
            SiteError::Damaged(why) => {
                Self::data(why).hint("`chronojudge audit` says what is wrong with a public folder.")
            }
            SiteError::Page(error) => error.into(),
        }
    }
}

impl From<ReportError> for CliError {
    fn from(error: ReportError) -> Self {
        SittingError::from(error).into()
    }
}

impl From<DiskError> for CliError {
    fn from(error: DiskError) -> Self {
        let words = Self::data(error.to_string());
        match error.what {
            PLACING => words.hint(
                "What was decided stands. Mend this and run any command in the game: it finishes the work.",
            ),
            "reading" | "listing" => words,
            _ => words.hint(
                "Make room, or see to it that this may be written; then run the command again. What it writes \
                 appears as a whole or not at all.",
            ),
        }
    }
}

impl From<LogError> for CliError {
    fn from(error: LogError) -> Self {
        Self::data(error.to_string())
    }
}

impl From<Unfit> for CliError {
    fn from(error: Unfit) -> Self {
        match error.problems {
            None => Self::data(error.to_string()),
            Some(problems) => Self {
                problems: Some(*problems),
                ..Self::data(format!("The content file {} does not fit.", error.file))
            },
        }
    }
}

impl From<Garbled> for CliError {
    fn from(error: Garbled) -> Self {
        Self::data(error.to_string())
    }
}

impl From<MailError> for CliError {
    fn from(error: MailError) -> Self {
        let hint = error.hint().map(str::to_owned);
        Self {
            hint,
            ..Self::user(error.to_string())
        }
    }
}
