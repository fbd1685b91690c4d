//! What controllers ask of devices with pictures, and what these tell back in
//! messages. The pictures themselves go another way: see [`super::image_files`].

use crate::devices::KnownDevice;
use foxden_protocol::devices::display::{PixelFormat, SavedPicture};
use foxden_protocol::devices::{self, camera, display, lidar, pen, range_finder};
use foxden_protocol::{AnswerMessage, Tag};
use foxden_sim::controller::{CameraOrder, Command, LidarOrder, PenOrder, Reading, Tag as Port};
use foxden_sim::devices::display::{DisplayOrder, Picture, PixelOrder};

/// What the world is asked to do; `None` if the message is for another device.
pub(super) fn command(
    known: &[KnownDevice],
    port: Port,
    request: &devices::DeviceRequest,
) -> Option<Vec<Command>> {
    use devices::DeviceRequest as Ask;
    let commands = match request {
        Ask::Camera(request) => vec![camera_command(port, request)],
        Ask::RangeFinder(range_finder::RangeFinderRequest::SetPeriod { period }) => {
            vec![Command::Enable(port, *period as i16)]
        }
        Ask::Lidar(request) => vec![match request {
            lidar::Request::SetPeriod { period } => Command::Enable(port, *period as i16),
            lidar::Request::SetFrequency { frequency } => {
                Command::Lidar(port, LidarOrder::Frequency(*frequency))
            }
            lidar::Request::EnablePointCloud => Command::Lidar(port, LidarOrder::PointCloud(true)),
            lidar::Request::DisablePointCloud => {
                Command::Lidar(port, LidarOrder::PointCloud(false))
            }
        }],
        Ask::Pen(request) => vec![Command::Pen(
            port,
            match request {
                pen::PenRequest::Write => PenOrder::Write(true),
                pen::PenRequest::DoNotWrite => PenOrder::Write(false),
                pen::PenRequest::SetInk { colour, density } => PenOrder::Ink(*colour, *density),
            },
        )],
        Ask::Display(request) => {
            let orders = display_orders(known, request).into_iter();
            orders.map(|order| Command::Display(port, order)).collect()
        }
        _ => return None,
    };
    Some(commands)
}

fn camera_command(port: Port, request: &camera::Request) -> Command {
    let order = match request {
        camera::Request::SetPeriod { period } => return Command::Enable(port, *period as i16),
        camera::Request::SetFieldOfView { field_of_view } => {
            CameraOrder::FieldOfView(*field_of_view)
        }
        camera::Request::SetExposure { exposure } => CameraOrder::Exposure(*exposure),
        camera::Request::SetFocalDistance { distance } => CameraOrder::FocalDistance(*distance),
        camera::Request::SetRecognitionPeriod { period } => {
            CameraOrder::Recognition(*period as i16)
        }
        camera::Request::SetSegmentation { enabled } => CameraOrder::Segmentation(*enabled),
    };
    Command::Camera(port, order)
}

/// What a message draws; nothing if it has too few points.
fn display_orders(known: &[KnownDevice], request: &display::Request) -> Option<DisplayOrder> {
    use display::Request as Ask;
    let point = |points: &[[i32; 2]], at: usize| points.get(at).copied();
    let wide = |pair: &[i16; 2]| pair.map(i32::from);
    Some(match request {
        Ask::SetColour { colour } => DisplayOrder::Color(*colour as u32),
        Ask::SetAlpha { alpha } => DisplayOrder::Alpha(*alpha),
        Ask::SetOpacity { opacity } => DisplayOrder::Opacity(*opacity),
        Ask::SetFont {
            size,
            anti_aliasing,
            ..
        } => DisplayOrder::Font {
            size: *size,
            is_smooth: *anti_aliasing,
        },
        Ask::AttachCamera { camera } => {
            let at = usize::from(camera.0).checked_sub(1)?;
            DisplayOrder::Attach(known.get(at)?.port)
        }
        Ask::DetachCamera => DisplayOrder::Detach,
        Ask::DrawPixel { points } => DisplayOrder::Pixel(point(points, 0)?),
        Ask::DrawLine { points } => DisplayOrder::Line(point(points, 0)?, point(points, 1)?),
        Ask::DrawText { points, text } => DisplayOrder::Text(point(points, 0)?, text.clone()),
        Ask::DrawRectangle { points, fill } => {
            DisplayOrder::Rectangle(point(points, 0)?, point(points, 1)?, *fill)
        }
        Ask::DrawOval { points, fill } => {
            DisplayOrder::Oval(point(points, 0)?, point(points, 1)?, *fill)
        }
        Ask::DrawPolygon { points, fill } => DisplayOrder::Polygon(points.clone(), *fill),
        Ask::CopyImage { image, at, size } => DisplayOrder::Copy(*image, wide(at), wide(size)),
        Ask::PasteImage { image, at, blend } => DisplayOrder::Paste(*image, wide(at), *blend),
        Ask::SaveImage { image } => DisplayOrder::Save(*image),
        Ask::LoadImage { image, picture } => {
            let order = match picture.format() {
                PixelFormat::Rgb => PixelOrder::Rgb,
                PixelFormat::Rgba => PixelOrder::Rgba,
                PixelFormat::Argb => PixelOrder::Argb,
                PixelFormat::Bgra => PixelOrder::Bgra,
                PixelFormat::Abgr => PixelOrder::Abgr,
            };
            let [width, height] = picture
                .size()
                .map(|side| usize::try_from(side).unwrap_or(0));
            let picture = Picture::from_bytes(width, height, order, picture.pixels())?;
            DisplayOrder::Load(*image, picture)
        }
        Ask::DeleteImage { image } => DisplayOrder::Delete(*image),
        // only controllers of real robots ask for it
        Ask::GetAll => return None,
    })
}

/// What a camera recognises, as it is told.
pub(super) fn objects(reading: &Reading) -> Option<devices::DeviceAnswer> {
    let Reading::Objects(objects) = reading else {
        return None;
    };
    let objects = objects.iter().map(|object| camera::RecognisedObject {
        id: i32::try_from(object.node.number()).unwrap_or(0),
        position: object.position,
        orientation: object.orientation,
        size: object.size,
        position_on_image: object.position_on_image,
        size_on_image: object.size_on_image,
        colours: object.colors.clone(),
        model: object.model.clone(),
    });
    let objects = objects.collect();
    Some(devices::DeviceAnswer::Camera(camera::Answer::Objects {
        objects,
    }))
}

/// The images of displays that the controller wants to save, the newest first.
/// `take` gives those of one display.
pub fn saved_images(
    known: &[KnownDevice],
    mut take: impl FnMut(Port) -> Vec<(i32, Picture)>,
) -> Vec<AnswerMessage> {
    let mut answers = Vec::new();
    for (at, device) in known.iter().enumerate() {
        if device.kind != devices::DeviceKind::Display {
            continue;
        }
        for (image, picture) in take(device.port) {
            let side = |side: usize| i32::try_from(side).unwrap_or(0);
            let size = [side(picture.width), side(picture.height)];
            if let Some(picture) = SavedPicture::new(size, picture.to_bgra()) {
                let answer =
                    devices::DeviceAnswer::Display(display::Answer::Image { image, picture });
                let tag = Tag(u16::try_from(at + 1).unwrap_or(u16::MAX));
                answers.push(AnswerMessage::Device(tag, answer));
            }
        }
    }
    answers
}
