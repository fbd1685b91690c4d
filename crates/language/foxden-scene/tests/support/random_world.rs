//! Worlds made from a string of random bytes and the catalogue.
#![allow(dead_code, reason = "each test file uses a part of this")]

use foxden_catalogue::{Admissible, FieldKind, FieldType, NodeType};

/// Decisions, taken from bytes; without bytes left every decision is the first one.
#[derive(Clone, Debug)]
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// Decisions from bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    /// Whether all bytes are used up.
    pub fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// One of several.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    /// The next bytes, at most `count`.
    pub fn take(&mut self, count: usize) -> &'b [u8] {
        let (taken, rest) = self.bytes.split_at(count.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    /// All bytes that are left.
    pub fn rest(&mut self) -> &'b [u8] {
        std::mem::take(&mut self.bytes)
    }
}

/// The PROTOs of a random project: name, built-in type, text.
pub const PROTOS: [(&str, NodeType, &str); 5] = [
    (
        "Part",
        NodeType::Solid,
        "PROTO Part [ field SFVec3f translation 0 0 0 field SFString name \"part\" field MFNode slot [ ] \
         field SFFloat { 1 2 3 } size 1 field SFNode look Appearance { } ] \
         { Solid { translation IS translation name IS name children [ Group { children IS slot } \
         Shape { appearance IS look geometry Sphere { radius IS size } } ] } }",
    ),
    (
        "Derived",
        NodeType::Solid,
        "EXTERNPROTO \"Part.proto\"\nPROTO Derived [ field SFVec3f translation 1 1 1 field MFNode slot [ Shape { } ] ] \
         { Part { translation IS translation slot IS slot name \"derived\" } }",
    ),
    (
        "Row",
        NodeType::Group,
        "# template language: javascript\nPROTO Row [ field SFInt32 count 2 field MFNode more [ ] ] \
         { Group { children [ %< for (let i = 0; i < Math.min(5, fields.count.value); ++i) { >% \
         Shape { geometry Sphere { radius %<= i + 1 >% } } %< } >% Group { children IS more } ] } }",
    ),
    (
        "Twice",
        NodeType::Pose,
        "EXTERNPROTO \"Row.proto\"\nPROTO Twice [ field SFNode look NULL field MFNode parts [ ] field SFInt32 count 1 ] \
         { Pose { children [ DEF S Shape { appearance IS look } Row { count IS count more IS parts } \
         Group { children IS parts } USE S ] } }",
    ),
    (
        "Reader",
        NodeType::Group,
        "# template language: javascript\nPROTO Reader [ field MFNode seen [ Group { } ] ] \
         { Group { children [ %< for (const part of fields.seen.value) { >% \
         Pose { name \"%<= part ? part.node_name : 'none' >%\" } %< } >% ] } }",
    ),
];

/// The type that a name in a file stands for.
fn base_type(name: &str) -> Option<NodeType> {
    let proto = PROTOS.iter().find(|(proto, _, _)| *proto == name);
    match proto {
        Some((_, base, _)) => Some(*base),
        None => NodeType::all().find(|kind| kind.name() == name),
    }
}

/// A world with its PROTOs.
pub fn project(bytes: &[u8]) -> Vec<(String, String)> {
    let mut maker = Maker {
        choices: Choices::new(bytes),
        defs: Vec::new(),
    };
    let mut text = "#VRML_SIM R2023b utf8\n".to_owned();
    for (name, _, _) in PROTOS {
        text += &format!("IMPORTABLE EXTERNPROTO \"{name}.proto\"\n");
    }
    text += "WorldInfo { }\nViewpoint { }\n";
    while !maker.choices.is_done() {
        text += &maker.node(&[Admissible::Child], 0);
        text.push('\n');
    }
    let mut files = vec![("world.wbt".to_owned(), text)];
    for (name, _, proto) in PROTOS {
        files.push((
            format!("{name}.proto"),
            format!("#VRML_SIM R2023b utf8\n{proto}\n"),
        ));
    }
    files
}

/// What stands in children most of the time.
const COMMON: [&str; 14] = [
    "Group",
    "Shape",
    "Solid",
    "Part",
    "Pose",
    "Row",
    "Derived",
    "Twice",
    "Robot",
    "HingeJoint",
    "Slot",
    "PointLight",
    "Reader",
    "TouchSensor",
];

/// Makes nodes.
pub struct Maker<'b> {
    /// What decides.
    pub choices: Choices<'b>,
    /// The DEF names that were written: what stands there, and the name.
    pub defs: Vec<(String, String)>,
}

