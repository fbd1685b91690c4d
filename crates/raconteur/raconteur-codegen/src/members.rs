//! What server and client code share: names and types of members.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use raconteur_robdef::{
    DataType, Direction, FunctionFlow, Member, MemberKind, Object, Parameter, ReferenceIndex,
};

use crate::names;
use crate::scope::{Scope, document};

/// The Rust name of a member.
pub fn member_name(object: &Object, member: &Member) -> Ident {
    let all = object.members.iter().map(|other| other.name.as_str());
    names::snake_among(all, &member.name)
}

/// A method name that no member of the object has.
pub fn free_name(object: &Object, wanted: &str) -> Ident {
    let name = names::snake(wanted);
    let taken = object
        .members
        .iter()
        .any(|member| member_name(object, member) == name);
    // No member's name ends with an underscore.
    if taken {
        names::suffixed(&name, "_")
    } else {
        name
    }
}

/// Documentation of a member: its own, then how it is declared.
pub fn member_docs(member: &Member) -> TokenStream {
    let declaration = format!("`{member}`");
    let own = document(member.documentation.as_deref(), &declaration);
    if member.documentation.is_some() {
        quote!(#own #[doc = ""] #[doc = #declaration])
    } else {
        own
    }
}

/// Names of parameters as Rust names, all different, none of our own.
pub fn parameter_names(parameters: &[Parameter]) -> Vec<Ident> {
    let mut names: Vec<Ident> = Vec::new();
    for (position, parameter) in parameters.iter().enumerate() {
        let name = names::snake(&parameter.name);
        let taken = names.contains(&name) || name == "context" || name == "arguments";
        names.push(if taken {
            names::suffixed(&name, &format!("_{position}"))
        } else {
            name
        });
    }
    names
}

/// Rust types of parameters.
pub fn parameter_types(scope: Scope<'_>, parameters: &[Parameter]) -> Vec<TokenStream> {
    parameters
        .iter()
        .map(|parameter| scope.data_type(&parameter.data_type))
        .collect()
}

/// The Rust type of what a function returns.
pub fn returned(
    scope: Scope<'_>,
    object: &Object,
    member: &Member,
    data_type: Option<&DataType>,
) -> TokenStream {
    data_type.map_or_else(
        || quote!(()),
        |data_type| scope.member_type(&object.name, &member.name, data_type),
    )
}

/// What each turn of a generator takes and gives; `None` if it is none.
pub fn turns(scope: Scope<'_>, flow: &FunctionFlow) -> Option<(TokenStream, TokenStream)> {
    match flow {
        FunctionFlow::Once(_) => None,
        FunctionFlow::Produces(produces) => Some((quote!(()), scope.data_type(produces))),
        FunctionFlow::Consumes(consumes) => {
            Some((scope.data_type(&consumes.data_type), quote!(())))
        }
        FunctionFlow::Exchanges { produces, consumes } => Some((
            scope.data_type(&consumes.data_type),
            scope.data_type(produces),
        )),
    }
}

/// The Rust type of an object reference's index.
pub fn index_type(index: ReferenceIndex) -> Option<TokenStream> {
    match index {
        ReferenceIndex::Single => None,
        ReferenceIndex::Array | ReferenceIndex::Int32Map => Some(quote!(i32)),
        ReferenceIndex::StringMap => Some(quote!(&str)),
    }
}

/// The Rust type of a pipe's packets or a wire's values.
pub fn stream_type(
    scope: Scope<'_>,
    object: &Object,
    member: &Member,
    data_type: &DataType,
) -> TokenStream {
    scope.member_type(&object.name, &member.name, data_type)
}

/// Whether a property can be read and written.
pub fn access(member: &Member) -> (bool, bool) {
    let direction = member.modifiers.direction();
    (
        direction != Direction::WriteOnly,
        direction != Direction::ReadOnly,
    )
}

/// Members whose service side is a handle: events, pipes, wires, callbacks.
pub fn is_handle(member: &Member) -> bool {
    matches!(
        member.kind,
        MemberKind::Event(_) | MemberKind::Pipe(_) | MemberKind::Wire(_) | MemberKind::Callback(_)
    )
}
