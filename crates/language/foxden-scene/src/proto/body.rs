//! The body of an instance: read once for a plain PROTO, once for each set of
//! parameter values for a template.

use crate::builder::Builder;
use crate::node::NodeId;
use crate::proto::blueprint::Blueprint;
use crate::proto::template_fields;
use foxden_lang::ast::Entry;
use foxden_lang::diagnostic::{Code, Diagnostic, DiagnosticPlace, Diagnostics, Reporter, Severity};
use foxden_lang::header::FileVersion;
use foxden_lang::lexer::TokenKind;
use foxden_lang::parser::{ParseContext, Parser};
use foxden_lang::proto_file::ProtoModel;
use foxden_lang::resolve::project_root;
use foxden_lang::source::{Position, Source, Span};
use foxden_lang::syntax::SyntaxTree;
use foxden_lang::template::{
    ConsoleLevel, NoFiles, Template, TemplateContext, TemplateError, TemplateInputs,
    TemplateMessage, TemplateOutput, WebotsVersion,
};
use foxden_lang::value::FileId;
use std::sync::Arc;

impl Builder<'_> {
    /// The body of a PROTO for the parameters of an instance.
    pub(crate) fn body(
        &mut self,
        id: NodeId,
        level: u8,
        model: &Arc<ProtoModel>,
    ) -> Option<Arc<Blueprint>> {
        if !model.is_template {
            let key = (model.file, String::new());
            if let Some(known) = self.library.bodies.get(&key) {
                return known.clone();
            }
            let body = self.read_plain_body(model);
            self.library.keep_body(key, &body);
            return body;
        }
        self.template_body(id, level, model)
    }

    fn template_body(
        &mut self,
        id: NodeId,
        level: u8,
        model: &Arc<ProtoModel>,
    ) -> Option<Arc<Blueprint>> {
        let fields = template_fields::parameters(self.scene, id, level, model);
        let context = self.context(id, model);
        let template = self.library.template(model);
        let indirect = model.header().has_tag("indirectFieldAccess");
        let files = self
            .library
            .environment
            .files
            .clone()
            .unwrap_or_else(|| Arc::new(NoFiles));
        let inputs = TemplateInputs {
            fields: &fields,
            all_fields: indirect,
            context: &context,
            files,
        };
        let key = (model.file, template.cache_key(&inputs));
        if model.is_deterministic
            && let Some(known) = self.library.bodies.get(&key)
        {
            return known.clone();
        }
        let body = match self.library.evaluator.evaluate(&template, &inputs) {
            Ok(output) => {
                self.report_console(model, &output.console);
                self.read_generated_body(model, &output)
            }
            Err(error) => {
                self.report_console(model, &error.console);
                self.report_template_error(model, &error);
                None
            }
        };
        if model.is_deterministic {
            self.library.keep_body(key, &body);
        }
        body
    }

    fn read_plain_body(&mut self, model: &Arc<ProtoModel>) -> Option<Arc<Blueprint>> {
        let source = Arc::new(Source::new(
            model.source().name().clone(),
            &model.source().text()[..model.body_span().end as usize],
        ));
        // the tokens end where the body ends, so that a text behind the node is noticed
        let mut unheard = Diagnostics::default();
        let shift = model.body_span().start as usize;
        let tree = SyntaxTree::read_from(
            source.clone(),
            shift,
            model.language(),
            &mut Reporter::new(&source, &mut unheard),
        );
        let mut diagnostics = std::mem::take(&mut self.library.diagnostics);
        let body = self.parse_body(
            model,
            &tree,
            &mut Reporter::new(model.source(), &mut diagnostics),
        );
        diagnostics.extend(std::mem::take(&mut self.library.diagnostics));
        self.library.diagnostics = diagnostics;
        body.map(|entry| Arc::new(entry.into()))
    }

    fn read_generated_body(
        &mut self,
        model: &Arc<ProtoModel>,
        output: &TemplateOutput,
    ) -> Option<Arc<Blueprint>> {
        let source = Arc::new(Source::new(
            model.source().name().clone(),
            output.text.clone(),
        ));
        let body_start = model.body_span().start as usize;
        let original = model.source().clone();
        let back = |span: Span| {
            let start = (body_start + output.lines.body_offset(span.start as usize))
                .min(original.text().len());
            let end = (start + (span.end - span.start) as usize).min(original.text().len());
            Span::new(start, end)
        };
        let place = |span: Span| DiagnosticPlace::of(&original, back(span));
        let mut diagnostics = std::mem::take(&mut self.library.diagnostics);
        let mut reporter = Reporter::mapped(&source, &place, &mut diagnostics);
        let tree = SyntaxTree::read_fragment(source.clone(), model.language(), &mut reporter);
        let has_invalid = tree
            .tokens()
            .iter()
            .any(|token| token.kind() == TokenKind::Invalid);
        let body = match has_invalid {
            true => None,
            false => self.parse_body(model, &tree, &mut reporter),
        };
        diagnostics.extend(std::mem::take(&mut self.library.diagnostics));
        self.library.diagnostics = diagnostics;
        body.map(|mut entry| {
            entry.map_spans(&back);
            Arc::new(entry.into())
        })
    }

    fn parse_body(
        &mut self,
        model: &Arc<ProtoModel>,
        tree: &SyntaxTree,
        reporter: &mut Reporter<'_>,
    ) -> Option<Entry> {
        let setting = ParseContext {
            // the genuine program reads a body as if it were of its own release
            version: FileVersion::REFERENCE,
            file: model.file,
            parameters: Some(&model.parameters),
            keeps_transforms: false,
        };
        let mut models = self.library.names_in(model.file);
        let entry = Parser::new(tree, 0, setting, &mut models, reporter).body()?;
        self.report_unbound(model, &entry, reporter);
        Some(entry)
    }

    fn context(&self, id: NodeId, model: &ProtoModel) -> TemplateContext {
        let world = &self.library.files[0].location;
        let path = |location: &foxden_lang::resolve::Location| location.to_string();
        let project = world
            .as_file()
            .map(|file| project_root(file).display().to_string())
            .unwrap_or_default();
        TemplateContext {
            world: path(world),
            proto: path(&self.library.files[model.file.0 as usize].location),
            project_path: with_slash(project),
            webots_home: with_slash(self.library.environment.webots_home.clone()),
            temporary_files_path: with_slash(self.library.environment.temporary_folder.clone()),
            id: id.0.to_string(),
            coordinate_system: self.library.coordinate_system.clone(),
            webots_version: WebotsVersion {
                major: FileVersion::REFERENCE.to_string(),
                revision: "0".into(),
            },
            ..TemplateContext::default()
        }
    }

    fn report_console(&mut self, model: &ProtoModel, lines: &[TemplateMessage]) {
        for line in lines {
            let severity = match line.level {
                ConsoleLevel::Info => Severity::Note,
                ConsoleLevel::Warning | ConsoleLevel::Error => Severity::Warning,
            };
            self.library.diagnostics.push(Diagnostic {
                code: Code::TemplateOutput,
                severity,
                place: Some(DiagnosticPlace::head(model.source().name())),
                node: None,
                message: line.text.clone(),
                hint: None,
            });
        }
    }

    fn report_template_error(&mut self, model: &ProtoModel, error: &TemplateError) {
        let source = model.source();
        let place = match error.position {
            Some(position) => {
                let line = source.line(position.line);
                let blanks = line.len() - line.trim_start().len();
                let from = column_offset(line, position.column).max(blanks);
                let position = Position {
                    line: position.line,
                    column: position.column,
                };
                DiagnosticPlace::in_line(source, position, (from, line.trim_end().len().max(from)))
            }
            None => {
                let start = model.body_span().start;
                DiagnosticPlace::of(source, Span { start, end: start })
            }
        };
        self.library.diagnostics.push(Diagnostic {
            code: Code::Template,
            severity: Severity::Error,
            place: Some(place),
            node: None,
            message: error.message.clone(),
            hint: error.hint.clone(),
        });
    }

    /// A parameter that feeds nothing is a mistake, unless templates may read it.
    fn report_unbound(
        &self,
        model: &ProtoModel,
        root: &foxden_lang::ast::Entry,
        reporter: &mut Reporter<'_>,
    ) {
        use foxden_lang::proto_file::ParameterKind;
        if model.is_template {
            return;
        }
        let mut bound = vec![false; model.parameters.len()];
        mark_bound(root, &mut bound);
        for (parameter, bound) in model.parameters.iter().zip(bound) {
            if !bound && parameter.kind != ParameterKind::Unconnected {
                reporter
                    .report(
                        Severity::Warning,
                        Code::UnboundParameter,
                        parameter.span,
                        format!(
                            "parameter '{}' of PROTO {} is not used: no field IS {0}",
                            parameter.name, model.name
                        ),
                    )
                    .hint(format!(
                        "write 'someField IS {}' in the body, or declare it as unconnectedField",
                        parameter.name
                    ));
            }
        }
    }
}

