//! The simulation and the world.

use std::ffi::{c_char, c_double, c_int};
use std::path::Path;

use foxden_client::Misuse;
use foxden_protocol::robot::SimulationMode;
use foxden_protocol::supervisor::{Label, Movie, MovieStatus, SaveWorld, SupervisorRequest};

use super::{Bool, boolean, functions, old_name, some_text, text};
use crate::library::{ControllerLibrary, report_misuse, with};

/// Not a number, as often as any function gives.
pub(super) static NOT_A_NUMBER: [f64; 16] = [f64::NAN; 16];

/// Works as a supervisor; other robots are refused.
pub(super) fn supervise<R: Clone>(
    function: &str,
    missing: R,
    act: impl FnOnce(&mut ControllerLibrary) -> Result<R, Misuse>,
) -> R {
    with(function, missing.clone(), |library| {
        let result = match library.client.robot.is_supervisor {
            true => act(library),
            false => Err(Misuse::NoSupervisor),
        };
        result.unwrap_or_else(|misuse| {
            report_misuse(function, &misuse);
            missing
        })
    })
}

/// Puts a question without an answer.
fn order(function: &str, request: SupervisorRequest) {
    supervise(function, (), |library| {
        library.ask(function, request);
        Ok(())
    });
}

fn file_name(file: *const c_char) -> Result<String, Misuse> {
    some_text(file).ok_or(Misuse::Empty {
        argument: "filename",
    })
}

fn check_extension(file: &str, extension: &'static str) -> Result<(), Misuse> {
    match Path::new(file).extension() {
        Some(found) if found == extension => Ok(()),
        _ => Err(Misuse::Extension { extension }),
    }
}

/// A small number for the wire; larger ones are cut off there.
fn byte(value: c_int) -> u8 {
    value.to_le_bytes()[0]
}

fn movie_number(status: MovieStatus) -> c_int {
    match status {
        MovieStatus::Ready => 0,
        MovieStatus::Recording => 1,
        MovieStatus::Saving => 2,
        MovieStatus::WriteError => 3,
        MovieStatus::EncodingError => 4,
        MovieStatus::SimulationError => 5,
    }
}

/// Asks for the status of the movie.
fn movie(library: &mut ControllerLibrary, function: &str) -> c_int {
    library.flush(function);
    movie_number(library.client.supervisor.movie)
}

