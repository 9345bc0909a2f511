//! The same work for many things at once.

use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// Does the same for all, on so many threads at most; the results keep their order.
///
/// # Errors
/// The first error of the work.
pub fn side_by_side<T: Sync, R: Send, E: Send>(
    all: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Result<R, E>>>> = all.iter().map(|_| Mutex::new(None)).collect();
    let take_turns = || {
        while let Some((one, slot)) = {
            let n = next.fetch_add(1, Ordering::Relaxed);
            all.get(n).zip(done.get(n))
        } {
            *slot.lock().expect("nobody else has it") = Some(work(one));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(all.len()) {
            scope.spawn(take_turns);
        }
        // This thread is one of them.
        take_turns();
    });
    done.into_iter()
        .map(|slot| {
            slot.into_inner()
                .expect("no thread panicked")
                .expect("it was done")
        })
        .collect()
}
