//! The content of a folder, to be compared and copied byte for byte.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// A file, folder or link, with its mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Folder(u32),
    File(u32, Vec<u8>),
}

/// A folder with its content, by relative path; without `game.lock`, which is no part of a game's data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree(pub BTreeMap<PathBuf, Node>);

impl Tree {
    pub fn read(root: &Path) -> Self {
        let mut tree = Self::default();
        tree.gather(root, Path::new(""));
        tree
    }

    fn gather(&mut self, root: &Path, below: &Path) {
        for entry in fs::read_dir(root.join(below)).unwrap() {
            let entry = entry.unwrap();
            let path = below.join(entry.file_name());
            if path == Path::new("game.lock") {
                continue;
            }
            let mode = mode(&entry.path());
            if entry.file_type().unwrap().is_dir() {
                self.0.insert(path.clone(), Node::Folder(mode));
                self.gather(root, &path);
            } else {
                let bytes = fs::read(entry.path()).unwrap();
                self.0.insert(path, Node::File(mode, bytes));
            }
        }
    }

    /// Writes everything below a folder that does not exist yet.
    pub fn write(&self, root: &Path) {
        fs::create_dir_all(root).unwrap();
        for (path, node) in &self.0 {
            let place = root.join(path);
            match node {
                Node::Folder(mode) => {
                    fs::create_dir_all(&place).unwrap();
                    set_mode(&place, *mode);
                }
                Node::File(mode, bytes) => {
                    fs::write(&place, bytes).unwrap();
                    set_mode(&place, *mode);
                }
            }
        }
    }

    /// Returns the differences, a line for each path; an empty text if there are none.
    pub fn against(&self, other: &Self) -> String {
        let mut lines = String::new();
        for path in self.0.keys().chain(other.0.keys()) {
            let (a, b) = (self.0.get(path), other.0.get(path));
            let word = match (a, b) {
                (Some(_), None) => "only before: ",
                (None, Some(_)) => "only now: ",
                (Some(a), Some(b)) if a != b => "changed: ",
                _ => continue,
            };
            let line = format!("{word}{}\n", path.display());
            if !lines.contains(&line) {
                lines.write_str(&line).unwrap();
            }
        }
        lines
    }

    /// Returns the files below a path, by their path.
    pub fn files(&self, below: &str) -> impl Iterator<Item = (&Path, &[u8])> {
        self.0
            .iter()
            .filter(move |(path, _)| path.starts_with(below))
            .filter_map(|(path, node)| match node {
                Node::File(_, bytes) => Some((path.as_path(), bytes.as_slice())),
                Node::Folder(_) => None,
            })
    }
}

#[cfg(unix)]
pub fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[cfg(not(unix))]
pub fn mode(_: &Path) -> u32 {
    0
}

#[cfg(unix)]
pub fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(not(unix))]
pub fn set_mode(_: &Path, _: u32) {}
