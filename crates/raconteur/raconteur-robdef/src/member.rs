//! The members of objects.

use crate::{ArrayShape, BaseType, Container, DataType, Modifiers, Span, TypeName};

/// A member of an object.
///
/// ```
/// use raconteur_robdef::{
///     Callback, Event, Function, FunctionFlow, Member, MemberKind, Memory, ObjectReference,
///     ObjectTarget, Parameter, Pipe, Property, ReferenceIndex, Wire, parse,
/// };
/// let text = "\
/// service example.robot
/// stdver 0.9.2
/// object Robot
///     property double speed
///     function string{generator} plan(double metres)
///     event bumped(double force)
///     objref varobject{int32} arms
///     pipe string commands
///     callback int32 ask(string question)
///     wire double[] state
///     memory uint8[] image
/// end
/// ";
/// let definition = parse(text)?;
/// let members: &[Member] = &definition.objects[0].members;
/// let words: Vec<_> = members.iter().map(|member| member.kind.keyword()).collect();
/// assert_eq!(words, ["property", "function", "event", "objref", "pipe", "callback", "wire", "memory"]);
/// for member in members {
///     match &member.kind {
///         MemberKind::Property(Property { data_type }) | MemberKind::Pipe(Pipe { data_type }) | MemberKind::Wire(Wire { data_type }) => {
///             println!("{}: {data_type}", member.name);
///         }
///         MemberKind::Function(function) => {
///             let Function { parameters, flow } = function;
///             assert!(function.is_generator() && matches!(flow, FunctionFlow::Produces(_)));
///             let metres: &Parameter = &parameters[0];
///             assert_eq!(metres.name, "metres");
///         }
///         MemberKind::Event(Event { parameters }) | MemberKind::Callback(Callback { parameters, .. }) => {
///             assert_eq!(parameters.len(), 1);
///         }
///         MemberKind::ObjectReference(ObjectReference { target, index }) => {
///             assert_eq!((target, *index), (&ObjectTarget::Any, ReferenceIndex::Int32Map));
///         }
///         MemberKind::Memory(Memory { multidimensional, .. }) => assert!(!multidimensional),
///     }
/// }
/// # Ok::<(), raconteur_robdef::Problems>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name, unique within the object.
    pub name: String,
    /// The `##` lines before it, joined by line feeds.
    pub documentation: Option<String>,
    /// What kind of member, with its types.
    pub kind: MemberKind,
    /// The text in brackets after it.
    pub modifiers: Modifiers,
    /// Where it is written.
    pub span: Span,
}

/// The kinds of members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberKind {
    /// A value to get and set.
    Property(Property),
    /// A call from client to service.
    Function(Function),
    /// A notice from service to all clients.
    Event(Event),
    /// Another object.
    ObjectReference(ObjectReference),
    /// A stream of packets in order.
    Pipe(Pipe),
    /// A call from service to client.
    Callback(Callback),
    /// A value that changes all the time, newest only.
    Wire(Wire),
    /// A large array read and written in pieces.
    Memory(Memory),
}

impl MemberKind {
    /// The keyword that introduces the member.
    pub fn keyword(&self) -> &'static str {
        match self {
            MemberKind::Property(_) => "property",
            MemberKind::Function(_) => "function",
            MemberKind::Event(_) => "event",
            MemberKind::ObjectReference(_) => "objref",
            MemberKind::Pipe(_) => "pipe",
            MemberKind::Callback(_) => "callback",
            MemberKind::Wire(_) => "wire",
            MemberKind::Memory(_) => "memory",
        }
    }
}

/// A value to get and set; also the field of a structure, pod or named array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Type of the value.
    pub data_type: DataType,
}

/// A call from client to service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// The parameters sent with the call, without a generator's.
    pub parameters: Vec<Parameter>,
    /// The result, single or as a generator.
    pub flow: FunctionFlow,
}

/// The result of a function, single or as a generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionFlow {
    /// An ordinary function; `None` is void.
    Once(Option<DataType>),
    /// `function T{generator} name()`: each turn yields a value.
    Produces(DataType),
    /// `function void name(T{generator} x)`: each turn takes a value.
    Consumes(Parameter),
    /// Each turn takes a value and yields one.
    Exchanges {
        /// What each turn yields.
        produces: DataType,
        /// What each turn takes.
        consumes: Parameter,
    },
}

impl Function {
    /// True if the function returns a generator.
    pub fn is_generator(&self) -> bool {
        !matches!(self.flow, FunctionFlow::Once(_))
    }
}

/// A named parameter of a function, callback or event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name. Any word, keywords included.
    pub name: String,
    /// Its type; for a generator's parameter the type of one turn's value.
    pub data_type: DataType,
}

/// A notice from service to all clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The parameters of the event.
    pub parameters: Vec<Parameter>,
}

/// Another object, reached through this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectReference {
    /// The type of that object.
    pub target: ObjectTarget,
    /// Whether there are several objects, and the type of their index.
    pub index: ReferenceIndex,
}

/// The type of the object an object reference leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectTarget {
    /// `varobject`: decided when it is asked for.
    Any,
    /// An object type.
    Named(TypeName),
}

/// The index type of an object reference with several objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReferenceIndex {
    /// There is only one.
    Single,
    /// `[]`: by number.
    Array,
    /// `{int32}`: by number.
    Int32Map,
    /// `{string}`: by text.
    StringMap,
}

impl ReferenceIndex {
    /// The array shape and container that write this index.
    pub(crate) fn as_type(self) -> (ArrayShape, Container) {
        match self {
            ReferenceIndex::Single => (ArrayShape::Scalar, Container::None),
            ReferenceIndex::Array => (ArrayShape::Variable, Container::None),
            ReferenceIndex::Int32Map => (ArrayShape::Scalar, Container::Int32Map),
            ReferenceIndex::StringMap => (ArrayShape::Scalar, Container::StringMap),
        }
    }
}

/// A stream of packets in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pipe {
    /// Type of a packet.
    pub data_type: DataType,
}

/// A call from service to client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    /// What is sent with the call.
    pub parameters: Vec<Parameter>,
    /// The result; `None` is void.
    pub returns: Option<DataType>,
}

/// A value that changes all the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wire {
    /// Type of the value.
    pub data_type: DataType,
}

/// A large array read and written in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Number, pod or named array.
    pub base: BaseType,
    /// True for `[*]`, false for `[]`.
    pub multidimensional: bool,
}
