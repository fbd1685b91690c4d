//! The client side of objects: a typed stub.

use proc_macro2::TokenStream;
use quote::quote;
use raconteur_robdef::{FunctionFlow, Member, MemberKind, Object, ObjectTarget};

use crate::members::{
    access, free_name, index_type, member_docs, member_name, parameter_names, parameter_types,
    returned, stream_type, turns,
};
use crate::names;
use crate::scope::Scope;

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
        .map(|member| method(scope, object, member))
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

fn method(scope: Scope<'_>, object: &Object, member: &Member) -> TokenStream {
    let key = &member.name;
    let name = member_name(object, member);
    let docs = member_docs(member);
    match &member.kind {
        MemberKind::Property(property) => {
            let type_ = scope.member_type(&object.name, key, &property.data_type);
            let (readable, writable) = access(member);
            let get = readable.then(|| {
                quote! {
                    #docs
                    pub async fn #name(&self) -> ::raconteur::Result<#type_> {
                        self.0.get(#key).await
                    }
                }
            });
            let set = writable.then(|| {
                let setter = names::prefixed("set_", &name);
                quote! {
                    #docs
                    pub async fn #setter(&self, value: #type_) -> ::raconteur::Result<()> {
                        self.0.set(#key, value).await
                    }
                }
            });
            quote!(#get #set)
        }
        MemberKind::Function(function) => {
            let arguments = parameter_names(&function.parameters);
            let types = parameter_types(scope, &function.parameters);
            let values = quote! {
                ::std::vec![#(::raconteur::value::IntoValue::into_value(#arguments)),*]
            };
            let (output, call) = match (&function.flow, turns(scope, &function.flow)) {
                (_, Some((input, output))) => (
                    quote!(::raconteur::client::RemoteGenerator<#input, #output>),
                    quote!(generate),
                ),
                (FunctionFlow::Once(data_type), None) => (
                    returned(scope, object, member, data_type.as_ref()),
                    quote!(call),
                ),
                _ => return TokenStream::new(),
            };
            quote! {
                #docs
                pub async fn #name(&self, #(#arguments: #types),*) -> ::raconteur::Result<#output> {
                    self.0.#call(#key, #values).await
                }
            }
        }
        MemberKind::Event(event) => {
            let types = parameter_types(scope, &event.parameters);
            quote! {
                #docs
                pub fn #name(&self) -> ::raconteur::Result<::raconteur::client::EventStream<(#(#types,)*)>> {
                    self.0.event(#key)
                }
            }
        }
        MemberKind::ObjectReference(reference) => {
            let (target, convert) = match &reference.target {
                ObjectTarget::Any => (
                    quote!(::raconteur::client::ObjectRef),
                    quote!(::core::result::Result::Ok(object)),
                ),
                ObjectTarget::Named(target) => {
                    let qualified = scope.definition.qualify(target);
                    let (owner, own) = qualified.rsplit_once('.').unwrap_or(("", &qualified));
                    let stub = scope.path(
                        owner,
                        &names::suffixed(&scope.type_name(owner, own), "Client"),
                    );
                    let constructor = scope
                        .definitions()
                        .object(&qualified)
                        .map_or_else(|| names::snake("new"), |object| free_name(object, "new"));
                    (quote!(#stub), quote!(#stub::#constructor(object)))
                }
            };
            let (parameter, follow) = match index_type(reference.index) {
                Some(type_) => (quote!(index: #type_), quote!(object_at(#key, index))),
                None => (quote!(), quote!(object(#key))),
            };
            quote! {
                #docs
                pub async fn #name(&self, #parameter) -> ::raconteur::Result<#target> {
                    let object = self.0.#follow.await?;
                    #convert
                }
            }
        }
        MemberKind::Pipe(pipe) => {
            let type_ = stream_type(scope, object, member, &pipe.data_type);
            quote! {
                #docs
                pub fn #name(&self) -> ::raconteur::client::RemotePipe<#type_> {
                    ::raconteur::client::RemotePipe::new(&self.0, #key)
                }
            }
        }
        MemberKind::Wire(wire) => {
            let type_ = stream_type(scope, object, member, &wire.data_type);
            quote! {
                #docs
                pub fn #name(&self) -> ::raconteur::client::RemoteWire<#type_> {
                    ::raconteur::client::RemoteWire::new(&self.0, #key)
                }
            }
        }
        MemberKind::Callback(callback) => {
            let types = parameter_types(scope, &callback.parameters);
            let output = returned(scope, object, member, callback.returns.as_ref());
            let setter = names::prefixed("set_", &name);
            quote! {
                #docs
                pub fn #setter<F, R>(&self, function: F) -> ::raconteur::Result<()>
                where
                    F: Fn((#(#types,)*)) -> R + ::core::marker::Send + ::core::marker::Sync + 'static,
                    R: ::core::future::Future<Output = ::raconteur::Result<#output>>
                        + ::core::marker::Send
                        + 'static,
                {
                    self.0.callback(#key, function)
                }
            }
        }
        MemberKind::Memory(memory) => {
            let type_ = scope.memory_item(&memory.base);
            quote! {
                #docs
                pub fn #name(&self) -> ::raconteur::Result<::raconteur::client::RemoteMemory<#type_>> {
                    self.0.memory(#key)
                }
            }
        }
    }
}
