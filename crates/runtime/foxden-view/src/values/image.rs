//! Pictures of cameras, range-finders, lidars and displays.

use super::Context;
use crate::editor;
use foxden_sim::PictureBytes;
use foxden_sim::controller::PictureKind;

/// The first byte of a picture message.
const KIND: u8 = 2;

/// The version of the layout.
const VERSION: u8 = 1;

/// Red, green, blue and alpha of each pixel.
const RGBA: u8 = 0;

/// Metres for each pixel.
const METRES: u8 = 1;

/// The picture of a device as a message.
pub(super) fn picture(context: &Context<'_>, robot: u32, device: &str) -> Result<Vec<u8>, String> {
    let world = &context.run.world;
    let node = editor::node(world, robot)?;
    let robot = world.robot_of(node).ok_or("this node is no Robot")?;
    let tag = world
        .device(robot, device)
        .ok_or("the robot has no device of this name")?;
    let mut found = world.devices(robot).filter(|(other, _)| *other == tag);
    let (_, about) = found.next().ok_or("the robot has no device of this name")?;
    if let Some((size, pixels)) = world.display_picture(robot, tag) {
        return Ok(message(context, size, RGBA, pixels.into_iter()));
    }
    let view = world
        .device_view(about.node())
        .ok_or("this device has no picture")?;
    let picture = world
        .picture(robot, tag, PictureKind::Main)
        .ok_or("the device is not enabled; a controller enables it")?;
    Ok(match picture {
        PictureBytes::Colors(pixels) => {
            let pixels = pixels.chunks_exact(4).flat_map(|p| [p[2], p[1], p[0], 255]);
            message(context, [view.width, view.height], RGBA, pixels)
        }
        PictureBytes::Distances(metres) | PictureBytes::Scan(metres, ..) => {
            // a lidar has a row for each layer
            let height = (metres.len() as u32).checked_div(view.width).unwrap_or(0);
            let bytes = metres.iter().flat_map(|metres| metres.to_le_bytes());
            message(context, [view.width, height], METRES, bytes)
        }
    })
}

fn message(
    context: &Context<'_>,
    [width, height]: [u32; 2],
    format: u8,
    bytes: impl Iterator<Item = u8>,
) -> Vec<u8> {
    let side = |pixels: u32| u16::try_from(pixels).unwrap_or(u16::MAX);
    let mut message = vec![KIND, VERSION];
    message.extend(context.number.to_le_bytes());
    message.extend(side(width).to_le_bytes());
    message.extend(side(height).to_le_bytes());
    message.extend([format, 0, 0, 0]);
    message.extend(context.run.world.time().to_le_bytes());
    message.extend(bytes);
    message
}
