//! Reads PROTO files, each once, and finds what a name means in a file.

use crate::proto::blueprint::Blueprint;
use crate::proto::imports::Imports;
use foxden_lang::diagnostic::{Code, Diagnostic, DiagnosticPlace, Diagnostics, Reporter, Severity};
use foxden_lang::header::FileVersion;
use foxden_lang::parser::{ExternDeclaration, ModelLookup, ModelSource};
use foxden_lang::proto_file::{ProtoModel, read_declarations, read_proto};
use foxden_lang::resolve::{
    AssetKind, Location, Resolver, declaration_url, official_address, official_proto,
};
use foxden_lang::source::{Source, Span};
use foxden_lang::syntax::SyntaxTree;
use foxden_lang::template::{Clock, Evaluator, FileAccess, Template, TemplateLimits};
use foxden_lang::value::FileId;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

/// How deep PROTOs may contain each other.
pub(crate) const MAXIMUM_PROTO_DEPTH: usize = 64;

/// A file that was read.
#[derive(Clone)]
pub(crate) struct FileEntry {
    pub(crate) location: Location,
    pub(crate) source: Arc<Source>,
    pub(crate) version: FileVersion,
    pub(crate) declarations: Vec<ExternDeclaration>,
}

/// What templates see and may use of the outside.
#[derive(Clone, Default)]
pub struct TemplateEnvironment {
    /// The files that `wbfile` may use; none if not given.
    pub files: Option<Arc<dyn FileAccess>>,
    /// `context.webots_home`
    pub webots_home: String,
    /// `context.temporary_files_path`
    pub temporary_folder: String,
    /// Returns how much processor time the thread has used.
    pub clock: Option<Clock>,
}

/// The PROTOs and files that scenes are made from.
#[derive(Clone)]
pub struct Library {
    resolver: Arc<dyn Resolver>,
    pub(crate) files: Vec<FileEntry>,
    pub(crate) imports: Imports,
    models: HashMap<Location, Option<Arc<ProtoModel>>>,
    loading: Vec<Location>,
    /// What names mean in each file, once they were looked up.
    meanings: HashMap<(FileId, String), Option<Arc<ProtoModel>>>,
    pub(crate) bodies: HashMap<(FileId, String), Option<Arc<Blueprint>>>,
    pub(crate) templates: HashMap<FileId, Arc<Template>>,
    pub(crate) environment: TemplateEnvironment,
    pub(crate) evaluator: Evaluator,
    /// The coordinate system that templates see.
    pub(crate) coordinate_system: String,
    pub(crate) diagnostics: Diagnostics,
}

impl fmt::Debug for Library {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Library")
            .field("files", &self.files.len())
            .finish_non_exhaustive()
    }
}

impl Library {
    /// A library that finds files by a resolver.
    pub fn new(resolver: Arc<dyn Resolver>) -> Self {
        Self {
            resolver,
            files: Vec::new(),
            imports: Imports::default(),
            models: HashMap::new(),
            loading: Vec::new(),
            meanings: HashMap::new(),
            bodies: HashMap::new(),
            templates: HashMap::new(),
            environment: TemplateEnvironment::default(),
            evaluator: Evaluator::new(TemplateLimits::default()),
            coordinate_system: "ENU".into(),
            diagnostics: Diagnostics::default(),
        }
    }

    /// Gives templates an outside: files, paths and a clock.
    pub fn with_templates(mut self, environment: TemplateEnvironment) -> Self {
        if let Some(clock) = &environment.clock {
            self.evaluator = Evaluator::new(TemplateLimits::default()).with_clock(clock.clone());
        }
        self.environment = environment;
        self
    }

    /// Forgets the world that was loaded before.
    pub(crate) fn begin_world(&mut self) {
        self.files.clear();
        self.imports = Imports::default();
        self.models.clear();
        self.meanings.clear();
        self.bodies.clear();
        self.templates.clear();
        self.diagnostics = Diagnostics::default();
        self.evaluator.begin_round();
    }

    /// The resolver.
    pub fn resolver(&self) -> &Arc<dyn Resolver> {
        &self.resolver
    }

