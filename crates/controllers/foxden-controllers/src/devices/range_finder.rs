//! Takes pictures of distances.

use super::view::{numbers, projection, view};
use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::ImageFile;
use foxden_protocol::devices::range_finder::{RangeFinderAnswer, RangeFinderRequest};
use foxden_scene::{NodeId, Scene};
use foxden_sim::controller::{Command, PictureKind, Reading};

/// A range finder on the wire.
pub(super) struct RangeFinderWire;

impl DeviceWire for RangeFinderWire {
    type Request = RangeFinderRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<RangeFinderAnswer> {
        let (view, max_range) = view(device)?;
        Some(RangeFinderAnswer::Configure { view, max_range })
    }

    fn obey(
        request: &RangeFinderRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(RangeFinderAnswer),
    ) {
        let RangeFinderRequest::SetPeriod { period } = request;
        commands.push(target.enable(*period));
    }

    fn report(_: &Reading, _: impl FnMut(RangeFinderAnswer)) {}

    /// The size is left out: it cannot change while a picture is in use.
    fn changes(
        _: Option<&RangeFinderAnswer>,
        after: &RangeFinderAnswer,
        is_edited: bool,
    ) -> Vec<RangeFinderAnswer> {
        match after {
            RangeFinderAnswer::Configure { view, max_range } if is_edited => {
                vec![RangeFinderAnswer::Reconfigure {
                    projection: view.projection.clone(),
                    max_range: *max_range,
                }]
            }
            _ => Vec::new(),
        }
    }

    fn watched_fields(scene: &Scene, node: NodeId) -> Vec<f64> {
        let fields = ["fieldOfView", "minRange", "maxRange"];
        numbers(scene, node, &fields)
            .chain([projection(scene, node)])
            .collect()
    }

    fn wanted_picture(request: &RangeFinderRequest) -> Option<PictureKind> {
        let RangeFinderRequest::SetPeriod { period } = request;
        (*period > 0).then_some(PictureKind::Main)
    }

    fn image_file(_: PictureKind, file: ImageFile) -> Option<RangeFinderAnswer> {
        Some(RangeFinderAnswer::Image(file))
    }
}
