//! The table of the split-sum integral: how much of uniform light a rough
//! mirror gives back, by angle and roughness.

use std::sync::OnceLock;

const SIDE: usize = 256;
const SAMPLES: u32 = 1024;

type Row = Box<[[f32; 2]; SIDE]>;

/// Rows by roughness, made when they are first used.
static ROWS: [OnceLock<Row>; SIDE] = [const { OnceLock::new() }; SIDE];

/// Factor and addend of the mirror's own colour, for the cosine between normal
/// and view and a roughness: the nearest entry of the table.
pub(crate) fn split_sum(cosine: f32, roughness: f32) -> [f32; 2] {
    let index = |part: f32| ((part * SIDE as f32) as usize).min(SIDE - 1);
    let row = index(roughness);
    ROWS[row].get_or_init(|| make_row(row))[index(cosine)]
}

fn make_row(row: usize) -> Row {
    let roughness = (row as f64 + 0.5) / SIDE as f64;
    let alpha = roughness * roughness;
    let samples: Vec<[f64; 3]> = (0..SAMPLES)
        .map(|at| {
            let around = std::f64::consts::TAU * f64::from(at) / f64::from(SAMPLES);
            let y = f64::from(at.reverse_bits()) * 2.328_306_436_538_696_3e-10;
            let cosine = ((1.0 - y) / (1.0 + (alpha * alpha - 1.0) * y)).sqrt();
            let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
            [libm::sin(around) * sine, -libm::cos(around) * sine, cosine]
        })
        .collect();
    let mut entries = Box::new([[0.0; 2]; SIDE]);
    for (column, entry) in entries.iter_mut().enumerate() {
        *entry = integral((column as f64 + 0.5) / SIDE as f64, roughness, &samples);
    }
    entries
}

fn integral(nv: f64, roughness: f64, samples: &[[f64; 3]]) -> [f32; 2] {
    let view = [(1.0 - nv * nv).sqrt(), 0.0, nv];
    let k = roughness * roughness / 2.0;
    let masking = |cosine: f64| cosine / (cosine * (1.0 - k) + k);
    let (mut factor, mut addend) = (0.0, 0.0);
    for half in samples {
        let vh = view[0] * half[0] + view[2] * half[2];
        let nl = 2.0 * vh * half[2] - view[2];
        if nl <= 0.0 {
            continue;
        }
        let (nh, vh) = (half[2].max(0.0), vh.max(0.0));
        let visible = masking(nv) * masking(nl) * vh / (nh * nv).max(1e-12);
        let away = 1.0 - vh;
        let fresnel = away * away * away * away * away;
        factor += (1.0 - fresnel) * visible;
        addend += fresnel * visible;
    }
    let count = samples.len() as f64;
    [(factor / count) as f32, (addend / count) as f32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smooth_mirror_gives_everything_back_and_a_rough_one_less() {
        let [factor, addend] = split_sum(0.9, 0.04);
        assert!((factor - 1.0).abs() < 0.02 && addend < 0.01);
        let [rough, _] = split_sum(0.9, 1.0);
        assert!(rough < factor);
        let [_, grazing] = split_sum(0.02, 0.04);
        assert!(grazing > 0.5);
        assert_eq!(split_sum(f32::NAN, -3.0), split_sum(0.0, 0.0));
    }
}
