//! The engines of templates: any body ends within its limits, with text or an error.

use foxden_lang::template::{
    Evaluator, FieldValue, Language, NoFiles, Template, TemplateContext, TemplateField,
    TemplateInputs, TemplateLimits,
};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// Few operations and little memory: an endless loop costs little time.
fn limits() -> TemplateLimits {
    TemplateLimits {
        operations: 10_000,
        round: u64::MAX,
        memory: 4 << 20,
        time: Duration::from_millis(200),
        output: 1 << 16,
        console: 1 << 12,
    }
}

thread_local! {
    /// One evaluator for all inputs, as a world has one for all its PROTOs.
    static EVALUATOR: RefCell<(Evaluator, u32)> = RefCell::new((Evaluator::new(limits()), 0));
}

/// An evaluator is replaced after this number of inputs, so that what one input leaves
/// behind cannot grow.
const INPUTS: u32 = 256;

/// Runs one input; the first byte chooses the language.
pub fn run(data: &[u8]) {
    let Some((kind, body)) = data.split_first() else {
        return;
    };
    let Ok(body) = std::str::from_utf8(body) else {
        return;
    };
    let language = match kind % 2 {
        0 => Language::JavaScript,
        _ => Language::Lua,
    };
    let field = |name: &str, value: FieldValue| TemplateField {
        name: name.to_owned(),
        default: value.clone(),
        value,
    };
    let fields = [
        field("r", FieldValue::Float(1.5)),
        field(
            "list",
            FieldValue::List(vec![FieldValue::Float(1.0), FieldValue::Float(2.0)]),
        ),
        field("text", FieldValue::String("a".to_owned())),
    ];
    let template = Template::new(language, body, 7, 1);
    EVALUATOR.with_borrow_mut(|(evaluator, count)| {
        *count += 1;
        if *count == INPUTS {
            (*evaluator, *count) = (Evaluator::new(limits()), 0);
        }
        let evaluated = evaluator.evaluate(
            &template,
            &TemplateInputs {
                fields: &fields,
                all_fields: true,
                context: &TemplateContext::default(),
                files: Arc::new(NoFiles),
            },
        );
        if let Err(error) = evaluated {
            assert!(!error.to_string().is_empty());
        }
    });
}
