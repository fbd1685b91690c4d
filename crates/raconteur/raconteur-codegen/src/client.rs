//! The client side of objects: a typed stub.

mod method;

use proc_macro2::TokenStream;
use quote::quote;
use raconteur_robdef::Object;

use crate::members::free_name;
use crate::names;
use crate::scope::Scope;
use method::Method;

pub fn object(scope: Scope<'_>, object: &Object) -> TokenStream {
    let full = format!("{}.{}", scope.definition.name, object.name);
    let stub = names::suffixed(&scope.own_type(&object.name), "Client");
    let docs = format!("The client side of `{full}`.");
    let inner = free_name(object, "untyped");
    let constructor = free_name(object, "new");
    let connect = free_name(object, "connect");
    let methods: TokenStream = object
        .members
        .iter()
        .map(|member| Method::new(scope, object, member).tokens())
        .collect();
    quote! {
        #[doc = #docs]
        #[derive(Clone, Debug)]
        pub struct #stub(::raconteur::client::ObjectRef);

        impl #stub {
            /// The qualified type on the wire.
            pub const TYPE: &'static str = #full;

            /// Takes an object; fails unless it is, or implements, this type.
            pub fn #constructor(object: ::raconteur::client::ObjectRef) -> ::raconteur::Result<Self> {
                object.require_type(Self::TYPE)?;
                ::core::result::Result::Ok(Self(object))
            }

            /// Connects to a service whose root object is, or implements, this type.
            pub async fn #connect(url: &str) -> ::raconteur::Result<Self> {
                Self::#constructor(::raconteur::connect(url).await?.root())
            }

            /// The object without its types.
            pub fn #inner(&self) -> &::raconteur::client::ObjectRef {
                &self.0
            }

            #methods
        }
    }
}
