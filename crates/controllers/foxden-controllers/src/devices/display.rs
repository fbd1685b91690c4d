//! Shows pictures that a controller draws.

use super::view::view;
use super::{DeviceWire, KnownDevice, RequestTarget, WorldDevice, tag_at};
use foxden_protocol::AnswerMessage;
use foxden_protocol::devices::display::{DisplayAnswer, DisplayRequest, PixelFormat, SavedPicture};
use foxden_protocol::devices::{DeviceAnswer, DeviceKind};
use foxden_sim::controller::{Command, Reading, Tag as Port};
use foxden_sim::devices::display::{DisplayOrder, DisplayPicture, FontFace, PixelOrder};

/// A display on the wire.
pub(super) struct DisplayWire;

impl DeviceWire for DisplayWire {
    type Request = DisplayRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<DisplayAnswer> {
        let (view, _) = view(device)?;
        Some(DisplayAnswer::Configure {
            width: view.width,
            height: view.height,
        })
    }

    fn obey(
        request: &DisplayRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(DisplayAnswer),
    ) {
        let order = order(target.known, request);
        commands.extend(order.map(|order| Command::Display(target.device.port, order)));
    }

    fn report(_: &Reading, _: impl FnMut(DisplayAnswer)) {}

    /// The size cannot change while the display is in use.
    fn changes(_: Option<&DisplayAnswer>, _: &DisplayAnswer, _: bool) -> Vec<DisplayAnswer> {
        Vec::new()
    }
}

/// What a message draws; nothing if it has too few points.
fn order(known: &[KnownDevice], request: &DisplayRequest) -> Option<DisplayOrder> {
    let point = |points: &[[i32; 2]], at: usize| points.get(at).copied();
    let wide = |pair: &[i16; 2]| pair.map(i32::from);
    Some(match request {
        DisplayRequest::SetColour { colour } => DisplayOrder::Color(*colour as u32),
        DisplayRequest::SetAlpha { alpha } => DisplayOrder::Alpha(*alpha),
        DisplayRequest::SetOpacity { opacity } => DisplayOrder::Opacity(*opacity),
        DisplayRequest::SetFont {
            size,
            anti_aliasing,
            font,
        } => DisplayOrder::Font {
            face: Some(FontFace::of_name(font)),
            size: *size,
            is_smooth: *anti_aliasing,
        },
        DisplayRequest::AttachCamera { camera } => {
            let at = usize::from(camera.0).checked_sub(1)?;
            DisplayOrder::Attach(known.get(at)?.port)
        }
        DisplayRequest::DetachCamera => DisplayOrder::Detach,
        DisplayRequest::DrawPixel { points } => DisplayOrder::Pixel(point(points, 0)?),
        DisplayRequest::DrawLine { points } => {
            DisplayOrder::Line(point(points, 0)?, point(points, 1)?)
        }
        DisplayRequest::DrawText { points, text } => {
            DisplayOrder::Text(point(points, 0)?, text.clone())
        }
        DisplayRequest::DrawRectangle { points, fill } => {
            DisplayOrder::Rectangle(point(points, 0)?, point(points, 1)?, *fill)
        }
        DisplayRequest::DrawOval { points, fill } => {
            DisplayOrder::Oval(point(points, 0)?, point(points, 1)?, *fill)
        }
        DisplayRequest::DrawPolygon { points, fill } => {
            DisplayOrder::Polygon(points.clone(), *fill)
        }
        DisplayRequest::CopyImage { image, at, size } => {
            DisplayOrder::Copy(*image, wide(at), wide(size))
        }
        DisplayRequest::PasteImage { image, at, blend } => {
            DisplayOrder::Paste(*image, wide(at), *blend)
        }
        DisplayRequest::SaveImage { image } => DisplayOrder::Save(*image),
        DisplayRequest::LoadImage { image, picture } => {
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
            let picture = DisplayPicture::from_bytes(width, height, order, picture.pixels())?;
            DisplayOrder::Load(*image, picture)
        }
        DisplayRequest::DeleteImage { image } => DisplayOrder::Delete(*image),
        // only controllers of real robots ask for it
        DisplayRequest::GetAll => return None,
    })
}

/// The images of displays that the controller wants to save, the newest first.
/// `take` gives those of one display.
pub fn saved_images(
    known: &[KnownDevice],
    mut take: impl FnMut(Port) -> Vec<(i32, DisplayPicture)>,
) -> Vec<AnswerMessage> {
    let mut answers = Vec::new();
    for (at, device) in known.iter().enumerate() {
        if device.kind != DeviceKind::Display {
            continue;
        }
        for (image, picture) in take(device.port) {
            let side = |side: usize| i32::try_from(side).unwrap_or(0);
            let size = [side(picture.width), side(picture.height)];
            if let Some(picture) = SavedPicture::new(size, picture.to_bgra()) {
                let answer = DeviceAnswer::Display(DisplayAnswer::Image { image, picture });
                answers.push(AnswerMessage::Device(tag_at(at), answer));
            }
        }
    }
    answers
}
