//! Parameters of a robot: faults that clients provoke to test how their programs react.

use super::control::Control;
use crate::job::invalid;
use crate::values::{identifier, no_extras};
use raconteur::Result;
use raconteur::value::{IntoValue, List, Record, Value};

/// The parameters and what they mean. Each is 0 or 1.
const PARAMETERS: [(&str, &str); 3] = [
    ("sim_fault", "1 provokes an error; reset_errors ends it"),
    (
        "sim_estop",
        "1 presses an emergency stop; reset_errors releases it",
    ),
    (
        "sim_comm",
        "0 cuts the connection to the robot, 1 restores it",
    ),
];

fn unknown() -> raconteur::Error {
    invalid("Invalid parameter")
}

/// The value of a parameter.
pub(super) fn get(control: &Control, name: &str) -> Result<Value> {
    let is_set = match name {
        "sim_fault" => control.is_faulty,
        "sim_estop" => control.is_stopped,
        "sim_comm" => !control.is_silent,
        _ => return Err(unknown()),
    };
    Ok(vec![f64::from(u8::from(is_set))].into_value())
}

/// Sets a parameter.
pub(super) fn set(control: &mut Control, name: &str, value: Value) -> Result<()> {
    let switch = match name {
        "sim_fault" => &mut control.is_faulty,
        "sim_estop" => &mut control.is_stopped,
        "sim_comm" => &mut control.is_silent,
        _ => return Err(unknown()),
    };
    let number = match &value {
        // clients send whatever their language has for a number
        Value::Array(array) => array
            .single::<f64>()
            .or_else(|| array.single::<f32>().map(f64::from))
            .or_else(|| array.single::<i32>().map(f64::from))
            .or_else(|| array.single::<u8>().map(f64::from))
            .or_else(|| array.single::<i64>().map(|number| number as f64))
            .or_else(|| {
                array
                    .single::<bool>()
                    .map(|is_set| f64::from(u8::from(is_set)))
            }),
        _ => None,
    };
    let is_set = match number {
        Some(number) if number.is_finite() => number != 0.0,
        _ => return Err(invalid("a parameter is one number, 0 or 1")),
    };
    *switch = is_set != (name == "sim_comm");
    Ok(())
}

/// `ParameterInfo` of each.
pub(super) fn infos() -> Vec<Record> {
    let infos = PARAMETERS.iter().map(|(name, text)| {
        Record::new("com.robotraconteur.param.ParameterInfo")
            .with("parameter_identifier", identifier(name, ""))
            .with("parameter_class", Value::Null)
            .with("data_type", Value::Null)
            .with("data_units", List::<Value>::default())
            .with("description", *text)
            .with("default_value", Value::Null)
            .with("min_value", Value::Null)
            .with("max_value", Value::Null)
            .with("enum_values", Value::Null)
            .with("extended", no_extras())
    });
    infos.collect()
}
