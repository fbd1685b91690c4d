//! The objects behind the object references of the first test service.

use std::collections::BTreeMap;
use std::sync::Mutex;

use raconteur::Result;
use raconteur::service::Context;
use raconteur::value::MultiDim;

use crate::stored::Stored;
use crate::test_service1::{Sub1, Sub2, Sub2Object, Sub3, Sub3Object};
use crate::test_service2::Subobj;

/// Objects made when they are first asked for.
pub struct Cabinet<K, T>(Mutex<BTreeMap<K, T>>);

impl<K, T> Default for Cabinet<K, T> {
    fn default() -> Self {
        Cabinet(Mutex::new(BTreeMap::new()))
    }
}

impl<K: Ord, T: Clone> Cabinet<K, T> {
    pub fn get(&self, key: K, make: impl FnOnce(&K) -> T) -> T {
        let mut drawers = self.0.lock().unwrap_or_else(|poison| poison.into_inner());
        if let Some(found) = drawers.get(&key) {
            return found.clone();
        }
        let made = make(&key);
        drawers.insert(key, made.clone());
        made
    }
}

#[derive(Default)]
pub struct First {
    d1: Stored<Vec<f64>>,
    d2: Stored<MultiDim<f64>>,
    s_ind: Stored<String>,
    i_ind: Stored<i32>,
    single: Cabinet<(), Sub2Object>,
    by_number: Cabinet<i32, Sub2Object>,
    by_text: Cabinet<String, Sub2Object>,
}

impl First {
    pub fn numbered(index: i32) -> Self {
        First {
            i_ind: Stored::new(index),
            ..First::default()
        }
    }

    pub fn named(index: &str) -> Self {
        First {
            s_ind: Stored::new(index.to_owned()),
            ..First::default()
        }
    }
}

impl Sub1 for First {
    stored!(d1, set_d1: Vec<f64>);
    stored!(d2, set_d2: MultiDim<f64>);
    stored!(s_ind, set_s_ind: String);
    stored!(i_ind, set_i_ind: i32);

    async fn o2_1(&self, _: &Context) -> Result<Sub2Object> {
        Ok(self.single.get((), |()| Sub2Object::new(Second::default())))
    }

    async fn o2_2(&self, _: &Context, index: i32) -> Result<Sub2Object> {
        Ok(self.by_number.get(index, |index| {
            Sub2Object::new(Second {
                i_ind: Stored::new(*index),
                ..Second::default()
            })
        }))
    }

    async fn o2_3(&self, _: &Context, index: &str) -> Result<Sub2Object> {
        Ok(self.by_text.get(index.to_owned(), |index| {
            Sub2Object::new(Second {
                s_ind: Stored::new(index.clone()),
                ..Second::default()
            })
        }))
    }

    fn has_monitor(&self) -> bool {
        true
    }
}

#[derive(Default)]
pub struct Second {
    s_ind: Stored<String>,
    i_ind: Stored<i32>,
    data: Stored<String>,
    by_text: Cabinet<String, Sub3Object>,
}

impl Sub2 for Second {
    stored!(s_ind, set_s_ind: String);
    stored!(i_ind, set_i_ind: i32);
    stored!(data, set_data: String);

    async fn o3_1(&self, _: &Context, index: &str) -> Result<Sub3Object> {
        Ok(self.by_text.get(index.to_owned(), |index| third(index)))
    }
}

/// The object behind an index of the third level.
pub fn third(index: &str) -> Sub3Object {
    Sub3Object::new(Third {
        ind: Stored::new(index.to_owned()),
        ..Third::default()
    })
}

#[derive(Default)]
struct Third {
    ind: Stored<String>,
    data2: Stored<String>,
    data3: Stored<f64>,
}

impl Sub3 for Third {
    stored!(ind, set_ind: String);
    stored!(data2, set_data2: String);
    stored!(data3, set_data3: f64);

    async fn add(&self, _: &Context, d: f64) -> Result<f64> {
        Ok(d + 42.0)
    }
}

pub struct Adder;

impl Subobj for Adder {
    async fn add_val(&self, _: &Context, v: f64) -> Result<f64> {
        Ok(v + 1.0)
    }
}
