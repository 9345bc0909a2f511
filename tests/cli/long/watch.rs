//! What a program opens in a folder while it runs, as the system tells it.

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

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Files that were opened, each time.
    pub files: u64,
    /// Names in the folders that were listed; one that is listed twice counts once.
    pub names: u64,
    /// Bytes in the files that were opened, each time.
    pub bytes: u64,
}

/// Counts what is opened below a folder of what lay there before.
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
    // The watching has opened folders itself.
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
            // A folder tells of itself, and is told of by the one above it.
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
