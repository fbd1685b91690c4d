//! The types a field can have.

use std::fmt;

/// The type of a field, spelled as in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the language's own")]
pub enum FieldType {
    SFBool,
    SFInt32,
    SFFloat,
    SFString,
    SFVec2f,
    SFVec3f,
    SFRotation,
    SFColor,
    SFNode,
    MFBool,
    MFInt32,
    MFFloat,
    MFString,
    MFVec2f,
    MFVec3f,
    MFRotation,
    MFColor,
    MFNode,
}

const ALL: [(FieldType, &str); 18] = [
    (FieldType::SFBool, "SFBool"),
    (FieldType::SFInt32, "SFInt32"),
    (FieldType::SFFloat, "SFFloat"),
    (FieldType::SFString, "SFString"),
    (FieldType::SFVec2f, "SFVec2f"),
    (FieldType::SFVec3f, "SFVec3f"),
    (FieldType::SFRotation, "SFRotation"),
    (FieldType::SFColor, "SFColor"),
    (FieldType::SFNode, "SFNode"),
    (FieldType::MFBool, "MFBool"),
    (FieldType::MFInt32, "MFInt32"),
    (FieldType::MFFloat, "MFFloat"),
    (FieldType::MFString, "MFString"),
    (FieldType::MFVec2f, "MFVec2f"),
    (FieldType::MFVec3f, "MFVec3f"),
    (FieldType::MFRotation, "MFRotation"),
    (FieldType::MFColor, "MFColor"),
    (FieldType::MFNode, "MFNode"),
];

impl FieldType {
    /// The type with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        ALL.iter()
            .find(|(_, n)| *n == name)
            .map(|(found, _)| *found)
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        ALL[self as usize].1
    }

    /// Whether it holds a list.
    pub fn is_multiple(self) -> bool {
        self as usize >= Self::MFBool as usize
    }

    /// The type of one item: `SFVec3f` for `MFVec3f` and for itself.
    pub fn single(self) -> Self {
        ALL[self as usize % 9].0
    }

    /// Whether values are nodes.
    pub fn is_node(self) -> bool {
        matches!(self, Self::SFNode | Self::MFNode)
    }
}

impl fmt::Display for FieldType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (at, (field_type, name)) in ALL.iter().enumerate() {
            assert_eq!(*field_type as usize, at);
            assert_eq!(FieldType::by_name(name), Some(*field_type));
            assert!(!field_type.single().is_multiple());
        }
        assert_eq!(FieldType::MFColor.single(), FieldType::SFColor);
    }
}
