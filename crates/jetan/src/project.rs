//! The program that is meant by the words of a command: files, folders, and what a `jetan.toml`
//! says about them.

use std::path::{Path, PathBuf};

use jetan_asm::AssemblyOptions;
use jetan_asm::limits::FILE_BYTES_MAX;
use jetan_os::file::{self, AcceptedFiles};
use jetan_pack::{ProjectFile, ProjectSettings};
use jetan_report as render;
use jetan_run::loader::adopt_project;

use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, SourceRoot};

/// The sources to assemble, and how.
#[derive(Debug, Default)]
pub(crate) struct ChosenProgram {
    pub(crate) roots: Vec<SourceRoot>,
    settings: ProjectSettings,
    starts_at_main: bool,
}

impl ChosenProgram {
    /// The program that is typed as files and folders; `is_project` is `--project`.
    ///
    /// A `jetan.toml` decides about a folder, and about a single file that it lists. Whoever names
    /// several files has decided already.
    pub(crate) fn typed(
        typed: &[PathBuf],
        is_project: bool,
    ) -> Result<ChosenProgram, CommandFailure> {
        let folder = typed.iter().any(|path| path.is_dir());
        let Some(project) = project_file(typed, is_project) else {
            return ChosenProgram::without_file(typed, is_project);
        };
        if !project.errors.is_empty() {
            let ProjectFile { name, text, errors, .. } = &project;
            let report = render::pack::report(errors, name, text, false, Console::fold());
            return Err(CommandFailure::new(Exit::Assembly, report.trim_end()));
        }
        let settings = match typed {
            [path] if !is_project && !folder => project.settings_of(&file::name(path)).cloned(),
            _ => Some(project.settings.clone()),
        };
        let Some(settings) = settings else {
            return ChosenProgram::without_file(typed, is_project);
        };
        let mut chosen = if project.roots.is_empty() {
            ChosenProgram::without_file(typed, is_project)?
        } else {
            let roots = project.roots.iter().map(|name| SourceRoot::typed(Path::new(name)));
            ChosenProgram { roots: roots.collect(), ..ChosenProgram::default() }
        };
        chosen.settings = settings;
        Ok(chosen)
    }

    /// The same for sources of others, whose `jetan.toml` must not have files read.
    pub(crate) fn without_file(
        typed: &[PathBuf],
        is_project: bool,
    ) -> Result<ChosenProgram, CommandFailure> {
        // A folder is assembled as a project, so it starts like one.
        let starts_at_main = is_project || typed.iter().any(|path| path.is_dir());
        let roots = files::roots(typed, is_project)?;
        Ok(ChosenProgram { roots, starts_at_main, ..ChosenProgram::default() })
    }

    /// Puts in what was not typed; the answer is whether the memory configuration is chosen.
    pub(crate) fn settle(&self, options: &mut AssemblyOptions, has_map: bool) -> bool {
        options.start_at_main |= self.starts_at_main;
        adopt_project(options, &self.settings, has_map)
    }

    /// The pack that is used where no source names one.
    pub(crate) fn pack(&self) -> Option<String> {
        self.settings.pack.clone()
    }
}

/// The project file that is asked.
fn project_file(typed: &[PathBuf], is_project: bool) -> Option<ProjectFile> {
    let mut read =
        |name: &str| file::read(Path::new(name), AcceptedFiles::Files, FILE_BYTES_MAX as u64).ok();
    match typed {
        [] => ProjectFile::of_folder("", &mut read),
        [first, rest @ ..] if first.is_dir() => {
            let name = file::name(first);
            // Messages name files as people type them, without `./`.
            let name = if name == "." { "" } else { name.trim_end_matches('/') };
            rest.is_empty().then(|| ProjectFile::of_folder(name, &mut read)).flatten()
        }
        [first] if first.as_os_str() != "-" => ProjectFile::above(&file::name(first), &mut read),
        [first, ..] if is_project => ProjectFile::above(&file::name(first), &mut read),
        _ => None,
    }
}
