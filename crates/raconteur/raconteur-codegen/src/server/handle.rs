//! What a node can serve: any object that implements the trait.

use proc_macro2::TokenStream;
use quote::quote;

use super::Subject;
use crate::scope::Scope;

pub(super) fn handle(subject: Subject<'_>) -> TokenStream {
    let (service, adapter, handle) = (subject.service(), subject.adapter(), subject.handle());
    let full = subject.wire_type();
    let handle_text = format!("A [`{service}`] that a node can serve.");
    let texts = definition_texts(subject.scope);
    quote! {
        #[doc = #handle_text]
        #[derive(Clone)]
        pub struct #handle(::std::sync::Arc<dyn ::raconteur::service::Object>);

        impl #handle {
            /// The qualified type on the wire.
            pub const TYPE: &'static str = #full;

            /// Takes the object.
            pub fn new(object: impl #service) -> Self {
                Self::shared(::std::sync::Arc::new(object))
            }

            /// Takes an object that is also held elsewhere.
            pub fn shared(object: ::std::sync::Arc<impl #service>) -> Self {
                Self(::std::sync::Arc::new(#adapter(object)))
            }

            /// A service of that name with this as its root object.
            pub fn service(
                self,
                name: impl ::core::convert::Into<::std::string::String>,
            ) -> ::raconteur::Result<::raconteur::service::Service> {
                let schema = ::raconteur::schema::Schema::parse(&[#(#texts),*])?;
                ::core::result::Result::Ok(::raconteur::service::Service::shared(name, schema, self.0))
            }
        }

        impl ::core::fmt::Debug for #handle {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                formatter.write_str(self.0.type_name())
            }
        }

        impl ::core::convert::From<#handle> for ::std::sync::Arc<dyn ::raconteur::service::Object> {
            fn from(object: #handle) -> Self {
                object.0
            }
        }

        impl ::core::convert::From<::std::sync::Arc<dyn ::raconteur::service::Object>> for #handle {
            /// Takes an object of a type that implements this one.
            fn from(object: ::std::sync::Arc<dyn ::raconteur::service::Object>) -> Self {
                Self(object)
            }
        }
    }
}

/// The texts of the definition and everything it imports.
fn definition_texts(scope: Scope<'_>) -> Vec<TokenStream> {
    let constant = proc_macro2::Ident::new("DEFINITION", proc_macro2::Span::call_site());
    let mut names = vec![scope.definition.name.as_str()];
    let mut index = 0;
    while let Some(name) = names.get(index) {
        if let Some(definition) = scope.definitions().definition(name) {
            for import in &definition.imports {
                if !names.contains(&import.name.as_str()) {
                    names.push(&import.name);
                }
            }
        }
        index += 1;
    }
    names
        .into_iter()
        .map(|name| scope.path(name, &constant))
        .collect()
}
