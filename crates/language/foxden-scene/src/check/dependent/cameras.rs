//! The Viewpoint, and devices with pictures.

use super::Checks;
use foxden_lang::value::Value;
use std::f64::consts::{FRAC_PI_2, PI};

/// The field of view of a camera whose own is invalid.
#[expect(
    clippy::approx_constant,
    reason = "the genuine program has these digits"
)]
const USUAL_VIEW: f64 = 0.7854;

/// The nearest distance of a camera whose own is invalid.
pub(super) const USUAL_NEAR: f64 = 0.01;

impl Checks<'_> {
    pub(super) fn update_picture(&mut self, field: &str) {
        if matches!(field, "width" | "height") {
            self.integer_from(field, 1, 1);
        }
    }

    pub(super) fn update_common(&mut self, field: &str) {
        match field {
            "fieldOfView" | "projection" => self.update_view(),
            "noise" | "motionBlur" => {
                self.not_negative(field, 0.0);
            }
            "resolution" => {
                self.positive_or_off(field);
            }
            _ => self.update_picture(field),
        }
    }

    /// Only a flat picture has a limit.
    fn update_view(&mut self) {
        if self.positive("fieldOfView", USUAL_VIEW) {
            return;
        }
        let is_valid = self.number("fieldOfView") <= PI || !self.text_is("projection", "planar");
        self.correct("fieldOfView", is_valid, USUAL_VIEW);
    }

    /// Moves one of the planes: the near one if its field is checked, otherwise the far one.
    fn update_planes(&mut self, field: &str, usual_near: f64) {
        let is_wrong =
            |own: &Self| own.number("far") > 0.0 && own.number("far") < own.number("near");
        if field == "near" {
            if !self.positive("near", usual_near) && is_wrong(self) {
                self.put_number("near", self.number("far"));
            }
        } else if !self.not_negative("far", 0.0) && is_wrong(self) {
            self.put_number("far", self.number("near") + 1.0);
        }
    }

    pub(super) fn update_camera(&mut self, field: &str) {
        match field {
            "near" | "far" => self.update_planes(field, USUAL_NEAR),
            "exposure" => {
                self.not_negative(field, 1.0);
            }
            "ambientOcclusionRadius" => {
                self.not_negative(field, 2.0);
            }
            "bloomThreshold" => {
                self.not_negative_or_off(field, 21.0);
            }
            _ => self.update_common(field),
        }
    }

    pub(super) fn update_viewpoint(&mut self, field: &str) {
        match field {
            "fieldOfView" => {
                let view = self.number(field);
                self.correct(field, view > 0.0 && view < PI, FRAC_PI_2);
            }
            "near" | "far" => self.update_planes(field, 0.05),
            "exposure" | "ambientOcclusionRadius" | "bloomThreshold" => self.update_camera(field),
            _ => {}
        }
    }

    pub(super) fn update_range_finder(&mut self, field: &str) {
        match field {
            "near" => {
                if self.positive(field, USUAL_NEAR) {
                    return;
                }
                let least = self.number("minRange");
                if self.number(field) > least {
                    self.put_quietly(field, Value::Float(least));
                }
            }
            "minRange" => {
                if self.positive(field, USUAL_NEAR) {
                    return;
                }
                let near = self.number("near");
                if self.number(field) < near {
                    self.put_quietly(field, Value::Float(near));
                }
                let (least, greatest) = (self.number(field), self.number("maxRange"));
                if greatest > least {
                    return;
                }
                if greatest == 0.0 {
                    self.put_quietly("maxRange", Value::Float(least + 1.0));
                } else {
                    self.put_quietly(field, Value::Float((greatest - 1.0).max(0.0)));
                }
            }
            "maxRange" => {
                let least = self.number("minRange");
                if self.number(field) <= least {
                    self.put_quietly(field, Value::Float(least + 1.0));
                }
            }
            _ => self.update_common(field),
        }
    }
}
