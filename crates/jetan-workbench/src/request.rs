//! Who does what of the requests.

use jetan_wire::{Code, Failure, Feature, Look, Looked, OneLooked, Reply, Request};

use crate::jobs::{self, Finish, JobNeeds, Later};
use crate::message::{Answer, Refusal};
use crate::workbench::Desk;
use crate::{check, documents, files, games, ide, lessons, look, manual, points, run, workbench};

/// The features besides editing, running and looking.
pub(crate) const FEATURES: [Feature; 5] =
    [Feature::Ide, Feature::Check, Feature::Manual, Feature::Lessons, Feature::Games];

/// Answers in one.
const LOOKS_MAX: usize = 32;

/// An answer that is there, or the work of a handler that is marked with `later`.
macro_rules! answer {
    ($answer:ident) => {
        Later::Now($answer)
    };
    ($answer:ident, later) => {
        $answer
    };
}

macro_rules! handlers {
    ($($variant:ident $handler:path $(, $later:ident)?;)*) => {
        /// Does a request.
        pub(crate) fn execute(desk: &mut Desk<'_>, request: Request) -> Answer<Later<Reply>> {
            Ok(match request {
                $(Request::$variant(asked) => {
                    let answer = $handler(desk, asked)?;
                    answer!(answer $(, $later)?).map(Reply::$variant)
                })*
            })
        }
    };
}

handlers! {
    Hello workbench::greet;
    Cancel jobs::cancel;

    Files files::list;
    Read files::read;
    Save files::save;
    Focus files::focus;
    Examples files::examples;
    OpenExample files::open_example;

    Open documents::open;
    Change documents::change;
    Close documents::close;
    Project documents::project;
    Belonging documents::belonging;

    Highlight ide::highlight;
    Hover ide::hover;
    Complete ide::complete;
    Signature ide::signature;
    Definition ide::definition;
    References ide::references;
    Rename ide::rename;
    Symbols ide::symbols;
    Format ide::format;
    Expansion look::expansion;

    Manual manual::index;
    Page manual::page;
    Lessons lessons::list;
    TryLesson lessons::try_it, later;
    LessonSolution lessons::solution;

    Assemble run::assemble;
    Start run::start;
    Reset run::reset;
    Stop run::stop;
    Run run::go;
    Pause run::pause;
    Step run::step;
    Over run::over;
    Out run::out;
    Back run::back, later;
    BackOver run::back_over, later;
    BackOut run::back_out, later;
    Reverse run::reverse, later;
    Goto run::goto, later;
    Speed run::speed;
    Input run::input;
    EndInput run::end_input;
    Key run::key;
    Pad run::pad;
    Answer run::answer;
    Drawn run::drawn;

    Check check::start, later;
    CheckStop check::stop;
    OpenCase check::open_case, later;

    Games games::games;
    Game games::game;
    Play games::play;
    Undo games::undo;
    Redo games::redo;
    Hint games::hint;
    Analyse games::analyse;
    Mistakes games::mistakes;
    Solve games::solve;
    Level games::level;
    Autoplay games::autoplay;
    Think games::think;
    Replay games::replay;
    Record games::record;
    Leave games::leave;
    Versus games::versus, later;

    Breakpoints points::breakpoints;
    Watches points::watches;

    Look look_at, later;
    Registers look::registers;
    Set look::set;
    Memory look::memory;
    Code look::code;
    Segments look::segments;
    Labels look::labels;
    Stack look::stack, later;
    Heap look::heap;
    Calls look::calls, later;
    Jumps look::jumps;
    Changes look::changes;
    Data look::data;
    Evaluate look::evaluate;
    Why look::why, later;
    Explain look::explain, later;
    Timeline look::timeline;
    WhereWas look::where_was;
    Values look::values;
    Heat look::heat;
    Profile look::profile;
}

/// Answers several requests at once, one after another if they take long.
fn look_at(desk: &mut Desk<'_>, look: Look) -> Answer<Later<Looked>> {
    if look.want.len() > LOOKS_MAX {
        return Err(Refusal::new(Code::TooMany, "32 answers can be had at once"));
    }
    let mut answers = Looked::default();
    let mut works = Vec::new();
    for wanted in look.want {
        let answer = match wanted.asked {
            Ok(request) => match execute(desk, request) {
                Ok(Later::Now(reply)) => Ok(reply),
                Ok(Later::Work(work)) => {
                    works.push((wanted.name, work));
                    continue;
                }
                Err(refusal) => Err(refusal.into()),
            },
            Err(failure) => Err(failure),
        };
        answers.0.insert(wanted.name, looked(answer));
    }
    if works.is_empty() {
        return Ok(Later::Now(answers));
    }
    Ok(Later::work(JobNeeds::Run, async |point| {
        let mut finishes = Vec::new();
        for (name, work) in works {
            finishes.push((name, work.done(&point).await));
        }
        let finish: Finish<Looked> = Box::new(move |desk| {
            for (name, done) in finishes {
                let answer = done.and_then(|finish| finish(desk)).map_err(Into::into);
                answers.0.insert(name, looked(answer));
            }
            Ok(answers)
        });
        Ok(finish)
    }))
}

fn looked(answer: Result<Reply, Failure>) -> OneLooked {
    match answer {
        Ok(reply) => OneLooked::Done(Box::new(reply)),
        Err(error) => OneLooked::Refused { error },
    }
}
