//! Displays.

use std::ffi::{c_char, c_double, c_int, c_void};
use std::ptr::null_mut;

use foxden_client::Misuse;
use foxden_client::devices::{DeviceState, Display};
use foxden_protocol::Tag;
use foxden_protocol::devices::display::{ControllerPicture, DisplayRequest, PixelFormat};

use super::{Bool, DeviceTag, device, functions, getters, some_text, text};
use crate::library::{report_misuse, with};
use crate::pictures::{self, ImageFormat};

/// A picture of a display for C programs; a number, not an address. The upper half is
/// the device, the lower half the number.
pub type ImageRef = *mut c_void;

fn reference(tag: DeviceTag, image: i32) -> ImageRef {
    let number = (usize::from(tag) << 32) | usize::try_from(image).unwrap_or(0);
    std::ptr::without_provenance_mut(number)
}

/// The number of a picture of this display.
fn image_number(display: &Display, tag: DeviceTag, image: ImageRef) -> Result<i32, Misuse> {
    let number = image.addr();
    let of = number >> 32;
    let number = i32::try_from(number & 0xffff_ffff).unwrap_or(0);
    if of == usize::from(tag) && display.has_image(number) {
        return Ok(number);
    }
    Err(Misuse::Other(
        "invalid WbImageRef: use one that this display has made".into(),
    ))
}

/// Draws, or says why not.
fn draw(
    function: &str,
    tag: DeviceTag,
    order: impl FnOnce(&mut Display) -> Result<DisplayRequest, Misuse>,
) {
    device!(function, tag, Display, (), |display| match order(display) {
        Ok(order) => display.draw(order),
        Err(misuse) => report_misuse(function, &misuse),
    });
}

fn positive(argument: &'static str, value: c_int) -> Result<(), Misuse> {
    match value {
        1.. => Ok(()),
        _ => Err(Misuse::NotPositive { argument }),
    }
}

fn share(argument: &'static str, value: f64) -> Result<u8, Misuse> {
    match (0.0..=1.0).contains(&value) {
        true => Ok((value * 255.0) as u8),
        false => Err(Misuse::Range {
            argument,
            value,
            least: 0.0,
            most: 1.0,
        }),
    }
}

/// A small number for the wire; larger ones are cut off there.
fn short(value: c_int) -> i16 {
    let [low, high, ..] = value.to_le_bytes();
    i16::from_le_bytes([low, high])
}

fn rectangle(function: &str, tag: DeviceTag, [x, y, width, height]: [c_int; 4], fill: bool) {
    draw(function, tag, |_| {
        positive("width", width)?;
        positive("height", height)?;
        let points = vec![[x, y], [width, height]];
        Ok(DisplayRequest::DrawRectangle { points, fill })
    });
}

fn oval(function: &str, tag: DeviceTag, [x, y, a, b]: [c_int; 4], fill: bool) {
    draw(function, tag, |_| {
        positive("a", a)?;
        positive("b", b)?;
        let points = vec![[x, y], [a, b]];
        Ok(DisplayRequest::DrawOval { points, fill })
    });
}

fn polygon(
    function: &str,
    tag: DeviceTag,
    x: *const c_int,
    y: *const c_int,
    size: c_int,
    fill: bool,
) {
    draw(function, tag, |_| {
        let Ok(length @ 1..) = usize::try_from(size) else {
            return Err(Misuse::NotPositive { argument: "size" });
        };
        if x.is_null() || y.is_null() {
            return Err(Misuse::Empty { argument: "x or y" });
        }
        // SAFETY: the interface demands as many numbers as are announced.
        let points = unsafe {
            let x = std::slice::from_raw_parts(x, length);
            let y = std::slice::from_raw_parts(y, length);
            x.iter().zip(y).map(|(x, y)| [*x, *y]).collect()
        };
        Ok(DisplayRequest::DrawPolygon { points, fill })
    });
}

/// Keeps a picture of the controller on the display.
fn load(
    function: &str,
    tag: DeviceTag,
    picture: impl FnOnce() -> Result<ControllerPicture, Misuse>,
) -> ImageRef {
    device!(
        function,
        tag,
        Display,
        null_mut(),
        |display| match picture() {
            Ok(picture) => {
                let image = display.new_image();
                display.draw(DisplayRequest::LoadImage { image, picture });
                reference(tag, image)
            }
            Err(misuse) => {
                report_misuse(function, &misuse);
                null_mut()
            }
        }
    )
}

