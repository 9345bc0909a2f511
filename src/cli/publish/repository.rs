//! A git repository, managed with the program `git`.

use super::super::{CliError, site::listed};
use crate::{collect::Collect, game_dir::SITE_MARK, site::Chapter};
use std::{
    collections::BTreeSet,
    fs::{self, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The file in the folder `.git` that marks a running `publish`: it is locked as long as that process lives, and empty
/// when none is running.
const MARK: &str = "chronojudge.lock";

/// The time that the git process of a run that died may still take to finish.
const PATIENCE: Duration = Duration::from_secs(2);

/// A git repository that only this run publishes to.
#[derive(Debug)]
pub(super) struct Repository<'a> {
    dir: &'a Path,
    /// The locked mark file; `None` for the work tree of a repository elsewhere.
    at_work: Option<fs::File>,
}

impl<'a> Repository<'a> {
    /// Opens a repository, and creates it if there is none. A run that died in it may have left locks of git and an
    /// incomplete repository: both are repaired if the mark file shows that it was a run of this program.
    pub(super) fn open(dir: &'a Path) -> Result<Self, CliError> {
        let own = dir.join(".git");
        let cannot =
            |why: io::Error| CliError::user(format!("{} cannot be made: {why}.", dir.display()));
        let mut repository = Self { dir, at_work: None };
        if own.is_file() {
            // The work tree of a repository elsewhere, which other programs may use.
            return Ok(repository);
        }
        fs::create_dir_all(&own).map_err(cannot)?;
        let mut mark = fs::File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(own.join(MARK))
            .map_err(cannot)?;
        match mark.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let words = format!("Another `publish` is running in {}.", dir.display());
                return Err(CliError::user(words).hint("Wait until it is done."));
            }
            Err(TryLockError::Error(why)) => return Err(cannot(why)),
        }
        let died = mark.metadata().is_ok_and(|about| about.len() > 0);
        if died {
            remove_locks(&own).map_err(cannot)?;
        }
        mark.write_all(b"publish is at work\n").map_err(cannot)?;
        repository.at_work = Some(mark);
        if died || !own.join("HEAD").exists() {
            repository.git(&["init", "--quiet"])?;
        }
        Ok(repository)
    }

    /// Commits the files of a chapter and no others, with the date of its sitting.
    pub(super) fn commit(&self, chapter: &Chapter) -> Result<(), CliError> {
        let mut add = vec!["add", "--force", "--"];
        add.extend(chapter.files.iter().map(String::as_str));
        self.git(&add)?;
        let date = chapter.at.as_ref().map(|at| format!("--date={at}"));
        let mut commit = vec!["commit", "--quiet", "--message", chapter.title.as_str()];
        commit.extend(date.as_deref());
        commit.push("--");
        commit.extend(chapter.files.iter().map(String::as_str));
        self.git(&commit).map(drop)
    }

    /// Commits the files of a site in a folder of the repository, and the removal of files that only the last committed site
    /// had. Returns false if nothing has changed.
    pub(super) fn commit_site(
        &self,
        folder: &str,
        files: &BTreeSet<String>,
        last: Option<&Chapter>,
    ) -> Result<bool, CliError> {
        let below = |path: &String| format!("{folder}/{path}");
        // The list in the last commit knows the files also if a run died after it had removed them.
        let mark = format!("{folder}/{SITE_MARK}");
        let before = if self.committed()?.contains(&mark) {
            listed(&self.git(&["cat-file", "blob", &format!("HEAD:{mark}")])?)
        } else {
            vec![]
        };
        let gone = before.iter().filter(|path| !files.contains(*path));
        let gone: Vec<String> = gone.map(below).collect();
        let files: Vec<String> = files.iter().map(below).collect();
        let mut add = vec!["add", "--force", "--"];
        add.extend(files.iter().map(String::as_str));
        self.git(&add)?;
        if !gone.is_empty() {
            let mut remove = vec!["rm", "--quiet", "--cached", "--ignore-unmatch", "--"];
            remove.extend(gone.iter().map(String::as_str));
            self.git(&remove)?;
        }
        let changed = self.git(&["diff", "--cached", "--name-only", "-z", "--", folder])?;
        if changed.is_empty() {
            return Ok(false);
        }
        let title = match last {
            Some(last) => format!("site: {}", last.title),
            None => "site".to_owned(),
        };
        let at = last.and_then(|last| last.at.as_ref());
        let date = at.map(|at| format!("--date={at}"));
        let mut commit = vec!["commit", "--quiet", "--message", title.as_str()];
        commit.extend(date.as_deref());
        commit.push("--");
        commit.extend(changed.split('\0').filter(|path| !path.is_empty()));
        self.git(&commit)?;
        Ok(true)
    }

    /// Returns the paths of the files in the last commit; empty before the first commit.
    pub(super) fn committed(&self) -> Result<BTreeSet<String>, CliError> {
        if self
            .git(&["rev-parse", "--quiet", "--verify", "HEAD"])
            .is_err()
        {
            return Ok(BTreeSet::new());
        }
        let names = self.git(&["ls-tree", "-r", "-z", "--full-tree", "--name-only", "HEAD"])?;
        Ok(names.split('\0').map(str::to_owned).collect_set())
    }

    /// Runs git, and returns what it prints.
    pub(super) fn git(&self, args: &[&str]) -> Result<String, CliError> {
        let mut git = Command::new("git");
        // Git runs no hooks or monitors of the repository, and the environment cannot select another repository.
        git.args([
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=false",
            "--literal-pathspecs",
        ]);
        for (name, _) in std::env::vars_os() {
            let shown = name.to_string_lossy();
            let of_the_writer = ["GIT_AUTHOR_", "GIT_COMMITTER_"];
            if shown.starts_with("GIT_") && !of_the_writer.iter().any(|s| shown.starts_with(s)) {
                git.env_remove(&name);
            }
        }
        let output = git
            .arg("-C")
            .arg(self.dir)
            .args(args)
            .stdin(Stdio::null())
            .output()
            .map_err(|why| {
                CliError::user(format!("git cannot be run: {why}"))
                    .hint("Install git, or copy `public/` yourself.")
            })?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(CliError::user(format!(
            "git {} failed: {}",
            args.first().unwrap_or(&""),
            said.trim()
        )))
    }
}

impl Drop for Repository<'_> {
    fn drop(&mut self) {
        // If this fails, the next run only searches for locks in vain.
        if let Some(mark) = &self.at_work {
            let _ = mark.set_len(0);
        }
    }
}

/// Removes the locks that git left when a run died in this repository: no other program commits to it.
fn remove_locks(own: &Path) -> io::Result<()> {
    let begun = Instant::now();
    loop {
        let locks = locks(own)?;
        if locks.is_empty() {
            return Ok(());
        }
        // The git process of that run may still be finishing.
        if begun.elapsed() < PATIENCE {
            sleep(Duration::from_millis(100));
            continue;
        }
        for lock in locks {
            fs::remove_file(lock)?;
        }
    }
}

/// Lists the lock files of git in a repository: on its index, its settings and its branches.
fn locks(own: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![];
    let mut folders = vec![own.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (name, path) = (entry.file_name(), entry.path());
            let is_folder = entry.file_type()?.is_dir();
            if is_folder && (folder != own || name == "refs") {
                folders.push(path);
            } else if !is_folder
                && path.extension().is_some_and(|ending| ending == "lock")
                && name != MARK
            {
                found.push(path);
            }
        }
    }
    Ok(found)
}
