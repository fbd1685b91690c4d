//! One device of each kind, with made-up values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use foxden_protocol::devices::{
    self as d, DeviceAnswer, DeviceRequest, ImageFile, JointKind, LookupRow, ViewProjection,
    ViewSettings,
};
use foxden_protocol::frame::{ChunkedImage, ImageKind};
use foxden_protocol::robot::DeviceAnnouncement;
use foxden_protocol::{AnswerMessage, DeviceKind, NodeTypeNumber, Tag, Uid};

pub fn announcements() -> Vec<DeviceAnnouncement> {
    DeviceKind::ALL
        .iter()
        .map(|kind| DeviceAnnouncement {
            kind: *kind,
            name: kind.name().to_owned(),
            model: "m".to_owned(),
        })
        .collect()
}

fn tag_of(wanted: DeviceKind) -> Tag {
    let found = DeviceKind::ALL
        .iter()
        .zip(1..)
        .find(|(kind, _)| **kind == wanted);
    Tag(found.map_or(0, |(_, tag)| tag))
}

pub fn configurations() -> Vec<AnswerMessage> {
    DeviceKind::ALL
        .iter()
        .filter_map(|kind| {
            configuration(*kind).map(|answer| AnswerMessage::Device(tag_of(*kind), answer))
        })
        .collect()
}

fn view(width: u16, height: u16) -> ViewSettings {
    let projection = ViewProjection {
        field_of_view: 0.75,
        near: 0.01,
        planar: true,
    };
    ViewSettings {
        node: Uid(77),
        width,
        height,
        projection,
    }
}

