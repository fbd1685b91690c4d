//! One QuickJS runtime for many evaluations.
//!
//! Most templates run in a shared realm whose globals are frozen: a compiled
//! template stays there as a function, and an evaluation costs little more
//! than its call. A template that could distinguish the shared realm from a
//! fresh one gets a realm of its own: templates with suspicious words, and
//! every template that fails in the shared realm.

use super::failure::{Failure, FailureContext, ProgramStage, text_of};
use super::program::{JavaScriptProgram, MODULE_NAME};
use super::values::{self, ObjectError};
use crate::template::assembly::Assembly;
use crate::template::error::{ErrorKind, TemplateError};
use crate::template::evaluator::Template;
use crate::template::host::{Clock, Host};
use crate::template::inputs::{TemplateInputs, TemplateLimits};
use crate::template::modules::{JAVASCRIPT, find};
use crate::template::output::{ConsoleLevel, TemplateMessage, TemplateOutput};
use crate::template::split::Role;
use rquickjs::context::intrinsic;
use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{
    Array, Context, Ctx, Error, Exception, Function, Module, Object, Persistent, Runtime, Value,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Bytes of machine stack for nested calls.
const STACK: usize = 512 << 10;

/// The shared world forgets its compiled templates beyond this number.
const PROGRAMS: usize = 1024;

type Intrinsics = (
    intrinsic::Date,
    intrinsic::Eval,
    intrinsic::RegExpCompiler,
    intrinsic::RegExp,
    intrinsic::Json,
    intrinsic::Proxy,
    intrinsic::MapSet,
    intrinsic::TypedArrays,
    intrinsic::Promise,
);

/// Loads every module, for the shared world: their functions are frozen with
/// the globals, and the only one with a state is wound back by its `seed`.
const BOOT: &str = "import * as a from 'wbgeometry.js';import * as b from 'wbrandom.js';\
import * as c from 'wbrotation.js';import * as d from 'wbutility.js';\
import * as e from 'wbvector2.js';import * as f from 'wbvector3.js';\
export const roots=[a,b,c,d,e,f].flatMap(m=>Object.values(m));export const seed=b.seed;";

/// A JavaScript engine that evaluates one template after the other.
pub(in crate::template) struct Engine {
    // Before the runtime: what lives in it has to go first.
    shared: Option<SharedEngine>,
    runtime: Runtime,
    host: Host,
    limits: TemplateLimits,
}

struct SharedEngine {
    programs: HashMap<u64, Persistent<Function<'static>>>,
    seed: Persistent<Function<'static>>,
    world: ScriptRealm,
}

/// A global object with what templates may use.
struct ScriptRealm {
    well_formed: Persistent<Function<'static>>,
    freeze: Persistent<Function<'static>>,
    context: Context,
}

impl Engine {
    pub(in crate::template) fn new(
        limits: TemplateLimits,
        clock: Option<Clock>,
    ) -> Result<Self, TemplateError> {
        let host = Host::new(clock);
        let build = || -> rquickjs::Result<Runtime> {
            let runtime = Runtime::new()?;
            runtime.set_memory_limit(limits.memory);
            runtime.set_max_stack_size(STACK);
            let interrupt = host.clone();
            runtime.set_interrupt_handler(Some(Box::new(move || interrupt.interrupt())));
            let modules = Modules(host.clone());
            runtime.set_loader(modules.clone(), modules);
            Ok(runtime)
        };
        let runtime = build().map_err(|error| engine_error(&error, &host))?;
        Ok(Self {
            shared: None,
            runtime,
            host,
            limits,
        })
    }

    /// Whether work is left over that a later evaluation could notice.
    pub(in crate::template) fn is_spent(&self) -> bool {
        self.runtime.is_job_pending()
    }

    /// How many operations the last evaluation took.
    pub(in crate::template) fn operations(&self) -> u64 {
        self.host.operations()
    }

    pub(in crate::template) fn evaluate(
        &mut self,
        template: &Template,
        program: &JavaScriptProgram,
        inputs: &TemplateInputs<'_>,
        limits: TemplateLimits,
    ) -> Result<TemplateOutput, TemplateError> {
        self.limits = limits;
        if program.suits_shared_world() {
            match self.in_shared_world(template, program, inputs) {
                Err(error) if !error.is_limit() && error.kind == ErrorKind::Thrown => {}
                result => return result,
            }
        }
        self.in_own_world(template, program, inputs)
    }

    fn in_own_world(
        &mut self,
        template: &Template,
        program: &JavaScriptProgram,
        inputs: &TemplateInputs<'_>,
    ) -> Result<TemplateOutput, TemplateError> {
        self.host.begin(&self.limits, Arc::clone(&inputs.files));
        let world = ScriptRealm::new(&self.runtime, &self.host)
            .map_err(|error| engine_error(&error, &self.host))?;
        let run = Evaluation {
            template,
            program,
            inputs,
            host: &self.host,
            limits: &self.limits,
            world: &world,
        };
        world.context.with(|ctx| {
            let function = run.compile(&ctx);
            let result = function.and_then(|function| run.call(&ctx, &function));
            run.finish(result)
        })
    }

    fn in_shared_world(
        &mut self,
        template: &Template,
        program: &JavaScriptProgram,
        inputs: &TemplateInputs<'_>,
    ) -> Result<TemplateOutput, TemplateError> {
        self.host.begin(&self.limits, Arc::clone(&inputs.files));
        if self
            .shared
            .as_ref()
            .is_none_or(|shared| shared.programs.len() >= PROGRAMS)
        {
            self.shared = None;
            let shared = SharedEngine::new(&self.runtime, &self.host);
            self.shared = Some(shared.map_err(|error| engine_error(&error, &self.host))?);
            self.host.begin(&self.limits, Arc::clone(&inputs.files));
        }
        let Some(shared) = self.shared.as_mut() else {
            return Err(self.host.limit(ErrorKind::MemoryLimit));
        };
        let SharedEngine {
            programs,
            seed,
            world,
        } = shared;
        let run = Evaluation {
            template,
            program,
            inputs,
            host: &self.host,
            limits: &self.limits,
            world,
        };
        world.context.with(|ctx| {
            let wound_back = seed
                .clone()
                .restore(&ctx)
                .and_then(|seed| seed.call::<_, ()>((0,)));
            if let Err(error) = wound_back {
                return run.finish(Err(run.scene().failure(&ctx, error, ProgramStage::Running)));
            }
            let known = programs.get(&template.id()).cloned();
            let function = match known.map(|function| function.restore(&ctx)) {
                Some(Ok(function)) => Ok(function),
                _ => run.compile(&ctx),
            };
            let result = function.and_then(|function| {
                let result = run.call(&ctx, &function);
                programs.insert(template.id(), Persistent::save(&ctx, function));
                result
            });
            run.finish(result)
        })
    }
}

/// A failure of the engine itself, not of a template.
fn engine_error(error: &Error, host: &Host) -> TemplateError {
    let exceeded = host.state().exceeded;
    if let Some(kind) = exceeded {
        return host.limit(kind);
    }
    match error {
        Error::Allocation | Error::Exception => host.limit(ErrorKind::MemoryLimit),
        _ => TemplateError::new(
            ErrorKind::Thrown,
            format!("the JavaScript engine cannot start: {error}"),
        ),
    }
}

impl SharedEngine {
    fn new(runtime: &Runtime, host: &Host) -> rquickjs::Result<Self> {
        let world = ScriptRealm::new(runtime, host)?;
        let seed = world.context.with(|ctx| {
            let (module, done) = Module::declare(ctx.clone(), "boot.js", BOOT)?.eval()?;
            done.finish::<()>()?;
            let roots: Value = module.get("roots")?;
            let seed: Function = module.get("seed")?;
            world
                .freeze
                .clone()
                .restore(&ctx)?
                .call::<_, ()>((roots,))?;
            Ok::<_, Error>(Persistent::save(&ctx, seed))
        })?;
        Ok(Self {
            programs: HashMap::new(),
            seed,
            world,
        })
    }
}

impl ScriptRealm {
    fn new(runtime: &Runtime, host: &Host) -> rquickjs::Result<Self> {
        let context = Context::custom::<Intrinsics>(runtime)?;
        let (freeze, well_formed) = context.with(|ctx| {
            let prelude: Function = ctx.eval(include_str!("prelude.js"))?;
            let tools: Object = prelude.call((host_object(&ctx, host)?,))?;
            Ok::<_, Error>((
                Persistent::save(&ctx, tools.get::<_, Function>("freeze")?),
                Persistent::save(&ctx, tools.get::<_, Function>("wellFormed")?),
            ))
        })?;
        Ok(Self {
            well_formed,
            freeze,
            context,
        })
    }
}

fn host_object<'js>(ctx: &Ctx<'js>, host: &Host) -> rquickjs::Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    let log = host.clone();
    object.set(
        "log",
        Function::new(
            ctx.clone(),
            move |ctx: Ctx<'js>, level: i32, text: String| {
                let level = if level == 0 {
                    ConsoleLevel::Info
                } else {
                    ConsoleLevel::Error
                };
                log.log(level, text);
                let exceeded = log.state().exceeded.is_some();
                if exceeded {
                    return Err(Exception::throw_internal(&ctx, "interrupted"));
                }
                Ok(())
            },
        )?,
    )?;
    let charge = host.clone();
    object.set(
        "charge",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, length: f64| {
            if charge.charge(length) {
                return Err(Exception::throw_internal(&ctx, "interrupted"));
            }
            Ok(())
        })?,
    )?;
    let exists = host.clone();
    object.set(
        "fileExists",
        Function::new(ctx.clone(), move |path: String| exists.file_exists(&path))?,
    )?;
    let read = host.clone();
    object.set(
        "readTextFile",
        Function::new(ctx.clone(), move |path: String| read.read_file(&path))?,
    )?;
    let write = host.clone();
    object.set(
        "writeTextFile",
        Function::new(
            ctx.clone(),
            move |ctx: Ctx<'js>, name: String, content: String| {
                let is_written = write.write_file(&name, &content);
                let exceeded = write.state().exceeded.is_some();
                if exceeded {
                    return Err(Exception::throw_internal(&ctx, "interrupted"));
                }
                Ok(is_written)
            },
        )?,
    )?;
    let random = host.clone();
    object.set(
        "random",
        Function::new(ctx.clone(), move || random.random())?,
    )?;
    Ok(object)
}

