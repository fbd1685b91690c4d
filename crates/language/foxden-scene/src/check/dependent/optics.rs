//! What a camera holds: its focus, its zoom and its lens.

use super::Checks;
use foxden_lang::value::Value;

impl Checks<'_> {
    pub(super) fn update_focus(&mut self, field: &str) {
        match field {
            "focalDistance" | "focalLength" => {
                self.not_negative(field, 0.0);
            }
            "minFocalDistance" | "maxFocalDistance" => {
                self.update_ends(field, "minFocalDistance", "maxFocalDistance");
            }
            _ => {}
        }
    }

    pub(super) fn update_zoom(&mut self, field: &str) {
        self.update_ends(field, "minFieldOfView", "maxFieldOfView");
    }

    /// The lower end goes down to the upper one, which goes above the lower one.
    fn update_ends(&mut self, field: &str, low: &str, high: &str) {
        if field == low {
            if !self.not_negative(low, 0.0) && self.number(low) > self.number(high) {
                self.put_number(low, self.number(high));
            }
        } else if field == high && self.number(high) < self.number(low) {
            self.put_number(high, self.number(low) + 0.1);
        }
    }

    /// A centre above the picture is put to its right, as in the genuine program.
    pub(super) fn update_lens(&mut self, field: &str) {
        if field != "center" {
            return;
        }
        let center = |own: &Self| own.scene.vec2(own.node, field).unwrap_or_default();
        if center(self)[0] < 0.0 {
            let [_, y] = center(self);
            self.put(field, Value::Vec2([0.0, y]));
        }
        if center(self)[1] < 0.0 {
            let [x, _] = center(self);
            self.put(field, Value::Vec2([x, 0.0]));
        }
        if center(self).iter().any(|part| *part > 1.0) {
            let [_, y] = center(self);
            self.put(field, Value::Vec2([1.0, y]));
        }
    }
}
