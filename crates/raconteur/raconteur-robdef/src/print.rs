//! The printer: `to_string` of a definition gives a text that parses to the
//! same definition, in the order the reference implementation prints.

use std::fmt::{self, Display, Formatter, Write};

use crate::{
    ArrayShape, BaseType, Constant, ConstantValue, Container, DataType, Enumeration, FunctionFlow,
    Literal, Member, MemberKind, Modifier, ModifierArgument, Modifiers, Object, ObjectTarget,
    OptionLine, Parameter, Record, ServiceDefinition, Using, Version,
};

impl Display for ServiceDefinition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        documentation(f, "", self.documentation.as_deref())?;
        writeln!(f, "service {}", self.name)?;
        if let Some(version) = self.version {
            // `stdver` forbids options from 0.9.2 on and does not exist before 0.9.
            let old = version < Version::new(0, 9, 0, 0) || has_options(self);
            let keyword = if old { "option version" } else { "stdver" };
            writeln!(f, "\n{keyword} {version}")?;
        }
        section(
            f,
            self.imports
                .iter()
                .map(|import| format!("import {}", import.name)),
        )?;
        section(f, &self.using)?;
        section(f, &self.options)?;
        for constant in &self.constants {
            writeln!(f)?;
            constant_lines(f, "", constant)?;
        }
        for enumeration in &self.enumerations {
            write!(f, "\n{enumeration}")?;
        }
        for exception in &self.exceptions {
            writeln!(f)?;
            documentation(f, "", exception.documentation.as_deref())?;
            writeln!(f, "exception {}", exception.name)?;
        }
        for (keyword, records) in [
            ("struct", &self.structures),
            ("pod", &self.pods),
            ("namedarray", &self.named_arrays),
        ] {
            for record in records {
                writeln!(f)?;
                record_lines(f, keyword, record)?;
            }
        }
        for object in &self.objects {
            write!(f, "\n{object}")?;
        }
        Ok(())
    }
}

fn has_options(definition: &ServiceDefinition) -> bool {
    let records = [
        &definition.structures,
        &definition.pods,
        &definition.named_arrays,
    ];
    !definition.options.is_empty()
        || records
            .into_iter()
            .flatten()
            .any(|record| !record.options.is_empty())
        || definition
            .objects
            .iter()
            .any(|object| !object.options.is_empty())
}

/// Lines with an empty one before them, or nothing.
fn section<T: Display>(f: &mut Formatter<'_>, lines: impl IntoIterator<Item = T>) -> fmt::Result {
    for (index, line) in lines.into_iter().enumerate() {
        if index == 0 {
            writeln!(f)?;
        }
        writeln!(f, "{line}")?;
    }
    Ok(())
}

fn documentation(f: &mut Formatter<'_>, indent: &str, text: Option<&str>) -> fmt::Result {
    for line in text.into_iter().flat_map(|text| text.split('\n')) {
        writeln!(f, "{indent}##{line}")?;
    }
    Ok(())
}

impl Display for Using {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "using {}", self.qualified)?;
        match self.qualified.split() {
            Some((_, own)) if own == self.alias => Ok(()),
            _ => write!(f, " as {}", self.alias),
        }
    }
}

impl Display for OptionLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "option {}", self.text)
    }
}

fn constant_lines(f: &mut Formatter<'_>, indent: &str, constant: &Constant) -> fmt::Result {
    documentation(f, indent, constant.documentation.as_deref())?;
    writeln!(f, "{indent}{constant}")
}

impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.value {
            ConstantValue::Number { number, value } => {
                write!(f, "constant {} {name} {value}", number.keyword())
            }
            ConstantValue::Numbers {
                number,
                shape,
                values,
            } => {
                write!(f, "constant {}{shape} {name} {{", number.keyword())?;
                separated(f, values)?;
                f.write_str("}")
            }
            ConstantValue::Text(text) => {
                write!(f, "constant string {name} \"")?;
                escaped(f, text)?;
                f.write_str("\"")
            }
            ConstantValue::Record { type_name, fields } => {
                write!(f, "constant {type_name} {name} {{")?;
                separated(
                    f,
                    fields
                        .iter()
                        .map(|field| format!("{}: {}", field.name, field.constant)),
                )?;
                f.write_str("}")
            }
        }
    }
}

fn separated<T: Display>(f: &mut Formatter<'_>, items: impl IntoIterator<Item = T>) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

fn escaped(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            ' '..='~' => f.write_char(character)?,
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(f, "\\u{unit:04x}")?;
                }
            }
        }
    }
    Ok(())
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Integer {
                value,
                hexadecimal: true,
            } => hexadecimal(f, *value),
            Literal::Integer { value, .. } => write!(f, "{value}"),
            Literal::Real(value) => write!(f, "{value:?}"),
        }
    }
}

fn hexadecimal(f: &mut Formatter<'_>, value: i128) -> fmt::Result {
    let sign = if value < 0 { "-" } else { "" };
    write!(f, "{sign}0x{:x}", value.unsigned_abs())
}

impl Display for Enumeration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        documentation(f, "", self.documentation.as_deref())?;
        writeln!(f, "enum {}", self.name)?;
        let last = self.values.len().saturating_sub(1);
        for (index, value) in self.values.iter().enumerate() {
            documentation(f, "    ", value.documentation.as_deref())?;
            write!(f, "    {}", value.name)?;
            if value.explicit {
                f.write_str(" = ")?;
                if value.hexadecimal {
                    hexadecimal(f, value.value.into())?;
                } else {
                    write!(f, "{}", value.value)?;
                }
            }
            f.write_str(if index == last { "\n" } else { ",\n" })?;
        }
        f.write_str("end\n")
    }
}

