//! Which fields are no part of an encoded state.

/// Work space that every step fills again before it reads it, and geometry, which
/// belongs to the caller.
const SKIPPED: [&str; 8] = [
    "broad_phase: BroadPhase,",
    "force_fault: Option<islands::solver::ForceFault>,",
    "islands: Islands,",
    "points: Vec<ContactPoint>,",
    "pub geometry: Geometry,",
    "touched: Vec<bool>,",
    "visit_order: VisitOrder,",
    "work: Option<Box<Workspace>>,",
];

#[test]
fn no_other_field_is_left_out() {
    let mut found = Vec::new();
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                for pair in lines.windows(2) {
                    if pair[0] == "#[serde(skip)]" {
                        found.push(pair[1].to_owned());
                    }
                }
            }
        }
    }
    found.sort();
    assert_eq!(found, SKIPPED);
}
