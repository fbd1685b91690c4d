//! Fields of nodes.

use std::ffi::{c_char, c_double, c_int};
use std::ptr::{null, null_mut};

use foxden_client::Misuse;
use foxden_client::supervisor::{
    FieldData, FieldHandle, FieldTypeNumber, LIST, NODE, resolve_index,
};
use foxden_protocol::Uid;
use foxden_protocol::supervisor::{
    FieldInsert, NewItem, PlainValue, SupervisorRequest, TrackingPeriod,
};

use super::node::{FieldRef, NodeRef, check_number, reference};
use super::node_motion::finite;
use super::supervisor::supervise;
use super::{Bool, boolean, functions, numbers, some_text, text};
use crate::library::ControllerLibrary;

const BOOL: FieldTypeNumber = 1;
const INT32: FieldTypeNumber = 2;
const FLOAT: FieldTypeNumber = 3;
const VEC2F: FieldTypeNumber = 4;
const VEC3F: FieldTypeNumber = 5;
const ROTATION: FieldTypeNumber = 6;
const COLOR: FieldTypeNumber = 7;
const STRING: FieldTypeNumber = 8;

fn handle(field: FieldRef) -> FieldHandle {
    FieldHandle(field.addr())
}

/// Which item of a field: none for single values.
#[derive(Clone, Copy)]
enum FieldItem {
    Single,
    Of(c_int),
}

impl FieldItem {
    fn type_number(self, single: FieldTypeNumber) -> FieldTypeNumber {
        match self {
            Self::Single => single,
            Self::Of(_) => single | LIST,
        }
    }

    fn index(self, count: i32, inserts: bool) -> Result<Option<u32>, Misuse> {
        match self {
            Self::Single => Ok(None),
            Self::Of(index) => resolve_index(index, count, inserts).map(Some),
        }
    }
}

/// The value of a field or an item of it, asked for unless it is known.
fn get<R: Clone>(
    function: &str,
    field: FieldRef,
    single: FieldTypeNumber,
    item: FieldItem,
    missing: R,
    read: impl FnOnce(&FieldData) -> R,
) -> R {
    supervise(function, missing, |library| {
        fetch(library, function, field, single, item)?;
        Ok(read(&library.client.supervisor.field(handle(field))?.data))
    })
}

fn fetch(
    library: &mut ControllerLibrary,
    function: &str,
    field: FieldRef,
    single: FieldTypeNumber,
    item: FieldItem,
) -> Result<(), Misuse> {
    let known =
        library
            .client
            .supervisor
            .check_field(handle(field), item.type_number(single), false)?;
    let index = item.index(known.count, false)?;
    let question = known.question(index);
    let time = library.client.robot.time;
    if !library.client.supervisor.knows(handle(field), index, time) {
        library.ask(function, SupervisorRequest::GetValue(question));
    }
    Ok(())
}

fn get_node(function: &str, field: FieldRef, item: FieldItem) -> NodeRef {
    supervise(function, null_mut(), |library| {
        fetch(library, function, field, NODE, item)?;
        let supervisor = &mut library.client.supervisor;
        let known = supervisor.field(handle(field))?;
        let (node, hidden) = (known.data.node, known.is_read_only);
        if node == Uid::ROOT {
            return Ok(null_mut());
        }
        let found = supervisor.handle(node);
        if let Some(found) = found
            .filter(|_| hidden)
            .and_then(|found| supervisor.node_mut(found))
        {
            found.is_internal = true;
        }
        Ok(reference(found))
    })
}

/// Puts a new value into the next step.
fn set(
    function: &str,
    field: FieldRef,
    single: FieldTypeNumber,
    item: FieldItem,
    value: impl FnOnce() -> Result<PlainValue, Misuse>,
) {
    supervise(function, (), |library| {
        let known =
            library
                .client
                .supervisor
                .check_field(handle(field), item.type_number(single), true)?;
        let index = item.index(known.count, false)?;
        library
            .client
            .supervisor
            .set(handle(field), index, value()?);
        Ok(())
    });
}

