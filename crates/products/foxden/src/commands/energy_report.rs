//! Where energy came from and where it went: for people, and as JSON.

use clap::ValueEnum;
use foxden_lang::diagnostic::printable;
use foxden_sim::World;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// How the energy report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EnergyFormat {
    /// Rounded, for people
    Text,
    /// JSON with all digits
    Json,
}

/// Digits that a text shows of the largest amount of a row.
const DIGITS: i32 = 7;

/// One robot or charger: amounts in joules with their names.
struct EnergyRow {
    kind: &'static str,
    name: String,
    amounts: Vec<(&'static str, f64)>,
}

/// The report of a world.
pub(crate) fn energy_report(world: &World, format: EnergyFormat) -> String {
    let rows = rows(world);
    match format {
        EnergyFormat::Text => text(&rows),
        EnergyFormat::Json => format!("{:#}\n", json_report(&rows)),
    }
}

fn rows(world: &World) -> Vec<EnergyRow> {
    let robots = world.robots().filter_map(|(index, robot)| {
        let (ledger, now) = (world.robot_ledger(index)?, world.robot_energy(index)?);
        Some(EnergyRow {
            kind: "robot",
            name: robot.name.clone(),
            amounts: vec![
                ("start", ledger.start),
                ("received", ledger.received),
                ("computer", ledger.computer),
                ("motors", ledger.motors),
                ("written", ledger.written),
                ("left", now),
            ],
        })
    });
    let chargers = world
        .chargers()
        .enumerate()
        .filter_map(|(number, charger)| {
            let (ledger, now) = (
                world.charger_ledger(charger)?,
                world.charger_energy(charger)?,
            );
            Some(EnergyRow {
                kind: "charger",
                name: (number + 1).to_string(),
                amounts: vec![
                    ("start", ledger.start),
                    ("drawn", ledger.drawn),
                    ("given", ledger.given),
                    ("lost", ledger.lost),
                    ("written", ledger.written),
                    ("left", now),
                ],
            })
        });
    robots.chain(chargers).collect()
}

/// What an amount is called in the text.
fn label(name: &str) -> &str {
    match name {
        "start" => "at the start",
        "computer" => "used by the computer",
        "motors" => "used by motors",
        "written" => "set by supervisors or resets",
        other => other,
    }
}

fn text(rows: &[EnergyRow]) -> String {
    if rows.is_empty() {
        return "energy: no robot has a battery, and there is no charger\n".to_owned();
    }
    let mut text = String::from("energy in joules\n");
    for row in rows {
        let largest = row
            .amounts
            .iter()
            .fold(0.0_f64, |largest, (_, amount)| largest.max(amount.abs()));
        let amounts: Vec<String> = row
            .amounts
            .iter()
            .map(|(name, amount)| format!("{} {}", rounded(*amount, largest), label(name)))
            .collect();
        // writing to a string does not fail
        let name = printable(&row.name);
        let _ = writeln!(text, "  {} {name}: {}", row.kind, amounts.join(", "));
    }
    text
}

/// An amount with as many decimals as matter beside the largest of its row.
fn rounded(amount: f64, largest: f64) -> String {
    let magnitude = match largest > 0.0 && largest.is_finite() {
        true => decimal_exponent(largest),
        false => 0,
    };
    let decimals = (DIGITS - 1 - magnitude).clamp(0, 12) as usize;
    let text = format!("{amount:.decimals$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// The exponent of a positive number in scientific notation.
fn decimal_exponent(number: f64) -> i32 {
    let text = format!("{number:e}");
    let exponent = text.rsplit_once('e').map(|(_, exponent)| exponent);
    exponent.and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn json_report(rows: &[EnergyRow]) -> Value {
    let of_kind = |kind: &str| -> Vec<Value> {
        let rows = rows.iter().filter(|row| row.kind == kind);
        rows.map(|row| {
            let mut object = Map::new();
            object.insert("name".to_owned(), json!(row.name));
            for (name, amount) in &row.amounts {
                object.insert((*name).to_owned(), json!(amount));
            }
            Value::Object(object)
        })
        .collect()
    };
    json!({ "unit": "joule", "robots": of_kind("robot"), "chargers": of_kind("charger") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_noise_is_not_shown() {
        let noise = -0.000000000025210131384745013;
        assert_eq!(rounded(noise, 60.0), "0");
        assert_eq!(rounded(49.999999999999, 60.0), "50");
        assert_eq!(rounded(12.34567891, 60.0), "12.34568");
        assert_eq!(rounded(-3.5, 3.5), "-3.5");
        assert_eq!(rounded(0.000012345, 0.00002), "0.000012345");
        assert_eq!(rounded(123456789.0, 123456789.0), "123456789");
        assert_eq!(rounded(0.0, 0.0), "0");
    }

    #[test]
    fn a_world_without_energy_is_explained() {
        assert!(text(&[]).contains("no robot has a battery"));
    }

    #[test]
    fn json_has_all_digits() {
        let rows = [EnergyRow {
            kind: "robot",
            name: "cub".to_owned(),
            amounts: vec![("motors", 0.1 + 0.2)],
        }];
        let json = json_report(&rows);
        assert_eq!(json["robots"][0]["motors"], json!(0.30000000000000004));
        assert_eq!(
            text(&rows),
            "energy in joules\n  robot cub: 0.3 used by motors\n"
        );
    }
}
