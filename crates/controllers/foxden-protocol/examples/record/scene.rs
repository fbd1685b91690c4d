//! A scene of a root, the supervisor and one node with a field of each type.

use foxden_catalogue::FieldType;
use foxden_protocol::supervisor::{
    ContactPointReport, FieldDescription, FieldReport, MovieStatus, NewItem, NodeDescription,
    NodeReport, NodeValue, PlainValue, ReadValue, SupervisorAnswer, SupervisorConfiguration,
    SupervisorRequest,
};
use foxden_protocol::{FieldId, NodeTypeNumber, Tag, Uid, field_type_number};

const ME: Uid = Uid(1);
const BOX: Uid = Uid(5);
const CHILD: Uid = Uid(6);
const VIEWPOINT: Uid = Uid(7);
const JOINT: Uid = Uid(8);
const IMPORTED: Uid = Uid(9);

struct Field {
    name: &'static str,
    field_type: FieldType,
    values: Vec<ReadValue>,
}

pub struct Scene {
    fields: Vec<Field>,
    pose: bool,
    contacts: bool,
    tracked: Option<FieldId>,
}

fn child(node: Uid) -> ReadValue {
    ReadValue::Node(Some(NodeValue {
        node,
        node_type: NodeTypeNumber(80),
        tag: None,
        parent: BOX,
        is_proto: false,
        model: "Solid".to_owned(),
        def: "CHILD".to_owned(),
    }))
}

impl Scene {
    pub fn new() -> Self {
        use FieldType::*;
        let plain = [
            ("bool", SFBool, MFBool, PlainValue::Bool(true)),
            ("int", SFInt32, MFInt32, PlainValue::Int32(-3)),
            ("float", SFFloat, MFFloat, PlainValue::Float(2.5)),
            ("vec2", SFVec2f, MFVec2f, PlainValue::Vec2f([1.0, 2.0])),
            ("vec3", SFVec3f, MFVec3f, PlainValue::Vec3f([1.0, 2.0, 3.0])),
            (
                "rotation",
                SFRotation,
                MFRotation,
                PlainValue::Rotation([0.0, 0.0, 1.0, 0.5]),
            ),
            (
                "color",
                SFColor,
                MFColor,
                PlainValue::Color([0.25, 0.5, 1.0]),
            ),
            (
                "string",
                SFString,
                MFString,
                PlainValue::String("foxé".to_owned()),
            ),
        ];
        let lists = [
            "bools",
            "ints",
            "floats",
            "vec2s",
            "vec3s",
            "rotations",
            "colors",
            "strings",
        ];
        let mut fields = Vec::new();
        for ((name, single, list, value), names) in plain.into_iter().zip(lists) {
            let values = vec![ReadValue::Value(value)];
            fields.push(Field {
                name,
                field_type: single,
                values: values.clone(),
            });
            fields.push(Field {
                name: names,
                field_type: list,
                values,
            });
        }
        fields.push(Field {
            name: "node",
            field_type: SFNode,
            values: vec![ReadValue::Node(None)],
        });
        fields.push(Field {
            name: "children",
            field_type: MFNode,
            values: vec![child(CHILD)],
        });
        Self {
            fields,
            pose: false,
            contacts: false,
            tracked: None,
        }
    }

    pub fn configuration(&self) -> SupervisorAnswer {
        SupervisorAnswer::Configure(SupervisorConfiguration {
            node: ME,
            parent: Uid::ROOT,
            is_proto: false,
            is_internal: false,
            model: "Robot".to_owned(),
            def: "ME".to_owned(),
        })
    }

    fn describe(&self, node: Uid) -> NodeDescription {
        let (number, model, def) = match node {
            ME => (34, "Robot", "ME"),
            BOX => (80, "Crate", "BOX"),
            CHILD => (80, "Solid", "CHILD"),
            VIEWPOINT => (33, "Viewpoint", ""),
            JOINT => (69, "HingeJoint", "JOINT"),
            IMPORTED => (80, "Solid", ""),
            _ => (0, "", ""),
        };
        NodeDescription {
            node: if number == 0 { Uid::ROOT } else { node },
            node_type: NodeTypeNumber(number),
            tag: (node == ME).then_some(Tag::ROBOT),
            parent: Uid::ROOT,
            is_proto: node == BOX,
            is_internal: false,
            model: model.to_owned(),
            def: def.to_owned(),
        }
    }

