//! One evaluator, many evaluations: none may notice another.

use super::*;

fn evaluator() -> Evaluator {
    Evaluator::new(TemplateLimits::default())
}

fn template(body: &str) -> Template {
    Template::new(Language::JavaScript, body, 1, 1)
}

fn texts(evaluator: &mut Evaluator, body: &str, times: usize) -> Vec<String> {
    let template = template(body);
    (0..times)
        .map(|_| match evaluate_with(evaluator, &template, &[]) {
            Ok(output) => output.text,
            Err(error) => error.message,
        })
        .collect()
}

#[test]
fn every_evaluation_starts_afresh() {
    let mut evaluator = evaluator();
    for body in [
        "%< import * as wbrandom from 'wbrandom.js'; >%%<= wbrandom.integer(1000) >%",
        "%<= Math.random() >%",
        "%< Math.count = (Math.count || 0) + 1; >%%<= Math.count >%",
        "%< Array.prototype.extra = (Array.prototype.extra || 0) + 1; >%%<= [].extra >%",
        "%< try { Object.seen = (Object.seen || 0) + 1; } catch (e) { } >%%<= Object.seen >%",
        "%< globalThis.seen = (globalThis.seen || 0) + 1; >%%<= globalThis.seen >%",
        "%< JSON = {n: (JSON.n || 0) + 1}; >%%<= JSON.n >%",
        "%< import {add} from 'wbvector2.js'; add.n = (add.n || 0) + 1; >%%<= add.n >%",
        "%< console.n = (console.n || 0) + 1; >%%<= console.n >%",
        "%< const it = Object.getPrototypeOf([][Symbol.iterator]()); it.n = (it.n || 0) + 1; >%%<= it.n >%",
        "%< const g = Object.getPrototypeOf(function*() {}); g.n = (g.n || 0) + 1; >%%<= g.n >%",
        "%< Promise.resolve().then(() => console.log('late')); >%x",
    ] {
        let texts = texts(&mut evaluator, body, 3);
        assert!(
            texts.iter().all(|text| *text == texts[0]),
            "{body}: {texts:?}"
        );
        assert!(
            !texts[0].contains("frozen") && !texts[0].contains("read-only"),
            "{body}: {texts:?}"
        );
    }
}

#[test]
fn the_recorded_first_draw_comes_in_every_instance() {
    let body = "%< import * as wbrandom from 'wbrandom.js'; >%%<= wbrandom.integer(1000) >%";
    assert_eq!(texts(&mut evaluator(), body, 2), ["164", "164"]);
}

#[test]
fn objects_may_shadow_frozen_names() {
    let body = "%< const o = {}; o.toString = () => 'mine'; class E extends Error { } const e = new E('m'); e.name = 'N'; >%%<= o >% %<= e >%";
    assert_eq!(texts(&mut evaluator(), body, 2), ["mine N: m", "mine N: m"]);
}

#[test]
fn a_stopped_evaluation_leaves_no_trace() {
    let mut evaluator = Evaluator::new(TemplateLimits {
        operations: 1_000_000,
        ..TemplateLimits::default()
    });
    let endless = template("%< for (;;) { } >%");
    let error = evaluate_with(&mut evaluator, &endless, &[]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::OperationLimit);
    assert_eq!(texts(&mut evaluator, "%<= 1 >%", 1), ["1"]);
}

#[test]
fn templates_can_be_run_from_deep_stacks() {
    fn deep(depth: usize, evaluator: &mut Evaluator) -> String {
        let ballast = std::hint::black_box([depth; 512]);
        if depth == 0 {
            return texts(
                evaluator,
                "%< function f(n) { return n ? f(n - 1) : 'end'; } >%%<= f(100) >%",
                1,
            )
            .remove(0);
        }
        let text = deep(depth - 1, evaluator);
        std::hint::black_box(ballast);
        text
    }
    let mut evaluator = evaluator();
    assert_eq!(texts(&mut evaluator, "%<= 1 >%", 1), ["1"]);
    assert_eq!(deep(200, &mut evaluator), "end");
}

#[test]
fn equal_views_have_equal_keys() {
    let template = template("%<= fields.a.value >%");
    let key = |a: f64, b: f64, system: &str| {
        template.cache_key(&TemplateInputs {
            fields: &[
                field("a", FieldValue::Float(a)),
                field("b", FieldValue::Float(b)),
            ],
            all_fields: false,
            context: &TemplateContext {
                coordinate_system: system.to_owned(),
                ..TemplateContext::default()
            },
            files: Arc::new(NoFiles),
        })
    };
    assert_eq!(key(1.0, 1.0, "ENU"), key(1.000_000_1, 2.0, "ENU"));
    assert_ne!(key(1.0, 1.0, "ENU"), key(1.1, 1.0, "ENU"));
    assert_ne!(key(1.0, 1.0, "ENU"), key(1.0, 1.0, "NUE"));
}

#[test]
fn a_clock_ends_an_evaluation_that_takes_too_much_time() {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;
    // an hour passes before the first evaluation, and a second at each look
    let seconds = AtomicU64::new(3600);
    let clock = move || Duration::from_secs(seconds.fetch_add(1, Ordering::Relaxed));
    let mut evaluator = evaluator().with_clock(Arc::new(clock));
    assert_eq!(texts(&mut evaluator, "%<= 1 >%", 3), ["1", "1", "1"]);
    let error = evaluate_with(&mut evaluator, &template("%< for (;;) { } >%"), &[]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TimeLimit);
    assert!(error.message.contains("60 s"), "{error}");
    // nothing more runs in this round, so that a file with many of them ends too
    let error = evaluate_with(&mut evaluator, &template("%<= 1 >%"), &[]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::RoundLimit);
    evaluator.begin_round();
    assert_eq!(texts(&mut evaluator, "%<= 1 >%", 1), ["1"]);
}

#[test]
fn the_evaluations_of_a_round_have_a_limit_together() {
    let mut evaluator = Evaluator::new(TemplateLimits {
        operations: 1_000_000,
        round: 3_000_000,
        ..TemplateLimits::default()
    });
    let body = template("%< for (let i = 0; i < 500000; ++i) { } >%x");
    let mut count = || {
        let results = (0..20).map(|_| evaluate_with(&mut evaluator, &body, &[]));
        let mut done = 0;
        for result in results {
            match result {
                Ok(_) => done += 1,
                Err(error) => {
                    assert_eq!(error.kind, ErrorKind::RoundLimit);
                    assert!(error.message.contains("3000000 operations"), "{error}");
                }
            }
        }
        evaluator.begin_round();
        done
    };
    let first = count();
    assert!((3..=6).contains(&first), "{first}");
    assert_eq!(count(), first);
}
