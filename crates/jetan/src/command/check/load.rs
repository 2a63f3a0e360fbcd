//! The program under test, as files and flags describe it.

use std::fs;
use std::path::{Path, PathBuf};

use jetan_asm::{AssemblyOptions, Dialect, SourceSet};
use jetan_check::adapter::{self, Adapter};
use jetan_games::GameTitle;
use jetan_machine::Behaviour;
use jetan_os::file::AcceptedFiles;
use jetan_run::LoadPlan;
use jetan_run::loader::pack_named_in;
use jetan_sandbox::limits::CaseLimits;
use jetan_sandbox::program::ProgramUnderTest;

use crate::cli::check::CheckArgs;
use crate::cli::play::FirstPlayerChoice;
use crate::cli::solve::{ImplementationChoice, PieceUsageChoice};
use crate::command::asm::MessageStyle;
use crate::command::load::{LoadMessages, load};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::plan::pack_choice;
use crate::{bitmap, files, packs};

/// A program under test.
pub(super) struct CheckedProgram {
    pub(super) subject: ProgramUnderTest,
    /// The flags that `jetan run` needs besides the files to run it as it is run here.
    pub(super) run_flags: Vec<String>,
    /// The sources it was assembled from.
    pub(super) sources: SourceSet,
}

/// The adapter, with the rules of the command line in it.
pub(super) fn adapter(typed: &CheckArgs) -> Result<Adapter, CommandFailure> {
    let mut adapter = match &typed.adapter {
        None => Adapter::default(),
        Some(path) => {
            let name = files::name(path);
            let text = files::read_text(path, AcceptedFiles::Pipes)?;
            Adapter::parse(&text).map_err(|error| {
                CommandFailure::new(Exit::Assembly, format!("jetan: {name}: {error}"))
            })?
        }
    };
    let rules = &mut adapter.rules;
    if let Some(implementation) = typed.rules.implementation {
        rules.implementation = match implementation {
            ImplementationChoice::A => adapter::TetrisitoVariant::A,
            ImplementationChoice::B => adapter::TetrisitoVariant::B,
            ImplementationChoice::C => adapter::TetrisitoVariant::C,
        };
    }
    // The flag can only switch it on; without it the adapter decides.
    if typed.rules.clear_lines {
        rules.clear_lines = Some(true);
    }
    let usage = typed.rules.usage.map(|usage| match usage {
        PieceUsageChoice::Some => adapter::PieceUsage::Some,
        PieceUsageChoice::All => adapter::PieceUsage::All,
        PieceUsageChoice::Prefix => adapter::PieceUsage::Prefix,
    });
    rules.usage = usage.or(rules.usage);
    match typed.rules.side {
        Some(side @ (4 | 9)) => rules.side = Some(side),
        None => {}
        // clap lets 4 to 9 through; of these only two are squares.
        Some(_) => return Err(CommandFailure::usage("jetan: --side: a grid has 4 or 9 rows")),
    }
    rules.trials = typed.rules.trials.or(rules.trials);
    let first = typed.rules.first.map(|first| match first {
        FirstPlayerChoice::One => 1,
        FirstPlayerChoice::Two => 2,
        FirstPlayerChoice::Random => 0,
    });
    rules.first = first.or(rules.first);
    Ok(adapter)
}

/// Assembles and loads the program; none if it cannot be assembled, which has been said.
pub(super) fn subject(
    typed: &CheckArgs,
    console: &Console,
) -> Result<Option<CheckedProgram>, CommandFailure> {
    // Otherwise this would end as an error about a folder without sources.
    if let Some(folder) = typed.files.iter().find(|path| is_class(path)) {
        return Err(CommandFailure::unreadable(format!(
            "jetan: {}: this looks like a folder of submissions, which `jetan grade RUBRIC {0}` \
             grades (docs/grading.md); `jetan check` takes one program",
            files::name(folder)
        )));
    }
    let roots = files::roots(&typed.files, false)?;
    // The program is somebody else's: what it includes is read from its own folders only.
    let sources = files::load_jailed(&roots)?;
    let limits = CaseLimits::of(typed.project);
    let behaviour = if typed.strict { Behaviour::MARS } else { Behaviour::JETAN };
    let usual = (typed.project == GameTitle::Twenty48).then_some(packs::OF_2048);
    let plan = LoadPlan {
        options: AssemblyOptions {
            dialect: if typed.strict { Dialect::MARS } else { Dialect::JETAN },
            start_at_main: typed.files.iter().any(|path| path.is_dir()),
            ..AssemblyOptions::default()
        },
        has_map: false,
        pack: pack_choice(typed.pack.as_deref(), true, usual),
        setup: ProgramUnderTest::setup(behaviour, limits),
        // A file without instructions is refused instead of judged.
        needs_code: true,
    };
    let telling = LoadMessages {
        warnings: MessageStyle::Human,
        mistakes: if typed.json { MessageStyle::Json } else { MessageStyle::Human },
        // The program is not trusted, so the files beside it are not read.
        looks_beside: false,
    };
    let Some(loaded) = load(&sources, plan, &telling, console)? else { return Ok(None) };
    let map = loaded.program.image.map;
    let display = bitmap::described(typed.bitmap.as_deref(), &sources, &map, console)?;
    let subject = ProgramUnderTest::new(loaded, display, limits).naming_files(&sources);
    Ok(Some(CheckedProgram { subject, run_flags: run_flags(typed, &sources, usual), sources }))
}

/// Whether a folder has no source of its own but folders or archives.
fn is_class(path: &Path) -> bool {
    let Ok(entries) = fs::read_dir(path) else { return false };
    let paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let is_submission =
        |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|it| it == "zip");
    let is_own =
        |path: &PathBuf| path.file_name().is_some_and(|it| files::is_source(Path::new(it)));
    !paths.iter().any(is_own) && paths.iter().any(is_submission)
}

/// The flags with which `jetan run` does what was done here; a source may name its pack itself.
fn run_flags(typed: &CheckArgs, sources: &SourceSet, usual: Option<&str>) -> Vec<String> {
    // A pack that a source names wins over the usual one, for `jetan run` as well.
    let usual = usual.filter(|_| pack_named_in(sources).is_none());
    let strict = typed.strict.then(|| "--strict".to_owned());
    let pack = typed.pack.as_deref().or(usual).map(|name| ["--pack".to_owned(), name.to_owned()]);
    strict.into_iter().chain(pack.into_iter().flatten()).collect()
}
