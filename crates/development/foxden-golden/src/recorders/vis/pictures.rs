//! What the recorder notes at each step.

use super::Vis;
use crate::vision::{RecordedEvent, RecordedPicture, RecordedPictureKind, RecordedPixels};
use foxden_client::devices::{Camera, DevicePicture, DeviceState, Lidar};
use foxden_protocol::devices::camera::RecognisedObject;

/// A point of a cloud in memory: x, y, z, layer, time.
const POINT_BYTES: usize = 20;

impl Vis {
    /// Notes the pictures and objects that the devices show now.
    pub(super) fn record(&mut self) {
        let line = format!("time {} {:?}", self.step, self.client.time);
        self.events.push(RecordedEvent::Line(line));
        for (tag, name) in &self.devices {
            let Some(device) = self.client.library.device(*tag) else {
                continue;
            };
            match &device.state {
                DeviceState::Camera(camera) => {
                    record_camera(&mut self.events, self.step, name, camera)
                }
                DeviceState::RangeFinder(finder) if finder.picture.period.is_on() => {
                    let size = size(&finder.picture);
                    let picture = numbers(&finder.picture, size);
                    push(
                        &mut self.events,
                        RecordedPictureKind::Range,
                        self.step,
                        name,
                        picture,
                    );
                }
                DeviceState::Lidar(lidar) if lidar.picture.period.is_on() => {
                    record_lidar(&mut self.events, self.step, name, lidar);
                }
                _ => {}
            }
        }
    }

    /// Notes what getters of the devices say.
    pub(super) fn information(&mut self, step: usize) {
        for (tag, name) in &self.devices {
            let Some(device) = self.client.library.device(*tag) else {
                continue;
            };
            let about = match &device.state {
                DeviceState::Camera(camera) => about_camera(camera),
                DeviceState::RangeFinder(finder) => {
                    let [width, height] = size(&finder.picture);
                    format!(
                        "range_finder size={width}x{height} fov={:?} min={:?} max={:?} period={}",
                        finder.picture.field_of_view().unwrap_or(f64::NAN),
                        finder.picture.near().unwrap_or(f64::NAN),
                        finder.max_range,
                        finder.picture.period.milliseconds()
                    )
                }
                DeviceState::Lidar(lidar) => about_lidar(lidar),
                DeviceState::Display(display) => {
                    let [width, height] = display.size.unwrap_or_default();
                    format!("display size={width}x{height}")
                }
                _ => continue,
            };
            let line = format!("info {step} {name} {about}");
            self.events.push(RecordedEvent::Line(line));
        }
    }
}

fn about_camera(camera: &Camera) -> String {
    let [width, height] = size(&camera.picture);
    let optics = &camera.optics;
    format!(
        "camera size={width}x{height} fov={:?} min_fov={:?} max_fov={:?} near={:?} exposure={:?} \
         focal={:?};{:?};{:?};{:?} recognition={} segmentation={} period={}",
        camera.picture.field_of_view().unwrap_or(f64::NAN),
        optics.min_field_of_view,
        optics.max_field_of_view,
        camera.picture.near().unwrap_or(f64::NAN),
        optics.exposure,
        optics.focal_length,
        optics.focal_distance,
        optics.min_focal_distance,
        optics.max_focal_distance,
        u8::from(optics.has_recognition),
        u8::from(optics.has_segmentation),
        camera.picture.period.milliseconds()
    )
}

fn about_lidar(lidar: &Lidar) -> String {
    let scan = &lidar.scan;
    format!(
        "lidar resolution={} layers={} fov={:?} vfov={:?} min={:?} max={:?} \
         frequency={:?};{:?};{:?} period={}",
        lidar.horizontal_resolution(),
        scan.layers,
        lidar.picture.field_of_view().unwrap_or(f64::NAN),
        scan.vertical_field_of_view,
        lidar.picture.near().unwrap_or(f64::NAN),
        scan.max_range,
        scan.frequency,
        scan.min_frequency,
        scan.max_frequency,
        lidar.picture.period.milliseconds()
    )
}

