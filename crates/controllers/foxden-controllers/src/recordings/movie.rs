//! A movie while its frames are taken.

use super::avi::{AviWriter, MovieForm};
use foxden_protocol::supervisor::{Movie, MovieStatus};
use foxden_runtime::running_world::RunningWorld;
use foxden_sim::picture_requests::{PictureRequestError, Standpoint};
use foxden_vision::{PictureError, PictureFormat, encode_picture};
use std::fs::Permissions;
use std::io::{self, BufWriter};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The most frames for each second of the movie.
const MOST_RATE: f64 = 30.0;

/// The longest side of a movie, in pixels.
const MOST_PIXELS: i32 = 8192;

/// Why a movie cannot be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MovieError {
    #[error(
        "a movie of {0} x {1} pixels cannot be recorded: each side has from 1 to {MOST_PIXELS}"
    )]
    Size(i32, i32),
    #[error("{0}")]
    Picture(#[from] PictureRequestError),
    #[error("{0}")]
    Encoding(#[from] PictureError),
    #[error("'{}': {error}", file.display())]
    File { file: PathBuf, error: io::Error },
}

impl MovieError {
    /// The status that supervisors get.
    pub(super) fn status(&self) -> MovieStatus {
        match self {
            Self::Size(..) | Self::Picture(_) => MovieStatus::SimulationError,
            Self::Encoding(_) => MovieStatus::EncodingError,
            Self::File { .. } => MovieStatus::WriteError,
        }
    }
}

/// A complete file of pictures that waits for the encoder.
pub(super) struct MoviePictures {
    pub(super) file: NamedTempFile,
    /// The file that was wanted.
    pub(super) target: PathBuf,
    /// Bits for each second of the encoded movie.
    pub(super) bit_rate: u64,
}

/// A movie whose frames are being taken.
pub(crate) struct MovieRecording {
    target: PathBuf,
    writer: AviWriter<BufWriter<NamedTempFile>>,
    form: MovieForm,
    quality: u8,
    /// A frame is taken after this many steps.
    every: u64,
    steps: u64,
}

/// A file beside another one that disappears if it is not kept.
pub(super) fn file_beside(target: &Path, ending: &str) -> io::Result<NamedTempFile> {
    let folder = target.parent().unwrap_or(Path::new("."));
    tempfile::Builder::new()
        .prefix(".foxden-movie-")
        .suffix(ending)
        // as other new files: the user's mask decides
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)
}

/// After how many steps a frame is taken, and how many are shown in a second.
fn frame_rate(step_seconds: f64, acceleration: u8) -> (u64, f64) {
    let all = f64::from(acceleration.max(1)) / step_seconds.max(1e-6);
    let every = (all / MOST_RATE).ceil().max(1.0);
    (every as u64, all / every)
}

impl MovieRecording {
    pub(super) fn start(
        world: &RunningWorld,
        target: PathBuf,
        wanted: &Movie,
    ) -> Result<Self, MovieError> {
        let sides = 1..=MOST_PIXELS;
        if !sides.contains(&wanted.width) || !sides.contains(&wanted.height) {
            return Err(MovieError::Size(wanted.width, wanted.height));
        }
        let (every, rate) = frame_rate(world.settings().seconds(), wanted.acceleration);
        let form = MovieForm {
            size: [wanted.width as u32, wanted.height as u32],
            rate,
        };
        let writer = file_beside(&target, ".avi")
            .and_then(|file| AviWriter::new(BufWriter::new(file), form));
        match writer {
            Ok(writer) => Ok(Self {
                target,
                writer,
                form,
                quality: wanted.quality.clamp(1, 100),
                every,
                steps: 0,
            }),
            Err(error) => Err(MovieError::File {
                file: target,
                error,
            }),
        }
    }

    /// Whether there is no frame yet.
    pub(super) fn is_empty(&self) -> bool {
        self.writer.pictures() == 0
    }

    /// A step was made.
    pub(super) fn follow(&mut self, world: &mut RunningWorld) -> Result<(), MovieError> {
        self.steps += 1;
        match self.steps % self.every {
            0 => self.take_frame(world),
            _ => Ok(()),
        }
    }

    /// Adds what the Viewpoint shows now.
    pub(super) fn take_frame(&mut self, world: &mut RunningWorld) -> Result<(), MovieError> {
        let picture = world.render(&Standpoint::Viewpoint, Some(self.form.size))?;
        let format = PictureFormat::Jpeg(self.quality);
        let bytes = encode_picture(picture.size, &picture.pixels, format)?;
        self.writer
            .add(&bytes)
            .map_err(|error| self.file_error(error))
    }

    fn file_error(&self, error: io::Error) -> MovieError {
        MovieError::File {
            file: self.target.clone(),
            error,
        }
    }

    /// The pictures, ready for the encoder.
    pub(super) fn finish(self) -> Result<MoviePictures, MovieError> {
        let Self {
            target,
            writer,
            form,
            quality,
            ..
        } = self;
        let [width, height] = form.size.map(f64::from);
        // as the genuine program chooses it
        let bits = f64::from(quality) * form.rate * width * height / 256.0;
        let file = writer
            .finish()
            .and_then(|file| file.into_inner().map_err(io::IntoInnerError::into_error));
        match file {
            Ok(file) => Ok(MoviePictures {
                file,
                target,
                bit_rate: bits.max(1000.0) as u64,
            }),
            Err(error) => Err(MovieError::File {
                file: target,
                error,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_movie_lasts_as_long_as_what_it_shows() {
        for (step, acceleration) in [(0.032, 1), (0.016, 1), (0.01, 3), (0.001, 2), (0.1, 1)] {
            let (every, rate) = frame_rate(step, acceleration);
            assert!(rate <= MOST_RATE + 1e-9, "{rate}");
            let shown = every as f64 * step / f64::from(acceleration);
            assert!((shown * rate - 1.0).abs() < 1e-9, "{step} {acceleration}");
        }
        assert_eq!(frame_rate(0.032, 1).0, 2);
        assert_eq!(frame_rate(0.1, 1), (1, 10.0));
    }
}
