//! What follows for every device from its row: one function per duty for devices of any
//! kind.

/// A row is the kind of the device and the type with its duties.
macro_rules! device_table {
    ($( $kind:ident: $module:ident::$wire:ident; )*) => {
        /// What a controller must know of a device before it can use it.
        pub(crate) fn configuration(device: &WorldDevice<'_>) -> Option<DeviceAnswer> {
            match device.kind() {
                $( DeviceKind::$kind => {
                    $module::$wire::configuration(device).map(DeviceAnswer::$kind)
                } )*
            }
        }

        /// Turns a request into commands for the world and direct answers.
        pub fn obey(
            scene: &Scene,
            known: &[KnownDevice],
            at: usize,
            request: &DeviceRequest,
            commands: &mut Vec<Command>,
            answers: &mut Vec<AnswerMessage>,
        ) {
            let Some(device) = known.get(at) else {
                return;
            };
            let target = &RequestTarget { scene, known, device };
            let mut send = |answer| answers.push(AnswerMessage::Device(tag_at(at), answer));
            match request {
                $( DeviceRequest::$kind(request) => {
                    let send = |answer| send(DeviceAnswer::$kind(answer));
                    $module::$wire::obey(request, target, commands, send);
                } )*
            }
        }

        /// Passes the answers that report a reading to `send`.
        pub fn report(kind: DeviceKind, reading: &Reading, mut send: impl FnMut(DeviceAnswer)) {
            match kind {
                $( DeviceKind::$kind => {
                    $module::$wire::report(reading, |answer| send(DeviceAnswer::$kind(answer)));
                } )*
            }
        }

        /// The answers that report an edit of a device.
        pub(crate) fn changes(
            before: Option<&DeviceAnswer>,
            after: &DeviceAnswer,
            is_edited: bool,
        ) -> Vec<DeviceAnswer> {
            match after {
                $( DeviceAnswer::$kind(after) => {
                    let before = match before {
                        Some(DeviceAnswer::$kind(before)) => Some(before),
                        _ => None,
                    };
                    let changes = $module::$wire::changes(before, after, is_edited);
                    changes.into_iter().map(DeviceAnswer::$kind).collect()
                } )*
            }
        }

        /// Numbers of the scene whose change [`changes`] must know.
        pub(crate) fn watched_fields(scene: &Scene, device: &KnownDevice) -> Vec<f64> {
            match device.kind {
                $( DeviceKind::$kind => $module::$wire::watched_fields(scene, device.node), )*
            }
        }

        /// Whether a request writes to a field that is reported back to the controller.
        pub fn writes_field(request: &DeviceRequest) -> bool {
            match request {
                $( DeviceRequest::$kind(request) => $module::$wire::writes_field(request), )*
            }
        }

        /// The picture that a request switches on.
        pub(crate) fn wanted_picture(request: &DeviceRequest) -> Option<PictureKind> {
            match request {
                $( DeviceRequest::$kind(request) => $module::$wire::wanted_picture(request), )*
            }
        }

        /// The answer that says where a picture is.
        pub(crate) fn image_file(
            device: DeviceKind,
            kind: PictureKind,
            file: ImageFile,
        ) -> Option<DeviceAnswer> {
            match device {
                $( DeviceKind::$kind => {
                    $module::$wire::image_file(kind, file).map(DeviceAnswer::$kind)
                } )*
            }
        }
    };
}

pub(super) use device_table;
