//! Generators of a session.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytestring::ByteString;
use parking_lot::Mutex;

use crate::error::{Error, ErrorCode, Result};
use crate::members::Generator;
use crate::message::{Element, Entry};
use crate::schema::{Schema, Type};
use crate::value::Value;

/// Generators of a session at the same time.
const MOST: usize = 1024;

/// A generator without requests is dropped after this time.
const IDLE: Duration = Duration::from_secs(600);

/// A generator that was closed or aborted is forgotten after this time.
const ENDED: Duration = Duration::from_secs(10);

struct Slot {
    path: ByteString,
    member: ByteString,
    produces: Option<Type>,
    consumes: Option<Type>,
    used: Mutex<Instant>,
    /// What a closed or aborted generator answers until it is forgotten.
    ended: Mutex<Option<Error>>,
    generator: tokio::sync::Mutex<Box<dyn Generator>>,
}

impl Slot {
    fn is_current(&self) -> bool {
        let patience = if self.ended.lock().is_some() {
            ENDED
        } else {
            IDLE
        };
        self.used.lock().elapsed() < patience
    }
}

/// Generators by index.
#[derive(Default)]
pub(crate) struct Generators(Mutex<BTreeMap<i32, Arc<Slot>>>);

impl Generators {
    pub fn add(
        &self,
        entry: &Entry,
        generator: Box<dyn Generator>,
        produces: Option<Type>,
        consumes: Option<Type>,
    ) -> Result<i32> {
        let mut slots = self.0.lock();
        slots.retain(|_, slot| slot.is_current());
        if slots.len() >= MOST {
            return Err(Error::new(
                ErrorCode::OutOfSystemResource,
                "too many generators",
            ));
        }
        let index = loop {
            let random = getrandom::u32()
                .map_err(|error| Error::new(ErrorCode::InternalError, error.to_string()))?;
            let index = (random >> 1) as i32;
            if !slots.contains_key(&index) {
                break index;
            }
        };
        slots.insert(
            index,
            Arc::new(Slot {
                path: entry.path.clone(),
                member: entry.member.clone(),
                produces,
                consumes,
                used: Mutex::new(Instant::now()),
                ended: Mutex::new(None),
                generator: tokio::sync::Mutex::new(generator),
            }),
        );
        Ok(index)
    }

    pub async fn next(&self, mut entry: Entry, schema: &Schema) -> Result<Vec<Element>> {
        let index = entry
            .element("index")
            .and_then(Element::as_scalar::<i32>)
            .ok_or_else(|| Error::missing_element("index"))?;
        let slot = self
            .0
            .lock()
            .get(&index)
            .filter(|slot| slot.path == entry.path && slot.member == entry.member)
            .cloned()
            .ok_or_else(|| Error::new(ErrorCode::InvalidOperation, "Invalid generator"))?;
        *slot.used.lock() = Instant::now();
        if entry.error != 0 {
            let closes = entry.error == ErrorCode::StopIteration.number();
            let code = if closes {
                ErrorCode::StopIteration
            } else {
                ErrorCode::OperationAborted
            };
            *slot.ended.lock() = Some(Error::new(code, "the generator has been ended"));
            let mut generator = slot.generator.lock().await;
            if closes {
                generator.close().await?;
            } else {
                generator.abort().await?;
            }
            return Ok(vec![Element::scalar("return", 0i32)]);
        }
        if let Some(error) = slot.ended.lock().clone() {
            return Err(error);
        }
        let result = self.step(&slot, &mut entry, schema).await;
        if result.is_err() {
            self.0.lock().remove(&index);
        }
        result
    }

    async fn step(&self, slot: &Slot, entry: &mut Entry, schema: &Schema) -> Result<Vec<Element>> {
        let input = match &slot.consumes {
            Some(expected) => {
                let element = entry
                    .take("parameter")
                    .ok_or_else(|| Error::missing_element("parameter"))?;
                let value = Value::from_element(element)?;
                expected.check(&value, schema)?;
                value
            }
            None => Value::Null,
        };
        let value = slot.generator.lock().await.next(input).await?;
        match &slot.produces {
            Some(expected) => {
                expected.check(&value, schema)?;
                Ok(vec![value.into_element("return")])
            }
            None => Ok(vec![Element::scalar("return", 0i32)]),
        }
    }

    pub fn release(&self, below: &dyn Fn(&str) -> bool) {
        self.0.lock().retain(|_, slot| !below(&slot.path));
    }
}
