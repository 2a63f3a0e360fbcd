//! The requests by name: what each takes, and who does it.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::message::{Answer, Refusal};
use crate::workbench::Desk;
use crate::{check, documents, files, games, ide, lessons, look, manual, points, run};

/// What there is besides editing, running and looking.
pub(crate) const FEATURES: &[&str] = &["ide", "check", "manual", "lessons", "games"];

/// A request without anything more to say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

type Handler = fn(&mut Desk<'_>, Value) -> Answer;

macro_rules! requests {
    ($($name:literal $handler:path;)*) => {
        const REQUESTS: &[(&str, Handler)] =
            &[$(($name, |desk, fields| call(desk, fields, $handler))),*];
    };
}

requests! {
    "files" files::list;
    "read" files::read;
    "save" files::save;
    "focus" files::focus;
    "examples" files::examples;
    "openExample" files::open_example;

    "open" documents::open;
    "change" documents::change;
    "close" documents::close;
    "project" documents::project;
    "belonging" documents::belonging;

    "highlight" ide::highlight;
    "hover" ide::hover;
    "complete" ide::complete;
    "signature" ide::signature;
    "definition" ide::definition;
    "references" ide::references;
    "rename" ide::rename;
    "symbols" ide::symbols;
    "format" ide::format;

    "manual" manual::index;
    "page" manual::page;
    "lessons" lessons::list;
    "tryLesson" lessons::try_it;
    "lessonSolution" lessons::solution;

    "assemble" run::assemble;
    "start" run::start;
    "reset" run::reset;
    "stop" run::stop;
    "run" run::go;
    "pause" run::pause;
    "step" run::step;
    "over" run::over;
    "out" run::out;
    "back" run::back;
    "backOver" run::back_over;
    "backOut" run::back_out;
    "reverse" run::reverse;
    "goto" run::goto;
    "speed" run::speed;
    "input" run::input;
    "endInput" run::end_input;
    "key" run::key;
    "pad" run::pad;
    "answer" run::answer;
    "taken" run::taken;

    "check" check::start;
    "checkStop" check::stop;
    "openCase" check::open_case;

    "games" games::games;
    "game" games::game;
    "play" games::play;
    "undo" games::undo;
    "redo" games::redo;
    "hint" games::hint;
    "analyse" games::analyse;
    "mistakes" games::mistakes;
    "solve" games::solve;
    "level" games::level;
    "autoplay" games::autoplay;
    "think" games::think;
    "replay" games::replay;
    "record" games::record;
    "leave" games::leave;
    "versus" games::versus;

    "breakpoints" points::breakpoints;
    "watches" points::watches;

    "look" look_at;
    "registers" look::registers;
    "set" look::set;
    "memory" look::memory;
    "segments" look::segments;
    "labels" look::labels;
    "stack" look::stack;
    "heap" look::heap;
    "calls" look::calls;
    "jumps" look::jumps;
    "changes" look::changes;
    "data" look::data;
    "evaluate" look::evaluate;
    "why" look::why;
    "explain" look::explain;
    "timeline" look::timeline;
    "whereWas" look::where_was;
    "values" look::values;
    "heat" look::heat;
    "profile" look::profile;
    "expansion" look::expansion;
}

fn call<F: DeserializeOwned>(
    desk: &mut Desk<'_>,
    fields: Value,
    handler: fn(&mut Desk<'_>, F) -> Answer,
) -> Answer {
    let fields =
        F::deserialize(fields).map_err(|error| Refusal::new("bad-request", error.to_string()))?;
    handler(desk, fields)
}

/// Does a request.
pub(crate) fn execute(desk: &mut Desk<'_>, name: &str, fields: Value) -> Answer {
    let Some((_, handler)) = REQUESTS.iter().find(|(known, _)| *known == name) else {
        let shown: String = name.chars().take(40).collect();
        let message = format!("there is no request `{shown}`");
        return Err(Refusal::new("unknown-request", message));
    };
    handler(desk, fields)
}

/// The requests that several can be asked of at once: those that only look.
const LOOKS: &[&str] = &[
    "registers",
    "segments",
    "labels",
    "stack",
    "heap",
    "calls",
    "jumps",
    "changes",
    "data",
    "evaluate",
    "timeline",
    "values",
    "heat",
    "profile",
    "breakpoints",
    "whereWas",
    "why",
];
/// Answers in one.
const LOOKS_MAX: usize = 32;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    want: Vec<Value>,
}

/// Answers several requests at once.
fn look_at(desk: &mut Desk<'_>, look: Look) -> Answer {
    if look.want.len() > LOOKS_MAX {
        return Err(Refusal::new("too-many", "32 answers can be had at once"));
    }
    let mut answers = Map::new();
    for want in look.want {
        let (name, fields) = match want {
            Value::String(name) => (name, json!({})),
            Value::Object(mut fields) => match fields.remove("do") {
                Some(Value::String(name)) => (name, Value::Object(fields)),
                _ => return Err(Refusal::new("bad-request", "`do` is missing in `want`")),
            },
            _ => return Err(Refusal::new("bad-request", "`want` has names and requests")),
        };
        let answer = if LOOKS.contains(&name.as_str()) {
            execute(desk, &name, fields)
        } else {
            Err(Refusal::new("bad-request", "this cannot be asked together with others"))
        };
        let answer = answer.unwrap_or_else(|refusal| json!({"error": refusal.wire()}));
        answers.insert(name, answer);
    }
    Ok(Value::Object(answers))
}
