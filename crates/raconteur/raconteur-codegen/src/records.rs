//! Structures, pods, named arrays and enumerations.

use proc_macro2::TokenStream;
use quote::quote;
use raconteur_robdef::{ArrayShape, BaseType, Container, Enumeration, Field, NamedType, Record};

use crate::names;
use crate::scope::{LARGEST_ARRAY, Scope, document, number_type};

pub fn all(scope: Scope<'_>) -> TokenStream {
    let definition = scope.definition;
    let mut code = TokenStream::new();
    code.extend(
        definition
            .enumerations
            .iter()
            .map(|item| enumeration(scope, item)),
    );
    code.extend(
        definition
            .structures
            .iter()
            .map(|item| structure(scope, item)),
    );
    code.extend(definition.pods.iter().map(|item| pod(scope, item)));
    code.extend(
        definition
            .named_arrays
            .iter()
            .map(|item| named_array(scope, item)),
    );
    code
}

fn enumeration(scope: Scope<'_>, item: &Enumeration) -> TokenStream {
    let name = scope.own_type(&item.name);
    let full = format!("{}.{}", scope.definition.name, item.name);
    let docs = document(item.documentation.as_deref(), &format!("`{full}`."));
    let variants: Vec<_> = item
        .values
        .iter()
        .map(|value| {
            let all = item.values.iter().map(|other| other.name.as_str());
            names::camel_among(all, &value.name)
        })
        .collect();
    let numbers: Vec<_> = item.values.iter().map(|value| value.value).collect();
    let variant_docs = item.values.iter().map(|value| {
        document(
            value.documentation.as_deref(),
            &format!("`{}`.", value.name),
        )
    });
    let wrong = format!(" is no value of {full}");
    let (representation, default) = match variants.first() {
        Some(first) => (
            quote!(#[repr(i32)]),
            quote! {
                impl ::core::default::Default for #name {
                    fn default() -> Self {
                        Self::#first
                    }
                }
            },
        ),
        None => (quote!(), quote!()),
    };
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #representation
        pub enum #name {
            #(#variant_docs #variants = #numbers,)*
        }

        #default

        impl #name {
            /// The number on the wire.
            pub const fn number(self) -> i32 {
                match self {
                    #(Self::#variants => #numbers,)*
                }
            }

            /// The value of that number.
            pub const fn from_number(number: i32) -> ::core::option::Option<Self> {
                match number {
                    #(#numbers => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        impl ::raconteur::value::IntoValue for #name {
            fn into_value(self) -> ::raconteur::value::Value {
                ::raconteur::value::IntoValue::into_value(self.number())
            }
        }

        impl ::raconteur::value::FromValue for #name {
            fn from_value(value: ::raconteur::value::Value) -> ::raconteur::Result<Self> {
                let number = <i32 as ::raconteur::value::FromValue>::from_value(value)?;
                Self::from_number(number).ok_or_else(|| {
                    ::raconteur::Error::new(
                        ::raconteur::ErrorCode::DataTypeError,
                        ::std::format!("{number}{}", #wrong),
                    )
                })
            }
        }
    }
}

