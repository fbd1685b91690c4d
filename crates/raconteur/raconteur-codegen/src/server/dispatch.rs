//! What each member adds to the trait, and to the answers of each kind.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use raconteur_robdef::{
    DataType, Function, FunctionFlow, Member, MemberKind, ObjectReference, ObjectTarget,
};

use super::Subject;
use crate::members::{
    access, index_type, member_docs, member_name, parameter_names, parameter_types, returned,
    stream_type, turns,
};
use crate::names;

/// The trait's methods, the members that are values, and the arms of the
/// `match` over the name of a member for each kind of question.
#[derive(Default)]
pub(super) struct Dispatch {
    pub methods: TokenStream,
    pub handles: TokenStream,
    pub get: TokenStream,
    pub set: TokenStream,
    pub call: TokenStream,
    pub generate: TokenStream,
    pub object: TokenStream,
    pub memory: TokenStream,
    pub event: TokenStream,
    pub wire: TokenStream,
    pub pipe: TokenStream,
    pub callback: TokenStream,
}

/// A member, and what its code is made of.
struct Piece<'a> {
    subject: Subject<'a>,
    member: &'a Member,
    name: Ident,
    docs: TokenStream,
}

impl Piece<'_> {
    /// The arm that gives the member's value of that name.
    fn handle_arm(&self) -> TokenStream {
        let (key, name) = (&self.member.name, &self.name);
        let members_of = self.subject.members_of();
        quote! {
            #key => ::core::option::Option::Some(
                #members_of(&*self.0).#name.untyped(),
            ),
        }
    }

    /// The field that holds the member's value.
    fn handle_field(&self, type_: impl ToTokens) -> TokenStream {
        let (name, docs) = (&self.name, &self.docs);
        quote!(#docs pub #name: ::raconteur::members::#type_,)
    }

    /// The arm that awaits what a method of the trait gives.
    fn awaited_arm(&self, method: &Ident, call: AwaitedCall) -> TokenStream {
        let key = &self.member.name;
        let service = self.subject.service();
        let AwaitedCall {
            before,
            arguments,
            after,
        } = call;
        quote! {
            #key => ::std::boxed::Box::pin(async move {
                #before
                #service::#method(&*self.0, context, #arguments).await #after
            }),
        }
    }
}

/// How a method is called: what comes before, what it is given, and what
/// becomes of its result.
#[derive(Default)]
struct AwaitedCall {
    before: TokenStream,
    arguments: TokenStream,
    after: TokenStream,
}

/// What a method of the trait gives.
fn future(output: &impl ToTokens) -> TokenStream {
    quote! {
        impl ::core::future::Future<Output = ::raconteur::Result<#output>>
            + ::core::marker::Send
    }
}

fn into_value() -> TokenStream {
    quote!(.map(::raconteur::value::IntoValue::into_value))
}

