//! What recorders wrote, and its comparison with the recording.

use super::scratch::Scratch;
use crate::case::Case;
use crate::ensemble::script_difference;
use crate::language::{compare_dump, compare_saved};
use crate::outcome::{CaseOutcome, Rule};
use crate::recorders::{is_upright, sup};
use crate::reproducible::ATTITUDE;
use crate::simulate::ComparisonContext;
use crate::table::{Cell, EXACT, Tolerance, first_difference};
use foxden_lang::resolve::Location;
use foxden_scene::{Library, load_text};

/// A recorded table.
pub(crate) struct RecordedTable {
    /// The name of its file.
    file: String,
    recorded: String,
}

/// The milliseconds that the first table spans.
pub(crate) fn duration(tables: &[RecordedTable]) -> f64 {
    let last = tables
        .first()
        .and_then(|table| table.recorded.lines().last());
    let seconds = last.and_then(|row| row.split(',').nth(1)?.parse::<f64>().ok());
    seconds.unwrap_or(0.0) * 1000.0
}

/// The names of the columns. Names of devices may hold commas; then there are
/// more than the rows have cells.
fn columns(table: &str) -> Vec<&str> {
    table
        .lines()
        .next()
        .unwrap_or_default()
        .split(',')
        .collect()
}

/// The tables of a world: the first robot's, and those of others beside it.
pub(crate) fn recorded_tables(case: &Case) -> Vec<RecordedTable> {
    let mut names: Vec<String> = std::fs::read_dir(case.folder.join("out"))
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|file| {
            file.strip_prefix(&case.name)
                .and_then(|rest| rest.strip_suffix(".csv"))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("__"))
        })
        .collect();
    names.sort();
    names
        .into_iter()
        .filter_map(|file| {
            let path = case.folder.join("out").join(&file);
            let recorded = std::fs::read_to_string(path).ok()?;
            Some(RecordedTable { file, recorded })
        })
        .collect()
}

/// The first difference between recorded tables and those in a folder.
pub(crate) fn compare_tables(
    tables: &[RecordedTable],
    scratch: &Scratch,
    context: &ComparisonContext,
) -> Option<String> {
    for table in tables {
        let Some(found) = scratch.written(&table.file) else {
            return Some(format!("{} was not written", table.file));
        };
        let difference = match is_script(&columns(&found)) {
            true => script_difference(
                before_reload(&table.recorded),
                &script_rows(&found),
                context.motion,
            ),
            false => table_difference(table, &found, tables.len(), context),
        };
        if let Some(difference) = difference {
            return Some(match tables.len() {
                1 => difference,
                _ => format!("{}: {difference}", table.file),
            });
        }
    }
    None
}

/// The table of a script up to its request to load the world again. How many steps the
/// genuine program still makes until then depends on the speed of the machine.
fn before_reload(table: &str) -> &str {
    let mut end = 0;
    for line in table.split_inclusive('\n') {
        end += line.len();
        if line.contains(",\"reload\",") {
            break;
        }
    }
    &table[..end]
}

/// The first difference in one of several tables.
fn table_difference(
    table: &RecordedTable,
    found: &str,
    tables: usize,
    context: &ComparisonContext,
) -> Option<String> {
    let mut rows = rows(found, &table.recorded, context);
    // one recorder ends the simulation for the others
    if tables > 1 {
        rows.truncate(table.recorded.lines().count().saturating_sub(1));
    }
    let header: Vec<String> = columns(found).iter().map(ToString::to_string).collect();
    first_difference(&table.recorded, &header, &rows, context.motion)
}

/// Whether a table is that of a script: a command in each row, and what came of it.
fn is_script(columns: &[&str]) -> bool {
    columns == ["n", "time", "command", "result"]
}

fn script_rows(table: &str) -> Vec<sup::RecordedRow> {
    let row = |[number, time, command, result]: [String; 4]| sup::RecordedRow {
        number: number.parse().unwrap_or(usize::MAX),
        time: time.parse().unwrap_or(f64::NAN),
        command,
        result,
    };
    sup::read_rows(table).into_iter().map(row).collect()
}