fn size(picture: &DevicePicture) -> [usize; 2] {
    [picture.width(), picture.height()].map(|pixels| pixels.map_or(0, usize::from))
}

fn push(
    events: &mut Vec<RecordedEvent>,
    kind: RecordedPictureKind,
    step: usize,
    device: &str,
    picture: Option<RecordedPicture>,
) {
    events.push(RecordedEvent::Picture {
        kind,
        step,
        device: device.to_owned(),
        picture,
    });
}

fn record_camera(events: &mut Vec<RecordedEvent>, step: usize, name: &str, camera: &Camera) {
    let size = size(&camera.picture);
    if camera.picture.period.is_on() {
        let picture = colors(&camera.picture, size);
        push(events, RecordedPictureKind::Image, step, name, picture);
    }
    let recognition = &camera.recognition;
    if !camera.optics.has_recognition || !recognition.period.is_on() {
        return;
    }
    let objects = &recognition.objects;
    let line = format!("objects {step} {name} {}", objects.len());
    events.push(RecordedEvent::Line(line));
    for object in objects {
        events.push(RecordedEvent::Line(about_object(object)));
    }
    if recognition.is_segmentation_enabled() {
        let picture = colors(&recognition.segmentation, size);
        push(
            events,
            RecordedPictureKind::Segmentation,
            step,
            name,
            picture,
        );
    }
}

fn about_object(object: &RecognisedObject) -> String {
    let list = |numbers: &[f64]| {
        let words: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
        words.join(";")
    };
    let [column, row] = object.position_on_image;
    let [width, height] = object.size_on_image;
    format!(
        "object model={} position={} orientation={} size={} position_on_image={column};{row} \
         size_on_image={width};{height} colors={}",
        object.model,
        list(&object.position),
        list(&object.orientation),
        list(&object.size),
        list(object.colours.as_flattened())
    )
}

fn record_lidar(events: &mut Vec<RecordedEvent>, step: usize, name: &str, lidar: &Lidar) {
    let size = [
        lidar.horizontal_resolution(),
        usize::from(lidar.scan.layers),
    ];
    let ranges = numbers(&lidar.picture, size);
    push(events, RecordedPictureKind::Scan, step, name, ranges);
    if lidar.has_point_cloud() {
        let points = points(&lidar.picture, size);
        push(events, RecordedPictureKind::Cloud, step, name, points);
    }
}

fn colors(picture: &DevicePicture, [width, height]: [usize; 2]) -> Option<RecordedPicture> {
    let bytes = picture.pixels.as_ref()?.bytes();
    let pixels = bytes.get(..4 * width * height)?.chunks_exact(4);
    let pixels = pixels.map(|pixel| [pixel[2], pixel[1], pixel[0], pixel[3]]);
    Some(RecordedPicture {
        width,
        height,
        pixels: RecordedPixels::Colors(pixels.collect()),
    })
}

fn number(bytes: &[u8]) -> f64 {
    let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
    f64::from(f32::from_le_bytes(bytes))
}

fn numbers(picture: &DevicePicture, [width, height]: [usize; 2]) -> Option<RecordedPicture> {
    let bytes = picture.pixels.as_ref()?.bytes();
    let pixels = bytes.get(..4 * width * height)?.chunks_exact(4);
    Some(RecordedPicture {
        width,
        height,
        pixels: RecordedPixels::Numbers(pixels.map(number).collect()),
    })
}

fn points(picture: &DevicePicture, [width, height]: [usize; 2]) -> Option<RecordedPicture> {
    let bytes = picture.pixels.as_ref()?.bytes();
    let start = 4 * width * height;
    let points = bytes.get(start..start + POINT_BYTES * width * height)?;
    let point = |bytes: &[u8]| {
        let layer = i32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]);
        let place = |at: usize| number(&bytes[at..]);
        [place(0), place(4), place(8), f64::from(layer), place(16)]
    };
    let numbers = points.chunks_exact(POINT_BYTES).flat_map(point);
    Some(RecordedPicture {
        width,
        height,
        pixels: RecordedPixels::Numbers(numbers.collect()),
    })
}