fn configuration(kind: DeviceKind) -> Option<DeviceAnswer> {
    let lookup_table = vec![
        LookupRow {
            input: 0.0,
            output: 100.0,
            noise: 0.0,
        },
        LookupRow {
            input: 2.0,
            output: 900.0,
            noise: 0.5,
        },
    ];
    let motor = |joint, coupled| d::motor::MotorConfiguration {
        joint,
        min_position: -1.0,
        max_position: 1.5,
        max_velocity: 10.0,
        acceleration: -1.0,
        max_force: 20.0,
        gains: [10.0, 0.5, 0.25],
        target_position: 0.125,
        target_velocity: 10.0,
        multiplier: 2.0,
        coupled,
    };
    Some(match kind {
        DeviceKind::Accelerometer => {
            DeviceAnswer::Accelerometer(d::accelerometer::AccelerometerAnswer::Configure {
                lookup_table,
            })
        }
        DeviceKind::Compass => {
            DeviceAnswer::Compass(d::compass::CompassAnswer::Configure { lookup_table })
        }
        DeviceKind::Gyro => DeviceAnswer::Gyro(d::gyro::GyroAnswer::Configure { lookup_table }),
        DeviceKind::LightSensor => {
            DeviceAnswer::LightSensor(d::light_sensor::LightSensorAnswer::Configure {
                lookup_table,
            })
        }
        DeviceKind::Altimeter | DeviceKind::Led | DeviceKind::Pen | DeviceKind::Speaker => {
            return None;
        }
        DeviceKind::Brake => DeviceAnswer::Brake(d::brake::BrakeAnswer::Configure {
            joint: JointKind::Linear,
        }),
        DeviceKind::PositionSensor => {
            DeviceAnswer::PositionSensor(d::position_sensor::PositionSensorAnswer::Configure {
                joint: JointKind::Linear,
            })
        }
        DeviceKind::Camera => DeviceAnswer::Camera(d::camera::CameraAnswer::Configure {
            view: view(4, 2),
            optics: d::camera::CameraFeatures {
                min_field_of_view: 0.5,
                max_field_of_view: 1.5,
                has_recognition: true,
                has_segmentation: true,
                exposure: 1.25,
                focal_length: 0.5,
                focal_distance: 2.0,
                min_focal_distance: 1.0,
                max_focal_distance: 4.0,
            },
        }),
        DeviceKind::Connector => {
            DeviceAnswer::Connector(d::connector::ConnectorAnswer::Configure { locked: true })
        }
        DeviceKind::VacuumGripper => {
            DeviceAnswer::VacuumGripper(d::vacuum_gripper::VacuumGripperAnswer::Configure {
                on: true,
            })
        }
        DeviceKind::Display => DeviceAnswer::Display(d::display::DisplayAnswer::Configure {
            width: 6,
            height: 5,
        }),
        DeviceKind::DistanceSensor => {
            DeviceAnswer::DistanceSensor(d::distance_sensor::DistanceSensorAnswer::Configure {
                kind: d::distance_sensor::DistanceSensorKind::Sonar,
                min_value: 100.0,
                max_value: 900.0,
                aperture: 1.5,
                lookup_table,
            })
        }
        DeviceKind::Emitter => DeviceAnswer::Emitter(d::emitter::EmitterAnswer::Configure {
            buffer_size: 64,
            channel: 3,
            byte_rate: -1.0,
            range: 5.0,
            max_range: 10.0,
            allowed_channels: vec![3, 4],
        }),
        DeviceKind::Gps => DeviceAnswer::Gps(d::gps::GpsAnswer::Configure {
            coordinates: d::gps::Coordinates::Wgs84,
        }),
        DeviceKind::InertialUnit => {
            DeviceAnswer::InertialUnit(d::inertial_unit::InertialUnitAnswer::Configure {
                noise: 0.125,
                coordinate_system: "ENU".to_owned(),
            })
        }
        DeviceKind::Lidar => DeviceAnswer::Lidar(d::lidar::LidarAnswer::Configure {
            view: view(3, 2),
            scan: d::lidar::ScanSettings {
                max_range: 9.0,
                layers: 2,
                frequency: 10.0,
                min_frequency: 5.0,
                max_frequency: 20.0,
                vertical_field_of_view: 0.25,
                horizontal_resolution: 3.0,
            },
        }),
        DeviceKind::LinearMotor => DeviceAnswer::LinearMotor(d::motor::MotorAnswer::Configure(
            motor(JointKind::Linear, vec![]),
        )),
        DeviceKind::RotationalMotor => {
            DeviceAnswer::RotationalMotor(d::motor::MotorAnswer::Configure(motor(
                JointKind::Rotational,
                vec![tag_of(DeviceKind::LinearMotor)],
            )))
        }
        DeviceKind::Radar => DeviceAnswer::Radar(d::radar::RadarAnswer::Configure {
            min_range: 1.0,
            max_range: 50.0,
            horizontal_field_of_view: 0.75,
            vertical_field_of_view: 0.25,
        }),
        DeviceKind::RangeFinder => {
            DeviceAnswer::RangeFinder(d::range_finder::RangeFinderAnswer::Configure {
                view: view(2, 2),
                max_range: 3.0,
            })
        }
        DeviceKind::Receiver => DeviceAnswer::Receiver(d::receiver::ReceiverAnswer::Configure {
            buffer_size: -1,
            channel: 3,
            allowed_channels: vec![],
        }),
        DeviceKind::Skin => {
            let bones = vec!["hip".to_owned(), "knee".to_owned()];
            DeviceAnswer::Skin(d::skin::SkinAnswer::Configure { bones })
        }
        DeviceKind::TouchSensor => {
            DeviceAnswer::TouchSensor(d::touch_sensor::TouchSensorAnswer::Configure {
                kind: d::touch_sensor::TouchSensorKind::Force3d,
                lookup_table,
            })
        }
        DeviceKind::Microphone => {
            DeviceAnswer::Microphone(d::microphone::MicrophoneAnswer::Configure {
                aperture: -1.0,
                sensitivity: -50.0,
            })
        }
        DeviceKind::Radio => DeviceAnswer::Radio(d::radio::RadioAnswer::Configure {
            address: "fox".to_owned(),
            frequency: 2.4e9,
            channel: 3,
            bitrate: 9600,
            rx_sensitivity: -90.0,
            tx_power: 10.0,
        }),
    })
}

/// Which devices were switched on, and pictures under way.
pub struct Devices {
    folder: PathBuf,
    over_tcp: bool,
    enabled: BTreeMap<Tag, Vec<DeviceAnswer>>,
    pub images: Vec<ChunkedImage>,
}

impl Devices {
    pub fn new(folder: &Path, over_tcp: bool) -> Self {
        Self {
            folder: folder.to_owned(),
            over_tcp,
            enabled: BTreeMap::new(),
            images: Vec::new(),
        }
    }

    /// What the sensors that are on measure.
    pub fn report(&mut self, answers: &mut Vec<AnswerMessage>) {
        for (tag, values) in &self.enabled {
            answers.extend(
                values
                    .iter()
                    .map(|value| AnswerMessage::Device(*tag, value.clone())),
            );
        }
        if self.over_tcp {
            for (kind, size) in [
                (DeviceKind::Camera, 32),
                (DeviceKind::RangeFinder, 16),
                (DeviceKind::Lidar, 144),
            ] {
                let tag = tag_of(kind);
                if self.enabled.contains_key(&tag) {
                    self.images.push(ChunkedImage {
                        tag,
                        kind: ImageKind::Main,
                        pixels: picture(size),
                    });
                }
            }
            let tag = tag_of(DeviceKind::Camera);
            if self.enabled.contains_key(&tag) {
                self.images.push(ChunkedImage {
                    tag,
                    kind: ImageKind::Segmentation,
                    pixels: picture(32),
                });
            }
        }
    }

