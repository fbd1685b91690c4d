//! A whole service definition.

use crate::{Constant, DataType, Member, Modifiers, Span, TypeName, Version};

/// A service definition as written. [`parse`](crate::parse()) makes one,
/// `to_string` prints it.
///
/// ```
/// use raconteur_robdef::{
///     Enumeration, EnumerationValue, ExceptionName, Field, Import, Object, OptionLine, Record,
///     ServiceDefinition, TypeName, Using, parse,
/// };
/// let text = "\
/// service example.lift
/// import example.doors
/// using example.doors.Door as Gate
/// option note here
/// exception Stuck
/// enum Mode
///     calm = 0, hasty
/// end enum
/// struct Place
///     field int32 floor
/// end struct
/// object Lift
///     objref Gate gate
///     pipe double noise
///     option pipe noise unreliable
/// end object
/// ";
/// let definition: ServiceDefinition = parse(text)?;
/// let (import, using): (&Import, &Using) = (&definition.imports[0], &definition.using[0]);
/// assert_eq!((import.name.as_str(), using.alias.as_str()), ("example.doors", "Gate"));
/// let option: &OptionLine = &definition.options[0];
/// assert_eq!(option.text, "note here");
/// let stuck: &ExceptionName = &definition.exceptions[0];
/// assert_eq!(stuck.name, "Stuck");
/// let mode: &Enumeration = &definition.enumerations[0];
/// let hasty: &EnumerationValue = &mode.values[1];
/// assert_eq!((hasty.value, hasty.explicit), (1, false));
/// let place: &Record = &definition.structures[0];
/// let floor: &Field = &place.fields[0];
/// assert_eq!(floor.data_type.to_string(), "int32");
/// let lift: &Object = definition.object("Lift").expect("it is defined");
/// assert!(lift.member("gate").is_some() && lift.pipe_is_unreliable("noise"));
/// assert_eq!(definition.qualify(&TypeName("Gate".into())), "example.doors.Door");
/// # Ok::<(), raconteur_robdef::Problems>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServiceDefinition {
    /// The name, for example `com.robotraconteur.robotics.robot`.
    pub name: String,
    /// The `##` lines before the `service` line.
    pub documentation: Option<String>,
    /// `stdver`, or the older `option version`.
    pub version: Option<Version>,
    /// Definitions whose types are used here.
    pub imports: Vec<Import>,
    /// Short names for types of imported definitions.
    pub using: Vec<Using>,
    /// Old style options, the version apart.
    pub options: Vec<OptionLine>,
    /// Constants.
    pub constants: Vec<Constant>,
    /// Enumerations.
    pub enumerations: Vec<Enumeration>,
    /// Exceptions.
    pub exceptions: Vec<ExceptionName>,
    /// Structures.
    pub structures: Vec<Record>,
    /// Pods: records of numbers with bounded size.
    pub pods: Vec<Record>,
    /// Named arrays: numeric arrays whose items have names.
    pub named_arrays: Vec<Record>,
    /// Object types.
    pub objects: Vec<Object>,
}

impl ServiceDefinition {
    /// The full name of a type as written in this definition: aliases made by
    /// `using` are replaced, names without a dot belong to this definition.
    pub fn qualify(&self, name: &TypeName) -> String {
        if name.0.contains('.') {
            return name.0.clone();
        }
        match self.using.iter().find(|using| using.alias == name.0) {
            Some(using) => using.qualified.0.clone(),
            None => format!("{}.{}", self.name, name.0),
        }
    }

    /// The object type of this name.
    pub fn object(&self, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.name == name)
    }
}

/// `import name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Name of the imported definition.
    pub name: String,
    /// Where it is written.
    pub span: Span,
}

/// `using qualified.Name as Alias`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Using {
    /// The type meant.
    pub qualified: TypeName,
    /// The short name.
    pub alias: String,
    /// Where it is written.
    pub span: Span,
}

/// `option …`, stored as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionLine {
    /// The text after `option`.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

/// `exception Name`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExceptionName {
    /// The name without the definition's.
    pub name: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// Where it is written.
    pub span: Span,
}

/// An enumeration: 32-bit whole numbers with names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// The values in order.
    pub values: Vec<EnumerationValue>,
    /// Where it is written.
    pub span: Span,
}

/// One value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumerationValue {
    /// Its name.
    pub name: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// Its number.
    pub value: i32,
    /// False if the number was left out and follows from the one before.
    pub explicit: bool,
    /// True if it, or the value it follows from, was written in hexadecimal.
    pub hexadecimal: bool,
}

/// A structure, pod or named array.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// Old style options.
    pub options: Vec<OptionLine>,
    /// Constants.
    pub constants: Vec<Constant>,
    /// The fields in order.
    pub fields: Vec<Field>,
    /// Where it is written.
    pub span: Span,
}

/// A field of a structure, pod or named array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// Its type.
    pub data_type: DataType,
    /// The text in brackets after it.
    pub modifiers: Modifiers,
    /// Where it is written.
    pub span: Span,
}

/// An object type.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// The `##` lines before it.
    pub documentation: Option<String>,
    /// The object types whose members it has as well.
    pub implements: Vec<TypeName>,
    /// Old style options.
    pub options: Vec<OptionLine>,
    /// Constants.
    pub constants: Vec<Constant>,
    /// The members in order, inherited ones included.
    pub members: Vec<Member>,
    /// Where it is written.
    pub span: Span,
}

impl Object {
    /// The member of this name.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }

    /// True if the pipe of this name may lose packets, by its modifier or by
    /// the older option `pipe NAME unreliable`.
    pub fn pipe_is_unreliable(&self, name: &str) -> bool {
        let by_modifier = self
            .member(name)
            .is_some_and(|member| member.modifiers.is_unreliable());
        by_modifier
            || self.options.iter().any(|option| {
                option
                    .text
                    .split_ascii_whitespace()
                    .eq(["pipe", name, "unreliable"])
            })
    }
}
