//! Turns a file of pictures into the movie that was wanted.
//!
//! `ffmpeg` does it if it is installed. Otherwise the file of pictures stays, beside
//! the wanted file and with its own ending, and a line says so.

use super::movie::{MoviePictures, file_beside};
use foxden_protocol::supervisor::MovieStatus;
use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use tempfile::{NamedTempFile, TempPath};

/// The most that is read of what the encoder says.
const MOST_SAID: u64 = 2000;

/// How the making of a movie ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) status: MovieStatus,
    /// A line for people.
    pub(super) report: String,
}

/// A running encoder.
#[derive(Debug)]
pub(super) struct Encoder {
    child: Child,
    said: File,
    pictures: Option<NamedTempFile>,
    /// What it writes.
    encoded: Option<TempPath>,
    target: PathBuf,
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // one that has ended cannot be ended again
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A path that is not taken for an option or an address.
fn as_file(path: &Path) -> std::ffi::OsString {
    let mut text = std::ffi::OsString::from("file:");
    text.push(path);
    text
}

/// Keeps the file of pictures beside the wanted file.
fn keep_pictures(pictures: NamedTempFile, target: &Path) -> io::Result<PathBuf> {
    let place = target.with_extension("avi");
    pictures.persist(&place).map_err(|error| error.error)?;
    Ok(place)
}

impl Encoder {
    /// Starts the encoder; if it cannot be started, the pictures stay.
    pub(super) fn start(pictures: MoviePictures, program: &Path) -> Result<Self, Ended> {
        let MoviePictures {
            file,
            target,
            bit_rate,
        } = pictures;
        let lost = |error: io::Error| Ended {
            status: MovieStatus::WriteError,
            report: format!("the movie is lost: '{}': {error}", target.display()),
        };
        let encoded = file_beside(&target, ".mp4").map_err(lost)?.into_temp_path();
        let said = tempfile::tempfile().map_err(lost)?;
        let errors = said.try_clone().map_err(lost)?;
        let mut command = Command::new(program);
        command
            .args(["-nostdin", "-hide_banner", "-loglevel", "error", "-y"])
            .args(["-f", "avi", "-i"])
            .arg(as_file(file.path()))
            // the usual form of pixels needs even sides
            .args([
                "-vf",
                "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                "-pix_fmt",
                "yuv420p",
            ])
            .args(["-b:v", &bit_rate.to_string(), "-f", "mp4"])
            .arg(as_file(&encoded))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors);
        match command.spawn() {
            Ok(child) => Ok(Self {
                child,
                said,
                pictures: Some(file),
                encoded: Some(encoded),
                target,
            }),
            Err(error) => {
                let kept = keep_pictures(file, &target).map_err(lost)?;
                let reason = match error.kind() {
                    io::ErrorKind::NotFound => "ffmpeg is not installed".to_owned(),
                    _ => format!("ffmpeg cannot be started: {error}"),
                };
                Err(Ended {
                    status: MovieStatus::Ready,
                    report: format!(
                        "{reason}, so the movie is saved as Motion JPEG: '{}'",
                        kept.display()
                    ),
                })
            }
        }
    }

    /// How it ended, once.
    pub(super) fn poll(&mut self) -> Option<Ended> {
        let status = match self.child.try_wait() {
            Ok(status) => status?,
            Err(error) => return Some(self.failed(&error.to_string())),
        };
        let pictures = self.pictures.take()?;
        let encoded = self.encoded.take()?;
        if status.success() {
            let saved = encoded.persist(&self.target);
            return Some(match saved {
                Ok(()) => Ended {
                    status: MovieStatus::Ready,
                    report: format!("the movie is saved: '{}'", self.target.display()),
                },
                Err(error) => Ended {
                    status: MovieStatus::WriteError,
                    report: format!("the movie is lost: '{}': {error}", self.target.display()),
                },
            });
        }
        self.pictures = Some(pictures);
        let reason = self.reason(status);
        Some(self.failed(&reason))
    }

    fn reason(&mut self, status: ExitStatus) -> String {
        let mut text = Vec::new();
        // without its words the status must do
        let _ = self.said.rewind();
        let _ = (&self.said).take(MOST_SAID).read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text);
        match text.lines().find(|line| !line.trim().is_empty()) {
            Some(line) => line.trim().to_owned(),
            None => status.to_string(),
        }
    }

    fn failed(&mut self, reason: &str) -> Ended {
        let kept = self
            .pictures
            .take()
            .map(|file| keep_pictures(file, &self.target));
        let place = match kept {
            Some(Ok(place)) => format!("; its pictures are in '{}'", place.display()),
            _ => String::new(),
        };
        Ended {
            status: MovieStatus::EncodingError,
            report: format!("ffmpeg could not make the movie: {reason}{place}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;

    fn pictures(target: &Path) -> MoviePictures {
        let mut file = file_beside(target, ".avi").unwrap();
        file.write_all(b"pictures").unwrap();
        MoviePictures {
            file,
            target: target.to_owned(),
            bit_rate: 5000,
        }
    }

    fn program(folder: &Path, text: &str) -> PathBuf {
        let path = folder.join("encoder");
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn wait(mut encoder: Encoder) -> Ended {
        loop {
            match encoder.poll() {
                Some(ended) => return ended,
                None => std::thread::sleep(std::time::Duration::from_millis(5)),
            }
        }
    }

    /// The files of a folder besides the encoder.
    fn files(folder: &Path) -> Vec<String> {
        let all = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = all
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "encoder")
            .collect();
        names.sort();
        names
    }

    #[test]
    fn pictures_become_a_movie_or_stay_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("film.mp4");
        // the input follows -i, the output is last
        let copy = "while [ \"$1\" != -i ]; do shift; done; from=${2#file:}\n\
                    for last; do :; done; cat \"$from\" > \"${last#file:}\"";
        let encoder = Encoder::start(pictures(&target), &program(folder.path(), copy)).unwrap();
        let ended = wait(encoder);
        assert_eq!(ended.status, MovieStatus::Ready, "{}", ended.report);
        assert_eq!(std::fs::read(&target).unwrap(), b"pictures");
        assert_eq!(files(folder.path()), ["film.mp4"]);
        std::fs::remove_file(&target).unwrap();

        let failing = program(folder.path(), "echo no such codec >&2; exit 1");
        let ended = wait(Encoder::start(pictures(&target), &failing).unwrap());
        assert_eq!(ended.status, MovieStatus::EncodingError);
        assert!(ended.report.contains("no such codec"), "{}", ended.report);
        assert_eq!(files(folder.path()), ["film.avi"]);

        let missing = folder.path().join("missing");
        let ended = Encoder::start(pictures(&target), &missing).unwrap_err();
        assert_eq!(ended.status, MovieStatus::Ready);
        assert!(ended.report.contains("film.avi"), "{}", ended.report);
        assert_eq!(files(folder.path()), ["film.avi"]);
    }
}