/// The field's Rust type, boxed where a structure contains itself.
fn field_type(scope: Scope<'_>, record: &Record, field: &Field) -> TokenStream {
    if scope.is_recursive(&record.name, &field.data_type) {
        let inner = scope.data_type(&field.data_type);
        return quote!(::core::option::Option<::std::boxed::Box<#inner>>);
    }
    scope.member_type(&record.name, &field.name, &field.data_type)
}

/// True if `Default` gives a value that is valid on the wire.
fn has_default(scope: Scope<'_>, definition: &str, record: &Record) -> bool {
    let Some(definition) = scope.definitions().definition(definition) else {
        return false;
    };
    record.fields.iter().all(|field| {
        let data_type = &field.data_type;
        if data_type.container != Container::None || data_type.base == BaseType::VarValue {
            return true;
        }
        let nested = match &data_type.base {
            BaseType::Named(name) => {
                let full = definition.qualify(name);
                let owner = full.rsplit_once('.').map_or("", |(owner, _)| owner);
                match scope.definitions().named(&full) {
                    Some(NamedType::Pod(inner) | NamedType::NamedArray(inner)) => {
                        has_default(scope, owner, inner)
                    }
                    Some(NamedType::Enumeration(inner)) => !inner.values.is_empty(),
                    // Structures may be recursive; keep it simple.
                    _ => false,
                }
            }
            _ => true,
        };
        match data_type.array {
            ArrayShape::Scalar => nested,
            ArrayShape::Fixed(length) => nested && length <= 32,
            ArrayShape::MultiFixed(_) => false,
            ArrayShape::Variable | ArrayShape::Bounded(_) | ArrayShape::MultiVariable => true,
        }
    })
}

struct FieldParts {
    docs: TokenStream,
    derive: TokenStream,
    name: proc_macro2::Ident,
    full: String,
    fields: Vec<proc_macro2::Ident>,
    keys: Vec<String>,
    types: Vec<TokenStream>,
    field_docs: Vec<TokenStream>,
}

fn parts(scope: Scope<'_>, record: &Record) -> FieldParts {
    let full = format!("{}.{}", scope.definition.name, record.name);
    let default = has_default(scope, &scope.definition.name, record);
    FieldParts {
        docs: document(record.documentation.as_deref(), &format!("`{full}`.")),
        derive: if default {
            quote!(#[derive(Clone, Debug, PartialEq, Default)])
        } else {
            quote!(#[derive(Clone, Debug, PartialEq)])
        },
        name: scope.own_type(&record.name),
        fields: record
            .fields
            .iter()
            .map(|field| {
                let all = record.fields.iter().map(|other| other.name.as_str());
                names::snake_among(all, &field.name)
            })
            .collect(),
        keys: record
            .fields
            .iter()
            .map(|field| field.name.clone())
            .collect(),
        types: record
            .fields
            .iter()
            .map(|field| field_type(scope, record, field))
            .collect(),
        field_docs: record
            .fields
            .iter()
            .map(|field| {
                let text = format!("`{} {}`.", field.data_type, field.name);
                document(field.documentation.as_deref(), &text)
            })
            .collect(),
        full,
    }
}

impl FieldParts {
    /// `mut` for what the fields are taken from, if there are any.
    fn taken_from(&self) -> Option<TokenStream> {
        (!self.fields.is_empty()).then(|| quote!(mut))
    }

    fn definition(&self) -> TokenStream {
        let FieldParts {
            docs,
            derive,
            name,
            fields,
            types,
            field_docs,
            ..
        } = self;
        quote! {
            #docs
            #derive
            pub struct #name {
                #(#field_docs pub #fields: #types,)*
            }
        }
    }
}

fn structure(scope: Scope<'_>, record: &Record) -> TokenStream {
    let parts = parts(scope, record);
    let definition = parts.definition();
    let FieldParts {
        name,
        full,
        fields,
        keys,
        ..
    } = &parts;
    let mutable = parts.taken_from();
    quote! {
        #definition

        impl #name {
            /// The qualified type on the wire.
            pub const TYPE: &'static str = #full;
        }

        impl ::raconteur::value::IntoValue for #name {
            fn into_value(self) -> ::raconteur::value::Value {
                ::raconteur::value::Value::Struct(::raconteur::generated::structure(
                    Self::TYPE,
                    ::std::vec![#((
                        #keys,
                        ::raconteur::value::IntoValue::into_value(self.#fields),
                    )),*],
                ))
            }
        }

        impl ::raconteur::value::FromValue for #name {
            fn from_value(value: ::raconteur::value::Value) -> ::raconteur::Result<Self> {
                let #mutable fields = ::raconteur::generated::fields_of(value, Self::TYPE)?;
                let _ = &fields;
                ::core::result::Result::Ok(Self {
                    #(#fields: ::raconteur::value::take_field(&mut fields, #keys)?.to()?,)*
                })
            }
        }
    }
}

