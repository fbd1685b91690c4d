//! Typed Rust services and clients from Robot Raconteur service definitions.
//!
//! Use this through the crate `raconteur`, which exports [`service!`].
#![forbid(unsafe_code)]

mod client;
mod constants;
mod input;
mod load;
mod members;
mod names;
mod records;
mod scope;
mod server;

use proc_macro2::TokenStream;

/// Writes Rust types, service traits and client stubs for service definitions.
///
/// ```ignore
/// raconteur::service!("robdef/example.lamp.robdef");
/// ```
///
/// writes everything into the module where it stands. Definitions that import
/// each other get a module each:
///
/// ```ignore
/// raconteur::service! {
///     mod colours = "robdef/example.colours.robdef";
///     mod lamp = "robdef/example.lamp.robdef";
///     nullable "example.lamp.Lamp.shade";
/// }
/// ```
///
/// Paths begin at the folder of `Cargo.toml`. Whatever is wrong with a
/// definition is a compile error with file, line and column.
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
#[proc_macro]
pub fn service(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    generate(input.into())
        .unwrap_or_else(|errors| errors)
        .into()
}

fn generate(input: TokenStream) -> Result<TokenStream, TokenStream> {
    let request = input::Request::read(input)?;
    let loaded = load::load(request)?;
    Ok(scope::generate(&loaded))
}