/// The rows of a written table as cells that can be compared.
fn rows(found: &str, recorded: &str, context: &ComparisonContext) -> Vec<Vec<Cell>> {
    let columns = columns(found);
    let mut recorded = recorded.lines().skip(1);
    found
        .lines()
        .skip(1)
        .enumerate()
        .map(|(row, line)| {
            let recorded: Vec<&str> = recorded.next().unwrap_or_default().split(',').collect();
            let cells: Vec<&str> = line.split(',').collect();
            let is_regular = cells.len() == columns.len();
            let cell = |(at, text): (usize, &&str)| match columns.get(at) {
                Some(column) if is_regular => {
                    if context.limits.is_unset(row, column) || is_unset(column, &columns, &recorded)
                    {
                        return Cell::Unset;
                    }
                    if column.starts_with("contacts ") {
                        return Cell::Points((*text).to_owned());
                    }
                    cell(text, context.tolerance(column))
                }
                _ => Cell::Text((*text).to_owned()),
            };
            cells.iter().enumerate().map(cell).collect()
        })
        .collect()
}

fn cell(text: &str, tolerance: Tolerance) -> Cell {
    let numbers: Option<Vec<f64>> = text
        .split(';')
        .map(|word| match word {
            "-nan" => Some(f64::NAN),
            word => word.parse().ok(),
        })
        .collect();
    match numbers {
        Some(numbers) if tolerance != Tolerance::Rotation || numbers.len() == 4 => {
            Cell::Numbers(numbers, tolerance)
        }
        Some(numbers) => Cell::Numbers(numbers, EXACT),
        None => Cell::Text(text.to_owned()),
    }
}

/// Whether a recorded cell says nothing: an attitude that is no rotation is
/// memory that the genuine library had not set, and upright, roll and yaw are
/// what rounding leaves.
fn is_unset(column: &str, columns: &[&str], recorded: &[&str]) -> bool {
    let Some((device, part)) = column.rsplit_once('.') else {
        return false;
    };
    if !ATTITUDE.contains(&part) {
        return false;
    }
    let value = |part: &str| -> Option<f64> {
        let name = format!("{device}.{part}");
        let at = columns.iter().position(|column| *column == name)?;
        recorded.get(at)?.parse().ok()
    };
    let squares = ["qx", "qy", "qz", "qw"].map(|part| value(part).map(|value| value * value));
    let is_no_rotation = squares
        .into_iter()
        .sum::<Option<f64>>()
        .is_some_and(|sum| (sum - 1.0).abs() > 1e-6);
    let is_free = matches!(part, "roll" | "yaw") && value("pitch").is_some_and(is_upright);
    is_no_rotation || is_free
}

/// Compares the trees that the recorder wrote, and what was saved.
pub(crate) fn compare_dumps(
    case: &Case,
    scratch: &Scratch,
    location: &Location,
    library: &mut Library,
) -> CaseOutcome {
    let written = |suffix: &str| scratch.written(&format!("{}{suffix}", case.name));
    let is_converted = std::fs::read(case.world())
        .map(|bytes| load_text(location, &bytes, library).scene)
        .is_ok_and(|scene| scene.version().is_before(2022, 'a'));
    for suffix in [".json", ".2.json"] {
        let Some(recorded) = case.recorded(suffix) else {
            continue;
        };
        let Some(found) = written(suffix) else {
            return CaseOutcome::Failed(format!("{}{suffix} was not written", case.name));
        };
        if let Some(difference) = compare_dump(&recorded, &found, is_converted) {
            return CaseOutcome::Failed(difference);
        }
    }
    match (case.recorded(".saved.wbt"), written(".saved.wbt")) {
        (Some(_), None) => CaseOutcome::Failed("the world was not saved".to_owned()),
        (_, Some(text)) => match compare_saved(case, &text, location, library) {
            Some(difference) => CaseOutcome::Failed(difference),
            None => CaseOutcome::Passed(Rule::Text),
        },
        (None, None) => CaseOutcome::Passed(Rule::Text),
    }
}