fn pod(scope: Scope<'_>, record: &Record) -> TokenStream {
    let parts = parts(scope, record);
    let definition = parts.definition();
    let FieldParts {
        name,
        full,
        fields,
        keys,
        ..
    } = &parts;
    let mutable = parts.taken_from();
    let values = item_values(name, "pod");
    // Fields of several dimensions travel as plain arrays.
    let puts =
        record
            .fields
            .iter()
            .zip(fields)
            .map(|(field, ident)| match &field.data_type.array {
                ArrayShape::MultiFixed(_) => {
                    quote!(::raconteur::generated::flat_to_value(self.#ident))
                }
                _ => quote!(::raconteur::value::IntoValue::into_value(self.#ident)),
            });
    let takes = record.fields.iter().map(|field| {
        let key = &field.name;
        let value = quote!(::raconteur::value::take_field(&mut fields, #key)?);
        match &field.data_type.array {
            ArrayShape::MultiFixed(dims) => {
                quote!(::raconteur::generated::flat_from_value(#value, &[#(#dims),*])?)
            }
            _ => quote!(#value.to()?),
        }
    });
    quote! {
        #definition

        impl ::raconteur::generated::Pod for #name {
            const TYPE: &'static str = #full;

            fn into_fields(self) -> ::raconteur::value::Fields {
                ::raconteur::generated::fields(::std::vec![#((
                    #keys,
                    #puts,
                )),*])
            }

            fn from_fields(#mutable fields: ::raconteur::value::Fields) -> ::raconteur::Result<Self> {
                let _ = &fields;
                ::core::result::Result::Ok(Self {
                    #(#fields: #takes,)*
                })
            }
        }

        #values
    }
}

fn named_array(scope: Scope<'_>, record: &Record) -> TokenStream {
    let parts = parts(scope, record);
    let definition = parts.definition();
    let FieldParts {
        name, full, fields, ..
    } = &parts;
    let Some((number, count)) = scope.definitions().named_array_layout(full) else {
        return definition;
    };
    let number = number_type(number);
    let puts = record.fields.iter().zip(fields).map(|(field, ident)| {
        match (&field.data_type.base, &field.data_type.array) {
            (BaseType::Number(_), ArrayShape::Scalar) => quote!(numbers.push(self.#ident);),
            (BaseType::Number(_), _) => quote!(numbers.extend_from_slice(&self.#ident);),
            (_, ArrayShape::Scalar) => {
                quote!(::raconteur::generated::NamedArray::put_numbers(&self.#ident, numbers);)
            }
            _ => quote! {
                for item in &self.#ident {
                    ::raconteur::generated::NamedArray::put_numbers(item, numbers);
                }
            },
        }
    });
    let takes = record.fields.iter().zip(fields).map(|(field, ident)| {
        let taken = match (&field.data_type.base, &field.data_type.array) {
            (BaseType::Number(_), ArrayShape::Scalar) => quote!(numbers.number()?),
            (_, ArrayShape::Scalar) => quote!(numbers.item()?),
            (BaseType::Number(_), shape) => match long(shape) {
                Some(length) => quote!(numbers.number_vector(#length)?),
                None => quote!(numbers.numbers()?),
            },
            (_, shape) => match long(shape) {
                Some(length) => quote!(numbers.item_vector(#length)?),
                None => quote!(numbers.items()?),
            },
        };
        quote!(#ident: #taken,)
    });
    let values = item_values(name, "named_array");
    quote! {
        #definition

        impl ::raconteur::generated::NamedArray for #name {
            const TYPE: &'static str = #full;
            const COUNT: usize = #count;
            type Number = #number;

            fn put_numbers(&self, numbers: &mut ::std::vec::Vec<#number>) {
                #(#puts)*
            }

            fn take_numbers(
                numbers: &mut ::raconteur::generated::Numbers<'_, #number>,
            ) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self { #(#takes)* })
            }
        }

        #values
    }
}

/// The length of an array that is a vector in Rust.
fn long(shape: &ArrayShape) -> Option<usize> {
    match shape {
        ArrayShape::Fixed(length) if *length > LARGEST_ARRAY => Some(*length as usize),
        _ => None,
    }
}

/// How single items, arrays and multidimensional arrays of a pod or named
/// array turn into values.
fn item_values(name: &proc_macro2::Ident, kind: &str) -> TokenStream {
    let into = |what: &str| names::snake_before(&format!("{kind}_{what}"), "_to_value");
    let from = |what: &str| names::snake_before(&format!("{kind}_{what}"), "_from_value");
    let (array_into, array_from) = (into("array"), from("array"));
    let (multidim_into, multidim_from) = (into("multidim"), from("multidim"));
    quote! {
        impl ::raconteur::value::ArrayItem for #name {
            fn array_to_value(items: ::std::vec::Vec<Self>) -> ::raconteur::value::Value {
                ::raconteur::generated::#array_into(items)
            }

            fn array_from_value(
                value: ::raconteur::value::Value,
            ) -> ::raconteur::Result<::std::vec::Vec<Self>> {
                ::raconteur::generated::#array_from(value)
            }

            fn multidim_to_value(
                array: ::raconteur::value::MultiDim<Self>,
            ) -> ::raconteur::value::Value {
                ::raconteur::generated::#multidim_into(array)
            }

            fn multidim_from_value(
                value: ::raconteur::value::Value,
            ) -> ::raconteur::Result<::raconteur::value::MultiDim<Self>> {
                ::raconteur::generated::#multidim_from(value)
            }
        }

        impl ::raconteur::value::IntoValue for #name {
            fn into_value(self) -> ::raconteur::value::Value {
                ::raconteur::generated::#array_into(::std::vec![self])
            }
        }

        impl ::raconteur::value::FromValue for #name {
            fn from_value(value: ::raconteur::value::Value) -> ::raconteur::Result<Self> {
                ::raconteur::generated::single(::raconteur::generated::#array_from(value)?)
            }
        }
    }
}