    fn image(&self, name: &str, size: usize) -> ImageFile {
        let path = self.folder.join(name);
        std::fs::write(&path, picture(size)).expect("a picture can be written");
        let path = path.to_string_lossy().into_owned();
        ImageFile::File {
            size: i32::try_from(size).expect("small"),
            path,
        }
    }

    pub fn answer(&mut self, tag: Tag, request: &DeviceRequest, answers: &mut Vec<AnswerMessage>) {
        let mut tell = |answer| answers.push(AnswerMessage::Device(tag, answer));
        let vector = [1.0, 2.0, 3.0];
        let value = match request {
            DeviceRequest::Accelerometer(_) => {
                DeviceAnswer::Accelerometer(d::accelerometer::AccelerometerAnswer::Value {
                    value: vector,
                })
            }
            DeviceRequest::Compass(_) => {
                DeviceAnswer::Compass(d::compass::CompassAnswer::Value { value: vector })
            }
            DeviceRequest::Gyro(_) => {
                DeviceAnswer::Gyro(d::gyro::GyroAnswer::Value { value: vector })
            }
            DeviceRequest::Altimeter(_) => {
                DeviceAnswer::Altimeter(d::altimeter::AltimeterAnswer::Value { value: 7.5 })
            }
            DeviceRequest::LightSensor(_) => {
                DeviceAnswer::LightSensor(d::light_sensor::LightSensorAnswer::Value {
                    value: 321.5,
                })
            }
            DeviceRequest::DistanceSensor(_) => {
                DeviceAnswer::DistanceSensor(d::distance_sensor::DistanceSensorAnswer::Value {
                    value: 654.5,
                })
            }
            DeviceRequest::Gps(_) => DeviceAnswer::Gps(d::gps::GpsAnswer::Value {
                position: vector,
                speed: 0.5,
                velocity: [4.0, 5.0, 6.0],
            }),
            DeviceRequest::InertialUnit(_) => {
                DeviceAnswer::InertialUnit(d::inertial_unit::InertialUnitAnswer::Value {
                    quaternion: [0.0, 0.0, 0.0, 1.0],
                })
            }
            DeviceRequest::TouchSensor(_) => {
                DeviceAnswer::TouchSensor(d::touch_sensor::TouchSensorAnswer::Force3d {
                    force: vector,
                })
            }
            DeviceRequest::Microphone(_) => {
                DeviceAnswer::Microphone(d::microphone::MicrophoneAnswer::Samples {
                    data: vec![1, 2, 3],
                })
            }
            DeviceRequest::Radar(_) => DeviceAnswer::Radar(d::radar::RadarAnswer::Targets {
                targets: vec![d::radar::RadarTarget {
                    distance: 8.0,
                    received_power: -30.0,
                    speed: 1.5,
                    azimuth: 0.25,
                }],
            }),
            DeviceRequest::Receiver(d::receiver::ReceiverRequest::SetPeriod { .. }) => {
                DeviceAnswer::Receiver(d::receiver::ReceiverAnswer::Packet {
                    channel: 3,
                    direction: vector,
                    signal: 0.5,
                    data: b"fox".to_vec(),
                })
            }
            DeviceRequest::Connector(d::connector::ConnectorRequest::SetPresencePeriod {
                ..
            }) => DeviceAnswer::Connector(d::connector::ConnectorAnswer::Presence { presence: 1 }),
            DeviceRequest::VacuumGripper(
                d::vacuum_gripper::VacuumGripperRequest::SetPresencePeriod { .. },
            ) => DeviceAnswer::VacuumGripper(d::vacuum_gripper::VacuumGripperAnswer::Presence {
                presence: true,
            }),
            DeviceRequest::PositionSensor(
                d::position_sensor::PositionSensorRequest::SetPeriod { .. },
            ) => DeviceAnswer::PositionSensor(d::position_sensor::PositionSensorAnswer::Value {
                position: 0.375,
            }),
            DeviceRequest::RotationalMotor(d::motor::MotorRequest::SetFeedbackPeriod {
                ..
            }) => DeviceAnswer::RotationalMotor(d::motor::MotorAnswer::Feedback { force: 4.5 }),
            DeviceRequest::LinearMotor(d::motor::MotorRequest::SetFeedbackPeriod { .. }) => {
                DeviceAnswer::LinearMotor(d::motor::MotorAnswer::Feedback { force: 5.5 })
            }
            DeviceRequest::Camera(request) => {
                match request {
                    d::camera::CameraRequest::SetPeriod { .. } if !self.over_tcp => {
                        tell(DeviceAnswer::Camera(d::camera::CameraAnswer::Image(
                            self.image("camera", 32),
                        )));
                    }
                    d::camera::CameraRequest::SetSegmentation { enabled: true }
                        if !self.over_tcp =>
                    {
                        let file = self.image("segmentation", 32);
                        tell(DeviceAnswer::Camera(
                            d::camera::CameraAnswer::SegmentationImage(file),
                        ));
                    }
                    d::camera::CameraRequest::SetRecognitionPeriod { .. } => {}
                    _ => return,
                }
                DeviceAnswer::Camera(d::camera::CameraAnswer::Objects {
                    objects: vec![d::camera::RecognisedObject {
                        id: 5,
                        position: vector,
                        orientation: [0.0, 0.0, 1.0, 0.5],
                        size: [0.1, 0.2],
                        position_on_image: [1, 2],
                        size_on_image: [3, 4],
                        colours: vec![[1.0, 0.5, 0.0], [0.0, 0.0, 1.0]],
                        model: "ball".to_owned(),
                    }],
                })
            }
            DeviceRequest::RangeFinder(_) => {
                if !self.over_tcp {
                    tell(DeviceAnswer::RangeFinder(
                        d::range_finder::RangeFinderAnswer::Image(self.image("range", 16)),
                    ));
                }
                self.enabled.insert(tag, vec![]);
                return;
            }
            DeviceRequest::Lidar(request) => {
                if matches!(request, d::lidar::LidarRequest::SetPeriod { .. }) && !self.over_tcp {
                    // Six distances and six points.
                    tell(DeviceAnswer::Lidar(d::lidar::LidarAnswer::Image(
                        self.image("lidar", 6 * 4 + 6 * 20),
                    )));
                }
                self.enabled.insert(tag, vec![]);
                return;
            }
            DeviceRequest::Display(d::display::DisplayRequest::SaveImage { image }) => {
                let size = if *image == 0 { [6, 5] } else { [1, 1] };
                let bytes = usize::try_from(size[0] * size[1] * 4).expect("small");
                let picture = d::display::SavedPicture::new(size, picture(bytes)).expect("it fits");
                tell(DeviceAnswer::Display(d::display::DisplayAnswer::Image {
                    image: *image,
                    picture,
                }));
                return;
            }
            DeviceRequest::Skin(request) => {
                match request {
                    d::skin::SkinRequest::Orientation { .. } => {
                        tell(DeviceAnswer::Skin(d::skin::SkinAnswer::Orientation {
                            orientation: [0.0, 1.0, 0.0, 0.5],
                        }));
                    }
                    d::skin::SkinRequest::Position { .. } => {
                        tell(DeviceAnswer::Skin(d::skin::SkinAnswer::Position {
                            position: vector,
                        }));
                    }
                    _ => {}
                }
                return;
            }
            DeviceRequest::Speaker(request) => {
                match request {
                    d::speaker::SpeakerRequest::Play { sounds } => {
                        let file = sounds[0].file.clone();
                        tell(DeviceAnswer::Speaker(
                            d::speaker::SpeakerAnswer::SoundOver { file },
                        ));
                    }
                    d::speaker::SpeakerRequest::Speak { .. } => {
                        tell(DeviceAnswer::Speaker(d::speaker::SpeakerAnswer::SpeechOver));
                    }
                    _ => {}
                }
                return;
            }
            DeviceRequest::Brake(d::brake::BrakeRequest {
                wanted: Some(wanted),
                ..
            }) => {
                tell(DeviceAnswer::Brake(d::brake::BrakeAnswer::Associated {
                    tag: joint_device(*wanted),
                }));
                return;
            }
            DeviceRequest::RotationalMotor(d::motor::MotorRequest::FindAssociated { wanted }) => {
                tell(DeviceAnswer::RotationalMotor(
                    d::motor::MotorAnswer::Associated {
                        tag: joint_device(*wanted),
                    },
                ));
                return;
            }
            DeviceRequest::PositionSensor(
                d::position_sensor::PositionSensorRequest::FindAssociated { wanted },
            ) => {
                tell(DeviceAnswer::PositionSensor(
                    d::position_sensor::PositionSensorAnswer::Associated {
                        tag: joint_device(*wanted),
                    },
                ));
                return;
            }
            _ => return,
        };
        self.enabled.insert(tag, vec![value]);
    }
}

/// Brake, motor and position sensor share a joint.
fn joint_device(wanted: NodeTypeNumber) -> Option<Tag> {
    DeviceKind::ALL
        .iter()
        .find(|kind| kind.number() == wanted)
        .map(|kind| tag_of(*kind))
}

fn picture(size: usize) -> Vec<u8> {
    (0..size)
        .map(|at| u8::try_from(at % 64).unwrap_or_default())
        .collect()
}