impl Dispatch {
    /// Adds what a member needs.
    pub fn add(&mut self, subject: Subject<'_>, member: &Member) {
        let Subject { scope, object } = subject;
        let piece = Piece {
            subject,
            member,
            name: member_name(object, member),
            docs: member_docs(member),
        };
        match &member.kind {
            MemberKind::Property(property) => self.property(&piece, &property.data_type),
            MemberKind::Function(function) => self.function(&piece, function),
            MemberKind::ObjectReference(reference) => self.reference(&piece, reference),
            MemberKind::Memory(_) => self.memory(&piece),
            MemberKind::Event(event) => {
                let types = parameter_types(scope, &event.parameters);
                self.handles
                    .extend(piece.handle_field(quote!(Event<(#(#types,)*)>)));
                self.event.extend(piece.handle_arm());
            }
            MemberKind::Pipe(pipe) => {
                let type_ = stream_type(scope, object, member, &pipe.data_type);
                self.handles
                    .extend(piece.handle_field(quote!(Pipe<#type_>)));
                self.pipe.extend(piece.handle_arm());
            }
            MemberKind::Wire(wire) => {
                let type_ = stream_type(scope, object, member, &wire.data_type);
                self.handles
                    .extend(piece.handle_field(quote!(Wire<#type_>)));
                self.wire.extend(piece.handle_arm());
            }
            MemberKind::Callback(callback) => {
                let types = parameter_types(scope, &callback.parameters);
                let output = returned(scope, object, member, callback.returns.as_ref());
                self.handles
                    .extend(piece.handle_field(quote!(Callback<(#(#types,)*), #output>)));
                self.callback.extend(piece.handle_arm());
            }
        }
    }

    fn property(&mut self, piece: &Piece<'_>, data_type: &DataType) {
        let subject = piece.subject;
        let type_ = subject
            .scope
            .member_type(&subject.object.name, &piece.member.name, data_type);
        if subject.is_stored() {
            self.handles
                .extend(piece.handle_field(quote!(Property<#type_>)));
        }
        let (readable, writable) = access(piece.member);
        if readable {
            self.getter(piece, &type_);
        }
        if writable {
            self.setter(piece, &type_);
        }
    }

    fn getter(&mut self, piece: &Piece<'_>, type_: &TokenStream) {
        let (name, docs) = (&piece.name, &piece.docs);
        let body = if piece.subject.is_stored() {
            let members_of = piece.subject.members_of();
            quote! {
                {
                    let value = #members_of(self).#name.get();
                    async move { ::core::result::Result::Ok(value) }
                }
            }
        } else {
            quote!(;)
        };
        let future = future(type_);
        self.methods.extend(quote! {
            #docs
            #[allow(unused_variables)]
            fn #name(&self, context: &::raconteur::service::Context) -> #future #body
        });
        self.get.extend(piece.awaited_arm(
            name,
            AwaitedCall {
                after: into_value(),
                ..AwaitedCall::default()
            },
        ));
    }

    fn setter(&mut self, piece: &Piece<'_>, type_: &TokenStream) {
        let (name, docs) = (&piece.name, &piece.docs);
        let setter = names::prefixed("set_", name);
        let body = if piece.subject.is_stored() {
            let members_of = piece.subject.members_of();
            quote! {
                {
                    #members_of(self).#name.set(value);
                    async { ::core::result::Result::Ok(()) }
                }
            }
        } else {
            quote!(;)
        };
        let future = future(&quote!(()));
        self.methods.extend(quote! {
            #docs
            #[allow(unused_variables)]
            fn #setter(
                &self,
                context: &::raconteur::service::Context,
                value: #type_,
            ) -> #future #body
        });
        self.set.extend(piece.awaited_arm(
            &setter,
            AwaitedCall {
                arguments: quote!(value.to()?),
                ..AwaitedCall::default()
            },
        ));
    }

    fn function(&mut self, piece: &Piece<'_>, function: &Function) {
        let Subject { scope, object } = piece.subject;
        let (name, docs) = (&piece.name, &piece.docs);
        let arguments = parameter_names(&function.parameters);
        let types = parameter_types(scope, &function.parameters);
        let (output, after) = match (turns(scope, &function.flow), &function.flow) {
            (Some((input, output)), _) => (
                quote!(::raconteur::members::TypedGenerator<#input, #output>),
                quote!(.map(::raconteur::members::TypedGenerator::into_inner)),
            ),
            (None, FunctionFlow::Once(data_type)) => (
                returned(scope, object, piece.member, data_type.as_ref()),
                into_value(),
            ),
            (None, _) => return,
        };
        let future = future(&output);
        self.methods.extend(quote! {
            #docs
            fn #name(
                &self,
                context: &::raconteur::service::Context,
                #(#arguments: #types),*
            ) -> #future;
        });
        let arm = piece.awaited_arm(
            name,
            AwaitedCall {
                before: quote!(#(let #arguments: #types = arguments.next()?;)*),
                arguments: quote!(#(#arguments),*),
                after,
            },
        );
        if function.is_generator() {
            self.generate.extend(arm);
        } else {
            self.call.extend(arm);
        }
    }

    fn reference(&mut self, piece: &Piece<'_>, reference: &ObjectReference) {
        let (name, docs) = (&piece.name, &piece.docs);
        let future = future(&target(piece.subject, &reference.target));
        let (parameter, argument) = match index_type(reference.index) {
            Some(type_) => (
                quote!(index: #type_,),
                quote!(::raconteur::generated::index(index)?,),
            ),
            None => (quote!(), quote!()),
        };
        self.methods.extend(quote! {
            #docs
            fn #name(
                &self,
                context: &::raconteur::service::Context,
                #parameter
            ) -> #future;
        });
        self.object.extend(piece.awaited_arm(
            name,
            AwaitedCall {
                arguments: argument,
                after: quote!(.map(::core::convert::Into::into)),
                ..AwaitedCall::default()
            },
        ));
    }

    fn memory(&mut self, piece: &Piece<'_>) {
        let (key, name, docs) = (&piece.member.name, &piece.name, &piece.docs);
        let service = piece.subject.service();
        self.methods.extend(quote! {
            #docs
            fn #name(&self) -> ::std::sync::Arc<dyn ::raconteur::members::Memory>;
        });
        self.memory.extend(quote! {
            #key => ::core::option::Option::Some(#service::#name(&*self.0)),
        });
    }
}

/// The type of the object that a reference leads to.
fn target(subject: Subject<'_>, target: &ObjectTarget) -> TokenStream {
    let scope = subject.scope;
    match target {
        ObjectTarget::Any => quote!(::std::sync::Arc<dyn ::raconteur::service::Object>),
        ObjectTarget::Named(target) => {
            let qualified = scope.definition.qualify(target);
            let (owner, own) = qualified.rsplit_once('.').unwrap_or(("", &qualified));
            let handle = names::suffixed(&scope.type_name(owner, own), "Object");
            scope.path(owner, &handle)
        }
    }
}
