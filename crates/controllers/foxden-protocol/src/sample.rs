//! Draws messages at random for tests, from a string of numbers that a property
//! test makes and shrinks. When the numbers are used up it draws the simplest.

use foxden_catalogue::FieldType;

use crate::devices::{ImageFile, brake, display};
use crate::dialect::{self, ActualField, Dialect};
use crate::ids::{
    FieldId, Long, NodeTypeNumber, OrMinusOne, OrZero, ProtoId, Short, Tag, Uid,
    field_type_from_number,
};
use crate::robot::{self, JoystickConfiguration, SimulationMode, UserInputSet};
use crate::supervisor::{
    FieldGet, FieldInsert, FieldReport, FieldSet, NewItem, NodeValue, PlainValue, ProtoLookup,
    ReadValue, SaveWorld, TrackingPeriod,
};
use crate::wire::{Bytes, Counted, PrintedBytes, SizedText};

/// Where numbers come from.
pub(crate) struct SampleSource {
    numbers: std::vec::IntoIter<u64>,
    pub(crate) dialect: Dialect,
}

impl SampleSource {
    pub(crate) fn new(numbers: Vec<u64>, dialect: Dialect) -> Self {
        Self {
            numbers: numbers.into_iter(),
            dialect,
        }
    }

    fn number(&mut self) -> u64 {
        self.numbers.next().unwrap_or(0)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    fn list<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.below(4)).map(|_| draw(self)).collect()
    }

    fn option<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 1).then(|| draw(self))
    }
}

/// A value that can be drawn.
pub(crate) trait Sample: Sized {
    /// Whether the type has a value at all.
    const IS_POSSIBLE: bool = true;

    fn sample(from: &mut SampleSource) -> Self;
}

/// A random value; `None` of a type without values.
pub(crate) fn sample_if_possible<T: Sample>(from: &mut SampleSource) -> Option<T> {
    T::IS_POSSIBLE.then(|| T::sample(from))
}

/// A value that can be drawn so that its layout can express it.
pub(crate) trait SampleVia<T> {
    fn sample(from: &mut SampleSource) -> T;
}

macro_rules! drawn {
    ($($type:ty = |$from:ident| $draw:expr;)*) => {$(
        impl Sample for $type {
            fn sample($from: &mut SampleSource) -> Self {
                $draw
            }
        }
    )*};
}

macro_rules! drawn_via {
    ($($codec:ty, $type:ty = |$from:ident| $draw:expr;)*) => {$(
        impl SampleVia<$type> for $codec {
            fn sample($from: &mut SampleSource) -> $type {
                $draw
            }
        }
    )*};
}

