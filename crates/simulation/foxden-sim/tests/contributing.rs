//! The walk "Add a device to the simulator" of CONTRIBUTING names real files that
//! contain the named items.
#![allow(clippy::unwrap_used)]

use std::path::Path;

#[test]
fn the_walk_names_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let Ok(text) = std::fs::read_to_string(root.join("CONTRIBUTING.md")) else {
        // a package without its repository
        return;
    };
    let (_, walk) = text.split_once("## Add a device to the simulator").unwrap();
    let walk = walk.split("\n## ").next().unwrap();
    let (mut file, mut checked) = (None, 0);
    for quoted in walk.split('`').skip(1).step_by(2) {
        if quoted.starts_with("crates/") {
            let path = root.join(quoted);
            assert!(path.exists(), "{quoted} does not exist");
            file = path
                .is_file()
                .then(|| std::fs::read_to_string(path).unwrap());
        } else if let Some(file) = &file {
            let is_there = file.contains(quoted);
            assert!(
                is_there,
                "`{quoted}` is not in the file that is named before it"
            );
            checked += 1;
        }
    }
    assert!(checked >= 6, "only {checked} items were found");
}
