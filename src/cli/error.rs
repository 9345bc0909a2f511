//! Errors of the command line: kind, message, hint and exit code.

use crate::{
    content::InvalidContent,
    engine::DecodeError,
    error::GameError,
    game_dir::{DiskError, LockError, PLACING, StoreError},
    log::LogError,
    mail::MailError,
    report::ReportError,
    schedule::ScheduleError,
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
    /// The rules give another result than the one on record.
    Rules,
    /// A bug in the program.
    Internal,
}

impl Kind {
    /// Returns the exit code.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::User => 2,
            Self::Data => 3,
            Self::Rules => 4,
            Self::Internal => 5,
        }
    }
}

/// An error with a hint about the next step.
#[derive(Debug)]
pub struct CliError {
    /// The kind, which decides the exit code.
    pub kind: Kind,
    /// The error message.
    pub words: String,
    /// The next step for the user.
    pub hint: Option<String>,
    /// Mistakes in a file, shown with their places.
    pub problems: Option<Problems>,
    /// True if another run holds the game's lock, so that a later attempt can succeed.
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

    /// Returns true if another run holds the game's lock, so that a later attempt can succeed.
    pub(super) fn is_busy(&self) -> bool {
        self.busy
    }

    /// Creates an error of kind [`Kind::User`].
    pub fn user(words: impl Into<String>) -> Self {
        Self::new(Kind::User, words)
    }

    /// Creates an error of kind [`Kind::Data`].
    pub fn data(words: impl Into<String>) -> Self {
        Self::new(Kind::Data, words)
    }

    /// Creates an error of kind [`Kind::Internal`].
    pub fn internal(words: impl Into<String>) -> Self {
        Self::new(Kind::Internal, words)
    }

    /// Creates an error for a view that cannot be read or shown; `words` say why.
    pub(super) fn cut_view(words: impl Into<String>) -> Self {
        Self::data(words).hint(
            "The view was cut short or changed on its way. Save it again from the mail of your last report.",
        )
    }

    /// Adds a hint about the next step.
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
                ..Self::data("The file has mistakes.").hint("Nothing was changed. Fix the file, and try again.")
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
                .hint("Nothing was changed. `chronojudge restore` repairs the file if it can; otherwise put it back from a backup."),
            StoreError::Stray { .. } => Self::data(words).hint(
                "Nothing was changed. Fix or remove it; names that begin with a dot or end in `~` are ignored.",
            ),
            StoreError::Disk(error) => error.into(),
            StoreError::Content(unfit) => unfit.into(),
            StoreError::Unsafe(_) | StoreError::Lock(_) => {
                Self::data(words)
            }
            StoreError::DecodeError(_) => Self::data(words).hint(
                "The file was written by another version of the rules, or edited. Nothing was changed.",
            ),
            StoreError::Unkept { .. } | StoreError::Record(_) => Self::internal(words),
            StoreError::Schedule(_) | StoreError::NoKey(_) => Self::user(words),
            StoreError::Log(_) => Self::data(words),
        }
    }
}

impl From<GameError> for CliError {
    fn from(error: GameError) -> Self {
        let words = error.to_string();
        match error {
            GameError::Store(error) => error.into(),
            GameError::Disk(error) => error.into(),
            GameError::NotNow(words) => Self::user(words),
            GameError::Mail(error) => error.into(),
            GameError::Schedule(_) => Self::user(words),
            GameError::Log(_) | GameError::DecodeError(_) => Self::data(words),
            GameError::Report(_) => {
                Self::data(words).hint("Nothing was changed. Fix the game's own template.")
            }
            GameError::Diverged { .. } => Self::new(Kind::Rules, words).hint(
                "Nothing was changed. The rules, the content or a saved file changed in the middle of a turn: \
                 finish the turn with the program version that began it.",
            ),
            GameError::Runaway(_) | GameError::Record(_) | GameError::Randomness(_) => {
                Self::internal(words)
            }
        }
    }
}

impl From<ScheduleError> for CliError {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Sitting(error) => error.into(),
            ScheduleError::Mail(error) => error.into(),
            ScheduleError::Guard { words, hint } => Self::user(words).hint(hint),
            ScheduleError::Invalid(problems) => StoreError::Problems(problems).into(),
            ScheduleError::NotNow(words) => Self::user(words),
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
        GameError::from(error).into()
    }
}

impl From<DiskError> for CliError {
    fn from(error: DiskError) -> Self {
        let words = Self::data(error.to_string());
        match error.what {
            PLACING => words.hint(
                "The change is already decided. Fix this problem and run any command in the game: it completes the change.",
            ),
            "reading" | "listing" => words,
            _ => words.hint(
                "Make room on the disk, or allow the program to write here; then run the command again. Its files \
                 appear all together or not at all.",
            ),
        }
    }
}

impl From<LogError> for CliError {
    fn from(error: LogError) -> Self {
        Self::data(error.to_string())
    }
}

impl From<InvalidContent> for CliError {
    fn from(error: InvalidContent) -> Self {
        match error.problems {
            None => Self::data(error.to_string()),
            Some(problems) => Self {
                problems: Some(*problems),
                ..Self::data(format!("The content file {} does not fit.", error.file))
            },
        }
    }
}

impl From<DecodeError> for CliError {
    fn from(error: DecodeError) -> Self {
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
