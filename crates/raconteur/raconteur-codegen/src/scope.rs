//! One definition's code: where types live and what they are called.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use raconteur_robdef::{
    ArrayShape, BaseType, Container, DataType, Definitions, NamedType, NumberType,
    ServiceDefinition, TypeName,
};

use crate::sources::{Sources, Unit};
use crate::{client, constants, names, records, server};

/// Arrays of fixed length above this are vectors.
pub const LARGEST_ARRAY: u32 = 256;

/// The definition whose code is being written.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub definition: &'a ServiceDefinition,
    pub unit: &'a Unit,
    pub loaded: &'a Sources,
}

/// The code of all definitions.
///
/// ```
/// use raconteur_codegen::{DefinitionText, Sources, Unit, generate};
/// use raconteur_robdef::{Definitions, parse};
///
/// let text = "service example.sum\n\nobject Sum\n    function double add(double a, double b)\nend\n";
/// let definition = parse(text)?;
/// let unit = Unit {
///     name: definition.name.clone(),
///     module: None,
///     text: DefinitionText::Literal(text.into()),
/// };
/// let sources = Sources {
///     units: vec![unit],
///     definitions: Definitions::validate(vec![definition])?,
///     nullable: Default::default(),
///     stored: false,
/// };
/// sources.check_nullable()?;
/// assert!(generate(&sources).to_string().contains("trait Sum"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(loaded: &Sources) -> TokenStream {
    let mut code = TokenStream::new();
    for unit in &loaded.units {
        let Some(definition) = loaded.definitions.definition(&unit.name) else {
            continue;
        };
        let scope = Scope {
            definition,
            unit,
            loaded,
        };
        let items = scope.items();
        code.extend(match &unit.module {
            None => items,
            Some(module) => {
                let text = format!("The service definition `{}`.", unit.name);
                quote! {
                    #[doc = #text]
                    pub mod #module {
                        #items
                    }
                }
            }
        });
    }
    code
}

impl<'a> Scope<'a> {
    fn items(self) -> TokenStream {
        let mut code = constants::definition(self);
        code.extend(records::all(self));
        for object in &self.definition.objects {
            code.extend(server::object(self, object));
            code.extend(client::object(self, object));
        }
        code
    }