    /// The findings since they were last taken.
    pub fn take_diagnostics(&mut self) -> Diagnostics {
        std::mem::take(&mut self.diagnostics)
    }

    pub(crate) fn locations(&self) -> Vec<Location> {
        self.files
            .iter()
            .map(|file| file.location.clone())
            .collect()
    }

    /// Adds a file whose text was read.
    pub(crate) fn add_file(&mut self, location: Location, tree: &SyntaxTree) -> FileId {
        self.files.push(FileEntry {
            location,
            source: tree.source().clone(),
            version: tree.header().effective_version(),
            declarations: Vec::new(),
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// How a file would declare the PROTO at a location.
    fn address(&self, proto: &Location, file: FileId) -> String {
        let entry = &self.files[file.0 as usize];
        match (proto, &entry.location) {
            (Location::Library(path), Location::File(_)) => {
                official_address(&entry.version.release_of_protos(), path)
            }
            _ => declaration_url(proto, &entry.location),
        }
    }

    /// Declarations for PROTOs that a world of the time before declarations
    /// uses, in the order of their names.
    pub(crate) fn missing_declarations<'p>(
        &self,
        used: impl Iterator<Item = &'p ProtoModel>,
    ) -> Vec<ExternDeclaration> {
        let world = &self.files[0];
        if !world.version.is_before(2022, 'b') {
            return Vec::new();
        }
        let declared = |name: &str| {
            (world.declarations.iter()).any(|declaration| declaration.name() == Some(name))
        };
        let urls: BTreeMap<&str, String> = used
            .filter(|proto| !declared(&proto.name))
            .map(|proto| {
                let location = &self.files[proto.file.0 as usize].location;
                (&*proto.name, self.address(location, FileId(0)))
            })
            .collect();
        urls.into_values()
            .map(|url| ExternDeclaration {
                url,
                is_importable: false,
                starts_line: true,
                span: Span::new(0, 0),
            })
            .collect()
    }

    /// A place in a file for messages.
    pub(crate) fn place(&self, file: FileId, span: Span) -> DiagnosticPlace {
        DiagnosticPlace::of(&self.files[file.0 as usize].source, span)
    }

    /// What names mean in one file.
    pub(crate) fn names_in(&mut self, file: FileId) -> FileModels<'_> {
        FileModels {
            library: self,
            file,
        }
    }

    /// The PROTO at a location, read at most once.
    pub(crate) fn model(&mut self, location: &Location) -> Option<Arc<ProtoModel>> {
        if let Some(known) = self.models.get(location) {
            return known.clone();
        }
        self.loading.push(location.clone());
        let model = self.read_model(location);
        self.loading.pop();
        self.models.insert(location.clone(), model.clone());
        model
    }

    pub(crate) fn is_loading(&self, location: &Location) -> bool {
        self.loading.contains(location)
    }

    fn read_model(&mut self, location: &Location) -> Option<Arc<ProtoModel>> {
        let name: Arc<str> = location.to_string().into();
        let bytes = match self.resolver.read(location) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.diagnostics.push(Diagnostic {
                    code: Code::MissingFile,
                    severity: Severity::Error,
                    place: Some(DiagnosticPlace::head(&name)),
                    node: None,
                    message: error.to_string(),
                    hint: None,
                });
                return None;
            }
        };
        let source = Arc::new(Source::decode(name, &bytes));
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let tree = SyntaxTree::read_proto(
            source.clone(),
            &mut Reporter::new(&source, &mut diagnostics),
        );
        let is_readable = check_header(
            &tree,
            "PROTO",
            &mut Reporter::new(&source, &mut diagnostics),
        );
        if !is_readable {
            self.diagnostics = diagnostics;
            return None;
        }
        let file = self.add_file(location.clone(), &tree);
        let (declarations, from) =
            read_declarations(&tree, &mut Reporter::new(&source, &mut diagnostics));
        self.files[file.0 as usize].declarations = declarations;
        self.diagnostics = diagnostics;
        self.check_declarations(file);
        let file_name = location.file_name();
        let stem = file_name
            .rsplit_once('.')
            .map_or(&*file_name, |(stem, _)| stem);
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let mut models = self.names_in(file);
        let mut reporter = Reporter::new(&source, &mut diagnostics);
        let model = read_proto(&tree, from, file, stem, &mut models, &mut reporter);
        // what was found while the file was read belongs in between; order within a file is what counts
        diagnostics.extend(std::mem::take(&mut self.diagnostics));
        self.diagnostics = diagnostics;
        model.map(Arc::new)
    }

    /// Reports declarations without a file, and those that contradict each other.
    pub(crate) fn check_declarations(&mut self, file: FileId) {
        let entry = &self.files[file.0 as usize];
        let source = entry.source.clone();
        let location = entry.location.clone();
        let declarations = entry.declarations.clone();
        for (at, declaration) in declarations.iter().enumerate() {
            let Some(name) = declaration.name() else {
                Reporter::new(&source, &mut self.diagnostics)
                    .warning(
                        Code::ExternProto,
                        declaration.span,
                        "this URL does not end in .proto, so it declares nothing",
                    )
                    .hint("name a PROTO file; the extension is written in lower case");
                continue;
            };
            if !declaration.starts_line {
                Reporter::new(&source, &mut self.diagnostics)
                    .error(
                        Code::ExternProto,
                        declaration.span,
                        format!("the declaration of '{name}' does not start its line, so it is not found"),
                    )
                    .hint("put every declaration on a line of its own, without commas or comments in it");
                continue;
            }
            let earlier = declarations[..at]
                .iter()
                .find(|earlier| earlier.name() == Some(name) && earlier.url != declaration.url);
            if earlier.is_some() {
                Reporter::new(&source, &mut self.diagnostics)
                    .error(
                        Code::ExternProto,
                        declaration.span,
                        format!(
                            "'{name}' is declared twice with different URLs; the first one counts"
                        ),
                    )
                    .hint("remove one of them");
            }
            if let Err(error) = self
                .resolver
                .locate(&declaration.url, &location, AssetKind::Proto)
            {
                Reporter::new(&source, &mut self.diagnostics)
                    .error(Code::MissingFile, declaration.span, error.to_string())
                    .hint("correct the URL, or put the file there");
            }
        }
    }
}