/// Inserts an item into a list immediately.
fn insert(
    function: &str,
    field: FieldRef,
    single: FieldTypeNumber,
    index: c_int,
    item: impl FnOnce() -> Result<NewItem, Misuse>,
) {
    supervise(function, (), |library| {
        let known = library
            .client
            .supervisor
            .check_field(handle(field), single | LIST, true)?;
        let index = resolve_index(index, known.count, true)?;
        let (node, id) = (known.node, known.id);
        let item = item()?;
        let is_value = matches!(item, NewItem::Value(_));
        let supervisor = &library.client.supervisor;
        if is_value && supervisor.is_set_waiting(handle(field), Some(index)) {
            return Ok(());
        }
        library.ask(
            function,
            SupervisorRequest::Insert(FieldInsert {
                node,
                field: id,
                index: Some(index),
                item,
            }),
        );
        Ok(())
    });
}

fn float(value: f64) -> Result<PlainValue, Misuse> {
    check_number(value)?;
    Ok(PlainValue::Float(value))
}

fn rotation(values: *const c_double) -> Result<PlainValue, Misuse> {
    let values: [f64; 4] = finite("values", values)?;
    match values {
        [x, y, z, _] if x == 0.0 && y == 0.0 && z == 0.0 => Err(Misuse::Axis),
        values => Ok(PlainValue::Rotation(values)),
    }
}

fn colour(values: *const c_double) -> Result<PlainValue, Misuse> {
    let values: [f64; 3] = numbers(values).ok_or(Misuse::Empty { argument: "values" })?;
    match values.iter().all(|value| (0.0..=1.0).contains(value)) {
        true => Ok(PlainValue::Color(values)),
        false => Err(Misuse::Colour),
    }
}

fn string(value: *const c_char) -> Result<PlainValue, Misuse> {
    text(value)
        .map(PlainValue::String)
        .ok_or(Misuse::Empty { argument: "value" })
}

macro_rules! values {
    ($(
        $number:ident $type:ty, $missing:expr, |$data:ident| $read:expr;
        $value:ident : $argument:ty => $make:expr;
        $get_one:ident $get_item:ident $set_one:ident $set_item:ident $insert:ident
    )*) => {
        functions! {$(
            fn $get_one(field: FieldRef) -> $type {
                get(FUNCTION, field, $number, FieldItem::Single, $missing, |$data| $read)
            }

            fn $get_item(field: FieldRef, index: c_int) -> $type {
                get(FUNCTION, field, $number, FieldItem::Of(index), $missing, |$data| $read)
            }

            fn $set_one(field: FieldRef, $value: $argument) {
                set(FUNCTION, field, $number, FieldItem::Single, || $make);
            }

            fn $set_item(field: FieldRef, index: c_int, $value: $argument) {
                set(FUNCTION, field, $number, FieldItem::Of(index), || $make);
            }

            fn $insert(field: FieldRef, index: c_int, $value: $argument) {
                insert(FUNCTION, field, $number, index, || $make.map(NewItem::Value));
            }
        )*}
    };
}

