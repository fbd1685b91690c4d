//! A Lidar, whose picture needs a row for each layer.

use super::Checks;
use super::cameras::USUAL_NEAR;
use foxden_lang::value::Value;
use std::f64::consts::PI;

impl Checks<'_> {
    pub(super) fn update_lidar(&mut self, field: &str) {
        match field {
            "near" => {
                let least = self.number("minRange");
                if !self.positive(field, USUAL_NEAR) && self.number(field) > least {
                    self.put_number(field, least);
                }
            }
            "minRange" => {
                if self.positive(field, USUAL_NEAR) {
                    return;
                }
                let near = self.number("near");
                if self.number(field) < near {
                    self.put_number(field, near);
                } else if self.number(field) >= self.number("maxRange") {
                    self.put_number("maxRange", self.number(field) + 1.0);
                }
            }
            "maxRange" => {
                let least = self.number("minRange");
                if self.number(field) <= least {
                    self.put_number(field, least + 1.0);
                }
            }
            "minFrequency" => {
                self.positive(field, 0.01);
                if self.number(field) > self.number("maxFrequency") {
                    self.put_number(field, self.number("maxFrequency"));
                }
            }
            "maxFrequency" => {
                self.positive(field, self.number("minFrequency"));
                if self.number(field) < self.number("minFrequency") {
                    self.put_number(field, self.number("minFrequency"));
                }
            }
            "defaultFrequency" => {
                self.positive(field, self.number("minFrequency"));
                if self.number(field) < self.number("minFrequency") {
                    self.put_number(field, self.number("minFrequency"));
                } else if self.number(field) > self.number("maxFrequency") {
                    self.put_number(field, self.number("maxFrequency"));
                }
            }
            "horizontalResolution" => {
                self.integer_from(field, 1, 1);
                if let Some(layers) = self.layers_without_a_row() {
                    let view = self.number("fieldOfView");
                    let covered = view * (f64::from(self.rows()) / f64::from(self.columns()));
                    let mut wanted = whole((layers * view / covered).ceil());
                    if self.is_rotating() {
                        wanted = whole(f64::from(wanted) * (2.0 * PI / view));
                    }
                    self.put(field, Value::Int(wanted));
                }
            }
            "verticalFieldOfView" => {
                self.positive(field, 0.1);
                if self.number(field) > PI {
                    self.put_number(field, PI);
                }
                if let Some(layers) = self.layers_without_a_row() {
                    let least = layers * self.number("fieldOfView") / f64::from(self.columns());
                    self.put_number(field, least);
                }
            }
            "numberOfLayers" => {
                self.integer_from(field, 1, 1);
                if self.layers_without_a_row().is_some() {
                    self.put(field, Value::Int(self.rows()));
                }
            }
            _ => self.update_common(field),
        }
    }

    fn is_rotating(&self) -> bool {
        self.text_is("type", "rotating")
    }

    /// How many columns a Lidar sees at once.
    fn columns(&self) -> i32 {
        let all = self.integer("horizontalResolution");
        if !self.is_rotating() {
            return all;
        }
        whole((f64::from(all) * (self.number("fieldOfView") / (2.0 * PI))).ceil())
    }

    /// How many rows the picture of a Lidar has.
    fn rows(&self) -> i32 {
        if self.integer("numberOfLayers") == 1 {
            return 1;
        }
        let (view, columns) = (self.number("fieldOfView"), f64::from(self.columns()));
        whole(((self.number("verticalFieldOfView") + view / columns) * (columns / view)).ceil())
    }

    /// The number of layers of a Lidar if there is no row for each.
    fn layers_without_a_row(&self) -> Option<f64> {
        let layers = self.integer("numberOfLayers");
        (self.rows() < layers).then(|| f64::from(layers))
    }
}

/// A number as the genuine program makes it whole: what is too large becomes the least.
fn whole(number: f64) -> i32 {
    let is_inside = number > f64::from(i32::MIN) - 1.0 && number < f64::from(i32::MAX) + 1.0;
    if is_inside { number as i32 } else { i32::MIN }
}
