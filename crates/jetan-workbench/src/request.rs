//! Who does what of the requests.

use jetan_wire::{Code, Feature, Look, Looked, OneLooked, Reply, Request};

use crate::message::{Answer, Refusal};
use crate::workbench::Desk;
use crate::{check, documents, files, games, ide, lessons, look, manual, points, run, workbench};

/// What there is besides editing, running and looking.
pub(crate) const FEATURES: [Feature; 5] =
    [Feature::Ide, Feature::Check, Feature::Manual, Feature::Lessons, Feature::Games];

/// Answers in one.
const LOOKS_MAX: usize = 32;

macro_rules! handlers {
    ($($variant:ident $handler:path;)*) => {
        /// Does a request.
        pub(crate) fn execute(desk: &mut Desk<'_>, request: Request) -> Answer<Reply> {
            Ok(match request {
                $(Request::$variant(asked) => Reply::$variant($handler(desk, asked)?),)*
            })
        }
    };
}

handlers! {
    Hello workbench::greet;

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
    TryLesson lessons::try_it;
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
    Back run::back;
    BackOver run::back_over;
    BackOut run::back_out;
    Reverse run::reverse;
    Goto run::goto;
    Speed run::speed;
    Input run::input;
    EndInput run::end_input;
    Key run::key;
    Pad run::pad;
    Answer run::answer;
    Drawn run::drawn;

    Check check::start;
    CheckStop check::stop;
    OpenCase check::open_case;

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
    Versus games::versus;

    Breakpoints points::breakpoints;
    Watches points::watches;

    Look look_at;
    Registers look::registers;
    Set look::set;
    Memory look::memory;
    Segments look::segments;
    Labels look::labels;
    Stack look::stack;
    Heap look::heap;
    Calls look::calls;
    Jumps look::jumps;
    Changes look::changes;
    Data look::data;
    Evaluate look::evaluate;
    Why look::why;
    Explain look::explain;
    Timeline look::timeline;
    WhereWas look::where_was;
    Values look::values;
    Heat look::heat;
    Profile look::profile;
}

/// Answers several requests at once.
fn look_at(desk: &mut Desk<'_>, look: Look) -> Answer<Looked> {
    if look.want.len() > LOOKS_MAX {
        return Err(Refusal::new(Code::TooMany, "32 answers can be had at once"));
    }
    let mut answers = Looked::default();
    for wanted in look.want {
        let answer = match wanted.asked {
            Ok(request) => execute(desk, request).map_err(Into::into),
            Err(failure) => Err(failure),
        };
        let answer = match answer {
            Ok(reply) => OneLooked::Done(Box::new(reply)),
            Err(error) => OneLooked::Refused { error },
        };
        answers.0.insert(wanted.name, answer);
    }
    Ok(answers)
}