values! {
    BOOL Bool, 0, |data| boolean(data.boolean);
    value: Bool => Ok(PlainValue::Bool(value != 0));
    wb_supervisor_field_get_sf_bool wb_supervisor_field_get_mf_bool
    wb_supervisor_field_set_sf_bool wb_supervisor_field_set_mf_bool wb_supervisor_field_insert_mf_bool

    INT32 c_int, 0, |data| data.integer;
    value: c_int => Ok(PlainValue::Int32(value));
    wb_supervisor_field_get_sf_int32 wb_supervisor_field_get_mf_int32
    wb_supervisor_field_set_sf_int32 wb_supervisor_field_set_mf_int32 wb_supervisor_field_insert_mf_int32

    FLOAT c_double, 0.0, |data| data.numbers[0];
    value: c_double => float(value);
    wb_supervisor_field_get_sf_float wb_supervisor_field_get_mf_float
    wb_supervisor_field_set_sf_float wb_supervisor_field_set_mf_float wb_supervisor_field_insert_mf_float

    VEC2F *const c_double, null(), |data| data.numbers.as_ptr();
    value: *const c_double => finite("values", value).map(PlainValue::Vec2f);
    wb_supervisor_field_get_sf_vec2f wb_supervisor_field_get_mf_vec2f
    wb_supervisor_field_set_sf_vec2f wb_supervisor_field_set_mf_vec2f wb_supervisor_field_insert_mf_vec2f

    VEC3F *const c_double, null(), |data| data.numbers.as_ptr();
    value: *const c_double => finite("values", value).map(PlainValue::Vec3f);
    wb_supervisor_field_get_sf_vec3f wb_supervisor_field_get_mf_vec3f
    wb_supervisor_field_set_sf_vec3f wb_supervisor_field_set_mf_vec3f wb_supervisor_field_insert_mf_vec3f

    ROTATION *const c_double, null(), |data| data.numbers.as_ptr();
    value: *const c_double => rotation(value);
    wb_supervisor_field_get_sf_rotation wb_supervisor_field_get_mf_rotation
    wb_supervisor_field_set_sf_rotation wb_supervisor_field_set_mf_rotation wb_supervisor_field_insert_mf_rotation

    COLOR *const c_double, null(), |data| data.numbers.as_ptr();
    value: *const c_double => colour(value);
    wb_supervisor_field_get_sf_color wb_supervisor_field_get_mf_color
    wb_supervisor_field_set_sf_color wb_supervisor_field_set_mf_color wb_supervisor_field_insert_mf_color

    STRING *const c_char, c"".as_ptr(), |data| data.text.as_c_str().as_ptr();
    value: *const c_char => string(value);
    wb_supervisor_field_get_sf_string wb_supervisor_field_get_mf_string
    wb_supervisor_field_set_sf_string wb_supervisor_field_set_mf_string wb_supervisor_field_insert_mf_string
}