/// Checks the first line of a file; whether the genuine program accepts it.
pub(crate) fn check_header(tree: &SyntaxTree, kind: &str, reporter: &mut Reporter<'_>) -> bool {
    let header = tree.header();
    let first_line = Span::new(0, tree.source().line(1).len());
    let hint = format!(
        "the first line must be: #VRML_SIM {} utf8",
        FileVersion::REFERENCE
    );
    match header.version {
        None => {
            let message = match tree.source().text().trim().is_empty() {
                true => format!("this {kind} file is empty"),
                false => format!("this {kind} file has no valid header"),
            };
            reporter.error(Code::Header, first_line, message).hint(hint);
            return false;
        }
        Some(version) if !version.exists() => {
            reporter
                .warning(
                    Code::Header,
                    first_line,
                    format!(
                        "there is no release {version}: the file is read as one of an old release"
                    ),
                )
                .hint(hint);
        }
        Some(_) if header.has_old_spelling => {
            reporter
                .error(
                    Code::Header,
                    first_line,
                    "the version is written without V today",
                )
                .hint(hint);
            return false;
        }
        Some(version)
            if (FileVersion {
                revision: 0,
                ..version
            }) > FileVersion::NEWEST =>
        {
            reporter
                .warning(
                    Code::NewerFile,
                    first_line,
                    format!(
                        "this file was written for {version}, which is newer than Foxden knows"
                    ),
                )
                .hint("what is new in it may be skipped");
        }
        Some(_) => {}
    }
    true
}

/// What names mean in one file.
pub(crate) struct FileModels<'l> {
    pub(crate) library: &'l mut Library,
    pub(crate) file: FileId,
}

/// A declared PROTO whose file was not found, which has been reported.
struct Unlocated;

