//! `jetan dap` as an editor has it: a process with two streams, or a port of this computer.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = "\
main:   li $t0, 3
loop:   addi $t0, $t0, -1
        bgtz $t0, loop
        lw $t1, 2($zero)
";

/// An editor at the other end of two streams.
struct Editor<R, W> {
    input: BufReader<R>,
    output: W,
    seq: i64,
}

impl<R: Read, W: Write> Editor<R, W> {
    fn new(input: R, output: W) -> Editor<R, W> {
        Editor { input: BufReader::new(input), output, seq: 0 }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.output.write_all(bytes).and_then(|()| self.output.flush()).expect("it reads");
    }

    fn send(&mut self, command: &str, arguments: &Value) -> i64 {
        self.seq += 1;
        let body = json!({"seq": self.seq, "type": "request", "command": command,
            "arguments": arguments})
        .to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        self.seq
    }

    /// The next message.
    fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            let count = self.input.read_line(&mut line).expect("a header");
            assert_ne!(count, 0, "the adapter has gone");
            match line.trim_end().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a length"),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.input.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    /// Everything up to the response to a request, that last.
    fn ask(&mut self, command: &str, arguments: &Value) -> Value {
        let seq = self.send(command, arguments);
        loop {
            let message = self.next();
            if message["type"] == "response" && message["request_seq"] == seq {
                return message;
            }
        }
    }

    /// Everything up to an event, that last.
    fn until(&mut self, event: &str) -> Vec<Value> {
        let mut came = Vec::new();
        loop {
            let message = self.next();
            let is_last = message["event"] == event;
            came.push(message);
            if is_last {
                return came;
            }
        }
    }

    fn launch(&mut self, program: &str) {
        self.ask("initialize", &json!({"adapterID": "jetan"}));
        let launched = self.ask("launch", &json!({"program": program}));
        assert_eq!(launched["success"], json!(true), "{launched}");
        self.until("initialized");
        self.send("configurationDone", &json!({}));
    }
}

fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn streams(child: &mut Child) -> Editor<impl Read + use<>, impl Write + use<>> {
    let input = child.stdout.take().expect("a pipe");
    Editor::new(input, child.stdin.take().expect("a pipe"))
}

#[test]
fn a_program_fails_in_an_editor_with_the_words_of_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("main.asm");
    fs::write(&path, PROGRAM).expect("a source");
    let mut child = start(&["dap"]);
    let mut editor = streams(&mut child);
    // Whatever is not a message is answered, and the next one is read.
    editor.write(b"Content-Length: nothing\r\n\r\nContent-Length: 5\r\n\r\nhello");
    for _ in 0..2 {
        assert_eq!(editor.next()["success"], json!(false));
    }
    editor.launch(&path.to_string_lossy());
    let came = editor.until("stopped");
    assert_eq!(came.last().expect("a stop")["body"]["reason"], json!("exception"));
    let printed = came.iter().filter(|message| message["event"] == "output");
    let printed: String =
        printed.filter_map(|message| message["body"]["output"].as_str()).collect();
    let run = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["run", "main.asm"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(printed, String::from_utf8_lossy(&run.stderr));
    let trace = editor.ask("stackTrace", &json!({"threadId": 1}));
    assert_eq!(trace["body"]["stackFrames"][0]["line"], json!(4));
    editor.ask("disconnect", &json!({}));
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0));
}

#[test]
fn an_editor_that_dies_ends_the_adapter_while_a_program_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("main.asm");
    fs::write(&path, "main: b main\n").expect("a source");
    let mut child = start(&["dap"]);
    let mut editor = streams(&mut child);
    editor.launch(&path.to_string_lossy());
    drop(editor);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0));
}

#[test]
fn editors_connect_to_a_port() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("main.asm");
    fs::write(&path, PROGRAM).expect("a source");
    let mut child = start(&["dap", "--listen"]);
    let mut address = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut address).expect("it prints its address");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let connect = || {
        let stream = TcpStream::connect(address.trim()).expect("it listens");
        Editor::new(stream.try_clone().expect("a stream"), stream)
    };
    // Two at once, and another after one of them has gone.
    let (mut one, mut other) = (connect(), connect());
    for editor in [&mut one, &mut other] {
        editor.launch(&path.to_string_lossy());
        let came = editor.until("stopped");
        assert_eq!(came.last().expect("a stop")["body"]["reason"], json!("exception"));
    }
    one.ask("disconnect", &json!({}));
    drop(other);
    let mut third = connect();
    assert_eq!(third.ask("initialize", &json!({}))["success"], json!(true));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}
