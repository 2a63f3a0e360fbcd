//! The command line of `cargo xtask`: what was typed, and nothing else.

use std::{path::PathBuf, process::ExitCode};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use xtask::{bench, book, ci, step::Steps, test, tidy};

fn main() -> ExitCode {
    let matches = command().get_matches();
    let mut steps = Steps::default();
    let outcome = run(&matches, &mut steps);
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
    let suite = Arg::new("NAME").help("One suite only").value_parser(bench::suite_names());
    Command::new("cargo xtask")
        .about("Chores of the Jetan workspace")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new("test").about("Run every test and every example").arg(long))
        .subcommand(Command::new("tidy").about("Check the rules of the source tree"))
        .subcommand(Command::new("bench").about("Run the benchmarks").arg(suite))
        .subcommand(book_command())
        .subcommand(Command::new("ci").about("Run everything a change must pass"))
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

fn book_options(matches: &ArgMatches) -> book::Options {
    book::Options {
        jobs: matches.get_one("jobs").copied().unwrap_or(book::JOBS),
        minutes: matches.get_one("minutes").copied(),
        file: matches.get_one("file").cloned(),
    }
}

fn run(matches: &ArgMatches, steps: &mut Steps) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some(("test", matches)) => test::run(steps, matches.get_flag("long")),
        Some(("tidy", _)) => tidy::run(steps),
        Some(("bench", matches)) => bench::run(steps, matches.get_one::<String>("NAME")),
        Some(("book", matches)) => book::run(steps, &book_options(matches)),
        Some(("ci", _)) => ci::run(steps),
        _ => unreachable!("clap accepts only the subcommands above"),
    }
}
