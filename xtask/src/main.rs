//! The command line of `cargo xtask`: what was typed, and nothing else.

use std::{path::PathBuf, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use xtask::{
    bench, book, ci, cross, dist, editors, fuzz, published, site, step::StepLog, studio, test,
    tidy, train, words,
};

fn main() -> ExitCode {
    let matches = command().get_matches();
    let mut steps = StepLog::default();
    let outcome = run(&matches, &mut steps);
    // Also after a failure: it may have taken the longest.
    steps.print_summary();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            steps.say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn command() -> Command {
    let long = Arg::new("long")
        .long("long")
        .action(ArgAction::SetTrue)
        .help("Also run what takes minutes (sets JETAN_LONG=1)");
    let quick = Arg::new("quick")
        .long("quick")
        .action(ArgAction::SetTrue)
        .conflicts_with("long")
        .help("Leave out the tests that take longest, doc tests and examples");
    let suite = Arg::new("NAME").help("One suite only").value_parser(bench::suite_names());
    Command::new("cargo xtask")
        .about("Chores of the Jetan workspace")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("test").about("Run every test and every example").args([long, quick]),
        )
        .subcommand(Command::new("tidy").about("Check the rules of the source tree"))
        .subcommand(Command::new("words").about("Print figures about the language of the sources"))
        .subcommand(Command::new("bench").about("Run the benchmarks").arg(suite))
        .subcommand(book_command())
        .subcommand(train_command())
        .subcommand(fuzz_command())
        .subcommand(cross_command())
        .subcommand(
            Command::new("published")
                .about("Check published programs of the projects against what is known of them")
                .arg(
                    Arg::new("FOLDER")
                        .required(true)
                        .value_parser(value_parser!(PathBuf))
                        .help("Where they are, as OWNER/NAME/FILE or in any order"),
                ),
        )
        .subcommand(Command::new("shots").about("Take pictures of the studio (studio/shots)"))
        .subcommand(site_command())
        .subcommand(
            Command::new("dist")
                .about("Pack an archive with an installer, for people without Rust"),
        )
        .subcommand(vsix_command())
        .subcommand(editors_command())
        .subcommand(Command::new("ci").about("Run everything a change must pass"))
}

fn binary_argument(help: &'static str) -> Arg {
    Arg::new("binary").long("binary").value_parser(value_parser!(PathBuf)).help(help)
}

fn vsix_command() -> Command {
    let binary = binary_argument("A jetan to put into it, for this system [default: none]");
    Command::new("vsix").about("Pack the VS Code extension (target/vsix)").arg(binary)
}

fn editors_command() -> Command {
    let binary = binary_argument("The jetan to start [default: built as the tests have built it]");
    Command::new("editors")
        .about("Try the extension in VS Code itself, and the Tree-sitter grammar on every program")
        .arg(binary)
}

fn site_command() -> Command {
    let serve = Arg::new("serve")
        .long("serve")
        .action(ArgAction::SetTrue)
        .help("Serve it afterwards on a free port of the loopback address");
    let optimize = Arg::new("optimize")
        .long("optimize")
        .action(ArgAction::SetTrue)
        .help("Let npm's binaryen work on the module (minutes)");
    Command::new("site")
        .about("Build the studio as a static site (target/site)")
        .args([serve, optimize])
}

fn site_options(matches: &ArgMatches) -> site::SiteOptions {
    site::SiteOptions {
        is_optimized: matches.get_flag("optimize"),
        is_served: matches.get_flag("serve"),
    }
}

fn fuzz_command() -> Command {
    let target = Arg::new("TARGET").help("One target only").value_parser(fuzz::names());
    let seconds = Arg::new("seconds")
        .long("seconds")
        .value_parser(value_parser!(u32))
        .help("How long all targets run together [default: 60]");
    Command::new("fuzz").about("Build and run the fuzz targets").args([target, seconds])
}

fn cross_command() -> Command {
    let system = Arg::new("SYSTEM").required(true).value_parser(cross::names());
    let words = Arg::new("WORDS")
        .num_args(0..)
        .trailing_var_arg(true)
        .allow_hyphen_values(true)
        .help("What cargo is to do there [default: every test, or a check where none can run]");
    Command::new("cross")
        .about("Build and test for another system")
        .after_help(
            "windows: tests run under Wine; arm: aarch64, under QEMU; wasm: the pure crates are \
             compiled only.\nMissing packages are installed by apt, and a standard library is \
             built the first time, below target/cross.",
        )
        .args([system, words])
}

fn book_command() -> Command {
    let option = |name: &'static str| Arg::new(name).long(name);
    let jobs = option("jobs").value_parser(value_parser!(usize));
    let minutes = option("minutes").value_parser(value_parser!(u32));
    let file = option("file").value_parser(value_parser!(PathBuf));
    Command::new("book").about("Add to the opening book of Connect Four").args([
        jobs.help("Threads that compute [default: 2]"),
        minutes.help("Compute for so long [default: what play needs, at most an hour]"),
        file.help("The book to go on from and to write [default: the library's]"),
    ])
}

fn book_options(matches: &ArgMatches) -> book::BookOptions {
    book::BookOptions {
        jobs: matches.get_one("jobs").copied().unwrap_or(book::JOBS),
        minutes: matches.get_one("minutes").copied(),
        file: matches.get_one("file").cloned(),
    }
}

fn train_command() -> Command {
    let moves = Arg::new("million-moves")
        .long("million-moves")
        .value_parser(value_parser!(u64).range(1..=1_000_000))
        .help("Learn from so many million moves [default: 400, as the library's]");
    let folder = Arg::new("folder")
        .long("folder")
        .value_parser(value_parser!(PathBuf))
        .help("The folder to write into [default: the library's]");
    Command::new("train-2048").about("Learn the network of 2048 again").args([moves, folder])
}

fn train_options(matches: &ArgMatches) -> train::TrainOptions {
    train::TrainOptions {
        million_moves: matches.get_one("million-moves").copied().unwrap_or(train::MILLION_MOVES),
        folder: matches.get_one("folder").cloned(),
    }
}

fn run(matches: &ArgMatches, steps: &mut StepLog) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some(("test", matches)) if matches.get_flag("quick") => test::quick(steps),
        Some(("test", matches)) => test::run(steps, matches.get_flag("long")),
        Some(("tidy", _)) => tidy::run(steps),
        Some(("words", _)) => words::run(steps),
        Some(("bench", matches)) => bench::run(steps, matches.get_one::<String>("NAME")),
        Some(("book", matches)) => book::run(steps, &book_options(matches)),
        Some(("train-2048", matches)) => train::run(steps, &train_options(matches)),
        Some(("fuzz", matches)) => {
            let seconds = matches.get_one("seconds").copied().unwrap_or(fuzz::SECONDS);
            fuzz::run(steps, matches.get_one("TARGET"), seconds)
        }
        Some(("cross", matches)) => {
            let words = matches.get_many("WORDS").unwrap_or_default().cloned();
            let system: &String = matches.get_one("SYSTEM").expect("clap requires it");
            cross::run(steps, system, &words.collect::<Vec<_>>())
        }
        Some(("published", matches)) => {
            let folder = matches.get_one::<PathBuf>("FOLDER").expect("clap has asked for it");
            published::run(steps, folder)
        }
        Some(("shots", _)) => studio::shots(steps),
        Some(("site", matches)) => site::run(steps, site_options(matches)),
        Some(("dist", _)) => dist::run(steps),
        Some(("vsix", matches)) => {
            editors::vsix(steps, matches.get_one::<PathBuf>("binary").map(PathBuf::as_path))?;
            Ok(())
        }
        Some(("editors", matches)) => editors::run(steps, matches.get_one("binary").cloned()),
        Some(("ci", _)) => ci::run(steps),
        _ => unreachable!("clap accepts only the subcommands above"),
    }
}
