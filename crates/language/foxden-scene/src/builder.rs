//! Makes nodes from text that was read.

use crate::limits::{NodeBudget, SubtreeSize};
use crate::node::{
    BodyOwner, FieldPlace, FieldRef, FollowedNode, Instance, InstanceLevel, Node, NodeId,
    NodeLinks, SourcePlace, StoredValue, cell,
};
use crate::proto::blueprint::{Blueprint, GivenNodes, NodeBlueprint};
use crate::proto::library::{Library, MAXIMUM_PROTO_DEPTH};
use crate::scene::Scene;
use foxden_catalogue::FieldIndex;
use foxden_lang::ast::{FieldContent, NodeKind};
use foxden_lang::diagnostic::{Code, DiagnosticPlace as FilePlace, Reporter, Severity};
use foxden_lang::parser::closest;
use foxden_lang::proto_file::ProtoModel;
use foxden_lang::source::{Source, Span};
use foxden_lang::value::FileId;
use std::collections::HashMap;
use std::sync::Arc;

/// How often a template may occur in its own output.
const MAXIMUM_TEMPLATE_ROUNDS: usize = 12;

/// The DEF names of one text.
#[derive(Default)]
pub(crate) struct DefScope {
    defs: HashMap<Arc<str>, NodeId>,
}

impl From<HashMap<Arc<str>, NodeId>> for DefScope {
    fn from(defs: HashMap<Arc<str>, NodeId>) -> Self {
        Self { defs }
    }
}

/// The context of a text: its file, its DEF names, and whose parameters IS
/// means.
pub(crate) struct BuildContext<'s> {
    pub(crate) file: FileId,
    pub(crate) owner: Option<BodyOwner>,
    pub(crate) scope: &'s mut DefScope,
}

/// Makes nodes.
pub(crate) struct Builder<'a> {
    pub(crate) scene: &'a mut Scene,
    pub(crate) library: &'a mut Library,
    allowance: NodeBudget,
    proto_depth: usize,
    /// The files of the PROTOs whose bodies are being made.
    making: Vec<FileId>,
}

impl<'a> Builder<'a> {
    /// A builder for nodes at or below a node of the scene.
    pub(crate) fn new(scene: &'a mut Scene, library: &'a mut Library, below: NodeId) -> Self {
        let allowance = NodeBudget::of(scene, below);
        Self {
            scene,
            library,
            allowance,
            proto_depth: 0,
            making: Vec::new(),
        }
    }
}

