//! Lidars as `com.robotraconteur.laserscanner.LaserScanner`.
//!
//! They are turned on when a client connects the pipe, because scans take time.

use super::{DeviceCache, DeviceKey, described, without_parameters};
use crate::job::{FoundDevice, Scope, WorldLink, impossible};
use crate::members::Members;
use crate::stream::Occasion;
use crate::values::{named, no_extras};
use foxden_scene::Value as FieldValue;
use foxden_sim::PictureBytes;
use foxden_sim::controller::PictureKind;
use foxden_sim::time::seconds;
use raconteur::Result;
use raconteur::members::Pipe;
use raconteur::value::{IntoValue, List, Record, Value};
use std::f64::consts::TAU;

/// The type of the object.
pub(super) const TYPE: &str = "com.robotraconteur.laserscanner.LaserScanner";

/// Packets that a pipe keeps for a client that is slow.
const MOST_PACKETS: u32 = 3;

/// A lidar.
pub(super) fn object(scope: &mut Scope<'_>, key: &DeviceKey, link: &WorldLink) -> Members {
    let scans = Pipe::new();
    scans.limit_backlog(Some(MOST_PACKETS));
    let info = key.clone();
    let members = described(TYPE, key, link)
        .read("scanner_info", move |scope| scanner_info(scope, &info))
        .pipe("laser_scan_sensor_data", &scans);
    let members = without_parameters(members, key);
    let alive = members.alive.clone();
    let mut cache = DeviceCache::new(key);
    let mut seqno = 0;
    scope.stream(&alive, move |scope, occasion| {
        let Some(device) = cache.find(scope) else {
            return;
        };
        let is_sampled =
            occasion == Occasion::Step && scope.run.world.is_sampled_now(device.robot, device.tag);
        if is_sampled {
            seqno += 1;
        }
        if scans.connections() == 0 {
            return;
        }
        scope.turn_on(device);
        if is_sampled && let Some(scan) = scan(scope, &cache.key, device, seqno) {
            // the connection disconnects a reader that is too slow
            let _ = scans.broadcast(scan.into_value());
        }
    });
    members
}

/// `LaserScanf` with the newest ranges of a lidar.
fn scan(scope: &mut Scope<'_>, key: &DeviceKey, device: FoundDevice, seqno: u64) -> Option<Record> {
    let info = scan_info(scope, key, device, seqno)?;
    let picture = scope
        .run
        .world
        .picture(device.robot, device.tag, PictureKind::Main)?;
    let PictureBytes::Scan(ranges, ..) = picture else {
        return None;
    };
    // controllers get them from left to right and from the top; here angles rise
    let ranges: Vec<f32> = ranges.iter().rev().copied().collect();
    // a lidar measures no intensities, but viewers expect one for each range
    let intensities = vec![0.0_f32; ranges.len()];
    Some(
        Record::new("com.robotraconteur.laserscan.LaserScanf")
            .with("scan_info", info)
            .with("ranges", ranges)
            .with("intensities", intensities)
            .with(
                "color",
                named::<u8>("com.robotraconteur.image.PixelRGB", &[]),
            )
            .with("fiducial", Vec::<i32>::new())
            .with("extended", no_extras()),
    )
}

/// `LaserScanInfof`: where the rays of a lidar look. Angles are those of the middles of
/// its pixels, to the left and upwards.
fn scan_info(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    device: FoundDevice,
    seqno: u64,
) -> Option<Record> {
    let world = &scope.run.world;
    let view = world.device_view(device.node)?;
    let (scan, [frequency, ..]) = world.lidar_scan(device.node)?;
    let count = f64::from(scan.resolution);
    let (first, step) = match scan.is_rotating {
        // a whole turn, the last ray looks forward
        true => (TAU / count - TAU, TAU / count),
        false => {
            let step = scan.field_of_view / count;
            (0.5 * (step - scan.field_of_view), step)
        }
    };
    let pixel = scan.field_of_view / f64::from(scan.width);
    let elevation = |layer| (0.5 * f64::from(scan.height) - 0.5 - scan.row(layer) as f64) * pixel;
    let (lowest, highest) = (elevation(scan.layers - 1), elevation(0));
    let layer_step = match scan.layers {
        1 => 0.0,
        layers => (highest - lowest) / f64::from(layers - 1),
    };
    let resolution = world
        .scene()
        .base_field(device.node, "resolution")
        .and_then(|field| world.get(field));
    let resolution = match resolution {
        // negative numbers mean that ranges are not rounded
        Some(FieldValue::Float(metres)) => metres.max(0.0),
        _ => 0.0,
    };
    let period = seconds(f64::from(scope.expected_period(device)));
    let (scan_time, time_increment) = match scan.is_rotating && frequency > 0.0 {
        true => (1.0 / frequency, 1.0 / frequency / count),
        false => (period, 0.0),
    };
    let about = key.describe(scope, device, TYPE);
    let header = about.data_header(scope.clock().time_spec(), seqno);
    Some(
        Record::new("com.robotraconteur.laserscan.LaserScanInfof")
            .with("data_header", header)
            .with("angle_min", first as f32)
            .with("angle_max", (first + step * (count - 1.0)) as f32)
            .with("angle_increment", step as f32)
            .with("angle_count", scan.resolution)
            .with("vertical_angle_min", lowest as f32)
            .with("vertical_angle_max", highest as f32)
            .with("vertical_angle_increment", layer_step as f32)
            .with("vertical_angle_count", scan.layers)
            .with("time_increment", time_increment as f32)
            .with("scan_time", scan_time as f32)
            .with("range_min", view.near as f32)
            .with("range_max", view.max_range as f32)
            .with("range_resolution", resolution as f32),
    )
}

fn scanner_info(scope: &mut Scope<'_>, key: &DeviceKey) -> Result<Record> {
    let device = key.find(scope)?;
    let scan = scan_info(scope, key, device, 0);
    let scan = scan.ok_or_else(|| impossible("the lidar does not scan"))?;
    let about = key.describe(scope, device, TYPE);
    let rate = 1000.0 / f64::from(scope.expected_period(device));
    Ok(
        Record::new("com.robotraconteur.laserscanner.LaserScannerInfo")
            .with("device_info", about.info())
            .with("scanner_info", scan)
            .with("scan_rate", rate)
            .with("param_info", List::<Value>::default())
            .with("extended", no_extras()),
    )
}
