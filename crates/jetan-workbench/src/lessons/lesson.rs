//! A lesson as data: what `lesson.toml` and the files of its steps say.

use jetan_tools::question::ToolQuestion;

/// Steps that are done one after the other.
#[derive(Debug)]
pub(crate) struct Lesson {
    /// The heading that students read.
    pub(super) title: String,
    /// The words after the last step.
    pub(super) end: Option<String>,
    pub(super) steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub(crate) struct LessonStep {
    /// By which it is asked for; the folder of its files.
    pub(super) name: String,
    /// The steps with the same one belong together.
    pub(super) chapter: Option<String>,
    /// The heading that students read.
    pub(super) title: String,
    /// About how long it takes.
    pub(super) minutes: Option<u32>,
    pub(super) text: StepText,
    /// The program to begin with.
    pub(super) start: String,
    /// A program that passes, if students may see one.
    pub(super) solution: Option<String>,
    /// Articles of the manual that say more.
    pub(super) pages: Vec<String>,
    pub(super) trials: Vec<StepTrial>,
}

/// The text of a step, in paragraphs.
#[derive(Clone, Debug, Default)]
pub(super) struct StepText {
    pub(super) intro: Vec<TextBlock>,
    pub(super) task: Vec<TextBlock>,
    pub(super) hints: Vec<String>,
}

/// A paragraph, or lines of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextBlock {
    Words(String),
    Code(String),
}

/// Something that a program is to do.
#[derive(Clone, Debug)]
pub(super) struct StepTrial {
    /// The trial in a few words, if the usual ones do not do.
    pub(super) title: Option<String>,
    /// Advice for whoever fails.
    pub(super) message: Option<String>,
    pub(super) action: TrialAction,
}

/// The action of a trial.
#[derive(Clone, Debug)]
pub(super) enum TrialAction {
    /// The whole program is run.
    Run(Box<RunTrial>),
    /// A procedure is called.
    Call(CallTrial),
}

/// A run of the whole program; what is not given does not matter.
#[derive(Clone, Debug, Default)]
pub(super) struct RunTrial {
    /// Words to be put in place of those at labels.
    pub(super) words: Vec<(String, Vec<u32>)>,
    /// The console input.
    pub(super) input: String,
    /// The keys of the keyboard device.
    pub(super) keys: String,
    /// The output it should print; empty lines at the end do not matter.
    pub(super) prints: Option<String>,
    /// The words it should leave at labels.
    pub(super) leaves: Vec<(String, u32)>,
    /// The picture it should show at the end.
    pub(super) shows: Option<LessonPicture>,
    /// Tools whose figures must keep bounds.
    pub(super) tools: Option<ToolQuestion>,
}

/// A call with words as arguments.
#[derive(Clone, Debug)]
pub(super) struct CallTrial {
    pub(super) procedure: String,
    pub(super) arguments: Vec<u32>,
    /// The right value of `$v0`.
    pub(super) returns: u32,
}

/// The top left part of the display, a letter for each unit.
#[derive(Clone, Debug)]
pub(super) struct LessonPicture {
    /// At least one row, all of the same length.
    pub(super) rows: Vec<Vec<char>>,
    /// Letters and the colours they stand for; any other colour is `?`.
    pub(super) colours: Vec<(char, u32)>,
}
