//! `raconteur get`

use raconteur::client::ObjectRef;
use raconteur::json::{DeclaredType, JsonConverter};
use raconteur::value::{ArrayItem, MultiDim, Value};
use raconteur_robdef::{BaseType, MemberKind, NumberType};

use super::line;
use crate::arguments::{Arguments, GetArguments};
use crate::failure::Failure;
use crate::output::print;
use crate::target;

/// Items of a memory that are printed at most.
const MOST_ITEMS: u64 = 1 << 20;

pub async fn run(arguments: &Arguments, get: &GetArguments) -> Result<(), Failure> {
    let session = target::connect(arguments, &get.url).await?;
    let target = target::member(&session, &get.member).await?;
    let (definition, member) = target.find()?;
    let texts = JsonConverter::new(target.schema().definitions());
    let (value, data_type) = match &member.kind {
        MemberKind::Property(property) => (
            target.object.get::<Value>(&target.name).await?,
            Some(&property.data_type),
        ),
        MemberKind::Wire(wire) => {
            let (value, _) = target.object.peek_in::<Value>(&target.name).await?;
            (value, Some(&wire.data_type))
        }
        MemberKind::Memory(memory) => match memory.base {
            BaseType::Number(number) => {
                let value = memory_value(&target.object, &target.name, number).await?;
                (value, None)
            }
            _ => return Err(target.wrong_kind(member)),
        },
        _ => return Err(target.wrong_kind(member)),
    };
    let typed = data_type.map(|data_type| DeclaredType {
        data_type,
        definition,
    });
    print(&line(arguments, texts, &value, typed))?;
    session.disconnect().await;
    Ok(())
}

async fn memory_value(
    object: &ObjectRef,
    name: &str,
    number: NumberType,
) -> Result<Value, Failure> {
    async fn all<T: ArrayItem>(object: &ObjectRef, name: &str) -> Result<Value, Failure> {
        let memory = object.memory::<T>(name)?;
        let dims = memory.dimensions().await?;
        let total = dims
            .iter()
            .fold(1, |total: u64, dim| total.saturating_mul(*dim));
        if total > MOST_ITEMS {
            return Err(Failure::Node(raconteur::Error::new(
                raconteur::ErrorCode::BufferLimitViolation,
                format!("the memory holds {total} items, more than are printed"),
            )));
        }
        let items = memory.read(&vec![0; dims.len()], &dims).await?;
        if dims.len() == 1 {
            return Ok(T::array_to_value(items));
        }
        let dims = dims
            .iter()
            .filter_map(|dim| u32::try_from(*dim).ok())
            .collect();
        Ok(MultiDim::new(dims, items).map_or(Value::Null, T::multidim_to_value))
    }
    match number {
        NumberType::Double => all::<f64>(object, name).await,
        NumberType::Single => all::<f32>(object, name).await,
        NumberType::Int8 => all::<i8>(object, name).await,
        NumberType::UInt8 => all::<u8>(object, name).await,
        NumberType::Int16 => all::<i16>(object, name).await,
        NumberType::UInt16 => all::<u16>(object, name).await,
        NumberType::Int32 => all::<i32>(object, name).await,
        NumberType::UInt32 => all::<u32>(object, name).await,
        NumberType::Int64 => all::<i64>(object, name).await,
        NumberType::UInt64 => all::<u64>(object, name).await,
        NumberType::CDouble => all::<(f64, f64)>(object, name).await,
        NumberType::CSingle => all::<(f32, f32)>(object, name).await,
        NumberType::Bool => all::<bool>(object, name).await,
    }
}
