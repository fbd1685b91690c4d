//! Cameras and range-finders as `com.robotraconteur.imaging.Camera`.
//!
//! They are turned on when a client first wants a picture, because pictures take time.

use super::frame::Frame;
use super::{
    DeviceCache, DeviceKey, SampledWires, described, isoch_info, isochronous, without_parameters,
};
use crate::job::{FoundDevice, Scope, WorldLink, impossible, invalid, shown, unavailable};
use crate::members::Members;
use crate::stream::Occasion;
use crate::values::{named, no_extras};
use crate::world::matrix;
use foxden_runtime::run_handle::RunUnavailable;
use foxden_sim::time::seconds;
use raconteur::members::{Pipe, Wire};
use raconteur::value::{IntoValue, List, Record, Value};
use raconteur::{Error, ErrorCode, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// The type of the object.
pub(crate) const TYPE: &str = "com.robotraconteur.imaging.Camera";

/// Flags of `Capabilities`: still pictures, streams, preview.
const CAPABILITIES: u32 = 0x1 | 0x2 | 0x4;

/// The only trigger mode: pictures are taken with the sampling period.
const CONTINUOUS: i32 = 2;

/// Flags of `CameraStateFlags`.
const READY: i32 = 0x1;
const STREAMING: i32 = 0x2;

/// Qualities of JPEG pictures.
const BEST: u8 = 100;
const PREVIEW: u8 = 70;

/// Packets that a pipe keeps for a client that is slow.
const MOST_PACKETS: u32 = 2;

/// How long a client waits for the first picture. Requests of clients end after 15 s.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// What describes the newest picture; nothing before the first one.
type Newest = Option<Record>;

/// What all clients of a camera share.
#[derive(Clone)]
struct Streams {
    sampled: SampledWires,
    state: Wire,
    frames: Pipe,
    compressed: Pipe,
    preview: Pipe,
    is_streaming: Arc<AtomicBool>,
}

/// A camera or range-finder.
pub(super) fn object(scope: &mut Scope<'_>, key: &DeviceKey, link: &WorldLink) -> Members {
    let members = described(TYPE, key, link);
    let timed = key.clone();
    let (members, sampled) = isochronous(scope, members, move |scope| {
        let device = timed.find(scope)?;
        let period = scope.expected_period(device);
        Ok(isoch_info(scope, seconds(f64::from(period))))
    });
    let streams = Streams {
        sampled,
        state: Wire::new(),
        frames: Pipe::new(),
        compressed: Pipe::new(),
        preview: Pipe::new(),
        is_streaming: Arc::default(),
    };
    for pipe in [&streams.frames, &streams.compressed, &streams.preview] {
        pipe.limit_backlog(Some(MOST_PACKETS));
    }
    let (sender, newest) = watch::channel(Newest::None);
    let info = key.clone();
    let members = members
        .read("camera_info", move |scope| camera_info(scope, &info))
        .fixed("capabilities", CAPABILITIES)
        .fixed("trigger_mode", CONTINUOUS)
        .write("trigger_mode", |_, mode: i32, _| match mode {
            CONTINUOUS => Ok(()),
            _ => Err(invalid("the only trigger mode is continuous (2)")),
        })
        .query("trigger", |_, (): ()| -> Result<()> {
            let text = "the camera has no software trigger";
            Err(Error::new(ErrorCode::NotImplementedError, text))
        })
        .wire("camera_state", &streams.state)
        .pipe("frame_stream", &streams.frames)
        .pipe("frame_stream_compressed", &streams.compressed)
        .pipe("preview_stream", &streams.preview)
        .fixed("param_info", List::<Value>::default());
    let members = without_parameters(members, key);
    let members = captures(members, key, link, newest);
    let members = switches(members, key, &streams.is_streaming);
    let alive = members.alive.clone();
    let mut cache = DeviceCache::new(key);
    let (mut seqno, mut frames) = (0, 0);
    scope.stream(&alive, move |scope, occasion| {
        if occasion == Occasion::Step {
            seqno += 1;
            if let Some(device) = cache.find(scope)
                && scope.run.world.is_sampled_now(device.robot, device.tag)
            {
                frames += 1;
                let about = cache.key.describe(scope, device, TYPE);
                let header = about.data_header(scope.clock().time_spec(), frames);
                streams.send_frame(scope, device, &header, frames);
                sender.send_replace(Some(header));
            }
        }
        streams.send_state(scope, seqno);
    });
    members
}

/// Adds functions that return the newest picture.
fn captures(
    members: Members,
    key: &DeviceKey,
    link: &WorldLink,
    newest: watch::Receiver<Newest>,
) -> Members {
    let (plain_key, plain_link, plain_newest) = (key.clone(), link.clone(), newest.clone());
    let (key, link) = (key.clone(), link.clone());
    members
        .call_and_wait("capture_frame", move |(): (), _| {
            let captured = capture(&plain_key, &plain_link, &plain_newest);
            async move {
                let (frame, header) = captured.await?;
                Ok(frame.image(header))
            }
        })
        .call_and_wait("capture_frame_compressed", move |(): (), _| {
            let captured = capture(&key, &link, &newest);
            async move {
                let (frame, header) = captured.await?;
                frame.compressed(header, BEST)
            }
        })
}

/// The newest picture with its header; waits for the first one.
fn capture(
    key: &DeviceKey,
    link: &WorldLink,
    newest: &watch::Receiver<Newest>,
) -> impl Future<Output = Result<(Frame, Record)>> + Send + use<> {
    let (key, link, mut newest) = (key.clone(), link.clone(), newest.clone());
    async move {
        let device = key.clone();
        link.change(move |scope| {
            let found = device.find(scope)?;
            scope.require_on(found, &device.name)
        })
        .await?;
        match tokio::time::timeout(LONGEST_WAIT, newest.wait_for(Option::is_some)).await {
            Ok(Ok(_)) => {}
            Ok(Err(_)) => return Err(unavailable(RunUnavailable::Ended)),
            Err(_) => {
                return Err(impossible(format!(
                    "the camera {} took no picture within {} s; does the world run?",
                    shown(&key.name),
                    LONGEST_WAIT.as_secs()
                )));
            }
        }
        link.query(move |scope| {
            let device = key.find(scope)?;
            let header = newest.borrow().clone();
            let frame = Frame::read(scope, device);
            frame
                .zip(header)
                .ok_or_else(|| impossible("the camera has no picture"))
        })
        .await
    }
}

/// Adds functions that start and stop the streams.
fn switches(members: Members, key: &DeviceKey, is_streaming: &Arc<AtomicBool>) -> Members {
    let (key, start, stop) = (key.clone(), is_streaming.clone(), is_streaming.clone());
    members
        .call("start_streaming", move |scope, (): (), _| {
            let device = key.find(scope)?;
            scope.require_on(device, &key.name)?;
            match start.swap(true, Ordering::Relaxed) {
                true => Err(impossible("Already streaming")),
                false => Ok(()),
            }
        })
        .call("stop_streaming", move |_, (): (), _| {
            match stop.swap(false, Ordering::Relaxed) {
                true => Ok(()),
                false => Err(impossible("Not streaming")),
            }
        })
}

impl Streams {
    /// Sends the newest picture to the clients of the pipes.
    fn send_frame(&self, scope: &Scope<'_>, device: FoundDevice, header: &Record, seqno: u64) {
        let pipes = [&self.frames, &self.compressed, &self.preview];
        let is_wanted = pipes.iter().any(|pipe| pipe.connections() > 0);
        if !is_wanted || !self.is_streaming.load(Ordering::Relaxed) {
            return;
        }
        let Some(frame) = Frame::read(scope, device) else {
            return;
        };
        let downsampling = &self.sampled.downsampling;
        for (pipe, quality) in [(&self.compressed, BEST), (&self.preview, PREVIEW)] {
            // pictures that are too large for JPEG are not sent
            if pipe.connections() > 0
                && let Ok(picture) = frame.compressed(header.clone(), quality)
            {
                downsampling.broadcast(pipe, picture.into_value(), seqno);
            }
        }
        if self.frames.connections() > 0 {
            let picture = frame.image(header.clone());
            downsampling.broadcast(&self.frames, picture.into_value(), seqno);
        }
    }

    fn send_state(&self, scope: &Scope<'_>, seqno: u64) {
        let flags = match self.is_streaming.load(Ordering::Relaxed) {
            true => READY | STREAMING,
            false => READY,
        };
        let state = Record::new("com.robotraconteur.imaging.CameraState")
            .with("ts", scope.clock().device_stamp())
            .with("seqno", seqno)
            .with("state_flags", flags)
            .with("extended", no_extras());
        let downsampling = &self.sampled.downsampling;
        downsampling.send(&self.state, state.into_value(), seqno);
        self.sampled.send_clock(scope, seqno);
    }
}

fn camera_info(scope: &mut Scope<'_>, key: &DeviceKey) -> Result<Record> {
    let device = key.find(scope)?;
    let about = key.describe(scope, device, TYPE);
    let view = scope.run.world.device_view(device.node);
    // curved pictures have no matrix
    let calibration = view.filter(|view| view.is_planar).map(|view| {
        let size = [view.width, view.height];
        let [width, height] = size.map(f64::from);
        let focal_length = width / (2.0 * (view.field_of_view / 2.0).tan());
        let camera_matrix = matrix(&[
            [focal_length, 0.0, width / 2.0],
            [0.0, focal_length, height / 2.0],
            [0.0, 0.0, 1.0],
        ]);
        let size = size.map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        Record::new("com.robotraconteur.imaging.camerainfo.CameraCalibration")
            .with(
                "image_size",
                named("com.robotraconteur.geometryi.Size2D", &size),
            )
            .with("distortion_info", Value::Null)
            .with("K", camera_matrix)
            .with("parent_device", about.parent_identifier())
            .with("camera_pose", about.named_pose())
            .with("extended", no_extras())
    });
    Ok(
        Record::new("com.robotraconteur.imaging.camerainfo.CameraInfo")
            .with("device_info", about.info())
            .with("calibration", calibration)
            .with("extended", no_extras()),
    )
}
