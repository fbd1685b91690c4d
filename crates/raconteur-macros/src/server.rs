//! The service side of objects: a trait to implement, and what turns it into
//! an object the node can serve.

use proc_macro2::TokenStream;
use quote::quote;
use raconteur_robdef::{FunctionFlow, Member, MemberKind, Object, ObjectTarget};

use crate::members::{
    access, free_name, index_type, is_handle, member_docs, member_name, parameter_names,
    parameter_types, returned, stream_type, turns,
};
use crate::names;
use crate::scope::{Scope, document};

/// What a member adds to the trait and to the dispatch of each kind.
#[derive(Default)]
struct Code {
    methods: TokenStream,
    get: TokenStream,
    set: TokenStream,
    call: TokenStream,
    generate: TokenStream,
    object: TokenStream,
    memory: TokenStream,
    handles: TokenStream,
    event: TokenStream,
    wire: TokenStream,
    pipe: TokenStream,
    callback: TokenStream,
}

pub fn object(scope: Scope<'_>, object: &Object) -> TokenStream {
    let full = format!("{}.{}", scope.definition.name, object.name);
    let service = scope.own_type(&object.name);
    let adapter = names::suffixed(&scope.own_type(&object.name), "Adapter");
    let handle = names::suffixed(&scope.own_type(&object.name), "Object");
    let members = names::suffixed(&scope.own_type(&object.name), "Members");
    let members_method = free_name(object, "members");
    let monitor_method = free_name(object, "has_monitor");

    let stored = scope.loaded.stored;
    let has_handles = object.members.iter().any(is_handle);
    let (bound, members_required, members_as_themselves) = if stored {
        (
            quote!(::core::convert::AsRef<#members> +),
            quote!(),
            quote! {
                impl ::core::convert::AsRef<#members> for #members {
                    fn as_ref(&self) -> &#members {
                        self
                    }
                }
            },
        )
    } else if has_handles {
        (
            quote!(),
            quote! {
                /// The events, pipes, wires and callbacks; make them once with
                /// `Default` and keep them in the object.
                fn #members_method(&self) -> &#members;
            },
            quote!(),
        )
    } else {
        (quote!(), quote!(), quote!())
    };
    let members_of = if stored {
        quote!(::core::convert::AsRef::<#members>::as_ref)
    } else {
        quote!(#service::#members_method)
    };
    let mut code = Code::default();
    for member in &object.members {
        code.member(scope, object, member, &members_of);
    }
    let Code {
        methods,
        get,
        set,
        call,
        generate,
        object: objects,
        memory,
        handles,
        event,
        wire,
        pipe,
        callback,
    } = code;

    let members_type = if has_handles || stored {
        let text = if stored {
            format!("The properties, events, pipes, wires and callbacks of [`{service}`].")
        } else {
            format!("The events, pipes, wires and callbacks of [`{service}`].")
        };
        quote! {
            #[doc = #text]
            #[derive(Clone, Debug, Default)]
            pub struct #members {
                #handles
            }
        }
    } else {
        quote!()
    };
    let docs = document(
        object.documentation.as_deref(),
        &format!("The service side of `{full}`."),
    );
    let handle_text = format!("A [`{service}`] that a node can serve.");
    let texts = definition_texts(scope);
    quote! {
        #docs
        pub trait #service: #bound ::core::marker::Send + ::core::marker::Sync + 'static {
            #members_required
            #methods

            /// Whether a client may hold the object for itself for a while.
            fn #monitor_method(&self) -> bool {
                false
            }
        }

        #members_type

        #members_as_themselves

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

        struct #adapter<T>(::std::sync::Arc<T>);

        #[allow(unused_variables, unused_mut, clippy::match_single_binding, clippy::let_unit_value, clippy::unit_arg)]
        impl<T: #service> ::raconteur::service::Object for #adapter<T> {
            fn type_name(&self) -> &str {
                #full
            }

            fn get<'a>(
                &'a self,
                name: &'a str,
                context: &'a ::raconteur::service::Context,
            ) -> ::raconteur::service::BoxFuture<'a, ::raconteur::Result<::raconteur::value::Value>> {
                match name {
                    #get
                    _ => ::raconteur::generated::unknown(name),
                }
            }

            fn set<'a>(
                &'a self,
                name: &'a str,
                value: ::raconteur::value::Value,
                context: &'a ::raconteur::service::Context,
            ) -> ::raconteur::service::BoxFuture<'a, ::raconteur::Result<()>> {
                match name {
                    #set
                    _ => ::raconteur::generated::unknown(name),
                }
            }

            fn call<'a>(
                &'a self,
                name: &'a str,
                arguments: ::std::vec::Vec<::raconteur::value::Value>,
                context: &'a ::raconteur::service::Context,
            ) -> ::raconteur::service::BoxFuture<'a, ::raconteur::Result<::raconteur::value::Value>> {
                let mut arguments = ::raconteur::generated::Arguments::new(arguments);
                match name {
                    #call
                    _ => ::raconteur::generated::unknown(name),
                }
            }

            fn generate<'a>(
                &'a self,
                name: &'a str,
                arguments: ::std::vec::Vec<::raconteur::value::Value>,
                context: &'a ::raconteur::service::Context,
            ) -> ::raconteur::service::BoxFuture<
                'a,
                ::raconteur::Result<::std::boxed::Box<dyn ::raconteur::members::Generator>>,
            > {
                let mut arguments = ::raconteur::generated::Arguments::new(arguments);
                match name {
                    #generate
                    _ => ::raconteur::generated::unknown(name),
                }
            }

            fn object<'a>(
                &'a self,
                name: &'a str,
                index: ::core::option::Option<&'a str>,
                context: &'a ::raconteur::service::Context,
            ) -> ::raconteur::service::BoxFuture<
                'a,
                ::raconteur::Result<::std::sync::Arc<dyn ::raconteur::service::Object>>,
            > {
                match name {
                    #objects
                    _ => ::raconteur::generated::unknown(name),
                }
            }

            fn event(&self, name: &str) -> ::core::option::Option<::raconteur::members::Event> {
                match name {
                    #event
                    _ => ::core::option::Option::None,
                }
            }

            fn wire(&self, name: &str) -> ::core::option::Option<::raconteur::members::Wire> {
                match name {
                    #wire
                    _ => ::core::option::Option::None,
                }
            }

            fn pipe(&self, name: &str) -> ::core::option::Option<::raconteur::members::Pipe> {
                match name {
                    #pipe
                    _ => ::core::option::Option::None,
                }
            }

            fn callback(&self, name: &str) -> ::core::option::Option<::raconteur::members::Callback> {
                match name {
                    #callback
                    _ => ::core::option::Option::None,
                }
            }

            fn memory(
                &self,
                name: &str,
            ) -> ::core::option::Option<::std::sync::Arc<dyn ::raconteur::members::Memory>> {
                match name {
                    #memory
                    _ => ::core::option::Option::None,
                }
            }

            fn has_monitor(&self) -> bool {
                #service::#monitor_method(&*self.0)
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

impl Code {
    fn member(
        &mut self,
        scope: Scope<'_>,
        object: &Object,
        member: &Member,
        members_of: &TokenStream,
    ) {
        let key = &member.name;
        let name = member_name(object, member);
        let docs = member_docs(member);
        let service = scope.own_type(&object.name);
        let future = |output: &TokenStream| {
            quote! {
                impl ::core::future::Future<Output = ::raconteur::Result<#output>>
                    + ::core::marker::Send
            }
        };
        let handle = quote! {
            #key => ::core::option::Option::Some(
                #members_of(&*self.0).#name.untyped(),
            ),
        };
        match &member.kind {
            MemberKind::Property(property) => {
                let type_ = scope.member_type(&object.name, key, &property.data_type);
                let (readable, writable) = access(member);
                let stored = scope.loaded.stored;
                if stored {
                    self.handles
                        .extend(quote!(#docs pub #name: ::raconteur::members::Property<#type_>,));
                }
                if readable {
                    let future = future(&type_);
                    let body = if stored {
                        quote! {
                            {
                                let value = #members_of(self).#name.get();
                                async move { ::core::result::Result::Ok(value) }
                            }
                        }
                    } else {
                        quote!(;)
                    };
                    self.methods.extend(quote! {
                        #docs
                        #[allow(unused_variables)]
                        fn #name(&self, context: &::raconteur::service::Context) -> #future #body
                    });
                    self.get.extend(quote! {
                        #key => ::std::boxed::Box::pin(async move {
                            #service::#name(&*self.0, context)
                                .await
                                .map(::raconteur::value::IntoValue::into_value)
                        }),
                    });
                }
                if writable {
                    let setter = names::prefixed("set_", &name);
                    let future = future(&quote!(()));
                    let body = if stored {
                        quote! {
                            {
                                #members_of(self).#name.set(value);
                                async { ::core::result::Result::Ok(()) }
                            }
                        }
                    } else {
                        quote!(;)
                    };
                    self.methods.extend(quote! {
                        #docs
                        #[allow(unused_variables)]
                        fn #setter(
                            &self,
                            context: &::raconteur::service::Context,
                            value: #type_,
                        ) -> #future #body
                    });
                    self.set.extend(quote! {
                        #key => ::std::boxed::Box::pin(async move {
                            #service::#setter(&*self.0, context, value.to()?).await
                        }),
                    });
                }
            }
            MemberKind::Function(function) => {
                let arguments = parameter_names(&function.parameters);
                let types = parameter_types(scope, &function.parameters);
                let (output, arm) = match turns(scope, &function.flow) {
                    Some((input, output)) => (
                        quote!(::raconteur::members::TypedGenerator<#input, #output>),
                        quote!(.map(::raconteur::members::TypedGenerator::into_inner)),
                    ),
                    None => {
                        let FunctionFlow::Once(data_type) = &function.flow else {
                            return;
                        };
                        (
                            returned(scope, object, member, data_type.as_ref()),
                            quote!(.map(::raconteur::value::IntoValue::into_value)),
                        )
                    }
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
                let dispatch = quote! {
                    #key => ::std::boxed::Box::pin(async move {
                        #(let #arguments: #types = arguments.next()?;)*
                        #service::#name(&*self.0, context, #(#arguments),*).await #arm
                    }),
                };
                if function.is_generator() {
                    self.generate.extend(dispatch);
                } else {
                    self.call.extend(dispatch);
                }
            }
            MemberKind::ObjectReference(reference) => {
                let target = match &reference.target {
                    ObjectTarget::Any => {
                        quote!(::std::sync::Arc<dyn ::raconteur::service::Object>)
                    }
                    ObjectTarget::Named(target) => {
                        let qualified = scope.definition.qualify(target);
                        let (owner, own) = qualified.rsplit_once('.').unwrap_or(("", &qualified));
                        scope.path(
                            owner,
                            &names::suffixed(&scope.type_name(owner, own), "Object"),
                        )
                    }
                };
                let future = future(&target);
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
                self.object.extend(quote! {
                    #key => ::std::boxed::Box::pin(async move {
                        #service::#name(&*self.0, context, #argument)
                            .await
                            .map(::core::convert::Into::into)
                    }),
                });
            }
            MemberKind::Memory(_) => {
                self.methods.extend(quote! {
                    #docs
                    fn #name(&self) -> ::std::sync::Arc<dyn ::raconteur::members::Memory>;
                });
                self.memory.extend(quote! {
                    #key => ::core::option::Option::Some(#service::#name(&*self.0)),
                });
            }
            MemberKind::Event(event) => {
                let types = parameter_types(scope, &event.parameters);
                self.handles.extend(quote! {
                    #docs
                    pub #name: ::raconteur::members::Event<(#(#types,)*)>,
                });
                self.event.extend(handle);
            }
            MemberKind::Pipe(pipe) => {
                let type_ = stream_type(scope, object, member, &pipe.data_type);
                self.handles
                    .extend(quote!(#docs pub #name: ::raconteur::members::Pipe<#type_>,));
                self.pipe.extend(handle);
            }
            MemberKind::Wire(wire) => {
                let type_ = stream_type(scope, object, member, &wire.data_type);
                self.handles
                    .extend(quote!(#docs pub #name: ::raconteur::members::Wire<#type_>,));
                self.wire.extend(handle);
            }
            MemberKind::Callback(callback) => {
                let types = parameter_types(scope, &callback.parameters);
                let output = returned(scope, object, member, callback.returns.as_ref());
                self.handles.extend(quote! {
                    #docs
                    pub #name: ::raconteur::members::Callback<(#(#types,)*), #output>,
                });
                self.callback.extend(handle);
            }
        }
    }
}