getters! {
    wb_display_get_width: Display -> c_int, -1, |display| display.size.map_or(-1, |[width, _]| c_int::from(width));
    wb_display_get_height: Display -> c_int, -1, |display| display.size.map_or(-1, |[_, height]| c_int::from(height));
}

functions! {
    fn wb_display_set_color(tag: DeviceTag, color: c_int) {
        draw(FUNCTION, tag, |_| match color {
            0..=0x00ff_ffff => Ok(DisplayRequest::SetColour { colour: color }),
            _ => Err(Misuse::Range { argument: "color", value: f64::from(color), least: 0.0, most: 16_777_215.0 }),
        });
    }

    fn wb_display_set_alpha(tag: DeviceTag, alpha: c_double) {
        draw(FUNCTION, tag, |_| Ok(DisplayRequest::SetAlpha { alpha: share("alpha", alpha)? }));
    }

    fn wb_display_set_opacity(tag: DeviceTag, opacity: c_double) {
        draw(FUNCTION, tag, |_| Ok(DisplayRequest::SetOpacity { opacity: share("opacity", opacity)? }));
    }

    fn wb_display_set_font(tag: DeviceTag, font: *const c_char, size: c_int, anti_aliasing: Bool) {
        draw(FUNCTION, tag, |_| {
            positive("size", size)?;
            let font = text(font).ok_or(Misuse::Empty { argument: "font" })?;
            let size = u32::try_from(size).unwrap_or(1);
            Ok(DisplayRequest::SetFont { size, anti_aliasing: anti_aliasing != 0, font })
        });
    }

    fn wb_display_attach_camera(tag: DeviceTag, camera_tag: DeviceTag) {
        let is_camera = with(FUNCTION, false, |library| {
            let camera = library.client.device(Tag(camera_tag));
            camera.is_some_and(|camera| matches!(camera.state, DeviceState::Camera(_)))
        });
        if !is_camera {
            return report_misuse(FUNCTION, &Misuse::Other("invalid camera tag".into()));
        }
        device!(FUNCTION, tag, Display, (), |display| {
            if let Err(misuse) = display.attach_camera(Tag(camera_tag)) {
                report_misuse(FUNCTION, &misuse);
            }
        });
    }

    fn wb_display_detach_camera(tag: DeviceTag) {
        device!(FUNCTION, tag, Display, (), |display| {
            if let Err(misuse) = display.detach_camera() {
                report_misuse(FUNCTION, &misuse);
            }
        });
    }

    fn wb_display_draw_pixel(tag: DeviceTag, x: c_int, y: c_int) {
        draw(FUNCTION, tag, |_| Ok(DisplayRequest::DrawPixel { points: vec![[x, y]] }));
    }

    fn wb_display_draw_line(tag: DeviceTag, x1: c_int, y1: c_int, x2: c_int, y2: c_int) {
        draw(FUNCTION, tag, |_| Ok(DisplayRequest::DrawLine { points: vec![[x1, y1], [x2, y2]] }));
    }

    fn wb_display_draw_rectangle(tag: DeviceTag, x: c_int, y: c_int, width: c_int, height: c_int) {
        rectangle(FUNCTION, tag, [x, y, width, height], false);
    }

    fn wb_display_fill_rectangle(tag: DeviceTag, x: c_int, y: c_int, width: c_int, height: c_int) {
        rectangle(FUNCTION, tag, [x, y, width, height], true);
    }

    fn wb_display_draw_oval(tag: DeviceTag, cx: c_int, cy: c_int, a: c_int, b: c_int) {
        oval(FUNCTION, tag, [cx, cy, a, b], false);
    }

    fn wb_display_fill_oval(tag: DeviceTag, cx: c_int, cy: c_int, a: c_int, b: c_int) {
        oval(FUNCTION, tag, [cx, cy, a, b], true);
    }

    fn wb_display_draw_polygon(tag: DeviceTag, x: *const c_int, y: *const c_int, size: c_int) {
        polygon(FUNCTION, tag, x, y, size, false);
    }

    fn wb_display_fill_polygon(tag: DeviceTag, x: *const c_int, y: *const c_int, size: c_int) {
        polygon(FUNCTION, tag, x, y, size, true);
    }

    fn wb_display_draw_text(tag: DeviceTag, text_to_draw: *const c_char, x: c_int, y: c_int) {
        draw(FUNCTION, tag, |_| {
            let text = some_text(text_to_draw).ok_or(Misuse::Empty { argument: "text" })?;
            Ok(DisplayRequest::DrawText { points: vec![[x, y]], text })
        });
    }

    fn wb_display_image_copy(tag: DeviceTag, x: c_int, y: c_int, width: c_int, height: c_int) -> ImageRef {
        device!(FUNCTION, tag, Display, null_mut(), |display| {
            if let Err(misuse) = positive("width", width).and_then(|()| positive("height", height)) {
                report_misuse(FUNCTION, &misuse);
                return null_mut();
            }
            let image = display.new_image();
            let (at, size) = ([short(x), short(y)], [short(width), short(height)]);
            display.draw(DisplayRequest::CopyImage { image, at, size });
            reference(tag, image)
        })
    }

    fn wb_display_image_paste(tag: DeviceTag, image: ImageRef, x: c_int, y: c_int, blend: Bool) {
        draw(FUNCTION, tag, |display| {
            let image = image_number(display, tag, image)?;
            Ok(DisplayRequest::PasteImage { image, at: [short(x), short(y)], blend: blend != 0 })
        });
    }

    fn wb_display_image_new(tag: DeviceTag, width: c_int, height: c_int, data: *const c_void, format: c_int) -> ImageRef {
        load(FUNCTION, tag, || {
            let format = match format {
                3 => PixelFormat::Rgb,
                4 => PixelFormat::Rgba,
                5 => PixelFormat::Argb,
                6 => PixelFormat::Bgra,
                7 => PixelFormat::Abgr,
                _ => return Err(Misuse::Other("'format' is none of WB_IMAGE_RGB, _RGBA, _ARGB, _BGRA, _ABGR".into())),
            };
            positive("width", width)?;
            positive("height", height)?;
            if data.is_null() {
                return Err(Misuse::Empty { argument: "data" });
            }
            let too_large = || Misuse::Other("the picture is too large".into());
            let (Ok(columns), Ok(rows)) = (i16::try_from(width), i16::try_from(height)) else {
                return Err(too_large());
            };
            let length = usize::from(columns.unsigned_abs()) * usize::from(rows.unsigned_abs()) * format.bytes_per_pixel();
            // SAFETY: the interface demands a whole picture of the announced size.
            let pixels = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) }.to_vec();
            ControllerPicture::new([columns, rows], format, pixels).ok_or_else(too_large)
        })
    }

    fn wb_display_image_load(tag: DeviceTag, filename: *const c_char) -> ImageRef {
        load(FUNCTION, tag, || {
            let file = some_text(filename).ok_or(Misuse::Empty { argument: "filename" })?;
            let unreadable = |reason: String| Misuse::Other(format!("the \"{file}\" image is unreadable: {reason}"));
            let ([width, height], pixels) = pictures::load(&file).map_err(|error| unreadable(error.to_string()))?;
            let too_large = || unreadable("it is too large".into());
            let (Ok(columns), Ok(rows)) = (i16::try_from(width), i16::try_from(height)) else {
                return Err(too_large());
            };
            ControllerPicture::new([columns, rows], PixelFormat::Rgba, pixels).ok_or_else(too_large)
        })
    }

    fn wb_display_image_save(tag: DeviceTag, image: ImageRef, filename: *const c_char) {
        let Some(file) = some_text(filename) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "filename" });
        };
        let format = match ImageFormat::of(&file, 100) {
            Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg(_))) => format,
            _ => return report_misuse(FUNCTION, &Misuse::Other("supported file formats are .png and .jpg".into())),
        };
        let number = device!(FUNCTION, tag, Display, None, |display| {
            let number = match image.is_null() {
                true => Ok(0),
                false => image_number(display, tag, image),
            };
            match number {
                Ok(image) => {
                    display.saved.clear();
                    display.draw(DisplayRequest::SaveImage { image });
                    Some(image)
                }
                Err(misuse) => {
                    report_misuse(FUNCTION, &misuse);
                    None
                }
            }
        });
        let Some(number) = number else { return };
        with(FUNCTION, (), |library| {
            library.flush(FUNCTION);
        });
        device!(FUNCTION, tag, Display, (), |display| {
            for saved in display.saved.drain(..).filter(|saved| saved.image == number) {
                let [width, height] = saved.picture.size().map(i32::unsigned_abs);
                let written = pictures::save_bgra_with_alpha(&file, format, [width, height], saved.picture.pixels());
                if let Err(error) = written {
                    report_misuse(FUNCTION, &Misuse::Other(error.to_string()));
                }
            }
        });
    }

    fn wb_display_image_delete(tag: DeviceTag, image: ImageRef) {
        draw(FUNCTION, tag, |display| Ok(DisplayRequest::DeleteImage { image: image_number(display, tag, image)? }));
    }
}
