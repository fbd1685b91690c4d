//! Sine, cosine and their inverses, rounded correctly but for one case in
//! thousands. The genuine program takes them from the C library of its machine,
//! which rounds nearly all of them correctly; a poorly rounded sine turns a body
//! by a last digit, and that decides which of two equally deep points acts.
//! Numbers are kept as the sum of two, and only operations are used that give
//! the same bits on every machine.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, PI};

/// A number as the sum of a large and a small part.
type Pair = (f64, f64);

/// π/2 in parts of 33 bits, so that multiples of the first two are exact.
#[allow(clippy::approx_constant, clippy::excessive_precision)]
const HALF_PI: [f64; 4] = [
    1.570_796_326_734_125_614_17,
    6.077_100_506_303_965_976_60e-11,
    2.022_266_248_711_166_455_80e-21,
    8.478_427_660_368_899_569_97e-32,
];

/// Larger angles are left to the library: no pose has them.
const LARGEST: f64 = 1e6;

/// Sine and cosine of multiples of 1/32.
const NODES: [[Pair; 2]; 27] = [
    [(0.0, 0.0), (1.0, 0.0)],
    [
        (0.03124491398532608, -1.562781562225433e-18),
        (0.9995117584851364, -3.418806487972947e-17),
    ],
    [
        (0.0624593178423802, -2.040259504585711e-18),
        (0.9980475107000991, 3.3232291674141346e-17),
    ],
    [
        (0.09361273123551289, 1.4628632005878733e-18),
        (0.9956086864580017, 3.312922430932991e-17),
    ],
    [
        (0.12467473338522769, -2.925947496057858e-18),
        (0.992197667229329, 4.754870575189364e-17),
    ],
    [
        (0.15561499277355603, 8.886053372342288e-18),
        (0.9878177838164719, 4.91917302237681e-17),
    ],
    [
        (0.18640329676226988, 2.3493796901281573e-18),
        (0.9824733131012553, -3.919920375420088e-17),
    ],
    [
        (0.21700958109501015, 1.1170071073364376e-17),
        (0.9761694738686353, -7.850690609285027e-18),
    ],
    [
        (0.24740395925452294, -7.53102495590706e-18),
        (0.9689124217106447, 5.071436662403936e-17),
    ],
    [
        (0.2775567516463363, 1.7674070262791822e-17),
        (0.9607092430155619, -2.807827063516729e-17),
    ],
    [
        (0.30743851458038085, 1.1004366442765296e-19),
        (0.9515679480481722, -3.8614834675674123e-17),
    ],
    [
        (0.33702006902225307, 1.0312279860787216e-17),
        (0.9414974631278811, -4.8523830236797095e-18),
    ],
    [
        (0.36627252908604757, -9.938814562106524e-18),
        (0.9305076219123143, 4.488760003328074e-18),
    ],
    [
        (0.39516733024093426, -1.9613487871414228e-17),
        (0.9186091557949183, -4.0564150104514996e-17),
    ],
    [
        (0.42367625720393803, -2.331800700068871e-17),
        (0.9058136834259364, 4.2864666490805214e-17),
    ],
    [
        (0.4517714714916838, -8.234073942098903e-18),
        (0.8921336993669944, 2.3160655211380166e-17),
    ],
    [
        (0.479425538604203, -5.103969860556013e-18),
        (0.8775825618903728, -4.2623149864279997e-17),
    ],
    [
        (0.5066114548142574, -3.269413423618168e-17),
        (0.8621744799348805, 4.4132427578105805e-18),
    ],
    [
        (0.5333026735360201, 5.129318115032044e-17),
        (0.8459244992310679, 1.549506647350329e-17),
    ],
    [
        (0.5594731312473669, 1.575565514488728e-17),
        (0.8288484876093257, 1.1163935406617444e-17),
    ],
    [
        (0.5850972729404622, -5.4883972461161805e-17),
        (0.8109631195052179, -3.091333486122179e-17),
    ],
    [
        (0.6101500770757914, -1.479826990758988e-17),
        (0.7922858596771786, -2.9049779312834576e-17),
    ],
    [
        (0.6346070800152693, -3.4568582392624965e-17),
        (0.7728349461524715, 4.231014921891023e-17),
    ],
    [
        (0.6584443999105676, -3.7736386700306717e-17),
        (0.7526293724180665, -1.2970993013150526e-17),
    ],
    [
        (0.6816387600233341, 4.410467313197903e-17),
        (0.7316888688738209, -1.0475824306512768e-17),
    ],
    [
        (0.7041675114545337, -3.94095700584825e-17),
        (0.7100338835660797, 1.505272211891291e-17),
    ],
    [
        (0.7260086552607126, -1.573621815339587e-17),
        (0.6876855622205048, 3.5430696752823923e-17),
    ],
];

/// The exact sum.
fn sum(a: f64, b: f64) -> Pair {
    let large = a + b;
    let from_b = large - a;
    (large, (a - (large - from_b)) + (b - from_b))
}

