//! The dispatch of requests to the functions that answer them.

use jetan_wire::{
    FailureCode, Feature, LookReplies, LookReply, LookRequest, Reply, Request, RequestFailure,
};

use crate::jobs::{self, AnswerOrWork, JobFinish, JobNeeds};
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;
use crate::{
    check, documents, files, games, ide, lessons, look, manual, points, rubrics, run, tools,
    workbench,
};

/// The features besides editing, running and looking.
pub(crate) const FEATURES: &[Feature] = &[
    Feature::Ide,
    Feature::Check,
    Feature::Manual,
    Feature::Lessons,
    Feature::Games,
    #[cfg(feature = "rubrics")]
    Feature::Rubrics,
];

/// Answers in one.
const LOOK_ITEMS_MAX: usize = 32;

/// An answer that is there, or the work of a handler that is marked with `later`.
macro_rules! answer {
    ($answer:ident) => {
        AnswerOrWork::Now($answer)
    };
    ($answer:ident, later) => {
        $answer
    };
}

macro_rules! handlers {
    ($($variant:ident $handler:path $(, $later:ident)?;)*) => {
        /// Does a request.
        pub(crate) fn execute(
            context: &mut RequestContext<'_>,
            request: Request,
        ) -> RequestAnswer<AnswerOrWork<Reply>> {
            Ok(match request {
                $(Request::$variant(asked) => {
                    let answer = $handler(context, asked)?;
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
    OpenRecording run::open_recording, later;
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

    Cache tools::cache, later;
    Branches tools::branches, later;
    Pipeline tools::pipeline, later;
    Datapath tools::datapath;
    MemoryMap tools::memory_map, later;
    Mix tools::mix, later;
    Float tools::float;

    Check check::start, later;
    CheckStop check::stop;
    OpenCase check::open_case, later;
    Rubric rubrics::find;
    Grade rubrics::grade, later;

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
    Jumps look::jumps, later;
    Changes look::changes, later;
    Data look::data;
    Evaluate look::evaluate;
    Why look::why, later;
    Explain look::explain, later;
    Timeline look::timeline;
    WhereWas look::where_was, later;
    Values look::values, later;
    Heat look::heat, later;
    Profile look::profile;
}

/// Answers several requests at once, one after another if they take long.
fn look_at(
    context: &mut RequestContext<'_>,
    look: LookRequest,
) -> RequestAnswer<AnswerOrWork<LookReplies>> {
    if look.want.len() > LOOK_ITEMS_MAX {
        return Err(RequestError::new(FailureCode::TooMany, "32 answers can be had at once"));
    }
    let mut answers = LookReplies::default();
    let mut works = Vec::new();
    for wanted in look.want {
        let answer = match wanted.asked {
            Ok(request) => match execute(context, request) {
                Ok(AnswerOrWork::Now(reply)) => Ok(reply),
                Ok(AnswerOrWork::Work(work)) => {
                    // Handled after the quick ones, which all see the workbench as it is now.
                    works.push((wanted.name, work));
                    continue;
                }
                Err(refusal) => Err(refusal.into()),
            },
            Err(failure) => Err(failure),
        };
        // Of two requests of one name the last answer stays: answers are found by their names.
        answers.0.insert(wanted.name, looked(answer));
    }
    if works.is_empty() {
        return Ok(AnswerOrWork::Now(answers));
    }
    // Whatever can be looked at belongs to the run, so one need is enough for all of them.
    Ok(AnswerOrWork::work(JobNeeds::Run, async |point| {
        let mut finishes = Vec::new();
        for (name, work) in works {
            finishes.push((name, work.done(&point).await));
        }
        // The finishes run together at the end, in one call: in between nothing can change, so that
        // all panels show one step.
        let finish: JobFinish<LookReplies> = Box::new(move |context| {
            for (name, done) in finishes {
                let answer = done.and_then(|finish| finish(context)).map_err(Into::into);
                answers.0.insert(name, looked(answer));
            }
            Ok(answers)
        });
        Ok(finish)
    }))
}

fn looked(answer: Result<Reply, RequestFailure>) -> LookReply {
    match answer {
        // Boxed, because a reply is as large as the largest of all answers and errors are small.
        Ok(reply) => LookReply::Done(Box::new(reply)),
        Err(error) => LookReply::Refused { error },
    }
}
