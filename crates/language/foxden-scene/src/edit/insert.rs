//! Nodes from text, and their removal.

use super::EditError;
use crate::builder::{BuildContext, Builder, DefScope};
use crate::check::{self, PlacementError, slot};
use crate::node::{FieldPlace, FieldRef, NodeId};
use crate::proto::blueprint::Blueprint;
use crate::proto::library::Library;
use crate::scene::{Scene, SceneChange};
use foxden_catalogue::NodeType;
use foxden_lang::diagnostic::{Code, Diagnostic, Diagnostics, Reporter, Severity};
use foxden_lang::header::TemplateLanguage;
use foxden_lang::parser::{ModelLookup, ModelSource, ParseContext, Parser};
use foxden_lang::source::Span;
use foxden_lang::syntax::SyntaxTree;
use foxden_lang::value::FileId;

impl Scene {
    /// Inserts the nodes of a text into a node-valued field, as a supervisor
    /// does. The text may hold several nodes; PROTOs must be declared
    /// IMPORTABLE in the world. Returns what was inserted and what was found
    /// on the way.
    pub fn insert_text(
        &mut self,
        library: &mut Library,
        field: FieldRef,
        at: usize,
        text: &str,
    ) -> Result<(Vec<NodeId>, Diagnostics), EditError> {
        self.insert_named(library, field, at, text, ProtoNames::Importable)
    }

    /// Puts nodes that were removed into their field again: their text may name
    /// every PROTO of the world, since they were there before.
    pub fn put_back_text(
        &mut self,
        library: &mut Library,
        field: FieldRef,
        at: usize,
        text: &str,
    ) -> Result<(Vec<NodeId>, Diagnostics), EditError> {
        self.insert_named(library, field, at, text, ProtoNames::Declared)
    }

    fn insert_named(
        &mut self,
        library: &mut Library,
        field: FieldRef,
        at: usize,
        text: &str,
        names: ProtoNames,
    ) -> Result<(Vec<NodeId>, Diagnostics), EditError> {
        self.writable(field)?;
        let count = self.nodes_in(field).len();
        if at > count {
            return Err(EditError::NoSuchItem { index: at, count });
        }
        let is_single = !self.field_type(field).is_multiple();
        if is_single && count > 0 {
            return Err(EditError::Occupied);
        }
        library.diagnostics = Diagnostics::default();
        library.evaluator.begin_round();
        library.forget_imports(self);
        let (text, stray) = without_stray_words(text);
        let (file, blueprints) = read_import(library, text, names);
        if library.diagnostics.iter().any(is_fatal) {
            return Err(EditError::Refused(library.take_diagnostics()));
        }
        if !stray.is_empty() {
            crate::report::report(
                self,
                library,
                field.node,
                crate::report::Finding::error(
                    Code::Unexpected,
                    format!("'{stray}' behind an imported node means nothing and was skipped"),
                    "import nodes only",
                ),
            );
        }
        let mut scope = DefScope::from(self.names_before(field, at, is_usable));
        let mut inserted = Vec::new();
        for blueprint in blueprints {
            let place = at + inserted.len();
            let mut builder = Builder::new(self, library, field.node);
            let mut around = BuildContext {
                file,
                owner: None,
                scope: &mut scope,
            };
            let Some(node) = builder.build_into(&blueprint, field, &mut around) else {
                continue;
            };
            let nodes = self.links_mut(field);
            nodes.pop();
            nodes.insert(place.min(nodes.len()), node);
            if self.accept(library, field, node) {
                inserted.push(node);
                self.pending.holders.insert(field.node);
                self.changes.push(SceneChange::Inserted(node));
                self.make_names_unique(node);
            }
            if is_single {
                // the genuine program looks at the first node only, even if it is refused
                break;
            }
        }
        self.files = library.locations();
        if inserted.is_empty() {
            return Err(EditError::Refused(library.take_diagnostics()));
        }
        Ok((inserted, library.take_diagnostics()))
    }

    /// Puts the node of a text in the place of another one. If the text is
    /// refused the old node stays.
    pub fn replace_text(
        &mut self,
        library: &mut Library,
        field: FieldRef,
        at: usize,
        text: &str,
    ) -> Result<(Vec<NodeId>, Diagnostics), EditError> {
        self.writable(field)?;
        // while the old node, which may stay, is still there
        library.forget_imports(self);
        let before = self.clone();
        self.remove_node(library, field, at)?;
        let inserted = self.insert_text(library, field, at, text);
        if inserted.is_err() {
            *self = before;
        }
        inserted
    }

