//! Standard output and standard error: results to the one, everything Jetan says to the other.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};

use crate::exit::{Exit, Failure};

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

    /// Whether results are to be coloured: if that was asked for, or if they go to a terminal.
    pub(crate) fn is_result_colored(&self) -> bool {
        match self.asked {
            clap::ColorChoice::Auto => AutoStream::choice(&self.out) != ColorChoice::Never,
            clap::ColorChoice::Always => true,
            clap::ColorChoice::Never => false,
        }
    }

    /// Writes what the user asked for to standard output.
    pub(crate) fn result(&self, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        let mut out = self.out.lock();
        match out.write_all(bytes.as_ref()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::ClosedPipe),
            Err(error) => {
                let message = format!("jetan: cannot write standard output: {error}");
                Err(Failure::new(Exit::Unreadable, message))
            }
        }
    }

    /// Says something on standard error. There is nobody to tell if that fails.
    pub(crate) fn say(&self, text: impl AsRef<[u8]>) {
        let _ = self.err.lock().write_all(text.as_ref());
    }

    /// Shows a report that may contain colours on standard error.
    pub(crate) fn report(&self, text: &str) {
        let mut err = AutoStream::new(self.err.lock(), self.color);
        let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
    }
}
