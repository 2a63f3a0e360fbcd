//! The program under test, as files and flags describe it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jetan_asm::{Dialect, Options, SourceSet, assemble};
use jetan_games::Name;
use jetan_grade::adapter::{self, Adapter};
use jetan_grade::limits::Limits;
use jetan_grade::subject::Subject;
use jetan_isa::{MemoryMap, Pack};
use jetan_machine::Behaviour;
use jetan_os::file::Accept;

use crate::cli::check::Check;
use crate::cli::play::First;
use crate::cli::solve::{Implementation, Usage};
use crate::command::asm::{self, Messages};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::render;
use crate::render::json::Extras;
use crate::{bitmap, files, packs};

/// A program under test.
pub(super) struct Loaded {
    pub(super) subject: Subject,
    /// What `jetan run` needs besides the files to run it as it is run here.
    pub(super) run_flags: Vec<String>,
    /// What it was assembled from.
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
    if let Some(folder) = typed.files.iter().find(|path| is_class(path)) {
        return Err(Failure::unreadable(format!(
            "jetan: {}: this looks like a folder of submissions, which `jetan grade RUBRIC {0}` \
             grades (docs/grading.md); `jetan check` takes one program",
            files::name(folder)
        )));
    }
    let roots = files::roots(&typed.files, false)?;
    let sources = files::load_jailed(&roots)?;
    let (pack, run_flags) = pack(typed, &sources)?;
    let options = Options {
        dialect: if typed.strict { Dialect::MARS } else { Dialect::JETAN },
        map: pack.as_ref().and_then(|pack| pack.memory_map).unwrap_or(MemoryMap::DEFAULT),
        start_at_main: typed.files.iter().any(|path| path.is_dir()),
        ..Options::default()
    };
    let assembled = assemble(&sources, &options);
    let is_data = typed.json && assembled.0.is_none();
    let messages = if is_data { Messages::Json } else { Messages::Human };
    asm::report(&assembled, &sources, messages, Extras::default(), console)?;
    let (Some(program), _) = assembled else { return Ok(None) };
    if program.code.is_empty() {
        let message = "jetan: there is no instruction in the program: is this the right file?";
        return Err(Failure::new(Exit::Assembly, message));
    }
    if let Some(pack) = &pack {
        let refused = packs::violations(&program, &sources, pack);
        if !refused.is_empty() {
            let colored = console.is_colored();
            console.say(render::pack::violations(&refused, &pack.name, &sources, colored));
            return Ok(None);
        }
    }
    let display = bitmap::described(typed.bitmap.as_deref(), &sources, &options.map, console)?;
    let behaviour = if typed.strict { Behaviour::MARS } else { Behaviour::JETAN };
    let limits = Limits::of(typed.project);
    let subject = Subject::new(program, pack.map(Arc::new), display, behaviour, limits);
    let subject = subject.map_err(|_| {
        Failure::new(Exit::Limit, "jetan: the program does not fit into the memory it may use")
    })?;
    Ok(Some(Loaded { subject: subject.naming_files(&sources), run_flags, sources }))
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

/// The pack that was named, in a flag or a source, or that the project has.
fn pack(typed: &Check, sources: &SourceSet) -> Result<(Option<Pack>, Vec<String>), Failure> {
    let mut texts = sources.roots().iter().map(|&root| sources.file(root).text());
    let in_source = texts.find_map(jetan_pack::named_in);
    let usual = (typed.project == Name::Twenty48).then(|| packs::OF_2048.to_owned());
    let flag = typed.pack.clone().or_else(|| usual.filter(|_| in_source.is_none()));
    let mut run_flags = Vec::new();
    if typed.strict {
        run_flags.push("--strict".to_owned());
    }
    if let Some(name) = &flag {
        run_flags.extend(["--pack".to_owned(), name.clone()]);
    }
    let pack = packs::chosen(flag.as_deref(), sources, true)?;
    Ok((pack, run_flags))
}
