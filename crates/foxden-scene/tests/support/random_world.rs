//! Worlds made from a string of random bytes and the catalogue.

use foxden_catalogue::{FieldKind, FieldType, NodeType};

/// Decisions, taken from bytes; without bytes left every decision is the first one.
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes }
    }

    pub fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        *first as usize % count.max(1)
    }

    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

pub const PROTOS: [(&str, &str); 3] = [
    (
        "Part",
        "PROTO Part [ field SFVec3f translation 0 0 0 field SFString name \"part\" field MFNode slot [ ] \
         field SFFloat { 1 2 3 } size 1 field SFNode look Appearance { } ] \
         { Solid { translation IS translation name IS name children [ Group { children IS slot } \
         Shape { appearance IS look geometry Sphere { radius IS size } } ] } }",
    ),
    (
        "Derived",
        "EXTERNPROTO \"Part.proto\"\nPROTO Derived [ field SFVec3f translation 1 1 1 field MFNode slot [ Shape { } ] ] \
         { Part { translation IS translation slot IS slot name \"derived\" } }",
    ),
    (
        "Row",
        "# template language: javascript\nPROTO Row [ field SFInt32 count 2 field MFNode more [ ] ] \
         { Group { children [ %< for (let i = 0; i < Math.min(5, fields.count.value); ++i) { >% \
         Shape { geometry Sphere { radius %<= i + 1 >% } } %< } >% Group { children IS more } ] } }",
    ),
];

/// A world with its PROTOs.
pub fn project(bytes: &[u8]) -> Vec<(String, String)> {
    let mut choices = Choices::new(bytes);
    let mut text = "#VRML_SIM R2023b utf8\n".to_owned();
    for (name, _) in PROTOS {
        text += &format!("IMPORTABLE EXTERNPROTO \"{name}.proto\"\n");
    }
    text += "WorldInfo { }\nViewpoint { }\n";
    let mut defs = 0;
    while !choices.is_done() {
        text += &node(&mut choices, 0, &mut defs);
        text.push('\n');
    }
    let mut files = vec![("world.wbt".to_owned(), text)];
    for (name, proto) in PROTOS {
        files.push((
            format!("{name}.proto"),
            format!("#VRML_SIM R2023b utf8\n{proto}\n"),
        ));
    }
    files
}

/// A node that may or may not be allowed where it stands.
pub fn node(choices: &mut Choices<'_>, depth: usize, defs: &mut usize) -> String {
    const COMMON: [&str; 12] = [
        "Solid",
        "Group",
        "Pose",
        "Shape",
        "Part",
        "Robot",
        "Derived",
        "Row",
        "Appearance",
        "Box",
        "HingeJoint",
        "Slot",
    ];
    if *defs > 0 && choices.below(8) == 7 {
        return format!("USE D{}", choices.below(*defs));
    }
    let all: Vec<_> = NodeType::all()
        .filter(|kind| !kind.model().is_abstract)
        .collect();
    let name = match choices.below(4) {
        3 => choices.pick(&all).name(),
        _ => choices.pick(&COMMON),
    };
    let def = match choices.below(3) {
        2 => {
            *defs += 1;
            format!("DEF D{} ", choices.below(*defs))
        }
        _ => String::new(),
    };
    let fields = match PROTOS.iter().any(|(proto, _)| *proto == name) {
        true => instance_fields(name, choices, depth, defs),
        false => builtin_fields(name, choices, depth, defs),
    };
    format!("{def}{name} {{ {fields}}}")
}

fn instance_fields(
    name: &str,
    choices: &mut Choices<'_>,
    depth: usize,
    defs: &mut usize,
) -> String {
    let fields: &[(&str, FieldType)] = match name {
        "Part" => &[
            ("translation", FieldType::SFVec3f),
            ("name", FieldType::SFString),
            ("slot", FieldType::MFNode),
            ("size", FieldType::SFFloat),
            ("look", FieldType::SFNode),
        ],
        "Derived" => &[
            ("translation", FieldType::SFVec3f),
            ("slot", FieldType::MFNode),
        ],
        _ => &[("count", FieldType::SFInt32), ("more", FieldType::MFNode)],
    };
    some_fields(fields, choices, depth, defs)
}

fn builtin_fields(name: &str, choices: &mut Choices<'_>, depth: usize, defs: &mut usize) -> String {
    let Some(kind) = NodeType::all().find(|kind| kind.name() == name) else {
        return String::new();
    };
    let fields: Vec<_> = kind
        .model()
        .fields
        .iter()
        // files never keep these, as Webots does not write them
        .filter(|field| field.kind != FieldKind::Deprecated)
        .map(|field| (field.name, field.field_type))
        .collect();
    some_fields(&fields, choices, depth, defs)
}

fn some_fields(
    fields: &[(&str, FieldType)],
    choices: &mut Choices<'_>,
    depth: usize,
    defs: &mut usize,
) -> String {
    let mut text = String::new();
    let mut given = Vec::new();
    for _ in 0..choices.below(4) {
        if fields.is_empty() {
            break;
        }
        let (name, field_type) = *choices.pick(fields);
        if given.contains(&name) || (field_type.is_node() && depth > 5) {
            continue;
        }
        given.push(name);
        text += &format!("{name} {} ", value(field_type, choices, depth, defs));
    }
    text
}

fn value(
    field_type: FieldType,
    choices: &mut Choices<'_>,
    depth: usize,
    defs: &mut usize,
) -> String {
    if field_type.is_multiple() {
        let items: Vec<String> = (0..choices.below(4))
            .map(|_| value(field_type.single(), choices, depth, defs))
            .collect();
        return format!("[ {} ]", items.join(" "));
    }
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
        _ => match choices.below(6) {
            5 => "NULL".to_owned(),
            _ => node(choices, depth + 1, defs),
        },
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
