//! Typed Rust services and clients from Robot Raconteur service definitions.
//!
//! Use this macro through the crate `raconteur`, which exports [`service!`]. This
//! crate alone gives the same compile errors, with file, line and column:
//!
//! ```compile_fail
//! raconteur_macros::service!("robdef/a_file_that_does_not_exist.robdef");
//! ```
//!
//! An example that builds a service is in the documentation of `raconteur`.
#![forbid(unsafe_code)]

mod input;
mod load;

use proc_macro2::TokenStream;

/// Writes Rust types, service traits and client stubs for service definitions.
///
/// ```text
/// raconteur::service!("robdef/example.lamp.robdef");
/// ```
///
/// writes everything into the current module. Definitions that import
/// each other get a module each:
///
/// ```text
/// raconteur::service! {
///     mod colours = "robdef/example.colours.robdef";
///     mod lamp = "robdef/example.lamp.robdef";
///     nullable "example.lamp.Lamp.shade";
/// }
/// ```
///
/// Paths begin at the folder of `Cargo.toml`. An error in a definition is a
/// compile error with file, line and column.
///
/// | definition | Rust |
/// | --- | --- |
/// | `double`, `int32`, `bool`, … | `f64`, `i32`, `bool`, … |
/// | `cdouble`, `csingle` | `(f64, f64)`, `(f32, f32)`: real and imaginary part |
/// | `string` | `String` |
/// | `varvalue` | `raconteur::value::Value` |
/// | `T[]`, `T[n-]` | `Vec<T>` |
/// | `T[n]` | `[T; n]`, above 256 items `Vec<T>` |
/// | `T[*]`, `T[n,m]` | `MultiDim<T>` |
/// | `T{list}` | `List<T>` |
/// | `T{int32}`, `T{string}` | `BTreeMap<i32, T>`, `BTreeMap<String, T>` |
/// | struct, pod, named array, enum | a type of that name in camel case |
///
/// Structures and containers may be null on the wire. Only what is named by
/// `nullable "definition.Type.member"` becomes an `Option`; elsewhere null is
/// an error.
///
/// # What is written for an object `Lamp`
///
/// | item | is |
/// | --- | --- |
/// | `Lamp` | the trait of the service side: a method per property, function, reference and memory |
/// | `LampMembers` | its events, wires, pipes and callbacks, to be stored in the object |
/// | `LampObject` | a `Lamp` that a node can serve: `LampObject::new(lamp).service("lamp")` |
/// | `LampClient` | the client side: `LampClient::connect(url)`, or `new` with an object of a session |
///
/// With the word `stored` after the file, `LampMembers` holds the properties
/// too, as `raconteur::members::Property`, and the trait reads and writes them
/// by itself: only functions, and properties that do more, are left to write.
/// The object gives its members by `AsRef<LampMembers>`; the members alone can
/// be the object:
///
/// ```text
/// raconteur::service!("robdef/example.lamp.robdef", stored);
///
/// impl Lamp for LampMembers {}
///
/// #[tokio::main]
/// async fn main() -> raconteur::Result<()> {
///     let lamp = LampObject::new(LampMembers::default());
///     lamp.service("lamp")?.serve("127.0.0.1:29201").await
/// }
/// ```
#[proc_macro]
pub fn service(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    generate(input.into())
        .unwrap_or_else(|errors| errors)
        .into()
}

fn generate(input: TokenStream) -> Result<TokenStream, TokenStream> {
    let request = input::MacroInput::read(input)?;
    let sources = load::load(request)?;
    Ok(raconteur_codegen::generate(&sources))
}

#[cfg(test)]
mod tests {
    use super::generate;

    fn errors(input: &str) -> String {
        let tokens = input.parse().expect("tokens");
        match generate(tokens) {
            Ok(code) => panic!("accepted: {code}"),
            Err(errors) => errors.to_string(),
        }
    }

    #[test]
    fn problems_are_shown_with_file_line_and_column() {
        let shown = errors(r#""tests/bad_syntax.robdef""#);
        assert!(shown.contains("tests/bad_syntax.robdef:6:21: "), "{shown}");
        assert!(shown.contains("tests/bad_syntax.robdef:7:5: "), "{shown}");
        let shown = errors(r#""tests/bad_names.robdef""#);
        assert!(
            shown.contains("tests/bad_names.robdef:6:5: there is no type `Colour` here"),
            "{shown}"
        );
        let shown = errors(r#""tests/missing.robdef""#);
        assert!(
            shown.contains("cannot read") && shown.contains("missing.robdef"),
            "{shown}"
        );
    }

    #[test]
    fn the_macro_says_what_it_wants() {
        assert!(errors("").contains("a file is expected"));
        assert!(errors("mod lamp").contains("must follow"));
        assert!(errors("lamp").contains("expected"));
        let unknown = r#""tests/good.robdef", nullable "example.good.Lamp.nothing""#;
        assert!(errors(unknown).contains("there is no member or field"));
    }

    #[test]
    fn every_kind_of_member_gets_code() {
        let code = generate(r#""tests/good.robdef""#.parse().expect("tokens"));
        let code = code.expect("a good definition").to_string();
        for name in [
            "trait Lamp",
            "struct LampMembers",
            "struct LampObject",
            "struct LampClient",
        ] {
            assert!(code.contains(name), "{name} is missing");
        }
        assert!(code.contains("fn set_brightness"), "{code}");
        assert!(
            !code.contains("fn set_serial"),
            "readonly properties have no setter"
        );
        assert!(
            !code.contains("fn secret ("),
            "writeonly properties have no getter"
        );
    }

    #[test]
    fn properties_are_stored_when_asked_for() {
        let code = generate(r#""tests/good.robdef", stored"#.parse().expect("tokens"));
        let code = code.expect("a good definition").to_string();
        assert!(code.contains("members :: Property < f64 >"), "{code}");
        assert!(code.contains("AsRef < LampMembers >"), "{code}");
    }
}
