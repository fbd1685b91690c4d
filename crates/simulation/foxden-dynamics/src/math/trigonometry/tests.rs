//! Values of a calculation with more digits, special values, and the quick phase
//! next to the slow way.

use super::*;
use std::f64::consts::FRAC_PI_4;

/// Values that were computed with 200 bits and rounded.
#[test]
#[allow(clippy::excessive_precision)]
fn results_are_rounded_correctly() {
    assert_eq!(sin(-0.7631147106443846), -0.6911757541419637);
    assert_eq!(cos(-0.7631147106443846), 0.7226867072848979);
    assert_eq!(
        atan2(-0.10861671570315902, -0.27319838401998886),
        -2.7631789568937273
    );
    assert_eq!(acos(-0.3445794892118901), 1.9225871308767166);
    assert_eq!(asin(-0.3445794892118901), -0.35179080408182);
    assert_eq!(sin(0.5294621212132955), 0.5050691824781451);
    assert_eq!(cos(0.5294621212132955), 0.8630788613509534);
    assert_eq!(
        atan2(0.09227780166512758, 0.4343069369566279),
        0.2093580256895547
    );
    assert_eq!(acos(-0.722530487045095), 2.378251948637661);
    assert_eq!(asin(-0.722530487045095), -0.8074556218427645);
    assert_eq!(sin(-0.0038369728605718613), -0.0038369634456956957);
    assert_eq!(cos(-0.0038369728605718613), 0.9999926388286647);
    assert_eq!(
        atan2(0.12529114749455328, 0.24774495672305863),
        0.4682181712926895
    );
    assert_eq!(acos(-0.35772167052020154), 1.9366233030698115);
    assert_eq!(asin(-0.35772167052020154), -0.3658269762749148);
    assert_eq!(sin(-0.9183798399716105), -0.7946190506690995);
    assert_eq!(cos(-0.9183798399716105), 0.607108362908747);
    assert_eq!(
        atan2(-0.0629812987800157, -0.08717226251886545),
        -2.515930062859742
    );
    assert_eq!(acos(0.7353721348402968), 0.7445806653132019);
    assert_eq!(asin(0.7353721348402968), 0.8262156614816948);
    assert_eq!(sin(8.136265234365858), 0.9604218471224162);
    assert_eq!(cos(8.136265234365858), -0.2785495926580511);
    assert_eq!(
        atan2(-0.006673314523630743, -0.22477157970644834),
        -3.111912055956373
    );
    assert_eq!(acos(-0.9553874548503656), 2.8417651627414084);
    assert_eq!(asin(-0.9553874548503656), -1.2709688359465117);
    assert_eq!(sin(-0.0027384023021016558), -0.0027383988796262143);
    assert_eq!(cos(-0.0027384023021016558), 0.999996250578759);
    assert_eq!(
        atan2(-0.0037487395511098245, 0.11848560258721874),
        -0.03162822634419148
    );
    assert_eq!(acos(-0.8103923042860093), 2.5156177218492988);
    assert_eq!(asin(-0.8103923042860093), -0.9448213950544022);
}

#[test]
fn special_values_are_those_of_the_library() {
    assert_eq!((sin(0.0), cos(0.0)), (0.0, 1.0));
    assert_eq!(atan2(0.0, -1.0), PI);
    assert_eq!(atan2(-0.0, -1.0), -PI);
    assert_eq!(atan2(1.0, 0.0), FRAC_PI_2);
    assert_eq!(atan2(1.0, 1.0), FRAC_PI_4);
    assert_eq!((acos(1.0), acos(-1.0), asin(1.0)), (0.0, PI, FRAC_PI_2));
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(sin(value).is_nan() && cos(value).is_nan());
    }
    assert!(acos(1.5).is_nan() && asin(f64::NAN).is_nan() && atan2(f64::NAN, 1.0).is_nan());
    assert_eq!(sin(1e22), libm::sin(1e22));
    assert_eq!(atan2(1e-300, 1.0), 1e-300);
}

#[test]
fn sine_and_cosine_belong_together() {
    for at in -4000_i32..4000 {
        let angle = f64::from(at) * 0.013;
        let (sine, cosine) = sin_cos(angle);
        assert!(
            (sine * sine + cosine * cosine - 1.0).abs() < 4e-16,
            "{angle}"
        );
        let turned = atan2(sine, cosine) - angle;
        assert!(sin(turned * 0.5).abs() < 1e-14, "{angle}");
    }
}

/// A pseudo-random sequence.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Small, usual, large, tiny angles, and some near multiples of an eighth turn.
    fn angle(&mut self) -> f64 {
        let size = match self.next() % 6 {
            0 => self.unit() * 0.125,
            1 => self.unit() * 0.8,
            2 => self.unit() * 7.0,
            3 => self.unit() * 1000.0,
            4 => 10_f64.powf(-9.0 * self.unit()),
            _ => {
                let eighths = (self.next() % 12) as f64;
                eighths * FRAC_PI_4 + (self.unit() - 0.5) * 10_f64.powf(-12.0 * self.unit())
            }
        };
        if self.next() & 1 == 0 { size } else { -size }
    }
}

/// What the slow way gives, wherever the library is not asked.
#[test]
fn the_quick_phase_changes_no_bit() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..250_000 {
        let angle = random.angle();
        let (sine, cosine) = sin_cos(angle);
        assert_eq!((sin(angle), cos(angle)), (sine, cosine), "{angle}");
        if !is_left_to_library(angle) {
            let slow = pairs(angle);
            assert_eq!((sine, cosine), (slow.0.0, slow.1.0), "{angle}");
        }
        let (y, x) = match random.next() % 3 {
            0 => (sine * 3.7, cosine * 3.7),
            1 => (random.unit() - 0.5, random.unit() - 0.5),
            _ => (
                random.unit() - 0.5,
                (random.unit() - 0.5) * 10_f64.powf(-8.0 * random.unit()),
            ),
        };
        let found = libm::atan2(y, x);
        if found.abs() > TINY && y != 0.0 && x != 0.0 {
            let slow = pairs(found);
            let slow = found + angle_from(slow.0, slow.1, [x, y]);
            assert_eq!(atan2(y, x), slow, "{y} {x}");
        }
        let wanted = match random.next() % 3 {
            0 => sine,
            1 => cosine,
            _ => random.unit() * 2.0 - 1.0,
        };
        let found = libm::acos(wanted);
        if found > 1e-6 && found < PI - TINY {
            let slow = pairs(found);
            let slow = found + excess(slow.1, wanted, slow.0);
            assert_eq!(acos(wanted), slow, "{wanted}");
        }
        let found = libm::asin(wanted);
        if found.abs() > TINY && found.abs() < FRAC_PI_2 - TINY {
            let slow = pairs(found);
            let slow = found - excess(slow.0, wanted, slow.1);
            assert_eq!(asin(wanted), slow, "{wanted}");
        }
    }
}

/// The slow way is an exception for angles that joints and poses have.
#[test]
fn the_quick_phase_decides_nearly_all() {
    let mut random = Random(7);
    let mut undecided = 0;
    for _ in 0..100_000 {
        let angle = (random.unit() - 0.5) * 6.2;
        let estimates = estimates::<false>(angle);
        let is_decided = estimates
            .is_some_and(|(sine, cosine)| [sine, cosine].iter().all(|of| of.rounded().is_some()));
        undecided += usize::from(!is_decided);
    }
    assert!(undecided < 5_000, "{undecided} of 100000");
}
