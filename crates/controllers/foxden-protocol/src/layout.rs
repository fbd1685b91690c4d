//! Declares messages as their byte layout: the order of the fields is the
//! order on the wire, `as` names another layout than the type's usual one.

/// A structure whose fields follow each other on the wire.
macro_rules! layout {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$field_meta:meta])* $field:ident : $type:ty $(as $codec:ty)? ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: $type, )*
        }

        impl $crate::wire::Wire for $name {
            const SMALLEST: usize = 0 $( + $crate::layout::smallest!($type $(as $codec)?) )*;

            fn encode(&self, out: &mut $crate::wire::Writer<'_>) {
                $( $crate::layout::put!(out, &self.$field, $type $(as $codec)?); )*
            }

            fn decode(
                reader: &mut $crate::reader::Reader<'_>,
            ) -> Result<Self, $crate::error::DecodeError> {
                $( let $field = $crate::layout::get!(reader, $type $(as $codec)?); )*
                Ok(Self { $( $field ),* })
            }
        }

        #[cfg(test)]
        impl $crate::sample::Sample for $name {
            fn sample(from: &mut $crate::sample::SampleSource) -> Self {
                Self { $( $field: $crate::layout::draw!(from, $type $(as $codec)?) ),* }
            }
        }
    };
}

/// The messages of one receiver: a number of the given type, then the fields.
macro_rules! messages {
    (
        $(#[$meta:meta])*
        pub enum $name:ident : $number:ty, $receiver:literal {
            $(
                $(#[$variant_meta:meta])*
                $id:literal => $variant:ident
                $( { $( $(#[$field_meta:meta])* $field:ident : $type:ty $(as $codec:ty)? ),* $(,)? } )?
                $( ( $inner:ident : $inner_type:ty $(as $inner_codec:ty)? ) )?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $(
                $(#[$variant_meta])*
                #[doc = ""]
                #[doc = concat!("Message ", $id, ".")]
                $variant
                $( { $( $(#[$field_meta])* $field: $type ),* } )?
                $( ( $inner_type ) )?
            ),*
        }

        impl $name {
            /// The numbers of these messages.
            pub const NUMBERS: &[$number] = &[ $( $id ),* ];
        }

        impl $crate::wire::Wire for $name {
            const SMALLEST: usize = size_of::<$number>();

            fn encode(&self, out: &mut $crate::wire::Writer<'_>) {
                match self {
                    $(
                        Self::$variant $( { $( $field ),* } )? $( ( $inner ) )? => {
                            <$number as $crate::wire::Wire>::encode(&$id, out);
                            $( $( $crate::layout::put!(out, $field, $type $(as $codec)?); )* )?
                            $( $crate::layout::put!(out, $inner, $inner_type $(as $inner_codec)?); )?
                        }
                    )*
                }
            }

            fn decode(
                reader: &mut $crate::reader::Reader<'_>,
            ) -> Result<Self, $crate::error::DecodeError> {
                let start = reader.offset();
                match <$number as $crate::wire::Wire>::decode(reader)? {
                    $(
                        $id => {
                            $( $( let $field = $crate::layout::get!(reader, $type $(as $codec)?); )* )?
                            $( let $inner = $crate::layout::get!(reader, $inner_type $(as $inner_codec)?); )?
                            Ok(Self::$variant $( { $( $field ),* } )? $( ( $inner ) )?)
                        }
                    )*
                    id => Err($crate::error::DecodeError {
                        offset: start,
                        reason: $crate::error::DecodeErrorReason::UnknownMessage {
                            receiver: $receiver,
                            id: id.into(),
                        },
                    }),
                }
            }
        }

        #[cfg(test)]
        impl $crate::sample::Sample for $name {
            fn sample(from: &mut $crate::sample::SampleSource) -> Self {
                let choices: &[fn(&mut $crate::sample::SampleSource) -> Self] = &[
                    $( |_from| Self::$variant
                        $( { $( $field: $crate::layout::draw!(_from, $type $(as $codec)?) ),* } )?
                        $( ( $crate::layout::draw!(_from, $inner_type $(as $inner_codec)?) ) )?
                    ),*
                ];
                choices[from.below(choices.len())](from)
            }
        }
    };
}

/// A closed set of numbers.
macro_rules! choice {
    (
        $(#[$meta:meta])*
        pub enum $name:ident : $number:ty, $what:literal {
            $( $(#[$variant_meta:meta])* $variant:ident = $value:literal ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $( $(#[$variant_meta])* $variant ),*
        }

        impl $crate::wire::Wire for $name {
            const SMALLEST: usize = size_of::<$number>();

            fn encode(&self, out: &mut $crate::wire::Writer<'_>) {
                let number: $number = match self { $( Self::$variant => $value ),* };
                number.encode(out);
            }

            fn decode(
                reader: &mut $crate::reader::Reader<'_>,
            ) -> Result<Self, $crate::error::DecodeError> {
                let offset = reader.offset();
                match <$number as $crate::wire::Wire>::decode(reader)? {
                    $( $value => Ok(Self::$variant), )*
                    value => Err($crate::error::DecodeError {
                        offset,
                        reason: $crate::error::DecodeErrorReason::InvalidValue {
                            what: $what,
                            value: value.into(),
                        },
                    }),
                }
            }
        }

        #[cfg(test)]
        impl $crate::sample::Sample for $name {
            fn sample(from: &mut $crate::sample::SampleSource) -> Self {
                let choices = [ $( Self::$variant ),* ];
                choices[from.below(choices.len())]
            }
        }
    };
}

macro_rules! smallest {
    ($type:ty) => {
        <$type as $crate::wire::Wire>::SMALLEST
    };
    ($type:ty as $codec:ty) => {
        <$codec as $crate::wire::Codec<$type>>::SMALLEST
    };
}

macro_rules! put {
    ($out:expr, $value:expr, $type:ty) => {
        <$type as $crate::wire::Wire>::encode($value, $out)
    };
    ($out:expr, $value:expr, $type:ty as $codec:ty) => {
        <$codec as $crate::wire::Codec<$type>>::encode($value, $out)
    };
}

macro_rules! get {
    ($reader:expr, $type:ty) => {
        <$type as $crate::wire::Wire>::decode($reader)?
    };
    ($reader:expr, $type:ty as $codec:ty) => {
        <$codec as $crate::wire::Codec<$type>>::decode($reader)?
    };
}

#[cfg(test)]
macro_rules! draw {
    ($from:expr, $type:ty) => {
        <$type as $crate::sample::Sample>::sample($from)
    };
    ($from:expr, $type:ty as $codec:ty) => {
        <$codec as $crate::sample::SampleVia<$type>>::sample($from)
    };
}

pub(crate) use {choice, get, layout, messages, put, smallest};

#[cfg(test)]
pub(crate) use draw;
