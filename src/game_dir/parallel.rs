//! Parallel work on several threads, with rayon for work that does not wait.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    cell::Cell,
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

thread_local! {
    /// True on a thread that shares its work with enough others to keep all cores busy.
    static ONE_OF_MANY: Cell<bool> = const { Cell::new(false) };
}

/// Returns the number of threads for work that does not wait: the number of cores, or 1 on a thread whose siblings
/// already keep all cores busy.
pub fn cores() -> usize {
    // The query reads dozens of system files, so its result is kept.
    static CORES: OnceLock<usize> = OnceLock::new();
    if ONE_OF_MANY.get() {
        return 1;
    }
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Returns the thread pool for work that does not wait. The threads are kept, because a new one can take several
/// milliseconds to start. `None` if [`cores`] is 1 or the pool cannot be created: the work then runs on the calling
/// thread.
fn helpers() -> Option<&'static ThreadPool> {
    static HELPERS: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let start = || ThreadPoolBuilder::new().num_threads(cores()).build().ok();
    if cores() == 1 {
        return None;
    }
    HELPERS.get_or_init(start).as_ref()
}

/// Starts the threads of the pool before they are needed.
pub fn call_helpers() {
    let _ = helpers();
}

/// Drops a large value on a background thread, or on this thread if there is no pool.
pub fn let_go(what: impl Send + 'static) {
    match helpers() {
        Some(helpers) => helpers.spawn(move || drop(what)),
        None => drop(what),
    }
}

/// Runs `there` on the pool and `here` on this thread, at the same time; one after the other if there is no pool.
pub fn both<A: Send, B>(there: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    let Some(helpers) = helpers() else {
        return (there(), here());
    };
    let mut done = None;
    let here = helpers.in_place_scope(|scope| {
        scope.spawn(|_| done = Some(there()));
        here()
    });
    (done.expect("a panic there is one here"), here)
}

/// One job among several.
pub type Job<'a, R, E> = &'a (dyn Fn() -> Result<R, E> + Sync);

/// Runs several different jobs at the same time.
///
/// # Errors
/// Returns the first error of a job, in the order of the jobs.
pub fn at_once<const N: usize, R: Send, E: Send>(jobs: [Job<'_, R, E>; N]) -> Result<[R; N], E> {
    let done = side_by_side(&jobs, |job| job())?;
    Ok(done
        .try_into()
        .unwrap_or_else(|_| unreachable!("each job has one result")))
}

/// Does the same work for all items, on all cores; the results keep their order.
///
/// # Errors
/// Returns the first error, in the order of the items.
pub fn side_by_side<T: Sync, R: Send, E: Send>(
    all: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let turns = Turns::new(all, work);
    let threads = cores().min(all.len());
    let many = threads >= cores();
    match helpers() {
        Some(helpers) if threads > 1 => helpers.in_place_scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|_| turns.take(many));
            }
            // This thread takes part.
            turns.take(many);
        }),
        _ => turns.take(many),
    }
    turns.done()
}

/// Does the same work for all items, on at most `threads` threads of its own; for work that mostly waits.
///
/// # Errors
/// Returns the first error, in the order of the items.
pub fn waiting_together<T: Sync, R: Send, E: Send>(
    all: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let turns = Turns::new(all, work);
    let threads = threads.min(all.len());
    let many = threads >= cores();
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| turns.take(many));
        }
        turns.take(many);
    });
    turns.done()
}

/// Work that several threads take in turns, item by item.
struct Turns<'a, T, R, E, W> {
    all: &'a [T],
    work: W,
    next: AtomicUsize,
    done: Vec<Mutex<Option<Result<R, E>>>>,
}

impl<'a, T, R, E, W: Fn(&T) -> Result<R, E>> Turns<'a, T, R, E, W> {
    fn new(all: &'a [T], work: W) -> Self {
        Self {
            all,
            work,
            next: AtomicUsize::new(0),
            done: all.iter().map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Works on items that no thread has begun until none is left. `many` is true if the threads keep all cores busy.
    fn take(&self, many: bool) {
        let before = ONE_OF_MANY.replace(many);
        while let Some((one, slot)) = {
            let n = self.next.fetch_add(1, Ordering::Relaxed);
            self.all.get(n).zip(self.done.get(n))
        } {
            *slot.lock().expect("each slot is locked once") = Some((self.work)(one));
        }
        ONE_OF_MANY.set(before);
    }

    fn done(self) -> Result<Vec<R>, E> {
        let done = self.done.into_iter().map(|slot| {
            slot.into_inner()
                .expect("no thread panicked")
                .expect("it was done")
        });
        done.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order_and_the_first_error_counts() {
        let numbers: Vec<u32> = (0..100).collect();
        let double = |n: &u32| Ok::<_, u32>(n * 2);
        let all = [
            side_by_side(&numbers, double),
            waiting_together(&numbers, 3, double),
        ];
        for doubled in all {
            assert!(
                doubled
                    .expect("no error")
                    .into_iter()
                    .eq((0..100).map(|n| n * 2))
            );
        }
        let odd = |n: &u32| if n % 10 == 7 { Err(*n) } else { Ok(()) };
        assert_eq!(side_by_side(&numbers, odd), Err(7));
        assert_eq!(waiting_together(&numbers, 3, odd), Err(7));
        assert_eq!(side_by_side(&[] as &[u32], odd), Ok(vec![]));
    }

    #[test]
    fn work_inside_parallel_work_gets_one_core() {
        let all: Vec<usize> = (0..2 * cores()).collect();
        let inside = |_: &usize| Ok::<_, ()>(cores());
        let (alone, before) = (vec![1; all.len()], cores());
        assert_eq!(side_by_side(&all, inside), Ok(alone.clone()));
        assert_eq!(waiting_together(&all, 2 * cores(), inside), Ok(alone));
        assert_eq!(cores(), before, "afterwards all are free again");
    }

    #[test]
    fn runs_different_jobs_at_the_same_time() {
        assert_eq!(both(|| 1, || "b"), (1, "b"));
        let jobs: [Job<'_, u32, ()>; 3] = [&|| Ok(1), &|| Ok(2), &|| Ok(3)];
        assert_eq!(at_once(jobs), Ok([1, 2, 3]));
        let jobs: [Job<'_, u32, &str>; 2] = [&|| Ok(1), &|| Err("no")];
        assert_eq!(at_once(jobs), Err("no"));
    }
}
