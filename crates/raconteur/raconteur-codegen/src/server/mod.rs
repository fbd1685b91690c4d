//! The service side of objects: a trait to implement, and what turns it into
//! an object the node can serve.

mod adapter;
mod dispatch;
mod handle;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use raconteur_robdef::Object;

use crate::members::{free_name, is_handle};
use crate::names;
use crate::scope::{Scope, document};
use dispatch::Dispatch;

/// An object of a definition, with the names of what is made of it.
#[derive(Clone, Copy)]
struct Subject<'a> {
    scope: Scope<'a>,
    object: &'a Object,
}

impl Subject<'_> {
    /// The qualified type on the wire.
    fn wire_type(&self) -> String {
        format!("{}.{}", self.scope.definition.name, self.object.name)
    }

    /// The trait.
    fn service(&self) -> Ident {
        self.scope.own_type(&self.object.name)
    }

    /// What implements the node's own trait by the typed one.
    fn adapter(&self) -> Ident {
        names::suffixed(&self.service(), "Adapter")
    }

    /// What a node can serve.
    fn handle(&self) -> Ident {
        names::suffixed(&self.service(), "Object")
    }

    /// The members that are values: events, pipes, wires and callbacks.
    fn members(&self) -> Ident {
        names::suffixed(&self.service(), "Members")
    }

    /// How the members are reached from a reference to the object.
    fn members_of(&self) -> TokenStream {
        let (service, members) = (self.service(), self.members());
        if self.is_stored() {
            quote!(::core::convert::AsRef::<#members>::as_ref)
        } else {
            let method = self.members_method();
            quote!(#service::#method)
        }
    }

    fn members_method(&self) -> Ident {
        free_name(self.object, "members")
    }

    fn monitor_method(&self) -> Ident {
        free_name(self.object, "has_monitor")
    }

    /// Whether properties are stored among the members.
    fn is_stored(&self) -> bool {
        self.scope.loaded.stored
    }

    fn has_handles(&self) -> bool {
        self.object.members.iter().any(is_handle)
    }
}

pub fn object(scope: Scope<'_>, object: &Object) -> TokenStream {
    let subject = Subject { scope, object };
    let mut dispatch = Dispatch::default();
    for member in &object.members {
        dispatch.add(subject, member);
    }
    let service = service(subject, &dispatch.methods);
    let members = members(subject, &dispatch.handles);
    let handle = handle::handle(subject);
    let adapter = adapter::adapter(subject, &dispatch);
    quote! {
        #service
        #members
        #handle
        #adapter
    }
}

/// The trait that a service implements.
fn service(subject: Subject<'_>, methods: &TokenStream) -> TokenStream {
    let (service, members) = (subject.service(), subject.members());
    let monitor_method = subject.monitor_method();
    let members_method = subject.members_method();
    let docs = document(
        subject.object.documentation.as_deref(),
        &format!("The service side of `{}`.", subject.wire_type()),
    );
    let (bound, members_required) = if subject.is_stored() {
        (quote!(::core::convert::AsRef<#members> +), quote!())
    } else if subject.has_handles() {
        (
            quote!(),
            quote! {
                /// The events, pipes, wires and callbacks; make them once with
                /// `Default` and keep them in the object.
                fn #members_method(&self) -> &#members;
            },
        )
    } else {
        (quote!(), quote!())
    };
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
    }
}

/// The members that are values, where there are any.
fn members(subject: Subject<'_>, handles: &TokenStream) -> TokenStream {
    let (service, members) = (subject.service(), subject.members());
    let (kinds, as_themselves) = if subject.is_stored() {
        (
            "properties, events, pipes, wires and callbacks",
            quote! {
                impl ::core::convert::AsRef<#members> for #members {
                    fn as_ref(&self) -> &#members {
                        self
                    }
                }
            },
        )
    } else if subject.has_handles() {
        ("events, pipes, wires and callbacks", quote!())
    } else {
        return quote!();
    };
    let text = format!("The {kinds} of [`{service}`].");
    quote! {
        #[doc = #text]
        #[derive(Clone, Debug, Default)]
        pub struct #members {
            #handles
        }

        #as_themselves
    }
}
