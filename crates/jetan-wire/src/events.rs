//! Every event: what the service says without being asked.

use serde::Serialize;

use crate::{
    AutoplayProgress, CheckProgress, Diagnostics, DialogShown, DisplayShown, FileChanged, Findings,
    GameShown, JobProgress, LogText, Nothing, PointList, PrintedText, RunBegan, RunNotes, RunState,
    Sound,
};

macro_rules! events {
    ($($group:ident $name:literal $(#[doc = $doc:literal])+ $variant:ident($fields:ty);)*) => {
        /// Something that the service says without being asked.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "event")]
        // Smaller with words of 32 bits.
        #[cfg_attr(
            target_pointer_width = "64",
            expect(clippy::large_enum_variant, reason = "it is written at once and not kept")
        )]
        pub enum Event {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $variant($fields),)*
        }

        /// The rows of all events, for those who describe them.
        #[cfg(test)]
        pub(crate) fn visit_events(visitor: &mut impl crate::generated::Visitor) {
            $(visitor.event::<$fields>(crate::MessageGroup::$group, $name, concat!($($doc),+));)*
        }
    };
}

events! {
    Session "takenOver"
    /// Another connection has taken the session over; this one is closed.
    TakenOver(Nothing);

    Session "progress"
    /// A request takes longer than a moment; at most ten a second for each.
    Progress(JobProgress);

    Files "fileChanged"
    /// An open document's file has another content now.
    FileChanged(FileChanged);

    Documents "diagnostics"
    /// The mistakes of a file.
    Diagnostics(Diagnostics);

    Running "began"
    /// A run is there, in place of any other; everything that is said of a run from now on is
    /// about this one. Comes first, also when a session is taken up again.
    Began(RunBegan);

    Running "state"
    /// The state of the run.
    State(RunState);

    Running "output"
    /// Output; at most 60 a second, and the service keeps 4 MiB.
    Output(PrintedText);

    Running "dialog"
    /// The program shows a dialog.
    Dialog(DialogShown);

    Running "sound"
    /// Something to be heard.
    Sound(Sound);

    Running "log"
    /// A log point has said something.
    Log(LogText);

    Running "notes"
    /// Oddities of the run so far.
    Notes(RunNotes);

    Running "findings"
    /// Findings of the checks, with the option `check`.
    Findings(Findings);

    Breakpoints "breakpoints"
    /// An edit or a start has moved breakpoints.
    Breakpoints(PointList);

    Checking "check"
    /// The progress of a check.
    Check(CheckProgress);

    Games "game"
    /// The whole state of the game on the table.
    Game(GameShown);

    Games "autoplay"
    /// The progress of games played aside.
    Autoplay(AutoplayProgress);

    Displays "display"
    /// There is a display now, or it has changed.
    Display(DisplayShown);
}
