//! One device of each kind, with made-up values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use foxden_protocol::devices::{
    self as d, Answer, ImageFile, JointKind, LookupRow, Projection, Request, View,
};
use foxden_protocol::frame::{Image, ImageKind};
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

fn view(width: u16, height: u16) -> View {
    let projection = Projection {
        field_of_view: 0.75,
        near: 0.01,
        planar: true,
    };
    View {
        node: Uid(77),
        width,
        height,
        projection,
    }
}

fn configuration(kind: DeviceKind) -> Option<Answer> {
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
    let motor = |joint, coupled| d::motor::Configuration {
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
            Answer::Accelerometer(d::accelerometer::Answer::Configure { lookup_table })
        }
        DeviceKind::Compass => Answer::Compass(d::compass::Answer::Configure { lookup_table }),
        DeviceKind::Gyro => Answer::Gyro(d::gyro::Answer::Configure { lookup_table }),
        DeviceKind::LightSensor => {
            Answer::LightSensor(d::light_sensor::Answer::Configure { lookup_table })
        }
        DeviceKind::Altimeter | DeviceKind::Led | DeviceKind::Pen | DeviceKind::Speaker => {
            return None;
        }
        DeviceKind::Brake => Answer::Brake(d::brake::Answer::Configure {
            joint: JointKind::Linear,
        }),
        DeviceKind::PositionSensor => {
            Answer::PositionSensor(d::position_sensor::Answer::Configure {
                joint: JointKind::Linear,
            })
        }
        DeviceKind::Camera => Answer::Camera(d::camera::Answer::Configure {
            view: view(4, 2),
            optics: d::camera::Optics {
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
            Answer::Connector(d::connector::Answer::Configure { locked: true })
        }
        DeviceKind::VacuumGripper => {
            Answer::VacuumGripper(d::vacuum_gripper::Answer::Configure { on: true })
        }
        DeviceKind::Display => Answer::Display(d::display::Answer::Configure {
            width: 6,
            height: 5,
        }),
        DeviceKind::DistanceSensor => {
            Answer::DistanceSensor(d::distance_sensor::Answer::Configure {
                kind: d::distance_sensor::Kind::Sonar,
                min_value: 100.0,
                max_value: 900.0,
                aperture: 1.5,
                lookup_table,
            })
        }
        DeviceKind::Emitter => Answer::Emitter(d::emitter::Answer::Configure {
            buffer_size: 64,
            channel: 3,
            byte_rate: -1.0,
            range: 5.0,
            max_range: 10.0,
            allowed_channels: vec![3, 4],
        }),
        DeviceKind::Gps => Answer::Gps(d::gps::Answer::Configure {
            coordinates: d::gps::Coordinates::Wgs84,
        }),
        DeviceKind::InertialUnit => Answer::InertialUnit(d::inertial_unit::Answer::Configure {
            noise: 0.125,
            coordinate_system: "ENU".to_owned(),
        }),
        DeviceKind::Lidar => Answer::Lidar(d::lidar::Answer::Configure {
            view: view(3, 2),
            scan: d::lidar::Scan {
                max_range: 9.0,
                layers: 2,
                frequency: 10.0,
                min_frequency: 5.0,
                max_frequency: 20.0,
                vertical_field_of_view: 0.25,
                horizontal_resolution: 3.0,
            },
        }),
        DeviceKind::LinearMotor => Answer::LinearMotor(d::motor::Answer::Configure(motor(
            JointKind::Linear,
            vec![],
        ))),
        DeviceKind::RotationalMotor => Answer::RotationalMotor(d::motor::Answer::Configure(motor(
            JointKind::Rotational,
            vec![tag_of(DeviceKind::LinearMotor)],
        ))),
        DeviceKind::Radar => Answer::Radar(d::radar::Answer::Configure {
            min_range: 1.0,
            max_range: 50.0,
            horizontal_field_of_view: 0.75,
            vertical_field_of_view: 0.25,
        }),
        DeviceKind::RangeFinder => Answer::RangeFinder(d::range_finder::Answer::Configure {
            view: view(2, 2),
            max_range: 3.0,
        }),
        DeviceKind::Receiver => Answer::Receiver(d::receiver::Answer::Configure {
            buffer_size: -1,
            channel: 3,
            allowed_channels: vec![],
        }),
        DeviceKind::Skin => {
            let bones = vec!["hip".to_owned(), "knee".to_owned()];
            Answer::Skin(d::skin::Answer::Configure { bones })
        }
        DeviceKind::TouchSensor => Answer::TouchSensor(d::touch_sensor::Answer::Configure {
            kind: d::touch_sensor::Kind::Force3d,
            lookup_table,
        }),
        DeviceKind::Microphone => Answer::Microphone(d::microphone::Answer::Configure {
            aperture: -1.0,
            sensitivity: -50.0,
        }),
    })
}

