//! `raconteur generate`

use raconteur_codegen::{CodegenOptions, rust_file};
use raconteur_robdef::parse;

use crate::arguments::{Arguments, GenerateArguments};
use crate::failure::Failure;
use crate::output;
use crate::target;

pub async fn run(arguments: &Arguments, generate: &GenerateArguments) -> Result<(), Failure> {
    let texts = match &generate.from {
        Some(url) => service_texts(arguments, url).await?,
        None => file_texts(generate)?,
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let options = CodegenOptions {
        nullable: generate.nullable.iter().cloned().collect(),
        stored: generate.stored,
    };
    let code = rust_file(&texts, &options)?;
    match &generate.output {
        Some(path) => output::write_file(path, code.as_bytes()),
        None => output::print(code.trim_end()),
    }
}

/// The definitions of files; problems are named with the file.
fn file_texts(generate: &GenerateArguments) -> Result<Vec<String>, Failure> {
    let mut texts = Vec::new();
    for path in &generate.files {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::File(path.clone(), error.to_string()))?;
        if let Err(problems) = parse(&text) {
            let lines: Vec<String> = problems
                .errors()
                .map(|problem| format!("{}: {}", problem.span, problem.message))
                .collect();
            let separator = format!("\n{}:", path.display());
            return Err(Failure::Definition(format!(
                "{}:{}",
                path.display(),
                lines.join(&separator)
            )));
        }
        texts.push(text);
    }
    Ok(texts)
}

async fn service_texts(arguments: &Arguments, url: &str) -> Result<Vec<String>, Failure> {
    let session = target::connect(arguments, url).await?;
    let schema = session.schema();
    let root = session.root().schema().type_name.to_string();
    let service = root.rsplit_once('.').map_or("", |(service, _)| service);
    let texts = schema
        .closure(service)
        .iter()
        .filter_map(|name| schema.text(name))
        .map(|text| text.to_string())
        .collect();
    session.disconnect().await;
    Ok(texts)
}
