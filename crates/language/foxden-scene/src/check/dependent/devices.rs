//! Distance sensors, radios and connectors, and elevation grids.

use super::Checks;
use foxden_lang::value::Value;
use std::f64::consts::PI;

impl Checks<'_> {
    /// One look at all fields ends with the first that is wrong.
    pub(super) fn update_distance_sensor(&mut self, field: &str) {
        let is_checked = matches!(
            field,
            "lookupTable"
                | "type"
                | "aperture"
                | "numberOfRays"
                | "gaussianWidth"
                | "resolution"
                | "redColorSensitivity"
        );
        if !is_checked {
            return;
        }
        let (aperture, red) = (self.number("aperture"), self.number("redColorSensitivity"));
        if self.not_negative("aperture", -aperture)
            || self.integer_from("numberOfRays", 1, 1)
            || self.positive("gaussianWidth", 1.0)
            || self.positive_or_off("resolution")
            || self.not_negative("redColorSensitivity", -red)
        {
            return;
        }
        if self.text_is("type", "laser") && self.integer("numberOfRays") > 1 {
            self.put("numberOfRays", Value::Int(1));
        }
    }

    /// One look at all fields ends with the first that is wrong.
    pub(super) fn update_grid(&mut self, field: &str) {
        let is_checked = matches!(
            field,
            "height" | "thickness" | "xDimension" | "xSpacing" | "yDimension" | "ySpacing"
        );
        if is_checked {
            let _ = self.not_negative("thickness", 0.0)
                || self.integer_from("xDimension", 0, 0)
                || self.positive("xSpacing", 1.0)
                || self.integer_from("yDimension", 0, 0)
                || self.positive("ySpacing", 1.0);
        }
    }

    fn update_aperture(&mut self) {
        let aperture = self.number("aperture");
        let is_valid = aperture == -1.0 || (0.0..=2.0 * PI).contains(&aperture);
        self.correct("aperture", is_valid, -1.0);
    }

    /// Of allowed channels the first is used if none is right.
    fn update_channel(&mut self) {
        let allowed = self
            .scene
            .integers(self.node, "allowedChannels")
            .unwrap_or_default();
        if let Some(first) = allowed.first()
            && !allowed.contains(&self.integer("channel"))
        {
            self.put("channel", Value::Int(*first));
        }
    }

    pub(super) fn update_emitter(&mut self, field: &str) {
        match field {
            "type" | "maxRange" | "aperture" | "baudRate" | "byteSize" => {
                self.update_aperture();
                self.positive_or_off("maxRange");
                self.integer_from("byteSize", 8, 8);
            }
            "range" => {
                self.positive_or_off(field);
                let (range, most) = (self.number(field), self.number("maxRange"));
                if most != -1.0 && (range > most || range == -1.0) {
                    self.put_number(field, most);
                }
            }
            "bufferSize" => self.positive_integer_or_off(field),
            "channel" | "allowedChannels" => self.update_channel(),
            _ => {}
        }
    }

    pub(super) fn update_receiver(&mut self, field: &str) {
        match field {
            "type"
            | "channel"
            | "aperture"
            | "bufferSize"
            | "baudRate"
            | "byteSize"
            | "signalStrengthNoise"
            | "directionNoise" => {
                self.update_aperture();
                self.not_negative("signalStrengthNoise", 0.0);
                self.not_negative("directionNoise", 0.0);
                self.positive_integer_or_off("bufferSize");
                self.positive_integer_or_off("baudRate");
                self.integer_from("byteSize", 8, 8);
                self.update_channel();
            }
            "allowedChannels" => self.update_channel(),
            _ => {}
        }
    }

    pub(super) fn update_connector(&mut self, field: &str) {
        match field {
            "isLocked" => {
                let is_locked = self.scene.boolean(self.node, field) == Some(true);
                if is_locked && self.text_is("type", "passive") {
                    self.put(field, Value::Bool(false));
                }
            }
            "distanceTolerance" => {
                self.not_negative(field, 0.0);
            }
            "axisTolerance" | "rotationTolerance" => {
                let angle = self.number(field);
                self.correct(field, (0.0..=PI).contains(&angle), angle.clamp(0.0, PI));
            }
            "numberOfRotations" => {
                self.integer_from(field, 0, 0);
            }
            "tensileStrength" | "shearStrength" => {
                self.not_negative_or_off(field, -1.0);
            }
            _ => {}
        }
    }
}