    /// Removes a node from a node-valued field.
    pub fn remove_node(
        &mut self,
        library: &mut Library,
        field: FieldRef,
        at: usize,
    ) -> Result<(), EditError> {
        self.writable(field)?;
        let count = self.nodes_in(field).len();
        let Some(node) = self.nodes_in(field).get(at).copied() else {
            return Err(EditError::NoSuchItem { index: at, count });
        };
        if let Some(kind) = self.is_last_of_its_kind(field, node) {
            return Err(EditError::Indispensable(kind.name()));
        }
        self.links_mut(field).remove(at);
        self.discard(node);
        self.changes.push(SceneChange::Removed(node));
        self.pending.holders.insert(field.node);
        self.refresh_field(library, field);
        Ok(())
    }

    /// Whether a world would be without WorldInfo or Viewpoint if a node were taken out.
    fn is_last_of_its_kind(&self, field: FieldRef, node: NodeId) -> Option<NodeType> {
        let kind = self.node(node).base_type();
        let is_needed = field == self.top_level()
            && matches!(kind, NodeType::WorldInfo | NodeType::Viewpoint)
            && !self
                .nodes_in(field)
                .iter()
                .any(|other| *other != node && self.node(*other).base_type() == kind);
        is_needed.then_some(kind)
    }

    /// Checks a node that was just put into a field; if it is not allowed
    /// there it is removed again.
    fn accept(&mut self, library: &mut Library, field: FieldRef, node: NodeId) -> bool {
        self.refresh_field(library, field);
        let mut places = self.copies_of(node);
        if matches!(field.place, FieldPlace::Field(_)) {
            places.insert(0, (field, node));
        }
        let refusal = places.iter().find_map(|(field, node)| {
            check::admits(self, *field, *node)
                .err()
                .or_else(|| slot::misplaced(self, *field, *node))
                .or_else(|| self.displaced_by(*field))
        });
        if let Some(refusal) = refusal {
            let code = if refusal.is_slot {
                Code::Slot
            } else {
                Code::Placement
            };
            crate::report::report(
                self,
                library,
                node,
                crate::report::Finding::error(code, refusal.reason, refusal.hint),
            );
            self.links_mut(field).retain(|kept| *kept != node);
            self.discard(node);
            self.refresh_field(library, field);
            return false;
        }
        for (_, node) in places {
            // the genuine program does not look into a Slot that comes with what it holds,
            // but at what is there already
            if slot::is_filled(self, node) {
                check::check_content(self, library, node);
                self.check_beside_slot(library, node);
            } else {
                check::check_node(self, library, node);
            }
        }
        true
    }

    /// Looks again at the nodes beside a Slot that came with what it holds, or beside
    /// the Slot that it was put into: one whose `type` was changed loses what no
    /// longer fits.
    fn check_beside_slot(&mut self, library: &mut Library, slot: NodeId) {
        let Some(field) = self.node(slot).parent() else {
            return;
        };
        let holder = self.node(field.node);
        let field = match holder.parent() {
            Some(outer) if holder.base_type() == NodeType::Slot => outer,
            _ => field,
        };
        for (field, node) in check::check_again(self, library, field, slot) {
            self.changes.push(SceneChange::Removed(node));
            if self.get(field.node).is_some() {
                self.pending.holders.insert(field.node);
                self.refresh_field(library, field);
            }
        }
    }

    /// Why another node beside a new one could not stay.
    fn displaced_by(&self, field: FieldRef) -> Option<PlacementError> {
        self.base_fields(field.node).into_iter().find_map(|beside| {
            let nodes = self.nodes_in(beside).iter();
            nodes
                .filter(|_| beside != field)
                .find_map(|node| check::admits(self, beside, *node).err())
        })
    }

    /// The places in the body where a parameter's node is represented.
    fn copies_of(&self, node: NodeId) -> Vec<(FieldRef, NodeId)> {
        let mut found = Vec::new();
        let mut pending = vec![node];
        while let Some(source) = pending.pop() {
            for id in self
                .ids()
                .filter(|id| self.node(*id).parameter_node() == Some(source))
            {
                match self.node(id).parent {
                    Some(field) if matches!(field.place, FieldPlace::Field(_)) => {
                        found.push((field, id))
                    }
                    Some(_) => pending.push(id),
                    None => {}
                }
            }
        }
        found
    }
}

/// Which PROTOs a text may name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProtoNames {
    /// Those that the world declares IMPORTABLE.
    Importable,
    /// All that the world declares.
    Declared,
}

/// What a text says, and the file that it counts as.
fn read_import(library: &mut Library, text: &str, names: ProtoNames) -> (FileId, Vec<Blueprint>) {
    let file = library.import_file(text);
    let entry = &library.files[file.0 as usize];
    let source = entry.source.clone();
    let setting = ParseContext {
        version: entry.version,
        file,
        parameters: None,
        keeps_transforms: true,
    };
    let mut diagnostics = Diagnostics::default();
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    let tree = SyntaxTree::read_fragment(source.clone(), TemplateLanguage::Lua, &mut reporter);
    let mut models = ImportedNames { library, names };
    let entries = Parser::new(&tree, 0, setting, &mut models, &mut reporter).nodes_to_end();
    diagnostics.extend(std::mem::take(&mut library.diagnostics));
    library.diagnostics = diagnostics;
    let blueprints = entries.into_iter().map(Blueprint::from).collect();
    (file, blueprints)
}

