//! Our own sources of the modules that templates may import.

/// A module by the name it is imported with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Module {
    pub name: &'static str,
    pub source: &'static str,
}

/// Modules of JavaScript templates.
pub(super) const JAVASCRIPT: &[Module] = &[
    Module {
        name: "wbgeometry.js",
        source: include_str!("wbgeometry.js"),
    },
    Module {
        name: "wbrandom.js",
        source: include_str!("wbrandom.js"),
    },
    Module {
        name: "wbrotation.js",
        source: include_str!("wbrotation.js"),
    },
    Module {
        name: "wbutility.js",
        source: include_str!("wbutility.js"),
    },
    Module {
        name: "wbvector2.js",
        source: include_str!("wbvector2.js"),
    },
    Module {
        name: "wbvector3.js",
        source: include_str!("wbvector3.js"),
    },
];

/// Modules of Lua templates.
#[cfg(feature = "lua")]
pub(super) const LUA: &[Module] = &[
    Module {
        name: "wbcore",
        source: include_str!("wbcore.lua"),
    },
    Module {
        name: "wbfile",
        source: include_str!("wbfile.lua"),
    },
    Module {
        name: "wbgeometry",
        source: include_str!("wbgeometry.lua"),
    },
    Module {
        name: "wblimits",
        source: include_str!("wblimits.lua"),
    },
    Module {
        name: "wbmath",
        source: include_str!("wbmath.lua"),
    },
    Module {
        name: "wbrandom",
        source: include_str!("wbrandom.lua"),
    },
    Module {
        name: "wbrotation",
        source: include_str!("wbrotation.lua"),
    },
    Module {
        name: "wbstring",
        source: include_str!("wbstring.lua"),
    },
    Module {
        name: "wbvector2",
        source: include_str!("wbvector2.lua"),
    },
    Module {
        name: "wbvector3",
        source: include_str!("wbvector3.lua"),
    },
];

/// The module called `name` among `modules`.
pub(super) fn find(modules: &'static [Module], name: &str) -> Option<Module> {
    modules.iter().copied().find(|module| module.name == name)
}

/// The names of `modules` in one line, for messages.
pub(super) fn names(modules: &[Module]) -> String {
    modules
        .iter()
        .map(|module| module.name)
        .collect::<Vec<_>>()
        .join(", ")
}
