//! Movies and animations that supervisors record of the simulation.
//!
//! There is at most one movie and one animation at a time, whichever supervisor
//! started it. A movie shows what the Viewpoint sees; its frames are drawn here. An
//! animation is what viewers would see; the program that shows worlds writes it
//! through an [`AnimationRecorder`].

mod avi;
mod encoder;
mod movie;

use encoder::Encoder;
use foxden_protocol::supervisor::{Movie, MovieStatus};
use foxden_runtime::running_world::RunningWorld;
use movie::{MovieError, MovieRecording};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the end of a run waits for the encoder.
const ENCODING_TIME: Duration = Duration::from_secs(600);

/// Records what viewers would see into a file that a browser opens.
pub trait AnimationRecorder: Send + Sync {
    /// Begins with the present state.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn start(&self, file: &Path) -> io::Result<()>;

    /// Completes the file.
    ///
    /// # Errors
    /// When nothing is recorded, or the file could not be written.
    fn stop(&self) -> io::Result<()>;
}

/// Where the movie is.
enum MovieState {
    /// None is being made; how the last one ended.
    Idle(MovieStatus),
    /// Frames are being taken.
    Recording(Box<MovieRecording>),
    /// The encoder works.
    Saving(Encoder),
}

/// The movie and the animation of a run.
pub(crate) struct Recordings {
    movie: MovieState,
    animations: Option<Arc<dyn AnimationRecorder>>,
    is_animating: bool,
    /// What people like to know, until it is taken.
    reports: Vec<String>,
}

impl Recordings {
    pub(crate) fn new(animations: Option<Arc<dyn AnimationRecorder>>) -> Self {
        Self {
            movie: MovieState::Idle(MovieStatus::Ready),
            animations,
            is_animating: false,
            reports: Vec::new(),
        }
    }

    /// Begins a movie.
    pub(crate) fn start_movie(
        &mut self,
        world: &RunningWorld,
        file: PathBuf,
        wanted: &Movie,
    ) -> Result<(), String> {
        if !matches!(self.movie, MovieState::Idle(_)) {
            return Err("another movie is being recorded".to_owned());
        }
        match MovieRecording::start(world, file, wanted) {
            Ok(recording) => {
                self.movie = MovieState::Recording(Box::new(recording));
                Ok(())
            }
            Err(error) => {
                self.movie = MovieState::Idle(error.status());
                Err(error.to_string())
            }
        }
    }

    /// Marks a movie that could not be begun as failed.
    pub(crate) fn refuse_movie(&mut self) {
        if matches!(self.movie, MovieState::Idle(_)) {
            self.movie = MovieState::Idle(MovieStatus::WriteError);
        }
    }

    /// Ends the movie, if there is one. A movie without a step has one frame.
    pub(crate) fn stop_movie(&mut self, world: &mut RunningWorld) {
        if let MovieState::Recording(recording) = &mut self.movie
            && recording.is_empty()
            && let Err(error) = recording.take_frame(world)
        {
            self.fail(&error);
        }
        self.save_movie();
    }

    fn save_movie(&mut self) {
        let idle = MovieState::Idle(MovieStatus::Ready);
        self.movie = match std::mem::replace(&mut self.movie, idle) {
            MovieState::Recording(recording) => match recording.finish() {
                Ok(pictures) => Encoder::start(pictures, Path::new("ffmpeg"))
                    .map_or_else(|ended| self.ended(ended), MovieState::Saving),
                Err(error) => {
                    self.reports.push(format!("the movie is lost: {error}"));
                    MovieState::Idle(error.status())
                }
            },
            other => other,
        };
    }

    fn ended(&mut self, ended: encoder::Ended) -> MovieState {
        self.reports.push(ended.report);
        MovieState::Idle(ended.status)
    }

    fn fail(&mut self, error: &MovieError) {
        self.reports.push(format!("the movie is lost: {error}"));
        self.movie = MovieState::Idle(error.status());
    }

    /// How the movie goes.
    pub(crate) fn movie_status(&mut self) -> MovieStatus {
        if let MovieState::Saving(encoder) = &mut self.movie
            && let Some(ended) = encoder.poll()
        {
            self.movie = self.ended(ended);
        }
        match &self.movie {
            MovieState::Idle(status) => *status,
            MovieState::Recording(_) => MovieStatus::Recording,
            MovieState::Saving(_) => MovieStatus::Saving,
        }
    }

    /// A step was made: the movie takes a frame if one is due.
    pub(crate) fn follow(&mut self, world: &mut RunningWorld) {
        if let MovieState::Recording(recording) = &mut self.movie
            && let Err(error) = recording.follow(world)
        {
            self.fail(&error);
        }
    }

    /// Begins an animation.
    pub(crate) fn start_animation(&mut self, file: &Path) -> Result<(), String> {
        if self.is_animating {
            return Err("another animation is being recorded".to_owned());
        }
        let Some(animations) = &self.animations else {
            return Err("this program shows no worlds".to_owned());
        };
        animations.start(file).map_err(|error| error.to_string())?;
        self.is_animating = true;
        Ok(())
    }

    /// Completes the animation.
    pub(crate) fn stop_animation(&mut self) -> Result<(), String> {
        if !std::mem::replace(&mut self.is_animating, false) {
            return Err("none is being recorded".to_owned());
        }
        match &self.animations {
            Some(animations) => animations.stop().map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    /// What is to be said since the last call.
    pub(crate) fn take_reports(&mut self) -> Vec<String> {
        std::mem::take(&mut self.reports)
    }

    /// The run is over: what is being recorded is completed.
    pub(crate) fn finish(&mut self) {
        if self.is_animating
            && let Err(error) = self.stop_animation()
        {
            self.reports.push(format!("the animation is lost: {error}"));
        }
        self.save_movie();
        let deadline = Instant::now() + ENCODING_TIME;
        while self.movie_status() == MovieStatus::Saving && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
