//! The program under test, as files and flags describe it.

use std::fs;
use std::path::{Path, PathBuf};

use jetan_asm::{Dialect, Options, SourceSet};
use jetan_check::adapter::{self, Adapter};
use jetan_games::Name;
use jetan_machine::Behaviour;
use jetan_os::file::Accept;
use jetan_run::LoadPlan;
use jetan_run::loader::pack_named_in;
use jetan_sandbox::limits::Limits;
use jetan_sandbox::subject::Subject;

use crate::cli::check::Check;
use crate::cli::play::First;
use crate::cli::solve::{Implementation, Usage};
use crate::command::asm::Messages;
use crate::command::load::{Telling, load};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::plan::pack_choice;
use crate::{bitmap, files, packs};

/// A program under test.
pub(super) struct Loaded {
    pub(super) subject: Subject,
    /// The flags that `jetan run` needs besides the files to run it as it is run here.
    pub(super) run_flags: Vec<String>,
    /// The sources it was assembled from.
    pub(super) sources: SourceSet,
}

/// The adapter, with the rules of the command line in it.
pub(super) fn adapter(typed: &Check) -> Result<Adapter, Failure> {
    let mut adapter = match &typed.adapter {
        None => Adapter::default(),
        Some(path) => {
            let name = files::name(path);
            let text = files::read_text(path, Accept::Pipes)?;
            Adapter::parse(&text)
                .map_err(|error| Failure::new(Exit::Assembly, format!("jetan: {name}: {error}")))?
        }
    };
    let rules = &mut adapter.rules;
    if let Some(implementation) = typed.rules.implementation {
        rules.implementation = match implementation {
            Implementation::A => adapter::Implementation::A,
            Implementation::B => adapter::Implementation::B,
            Implementation::C => adapter::Implementation::C,
        };
    }
    // The flag can only switch it on; without it the adapter decides.
    if typed.rules.clear_lines {
        rules.clear_lines = Some(true);
    }
    let usage = typed.rules.usage.map(|usage| match usage {
        Usage::Some => adapter::Usage::Some,
        Usage::All => adapter::Usage::All,
        Usage::Prefix => adapter::Usage::Prefix,
    });
    rules.usage = usage.or(rules.usage);
    match typed.rules.side {
        Some(side @ (4 | 9)) => rules.side = Some(side),
        None => {}
        // clap lets 4 to 9 through; of these only two are squares.
        Some(_) => return Err(Failure::usage("jetan: --side: a grid has 4 or 9 rows")),
    }
    rules.trials = typed.rules.trials.or(rules.trials);
    let first = typed.rules.first.map(|first| match first {
        First::One => 1,
        First::Two => 2,
        First::Random => 0,
    });
    rules.first = first.or(rules.first);
    Ok(adapter)
}

/// Assembles and loads the program; none if it cannot be assembled, which has been said.
pub(super) fn subject(typed: &Check, console: &Console) -> Result<Option<Loaded>, Failure> {
    // Otherwise this would end as an error about a folder without sources.
    if let Some(folder) = typed.files.iter().find(|path| is_class(path)) {
        return Err(Failure::unreadable(format!(
            "jetan: {}: this looks like a folder of submissions, which `jetan grade RUBRIC {0}` \
             grades (docs/grading.md); `jetan check` takes one program",
            files::name(folder)
        )));
    }
    let roots = files::roots(&typed.files, false)?;
    // The program is somebody else's: what it includes is read from its own folders only.
    let sources = files::load_jailed(&roots)?;
    let limits = Limits::of(typed.project);
    let behaviour = if typed.strict { Behaviour::MARS } else { Behaviour::JETAN };
    let usual = (typed.project == Name::Twenty48).then_some(packs::OF_2048);
    let plan = LoadPlan {
        options: Options {
            dialect: if typed.strict { Dialect::MARS } else { Dialect::JETAN },
            start_at_main: typed.files.iter().any(|path| path.is_dir()),
            ..Options::default()
        },
        has_map: false,
        pack: pack_choice(typed.pack.as_deref(), true, usual),
        setup: Subject::setup(behaviour, limits),
        // A file without instructions is refused instead of judged.
        needs_code: true,
    };
    let telling = Telling {
        warnings: Messages::Human,
        mistakes: if typed.json { Messages::Json } else { Messages::Human },
        // The program is not trusted, so the files beside it are not read.
        looks_beside: false,
    };
    let Some(loaded) = load(&sources, plan, &telling, console)? else { return Ok(None) };
    let map = loaded.program.image.map;
    let display = bitmap::described(typed.bitmap.as_deref(), &sources, &map, console)?;
    let subject = Subject::new(loaded, display, limits).naming_files(&sources);
    Ok(Some(Loaded { subject, run_flags: run_flags(typed, &sources, usual), sources }))
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
fn run_flags(typed: &Check, sources: &SourceSet, usual: Option<&str>) -> Vec<String> {
    // A pack that a source names wins over the usual one, for `jetan run` as well.
    let usual = usual.filter(|_| pack_named_in(sources).is_none());
    let strict = typed.strict.then(|| "--strict".to_owned());
    let pack = typed.pack.as_deref().or(usual).map(|name| ["--pack".to_owned(), name.to_owned()]);
    strict.into_iter().chain(pack.into_iter().flatten()).collect()
}
