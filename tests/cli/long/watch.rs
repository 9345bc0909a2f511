//! Counts the files that a program opens in a folder, as the system reports them.

use rustix::{
    fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init},
    io::Errno,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    fs,
    mem::MaybeUninit,
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
};

/// Counts of what was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Files that were opened, counted each time.
    pub files: u64,
    /// Names in the listed folders; a folder that is listed twice counts once.
    pub names: u64,
    /// Bytes in the files that were opened, counted each time.
    pub bytes: u64,
}

/// Counts the existing files and folders that are opened below a folder.
pub fn watch(root: &Path, run: impl FnOnce()) -> Looked {
    let notify = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
    let (mut watched, mut folders) = (BTreeMap::new(), vec![root.to_owned()]);
    let mut sizes: BTreeMap<PathBuf, u64> = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        let mut names = 0;
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            names += 1;
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                sizes.insert(entry.path(), entry.metadata().unwrap().len());
            }
        }
        let number = add_watch(&notify, &folder, WatchFlags::OPEN | WatchFlags::ACCESS).unwrap();
        watched.insert(number, (folder, names));
    }
    let mut buffer = vec![MaybeUninit::uninit(); 1 << 16];
    let mut reader = Reader::new(&notify, &mut buffer);
    // Setting up the watch has opened folders itself.
    let mut looked = Looked::default();
    loop {
        match reader.next() {
            Ok(_) => {}
            Err(Errno::AGAIN) => break,
            Err(error) => panic!("{error}"),
        }
    }
    run();
    let mut listed = BTreeSet::new();
    loop {
        let event = match reader.next() {
            Ok(event) => event,
            Err(Errno::AGAIN) => return looked,
            Err(error) => panic!("{error}"),
        };
        assert!(!event.events().contains(ReadFlags::QUEUE_OVERFLOW));
        let Some((folder, names)) = watched.get(&event.wd()) else {
            continue;
        };
        match event.file_name() {
            // A folder reports its own events, and its parent reports them too.
            None if event.events().contains(ReadFlags::ACCESS) && listed.insert(event.wd()) => {
                looked.names += names;
            }
            Some(name) if event.events() == ReadFlags::OPEN => {
                let path = folder.join(OsStr::from_bytes(name.to_bytes()));
                if let Some(size) = sizes.get(&path) {
                    looked.files += 1;
                    looked.bytes += size;
                }
            }
            _ => {}
        }
    }
}
