//! `raconteur call`

use raconteur::client::RemoteGenerator;
use raconteur::json::{DeclaredType, JsonConverter};
use raconteur::value::Value;
use raconteur_robdef::{DataType, FunctionFlow, MemberKind};

use super::line;
use crate::arguments::{Arguments, CallArguments};
use crate::failure::Failure;
use crate::output::print;
use crate::target;

pub async fn run(arguments: &Arguments, call: &CallArguments) -> Result<(), Failure> {
    let session = target::connect(arguments, &call.url).await?;
    let target = target::member(&session, &call.member).await?;
    let (definition, member) = target.find()?;
    let MemberKind::Function(function) = &member.kind else {
        return Err(target.wrong_kind(member));
    };
    let texts = JsonConverter::new(target.schema().definitions());
    let typed = |data_type| DeclaredType {
        data_type,
        definition,
    };
    let expected = function.parameters.len();
    let (consumes, produces) = match &function.flow {
        FunctionFlow::Once(returns) => (None, returns.as_ref()),
        FunctionFlow::Produces(produces) => (None, Some(produces)),
        FunctionFlow::Consumes(consumes) => (Some(&consumes.data_type), None),
        FunctionFlow::Exchanges { produces, consumes } => {
            (Some(&consumes.data_type), Some(produces))
        }
    };
    let given = call.parameters.len();
    if given < expected || (consumes.is_none() && given > expected) {
        return Err(Failure::Parameters {
            declaration: member.to_string(),
            expected,
            given,
        });
    }
    let (own, turns) = call.parameters.split_at(expected);
    let mut values = Vec::new();
    for (parameter, text) in function.parameters.iter().zip(own) {
        values.push(texts.read(text, typed(&parameter.data_type))?);
    }
    let show = |value: &Value, data_type: Option<&DataType>| match data_type {
        Some(data_type) => {
            let typed = DeclaredType {
                data_type,
                definition,
            };
            print(&line(arguments, texts, value, Some(typed)))
        }
        None => Ok(()),
    };
    if !function.is_generator() {
        let result: Value = target.object.call(&target.name, values).await?;
        show(&result, produces)?;
    } else if let Some(consumes) = consumes {
        let mut inputs = Vec::new();
        for text in turns {
            inputs.push(texts.read(text, typed(consumes))?);
        }
        let generator: RemoteGenerator = target.object.generate(&target.name, values).await?;
        for input in inputs {
            match generator.next(input).await? {
                Some(item) => show(&item, produces)?,
                None => break,
            }
        }
        generator.close().await?;
    } else {
        let generator: RemoteGenerator<(), Value> =
            target.object.generate(&target.name, values).await?;
        while let Some(item) = generator.next(()).await? {
            show(&item, produces)?;
        }
    }
    session.disconnect().await;
    Ok(())
}
