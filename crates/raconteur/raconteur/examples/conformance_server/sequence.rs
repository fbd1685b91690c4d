//! The number sequences from which the reference suite fills pods and named
//! arrays: tables of doubles and whole numbers, walked in steps given by a seed.

use std::sync::LazyLock;

use raconteur::value::{IntoValue, List, MultiDim, Value};

use crate::test_service3::{Quaternion, Testpod1, Testpod2, Teststruct3, Transform, Vector3};

const DOUBLES: usize = 7919;

struct Tables {
    doubles: Vec<f64>,
    integers: Vec<u32>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let bytes = include_bytes!("sequence.bin");
    let (doubles, integers) = bytes.split_at(8 * DOUBLES);
    Tables {
        doubles: doubles
            .as_chunks()
            .0
            .iter()
            .map(|raw| f64::from_le_bytes(*raw))
            .collect(),
        integers: integers
            .as_chunks()
            .0
            .iter()
            .map(|raw| u32::from_le_bytes(*raw))
            .collect(),
    }
});

/// A walk through the tables.
pub struct Sequence {
    counter: usize,
    step: usize,
}

impl Sequence {
    pub fn new(seed: u32) -> Self {
        let seed = seed as usize;
        Sequence {
            counter: seed % 7823,
            step: seed % 17 + 7,
        }
    }

    fn advance(&mut self) -> usize {
        self.counter += self.step;
        self.counter
    }

    pub fn double(&mut self) -> f64 {
        let at = self.advance();
        TABLES.doubles[at % TABLES.doubles.len()]
    }

    pub fn integer(&mut self) -> u32 {
        let at = self.advance();
        TABLES.integers[at % TABLES.integers.len()]
    }

    pub fn small(&mut self) -> i8 {
        ((self.advance() % 0xFF) as i16 - 128) as i8
    }

    fn doubles(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.double()).collect()
    }

    fn smalls(&mut self, count: usize) -> Vec<i8> {
        (0..count).map(|_| self.small()).collect()
    }

    /// A number of items below `limit`.
    fn count(&mut self, limit: u32) -> usize {
        (self.integer() % limit) as usize
    }
}

pub fn transform(seed: u32) -> Transform {
    let mut sequence = Sequence::new(seed);
    let mut next = || sequence.double();
    Transform {
        rotation: Quaternion {
            q0: next(),
            q1: next(),
            q2: next(),
            q3: next(),
        },
        translation: Vector3 {
            x: next(),
            y: next(),
            z: next(),
        },
    }
}

fn transforms_of(sequence: &mut Sequence, count: usize) -> Vec<Transform> {
    (0..count).map(|_| transform(sequence.integer())).collect()
}

pub fn transforms(count: usize, seed: u32) -> Vec<Transform> {
    transforms_of(&mut Sequence::new(seed), count)
}

pub fn transform_matrix(rows: u32, columns: u32, seed: u32) -> MultiDim<Transform> {
    let items = transforms((rows * columns) as usize, seed);
    MultiDim::new(vec![rows, columns], items).unwrap_or_default()
}

pub fn small_pod(seed: u32) -> Testpod2 {
    let mut sequence = Sequence::new(seed);
    let i1 = sequence.small();
    let i2 = sequence.smalls(15);
    let count = sequence.count(15);
    Testpod2 {
        i1,
        i2: i2.try_into().unwrap_or_default(),
        i3: sequence.smalls(count),
    }
}

fn small_pods(sequence: &mut Sequence, count: usize) -> Vec<Testpod2> {
    (0..count).map(|_| small_pod(sequence.integer())).collect()
}

fn fixed<T: std::fmt::Debug, const N: usize>(items: Vec<T>) -> [T; N] {
    items
        .try_into()
        .expect("the sequence gives as many items as it is asked for")
}

fn matrix<T>(rows: u32, columns: u32, items: Vec<T>) -> MultiDim<T> {
    MultiDim::new(vec![rows, columns], items).unwrap_or_default()
}

pub fn pod(seed: u32) -> Testpod1 {
    let mut sequence = Sequence::new(seed);
    let d1 = sequence.double();
    let d2 = fixed(sequence.doubles(6));
    let count = sequence.count(6);
    let d3 = sequence.doubles(count);
    let d4 = matrix(3, 3, sequence.doubles(9));
    let s1 = small_pod(sequence.integer());
    let s2 = fixed(small_pods(&mut sequence, 8));
    let count = sequence.count(9);
    let s3 = small_pods(&mut sequence, count);
    let s4 = matrix(2, 4, small_pods(&mut sequence, 8));
    let t1 = transform(sequence.integer());
    let t2 = fixed(transforms_of(&mut sequence, 4));
    let count = sequence.count(15);
    let t3 = transforms_of(&mut sequence, count);
    let t4 = matrix(2, 4, transforms_of(&mut sequence, 8));
    Testpod1 {
        d1,
        d2,
        d3,
        d4,
        s1,
        s2,
        s3,
        s4,
        t1,
        t2,
        t3,
        t4,
    }
}

fn pods(count: usize, seed: u32) -> Vec<Testpod1> {
    let mut sequence = Sequence::new(seed);
    (0..count).map(|_| pod(sequence.integer())).collect()
}

fn pod_matrix(rows: u32, columns: u32, seed: u32) -> MultiDim<Testpod1> {
    matrix(rows, columns, pods((rows * columns) as usize, seed))
}

fn list<T: IntoValue>(items: Vec<T>) -> Value {
    List(items).into_value()
}

/// The structure that holds pods and named arrays in every way.
pub fn structure(seed: u32) -> Teststruct3 {
    let mut walk = Sequence::new(seed);
    let mut next = || walk.integer();
    let s1 = pod(next());
    let seed2 = next();
    let s3 = fixed(pods(11, next()));
    let seed4 = next();
    let s5 = pod_matrix(3, 3, next());
    let seed6 = next();
    Teststruct3 {
        s1,
        s2: pods((seed2 % 17) as usize, seed2),
        s3,
        s4: pods((seed4 % 16) as usize, seed4),
        s5,
        s6: pod_matrix(seed6 % 6, seed6 % 3, seed6),
        s7: List(vec![pod(next())]),
        s8: List(vec![pods(2, next()), pods(4, next())]),
        s9: List(vec![pod_matrix(2, 3, next()), pod_matrix(4, 5, next())]),
        s10: pod(next()).into_value(),
        s11: pods(3, next()).into_value(),
        s12: pod_matrix(2, 2, next()).into_value(),
        s13: list(vec![pod(next())]),
        s14: list(vec![pods(3, next()), pods(5, next())]),
        s15: list(vec![pod_matrix(7, 2, next()), pod_matrix(5, 1, next())]),
        t1: transform(next()),
        t2: fixed(transforms(4, next())),
        t3: transform_matrix(2, 4, next()),
        t4: transforms(10, next()).into_value(),
        t5: transform_matrix(6, 5, next()).into_value(),
        t6: List(vec![transform(next())]),
        t7: List(vec![
            fixed(transforms(4, next())),
            fixed(transforms(4, next())),
        ]),
        t8: List(vec![
            transform_matrix(2, 4, next()),
            transform_matrix(2, 4, next()),
        ]),
        t9: list(vec![transform(next())]),
        t10: list(vec![transforms(3, next()), transforms(5, next())]),
        t11: list(vec![
            transform_matrix(7, 2, next()),
            transform_matrix(5, 1, next()),
        ]),
    }
}
