//! How long an editor waits for the server with a file of 10,000 lines open, in CPU time: from the
//! message that comes in to those that go out as text.
//!
//! `cargo bench -p jetan-lsp` prints a table; the best of several runs counts, since others use
//! the machine too.

#![expect(clippy::disallowed_methods, reason = "reads the clock of the process")]
#![expect(clippy::print_stdout, reason = "prints the table")]

use std::fmt::Write;
use std::hint::black_box;

use jetan_asm::source::UnreadableFile;
use jetan_lsp::{FileAccess, FolderEntry, LanguageServer, framing};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const LINES: usize = 10_000;
/// An even number, so that what every second edit breaks is right again at the end.
const RUNS: usize = 16;
const URI: &str = "file:///lab/main.asm";

struct NoFiles;

impl FileAccess for NoFiles {
    fn read(&mut self, _path: &str) -> Result<Vec<u8>, UnreadableFile> {
        Err(UnreadableFile::Missing)
    }

    fn list(&mut self, _folder: &str) -> Vec<FolderEntry> {
        Vec::new()
    }
}

/// A server, and the text that it has.
struct Bench {
    server: LanguageServer,
    version: i32,
}

impl Bench {
    fn send(&mut self, message: Message) -> usize {
        self.server.receive(message);
        let mut bytes = Vec::new();
        while self.server.is_busy() {
            for message in self.server.advance(&mut NoFiles) {
                framing::write(&mut bytes, &message).expect("memory can be written");
            }
        }
        black_box(bytes).len()
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    fn ask(&mut self, method: &str, place: (u32, u32)) {
        let all = json!({
            "start": {"line": 0, "character": 0}, "end": {"line": LINES, "character": 0},
        });
        let params = json!({
            "textDocument": {"uri": URI},
            "position": {"line": place.0, "character": place.1},
            "range": all,
            "context": {"includeDeclaration": true, "diagnostics": []},
            "options": {"tabSize": 8, "insertSpaces": true},
            "newName": "other",
        });
        self.send(Request::new(1.into(), method.to_owned(), params).into());
    }

    /// Replaces some characters of a line.
    fn type_text(&mut self, line: u32, columns: (u32, u32), text: &str) {
        self.version += 1;
        let at = |column: u32| json!({"line": line, "character": column});
        let change = json!({"range": {"start": at(columns.0), "end": at(columns.1)}, "text": text});
        let document = json!({"uri": URI, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.notify("textDocument/didChange", params);
    }
}

fn main() {
    let text = program();
    let mut bench = Bench { server: LanguageServer::default(), version: 1 };
    let params = json!({"capabilities": {}, "rootUri": "file:///lab"});
    bench.send(Request::new(0.into(), "initialize".to_owned(), params).into());
    let document = json!({"uri": URI, "languageId": "mips", "version": 1, "text": text});
    bench.notify("textDocument/didOpen", json!({"textDocument": document}));
    let line_of = |words: &str| {
        let at = text.rfind(words).expect("the text has it");
        text[..at].lines().count() as u32 - 1
    };
    let (load, call) = (line_of("lw      $t0"), line_of("jal     step"));
    print_row("edit, no errors", || bench.type_text(load, (48, 48), "#"));
    let mut is_wrong = false;
    print_row("edit, an error comes or goes", || {
        is_wrong = !is_wrong;
        let mnemonic = if is_wrong { "lx" } else { "lw" };
        bench.type_text(load, (8, 10), mnemonic);
    });
    // Every use of a name is wrong after the first of these edits and right after the second.
    let main = line_of("step0:") + 1;
    print_row("edit, an undefined label", || {
        is_wrong = !is_wrong;
        let label = if is_wrong { "sxep0" } else { "step0" };
        bench.type_text(main, (0, 5), label);
    });
    for (name, method, place) in [
        ("completion, head", "textDocument/completion", (load, 9)),
        ("completion, label", "textDocument/completion", (call, 20)),
        ("hover", "textDocument/hover", (load, 9)),
        ("rename", "textDocument/rename", (call, 18)),
        ("semantic tokens", "textDocument/semanticTokens/full", (0, 0)),
        ("inlay hints", "textDocument/inlayHint", (0, 0)),
        ("symbols", "textDocument/documentSymbol", (0, 0)),
        ("formatting", "textDocument/formatting", (0, 0)),
    ] {
        print_row(name, || bench.ask(method, place));
    }
}

/// Procedures that call each other, with data and comments, as people write them.
fn program() -> String {
    let mut text = String::from("        .eqv    SIZE    4\n        .data\n");
    for idx in 0..LINES / 20 {
        let _ = writeln!(text, "value{idx}: .word   {idx}, SIZE              # number {idx}");
    }
    text.push_str("        .text\n        .globl  main\nmain:   nop\n");
    for idx in 0..LINES / 10 {
        let _ = write!(
            text,
            "
# step{idx}: does what all of them do
step{idx}:
        addiu   $sp, $sp, -SIZE
        lw      $t0, value{:<8}            # a pseudo-instruction
        blt     $t0, $t1, step{idx}
        jal     step{}
        li      $v0, 1
        syscall
",
            idx % (LINES / 20),
            (idx + 1) % 5
        );
    }
    let missing = LINES.saturating_sub(text.lines().count());
    text.push_str(&"        nop\n".repeat(missing));
    text
}

fn print_row(name: &str, mut work: impl FnMut()) {
    let once = || {
        let start = cpu_nanoseconds();
        work();
        cpu_nanoseconds() - start
    };
    let mut times: Vec<u64> = std::iter::repeat_with(once).take(RUNS).collect();
    times.sort_unstable();
    let (best, median) = (times[0] as f64 / 1e6, times[RUNS / 2] as f64 / 1e6);
    println!("{name:<30} {best:>9.3} ms, median {median:.3} ms");
}

/// How long this thread was on a processor; the kernel keeps it to the nanosecond.
fn cpu_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("the kernel counts CPU time (Linux with CONFIG_SCHEDSTATS)");
    let first = text.split(' ').next().expect("it is a list of numbers");
    first.parse().expect("it is a list of numbers")
}
