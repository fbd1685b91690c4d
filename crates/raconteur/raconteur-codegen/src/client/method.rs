//! What a stub has for a member of its object.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use raconteur_robdef::{
    Callback, DataType, Event, Function, FunctionFlow, Member, MemberKind, Memory, Object,
    ObjectReference, ObjectTarget, Property, TypeName,
};

use crate::members::{
    access, free_name, index_type, member_docs, member_name, parameter_names, parameter_types,
    returned, stream_type, turns,
};
use crate::names;
use crate::scope::Scope;

/// A member and what its methods begin with.
pub(super) struct Method<'a> {
    scope: Scope<'a>,
    object: &'a Object,
    member: &'a Member,
    key: &'a str,
    name: Ident,
    docs: TokenStream,
}

impl<'a> Method<'a> {
    pub(super) fn new(scope: Scope<'a>, object: &'a Object, member: &'a Member) -> Self {
        Self {
            scope,
            object,
            member,
            key: &member.name,
            name: member_name(object, member),
            docs: member_docs(member),
        }
    }

    pub(super) fn tokens(&self) -> TokenStream {
        match &self.member.kind {
            MemberKind::Property(property) => self.of_property(property),
            MemberKind::Function(function) => self.of_function(function),
            MemberKind::Event(event) => self.of_event(event),
            MemberKind::ObjectReference(reference) => self.of_reference(reference),
            MemberKind::Pipe(pipe) => {
                self.of_stream(&pipe.data_type, &quote!(::raconteur::client::RemotePipe))
            }
            MemberKind::Wire(wire) => {
                self.of_stream(&wire.data_type, &quote!(::raconteur::client::RemoteWire))
            }
            MemberKind::Callback(callback) => self.of_callback(callback),
            MemberKind::Memory(memory) => self.of_memory(memory),
        }
    }

    fn of_property(&self, property: &Property) -> TokenStream {
        let Self {
            key, name, docs, ..
        } = self;
        let type_ = self
            .scope
            .member_type(&self.object.name, key, &property.data_type);
        let (readable, writable) = access(self.member);
        let get = readable.then(|| {
            quote! {
                #docs
                pub async fn #name(&self) -> ::raconteur::Result<#type_> {
                    self.0.get(#key).await
                }
            }
        });
        let set = writable.then(|| {
            let setter = names::prefixed("set_", name);
            quote! {
                #docs
                pub async fn #setter(&self, value: #type_) -> ::raconteur::Result<()> {
                    self.0.set(#key, value).await
                }
            }
        });
        quote!(#get #set)
    }

    fn of_function(&self, function: &Function) -> TokenStream {
        let Self {
            key, name, docs, ..
        } = self;
        let arguments = parameter_names(&function.parameters);
        let types = parameter_types(self.scope, &function.parameters);
        let values = quote! {
            ::std::vec![#(::raconteur::value::IntoValue::into_value(#arguments)),*]
        };
        let (output, call) = match (&function.flow, turns(self.scope, &function.flow)) {
            (_, Some((input, output))) => (
                quote!(::raconteur::client::RemoteGenerator<#input, #output>),
                quote!(generate),
            ),
            (FunctionFlow::Once(data_type), None) => (
                returned(self.scope, self.object, self.member, data_type.as_ref()),
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

    fn of_event(&self, event: &Event) -> TokenStream {
        let Self {
            key, name, docs, ..
        } = self;
        let types = parameter_types(self.scope, &event.parameters);
        quote! {
            #docs
            pub fn #name(&self) -> ::raconteur::Result<::raconteur::client::EventStream<(#(#types,)*)>> {
                self.0.event(#key)
            }
        }
    }

    fn of_reference(&self, reference: &ObjectReference) -> TokenStream {
        let Self {
            key, name, docs, ..
        } = self;
        let (target, convert) = match &reference.target {
            ObjectTarget::Any => (
                quote!(::raconteur::client::ObjectRef),
                quote!(::core::result::Result::Ok(object)),
            ),
            ObjectTarget::Named(target) => self.stub_of(target),
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

    /// The stub of another object, and how it is made of an untyped reference.
    fn stub_of(&self, target: &TypeName) -> (TokenStream, TokenStream) {
        let scope = self.scope;
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

    /// A pipe or a wire, by its client type.
    fn of_stream(&self, data_type: &DataType, remote: &TokenStream) -> TokenStream {
        let Self {
            key, name, docs, ..
        } = self;
        let item = stream_type(self.scope, self.object, self.member, data_type);
        quote! {
            #docs
            pub fn #name(&self) -> #remote<#item> {
                #remote::new(&self.0, #key)
            }
        }
    }

    fn of_callback(&self, callback: &Callback) -> TokenStream {
        let Self {
            key, name, docs, ..
        } = self;
        let types = parameter_types(self.scope, &callback.parameters);
        let output = returned(
            self.scope,
            self.object,
            self.member,
            callback.returns.as_ref(),
        );
        let setter = names::prefixed("set_", name);
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

    fn of_memory(&self, memory: &Memory) -> TokenStream {
        let Self {
            key, name, docs, ..
        } = self;
        let type_ = self.scope.memory_item(&memory.base);
        quote! {
            #docs
            pub fn #name(&self) -> ::raconteur::Result<::raconteur::client::RemoteMemory<#type_>> {
                self.0.memory(#key)
            }
        }
    }
}
