//! The projects that `foxden new` starts from. They are those of `examples/templates`,
//! in which the names of world and controller are replaced.

use clap::ValueEnum;

/// The controller in the templates.
const CONTROLLER: &str = "light_meter";

/// A file of a project.
#[derive(Clone, Copy)]
struct TemplateFile {
    /// Its place in the project.
    path: &'static str,
    text: &'static str,
}

macro_rules! template {
    ($language:literal, $($path:literal),* $(,)?) => {
        &[$(TemplateFile {
            path: $path,
            text: include_str!(concat!("../../bundled/templates/", $language, "/", $path)),
        }),*]
    };
}

/// The languages of controllers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProjectLanguage {
    C,
    Cpp,
    Python,
    Java,
    Matlab,
}

impl ProjectLanguage {
    /// Its name for people.
    fn title(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Python => "Python",
            Self::Java => "Java",
            Self::Matlab => "MATLAB",
        }
    }

    fn template(self) -> &'static [TemplateFile] {
        match self {
            Self::C => template![
                "c",
                "worlds/light.wbt",
                "controllers/light_meter/light_meter.c",
                "Makefile"
            ],
            Self::Cpp => template![
                "cpp",
                "worlds/light.wbt",
                "controllers/light_meter/light_meter.cpp",
                "Makefile"
            ],
            Self::Python => template![
                "python",
                "worlds/light.wbt",
                "controllers/light_meter/light_meter.py"
            ],
            Self::Java => template![
                "java",
                "worlds/light.wbt",
                "controllers/light_meter/light_meter.java",
                "Makefile"
            ],
            Self::Matlab => template![
                "matlab",
                "worlds/light.wbt",
                "controllers/light_meter/light_meter.m",
                "controllers/light_meter/runtime.ini"
            ],
        }
    }

    /// Whether controllers are compiled before they run.
    pub(crate) fn is_compiled(self) -> bool {
        matches!(self, Self::C | Self::Cpp | Self::Java)
    }

    /// What a controller cannot be called: its file would hide a module or class that
    /// it uses, or its name is a word of the language.
    fn reserved_names(self) -> impl Iterator<Item = &'static str> {
        let words = match self {
            Self::C | Self::Cpp => "",
            Self::Python => {
                "builtins codecs collections controller copy ctypes dataclasses \
                 enum functools io inspect keyword math operator os pathlib \
                 platform re signal site struct sys types typing vehicle warnings \
                 weakref"
            }
            Self::Java => {
                "LightSensor Locale Math Object Robot String System abstract assert \
                 boolean break byte case catch char class const continue default do \
                 double else enum extends false final finally float for goto if \
                 implements import instanceof int interface long native new null \
                 package private protected public record return sealed short static \
                 strictfp super switch synchronized this throw throws transient \
                 true try var volatile while yield"
            }
            Self::Matlab => {
                "break case catch classdef continue else elseif end for fprintf \
                 function global if launcher otherwise parfor persistent reshape \
                 return spmd switch try while"
            }
        };
        // a robot with the controller 'void' has none
        words.split_whitespace().chain(["void"])
    }

    /// Why a project cannot have a name; nothing if it can.
    pub(crate) fn name_problem(self, name: &str) -> Option<String> {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_letter) {
            return Some(
                "a name starts with a letter from a to z and has letters, digits, '_' and '-'"
                    .to_owned(),
            );
        }
        if name.len() > MOST_LETTERS {
            return Some(format!("a name has at most {MOST_LETTERS} letters"));
        }
        let title = self.title();
        if matches!(self, Self::Java | Self::Matlab) && name.contains('-') {
            let other = name.replace('-', "_");
            return Some(format!(
                "controllers in {title} are called like a class or script, without '-'; use '{other}'"
            ));
        }
        self.reserved_names().any(|word| word == name).then(|| {
            format!("the name has another meaning in {title}; use for example 'my_{name}'")
        })
    }

    /// The files of a project, each with its place.
    pub(crate) fn files(self, name: &str) -> Vec<(String, String)> {
        let replaced = |text: &str| text.replace(CONTROLLER, name);
        let template = self.template().iter();
        let mut files: Vec<(String, String)> = template
            .map(|file| {
                let path = file.path.replace("worlds/light.wbt", &world(name));
                (replaced(&path), replaced(file.text))
            })
            .collect();
        files.push(("test.sh".to_owned(), self.test_script(name)));
        files.push(("README.md".to_owned(), self.read_me(name)));
        files
    }

    /// Builds and runs the project, and checks what the controller printed.
    fn test_script(self, name: &str) -> String {
        let build = match self.is_compiled() {
            true => "make\n",
            false => "",
        };
        let world = world(name);
        format!(
            "#!/bin/sh\n\
             # Runs the world without a display. The exit code is 0 if it did what it should.\n\
             # FOXDEN is the program; 'foxden' if it is not set.\n\
             set -e\n\
             cd \"$(dirname \"$0\")\"\n\
             {build}\
             code=0\n\
             output=$(\"${{FOXDEN:-foxden}}\" run {world} --until-controllers-end --quiet --port 0) || code=$?\n\
             printf '%s\\n' \"$output\"\n\
             [ \"$code\" -eq 0 ] || exit \"$code\"\n\
             if ! printf '%s\\n' \"$output\" | grep -q 'period: 32 ms'; then\n\
             \x20 echo 'test failed: the controller did not print its sampling period' >&2\n\
             \x20 exit 1\n\
             fi\n\
             echo 'test passed'\n"
        )
    }

    fn read_me(self, name: &str) -> String {
        let title = self.title();
        let world = world(name);
        let source = self
            .template()
            .iter()
            .find(|file| file.path.starts_with("controllers"));
        let source = source
            .map_or("", |file| file.path)
            .replace(CONTROLLER, name);
        let build = match self.is_compiled() {
            true => {
                "make                                       # again after each change of the controller\n"
            }
            false => "",
        };
        let note = match self {
            Self::Matlab => format!(
                "\nGNU Octave runs the controller. Without the file `controllers/{name}/runtime.ini`, MATLAB does.\n"
            ),
            Self::Python => {
                "\nWith the Python package `foxden` installed, `WEBOTS_HOME` is not needed.\n"
                    .to_owned()
            }
            _ => String::new(),
        };
        format!(
            "# {name}\n\n\
             A robot measures the light of a lamp. Its controller is written in {title}.\n\n\
             | file | what it is |\n|---|---|\n\
             | `{world}` | the world: a lamp and a robot with a light sensor |\n\
             | `{source}` | the controller of the robot |\n\
             | `test.sh` | runs the world without a display and checks the result |\n\n\
             ## Run\n\n\
             The variable `WEBOTS_HOME` is the folder of the controller library, of Foxden or of Webots.\n\
             `foxden doctor` says what is missing on a machine.\n\n\
             ```console\n\
             {build}\
             foxden run {world} --until-controllers-end   # ends with the controller\n\
             foxden view {world}                          # in the browser\n\
             sh test.sh                                 # exit code 0 if the test passes\n\
             ```\n{note}"
        )
    }
}

/// The most letters of a name; files are called like it.
const MOST_LETTERS: usize = 60;

/// The world of a project.
pub(crate) fn world(name: &str) -> String {
    format!("worlds/{name}.wbt")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The files below a folder that are not results of a build.
    fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                found.extend(sources(&path));
            } else if name != CONTROLLER && !name.ends_with(".class") {
                found.push(path);
            }
        }
        found
    }

    #[test]
    fn each_file_of_the_templates_is_in_a_new_project() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/templates");
        let found: BTreeSet<String> = sources(&root)
            .iter()
            .map(|path| path.strip_prefix(&root).unwrap().display().to_string())
            .collect();
        let languages = ProjectLanguage::value_variants().iter();
        let used: BTreeSet<String> = languages
            .flat_map(|language| {
                let folder = language.to_possible_value().unwrap();
                let files = language.template().iter();
                files.map(move |file| format!("{}/{}", folder.get_name(), file.path))
            })
            .collect();
        assert_eq!(found, used);
    }
}
