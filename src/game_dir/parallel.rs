//! Work on several items at once: on all cores through rayon, or on more threads where each mostly waits for a disk.

use rayon::prelude::*;
use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};

/// Does the same work for all items on all cores; the results keep their order.
///
/// # Errors
/// Returns the error of the first item, in their order, that fails.
pub(crate) fn try_map<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Send + Sync,
) -> Result<Vec<R>, E> {
    let done: Vec<Result<R, E>> = items.par_iter().map(work).collect();
    done.into_iter().collect()
}

/// Does the same work for all items on at most `threads` threads, for work that mostly waits. The threads are not
/// rayon's: one of those would begin the next item in the middle of another.
///
/// # Errors
/// Returns the error of the first item, in their order, that fails.
///
/// # Panics
/// Panics if the work panics.
pub(crate) fn try_map_waiting<T: Sync, R: Send, E: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let run = || {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(n) else {
                return;
            };
            let result = work(item);
            done.lock().expect("no work panicked").push((n, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items.len()) {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().expect("no work panicked");
    done.sort_unstable_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order_and_the_first_error_is_returned() {
        let numbers: Vec<u32> = (0..100).collect();
        let double = |n: &u32| Ok::<_, u32>(n * 2);
        let doubled: Vec<u32> = (0..100).map(|n| n * 2).collect();
        assert_eq!(try_map(&numbers, double), Ok(doubled.clone()));
        assert_eq!(try_map_waiting(&numbers, 3, double), Ok(doubled));
        let odd = |n: &u32| if n % 10 == 7 { Err(*n) } else { Ok(()) };
        assert_eq!(try_map(&numbers, odd), Err(7));
        assert_eq!(try_map_waiting(&numbers, 3, odd), Err(7));
        assert_eq!(try_map(&[] as &[u32], odd), Ok(vec![]));
        assert_eq!(try_map_waiting(&[] as &[u32], 3, odd), Ok(vec![]));
    }
}
