//! A story: files and words in, exact output and exit code out.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A command in a folder of its own, and what is expected of it: nothing printed, code 0.
#[must_use = "a story is told by `run`"]
pub(crate) struct Story {
    folder: TempDir,
    command: Command,
    stdin: Vec<u8>,
    stdout: String,
    stderr: String,
    code: i32,
}

/// What a command printed.
pub(crate) struct StoryOutput {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
    folder: TempDir,
}

impl StoryOutput {
    /// The contents of a file in the folder.
    pub(crate) fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name)).expect("the file is there")
    }

    /// The names of everything in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it can be listed").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Story {
    /// `jetan` with some words.
    pub(crate) fn new(words: &[&str]) -> Story {
        let folder = TempDir::new().expect("a folder can be made");
        let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
        command.args(words).current_dir(folder.path());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
            command.env_remove(variable);
        }
        let (stdout, stderr) = (String::new(), String::new());
        Story { folder, command, stdin: Vec::new(), stdout, stderr, code: 0 }
    }

    /// A file in the folder.
    pub(crate) fn file(self, name: &str, contents: impl AsRef<[u8]>) -> Story {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a folder can be made");
        fs::write(path, contents).expect("a file can be written");
        self
    }

    /// A folder in the folder.
    pub(crate) fn folder(self, name: &str) -> Story {
        fs::create_dir_all(self.path(name)).expect("a folder can be made");
        self
    }

    /// A pipe with a name in the folder.
    #[cfg(target_os = "linux")]
    pub(crate) fn pipe(self, name: &str) -> Story {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let mode = Mode::RUSR | Mode::WUSR;
        mknodat(CWD, self.path(name), FileType::Fifo, mode, 0).expect("a pipe can be made");
        self
    }

    /// What comes on standard input.
    pub(crate) fn stdin(mut self, text: impl AsRef<[u8]>) -> Story {
        self.stdin = text.as_ref().to_vec();
        self
    }

    /// A variable of the environment.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Story {
        self.command.env(name, value);
        self
    }

    /// What must be printed on standard output.
    pub(crate) fn stdout(mut self, text: &str) -> Story {
        text.clone_into(&mut self.stdout);
        self
    }

    /// What must be printed on standard error.
    pub(crate) fn stderr(mut self, text: &str) -> Story {
        text.clone_into(&mut self.stderr);
        self
    }

    /// The exit code.
    pub(crate) fn code(mut self, code: i32) -> Story {
        self.code = code;
        self
    }

    /// Runs the command and compares everything; the folder is returned for a look at it.
    #[track_caller]
    pub(crate) fn run(self) -> StoryOutput {
        let (stdout, stderr) = (self.stdout.clone(), self.stderr.clone());
        let output = self.output();
        assert_eq!(output.stderr, stderr, "standard error");
        assert_eq!(output.stdout, stdout, "standard output");
        output
    }

    /// Runs the command and compares the exit code only.
    #[track_caller]
    pub(crate) fn output(self) -> StoryOutput {
        let code = self.code;
        let output = self.execute();
        assert_eq!(output.code, Some(code), "exit code; {}", output.stderr);
        output
    }

    /// Runs the command and compares nothing.
    pub(crate) fn any_output(self) -> StoryOutput {
        self.execute()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn execute(mut self) -> StoryOutput {
        let pipes = self.command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("the input is a pipe");
        // A command may end without reading its input.
        let _ = stdin.write_all(&self.stdin);
        drop(stdin);
        let output = child.wait_with_output().expect("the command ends");
        let folder = fs::canonicalize(self.folder.path()).expect("the folder is there");
        let prefix = format!("{}/", jetan_os::file::name(&folder).trim_start_matches("//?/"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&prefix, "HERE/");
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        StoryOutput { stdout, stderr, folder: self.folder, code: output.status.code() }
    }
}
