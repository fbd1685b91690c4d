//! What a template gets from its surroundings.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

pub use crate::header::TemplateLanguage as Language;

/// One parameter of the PROTO as the template may see it.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateField {
    /// Name of the parameter.
    pub name: String,
    /// Value in this instance.
    pub value: FieldValue,
    /// Value declared in the interface.
    pub default: FieldValue,
}

/// A field value handed to a template, with all digits.
///
/// Templates see floating numbers with six significant digits; the rounding
/// happens here, not at the caller.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldValue {
    /// SFBool.
    Bool(bool),
    /// SFInt32.
    Int(i32),
    /// SFFloat.
    Float(f64),
    /// SFString, as stored (a line break written `\n` is backslash and n).
    String(String),
    /// SFVec2f.
    Vec2([f64; 2]),
    /// SFVec3f.
    Vec3([f64; 3]),
    /// SFRotation: axis and angle.
    Rotation([f64; 4]),
    /// SFColor.
    Color([f64; 3]),
    /// SFNode; `None` is NULL.
    Node(Option<Box<NodeView>>),
    /// Any MF type.
    List(Vec<FieldValue>),
}

/// A node as a template sees it: its own parameters if it is a PROTO
/// instance, otherwise its fields; never the inside of a PROTO.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeView {
    /// Name of the node type or of the PROTO.
    pub node_name: String,
    /// Fields or parameters in the order of their declaration.
    pub fields: Vec<NodeField>,
}

/// One field of a [`NodeView`].
pub type NodeField = TemplateField;

/// The global `context` of a template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TemplateContext {
    /// Absolute path of the world file.
    pub world: String,
    /// Absolute path or URL of the PROTO file.
    pub proto: String,
    /// Absolute path of the project folder, with a slash at the end.
    pub project_path: String,
    /// Absolute path of the Webots installation, with a slash at the end.
    pub webots_home: String,
    /// Folder for files written by the template, with a slash at the end.
    pub temporary_files_path: String,
    /// The operating system that templates see.
    pub os: OperatingSystem,
    /// Id of the node that is being built.
    pub id: String,
    /// `ENU`, `NUE` or `EUN`.
    pub coordinate_system: String,
    /// The version of Webots that templates see.
    pub webots_version: WebotsVersion,
}

/// Operating systems by the names templates know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OperatingSystem {
    /// `linux`
    #[default]
    Linux,
    /// `mac`
    Mac,
    /// `windows`
    Windows,
}

impl OperatingSystem {
    /// The name in `context.os`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::Mac => "mac",
            Self::Windows => "windows",
        }
    }
}

/// `context.webots_version`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebotsVersion {
    /// Release, such as `R2025a`.
    pub major: String,
    /// Revision, such as `0`; templates see it as text.
    pub revision: String,
}

impl Default for WebotsVersion {
    fn default() -> Self {
        Self {
            major: "R2025a".to_owned(),
            revision: "0".to_owned(),
        }
    }
}

/// Why a file request of a template failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct FileError {
    /// The reason in words.
    pub message: String,
    /// Whether a limit was reached, which ends the evaluation.
    pub is_limit: bool,
}

impl FileError {
    /// A file that cannot be used; the template goes on.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_limit: false,
        }
    }

    /// More than a template may write; the template is ended.
    pub fn limit(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            is_limit: true,
        }
    }
}

/// The files that a template may read and write: the only way out of the
/// sandbox.
///
/// The implementation decides which folders count (project and asset roots
/// for reading, one private folder for writing) and how large a file may be.
pub trait FileAccess: Send + Sync {
    /// Whether `path` is a readable file.
    fn exists(&self, path: &str) -> bool;

    /// The text of the file at `path`.
    fn read(&self, path: &str) -> Result<String, FileError>;

    /// Writes `content` to `name` in the private temporary folder.
    fn write(&self, name: &str, content: &str) -> Result<(), FileError>;
}

/// A [`FileAccess`] that holds no file and takes none.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl FileAccess for NoFiles {
    fn exists(&self, _path: &str) -> bool {
        false
    }

    fn read(&self, path: &str) -> Result<String, FileError> {
        Err(FileError::new(format!("`{path}` cannot be read here")))
    }

    fn write(&self, name: &str, _content: &str) -> Result<(), FileError> {
        Err(FileError::new(format!("`{name}` cannot be written here")))
    }
}

/// What one evaluation of a template gets.
#[derive(Clone)]
pub struct TemplateInputs<'a> {
    /// All parameters of the PROTO; the template sees those that its
    /// statements name.
    pub fields: &'a [TemplateField],
    /// Shows every parameter to the template (tag `indirectFieldAccess`).
    pub all_fields: bool,
    /// The global `context`.
    pub context: &'a TemplateContext,
    /// The files it may use.
    pub files: Arc<dyn FileAccess>,
}

/// Bounds of evaluations. What they forbid depends on the template alone, not on
/// the machine, except for `time`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TemplateLimits {
    /// Bytes of memory of the language engine.
    pub memory: usize,
    /// Loop turns, calls and bytes of files of one evaluation; counted in steps
    /// of some thousands.
    pub operations: u64,
    /// The same for all evaluations of a round, such as the load of a world.
    pub round: u64,
    /// Processor time of one evaluation, for functions of the language that
    /// work on long texts: they count as one operation. Far more than the
    /// operations take.
    pub time: Duration,
    /// Bytes of generated text.
    pub output: usize,
    /// Bytes written to the console.
    pub console: usize,
}

impl Default for TemplateLimits {
    /// 128 MiB of memory, 100 million operations (about two seconds), twice as
    /// many in a round, a minute of processor time, 64 MiB of output and 1 MiB of
    /// console text. The largest official worlds take half of the memory (a forest
    /// of 90,000 trees) and a quarter of the operations.
    fn default() -> Self {
        Self {
            memory: 128 << 20,
            operations: 100_000_000,
            round: 200_000_000,
            time: Duration::from_secs(60),
            output: 64 << 20,
            console: 1 << 20,
        }
    }
}
