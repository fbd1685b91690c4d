//! Takes pictures and recognises objects in them.

use super::view::{numbers, projection, view};
use super::world_device::number;
use super::{DeviceWire, RequestTarget, WorldDevice};
use foxden_protocol::devices::ImageFile;
use foxden_protocol::devices::camera::{
    CameraAnswer, CameraFeatures, CameraRequest, RecognisedObject,
};
use foxden_scene::{NodeId, Scene};
use foxden_sim::controller::{CameraOrder, Command, PictureKind, Reading};

/// A camera on the wire.
pub(super) struct CameraWire;

impl DeviceWire for CameraWire {
    type Request = CameraRequest;

    fn configuration(device: &WorldDevice<'_>) -> Option<CameraAnswer> {
        Some(CameraAnswer::Configure {
            view: view(device)?.0,
            optics: optics(device.scene(), device.node()),
        })
    }

    fn obey(
        request: &CameraRequest,
        target: &RequestTarget<'_>,
        commands: &mut Vec<Command>,
        _: impl FnMut(CameraAnswer),
    ) {
        let order = match request {
            CameraRequest::SetPeriod { period } => return commands.push(target.enable(*period)),
            CameraRequest::SetFieldOfView { field_of_view } => {
                CameraOrder::FieldOfView(*field_of_view)
            }
            CameraRequest::SetExposure { exposure } => CameraOrder::Exposure(*exposure),
            CameraRequest::SetFocalDistance { distance } => CameraOrder::FocalDistance(*distance),
            CameraRequest::SetRecognitionPeriod { period } => {
                CameraOrder::Recognition(*period as i16)
            }
            CameraRequest::SetSegmentation { enabled } => CameraOrder::Segmentation(*enabled),
        };
        commands.push(Command::Camera(target.device.port, order));
    }

    fn report(reading: &Reading, mut answer: impl FnMut(CameraAnswer)) {
        let Reading::Objects(objects) = reading else {
            return;
        };
        let objects = objects.iter().map(|object| RecognisedObject {
            id: i32::try_from(object.node.number()).unwrap_or(0),
            position: object.position,
            orientation: object.orientation,
            size: object.size,
            position_on_image: object.position_on_image,
            size_on_image: object.size_on_image,
            colours: object.colors.clone(),
            model: object.model.clone(),
        });
        answer(CameraAnswer::Objects {
            objects: objects.collect(),
        });
    }

    /// The size is left out: it cannot change while a picture is in use. Whether
    /// pictures of the objects' colours are possible has a message of its own.
    fn changes(
        before: Option<&CameraAnswer>,
        after: &CameraAnswer,
        is_edited: bool,
    ) -> Vec<CameraAnswer> {
        let CameraAnswer::Configure { view, optics } = after else {
            return Vec::new();
        };
        let again = is_edited.then(|| CameraAnswer::Reconfigure {
            projection: view.projection.clone(),
            optics: optics.clone(),
        });
        let allowed = optics.has_segmentation;
        let is_same = matches!(before, Some(CameraAnswer::Configure { optics, .. })
            if optics.has_segmentation == allowed);
        let segmentation = (!is_same).then_some(CameraAnswer::Segmentation { allowed });
        again.into_iter().chain(segmentation).collect()
    }

    fn watched_fields(scene: &Scene, node: NodeId) -> Vec<f64> {
        let own = numbers(scene, node, &["fieldOfView", "near"]);
        let recognition = scene.node_in(node, "recognition").is_some();
        let other = [projection(scene, node), f64::from(u8::from(recognition))];
        let focus = scene.node_in(node, "focus").into_iter();
        let focus =
            focus.flat_map(|focus| numbers(scene, focus, &["focalDistance", "focalLength"]));
        own.chain(other).chain(focus).collect()
    }

    fn writes_field(request: &CameraRequest) -> bool {
        matches!(
            request,
            CameraRequest::SetFieldOfView { .. } | CameraRequest::SetFocalDistance { .. }
        )
    }

    fn wanted_picture(request: &CameraRequest) -> Option<PictureKind> {
        match request {
            CameraRequest::SetPeriod { period: 1.. } => Some(PictureKind::Main),
            CameraRequest::SetSegmentation { enabled: true } => Some(PictureKind::Segmentation),
            _ => None,
        }
    }

    fn image_file(kind: PictureKind, file: ImageFile) -> Option<CameraAnswer> {
        Some(match kind {
            PictureKind::Main => CameraAnswer::Image(file),
            PictureKind::Segmentation => CameraAnswer::SegmentationImage(file),
        })
    }
}

/// What the nodes below a camera say.
fn optics(scene: &Scene, camera: NodeId) -> CameraFeatures {
    let zoom = scene.node_in(camera, "zoom");
    let focus = scene.node_in(camera, "focus");
    let recognition = scene.node_in(camera, "recognition");
    let zoomed = |field: &str| match zoom {
        Some(zoom) => number(scene, zoom, field),
        None => number(scene, camera, "fieldOfView"),
    };
    let focused = |field: &str| focus.map_or(0.0, |focus| number(scene, focus, field));
    let is_segmented = |recognition| scene.boolean(recognition, "segmentation");
    CameraFeatures {
        min_field_of_view: zoomed("minFieldOfView"),
        max_field_of_view: zoomed("maxFieldOfView"),
        has_recognition: recognition.is_some(),
        has_segmentation: recognition.and_then(is_segmented).unwrap_or(false),
        exposure: number(scene, camera, "exposure"),
        focal_length: focused("focalLength"),
        focal_distance: focused("focalDistance"),
        min_focal_distance: focused("minFocalDistance"),
        max_focal_distance: focused("maxFocalDistance"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
    use foxden_scene::{Library, Value, load};
    use std::sync::Arc;

    #[test]
    fn a_camera_is_configured_again_for_its_focus_and_projection_but_not_for_its_zoom() {
        let mut storage = MemoryStorage::new();
        storage.insert(
            "/den/a.wbt",
            "#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\nRobot { children [ \
             DEF C Camera { zoom DEF Z Zoom { } focus DEF F Focus { } } ] }\n",
        );
        let location = Location::file("/den/a.wbt");
        let search = Search::new(SearchSettings::for_document(&location), storage);
        let mut library = Library::new(Arc::new(search));
        let mut scene = load(&location, &mut library).unwrap().scene;
        let camera = scene.find_def("C").unwrap();
        let mut is_watched = |def: &str, name: &str, value: Value| {
            let before = CameraWire::watched_fields(&scene, camera);
            let node = scene.find_def(def).unwrap();
            let field = scene.field(node, name).unwrap();
            scene.set(field, value).unwrap();
            scene.settle(&mut library);
            CameraWire::watched_fields(&scene, camera) != before
        };
        assert!(is_watched("C", "fieldOfView", Value::Float(1.0)));
        assert!(is_watched("C", "near", Value::Float(0.1)));
        assert!(is_watched(
            "C",
            "projection",
            Value::String("spherical".into())
        ));
        assert!(is_watched("F", "focalDistance", Value::Float(1.0)));
        assert!(is_watched("F", "focalLength", Value::Float(1.0)));
        assert!(!is_watched("C", "exposure", Value::Float(2.0)));
        assert!(!is_watched("Z", "maxFieldOfView", Value::Float(2.0)));
    }
}
