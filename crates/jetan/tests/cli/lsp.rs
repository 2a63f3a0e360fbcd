//! Stories of `jetan lsp`: what an editor writes into the pipe, and what comes back.

use super::story::Story;

/// Messages with their headers.
fn framed(messages: &[&str]) -> String {
    let frame = |text: &&str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    messages.iter().map(frame).collect()
}

const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const OPEN: &str = concat!(
    r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"#,
    r#""uri":"untitled:1","languageId":"mips","version":1,"text":"main: lii $t0, 1\n"}}}"#,
);

#[test]
fn an_editor_is_told_what_is_wrong_until_it_leaves() {
    let messages = [
        INITIALIZE,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        OPEN,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ];
    let output = Story::new(&["lsp", "--stdio"]).stdin(framed(&messages)).output();
    assert_eq!(output.stderr, "");
    assert!(output.stdout.starts_with("Content-Length: "), "{}", output.stdout);
    assert!(output.stdout.contains(r#""positionEncoding":"utf-16""#), "{}", output.stdout);
    assert!(
        output.stdout.ends_with(r#"{"jsonrpc":"2.0","id":2,"result":null}"#),
        "{}",
        output.stdout
    );
}

#[test]
fn what_is_broken_is_answered_and_a_stream_that_ends_is_the_end() {
    let broken = framed(&["{", INITIALIZE, r#"{"jsonrpc":"2.0","id":2,"method":"made/up"}"#, OPEN]);
    let stdin = broken + "Content-Length: 99999999999999\r\n\r\n{}";
    let output = Story::new(&["lsp"]).stdin(stdin).code(1).output();
    assert_eq!(output.stderr, "");
    for words in [r#""code":-32700"#, r#""code":-32601"#, "there is no instruction `lii`"] {
        assert!(output.stdout.contains(words), "{words}: {}", output.stdout);
    }
}