impl Builder<'_> {
    /// Makes a node and puts it at the end of a field.
    pub(crate) fn build_into(
        &mut self,
        blueprint: &Blueprint,
        parent: FieldRef,
        around: &mut BuildContext<'_>,
    ) -> Option<NodeId> {
        let node = self.build(blueprint, parent, around)?;
        self.scene.links_mut(parent).push(node);
        Some(node)
    }

    fn build(
        &mut self,
        blueprint: &Blueprint,
        parent: FieldRef,
        around: &mut BuildContext<'_>,
    ) -> Option<NodeId> {
        match blueprint {
            Blueprint::Use { name, span } => self.build_use(name, *span, parent, around),
            Blueprint::Node(blueprint) => self.build_node(blueprint, parent, around),
        }
    }

    fn build_use(
        &mut self,
        name: &Arc<str>,
        span: Span,
        parent: FieldRef,
        around: &BuildContext<'_>,
    ) -> Option<NodeId> {
        // A node may have had its name and was removed since, with an instance
        // that failed.
        let known = around.scope.defs.get(name).copied();
        let Some(def) = known.filter(|def| self.scene.get(*def).is_some()) else {
            let name_of_file = self.library.files[around.file.0 as usize].source.name();
            if self.library.diagnostics.is_full(name_of_file) {
                self.library.diagnostics.suppress(Severity::Error);
                return None;
            }
            let known = around.scope.defs.keys().map(|known| &**known);
            let source = &self.library.files[around.file.0 as usize].source;
            let earlier = source.text().get(..span.start as usize);
            let was_left_out = earlier.is_some_and(|text| defines(text, name).is_some());
            let hint = match (later_def(source, name, span), closest(name, known)) {
                _ if was_left_out => format!(
                    "the node with DEF {name} above was left out, or it is not closed before this USE"
                ),
                (Some((line, column)), _) => format!(
                    "DEF {name} comes later, at {line}:{column}: swap the two, the DEF must come first"
                ),
                (None, Some(near)) => format!("did you mean USE {near}?"),
                (None, None) => format!(
                    "a USE repeats a complete node before it in the same file: write DEF {name} there"
                ),
            };
            self.report(
                around.file,
                span,
                Severity::Error,
                Code::UnknownUse,
                format!("there is no DEF {name} before this USE"),
                &hint,
            );
            return None;
        };
        let size = self.scene.size_below(def);
        if !self.allow(size, around.file, span) {
            return None;
        }
        let copy = self.scene.copy_as_use(def, parent);
        self.scene.node_mut(copy).written = SourcePlace {
            file: around.file,
            span,
        };
        Some(copy)
    }

    fn build_node(
        &mut self,
        blueprint: &NodeBlueprint,
        parent: FieldRef,
        around: &mut BuildContext<'_>,
    ) -> Option<NodeId> {
        let one = SubtreeSize { nodes: 1, depth: 1 };
        if !self.allow(one, around.file, blueprint.span) {
            return None;
        }
        let before = blueprint
            .def
            .as_ref()
            .and_then(|def| around.scope.defs.get(def).copied());
        let id = self.scene.add(Node {
            base: blueprint.kind.base_type(),
            def: blueprint.def.clone(),
            parent: Some(parent),
            page: blueprint.page.clone(),
            written_page: blueprint.page.clone(),
            links: NodeLinks::new(),
            instance: None,
            follows: FollowedNode::Nothing,
            owner: around.owner,
            written: SourcePlace {
                file: around.file,
                span: blueprint.span,
            },
        });
        self.allowance.descend();
        let is_made = match &blueprint.kind {
            NodeKind::BuiltIn(_) => {
                self.fill(id, FieldPlace::Field, blueprint, around);
                true
            }
            NodeKind::Instance(model) => {
                self.instantiate(id, 0, model, blueprint, around).is_some()
            }
        };
        self.allowance.ascend();
        if !is_made {
            self.scene.discard(id);
            return None;
        }
        // a node inside with the same name keeps it: the inner one was completed first
        if let Some(def) = &blueprint.def
            && around.scope.defs.get(def).copied() == before
        {
            around.scope.defs.insert(def.clone(), id);
        }
        Some(id)
    }

    /// Makes the nodes in the fields or parameters of a node.
    fn fill(
        &mut self,
        id: NodeId,
        place: impl Fn(FieldIndex) -> FieldPlace,
        blueprint: &NodeBlueprint,
        around: &mut BuildContext<'_>,
    ) {
        for (index, given) in &blueprint.nodes {
            self.fill_field(
                FieldRef {
                    node: id,
                    place: place(*index),
                },
                given,
                around,
            );
        }
    }

    fn fill_field(&mut self, field: FieldRef, given: &GivenNodes, around: &mut BuildContext<'_>) {
        match given {
            GivenNodes::Nodes(blueprints) => {
                self.scene.links_mut(field).clear();
                for blueprint in blueprints {
                    self.build_into(blueprint, field, around);
                }
            }
            GivenNodes::Is => self.fill_from_parameter(field),
        }
    }

    /// Copies the nodes of the parameter that a field is bound to.
    pub(crate) fn fill_from_parameter(&mut self, field: FieldRef) {
        let source = self.scene.owner_of(field);
        let nodes = self.scene.nodes_in(source).to_vec();
        for node in nodes {
            let written = self.scene.node(field.node).written;
            let size = self.scene.size_below(node);
            if !self.allow(size, written.file, written.span) {
                return;
            }
            let copy = self.scene.copy_as_parameter(node, field);
            self.scene.links_mut(field).push(copy);
        }
    }

    /// Whether nodes may be added here; says so once if the scene would grow beyond its limits.
    fn allow(&mut self, size: SubtreeSize, file: FileId, span: Span) -> bool {
        let Err(refusal) = self.allowance.take(size) else {
            return true;
        };
        if refusal.is_new {
            self.report(
                file,
                span,
                Severity::Error,
                refusal.code,
                refusal.message,
                refusal.hint,
            );
        }
        false
    }

    /// Makes a node an instance of a PROTO: parameters first, then the body.
    fn instantiate(
        &mut self,
        id: NodeId,
        level: u8,
        model: &Arc<ProtoModel>,
        blueprint: &NodeBlueprint,
        around: &mut BuildContext<'_>,
    ) -> Option<()> {
        if self.proto_depth >= MAXIMUM_PROTO_DEPTH {
            self.report(
                around.file,
                blueprint.span,
                Severity::Error,
                Code::RecursiveProto,
                format!("PROTOs contain each other more than {MAXIMUM_PROTO_DEPTH} deep"),
                "a template that contains itself must stop some time",
            );
            return None;
        }
        // a template may contain itself as long as it stops
        let rounds = self
            .making
            .iter()
            .filter(|file| **file == model.file)
            .count();
        let allowed = if model.is_template {
            MAXIMUM_TEMPLATE_ROUNDS
        } else {
            1
        };
        if rounds >= allowed {
            self.report(
                around.file,
                blueprint.span,
                Severity::Error,
                Code::RecursiveProto,
                format!("PROTO '{}' contains itself", model.name),
                "a PROTO cannot be part of its own body; remove this node",
            );
            return None;
        }
        self.proto_depth += 1;
        let made = self.instantiate_unchecked(id, level, model, blueprint, around);
        self.proto_depth -= 1;
        made
    }

    fn instantiate_unchecked(
        &mut self,
        id: NodeId,
        level: u8,
        model: &Arc<ProtoModel>,
        blueprint: &NodeBlueprint,
        around: &mut BuildContext<'_>,
    ) -> Option<()> {
        let node = self.scene.node_mut(id);
        node.page = Default::default();
        let instance = node.instance.get_or_insert_with(|| {
            Box::new(Instance {
                levels: Vec::new(),
                hidden: Vec::new(),
            })
        });
        instance.hidden.extend(blueprint.hidden.iter().cloned());
        instance.levels.push(InstanceLevel {
            model: model.clone(),
            page: blueprint.page.clone(),
            links: NodeLinks::new(),
        });
        self.fill_parameters(id, level, model, blueprint, around);
        self.check_restrictions(id, level, around.file, blueprint.span);
        self.build_body(id, level, model)
    }

    /// Gives parameters their nodes. Defaults count as written between the
    /// given ones in the order of the interface, so their DEFs become visible
    /// at that point.
    fn fill_parameters(
        &mut self,
        id: NodeId,
        level: u8,
        model: &Arc<ProtoModel>,
        blueprint: &NodeBlueprint,
        around: &mut BuildContext<'_>,
    ) {
        let is_given = |index: FieldIndex| blueprint.nodes.iter().any(|(given, _)| *given == index);
        let mut next = 0;
        for (index, given) in &blueprint.nodes {
            let at = index.0 as usize;
            for earlier in next..at {
                self.fill_default(id, level, model, earlier, &is_given, around);
            }
            next = next.max(at + 1);
            let field = FieldRef {
                node: id,
                place: FieldPlace::Parameter(level, *index),
            };
            // deeper levels read through to the outer parameter; only what files show needs copies
            if level > 0 && matches!(given, GivenNodes::Is) {
                continue;
            }
            self.fill_field(field, given, around);
        }
        for rest in next..model.parameters.len() {
            self.fill_default(id, level, model, rest, &is_given, around);
        }
    }

    fn fill_default(
        &mut self,
        id: NodeId,
        level: u8,
        model: &Arc<ProtoModel>,
        at: usize,
        is_given: &dyn Fn(FieldIndex) -> bool,
        around: &mut BuildContext<'_>,
    ) {
        let index = FieldIndex(at as u16);
        if is_given(index) {
            return;
        }
        let entries = match &model.parameters[at].default {
            FieldContent::Node(Some(entry)) => std::slice::from_ref(entry),
            FieldContent::Nodes(entries) => entries.as_slice(),
            _ => return,
        };
        let field = FieldRef {
            node: id,
            place: FieldPlace::Parameter(level, index),
        };
        for entry in entries {
            // Each item of a list is a separate scope.
            let mut own = DefScope::default();
            // as if typed where the instance is: inside a body it is part of that body
            let mut inside = BuildContext {
                file: model.file,
                owner: around.owner,
                scope: &mut own,
            };
            let blueprint = Blueprint::from(entry.clone());
            self.build_into(&blueprint, field, &mut inside);
            around.scope.defs.extend(own.defs);
        }
    }

    /// Makes the body of an instance.
    pub(crate) fn build_body(
        &mut self,
        id: NodeId,
        level: u8,
        model: &Arc<ProtoModel>,
    ) -> Option<()> {
        let body = self.body(id, level, model)?;
        let Blueprint::Node(root) = &*body else {
            let span = model.tree.tokens()[model.body.start].span();
            self.report(
                model.file,
                span,
                Severity::Error,
                Code::BadProto,
                "a USE cannot be the root of a PROTO".into(),
                "write the node itself",
            );
            return None;
        };
        let mut scope = DefScope::default();
        let owner = BodyOwner { node: id, level };
        let mut inside = BuildContext {
            file: model.file,
            owner: Some(owner),
            scope: &mut scope,
        };
        let node = self.scene.node_mut(id);
        if node.def.is_none() {
            node.def = root.def.clone();
        }
        self.making.push(model.file);
        let made = match &root.kind {
            NodeKind::BuiltIn(node_type) => {
                node.base = *node_type;
                node.page = root.page.clone();
                node.written_page = root.page.clone();
                self.fill(id, FieldPlace::Field, root, &mut inside);
                Some(())
            }
            NodeKind::Instance(base) => self.instantiate(id, level + 1, base, root, &mut inside),
        };
        self.making.pop();
        made
    }

    /// Reports something about a place in a file.
    pub(crate) fn report(
        &mut self,
        file: FileId,
        span: Span,
        severity: Severity,
        code: Code,
        message: String,
        hint: &str,
    ) {
        let source = self.library.files[file.0 as usize].source.clone();
        Reporter::new(&source, &mut self.library.diagnostics)
            .report(severity, code, span, message)
            .hint(hint);
    }

    /// Whether a parameter has a cell that binds it to an outer one.
    pub(crate) fn is_bound(&self, field: FieldRef) -> bool {
        let page = self.scene.node(field.node).page_at(field.place.level());
        page.is_some_and(|page| {
            matches!(
                cell(page, field.place.index()),
                Some(StoredValue::Is(_) | StoredValue::Adapted(..))
            )
        })
    }
}

/// Where a name gets its DEF behind a place of a text.
fn later_def(source: &Source, name: &str, behind: Span) -> Option<(u32, u32)> {
    let from = behind.end as usize;
    let start = from + defines(source.text().get(from..)?, name)?;
    let place = FilePlace::of(source, Span::new(start, start));
    Some((place.line, place.column))
}

/// The position of `DEF name` in a text.
fn defines(text: &str, name: &str) -> Option<usize> {
    let wanted = format!("DEF {name}");
    text.match_indices(&wanted).find_map(|(at, _)| {
        let next = text[at + wanted.len()..].chars().next();
        next.is_none_or(char::is_whitespace).then_some(at)
    })
}
