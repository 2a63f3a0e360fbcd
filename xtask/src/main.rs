//! The command line of `cargo xtask`: what was typed, and nothing else.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};
use xtask::{bench, ci, step::Steps, test, tidy};

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
        .subcommand(Command::new("ci").about("Run everything a change must pass"))
}

fn run(matches: &ArgMatches, steps: &mut Steps) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some(("test", matches)) => test::run(steps, matches.get_flag("long")),
        Some(("tidy", _)) => tidy::run(steps),
        Some(("bench", matches)) => bench::run(steps, matches.get_one::<String>("NAME")),
        Some(("ci", _)) => ci::run(steps),
        _ => unreachable!("clap accepts only the subcommands above"),
    }
}
