//! Packed numbers.

use bytes::{BufMut, Bytes, BytesMut};

/// Type of the items of a packed array, with its number on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u16)]
pub enum ScalarKind {
    /// 64-bit float.
    Double = 1,
    /// 32-bit float.
    Single = 2,
    /// 8-bit signed integer.
    Int8 = 3,
    /// 8-bit unsigned integer.
    UInt8 = 4,
    /// 16-bit signed integer.
    Int16 = 5,
    /// 16-bit unsigned integer.
    UInt16 = 6,
    /// 32-bit signed integer.
    Int32 = 7,
    /// 32-bit unsigned integer.
    UInt32 = 8,
    /// 64-bit signed integer.
    Int64 = 9,
    /// 64-bit unsigned integer.
    UInt64 = 10,
    /// Complex number of two doubles.
    ComplexDouble = 12,
    /// Complex number of two singles.
    ComplexSingle = 13,
    /// Truth value in one byte.
    Bool = 14,
}

impl ScalarKind {
    /// The kind of that number.
    pub const fn from_code(code: u16) -> Option<Self> {
        Some(match code {
            1 => Self::Double,
            2 => Self::Single,
            3 => Self::Int8,
            4 => Self::UInt8,
            5 => Self::Int16,
            6 => Self::UInt16,
            7 => Self::Int32,
            8 => Self::UInt32,
            9 => Self::Int64,
            10 => Self::UInt64,
            12 => Self::ComplexDouble,
            13 => Self::ComplexSingle,
            14 => Self::Bool,
            _ => return None,
        })
    }

    /// The number on the wire.
    pub const fn code(self) -> u16 {
        self as u16
    }

    /// Bytes of one item.
    pub const fn size(self) -> usize {
        match self {
            Self::Int8 | Self::UInt8 | Self::Bool => 1,
            Self::Int16 | Self::UInt16 => 2,
            Self::Single | Self::Int32 | Self::UInt32 => 4,
            Self::Double | Self::Int64 | Self::UInt64 | Self::ComplexSingle => 8,
            Self::ComplexDouble => 16,
        }
    }

    /// The name in a service definition.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Double => "double",
            Self::Single => "single",
            Self::Int8 => "int8",
            Self::UInt8 => "uint8",
            Self::Int16 => "int16",
            Self::UInt16 => "uint16",
            Self::Int32 => "int32",
            Self::UInt32 => "uint32",
            Self::Int64 => "int64",
            Self::UInt64 => "uint64",
            Self::ComplexDouble => "cdouble",
            Self::ComplexSingle => "csingle",
            Self::Bool => "bool",
        }
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that is an item of a packed array.
///
/// Complex numbers are pairs `(real, imaginary)`.
pub trait Scalar: Copy + Send + Sync + 'static + sealed::Sealed {
    /// Its kind on the wire.
    const KIND: ScalarKind;
    #[doc(hidden)]
    fn put(self, out: &mut BytesMut);
    #[doc(hidden)]
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! scalar {
    ($($type:ty => $kind:ident),*) => {$(
        impl sealed::Sealed for $type {}
        impl Scalar for $type {
            const KIND: ScalarKind = ScalarKind::$kind;
            fn put(self, out: &mut BytesMut) {
                out.put_slice(&self.to_le_bytes());
            }
            fn get(bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<$type>()];
                raw.copy_from_slice(bytes);
                <$type>::from_le_bytes(raw)
            }
        }
    )*};
}

scalar!(f64 => Double, f32 => Single, i8 => Int8, u8 => UInt8, i16 => Int16, u16 => UInt16,
    i32 => Int32, u32 => UInt32, i64 => Int64, u64 => UInt64);

macro_rules! complex {
    ($($part:ty => $kind:ident),*) => {$(
        impl sealed::Sealed for ($part, $part) {}
        impl Scalar for ($part, $part) {
            const KIND: ScalarKind = ScalarKind::$kind;
            fn put(self, out: &mut BytesMut) {
                self.0.put(out);
                self.1.put(out);
            }
            fn get(bytes: &[u8]) -> Self {
                let (real, imaginary) = bytes.split_at(size_of::<$part>());
                (<$part>::get(real), <$part>::get(imaginary))
            }
        }
    )*};
}

complex!(f64 => ComplexDouble, f32 => ComplexSingle);

impl sealed::Sealed for bool {}
impl Scalar for bool {
    const KIND: ScalarKind = ScalarKind::Bool;
    fn put(self, out: &mut BytesMut) {
        out.put_u8(u8::from(self));
    }
    fn get(bytes: &[u8]) -> Self {
        bytes.first().is_some_and(|b| *b != 0)
    }
}