impl FileModels<'_> {
    /// The declaration of a name, with the file that has it: this one, or the
    /// world if a supervisor may import the PROTO.
    fn declaration(&self, name: &str) -> Option<(&ExternDeclaration, &Location)> {
        let files = &self.library.files;
        let entry = &files[self.file.0 as usize];
        let own = (entry.declarations.iter())
            .find(|declaration| declaration.name() == Some(name))
            .map(|declaration| (declaration, &entry.location));
        own.or_else(|| {
            let world = files.first()?;
            (world.declarations.iter())
                .find(|declaration| declaration.is_importable && declaration.name() == Some(name))
                .map(|declaration| (declaration, &world.location))
        })
    }

    /// The file of a PROTO: declared, or found in the project or the library.
    fn locate(
        &self,
        name: &str,
        span: Span,
        reporter: &mut Reporter<'_>,
    ) -> Result<Option<Location>, Unlocated> {
        let entry = &self.library.files[self.file.0 as usize];
        let holder = &entry.location;
        if let Some((declaration, base)) = self.declaration(name) {
            if !declaration.starts_line {
                return Err(Unlocated);
            }
            let found = self
                .library
                .resolver
                .locate(&declaration.url, base, AssetKind::Proto);
            return found.map(Some).map_err(|_| Unlocated);
        }
        let Some(found) = self.library.resolver.find_undeclared(name, holder) else {
            return self.locate_official(name, span, reporter);
        };
        let url = self.library.address(&found, self.file);
        let severity = match entry.version.is_before(2022, 'b') {
            true => Severity::Note,
            false => Severity::Error,
        };
        reporter
            .report(
                severity,
                Code::UndeclaredProto,
                span,
                format!("PROTO '{name}' is used without a declaration"),
            )
            .hint(format!("add below the header: EXTERNPROTO \"{url}\""));
        Ok(Some(found))
    }

    /// Files older than R2022b have no declarations: the PROTOs of Webots came
    /// with it. Today they are on the web.
    fn locate_official(
        &self,
        name: &str,
        span: Span,
        reporter: &mut Reporter<'_>,
    ) -> Result<Option<Location>, Unlocated> {
        let entry = &self.library.files[self.file.0 as usize];
        let is_old = entry.version.is_before(2022, 'b');
        let Some(proto) = official_proto(name).filter(|_| is_old) else {
            return Ok(None);
        };
        let tag = proto.release_near(entry.version).release_of_protos();
        let url = official_address(&tag, &proto.path());
        let found = self
            .library
            .resolver
            .locate(&url, &entry.location, AssetKind::Proto);
        found.map(Some).map_err(|error| {
            reporter
                .error(
                    Code::MissingFile,
                    span,
                    format!("PROTO '{name}' of Webots was not found: {}", error.reason),
                )
                .hint("name an installation of Webots in WEBOTS_HOME, or allow downloads");
            Unlocated
        })
    }
}

impl ModelSource for FileModels<'_> {
    fn find(&mut self, name: &str, span: Span, reporter: &mut Reporter<'_>) -> ModelLookup {
        let key = (self.file, name.to_owned());
        if let Some(known) = self.library.meanings.get(&key) {
            return match known {
                Some(model) => ModelLookup::Model(model.clone()),
                None => ModelLookup::Broken,
            };
        }
        let location = match self.locate(name, span, reporter) {
            Ok(Some(location)) => location,
            Ok(None) => return ModelLookup::Unknown,
            Err(Unlocated) => {
                self.library.meanings.insert(key, None);
                return ModelLookup::Broken;
            }
        };
        if self.library.is_loading(&location) {
            reporter
                .error(
                    Code::RecursiveProto,
                    span,
                    format!("PROTO '{name}' contains itself"),
                )
                .hint("a PROTO cannot be part of its own body, base or defaults");
            return ModelLookup::Broken;
        }
        std::mem::swap(reporter.diagnostics(), &mut self.library.diagnostics);
        let model = self.library.model(&location);
        std::mem::swap(reporter.diagnostics(), &mut self.library.diagnostics);
        self.library.meanings.insert(key, model.clone());
        model.map_or(ModelLookup::Broken, ModelLookup::Model)
    }

    fn names(&self) -> Vec<String> {
        self.library.files[self.file.0 as usize]
            .declarations
            .iter()
            .filter_map(|declaration| declaration.name().map(str::to_owned))
            .collect()
    }
}
