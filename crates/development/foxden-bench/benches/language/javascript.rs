//! A template of 70 kB: Foxden's evaluation against that of the bare engine.

use crate::texts;
use foxden_bench::{Goal, MeasuredRatio, Stopwatch, best_of};
use foxden_lang::template::{
    Evaluator, FieldValue, Language, NoFiles, Template, TemplateContext, TemplateField,
    TemplateInputs, TemplateLimits, generated_program,
};
use rquickjs::{Array, Function, Module, Object, Runtime};
use std::hint::black_box;
use std::sync::Arc;

const RUNS: usize = 30;

fn fields() -> Vec<TemplateField> {
    let field = |name: &str, value: FieldValue| TemplateField {
        name: name.to_owned(),
        value: value.clone(),
        default: value,
    };
    vec![
        field("version", FieldValue::String("2".into())),
        field("label", FieldValue::String("bench".into())),
        field("wheelRadius", FieldValue::Float(0.02)),
        field("sensors", FieldValue::Int(8)),
    ]
}

/// Everything from the text of the body to the text of the nodes.
fn ours(evaluator: &mut Evaluator, body: &str) -> f64 {
    let fields = fields();
    let context = TemplateContext::default();
    let start = Stopwatch::start();
    let template = Template::new(Language::JavaScript, body, 1, 1);
    let inputs = TemplateInputs {
        fields: &fields,
        all_fields: false,
        context: &context,
        files: Arc::new(NoFiles),
    };
    let output = evaluator.evaluate(&template, &inputs).unwrap();
    assert!(output.text.len() > 60_000);
    black_box(output);
    start.seconds()
}

/// A program in the bare engine: compile it and call it.
fn engine(context: &rquickjs::Context, program: &str) -> f64 {
    let start = Stopwatch::start();
    context.with(|ctx| {
        let fields: Object = ctx
            .eval("({version:{value:'2'},label:{value:'bench'},wheelRadius:{value:0.02},sensors:{value:8}})")
            .unwrap();
        let module = Module::declare(ctx.clone(), "bench.js", program).unwrap();
        let (module, promise) = module.eval().unwrap();
        promise.finish::<()>().unwrap();
        let generate: Function = module.get("generate").unwrap();
        let parts = Array::new(ctx.clone()).unwrap();
        let result: rquickjs::Value = generate
            .call((fields, Object::new(ctx.clone()).unwrap(), parts))
            .unwrap();
        black_box(&result);
    });
    start.seconds()
}

/// The same with an engine that is started for it.
fn fresh_engine(program: &str) -> f64 {
    let start = Stopwatch::start();
    let runtime = Runtime::new().unwrap();
    engine(&rquickjs::Context::full(&runtime).unwrap(), program);
    start.seconds()
}

fn fresh_ours(body: &str) -> f64 {
    let start = Stopwatch::start();
    ours(&mut Evaluator::new(TemplateLimits::default()), body);
    start.seconds()
}

/// The program that the genuine Webots makes: all text is in the program as
/// template literals.
fn pasted_program(body: &str) -> String {
    let mut program = "export function generate(fields,context,parts){let text='';".to_owned();
    let mut rest = body;
    while let Some(open) = rest.find("%<") {
        program += &format!("text+=`{}`;", &rest[..open]);
        let close = rest.find(">%").unwrap();
        let code = &rest[open + 2..close];
        program += &match code.strip_prefix('=') {
            Some(expression) => format!("text+=({expression});"),
            None => format!("{code}\n"),
        };
        rest = &rest[close + 2..];
    }
    program += &format!("text+=`{rest}`;return text;}}");
    program
}

pub fn measure(rows: &mut Vec<MeasuredRatio>) {
    let body = texts::robot_body();
    let template = Template::new(Language::JavaScript, body.as_str(), 1, 1);
    let lean = generated_program(&template).unwrap().to_owned();
    let pasted = pasted_program(&body);
    let milliseconds = |seconds: f64| format!("{:.2} ms", seconds * 1e3);
    let mut row = |what: &str, ours: f64, theirs: f64, goal| {
        rows.push(MeasuredRatio {
            what: format!("{what} ({} kB)", body.len() / 1000),
            ours: milliseconds(ours),
            theirs: milliseconds(theirs),
            ratio: ours / theirs,
            goal,
        });
    };
    // a world has one engine for all its templates, so its start is measured apart
    let runtime = Runtime::new().unwrap();
    let context = rquickjs::Context::full(&runtime).unwrap();
    let mut evaluator = Evaluator::new(TemplateLimits::default());
    // A different template each time: equal templates are compiled only once.
    let mut run = 0;
    let expansion = best_of(RUNS, || {
        run += 1;
        ours(&mut evaluator, &format!("%< // run {run}\n>%{body}"))
    });
    let same = best_of(RUNS, || engine(&context, &lean));
    let as_webots = best_of(RUNS, || engine(&context, &pasted));
    row(
        "expansion of an E-puck-like template, against the engine on the program as Webots writes it",
        expansion,
        as_webots,
        Goal::AtMost(2.0),
    );
    row(
        "the same, against the engine on Foxden's program, which leaves plain text outside",
        expansion,
        same,
        Goal::AtMost(2.0),
    );
    row(
        "the first expansion, the start of engine and modules included",
        best_of(RUNS, || fresh_ours(&body)),
        best_of(RUNS, || fresh_engine(&pasted)),
        Goal::None,
    );
    let world = format!(
        "{}EXTERNPROTO \"../protos/BenchRobot.proto\"\nWorldInfo {{}}\nViewpoint {{}}\nBenchRobot {{ }}\n",
        texts::HEAD
    );
    let proto = texts::robot_proto();
    let load = || crate::load_seconds(&world, Some(("BenchRobot.proto", &proto))).0;
    row(
        "the whole load of a world with one such robot, start included",
        best_of(10, load),
        as_webots,
        Goal::None,
    );
}