/// A text without words behind its last node, and those words: the genuine
/// program takes the nodes before them.
fn without_stray_words(text: &str) -> (&str, &str) {
    let Some(end) = text.rfind('}').map(|at| at + 1) else {
        return (text, "");
    };
    let (nodes, rest) = text.split_at(end);
    let is_word = |word: &str| {
        word.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let mut words = rest.split_whitespace().peekable();
    let means_something = matches!(words.peek(), Some(&("USE" | "DEF" | "NULL")));
    if !means_something && words.clone().next().is_some() && words.all(is_word) {
        (nodes, rest.trim())
    } else {
        (text, "")
    }
}

/// Whether a text may USE nodes of a type that are in the world already:
/// solids, joints and devices are no such nodes.
fn is_usable(node_type: NodeType) -> bool {
    let is_a = |other| node_type.is_a(other);
    !(is_a(NodeType::Solid)
        || is_a(NodeType::Joint)
        || is_a(NodeType::JointParameters)
        || node_type == NodeType::Billboard
        || node_type.model().is_device)
}

fn is_fatal(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
        && matches!(
            diagnostic.code,
            Code::Unexpected | Code::Unclosed | Code::InvalidToken | Code::ExternProto
        )
}

/// What names mean in a text that a supervisor imports, or that is put back.
struct ImportedNames<'l> {
    library: &'l mut Library,
    names: ProtoNames,
}

impl ModelSource for ImportedNames<'_> {
    fn find(&mut self, name: &str, span: Span, reporter: &mut Reporter<'_>) -> ModelLookup {
        let is_importable = self.names == ProtoNames::Declared
            || self.library.files[0]
                .declarations
                .iter()
                .any(|declaration| declaration.is_importable && declaration.name() == Some(name));
        if !is_importable {
            reporter
                .error(
                    Code::ExternProto,
                    span,
                    format!("PROTO '{name}' is not declared IMPORTABLE in the world"),
                )
                .hint(format!(
                    "add to the world: IMPORTABLE EXTERNPROTO \"…/{name}.proto\""
                ));
            return ModelLookup::Broken;
        }
        self.library.names_in(FileId(0)).find(name, span, reporter)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};

    fn empty_world() -> (Scene, Library) {
        let location = Location::file("/project/worlds/test.wbt");
        let search = Search::new(
            SearchSettings::for_document(&location),
            MemoryStorage::new(),
        );
        let mut library = Library::new(std::sync::Arc::new(search));
        let world = "#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\n";
        let scene = crate::load_text(&location, world.as_bytes(), &mut library).scene;
        (scene, library)
    }

    #[test]
    fn what_comes_and_goes_again_and_again_leaves_nothing_behind() {
        let (mut scene, mut library) = empty_world();
        let top = scene.top_level();
        let at = scene.nodes_in(top).len();
        let texts = ["Solid { name \"fork\" }", "Solid { name \"lamp\" }"];
        scene.insert_text(&mut library, top, at, texts[0]).unwrap();
        scene.replace_text(&mut library, top, at, texts[1]).unwrap();
        let files = library.files.len();
        for text in texts.iter().cycle().take(1000) {
            scene.replace_text(&mut library, top, at, text).unwrap();
        }
        assert_eq!(library.files.len(), files);
        assert_eq!(scene.files.len(), files);
        assert!(scene.nodes.room() < 200, "{}", scene.nodes.room());
    }

    #[test]
    fn texts_that_are_ever_different_are_given_up() {
        let (mut scene, mut library) = empty_world();
        let top = scene.top_level();
        let at = scene.nodes_in(top).len();
        let stays = "Solid {\n  name \"stays\"\n}";
        scene.insert_text(&mut library, top, at, stays).unwrap();
        let text = |number: u32| format!("Solid {{ name \"{number}\" }}");
        scene
            .insert_text(&mut library, top, at + 1, &text(0))
            .unwrap();
        for number in 1..2000 {
            let text = text(number);
            scene
                .replace_text(&mut library, top, at + 1, &text)
                .unwrap();
        }
        assert!(library.files.len() < 300, "{}", library.files.len());
        assert_eq!(scene.files.len(), library.files.len());
        // what stays still knows where it was written
        let written = scene.node(scene.nodes_in(top)[at]).written;
        let source = &library.files[written.file.0 as usize].source;
        assert_eq!(source.text(), stays);
    }
}
