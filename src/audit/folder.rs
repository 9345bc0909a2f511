//! A public folder to be forged, in a test.

use std::{fs, path::Path};

use tempfile::TempDir;

/// A folder of its own that goes away with its owner.
pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a path below the folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    pub(super) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("a text file")
    }
}
