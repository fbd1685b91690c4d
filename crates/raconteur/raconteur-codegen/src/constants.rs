//! Constants, exceptions and the definition's own text.

use proc_macro2::{Literal as Number, TokenStream};
use quote::quote;
use raconteur_robdef::{Constant, ConstantValue, Literal, NumberType};

use crate::names;
use crate::scope::{Scope, document, number_type};
use crate::sources::DefinitionText;

pub fn definition(scope: Scope<'_>) -> TokenStream {
    let name = &scope.definition.name;
    let text = match &scope.unit.text {
        DefinitionText::File(path) => {
            let file = path.display().to_string();
            quote!(::core::include_str!(#file))
        }
        DefinitionText::Literal(text) => quote!(#text),
    };
    let mut code = quote! {
        /// The name of the service definition.
        pub const DEFINITION_NAME: &str = #name;
        /// The text of the service definition.
        pub const DEFINITION: &str = #text;
    };
    for constant in &scope.definition.constants {
        code.extend(value(constant, &scope.definition.constants));
    }
    for object in &scope.definition.objects {
        if object.constants.is_empty() {
            continue;
        }
        let module = names::snake_before(&object.name, "_constants");
        let text = format!("Constants of `{name}.{}`.", object.name);
        let values = object
            .constants
            .iter()
            .map(|item| value(item, &object.constants));
        code.extend(quote! {
            #[doc = #text]
            pub mod #module {
                #(#values)*
            }
        });
    }
    for exception in &scope.definition.exceptions {
        let full = format!("{name}.{}", exception.name);
        let ident = scope.own_type(&exception.name);
        let text = format!("The exception `{full}`.");
        let docs = document(exception.documentation.as_deref(), &text);
        code.extend(quote! {
            #docs
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct #ident;

            impl #ident {
                /// The qualified name on the wire.
                pub const NAME: &'static str = #full;

                /// The exception with a message.
                #[allow(clippy::new_ret_no_self, reason = "an exception is an error")]
                pub fn new(message: impl ::core::convert::Into<::std::string::String>) -> ::raconteur::Error {
                    ::raconteur::Error::declared(Self::NAME, message)
                }

                /// True if the error is this exception.
                pub fn matches(error: &::raconteur::Error) -> bool {
                    error.name == Self::NAME
                }
            }
        });
    }
    code
}

fn value(constant: &Constant, all: &[Constant]) -> TokenStream {
    let docs = document(
        constant.documentation.as_deref(),
        &format!("The constant `{}`.", constant.name),
    );
    // The numbers are the definition's, not ours to polish.
    let docs = quote! {
        #docs
        #[allow(clippy::approx_constant, clippy::excessive_precision, clippy::unreadable_literal)]
    };
    let name = names::shout(&constant.name);
    match &constant.value {
        ConstantValue::Number { number, value } => {
            let (type_, value) = (number_type(*number), literal(*number, *value));
            quote!(#docs pub const #name: #type_ = #value;)
        }
        ConstantValue::Numbers { number, values, .. } => {
            let (type_, count) = (number_type(*number), values.len());
            let values = values.iter().map(|value| literal(*number, *value));
            quote!(#docs pub const #name: [#type_; #count] = [#(#values),*];)
        }
        ConstantValue::Text(text) => quote!(#docs pub const #name: &str = #text;),
        ConstantValue::Record { fields, .. } => {
            let module = names::snake(&constant.name);
            let uses = fields.iter().map(|field| {
                let record = all.iter().any(|other| {
                    other.name == field.constant
                        && matches!(other.value, ConstantValue::Record { .. })
                });
                if record {
                    let (from, to) = (names::snake(&field.constant), names::snake(&field.name));
                    quote!(pub use super::#from as #to;)
                } else {
                    let (from, to) = (names::shout(&field.constant), names::shout(&field.name));
                    quote!(pub use super::#from as #to;)
                }
            });
            quote!(#docs pub mod #module { #(#uses)* })
        }
    }
}

fn literal(number: NumberType, value: Literal) -> TokenStream {
    match (number, value) {
        (NumberType::Double, Literal::Real(real)) => {
            signed(real < 0.0, Number::f64_suffixed(real.abs()))
        }
        (_, Literal::Real(real)) => {
            let real = real as f32;
            signed(real < 0.0, Number::f32_suffixed(real.abs()))
        }
        (_, Literal::Integer { value, .. }) => {
            let digits = Number::u128_unsuffixed(value.unsigned_abs());
            signed(value < 0, digits)
        }
    }
}

fn signed(negative: bool, literal: Number) -> TokenStream {
    if negative {
        quote!(-#literal)
    } else {
        quote!(#literal)
    }
}
