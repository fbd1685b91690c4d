//! Generators of a session.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytestring::ByteString;
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::clock;
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
    /// What a closed or aborted generator answers until it is forgotten. A channel, so
    /// that an end reaches steps that still wait.
    ended: watch::Sender<Option<Error>>,
    generator: tokio::sync::Mutex<Box<dyn Generator>>,
}

impl Slot {
    fn is_current(&self) -> bool {
        let patience = if self.ended.borrow().is_some() {
            ENDED
        } else {
            IDLE
        };
        clock::now().saturating_duration_since(*self.used.lock()) < patience
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
                used: Mutex::new(clock::now()),
                ended: watch::Sender::new(None),
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
        *slot.used.lock() = clock::now();
        if entry.error != 0 {
            let closes = entry.error == ErrorCode::StopIteration.number();
            let code = if closes {
                ErrorCode::StopIteration
            } else {
                ErrorCode::OperationAborted
            };
            let ended = Error::new(code, "the generator has been ended");
            slot.ended.send_replace(Some(ended));
            // Free at once: steps that held the generator have been dropped.
            let mut generator = slot.generator.lock().await;
            if closes {
                generator.close().await?;
            } else {
                generator.abort().await?;
            }
            return Ok(vec![Element::scalar("return", 0i32)]);
        }
        let ended = slot.ended.borrow().clone();
        if let Some(error) = ended {
            return Err(error);
        }
        let result = self.step(&slot, &mut entry, schema).await;
        // One that its client ended stays for a while, for its late requests.
        if result.is_err() && slot.ended.borrow().is_none() {
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
        let mut ended = slot.ended.subscribe();
        let value = tokio::select! {
            biased;
            value = async { slot.generator.lock().await.next(input).await } => value?,
            // As in the reference, whether the client closes or aborts.
            _ = ended.wait_for(Option::is_some) => {
                return Err(Error::new(
                    ErrorCode::OperationAborted,
                    "the generator was ended while this step was pending",
                ));
            }
        };
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
