//! Answers the requests of the node, which name a member, with the methods of the
//! trait.

use proc_macro2::TokenStream;
use quote::quote;

use super::Subject;
use super::dispatch::Dispatch;

pub(super) fn adapter(subject: Subject<'_>, dispatch: &Dispatch) -> TokenStream {
    let (service, adapter) = (subject.service(), subject.adapter());
    let full = subject.wire_type();
    let monitor_method = subject.monitor_method();
    let asked = asked(dispatch);
    let looked_up = looked_up(dispatch);
    quote! {
        struct #adapter<T>(::std::sync::Arc<T>);

        #[allow(unused_variables, unused_mut, clippy::match_single_binding, clippy::let_unit_value, clippy::unit_arg)]
        impl<T: #service> ::raconteur::service::Object for #adapter<T> {
            fn type_name(&self) -> &str {
                #full
            }

            #asked

            #looked_up

            fn has_monitor(&self) -> bool {
                #service::#monitor_method(&*self.0)
            }
        }
    }
}

/// Members that a client asks for, and waits.
fn asked(dispatch: &Dispatch) -> TokenStream {
    let Dispatch {
        get,
        set,
        call,
        generate,
        object,
        ..
    } = dispatch;
    quote! {
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
                #object
                _ => ::raconteur::generated::unknown(name),
            }
        }
    }
}

/// Members that the node itself finds by their name.
fn looked_up(dispatch: &Dispatch) -> TokenStream {
    let Dispatch {
        event,
        wire,
        pipe,
        callback,
        memory,
        ..
    } = dispatch;
    quote! {
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
    }
}