/// The byte where a column of UTF-16 units starts.
fn column_offset(line: &str, column: u32) -> usize {
    let mut units = 1;
    line.char_indices()
        .find(|(_, c)| {
            let is_here = units >= column;
            units += c.len_utf16() as u32;
            is_here
        })
        .map_or(line.len(), |(at, _)| at)
}

fn mark_bound(entry: &foxden_lang::ast::Entry, bound: &mut [bool]) {
    use foxden_lang::ast::{Entry, FieldContent};
    let Entry::Node(node) = entry else { return };
    for item in &node.items {
        match &item.given {
            FieldContent::Is(parameter) => bound[parameter.0 as usize] = true,
            FieldContent::Node(Some(entry)) => mark_bound(entry, bound),
            FieldContent::Nodes(entries) => {
                entries.iter().for_each(|entry| mark_bound(entry, bound))
            }
            _ => {}
        }
    }
}

fn with_slash(path: String) -> String {
    if path.is_empty() || path.ends_with('/') {
        path
    } else {
        path + "/"
    }
}

/// The largest number of bodies that are cached for further instances. A
/// supervisor may give a template ever-different values.
const MOST_BODIES: usize = 1024;

impl crate::proto::library::Library {
    fn keep_body(&mut self, key: (FileId, String), body: &Option<Arc<Blueprint>>) {
        if self.bodies.len() >= MOST_BODIES {
            self.bodies.clear();
        }
        self.bodies.insert(key, body.clone());
    }

    /// The template of a PROTO, split once.
    fn template(&mut self, model: &ProtoModel) -> Arc<Template> {
        let span = model.body_span();
        self.templates
            .entry(model.file)
            .or_insert_with(|| {
                let position = model.source().position(span.start as usize);
                let body = &model.source().text()[span.start as usize..span.end as usize];
                Arc::new(Template::new(
                    model.language(),
                    body,
                    position.line,
                    position.column,
                ))
            })
            .clone()
    }
}
