//! Work shared between threads. The results never depend on the number of threads.

/// Pictures with fewer pixels than this are not worth a second thread.
const FEW_PIXELS: usize = 16_384;

/// Does all parts of some work, on at most this many threads.
pub(crate) fn share<T: Send>(
    threads: usize,
    pixels: usize,
    parts: Vec<T>,
    work: &(dyn Fn(T) + Sync),
) {
    let threads = threads.min(parts.len());
    if threads < 2 || pixels < FEW_PIXELS {
        parts.into_iter().for_each(work);
        return;
    }
    let mut lists: Vec<Vec<T>> = (0..threads).map(|_| Vec::new()).collect();
    for (at, part) in parts.into_iter().enumerate() {
        lists[at % threads].push(part);
    }
    let mut lists = lists.into_iter();
    let own = lists.next();
    std::thread::scope(|scope| {
        for list in lists {
            scope.spawn(move || list.into_iter().for_each(work));
        }
        own.into_iter().flatten().for_each(work);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once() {
        for threads in [0, 1, 2, 7] {
            let mut done = vec![0; 100];
            share(
                threads,
                FEW_PIXELS,
                done.iter_mut().collect(),
                &|part: &mut i32| *part += 1,
            );
            assert_eq!(done, vec![1; 100]);
        }
    }
}