functions! {
    fn wb_supervisor_field_get_sf_node(field: FieldRef) -> NodeRef {
        get_node(FUNCTION, field, FieldItem::Single)
    }

    fn wb_supervisor_field_get_mf_node(field: FieldRef, index: c_int) -> NodeRef {
        get_node(FUNCTION, field, FieldItem::Of(index))
    }

    fn wb_supervisor_field_get_name(field: FieldRef) -> *const c_char {
        supervise(FUNCTION, c"".as_ptr(), |library| {
            Ok(library.client.supervisor.field(handle(field))?.name.as_c_str().as_ptr())
        })
    }

    fn wb_supervisor_field_get_type(field: FieldRef) -> c_int {
        supervise(FUNCTION, 0, |library| Ok(library.client.supervisor.field(handle(field))?.field_type))
    }

    fn wb_supervisor_field_get_type_name(field: FieldRef) -> *const c_char {
        const SINGLE: [&std::ffi::CStr; 9] = [
            c"SFBool", c"SFInt32", c"SFFloat", c"SFVec2f", c"SFVec3f", c"SFRotation", c"SFColor", c"SFString", c"SFNode",
        ];
        const MULTIPLE: [&std::ffi::CStr; 9] = [
            c"MFBool", c"MFInt32", c"MFFloat", c"MFVec2f", c"MFVec3f", c"MFRotation", c"MFColor", c"MFString", c"MFNode",
        ];
        supervise(FUNCTION, c"".as_ptr(), |library| {
            let known = library.client.supervisor.field(handle(field))?;
            let names = if known.is_list() { MULTIPLE } else { SINGLE };
            let place = usize::try_from((known.field_type & !LIST) - 1).ok();
            Ok(place.and_then(|place| names.get(place)).map_or(c"".as_ptr(), |name| name.as_ptr()))
        })
    }

    fn wb_supervisor_field_get_count(field: FieldRef) -> c_int {
        supervise(FUNCTION, -1, |library| {
            let known = library.client.supervisor.field(handle(field))?;
            Ok(if known.is_list() { known.count } else { -1 })
        })
    }

    fn wb_supervisor_field_enable_sf_tracking(field: FieldRef, sampling_period: c_int) {
        supervise(FUNCTION, (), |library| {
            let known = library.client.supervisor.field(handle(field))?;
            if sampling_period < 0 {
                return Err(Misuse::NegativePeriod);
            }
            let tracking = Some(TrackingPeriod { milliseconds: sampling_period });
            let request = SupervisorRequest::TrackField {
                node: known.node,
                field: known.id,
                internal: known.is_internal,
                tracking,
            };
            library.ask(FUNCTION, request);
            Ok(())
        });
    }

    fn wb_supervisor_field_disable_sf_tracking(field: FieldRef) {
        supervise(FUNCTION, (), |library| {
            let known = library.client.supervisor.field(handle(field))?;
            let request = SupervisorRequest::TrackField {
                node: known.node,
                field: known.id,
                internal: known.is_internal,
                tracking: None,
            };
            library.ask(FUNCTION, request);
            Ok(())
        });
    }

    fn wb_supervisor_field_remove_mf(field: FieldRef, index: c_int) {
        supervise(FUNCTION, (), |library| {
            let known = library.client.supervisor.field(handle(field))?;
            if known.is_read_only {
                return Err(Misuse::ReadOnly);
            }
            if !known.is_list() {
                return Err(Misuse::FieldType { found: known.type_name() });
            }
            let index = Some(resolve_index(index, known.count, false)?);
            let request = SupervisorRequest::Remove { node: known.node, field: known.id, index };
            if !library.client.supervisor.is_set_waiting(handle(field), index) {
                library.ask(FUNCTION, request);
            }
            Ok(())
        });
    }

    fn wb_supervisor_field_remove_mf_node(field: FieldRef, position: c_int) {
        wb_supervisor_field_remove_mf(field, position);
    }

    fn wb_supervisor_field_remove_sf(field: FieldRef) {
        supervise(FUNCTION, (), |library| {
            let known = library.client.supervisor.check_field(handle(field), NODE, true)?;
            if known.count == 0 {
                return Err(Misuse::Other("the field is empty already".into()));
            }
            let request = SupervisorRequest::Remove { node: known.node, field: known.id, index: None };
            library.ask(FUNCTION, request);
            if let Some(known) = library.client.supervisor.field_mut(handle(field)) {
                known.count = 0;
                known.data.node = Uid::ROOT;
            }
            Ok(())
        });
    }

    fn wb_supervisor_field_import_mf_node_from_string(field: FieldRef, position: c_int, node_string: *const c_char) {
        insert(FUNCTION, field, NODE, position, || {
            let source = some_text(node_string).ok_or(Misuse::Empty { argument: "node_string" })?;
            Ok(NewItem::NodeSource(source))
        });
    }

    fn wb_supervisor_field_import_sf_node_from_string(field: FieldRef, node_string: *const c_char) {
        supervise(FUNCTION, (), |library| {
            let known = library.client.supervisor.check_field(handle(field), NODE, true)?;
            let source = some_text(node_string).ok_or(Misuse::Empty { argument: "node_string" })?;
            if known.count == 1 || known.data.node != Uid::ROOT {
                return Err(Misuse::FieldNotEmpty);
            }
            let item = NewItem::NodeSource(source);
            let insert = FieldInsert { node: known.node, field: known.id, index: None, item };
            library.ask(FUNCTION, SupervisorRequest::Insert(insert));
            let imported = library.client.supervisor.found.imported.filter(|node| node.0 >= 0);
            if let (Some(node), Some(known)) = (imported, library.client.supervisor.field_mut(handle(field))) {
                known.data.node = node;
                known.count = 1;
            }
            Ok(())
        });
    }
}