drawn! {
    u8 = |from| from.number() as u8;
    u16 = |from| from.number() as u16;
    i16 = |from| from.number() as i16;
    u32 = |from| from.number() as u32;
    i32 = |from| from.number() as i32;
    f32 = |from| Some(f32::from_bits(from.number() as u32)).filter(|x| !x.is_nan()).unwrap_or(1.0);
    f64 = |from| Some(f64::from_bits(from.number())).filter(|x| !x.is_nan()).unwrap_or(1.0);
    bool = |from| from.below(2) == 1;
    String = |from| from.list(|from| ['a', ' ', 'é', '狐', '\n', '%'][from.below(6)]).into_iter().collect();
    Tag = |from| Tag(from.number() as u16);
    Uid = |from| Uid(from.number() as i32);
    FieldId = |from| FieldId(from.number() as i32 & i32::MAX);
    ProtoId = |from| ProtoId(from.number() as i32 & i32::MAX);
    NodeTypeNumber = |from| NodeTypeNumber(from.below(88) as i32);
    UserInputSet = |from| UserInputSet(from.number() as i32);
    SimulationMode = |from| match from.below(4) {
        0 => SimulationMode::Pause,
        1 => SimulationMode::RealTime,
        2 => SimulationMode::Fast,
        _ => SimulationMode::Other(from.number() as i32 | 4),
    };
    Box<robot::RobotConfiguration> = |from| Box::new(robot::RobotConfiguration {
        name: Sample::sample(from),
        version: Sample::sample(from),
        is_supervisor: Sample::sample(from),
        synchronization: Sample::sample(from),
        time: Sample::sample(from),
        devices: Sample::sample(from),
        basic_time_step: Sample::sample(from),
        project_path: Sample::sample(from),
        world_path: Sample::sample(from),
        model: Sample::sample(from),
        window_library: Sample::sample(from),
        remote_control_library: Sample::sample(from),
        controller: Sample::sample(from),
        custom_data: Sample::sample(from),
        shows_window: Sample::sample(from),
        has_html_window: Sample::sample(from),
        mode: Sample::sample(from),
    });
    JoystickConfiguration = |from| match from.below(2) {
        0 => JoystickConfiguration::Missing,
        _ => JoystickConfiguration::Connected {
            axes: i32::sample(from) & i32::MAX,
            buttons: Sample::sample(from),
            povs: Sample::sample(from),
            model: Sample::sample(from),
        },
    };
    ImageFile = |from| match from.below(2) {
        0 => ImageFile::None,
        _ => ImageFile::File { size: 1 + from.below(1 << 30) as i32, path: Sample::sample(from) },
    };
    brake::BrakeRequest = |from| {
        let damping = from.option(Sample::sample);
        let wanted = match damping {
            None => Some(Sample::sample(from)),
            Some(_) => from.option(Sample::sample),
        };
        brake::BrakeRequest { damping, wanted }
    };
    display::ControllerPicture = |from| {
        use display::PixelFormat::{Abgr, Argb, Bgra, Rgb, Rgba};
        let size = [from.below(4), from.below(4)];
        let format = [Rgb, Rgba, Argb, Bgra, Abgr][from.below(5)];
        let bytes = size[0] * size[1] * format.bytes_per_pixel();
        let pixels = (0..bytes).map(|_| Sample::sample(from)).collect();
        display::ControllerPicture::new(size.map(|side| side as i16), format, pixels).expect("it fits")
    };
    display::SavedPicture = |from| {
        let size = [from.below(4), from.below(4)];
        let pixels = (0..size[0] * size[1] * 4).map(|_| Sample::sample(from)).collect();
        display::SavedPicture::new(size.map(|side| side as i32), pixels).expect("it fits")
    };
    PlainValue = |from| match from.below(8) {
        0 => PlainValue::Bool(Sample::sample(from)),
        1 => PlainValue::Int32(Sample::sample(from)),
        2 => PlainValue::Float(Sample::sample(from)),
        3 => PlainValue::Vec2f(Sample::sample(from)),
        4 => PlainValue::Vec3f(Sample::sample(from)),
        5 => PlainValue::Rotation(Sample::sample(from)),
        6 => PlainValue::Color(Sample::sample(from)),
        _ => PlainValue::String(Sample::sample(from)),
    };
    NewItem = |from| match from.below(2) {
        0 => NewItem::Value(Sample::sample(from)),
        _ => NewItem::NodeSource(Sample::sample(from)),
    };
    ReadValue = |from| match from.below(3) {
        0 => ReadValue::Value(Sample::sample(from)),
        1 => ReadValue::Node(None),
        _ => {
            let mut node = NodeValue::sample(from);
            node.node.0 |= 1;
            ReadValue::Node(Some(node))
        }
    };
    ProtoLookup = |from| ProtoLookup {
        node: Sample::sample(from),
        proto: from.option(Sample::sample),
    };
    FieldGet = |from| FieldGet {
        node: Sample::sample(from),
        proto: <dialect::RequestProto as SampleVia<_>>::sample(from),
        field: Sample::sample(from),
        internal: Sample::sample(from),
        index: from.option(Sample::sample),
    };
    FieldSet = |from| FieldSet {
        node: Sample::sample(from),
        field: Sample::sample(from),
        index: <OrMinusOne as SampleVia<_>>::sample(from),
        value: Sample::sample(from),
    };
    FieldInsert = |from| {
        let item = NewItem::sample(from);
        let index = match &item {
            NewItem::Value(_) => Some(from.below(100) as u32),
            NewItem::NodeSource(_) => from.option(|from| from.below(100) as u32),
        };
        FieldInsert { node: Sample::sample(from), field: Sample::sample(from), index, item }
    };
    FieldReport = |from| match from.below(4) {
        0 => FieldReport::Gone,
        _ => FieldReport::Value {
            node: Sample::sample(from),
            proto: <dialect::AnswerProto as SampleVia<_>>::sample(from),
            field: Sample::sample(from),
            is_item: Sample::sample(from),
            value: Sample::sample(from),
        },
    };
    SaveWorld = |from| SaveWorld { file: from.option(Sample::sample) };
}

impl<T: Sample> Sample for Vec<T> {
    fn sample(from: &mut SampleSource) -> Self {
        from.list(T::sample)
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(from: &mut SampleSource) -> Self {
        std::array::from_fn(|_| T::sample(from))
    }
}

impl<C, T: Sample> SampleVia<Vec<T>> for Counted<C> {
    fn sample(from: &mut SampleSource) -> Vec<T> {
        Sample::sample(from)
    }
}

drawn_via! {
    Bytes, Vec<u8> = |from| Sample::sample(from);
    SizedText, String = |from| Sample::sample(from);
    PrintedBytes, Vec<u8> = |from| from.list(|from| u8::sample(from).max(1));
    display::Points, Vec<[i32; 2]> = |from| Sample::sample(from);
    Short, NodeTypeNumber = |from| Sample::sample(from);
    Long, Tag = |from| Sample::sample(from);
    OrMinusOne, Option<Tag> = |from| from.option(Sample::sample);
    OrMinusOne, Option<Uid> = |from| from.option(|from| Uid(i32::sample(from) & i32::MAX));
    OrMinusOne, Option<FieldId> = |from| from.option(Sample::sample);
    OrMinusOne, Option<ProtoId> = |from| from.option(Sample::sample);
    OrMinusOne, Option<u32> = |from| from.option(|from| from.below(1 << 31) as u32);
    OrZero, Option<Tag> = |from| from.option(|from| Tag(u16::sample(from).max(1)));
    crate::supervisor::Tracking, Option<TrackingPeriod> = |from| from.option(Sample::sample);
    crate::supervisor::OptionalType, Option<FieldType> =
        |from| from.option(|from| field_type_from_number(1 + from.below(9) as i32).expect("a type"));
    dialect::RequestProto, Option<ProtoId> = |from| match from.dialect {
        Dialect::R2023b => None,
        Dialect::R2025a => from.option(Sample::sample),
    };
    dialect::AnswerProto, Option<ProtoId> = |from| match from.dialect {
        Dialect::R2023b => None,
        Dialect::R2025a => from.option(Sample::sample),
    };
    dialect::AnswerActualField, Option<ActualField> = |from| match from.dialect {
        Dialect::R2023b => None,
        Dialect::R2025a => from.option(|from| ActualField {
            node: Uid(i32::sample(from) & i32::MAX),
            field: Sample::sample(from),
        }),
    };
    dialect::SoundContent, Vec<u8> = |from| match from.dialect {
        Dialect::R2023b => Vec::new(),
        Dialect::R2025a => Sample::sample(from),
    };
}
