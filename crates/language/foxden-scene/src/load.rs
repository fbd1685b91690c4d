//! From a file to a scene.

use crate::builder::{BuildContext, Builder, DefScope};
use crate::proto::blueprint::Blueprint;
use crate::proto::library::{Library, check_header};
use crate::scene::Scene;
use crate::{check, convert};
use foxden_catalogue::NodeType;
use foxden_lang::ast::{Entry, FieldContent, NodeKind};
use foxden_lang::diagnostic::{Code, Diagnostics, Reporter};
use foxden_lang::header::FileVersion;
use foxden_lang::parser::{ParseContext, Parser};
use foxden_lang::proto_file::read_declarations;
use foxden_lang::resolve::{Location, ResolveError};
use foxden_lang::source::{MAXIMUM_FILE_SIZE, Source, Span};
use foxden_lang::syntax::SyntaxTree;
use foxden_lang::value::Value;
use std::sync::Arc;

/// A world that was read.
#[derive(Debug)]
pub struct Loaded {
    /// The tree.
    pub scene: Scene,
    /// What is wrong with the files it was read from.
    pub diagnostics: Diagnostics,
}

/// Loads a world. Mistakes in it are reported and what makes sense is loaded;
/// only a file that cannot be read at all is an error.
///
/// ```
/// use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
/// use foxden_scene::{Library, load};
/// use std::sync::Arc;
///
/// let mut storage = MemoryStorage::new();
/// storage.insert("/den/worlds/a.wbt", "#VRML_SIM R2023b utf8\nWorldInfo {}\nViewpoint {}\nDEF A Solid {}\n");
/// let world = Location::file("/den/worlds/a.wbt");
/// let search = Search::new(SearchSettings::for_document(&world), storage);
/// let loaded = load(&world, &mut Library::new(Arc::new(search)))?;
/// assert!(loaded.scene.find_def("A").is_some());
/// # Ok::<(), foxden_lang::resolve::ResolveError>(())
/// ```
pub fn load(location: &Location, library: &mut Library) -> Result<Loaded, ResolveError> {
    let bytes = library.resolver().read(location)?;
    Ok(load_text(location, &bytes, library))
}

/// Loads a world whose bytes are known.
pub fn load_text(location: &Location, bytes: &[u8], library: &mut Library) -> Loaded {
    library.begin_world();
    let name: Arc<str> = location.to_string().into();
    let mut diagnostics = Diagnostics::default();
    let is_too_large = bytes.len() > MAXIMUM_FILE_SIZE;
    let bytes = if is_too_large { &[] } else { bytes };
    let source = Arc::new(Source::decode(name, bytes));
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    if is_too_large {
        reporter
            .error(
                Code::TooLarge,
                Span::new(0, 0),
                format!("the file is larger than {} MB", MAXIMUM_FILE_SIZE >> 20),
            )
            .hint("split the world, or keep large meshes in files of their own");
    }
    let tree = SyntaxTree::read_world(source.clone(), &mut reporter);
    check_header(&tree, "world", &mut reporter);
    let file = library.add_file(location.clone(), &tree);
    let (declarations, from) = read_declarations(&tree, &mut reporter);
    library.files[file.0 as usize].declarations = declarations.clone();
    library.diagnostics = diagnostics;
    library.check_declarations(file);

    let version = tree.header().effective_version();
    let setting = ParseContext {
        version,
        file,
        parameters: None,
        keeps_transforms: false,
    };
    let mut diagnostics = std::mem::take(&mut library.diagnostics);
    let mut models = library.names_in(file);
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    let entries = Parser::new(&tree, from, setting, &mut models, &mut reporter).nodes_to_end();
    diagnostics.extend(std::mem::take(&mut library.diagnostics));
    library.diagnostics = diagnostics;
    drop(tree);

    library.coordinate_system = coordinate_system(&entries, version);
    let mut scene = Scene::empty(location.clone(), version);
    scene.declarations = declarations;
    let top_level = scene.top_level();
    let mut scope = DefScope::default();
    let root = scene.root();
    let mut builder = Builder::new(&mut scene, library, root);
    let mut around = BuildContext {
        file,
        owner: None,
        scope: &mut scope,
    };
    for entry in entries {
        let blueprint = Blueprint::from(entry);
        builder.build_into(&blueprint, top_level, &mut around);
    }
    let typed = scene
        .ids()
        .filter_map(|id| scene.get(id))
        .filter(|node| node.written.file == file)
        .filter_map(|node| node.proto().map(|proto| &**proto));
    let missing = library.missing_declarations(typed);
    scene.declarations.splice(..0, missing);
    check::run(&mut scene, library);
    convert::run(&mut scene, library);
    // templates that run again see the system of the WorldInfo
    let info = scene.nodes_in(top_level).iter().copied();
    let info = info
        .into_iter()
        .find(|node| scene.node(*node).base_type() == NodeType::WorldInfo);
    if let Some(system) = info.and_then(|info| scene.text(info, "coordinateSystem")) {
        library.coordinate_system = system.value.to_string();
    }
    scene.files = library.locations();
    scene.changes.clear();
    scene.pending.corrected.clear();
    Loaded {
        scene,
        diagnostics: library.take_diagnostics().sorted(),
    }
}