/// One evaluation.
struct Evaluation<'a> {
    template: &'a Template,
    program: &'a JavaScriptProgram,
    inputs: &'a TemplateInputs<'a>,
    host: &'a Host,
    limits: &'a TemplateLimits,
    world: &'a ScriptRealm,
}

impl Evaluation<'_> {
    fn scene(&self) -> FailureContext<'_> {
        FailureContext {
            body: self.template.body(),
            segments: self.template.segments(),
            lines: self.template.lines(),
            program: self.program,
            host: self.host,
        }
    }

    fn compile<'js>(&self, ctx: &Ctx<'js>) -> Result<Function<'js>, Failure> {
        let read = || {
            let source = self.program.source.as_str();
            let (module, done) = Module::declare(ctx.clone(), MODULE_NAME, source)?.eval()?;
            done.finish::<()>()?;
            module.get("generate")
        };
        read().map_err(|error| self.scene().failure(ctx, error, ProgramStage::Reading))
    }

    fn call<'js>(&self, ctx: &Ctx<'js>, function: &Function<'js>) -> Result<Assembly<'_>, Failure> {
        let running = |error| self.scene().failure(ctx, error, ProgramStage::Running);
        let refused = |refusal| match refusal {
            ObjectError::Value(error) => Failure::Error(error),
            ObjectError::Engine(error) => running(error),
        };
        let visible = self.template.visible(self.inputs);
        let fields = values::fields(ctx, visible).map_err(refused)?;
        let context = values::context(ctx, self.inputs.context).map_err(running)?;
        let parts = Array::new(ctx.clone()).map_err(running)?;
        let result: Value = function
            .call((fields, context, parts.clone()))
            .map_err(running)?;
        if self.host.state().exceeded.is_some() {
            return Err(running(Error::Unknown));
        }
        // A `return` in the template: its value is the text.
        if result != *parts.as_value() {
            return Err(Failure::Text(text_of(&result)));
        }
        self.assemble(ctx, &parts)
    }

    fn assemble<'js>(&self, ctx: &Ctx<'js>, parts: &Array<'js>) -> Result<Assembly<'_>, Failure> {
        let running = |error| self.scene().failure(ctx, error, ProgramStage::Running);
        let mut assembly = Assembly::new(self.template, self.limits.output);
        let mut values = parts.iter::<Value>();
        while let Some(value) = values.next() {
            let value = value.map_err(running)?;
            let index = value.as_int().and_then(|index| usize::try_from(index).ok());
            let Some((index, segment)) =
                index.and_then(|index| Some((index, self.template.segments().get(index)?)))
            else {
                continue;
            };
            let added = if segment.role == Role::Text && !self.program.is_pasted(index) {
                assembly.copy(index)
            } else {
                match values.next() {
                    Some(value) => {
                        let text = self.text(ctx, &value.map_err(running)?).map_err(running)?;
                        assembly.add(index, &text)
                    }
                    None => Ok(()),
                }
            };
            added.map_err(Failure::Error)?;
        }
        Ok(assembly)
    }

    /// A string of the program; halves of surrogate pairs become U+FFFD.
    fn text<'js>(&self, ctx: &Ctx<'js>, value: &Value<'js>) -> rquickjs::Result<String> {
        let Some(string) = value.as_string() else {
            return Ok(text_of(value));
        };
        string.to_string().or_else(|_| {
            let well_formed = self.world.well_formed.clone().restore(ctx)?;
            well_formed.call((value.clone(),))
        })
    }

    fn finish(
        &self,
        result: Result<Assembly<'_>, Failure>,
    ) -> Result<TemplateOutput, TemplateError> {
        let mut console = std::mem::take(&mut self.host.state().console);
        match result {
            Ok(assembly) => Ok(assembly.finish(console)),
            Err(Failure::Text(text)) => {
                console.push(TemplateMessage {
                    level: ConsoleLevel::Warning,
                    text: format!(
                        "the template ends with the value `{}` (a `return`, or a `throw` \
                         without an Error object); it is taken for the whole text",
                        text.chars().take(80).collect::<String>()
                    ),
                });
                let mut assembly = Assembly::new(self.template, self.limits.output);
                assembly.add_foreign(&text)?;
                Ok(assembly.finish(console))
            }
            Err(Failure::Error(mut error)) => {
                error.console = console;
                Err(error)
            }
        }
    }
}

/// Finds our own modules and nothing else.
#[derive(Clone)]
struct Modules(Host);

impl Resolver for Modules {
    fn resolve<'js>(
        &mut self,
        _ctx: &Ctx<'js>,
        base: &str,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        let plain = name.strip_prefix("./").unwrap_or(name);
        match find(JAVASCRIPT, plain) {
            Some(module) => Ok(module.name.to_owned()),
            None => {
                self.0.state().missing_module = Some(name.to_owned());
                Err(Error::new_resolving(base, name))
            }
        }
    }
}

impl Loader for Modules {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        name: &str,
        _attributes: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        match find(JAVASCRIPT, name) {
            Some(module) => Module::declare(ctx.clone(), module.name, module.source),
            None => Err(Error::new_loading(name)),
        }
    }
}
