//! What follows from a member's state being shared by its clones.

/// Implements `Clone`, `Default` and `Debug` for a member that is a state behind
/// an `Arc` and a marker of its types of value.
///
/// Derives would ask the types of value for what only the state has to give.
macro_rules! shared_member {
    ($member:ident<$($value:ident),+>, $state:ident) => {
        impl<$($value),+> Clone for $member<$($value),+> {
            fn clone(&self) -> Self {
                Self {
                    $state: self.$state.clone(),
                    marker: std::marker::PhantomData,
                }
            }
        }

        impl<$($value),+> Default for $member<$($value),+> {
            fn default() -> Self {
                Self {
                    $state: std::sync::Arc::default(),
                    marker: std::marker::PhantomData,
                }
            }
        }

        impl<$($value),+> std::fmt::Debug for $member<$($value),+> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($member)).finish_non_exhaustive()
            }
        }
    };
}

pub(super) use shared_member;
