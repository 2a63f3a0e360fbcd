//! Random edits: the server's text is the client's, whatever characters and ends of lines it has.

#[path = "support/client.rs"]
mod client;

use client::{Client, uri};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A text as an editor has it: UTF-16 units, counted independently of the server.
struct EditorText(Vec<u16>);

impl EditorText {
    fn text(&self) -> String {
        String::from_utf16(&self.0).expect("edits keep pairs together")
    }

    /// The nearest unit at or after a number that a position can stand before: not within a
    /// character of two units, and not within CR LF.
    fn boundary(&self, wanted: usize) -> usize {
        let mut at = wanted % (self.0.len() + 1);
        let is_inside = |at: usize| {
            let Some(&unit) = self.0.get(at) else { return false };
            let before = at.checked_sub(1).map(|before| self.0[before]);
            (0xdc00..0xe000).contains(&unit)
                || (unit == u16::from(b'\n') && before == Some(u16::from(b'\r')))
        };
        while is_inside(at) {
            at += 1;
        }
        at
    }

    /// The line and the column of a unit, by the rules of the protocol.
    fn position(&self, at: usize) -> Value {
        let (mut line, mut start) = (0, 0);
        let mut next = 0;
        while next < at {
            let unit = self.0[next];
            let is_pair =
                unit == u16::from(b'\r') && self.0.get(next + 1) == Some(&u16::from(b'\n'));
            next += if is_pair { 2 } else { 1 };
            if unit == u16::from(b'\r') || unit == u16::from(b'\n') {
                line += 1;
                start = next;
            }
        }
        json!({"line": line, "character": at - start})
    }
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just("𝄞"),
        Just("é"),
        Just("\u{feff}"),
        Just("\u{2028}"),
        Just("\t"),
        Just("main: "),
        Just("li $v0, 4"),
        Just(" # x"),
        Just("\"a"),
        Just(".include \"main.asm\""),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_text_of_the_server_is_that_of_the_client(
        start in pieces(),
        edits in prop::collection::vec(
            (any::<u16>(), any::<u16>(), pieces(), any::<bool>()),
            0..20,
        ),
    ) {
        let mut client = Client::started();
        client.open("main.asm", &start);
        let mut editor = EditorText(start.encode_utf16().collect());
        let mut waiting = Vec::new();
        let mut version = 1;
        for (one, other, text, is_sent) in edits {
            let one = editor.boundary(usize::from(one));
            let other = editor.boundary(usize::from(other));
            let (from, to) = (one.min(other), one.max(other));
            let range = json!({"start": editor.position(from), "end": editor.position(to)});
            waiting.push(json!({"range": range, "text": text}));
            editor.0.splice(from..to, text.encode_utf16());
            // Several changes may come in one message.
            if is_sent {
                version += 1;
                client.change("main.asm", version, &json!(std::mem::take(&mut waiting)));
                prop_assert_eq!(client.server.text(&uri("main.asm")), Some(&*editor.text()));
            }
        }
        version += 1;
        client.change("main.asm", version, &json!(waiting));
        prop_assert_eq!(client.server.text(&uri("main.asm")), Some(&*editor.text()));
    }

    #[test]
    fn any_position_of_any_text_is_answered(
        text in pieces(),
        line in 0u32..8,
        column in prop_oneof![0u32..40, Just(u32::MAX)],
    ) {
        let mut client = Client::started();
        client.open("main.asm", &text);
        let at = json!({"line": line, "character": column});
        for method in [
            "hover", "completion", "signatureHelp", "definition", "references", "documentHighlight",
            "prepareCallHierarchy", "onTypeFormatting",
        ] {
            let answer = client.ask(&format!("textDocument/{method}"), json!({
                "textDocument": {"uri": uri("main.asm")},
                "position": at,
                "context": {"includeDeclaration": true, "triggerKind": 1, "isRetrigger": false},
                "ch": "\n",
                "options": {"tabSize": 8, "insertSpaces": true},
            }));
            prop_assert!(answer.is_ok(), "{method}: {answer:?}");
        }
    }
}
