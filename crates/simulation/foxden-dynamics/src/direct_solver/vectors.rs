//! Operations on lists of numbers. Their order of additions is fixed, so that
//! they give the same bits with any instruction set.

/// The sum of products, in four partial sums.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a4, a_rest) = a.as_chunks::<4>();
    let (b4, b_rest) = b.as_chunks::<4>();
    for (x, y) in a4.iter().zip(b4) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// The sum of products, one after the other.
pub(super) fn dot_in_order(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
}

/// The sums of products of several lists with another, each from the last
/// product to the first.
pub(super) fn dots_backwards<const N: usize>(lists: [&[f64]; N], with: &[f64]) -> [f64; N] {
    let mut sums = [0.0; N];
    let lists = lists.map(|list| &list[..with.len()]);
    for at in (0..with.len()).rev() {
        for (sum, list) in sums.iter_mut().zip(&lists) {
            *sum += list[at] * with[at];
        }
    }
    sums
}

/// `to += factor * from`.
pub(super) fn add_scaled(to: &mut [f64], factor: f64, from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// `to += factor * from` for four lists, one after the other.
pub(super) fn add_four(to: &mut [f64], factors: [f64; 4], from: [&[f64]; 4]) {
    let [a, b, c, d] = from.map(|list| &list[..to.len()]);
    for (at, to) in to.iter_mut().enumerate() {
        *to =
            *to + factors[0] * a[at] + factors[1] * b[at] + factors[2] * c[at] + factors[3] * d[at];
    }
}
