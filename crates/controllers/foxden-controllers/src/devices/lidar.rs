//! Measures distances all around.

use super::view::{numbers, projection, short, view};
use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::lidar::{LidarAnswer, LidarRequest, ScanSettings};
use foxden_protocol::devices::{ImageFile, ViewSettings};
use foxden_scene::{NodeId, Scene};
use foxden_sim::controller::{Command, LidarOrder, PictureKind, Reading};

/// A lidar on the wire.
pub(super) struct LidarWire;

impl DeviceWire for LidarWire {
    type Request = LidarRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<LidarAnswer> {
        let (view, max_range) = view(device)?;
        let (scan, [frequency, min_frequency, max_frequency]) =
            device.world.lidar_scan(device.node())?;
        // the number of layers is reported as the field has it, although another one
        // is scanned after an edit
        let written = device.scene().integer(device.node(), "numberOfLayers");
        let layers = written
            .and_then(|written| u16::try_from(written).ok())
            .filter(|written| *written > 0 && u32::from(*written) <= scan.height)
            .unwrap_or(short(scan.layers));
        Some(LidarAnswer::Configure {
            view: ViewSettings {
                width: short(scan.resolution),
                height: short(scan.layers),
                ..view
            },
            scan: ScanSettings {
                max_range,
                layers,
                frequency,
                min_frequency,
                max_frequency,
                vertical_field_of_view: scan.vertical_field_of_view,
                horizontal_resolution: f64::from(scan.resolution),
            },
        })
    }

    fn obey(
        request: &LidarRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(LidarAnswer),
    ) {
        let order = match request {
            LidarRequest::SetPeriod { period } => return commands.push(target.enable(*period)),
            LidarRequest::SetFrequency { frequency } => LidarOrder::Frequency(*frequency),
            LidarRequest::EnablePointCloud => LidarOrder::PointCloud(true),
            LidarRequest::DisablePointCloud => LidarOrder::PointCloud(false),
        };
        commands.push(Command::Lidar(target.device.port, order));
    }

    fn report(_: &Reading, _: impl FnMut(LidarAnswer)) {}

    /// The size is left out: it cannot change while a picture is in use.
    fn changes(_: Option<&LidarAnswer>, after: &LidarAnswer, is_edited: bool) -> Vec<LidarAnswer> {
        match after {
            LidarAnswer::Configure { view, scan } if is_edited => vec![LidarAnswer::Reconfigure {
                projection: view.projection.clone(),
                scan: scan.clone(),
            }],
            _ => Vec::new(),
        }
    }

    fn watched_fields(scene: &Scene, node: NodeId) -> Vec<f64> {
        let fields = [
            "fieldOfView",
            "minRange",
            "maxRange",
            "defaultFrequency",
            "minFrequency",
            "maxFrequency",
        ];
        numbers(scene, node, &fields)
            .chain([projection(scene, node)])
            .collect()
    }

    fn wanted_picture(request: &LidarRequest) -> Option<PictureKind> {
        matches!(request, LidarRequest::SetPeriod { period: 1.. }).then_some(PictureKind::Main)
    }

    fn image_file(_: PictureKind, file: ImageFile) -> Option<LidarAnswer> {
        Some(LidarAnswer::Image(file))
    }
}
