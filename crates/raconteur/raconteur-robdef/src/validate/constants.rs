//! Constants and enumerations.

use std::collections::{BTreeMap, BTreeSet};

use super::{Scope, Unique, names};
use crate::{Constant, ConstantValue, Enumeration, OptionLine};

impl Scope<'_, '_> {
    pub(super) fn constants(&mut self, constants: &[Constant], unique: &mut Unique) {
        let mut by_name: BTreeMap<&str, &Constant> = BTreeMap::new();
        for constant in constants {
            by_name.entry(&constant.name).or_insert(constant);
        }
        for constant in constants {
            self.declared(&constant.name, constant.span, unique);
            let ConstantValue::Record { fields, .. } = &constant.value else {
                continue;
            };
            for field in fields {
                if let Some(fault) = names::name_fault(&field.name) {
                    self.error(constant.span, fault);
                }
                if !by_name.contains_key(field.constant.as_str()) {
                    let message = format!("there is no constant `{}` here", field.constant);
                    self.error(constant.span, message);
                }
            }
            if contains_itself(constant, &by_name) {
                self.error(constant.span, "the constant contains itself");
            }
        }
    }

    /// Constants hidden in options, the form of old definitions.
    pub(super) fn option_constants(&mut self, options: &[OptionLine], unique: &mut Unique) {
        for option in options {
            if option.text.split_ascii_whitespace().next() != Some("constant") {
                continue;
            }
            match crate::parse::option_constant(&option.text) {
                Some((name, value)) if !matches!(value, ConstantValue::Record { .. }) => {
                    self.declared(&name, option.span, unique);
                }
                _ => self.error(option.span, "this constant cannot be read"),
            }
        }
    }

    pub(super) fn enumeration(&mut self, enumeration: &Enumeration) {
        let mut seen_names = BTreeSet::new();
        let mut seen_values = BTreeSet::new();
        for value in &enumeration.values {
            if let Some(fault) = names::name_fault(&value.name) {
                self.error(enumeration.span, fault);
            }
            let new_name = seen_names.insert(&value.name);
            let new_value = seen_values.insert(value.value);
            if !new_name || !new_value {
                let message = format!(
                    "`{}` = {} has the name or number of another value",
                    value.name, value.value
                );
                self.error(enumeration.span, message);
            }
        }
    }
}

/// Follows the fields of a record constant.
fn contains_itself(constant: &Constant, by_name: &BTreeMap<&str, &Constant>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![constant];
    while let Some(next) = open.pop() {
        let ConstantValue::Record { fields, .. } = &next.value else {
            continue;
        };
        for field in fields {
            if field.constant == constant.name {
                return true;
            }
            if seen.insert(field.constant.as_str()) {
                open.extend(by_name.get(field.constant.as_str()));
            }
        }
    }
    false
}
