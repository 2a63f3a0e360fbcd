//! Standard output and standard error: results to the one, everything Jetan says to the other.
//!
//! Whatever is said contains names, sources and arguments of others, so all text passes
//! [`visible`] here, where no renderer can forget it.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use jetan_os::terminal;
use jetan_report::fold::LineFold;
use jetan_report::visible;

use crate::exit::{CommandFailure, Exit};

/// The two streams of the process.
pub(crate) struct Console {
    out: io::Stdout,
    err: io::Stderr,
    color: ColorChoice,
    asked: clap::ColorChoice,
}

impl Console {
    /// A console that colours as asked; `Auto` looks at the terminal and at `NO_COLOR`.
    pub(crate) fn new(asked: clap::ColorChoice) -> Console {
        let (out, err) = (io::stdout(), io::stderr());
        // Reports go to standard error, so that stream decides; results decide by standard output.
        let color = match asked {
            clap::ColorChoice::Auto => AutoStream::choice(&err),
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        Console { out, err, color, asked }
    }

    /// Whether reports are to be coloured.
    pub(crate) fn is_colored(&self) -> bool {
        self.color != ColorChoice::Never
    }

    /// The width of the lines of reports: that of the terminal of standard error, if it is one.
    pub(crate) fn fold() -> LineFold {
        LineFold::to(terminal::report_columns())
    }

    /// Whether results are to be coloured: if that was asked for, or if they go to a terminal.
    pub(crate) fn is_result_colored(&self) -> bool {
        match self.asked {
            clap::ColorChoice::Auto => AutoStream::choice(&self.out) != ColorChoice::Never,
            clap::ColorChoice::Always => true,
            clap::ColorChoice::Never => false,
        }
    }

    /// Writes a text that the user asked for to standard output.
    pub(crate) fn result(&self, text: impl AsRef<str>) -> Result<(), CommandFailure> {
        self.raw_result(visible::text(text.as_ref()).as_bytes())
    }

    /// Writes what MARS would write to standard output, byte-order marks included.
    pub(crate) fn echo_result(&self, text: &str) -> Result<(), CommandFailure> {
        self.raw_result(visible::echo(text).as_bytes())
    }

    /// Writes a text that may contain colours, if [`Console::is_result_colored`], to standard
    /// output.
    pub(crate) fn colored_result(&self, text: &str) -> Result<(), CommandFailure> {
        self.raw_result(visible::styled(text).as_bytes())
    }

    /// Writes bytes as they are: the contents of a memory, or a page that is ours alone.
    pub(crate) fn raw_result(&self, bytes: &[u8]) -> Result<(), CommandFailure> {
        let mut out = self.out.lock();
        // Flushed at once, so that what is said on standard error afterwards also appears
        // afterwards.
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                Err(CommandFailure::ClosedPipe)
            }
            Err(error) => {
                let message = format!("jetan: cannot write standard output: {error}");
                Err(CommandFailure::new(Exit::Unreadable, message))
            }
        }
    }

    /// Says something on standard error. There is nobody to tell if that fails.
    pub(crate) fn say(&self, text: impl AsRef<str>) {
        let _ = self.err.lock().write_all(visible::text(text.as_ref()).as_bytes());
    }

    /// Says what MARS would say on standard error, byte-order marks included.
    pub(crate) fn echo(&self, text: &str) {
        let _ = self.err.lock().write_all(visible::echo(text).as_bytes());
    }

    /// A way to say very many lines on standard error, which must have been made visible.
    pub(crate) fn writer() -> Box<dyn Write> {
        Box::new(io::BufWriter::new(io::stderr()))
    }

    /// Shows a report that may contain colours on standard error.
    pub(crate) fn report(&self, text: &str) {
        let mut err = AutoStream::new(self.err.lock(), self.color);
        let _ = err.write_all(visible::styled(text).as_bytes()).and_then(|()| err.flush());
    }
}
