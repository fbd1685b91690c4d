//! Names of files of which each world of a run gets one.

use std::path::{Path, PathBuf};

/// The name of the file for a world, counted from 0: the second one is `run.2.csv`.
pub(crate) fn numbered(path: &Path, at: usize) -> PathBuf {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    match at {
        0 => path.to_owned(),
        _ => path.with_extension(format!("{}.{extension}", at + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_several_worlds_have_numbers() {
        let path = Path::new("a/run.csv");
        assert_eq!(numbered(path, 0), path);
        assert_eq!(numbered(path, 1), Path::new("a/run.2.csv"));
    }
}