/// A number as the sum of two of half as many bits.
fn split(a: f64) -> Pair {
    let scaled = 134_217_729.0 * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

/// The exact product of numbers that are neither huge nor tiny.
fn product(a: f64, b: f64) -> Pair {
    let large = a * b;
    let ((a1, a0), (b1, b0)) = (split(a), split(b));
    (large, a0 * b0 - (((large - a1 * b1) - a0 * b1) - a1 * b0))
}

/// The product of two sums.
fn product_of_pairs(a: Pair, b: Pair) -> Pair {
    let (large, small) = product(a.0, b.0);
    (large, small + (a.0 * b.1 + a.1 * b.0))
}

/// An angle less a multiple of a right angle, and the number of right angles.
fn reduced(angle: f64) -> (Pair, i64) {
    let turns = (angle * FRAC_2_PI).round();
    let (a, a_rest) = sum(angle, -(turns * HALF_PI[0]));
    let (b, b_rest) = sum(a, -(turns * HALF_PI[1]));
    let (c, c_rest) = sum(b, -(turns * HALF_PI[2]));
    let small = a_rest + b_rest + (c_rest - turns * HALF_PI[3]);
    (sum(c, small), turns as i64)
}

/// Sine and cosine of an angle of at most an eighth of a turn, not negative.
fn sine_and_cosine_within_an_eighth((high, low): Pair) -> (Pair, Pair) {
    let node = (high * 32.0).round();
    let [(s, s_low), (c, c_low)] = NODES[node as usize];
    let d = high - node / 32.0;
    let (square, square_low) = product(d, d);
    let square_low = square_low + 2.0 * d * low;
    // sine and cosine of the rest, the cosine less 1
    let cube = d * square;
    let tail = -1.0 / 6.0 + square * (1.0 / 120.0 - square * (1.0 / 5040.0 - square / 362_880.0));
    let sine = (d, low * (1.0 - 0.5 * square) + cube * tail);
    let tail = 1.0 / 24.0 - square * (1.0 / 720.0 - square / 40_320.0);
    let less = (-0.5 * square, -0.5 * square_low + square * square * tail);
    let add = |start: f64, rest: f64, one: Pair, two: Pair| {
        let (high, a) = sum(start, one.0);
        let (high, b) = sum(high, two.0);
        sum(high, a + b + (rest + one.1 + two.1))
    };
    let (node_sine, node_cosine) = ((s, s_low), (c, c_low));
    let c_less = product_of_pairs(node_cosine, less);
    let s_sine = product_of_pairs(node_sine, sine);
    (
        add(
            s,
            s_low,
            product_of_pairs(node_cosine, sine),
            product_of_pairs(node_sine, less),
        ),
        add(c, c_low, (-s_sine.0, -s_sine.1), c_less),
    )
}

/// Sine and cosine, each as a sum.
fn pairs(angle: f64) -> (Pair, Pair) {
    let ((high, low), turns) = reduced(angle);
    let is_negative = high < 0.0;
    let size = if is_negative {
        (-high, -low)
    } else {
        (high, low)
    };
    let (mut sine, cosine) = sine_and_cosine_within_an_eighth(size);
    if is_negative {
        sine = negative(sine);
    }
    match turns.rem_euclid(4) {
        0 => (sine, cosine),
        1 => (cosine, negative(sine)),
        2 => (negative(sine), negative(cosine)),
        _ => (negative(cosine), sine),
    }
}

fn negative((high, low): Pair) -> Pair {
    (-high, -low)
}

/// Below this an angle is its own sine, and products of its parts lose digits.
const TINY: f64 = 1e-9;

/// Sine and cosine of an angle in radians.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    if angle.abs() > LARGEST || angle.is_nan() || angle.abs() < TINY {
        return (libm::sin(angle), libm::cos(angle));
    }
    let (sine, cosine) = pairs(angle);
    (sine.0, cosine.0)
}

/// The sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    sin_cos(angle).0
}

/// The cosine of an angle in radians.
pub fn cos(angle: f64) -> f64 {
    sin_cos(angle).1
}

/// The angle of a point of the plane, from -π to π.
pub fn atan2(y: f64, x: f64) -> f64 {
    let found = libm::atan2(y, x);
    let is_usual = |value: f64| value.abs() > 1e-100 && value.abs() < 1e100;
    if !(is_usual(y) && is_usual(x) && found.abs() > TINY) {
        return found;
    }
    let (sine, cosine) = pairs(found);
    // the angle between the point and the direction that was found
    let (a, a_rest) = product(y, cosine.0);
    let (b, b_rest) = product(x, sine.0);
    let (across, rest) = sum(a, -b);
    let across = across + (rest + (a_rest - b_rest) + (y * cosine.1 - x * sine.1));
    found + across / (x * cosine.0 + y * sine.0)
}

/// The angle from 0 to π that has a cosine.
pub fn acos(cosine: f64) -> f64 {
    let found = libm::acos(cosine);
    if !(found > 1e-6 && found < PI - TINY) {
        return found;
    }
    let (sine, (high, low)) = pairs(found);
    found + ((high - cosine) + low) / sine.0
}

/// The angle from -π/2 to π/2 that has a sine.
pub fn asin(sine: f64) -> f64 {
    let found = libm::asin(sine);
    if !(found.abs() > TINY && found.abs() < FRAC_PI_2 - TINY) {
        return found;
    }
    let ((high, low), cosine) = pairs(found);
    found - ((high - sine) + low) / cosine.0
}

#[cfg(test)]
mod tests {
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
}