fn record_lines(f: &mut Formatter<'_>, keyword: &str, record: &Record) -> fmt::Result {
    documentation(f, "", record.documentation.as_deref())?;
    writeln!(f, "{keyword} {}", record.name)?;
    for option in &record.options {
        writeln!(f, "    {option}")?;
    }
    for constant in &record.constants {
        constant_lines(f, "    ", constant)?;
    }
    for field in &record.fields {
        documentation(f, "    ", field.documentation.as_deref())?;
        writeln!(
            f,
            "    field {} {}{}",
            field.data_type, field.name, field.modifiers
        )?;
    }
    writeln!(f, "end")
}

impl Display for Object {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        documentation(f, "", self.documentation.as_deref())?;
        writeln!(f, "object {}", self.name)?;
        for name in &self.implements {
            writeln!(f, "    implements {name}")?;
        }
        for option in &self.options {
            writeln!(f, "    {option}")?;
        }
        for constant in &self.constants {
            constant_lines(f, "    ", constant)?;
        }
        for member in &self.members {
            documentation(f, "    ", member.documentation.as_deref())?;
            writeln!(f, "    {member}")?;
        }
        writeln!(f, "end")
    }
}

impl Display for Member {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        write!(f, "{} ", self.kind.keyword())?;
        match &self.kind {
            MemberKind::Property(property) => write!(f, "{} {name}", property.data_type)?,
            MemberKind::Pipe(pipe) => write!(f, "{} {name}", pipe.data_type)?,
            MemberKind::Wire(wire) => write!(f, "{} {name}", wire.data_type)?,
            MemberKind::Memory(memory) => {
                let shape = if memory.multidimensional { "[*]" } else { "[]" };
                write!(f, "{}{shape} {name}", memory.base)?;
            }
            MemberKind::ObjectReference(reference) => {
                match &reference.target {
                    ObjectTarget::Any => f.write_str("varobject")?,
                    ObjectTarget::Named(target) => write!(f, "{target}")?,
                }
                let (array, container) = reference.index.as_type();
                write!(f, "{array}{container} {name}")?;
            }
            MemberKind::Event(event) => {
                f.write_str(name)?;
                parameters(f, &event.parameters, None)?;
            }
            MemberKind::Callback(callback) => {
                match &callback.returns {
                    Some(returns) => write!(f, "{returns} {name}")?,
                    None => write!(f, "void {name}")?,
                }
                parameters(f, &callback.parameters, None)?;
            }
            MemberKind::Function(function) => {
                let consumes = match &function.flow {
                    FunctionFlow::Once(None) => {
                        write!(f, "void {name}")?;
                        None
                    }
                    FunctionFlow::Once(Some(returns)) => {
                        write!(f, "{returns} {name}")?;
                        None
                    }
                    FunctionFlow::Produces(produces) => {
                        write!(f, "{produces}{{generator}} {name}")?;
                        None
                    }
                    FunctionFlow::Consumes(consumes) => {
                        write!(f, "void {name}")?;
                        Some(consumes)
                    }
                    FunctionFlow::Exchanges { produces, consumes } => {
                        write!(f, "{produces}{{generator}} {name}")?;
                        Some(consumes)
                    }
                };
                parameters(f, &function.parameters, consumes)?;
            }
        }
        write!(f, "{}", self.modifiers)
    }
}

fn parameters(
    f: &mut Formatter<'_>,
    parameters: &[Parameter],
    generator: Option<&Parameter>,
) -> fmt::Result {
    f.write_str("(")?;
    let plain = parameters
        .iter()
        .map(|parameter| format!("{} {}", parameter.data_type, parameter.name));
    let generator = generator
        .map(|parameter| format!("{}{{generator}} {}", parameter.data_type, parameter.name));
    separated(f, plain.chain(generator))?;
    f.write_str(")")
}

impl Display for Modifiers {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        f.write_str(" [")?;
        separated(f, &self.0)?;
        f.write_str("]")
    }
}

impl Display for Modifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        separated(
            f,
            self.arguments.iter().map(|argument| match argument {
                ModifierArgument::Number(text) | ModifierArgument::Constant(text) => text,
            }),
        )?;
        f.write_str(")")
    }
}

impl Display for DataType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.base, self.array, self.container)
    }
}

impl Display for BaseType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BaseType::Number(number) => f.write_str(number.keyword()),
            BaseType::String => f.write_str("string"),
            BaseType::VarValue => f.write_str("varvalue"),
            BaseType::Named(name) => write!(f, "{name}"),
        }
    }
}

impl Display for ArrayShape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ArrayShape::Scalar => Ok(()),
            ArrayShape::Variable => f.write_str("[]"),
            ArrayShape::Fixed(length) => write!(f, "[{length}]"),
            ArrayShape::Bounded(length) => write!(f, "[{length}-]"),
            ArrayShape::MultiVariable => f.write_str("[*]"),
            ArrayShape::MultiFixed(lengths) => {
                f.write_str("[")?;
                for (index, length) in lengths.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{length}")?;
                }
                f.write_str(if lengths.len() == 1 { ",]" } else { "]" })
            }
        }
    }
}

impl Display for Container {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Container::None => "",
            Container::List => "{list}",
            Container::Int32Map => "{int32}",
            Container::StringMap => "{string}",
        })
    }
}