/// Numbers packed as on the wire; a single number is an array of one.
///
/// An array that was received shares the buffer it arrived in.
///
/// ```
/// use raconteur::message::{Array, ScalarKind};
/// let array = Array::from_slice(&[1.0, 2.5]);
/// assert_eq!(array.kind(), ScalarKind::Double);
/// assert_eq!(array.to_vec::<f64>(), Some(vec![1.0, 2.5]));
/// assert_eq!(array.to_vec::<u8>(), None);
/// ```
///
/// ```
/// use raconteur::message::{Array, Scalar, ScalarKind};
///
/// fn total<T: Scalar + Into<f64>>(array: &Array) -> Option<f64> {
///     array.iter::<T>().map(|items| items.map(Into::into).sum())
/// }
/// let array = Array::from_slice(&[1.0_f32, 2.0, 4.0]);
/// assert_eq!(total::<f32>(&array), Some(7.0));
/// assert_eq!(array.slice(1, 2).unwrap().to_vec::<f32>().unwrap(), [2.0, 4.0]);
/// assert_eq!(Array::scalar(5_i32).single::<i32>(), Some(5));
///
/// let bytes = array.bytes().clone();
/// assert_eq!(bytes.len(), 3 * ScalarKind::Single.size());
/// assert_eq!(Array::from_bytes(array.kind(), bytes), Some(array));
/// assert!(Array::empty(ScalarKind::Bool).is_empty());
/// assert_eq!(ScalarKind::from_code(ScalarKind::Bool.code()), Some(ScalarKind::Bool));
/// assert_eq!(ScalarKind::Bool.name(), "bool");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Array {
    kind: ScalarKind,
    bytes: Bytes,
}

impl Array {
    /// Packs numbers.
    pub fn from_slice<T: Scalar>(items: &[T]) -> Self {
        let mut bytes = BytesMut::with_capacity(items.len() * T::KIND.size());
        for item in items {
            item.put(&mut bytes);
        }
        Self {
            kind: T::KIND,
            bytes: bytes.freeze(),
        }
    }

    /// Packs one number.
    pub fn scalar<T: Scalar>(item: T) -> Self {
        Self::from_slice(&[item])
    }

    /// Takes little-endian bytes as they are; `None` if they are no whole
    /// number of items.
    pub fn from_bytes(kind: ScalarKind, bytes: Bytes) -> Option<Self> {
        bytes
            .len()
            .is_multiple_of(kind.size())
            .then_some(Self { kind, bytes })
    }

    /// An array without items.
    pub const fn empty(kind: ScalarKind) -> Self {
        Self {
            kind,
            bytes: Bytes::new(),
        }
    }

    /// Type of the items.
    pub const fn kind(&self) -> ScalarKind {
        self.kind
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.kind.size()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The little-endian bytes.
    pub const fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The items, or `None` if they are of another type.
    pub fn to_vec<T: Scalar>(&self) -> Option<Vec<T>> {
        self.iter().map(Iterator::collect)
    }

    /// Walks the items, or `None` if they are of another type.
    pub fn iter<T: Scalar>(&self) -> Option<impl ExactSizeIterator<Item = T> + '_> {
        (T::KIND == self.kind).then(|| self.bytes.chunks_exact(self.kind.size()).map(T::get))
    }

    /// The only item, or `None` if there is another number of items or another type.
    pub fn single<T: Scalar>(&self) -> Option<T> {
        (T::KIND == self.kind && self.bytes.len() == self.kind.size()).then(|| T::get(&self.bytes))
    }

    /// Items `start .. start + count` without copying; `None` past the end.
    pub fn slice(&self, start: usize, count: usize) -> Option<Self> {
        let size = self.kind.size();
        let from = start.checked_mul(size)?;
        let to = count.checked_mul(size)?.checked_add(from)?;
        (to <= self.bytes.len()).then(|| Self {
            kind: self.kind,
            bytes: self.bytes.slice(from..to),
        })
    }
}

impl std::fmt::Debug for Array {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        macro_rules! items {
            ($type:ty) => {
                f.debug_list()
                    .entries(self.iter::<$type>().into_iter().flatten())
                    .finish()
            };
        }
        f.write_str(self.kind.name())?;
        match self.kind {
            ScalarKind::Double => items!(f64),
            ScalarKind::Single => items!(f32),
            ScalarKind::Int8 => items!(i8),
            ScalarKind::UInt8 => items!(u8),
            ScalarKind::Int16 => items!(i16),
            ScalarKind::UInt16 => items!(u16),
            ScalarKind::Int32 => items!(i32),
            ScalarKind::UInt32 => items!(u32),
            ScalarKind::Int64 => items!(i64),
            ScalarKind::UInt64 => items!(u64),
            ScalarKind::ComplexDouble => items!((f64, f64)),
            ScalarKind::ComplexSingle => items!((f32, f32)),
            ScalarKind::Bool => items!(bool),
        }
    }
}
