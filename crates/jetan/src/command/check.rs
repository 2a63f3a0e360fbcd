//! `jetan check`: someone's version of a project against the native engine.

mod judge;
mod load;
mod repeat_flags;
mod trace;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jetan_check::adapter::Adapter;
use jetan_check::check::{CaseSuite, CheckPlan, suite};
use jetan_check::judged::JudgedCase;
use jetan_check::source::ValueOrigin;
use jetan_check::verdict::Verdict;
use jetan_os::signals;
use jetan_report::check::{CheckReport, ExplainedFailure, FailureTrace};
use jetan_run::{SlicedJob, YieldPoint, at_once};
use jetan_sandbox::runner::ProgramRunner;
use jetan_symbols::DebugSymbols;

use crate::cli::check::CheckArgs;
use crate::console::Console;
use crate::engine::EnginePool;
use crate::exit::{CommandFailure, Exit};
use crate::{files, threads};

/// Checks and reports. With `--json` there is an object on standard output whatever happens.
pub(crate) fn run(typed: &CheckArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let checked = check(typed, console);
    if let Err(CommandFailure::Said(_, lines)) = &checked
        && typed.json
    {
        // The name of the command is for people; in JSON it would be noise.
        let lines: Vec<&str> =
            lines.iter().map(|line| line.trim_start_matches("jetan: ")).collect();
        console.result(serde_json::json!({ "error": lines.join("\n") }).to_string() + "\n")?;
    }
    checked
}

fn check(typed: &CheckArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let adapter = load::adapter(typed)?;
    let Some(loaded) = load::subject(typed, console)? else { return Ok(Exit::Assembly) };
    // A flag and not a listener: its thread would reserve address space, and a check with one job
    // has to do with 256 MB (docs/security.md).
    let interrupted = signals::flag(i32::from(Exit::Interrupted.code()));
    let engines = EnginePool::new(typed.engine);
    let suite = make_suite(typed, &adapter, &loaded.subject, &engines, &interrupted);
    let cases = chosen(typed, suite.as_ref())?;
    let pool = threads::frugal_pool(typed.jobs)?;
    let judging = judge::CaseJudge {
        suite: suite.as_ref(),
        subject: &loaded.subject,
        engines: &engines,
        case_time: typed.time_limit.map(Duration::from_secs_f64),
        interrupted: &interrupted,
        failed: AtomicBool::new(false),
    };
    let judged = judging.judge(&cases, &pool);
    // Asked before explaining, which can take as long as judging.
    if interrupted.load(Ordering::Relaxed) {
        return Err(CommandFailure::new(Exit::Interrupted, "jetan: interrupted"));
    }
    let explained = judging.explain(&judged, typed.show);
    if interrupted.load(Ordering::Relaxed) {
        return Err(CommandFailure::new(Exit::Interrupted, "jetan: interrupted"));
    }
    let traces = traces(typed, &explained, suite.as_ref(), &loaded)?;
    let report = CheckReport {
        project: typed.project,
        files: &typed.files.iter().map(|file| files::name(file)).collect::<Vec<_>>(),
        seed: typed.seed,
        generated: typed.cases,
        suite: suite.as_ref(),
        judged: &judged,
        explained: &explained,
        traces: &traces,
        run_flags: &loaded.run_flags,
        check_flags: &repeat_flags::flags(typed),
    };
    for note in engines.notes() {
        console.say(format!("jetan: {note}\n"));
    }
    if typed.json {
        console.result(report.json())?;
    } else {
        console.colored_result(&report.text(console.is_result_colored()))?;
    }
    // A panic of ours outweighs all verdicts: the exit code must not pass for a judgement.
    let has_failed = judging.failed.load(Ordering::Relaxed);
    Ok(if has_failed { Exit::Bug } else { exit(&judged) })
}

/// The exit code of a check: one case that differs is enough, and only if none does it matters that
/// some are open.
fn exit(judged: &[JudgedCase]) -> Exit {
    let any = |is: fn(&Verdict) -> bool| judged.iter().any(|it| is(&it.verdict));
    if any(Verdict::is_failed) {
        Exit::Assembly
    } else if any(|verdict| matches!(verdict, Verdict::NotJudged(_))) {
        Exit::NotJudged
    } else if any(|verdict| matches!(verdict, Verdict::Passed { .. })) {
        Exit::Success
    } else {
        // Every case was skipped, so nothing was shown to be right.
        Exit::Assembly
    }
}

/// The traces of the wrong values of the explained cases, and their runs as files if that is
/// wanted.
fn traces(
    typed: &CheckArgs,
    explained: &[ExplainedFailure],
    suite: &dyn CaseSuite,
    loaded: &load::CheckedProgram,
) -> Result<Vec<FailureTrace>, CommandFailure> {
    let names =
        DebugSymbols::new(Arc::new(loaded.subject.program().clone()), loaded.sources.clone());
    // Made first, so that a folder that cannot be made costs no work.
    if let Some(folder) = &typed.save {
        let failed =
            |why| CommandFailure::unreadable(format!("jetan: {}: {why}", files::name(folder)));
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let trace = |explained: &ExplainedFailure| {
        let source = at_once(ValueOrigin::of(&explained.smallest, &names, &YieldPoint::NONE));
        let mut trace = FailureTrace { source, saved: None };
        if let Some(folder) = &typed.save {
            trace::save(&mut trace, &explained.smallest, &suite.name(explained.case), folder)?;
        }
        Ok(trace)
    };
    explained.iter().map(trace).collect()
}

/// Makes the cases, for which the project may look at how the program talks.
fn make_suite(
    typed: &CheckArgs,
    adapter: &Adapter,
    subject: &jetan_sandbox::program::ProgramUnderTest,
    engines: &EnginePool,
    interrupted: &AtomicBool,
) -> Box<dyn CaseSuite> {
    let goes_on = &mut |_| !interrupted.load(Ordering::Relaxed);
    let plan = CheckPlan { seed: typed.seed, generated: typed.cases as usize };
    engines.lend(|engine| {
        let job = async |point: YieldPoint| {
            let mut bench = ProgramRunner::new(subject, engine, &point);
            suite(typed.project, adapter, plan, &mut bench).await
        };
        SlicedJob::new(job).finish(goes_on)
    })
}

/// The cases that were asked for: all, those of a part, or one.
fn chosen(typed: &CheckArgs, suite: &dyn CaseSuite) -> Result<Vec<usize>, CommandFailure> {
    let all = 0..suite.len();
    if let Some(name) = &typed.case {
        // Reports print names in backquotes, which a shell would take for a command.
        let is_named = |&case: &usize| suite.name(case).replace('`', "") == name.replace('`', "");
        return all.clone().find(is_named).map(|case| vec![case]).ok_or_else(|| {
            CommandFailure::usage(format!(
                "jetan: --case: there is no case `{name}`; reports name them, and --cases and \
                 --seed make the generated ones"
            ))
        });
    }
    let Some(only) = &typed.only else { return Ok(all.collect()) };
    let parts = suite.parts();
    let Some(part) = parts.iter().position(|part| part.name == only) else {
        let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
        let message = format!("jetan: --only: `{only}` is none of {}", names.join(", "));
        return Err(CommandFailure::usage(message));
    };
    Ok(all.filter(|&case| suite.part(case) == part).collect())
}