functions! {
    fn wb_supervisor_world_load(filename: *const c_char) {
        supervise(FUNCTION, (), |library| {
            let file = file_name(filename)?;
            library.ask(FUNCTION, SupervisorRequest::LoadWorld { file });
            Ok(())
        });
    }

    fn wb_supervisor_load_world(filename: *const c_char) {
        wb_supervisor_world_load(filename);
    }

    fn wb_supervisor_world_save(filename: *const c_char) -> Bool {
        supervise(FUNCTION, 0, |library| {
            let file = text(filename);
            if let Some(file) = &file {
                check_extension(file, "wbt")?;
            }
            library.ask(FUNCTION, SupervisorRequest::SaveWorld(SaveWorld { file }));
            Ok(boolean(library.client.supervisor.found.success.unwrap_or(true)))
        })
    }

    fn wb_supervisor_save_world(filename: *const c_char) -> Bool {
        wb_supervisor_world_save(filename)
    }

    fn wb_supervisor_world_reload() {
        order(FUNCTION, SupervisorRequest::ReloadWorld);
    }

    fn wb_supervisor_simulation_revert() {
        order(FUNCTION, SupervisorRequest::ReloadWorld);
    }

    fn wb_supervisor_simulation_quit(status: c_int) {
        order(FUNCTION, SupervisorRequest::Quit { status });
    }

    fn wb_supervisor_simulation_reset() {
        order(FUNCTION, SupervisorRequest::Reset);
    }

    fn wb_supervisor_simulation_reset_physics() {
        order(FUNCTION, SupervisorRequest::ResetPhysics);
    }

    fn wb_supervisor_simulation_physics_reset() {
        order(FUNCTION, SupervisorRequest::ResetPhysics);
    }

    fn wb_supervisor_simulation_get_mode() -> c_int {
        with(FUNCTION, -1, |library| match library.client.robot.mode {
            Some(SimulationMode::Pause) => 0,
            Some(SimulationMode::RealTime) => 1,
            Some(SimulationMode::Fast) => 2,
            Some(SimulationMode::Other(number)) => number,
            None => -1,
        })
    }

    fn wb_supervisor_simulation_set_mode(mode: c_int) {
        supervise(FUNCTION, (), |library| {
            let mode = match mode {
                0 => SimulationMode::Pause,
                1 => SimulationMode::RealTime,
                2 | 3 => SimulationMode::Fast,
                mode => return Misuse::check_range("mode", f64::from(mode), 0.0, 2.0),
            };
            library.client.robot.mode = Some(mode);
            library.ask(FUNCTION, SupervisorRequest::SetMode(mode));
            Ok(())
        });
    }

    fn wb_supervisor_set_label(
        id: c_int,
        label: *const c_char,
        x: c_double,
        y: c_double,
        size: c_double,
        color: c_int,
        transparency: c_double,
        font: *const c_char,
    ) {
        supervise(FUNCTION, (), |library| {
            Misuse::check_range("x", x, 0.0, 1.0)?;
            Misuse::check_range("y", y, 0.0, 1.0)?;
            Misuse::check_range("size", size, 0.0, 1.0)?;
            Misuse::check_range("transparency", transparency, 0.0, 1.0)?;
            let label = text(label).ok_or(Misuse::Empty { argument: "text" })?;
            let font = text(font).ok_or(Misuse::Empty { argument: "font" })?;
            let [low, high, ..] = id.to_le_bytes();
            let clear = ((transparency * 255.0) as u32) << 24;
            library.ask(FUNCTION, SupervisorRequest::SetLabel(Label {
                id: u16::from_le_bytes([low, high]),
                x,
                y,
                size,
                colour: u32::from_le_bytes(color.to_le_bytes()).wrapping_add(clear),
                text: label,
                font,
            }));
            Ok(())
        });
    }

    fn wb_supervisor_export_image(filename: *const c_char, quality: c_int) {
        supervise(FUNCTION, (), |library| {
            let file = file_name(filename)?;
            Misuse::check_range("quality", f64::from(quality), 1.0, 100.0)?;
            library.ask(FUNCTION, SupervisorRequest::ExportImage { quality: byte(quality), file });
            Ok(())
        });
    }

    fn wb_supervisor_movie_start_recording(
        filename: *const c_char,
        width: c_int,
        height: c_int,
        codec: c_int,
        quality: c_int,
        acceleration: c_int,
        caption: Bool,
    ) {
        supervise(FUNCTION, (), |library| {
            if let 1 | 2 = movie(library, FUNCTION) {
                return Err(Misuse::Other("movie recording has already been started".into()));
            }
            let file = file_name(filename)?;
            if width <= 0 {
                return Err(Misuse::NotPositive { argument: "width" });
            }
            if height <= 0 {
                return Err(Misuse::NotPositive { argument: "height" });
            }
            Misuse::check_range("quality", f64::from(quality), 1.0, 100.0)?;
            if acceleration < 1 {
                return Err(Misuse::NotPositive { argument: "acceleration" });
            }
            library.ask(FUNCTION, SupervisorRequest::StartMovie(Movie {
                width,
                height,
                codec: byte(codec),
                quality: byte(quality),
                acceleration: byte(acceleration),
                caption: caption != 0,
                file,
            }));
            Ok(())
        });
    }

    fn wb_supervisor_start_movie(
        filename: *const c_char,
        width: c_int,
        height: c_int,
        codec: c_int,
        quality: c_int,
        acceleration: c_int,
        caption: Bool,
    ) {
        wb_supervisor_movie_start_recording(filename, width, height, codec, quality, acceleration, caption);
    }

    fn wb_supervisor_movie_stop_recording() {
        order(FUNCTION, SupervisorRequest::StopMovie);
    }

    fn wb_supervisor_stop_movie() {
        order(FUNCTION, SupervisorRequest::StopMovie);
    }

    fn wb_supervisor_movie_is_ready() -> Bool {
        supervise(FUNCTION, 0, |library| Ok(boolean(!matches!(movie(library, FUNCTION), 1 | 2))))
    }

    fn wb_supervisor_movie_failed() -> Bool {
        supervise(FUNCTION, 1, |library| Ok(boolean(movie(library, FUNCTION) > 2)))
    }

    fn wb_supervisor_movie_get_status() -> c_int {
        old_name!(FUNCTION, "wb_supervisor_movie_is_ready() and wb_supervisor_movie_failed()");
        with(FUNCTION, 0, |library| movie_number(library.client.supervisor.movie))
    }

    fn wb_supervisor_get_movie_status() -> c_int {
        match supervise(FUNCTION, false, |_| Ok(true)) {
            true => wb_supervisor_movie_get_status(),
            false => movie_number(MovieStatus::SimulationError),
        }
    }

    fn wb_supervisor_animation_start_recording(filename: *const c_char) -> Bool {
        supervise(FUNCTION, 0, |library| {
            let file = file_name(filename)?;
            check_extension(&file, "html")?;
            library.ask(FUNCTION, SupervisorRequest::StartAnimation { file });
            Ok(boolean(library.client.supervisor.found.success.unwrap_or(true)))
        })
    }

    fn wb_supervisor_animation_stop_recording() -> Bool {
        supervise(FUNCTION, 0, |library| {
            library.ask(FUNCTION, SupervisorRequest::StopAnimation);
            Ok(boolean(library.client.supervisor.found.success.unwrap_or(true)))
        })
    }

    fn wb_supervisor_virtual_reality_headset_is_used() -> Bool {
        supervise(FUNCTION, 0, |library| {
            library.ask(FUNCTION, SupervisorRequest::HeadsetUsed);
            Ok(boolean(library.client.supervisor.found.headset_used))
        })
    }

    fn wb_supervisor_virtual_reality_headset_get_position() -> *const c_double {
        supervise(FUNCTION, NOT_A_NUMBER.as_ptr(), |library| {
            library.ask(FUNCTION, SupervisorRequest::HeadsetPosition);
            let position = &library.client.supervisor.headset_position;
            Ok(position.as_ref().map_or(NOT_A_NUMBER.as_ptr(), |position| position.as_ptr()))
        })
    }

    fn wb_supervisor_virtual_reality_headset_get_orientation() -> *const c_double {
        supervise(FUNCTION, NOT_A_NUMBER.as_ptr(), |library| {
            library.ask(FUNCTION, SupervisorRequest::HeadsetOrientation);
            let matrix = &library.client.supervisor.headset_orientation;
            Ok(matrix.as_ref().map_or(NOT_A_NUMBER.as_ptr(), |matrix| matrix.as_ptr()))
        })
    }
}