/// Which devices were switched on, and pictures under way.
pub struct Devices {
    folder: PathBuf,
    over_tcp: bool,
    enabled: BTreeMap<Tag, Vec<Answer>>,
    pub images: Vec<Image>,
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
                    self.images.push(Image {
                        tag,
                        kind: ImageKind::Main,
                        pixels: picture(size),
                    });
                }
            }
            let tag = tag_of(DeviceKind::Camera);
            if self.enabled.contains_key(&tag) {
                self.images.push(Image {
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

    pub fn answer(&mut self, tag: Tag, request: &Request, answers: &mut Vec<AnswerMessage>) {
        let mut tell = |answer| answers.push(AnswerMessage::Device(tag, answer));
        let vector = [1.0, 2.0, 3.0];
        let value = match request {
            Request::Accelerometer(_) => {
                Answer::Accelerometer(d::accelerometer::Answer::Value { value: vector })
            }
            Request::Compass(_) => Answer::Compass(d::compass::Answer::Value { value: vector }),
            Request::Gyro(_) => Answer::Gyro(d::gyro::Answer::Value { value: vector }),
            Request::Altimeter(_) => Answer::Altimeter(d::altimeter::Answer::Value { value: 7.5 }),
            Request::LightSensor(_) => {
                Answer::LightSensor(d::light_sensor::Answer::Value { value: 321.5 })
            }
            Request::DistanceSensor(_) => {
                Answer::DistanceSensor(d::distance_sensor::Answer::Value { value: 654.5 })
            }
            Request::Gps(_) => Answer::Gps(d::gps::Answer::Value {
                position: vector,
                speed: 0.5,
                velocity: [4.0, 5.0, 6.0],
            }),
            Request::InertialUnit(_) => Answer::InertialUnit(d::inertial_unit::Answer::Value {
                quaternion: [0.0, 0.0, 0.0, 1.0],
            }),
            Request::TouchSensor(_) => {
                Answer::TouchSensor(d::touch_sensor::Answer::Force3d { force: vector })
            }
            Request::Microphone(_) => Answer::Microphone(d::microphone::Answer::Samples {
                data: vec![1, 2, 3],
            }),
            Request::Radar(_) => Answer::Radar(d::radar::Answer::Targets {
                targets: vec![d::radar::Target {
                    distance: 8.0,
                    received_power: -30.0,
                    speed: 1.5,
                    azimuth: 0.25,
                }],
            }),
            Request::Receiver(d::receiver::Request::SetPeriod { .. }) => {
                Answer::Receiver(d::receiver::Answer::Packet {
                    channel: 3,
                    direction: vector,
                    signal: 0.5,
                    data: b"fox".to_vec(),
                })
            }
            Request::Connector(d::connector::Request::SetPresencePeriod { .. }) => {
                Answer::Connector(d::connector::Answer::Presence { presence: 1 })
            }
            Request::VacuumGripper(d::vacuum_gripper::Request::SetPresencePeriod { .. }) => {
                Answer::VacuumGripper(d::vacuum_gripper::Answer::Presence { presence: true })
            }
            Request::PositionSensor(d::position_sensor::Request::SetPeriod { .. }) => {
                Answer::PositionSensor(d::position_sensor::Answer::Value { position: 0.375 })
            }
            Request::RotationalMotor(d::motor::Request::SetFeedbackPeriod { .. }) => {
                Answer::RotationalMotor(d::motor::Answer::Feedback { force: 4.5 })
            }
            Request::LinearMotor(d::motor::Request::SetFeedbackPeriod { .. }) => {
                Answer::LinearMotor(d::motor::Answer::Feedback { force: 5.5 })
            }
            Request::Camera(request) => {
                match request {
                    d::camera::Request::SetPeriod { .. } if !self.over_tcp => {
                        tell(Answer::Camera(d::camera::Answer::Image(
                            self.image("camera", 32),
                        )));
                    }
                    d::camera::Request::SetSegmentation { enabled: true } if !self.over_tcp => {
                        let file = self.image("segmentation", 32);
                        tell(Answer::Camera(d::camera::Answer::SegmentationImage(file)));
                    }
                    d::camera::Request::SetRecognitionPeriod { .. } => {}
                    _ => return,
                }
                Answer::Camera(d::camera::Answer::Objects {
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
            Request::RangeFinder(_) => {
                if !self.over_tcp {
                    tell(Answer::RangeFinder(d::range_finder::Answer::Image(
                        self.image("range", 16),
                    )));
                }
                self.enabled.insert(tag, vec![]);
                return;
            }
            Request::Lidar(request) => {
                if matches!(request, d::lidar::Request::SetPeriod { .. }) && !self.over_tcp {
                    // Six distances and six points.
                    tell(Answer::Lidar(d::lidar::Answer::Image(
                        self.image("lidar", 6 * 4 + 6 * 20),
                    )));
                }
                self.enabled.insert(tag, vec![]);
                return;
            }
            Request::Display(d::display::Request::SaveImage { image }) => {
                let size = if *image == 0 { [6, 5] } else { [1, 1] };
                let bytes = usize::try_from(size[0] * size[1] * 4).expect("small");
                let picture = d::display::SavedPicture::new(size, picture(bytes)).expect("it fits");
                tell(Answer::Display(d::display::Answer::Image {
                    image: *image,
                    picture,
                }));
                return;
            }
            Request::Skin(request) => {
                match request {
                    d::skin::Request::Orientation { .. } => {
                        tell(Answer::Skin(d::skin::Answer::Orientation {
                            orientation: [0.0, 1.0, 0.0, 0.5],
                        }));
                    }
                    d::skin::Request::Position { .. } => {
                        tell(Answer::Skin(d::skin::Answer::Position { position: vector }));
                    }
                    _ => {}
                }
                return;
            }
            Request::Speaker(request) => {
                match request {
                    d::speaker::Request::Play { sounds } => {
                        let file = sounds[0].file.clone();
                        tell(Answer::Speaker(d::speaker::Answer::SoundOver { file }));
                    }
                    d::speaker::Request::Speak { .. } => {
                        tell(Answer::Speaker(d::speaker::Answer::SpeechOver));
                    }
                    _ => {}
                }
                return;
            }
            Request::Brake(d::brake::Request {
                wanted: Some(wanted),
                ..
            }) => {
                tell(Answer::Brake(d::brake::Answer::Associated {
                    tag: joint_device(*wanted),
                }));
                return;
            }
            Request::RotationalMotor(d::motor::Request::FindAssociated { wanted }) => {
                tell(Answer::RotationalMotor(d::motor::Answer::Associated {
                    tag: joint_device(*wanted),
                }));
                return;
            }
            Request::PositionSensor(d::position_sensor::Request::FindAssociated { wanted }) => {
                tell(Answer::PositionSensor(
                    d::position_sensor::Answer::Associated {
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