    fn field(&self, at: Option<usize>, name: &str, internal: bool) -> SupervisorAnswer {
        let found = at.and_then(|at| self.fields.get(at));
        let index = at.and_then(|at| i32::try_from(at).ok()).map(FieldId);
        SupervisorAnswer::Field(FieldDescription {
            field: index.filter(|_| found.is_some()),
            field_type: found.map(|field| field.field_type),
            internal,
            count: found.map_or(-1, count),
            actual: None,
            name: found.map_or(name, |field| field.name).to_owned(),
        })
    }

    fn value(&self, at: FieldId, index: Option<u32>) -> SupervisorAnswer {
        let field = &self.fields[usize::try_from(at.0).expect("a field")];
        let item = usize::try_from(index.unwrap_or(0)).expect("small");
        SupervisorAnswer::Value(FieldReport::Value {
            node: BOX,
            proto: None,
            field: at,
            is_item: field.field_type.is_multiple(),
            value: field.values[item].clone(),
        })
    }

    fn change(
        &mut self,
        at: FieldId,
        answers: &mut Vec<SupervisorAnswer>,
        edit: impl Fn(&mut Vec<ReadValue>),
    ) {
        let field = &mut self.fields[usize::try_from(at.0).expect("a field")];
        edit(&mut field.values);
        answers.push(SupervisorAnswer::FieldCountChanged {
            node: BOX,
            field: field.name.to_owned(),
            count: count(field),
        });
    }

    /// What is tracked.
    pub fn report(&self, answers: &mut Vec<SupervisorAnswer>) {
        answers.extend(self.tracked.map(|field| self.value(field, None)));
        if self.pose {
            answers.push(pose(Uid::ROOT, BOX));
        }
        if self.contacts {
            answers.push(contacts(true));
        }
    }

