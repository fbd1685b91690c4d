//! Motion files.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;

use foxden_client::{Misuse, Motion};

use super::{Bool, boolean, functions, some_text};
use crate::library::{report_misuse, warn, with};

/// A motion for C programs; a number, not an address.
pub type MotionRef = *mut c_void;

/// The largest motion file that is read.
const LIMIT: u64 = 64 << 20;

fn read(file: &str) -> Result<Motion, String> {
    let size = std::fs::metadata(file)
        .map_err(|error| error.to_string())?
        .len();
    if size > LIMIT {
        return Err(format!("{size} bytes are too many for a motion"));
    }
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    Motion::parse(&text).map_err(|error| error.to_string())
}

/// Works on a motion.
fn on<R>(function: &str, motion: MotionRef, missing: R, act: impl FnOnce(&mut Motion) -> R) -> R
where
    R: Copy,
{
    with(function, missing, |library| {
        match library.motions.get(motion.addr()) {
            Some(motion) => act(motion),
            None => {
                report_misuse(
                    function,
                    &Misuse::Other("called with a NULL or invalid 'motion' argument".into()),
                );
                missing
            }
        }
    })
}

functions! {
    fn wbu_motion_new(filename: *const c_char) -> MotionRef {
        let Some(file) = some_text(filename) else {
            report_misuse(FUNCTION, &Misuse::Empty { argument: "filename" });
            return null_mut();
        };
        let motion = match read(&file) {
            Ok(motion) => motion,
            Err(reason) => {
                report_misuse(FUNCTION, &Misuse::Other(format!("{file}: {reason}")));
                return null_mut();
            }
        };
        with(FUNCTION, null_mut(), |library| {
            let find = |joint: &String| {
                let tag = library.client.tag_of(joint);
                if tag.is_none() {
                    let text = format!("ignoring joint '{joint}' of '{file}', which this robot does not have.");
                    warn(FUNCTION, &text);
                }
                tag
            };
            let motors = motion.joints().iter().map(find).collect();
            std::ptr::without_provenance_mut(library.motions.add(motion, motors))
        })
    }

    fn wbu_motion_delete(motion: MotionRef) {
        if motion.is_null() {
            return;
        }
        // Bindings delete motions after the robot; that is no mistake.
        with(FUNCTION, (), |library| {
            if !library.motions.remove(motion.addr()) {
                report_misuse(FUNCTION, &Misuse::Other("attempt to delete an invalid 'motion'".into()));
            }
        });
    }

    fn wbu_motion_play(motion: MotionRef) {
        on(FUNCTION, motion, (), Motion::play);
    }

    fn wbu_motion_stop(motion: MotionRef) {
        on(FUNCTION, motion, (), Motion::stop);
    }

    fn wbu_motion_set_loop(motion: MotionRef, repeats: Bool) {
        on(FUNCTION, motion, (), |motion| motion.repeats = repeats != 0);
    }

    fn wbu_motion_set_reverse(motion: MotionRef, reverse: Bool) {
        on(FUNCTION, motion, (), |motion| motion.reverse = reverse != 0);
    }

    fn wbu_motion_is_over(motion: MotionRef) -> Bool {
        on(FUNCTION, motion, 0, |motion| boolean(motion.is_over()))
    }

    fn wbu_motion_get_duration(motion: MotionRef) -> c_int {
        on(FUNCTION, motion, -1, |motion| motion.duration())
    }

    fn wbu_motion_get_time(motion: MotionRef) -> c_int {
        on(FUNCTION, motion, -1, |motion| motion.time())
    }

    fn wbu_motion_set_time(motion: MotionRef, time: c_int) {
        on(FUNCTION, motion, (), |motion| motion.set_time(time));
    }
}