impl Maker<'_> {
    /// A node that most likely may stand where it stands.
    pub fn node(&mut self, rules: &[Admissible], depth: usize) -> String {
        let name = self.kind(rules);
        let known: Vec<String> = self
            .defs
            .iter()
            .filter(|(kind, _)| *kind == name)
            .map(|(_, def)| def.clone())
            .collect();
        if !known.is_empty() && self.choices.below(3) == 2 {
            return format!("USE {}", self.choices.pick(&known));
        }
        // names come again, so that they mean one node here and another one there
        let def = match self.choices.below(3) {
            2 => Some(format!("{}{}", &name[..1], self.choices.below(3))),
            _ => None,
        };
        let fields = self.fields(name, depth);
        match def {
            Some(def) => {
                self.defs.push((name.to_owned(), def.clone()));
                format!("DEF {def} {name} {{ {fields}}}")
            }
            None => format!("{name} {{ {fields}}}"),
        }
    }

    fn kind(&mut self, rules: &[Admissible]) -> &'static str {
        let all: Vec<_> = NodeType::all()
            .filter(|kind| !kind.model().is_abstract)
            .collect();
        if self.choices.below(16) == 15 {
            return self.choices.pick(&all).name();
        }
        let fits = |wanted: NodeType| {
            let proto = PROTOS.iter().filter(move |(_, base, _)| base.is_a(wanted));
            let built_in = all.iter().filter(move |kind| kind.is_a(wanted));
            built_in
                .map(|kind| kind.name())
                .chain(proto.map(|(name, _, _)| *name))
                .collect::<Vec<_>>()
        };
        let fitting: Vec<&'static str> = match rules.first() {
            Some(Admissible::Exactly(_) | Admissible::Family(_)) => rules
                .iter()
                .flat_map(|rule| match rule {
                    Admissible::Exactly(kind) => vec![kind.name()],
                    Admissible::Family(kind) => fits(*kind),
                    _ => Vec::new(),
                })
                .collect(),
            Some(Admissible::BoundingObject) => vec!["Box", "Shape", "Group", "Pose", "Sphere"],
            Some(Admissible::EndPoint) => vec!["Solid", "Part", "Slot", "Derived"],
            Some(Admissible::SlotEndPoint) => vec!["Slot", "Solid", "Part"],
            Some(Admissible::Child) | None => COMMON.to_vec(),
        };
        let kind: &&str = self.choices.pick(&fitting);
        kind
    }

    fn fields(&mut self, name: &str, depth: usize) -> String {
        let child: &[Admissible] = &[Admissible::Child];
        let look: &[Admissible] = &[Admissible::Exactly(NodeType::Appearance)];
        let fields: Vec<(&str, FieldType, &[Admissible])> = match name {
            "Part" => vec![
                ("slot", FieldType::MFNode, child),
                ("translation", FieldType::SFVec3f, &[]),
                ("name", FieldType::SFString, &[]),
                ("size", FieldType::SFFloat, &[]),
                ("look", FieldType::SFNode, look),
            ],
            "Derived" => vec![
                ("slot", FieldType::MFNode, child),
                ("translation", FieldType::SFVec3f, &[]),
            ],
            "Row" => vec![
                ("more", FieldType::MFNode, child),
                ("count", FieldType::SFInt32, &[]),
            ],
            "Twice" => vec![
                ("parts", FieldType::MFNode, child),
                ("count", FieldType::SFInt32, &[]),
                ("look", FieldType::SFNode, look),
            ],
            "Reader" => vec![("seen", FieldType::MFNode, child)],
            _ => base_type(name)
                .into_iter()
                .flat_map(|kind| kind.model().fields)
                // files never keep these, as Webots does not write them
                .filter(|field| field.kind != FieldKind::Deprecated)
                .map(|field| (field.name, field.field_type, field.nodes))
                .collect(),
        };
        let of_nodes: Vec<_> = fields.iter().filter(|field| field.1.is_node()).collect();
        let mut text = String::new();
        let mut given = Vec::new();
        // each load corrects one bad value of these, as recorded, so a second one would change the tree
        let count = match name {
            "Cylinder" | "Capsule" | "Cone" => 2,
            _ => 4,
        };
        for _ in 0..self.choices.below(count) {
            let (name, field_type, rules) = match self.choices.below(2) {
                0 if !of_nodes.is_empty() => **self.choices.pick(&of_nodes),
                _ if fields.is_empty() => break,
                _ => *self.choices.pick(&fields),
            };
            if given.contains(&name) || (field_type.is_node() && depth > 5) {
                continue;
            }
            given.push(name);
            let mut value = self.value(field_type, rules, depth);
            // the same holds for the items of these
            if [
                "coulombFriction",
                "dragForceCoefficients",
                "dragTorqueCoefficients",
            ]
            .contains(&name)
            {
                value = value.replace('-', "");
            }
            text += &format!("{name} {value} ");
        }
        text
    }

    fn value(&mut self, field_type: FieldType, rules: &[Admissible], depth: usize) -> String {
        if field_type.is_multiple() {
            let items: Vec<String> = (0..self.choices.below(4))
                .map(|_| self.value(field_type.single(), rules, depth))
                .collect();
            return format!("[ {} ]", items.join(" "));
        }
        let choices = &mut self.choices;
        let numbers = |count: usize, choices: &mut Choices<'_>| {
            let words: Vec<String> = (0..count).map(|_| number(choices)).collect();
            words.join(" ")
        };
        match field_type {
            FieldType::SFBool => choices.pick(&["TRUE", "FALSE"]).to_string(),
            FieldType::SFInt32 => (choices.below(256) as i32 - 3).to_string(),
            FieldType::SFFloat => number(choices),
            FieldType::SFString => choices
                .pick(&["\"\"", "\"a\"", "\"b \\\\ \\\" é\"", "\"x\\ny\"", "\"box\""])
                .to_string(),
            FieldType::SFVec2f => numbers(2, choices),
            FieldType::SFVec3f => numbers(3, choices),
            FieldType::SFRotation => numbers(4, choices),
            FieldType::SFColor => format!("0.{} 0.5 1", choices.below(100)),
            _ => match choices.below(12) {
                11 => "NULL".to_owned(),
                _ => self.node(rules, depth + 1),
            },
        }
    }
}

fn number(choices: &mut Choices<'_>) -> String {
    match choices.below(4) {
        0 => choices
            .pick(&[
                "0",
                "1",
                "-1",
                "0.1",
                "1e-7",
                "1e15",
                "123456789.125",
                "3.14159265358979",
            ])
            .to_string(),
        _ => format!(
            "{}",
            (choices.below(256) as f64 - 60.0) / (1.0 + choices.below(256) as f64)
        ),
    }
}