/// The coordinate system that templates see: it must be known before they run, so the
/// WorldInfo is searched first. Without a WorldInfo it is empty.
fn coordinate_system(entries: &[Entry], version: FileVersion) -> String {
    let is_old = version.is_before(2020, 'b');
    let default = if is_old { "NUE" } else { "ENU" };
    let nodes = entries.iter().filter_map(|entry| match entry {
        Entry::Node(node) if node.kind.base_type() == NodeType::WorldInfo => Some(node),
        _ => None,
    });
    let Some(info) = nodes.into_iter().next() else {
        return String::new();
    };
    if matches!(info.kind, NodeKind::Instance(_)) {
        return default.to_owned();
    }
    let given = |name: &str| {
        let model = NodeType::WorldInfo.model();
        let item = (info.items.iter()).find(|item| Some(item.field) == model.field(name))?;
        match &item.given {
            FieldContent::Plain(value) => Some(value),
            _ => None,
        }
    };
    let written = given("coordinateSystem").and_then(Value::as_str);
    let system = written.filter(|word| !is_old && ["ENU", "NUE", "EUN"].contains(word));
    let north = given("northDirection");
    match system.unwrap_or(default) {
        "NUE" if north == Some(&Value::Vec3([0.0, 0.0, 1.0])) => "EUN".to_owned(),
        system => system.to_owned(),
    }
}

/// Reads a PROTO file and makes one instance of it with default parameters, to
/// find what is wrong with it.
pub fn check_proto(location: &Location, library: &mut Library) -> Diagnostics {
    library.begin_world();
    library.coordinate_system = "ENU".to_owned();
    let Some(model) = library.model(location) else {
        return library.take_diagnostics().sorted();
    };
    let mut scene = Scene::empty(location.clone(), model.version);
    let blueprint = Blueprint::from(Entry::Node(Box::new(foxden_lang::ast::Node {
        kind: NodeKind::Instance(model.clone()),
        def: None,
        span: Span::new(0, 0),
        items: Vec::new(),
        hidden: Vec::new(),
    })));
    let mut scope = DefScope::default();
    let mut around = BuildContext {
        file: model.file,
        owner: None,
        scope: &mut scope,
    };
    let top_level = scene.top_level();
    let root = scene.root();
    let mut builder = Builder::new(&mut scene, library, root);
    if let Some(node) = builder.build_into(&blueprint, top_level, &mut around)
        && scene.node(node).base_type().model().is_top_level
    {
        // A node that is allowed only inside a robot cannot be checked alone.
        check::check_node(&mut scene, library, node);
    }
    library.take_diagnostics().sorted()
}
