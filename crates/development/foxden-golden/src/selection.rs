//! Which worlds of a data folder are run.

use std::collections::BTreeMap;
use std::path::Path;

/// The causes that a data folder gives for its worlds: `group/name` to cause.
pub(crate) type Causes = BTreeMap<String, String>;

/// Reads `causes.json` of a data folder; empty if there is none.
pub(crate) fn read_causes(data: &Path) -> std::io::Result<Causes> {
    match std::fs::read_to_string(data.join("causes.json")) {
        Ok(text) => serde_json::from_str(&text).map_err(std::io::Error::other),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Causes::new()),
        Err(error) => Err(error),
    }
}

/// A choice of worlds. An empty list chooses everything.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Groups of recordings.
    pub groups: Vec<String>,
    /// Names of worlds, with or without their group; `*` stands for any text.
    pub worlds: Vec<String>,
    /// Causes in `causes.json` of the data folder.
    pub causes: Vec<String>,
}

impl Selection {
    /// Whether a world of a group that is run is chosen.
    pub(crate) fn has(&self, group: &str, world: &str, cause: Option<&str>) -> bool {
        let is_named = self.worlds.is_empty()
            || self
                .worlds
                .iter()
                .any(|pattern| match pattern.contains('/') {
                    true => is_match(pattern, &format!("{group}/{world}")),
                    false => is_match(pattern, world),
                });
        let is_caused = self.causes.is_empty()
            || cause.is_some_and(|cause| self.causes.iter().any(|wanted| wanted == cause));
        is_named && is_caused
    }
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn is_match(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            ends.any(|at| is_match(rest, &text[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_are_chosen_by_name_pattern_and_cause() {
        let only = |worlds: &[&str]| Selection {
            worlds: worlds.iter().map(ToString::to_string).collect(),
            ..Selection::default()
        };
        assert!(only(&[]).has("slot", "a", None));
        assert!(only(&["b", "a"]).has("slot", "a", None));
        assert!(!only(&["b"]).has("slot", "a", None));
        assert!(only(&["dyn_*_1"]).has("dynamics", "dyn_0_1", None));
        assert!(!only(&["dyn_*_1"]).has("dynamics", "dyn_0_2", None));
        assert!(only(&["slot/*"]).has("slot", "a", None));
        assert!(!only(&["slot/*"]).has("charger", "a", None));
        let caused = Selection {
            causes: vec!["imu".to_owned()],
            ..Selection::default()
        };
        assert!(caused.has("devices", "a", Some("imu")));
        assert!(!caused.has("devices", "a", Some("radar")));
        assert!(!caused.has("devices", "a", None));
    }
}