    pub fn answer(&mut self, request: &SupervisorRequest, answers: &mut Vec<SupervisorAnswer>) {
        match request {
            SupervisorRequest::NodeById { node } => {
                answers.push(SupervisorAnswer::NodeById(self.describe(*node)))
            }
            SupervisorRequest::NodeByTag { .. } => {
                answers.push(SupervisorAnswer::NodeByTag(self.describe(CHILD)))
            }
            SupervisorRequest::SelectedNode => {
                answers.push(SupervisorAnswer::SelectedNode(self.describe(BOX)))
            }
            SupervisorRequest::NodeByDef { def, .. } => {
                let node = match def.as_str() {
                    "BOX" => BOX,
                    "BOX.CHILD" | "CHILD" => CHILD,
                    _ => Uid(-2),
                };
                let found = self.describe(node);
                answers.push(SupervisorAnswer::NodeByDef(NodeReport {
                    node: found.node,
                    node_type: found.node_type,
                    tag: None,
                    parent: found.parent,
                    is_proto: found.is_proto,
                    model: found.model,
                }));
            }
            SupervisorRequest::FieldByName { name, internal, .. } => {
                let at = self.fields.iter().position(|field| field.name == name);
                answers.push(self.field(at, name, *internal));
            }
            SupervisorRequest::FieldByIndex {
                index, internal, ..
            } => {
                answers.push(self.field(usize::try_from(*index).ok(), "", *internal));
            }
            SupervisorRequest::FieldCount { .. } => answers.push(SupervisorAnswer::FieldCount {
                count: i32::try_from(self.fields.len()).expect("few"),
            }),
            SupervisorRequest::GetValue(get) => answers.push(self.value(get.field, get.index)),
            SupervisorRequest::SetValue(set) => {
                let field = &mut self.fields[usize::try_from(set.field.0).expect("a field")];
                let item = usize::try_from(set.index.unwrap_or(0)).expect("small");
                assert_eq!(field.field_type, set.field_type());
                field.values[item] = ReadValue::Value(set.value.clone());
            }
            SupervisorRequest::Insert(insert) => {
                let value = match &insert.item {
                    NewItem::Value(value) => ReadValue::Value(value.clone()),
                    NewItem::NodeSource(_) => child(IMPORTED),
                };
                match insert.index {
                    Some(index) => self.change(insert.field, answers, |values| {
                        values.insert(usize::try_from(index).expect("small"), value.clone());
                    }),
                    None => {
                        self.change(insert.field, answers, |values| values[0] = value.clone());
                        answers.push(SupervisorAnswer::Imported { node: IMPORTED });
                    }
                }
            }
            SupervisorRequest::Remove { field, index, .. } => match index {
                Some(index) => self.change(*field, answers, |values| {
                    values.remove(usize::try_from(*index).expect("small"));
                }),
                None => self.change(*field, answers, |values| values[0] = ReadValue::Node(None)),
            },
            SupervisorRequest::RemoveNode { node } => {
                answers.push(SupervisorAnswer::NodeRemoved { node: *node })
            }
            SupervisorRequest::Position { .. } => answers.push(SupervisorAnswer::Position {
                position: [1.0, 2.0, 3.0],
            }),
            SupervisorRequest::CentreOfMass { .. } => {
                answers.push(SupervisorAnswer::CentreOfMass {
                    position: [4.0, 5.0, 6.0],
                })
            }
            SupervisorRequest::Orientation { .. } => {
                answers.push(SupervisorAnswer::Orientation { matrix: numbers() })
            }
            SupervisorRequest::Pose { from, node } => answers.push(pose(*from, *node)),
            SupervisorRequest::ContactPoints { descendants, .. } => {
                answers.push(contacts(*descendants))
            }
            SupervisorRequest::StaticBalance { .. } => {
                answers.push(SupervisorAnswer::StaticBalance { balanced: true })
            }
            SupervisorRequest::Velocity { .. } => answers.push(SupervisorAnswer::Velocity {
                linear: [1.0, 2.0, 3.0],
                angular: [4.0, 5.0, 6.0],
            }),
            SupervisorRequest::ExportString { .. } => {
                answers.push(SupervisorAnswer::ExportedString {
                    text: "DEF BOX Crate {\n}\n".to_owned(),
                })
            }
            SupervisorRequest::SaveWorld(_) => {
                answers.push(SupervisorAnswer::WorldSaved { success: true })
            }
            SupervisorRequest::StartMovie(_) => {
                answers.push(SupervisorAnswer::Movie(MovieStatus::Recording))
            }
            SupervisorRequest::StopMovie => {
                answers.push(SupervisorAnswer::Movie(MovieStatus::Ready))
            }
            SupervisorRequest::StartAnimation { .. } => {
                answers.push(SupervisorAnswer::AnimationStarted { success: true })
            }
            SupervisorRequest::StopAnimation => {
                answers.push(SupervisorAnswer::AnimationStopped { success: true })
            }
            SupervisorRequest::HeadsetUsed => {
                answers.push(SupervisorAnswer::HeadsetUsed { used: true })
            }
            SupervisorRequest::HeadsetPosition => answers.push(SupervisorAnswer::HeadsetPosition {
                position: [7.0, 8.0, 9.0],
            }),
            SupervisorRequest::HeadsetOrientation => {
                answers.push(SupervisorAnswer::HeadsetOrientation { matrix: numbers() })
            }
            SupervisorRequest::TrackPose { tracking, .. } => self.pose = tracking.is_some(),
            SupervisorRequest::TrackContactPoints { tracking, .. } => {
                self.contacts = tracking.is_some()
            }
            SupervisorRequest::TrackField {
                field, tracking, ..
            } => {
                self.tracked = tracking.as_ref().map(|_| *field);
            }
            _ => {}
        }
    }
}

fn count(field: &Field) -> i32 {
    match field.field_type {
        FieldType::SFNode => i32::from(field.values[0] != ReadValue::Node(None)),
        list if field_type_number(list) > 0x10 => i32::try_from(field.values.len()).expect("few"),
        _ => -1,
    }
}

fn numbers<const N: usize>() -> [f64; N] {
    let mut next = 0.0;
    [(); N].map(|()| {
        next += 1.0;
        next
    })
}

fn pose(from: Uid, node: Uid) -> SupervisorAnswer {
    SupervisorAnswer::Pose {
        from,
        node,
        matrix: numbers(),
    }
}

fn contacts(descendants: bool) -> SupervisorAnswer {
    let points = vec![ContactPointReport {
        point: [1.0, 2.0, 3.0],
        node: CHILD,
    }];
    SupervisorAnswer::ContactPoints {
        node: BOX,
        descendants,
        points,
    }
}