    pub fn definitions(self) -> &'a Definitions {
        &self.loaded.definitions
    }

    /// The path to an item of another definition, seen from this one's code.
    pub fn path(self, service: &str, item: &proc_macro2::Ident) -> TokenStream {
        let unit = self.loaded.units.iter().find(|unit| unit.name == service);
        let module = unit.and_then(|unit| unit.module.as_ref());
        match (&self.unit.module, module) {
            _ if service == self.unit.name => quote!(#item),
            (None, None) => quote!(#item),
            (None, Some(module)) => quote!(#module::#item),
            (Some(_), None) => quote!(super::#item),
            (Some(_), Some(module)) => quote!(super::#module::#item),
        }
    }

    /// The Rust name of a type of a definition.
    pub fn type_name(self, service: &str, own: &str) -> proc_macro2::Ident {
        let definition = self.definitions().definition(service);
        let all = definition.into_iter().flat_map(|definition| {
            let records = [
                &definition.structures,
                &definition.pods,
                &definition.named_arrays,
            ];
            let records = records.into_iter().flatten().map(|item| item.name.as_str());
            records
                .chain(
                    definition
                        .enumerations
                        .iter()
                        .map(|item| item.name.as_str()),
                )
                .chain(definition.exceptions.iter().map(|item| item.name.as_str()))
                .chain(definition.objects.iter().map(|item| item.name.as_str()))
        });
        names::camel_among(all, own)
    }

    /// The Rust name of a type of this definition.
    pub fn own_type(self, own: &str) -> proc_macro2::Ident {
        self.type_name(&self.definition.name, own)
    }

    /// The Rust type of a named type.
    pub fn named(self, name: &TypeName) -> TokenStream {
        let qualified = self.definition.qualify(name);
        match qualified.rsplit_once('.') {
            Some((service, own)) => self.path(service, &self.type_name(service, own)),
            None => quote!(::raconteur::value::Value),
        }
    }

    /// The Rust type of a single item.
    fn base(self, base: &BaseType) -> TokenStream {
        match base {
            BaseType::Number(number) => number_type(*number),
            BaseType::String => quote!(::std::string::String),
            BaseType::VarValue => quote!(::raconteur::value::Value),
            BaseType::Named(name) => self.named(name),
        }
    }

    /// The Rust type of values of this type.
    pub fn data_type(self, data_type: &DataType) -> TokenStream {
        let base = self.base(&data_type.base);
        // A varvalue carries its type on the wire, so the declared shape does
        // not matter.
        let array = if data_type.base == BaseType::VarValue {
            base
        } else {
            match &data_type.array {
                ArrayShape::Scalar => base,
                ArrayShape::Fixed(length) if *length <= LARGEST_ARRAY => {
                    let length = *length as usize;
                    quote!([#base; #length])
                }
                ArrayShape::Fixed(_) | ArrayShape::Variable | ArrayShape::Bounded(_) => {
                    quote!(::std::vec::Vec<#base>)
                }
                ArrayShape::MultiVariable | ArrayShape::MultiFixed(_) => {
                    quote!(::raconteur::value::MultiDim<#base>)
                }
            }
        };
        match data_type.container {
            Container::None => array,
            Container::List => quote!(::raconteur::value::List<#array>),
            Container::Int32Map => quote!(::std::collections::BTreeMap<i32, #array>),
            Container::StringMap => {
                quote!(::std::collections::BTreeMap<::std::string::String, #array>)
            }
        }
    }

    /// The Rust type of a member's value, an option if it may be null.
    pub fn member_type(self, owner: &str, member: &str, data_type: &DataType) -> TokenStream {
        let inner = self.data_type(data_type);
        let full = format!("{}.{owner}.{member}", self.definition.name);
        if self.loaded.nullable.contains(&full) {
            quote!(::core::option::Option<#inner>)
        } else {
            inner
        }
    }

    /// The Rust type of an item of a memory.
    pub fn memory_item(self, base: &BaseType) -> TokenStream {
        self.base(base)
    }

    /// True if a structure contains itself without a container between, so
    /// that the field must be boxed and may be null.
    pub fn is_recursive(self, structure: &str, data_type: &DataType) -> bool {
        if data_type.container != Container::None {
            return false;
        }
        let BaseType::Named(name) = &data_type.base else {
            return false;
        };
        let target = format!("{}.{structure}", self.definition.name);
        let mut open = vec![self.definition.qualify(name)];
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            if next == target {
                return true;
            }
            let Some(NamedType::Structure(record)) = self.definitions().named(&next) else {
                continue;
            };
            let owner = next
                .rsplit_once('.')
                .and_then(|(service, _)| self.definitions().definition(service));
            if let Some(owner) = owner
                && seen.insert(next)
            {
                for field in &record.fields {
                    if let (BaseType::Named(inner), Container::None) =
                        (&field.data_type.base, field.data_type.container)
                    {
                        open.push(owner.qualify(inner));
                    }
                }
            }
        }
        false
    }
}

/// The Rust type of a number.
pub fn number_type(number: NumberType) -> TokenStream {
    match number {
        NumberType::Double => quote!(f64),
        NumberType::Single => quote!(f32),
        NumberType::Int8 => quote!(i8),
        NumberType::UInt8 => quote!(u8),
        NumberType::Int16 => quote!(i16),
        NumberType::UInt16 => quote!(u16),
        NumberType::Int32 => quote!(i32),
        NumberType::UInt32 => quote!(u32),
        NumberType::Int64 => quote!(i64),
        NumberType::UInt64 => quote!(u64),
        NumberType::CDouble => quote!((f64, f64)),
        NumberType::CSingle => quote!((f32, f32)),
        NumberType::Bool => quote!(bool),
    }
}

/// A documentation attribute: the definition's own text, or what it is.
pub fn document(text: Option<&str>, otherwise: &str) -> TokenStream {
    match text {
        Some(text) => text
            .split('\n')
            .map(|line| quote!(#[doc = #line]))
            .collect(),
        None => quote!(#[doc = #otherwise]),
    }
}
