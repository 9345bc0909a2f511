//! The same work for many things at once.

use std::{
    cell::Cell,
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

thread_local! {
    /// Whether this thread is one of so many that all cores have work.
    static ONE_OF_MANY: Cell<bool> = const { Cell::new(false) };
}

/// How many threads make sense where nothing is waited for: one, for a thread that has enough beside it.
pub fn cores() -> usize {
    // To ask for it takes dozens of looks at files of the system.
    static CORES: OnceLock<usize> = OnceLock::new();
    if ONE_OF_MANY.get() {
        return 1;
    }
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Does two things at once, one on a thread of its own and the other here; or one after the other, where all cores
/// have work.
pub fn both<A: Send, B>(there: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    if cores() == 1 {
        return (there(), here());
    }
    std::thread::scope(|scope| {
        let there = scope.spawn(there);
        let here = here();
        match there.join() {
            Ok(there) => (there, here),
            // A panic goes on in the thread that wanted it done.
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// One piece of work among several.
pub type Job<'a, R, E> = &'a (dyn Fn() -> Result<R, E> + Sync);

/// Does several different things at once.
///
/// # Errors
/// The first error of the work.
pub fn at_once<const N: usize, R: Send, E: Send>(jobs: [Job<'_, R, E>; N]) -> Result<[R; N], E> {
    let done = side_by_side(&jobs, cores(), |job| job())?;
    Ok(done
        .try_into()
        .unwrap_or_else(|_| unreachable!("each job has one result")))
}

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
    let threads = threads.min(all.len());
    let many = threads >= cores();
    let take_turns = || {
        let before = ONE_OF_MANY.replace(many);
        while let Some((one, slot)) = {
            let n = next.fetch_add(1, Ordering::Relaxed);
            all.get(n).zip(done.get(n))
        } {
            *slot.lock().expect("nobody else has it") = Some(work(one));
        }
        ONE_OF_MANY.set(before);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order_and_the_first_error_counts() {
        let numbers: Vec<u32> = (0..100).collect();
        let double = |n: &u32| Ok::<_, u32>(n * 2);
        let doubled = side_by_side(&numbers, 3, double).expect("no error");
        assert!(doubled.into_iter().eq((0..100).map(|n| n * 2)));
        let odd = |n: &u32| if n % 10 == 7 { Err(*n) } else { Ok(()) };
        assert_eq!(side_by_side(&numbers, 3, odd), Err(7));
        assert_eq!(side_by_side(&[] as &[u32], 3, odd), Ok(vec![]));
    }

    #[test]
    fn who_has_enough_beside_him_starts_no_more() {
        let all: Vec<usize> = (0..2 * cores()).collect();
        let inside = |_: &usize| Ok::<_, ()>(cores());
        let (alone, before) = (vec![1; all.len()], cores());
        assert_eq!(side_by_side(&all, cores(), inside), Ok(alone));
        assert_eq!(cores(), before, "afterwards all are free again");
    }

    #[test]
    fn different_things_at_once() {
        assert_eq!(both(|| 1, || "b"), (1, "b"));
        let jobs: [Job<'_, u32, ()>; 3] = [&|| Ok(1), &|| Ok(2), &|| Ok(3)];
        assert_eq!(at_once(jobs), Ok([1, 2, 3]));
        let jobs: [Job<'_, u32, &str>; 2] = [&|| Ok(1), &|| Err("no")];
        assert_eq!(at_once(jobs), Err("no"));
    }
}
