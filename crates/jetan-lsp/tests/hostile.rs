//! Clients that do what they should not: the answer is an error, and the server goes on.

#[path = "support/client.rs"]
mod client;

use client::{Client, uri};
use lsp_server::{ErrorCode, Message, Notification, Request};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Every request of the protocol that the server knows.
const REQUESTS: &[&str] = &[
    "textDocument/hover",
    "textDocument/signatureHelp",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/completion",
    "completionItem/resolve",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "workspace/symbol",
    "textDocument/foldingRange",
    "textDocument/prepareCallHierarchy",
    "callHierarchy/incomingCalls",
    "callHierarchy/outgoingCalls",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting",
];

fn works(client: &mut Client) {
    client.open("works.asm", "main: nop\n");
    let params = json!({
        "textDocument": {"uri": uri("works.asm")},
        "position": {"line": 0, "character": 7},
    });
    let hover = client.ask("textDocument/hover", params).expect("it answers");
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("nop")));
}

#[test]
fn requests_before_and_after_their_time_are_refused() {
    let mut client = Client::default();
    for method in REQUESTS.iter().chain(&["shutdown", "made/up"]) {
        let refused = client.ask(method, json!({})).expect_err("nothing was initialized");
        assert_eq!(refused.0, ErrorCode::ServerNotInitialized as i32, "{method}");
    }
    client.notify("textDocument/didOpen", json!({"textDocument": 3}));
    assert!(client.ask("initialize", json!([])).is_err());
    client.ask("initialize", json!({"capabilities": {}})).expect("now it starts");
    works(&mut client);
    client.ask("shutdown", Value::Null).expect("it stops");
    let refused = client.ask("textDocument/hover", json!({})).expect_err("it has stopped");
    assert_eq!(refused.0, ErrorCode::InvalidRequest as i32);
    client.notify("exit", Value::Null);
    assert_eq!(client.server.exit(), Some(jetan_lsp::ServerExit::Orderly));
    let mut sudden = Client::started();
    sudden.notify("exit", Value::Null);
    assert_eq!(sudden.server.exit(), Some(jetan_lsp::ServerExit::Sudden));
}

#[test]
fn wrong_parameters_get_an_error() {
    let mut client = Client::started();
    let wrong =
        [json!(null), json!([]), json!({}), json!({"textDocument": {"uri": 7}}), json!("x")];
    for method in REQUESTS {
        for params in &wrong {
            let refused = client.ask(method, params.clone()).expect_err("it makes no sense");
            assert_eq!(refused.0, ErrorCode::InvalidParams as i32, "{method} {params}");
        }
    }
    for method in ["didOpen", "didChange", "didClose", "didSave", "willSave", "made/up"] {
        for params in &wrong {
            client.notify(&format!("textDocument/{method}"), params.clone());
        }
    }
    works(&mut client);
}

#[test]
fn a_request_that_waits_can_be_cancelled() {
    let mut client = Client::started();
    client.open("a.asm", "main: nop\n");
    let params = json!({"textDocument": {"uri": uri("a.asm")}});
    for id in [71, 72] {
        let method = "textDocument/documentSymbol".to_owned();
        client.server.receive(Request::new(id.into(), method, &params).into());
    }
    for id in [json!(72), json!("72"), json!(99), json!(null)] {
        let cancel = Notification::new("$/cancelRequest".to_owned(), json!({"id": id}));
        client.server.receive(cancel.into());
    }
    let mut answers: Vec<(String, Option<i32>)> = client
        .settle()
        .into_iter()
        .map(|message| match message {
            Message::Response(one) => {
                (one.id.to_string(), one.response_result.err().map(|error| error.code))
            }
            other => panic!("{other:?}"),
        })
        .collect();
    answers.sort();
    let cancelled = Some(ErrorCode::RequestCanceled as i32);
    assert_eq!(answers, [("71".to_owned(), None), ("72".to_owned(), cancelled)]);
}

#[test]
fn texts_are_bounded() {
    let mut client = Client::started();
    let most = jetan_asm::limits::FILE_BYTES_MAX;
    let messages = client.open("large.asm", &"#".repeat(most + 1));
    assert!(format!("{messages:?}").contains("larger than 16 MiB"), "it is said");
    assert_eq!(client.server.text(&uri("large.asm")), None);
    client.open("large.asm", "nop\n");
    // Changes that would double a text again and again.
    let start = json!({"line": 0, "character": 0});
    let change = json!({"range": {"start": start, "end": start}, "text": "#".repeat(most / 4)});
    client.change("large.asm", 2, &json!([change, change, change, change, change]));
    // What the client has now is not known, so that nothing is said about it.
    assert_eq!(client.server.text(&uri("large.asm")), None);
    works(&mut client);
}

#[test]
fn many_documents_are_refused_at_some_point() {
    let mut client = Client::started();
    for idx in 0..1_010 {
        let document = json!({
            "uri": format!("untitled:{idx}"), "languageId": "mips", "version": 1, "text": "",
        });
        let open =
            Notification::new("textDocument/didOpen".to_owned(), json!({"textDocument": document}));
        client.server.receive(open.into());
    }
    let messages = client.settle();
    assert!(format!("{messages:?}").contains("too many files are open"));
    assert!(client.server.text("untitled:999").is_some());
    assert!(client.server.text("untitled:1000").is_none());
}

#[test]
fn files_that_vanish_or_change_under_the_server_are_noticed() {
    let mut client = Client::started();
    let path = format!("{}/part.inc", client::FOLDER);
    client.files.0.insert(path.clone(), b"x: .word 1\n".to_vec());
    let problems = |messages: &[Message]| format!("{messages:?}").matches("\"code\"").count();
    let text = ".data\n.include \"part.inc\"\n.text\nmain: lw $t0, x\n";
    assert_eq!(problems(&client.open("main.asm", text)), 0);
    client.files.0.remove(&path);
    let saved = json!({"textDocument": {"uri": uri("main.asm")}});
    assert!(problems(&client.notify("textDocument/didSave", saved)) > 0);
    client.files.0.insert(path, b"x: .word 1\n".to_vec());
    let messages = client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    assert_eq!((messages.len(), problems(&messages)), (1, 0), "the errors are taken back");
    // A document that lies nowhere can be closed, too.
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": uri("main.asm")}}));
    works(&mut client);
}

#[test]
fn includes_in_circles_and_odd_names_end() {
    let mut client = Client::started();
    client.open("a.asm", ".include \"b.asm\"\n");
    client.open("b.asm", ".include \"./../labs/a.asm\"\n");
    client.open("c.asm", ".include \"//////etc/passwd\"\n.include \"\\u0000\"\n.include \"\"\n");
    works(&mut client);
}

/// JSON of any form, up to a size.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
        Just(json!(uri("works.asm"))),
        Just(json!({"uri": uri("works.asm"), "version": 3})),
        Just(json!({"line": 0, "character": 3})),
        Just(json!({"start": {"line": 1, "character": 3}, "end": {"line": 0, "character": 1}})),
    ];
    let names = prop_oneof![
        Just("textDocument".to_owned()),
        Just("position".to_owned()),
        Just("range".to_owned()),
        Just("context".to_owned()),
        Just("item".to_owned()),
        Just("contentChanges".to_owned()),
        Just("text".to_owned()),
        Just("newName".to_owned()),
    ];
    leaf.prop_recursive(3, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((names.clone(), inner), 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_message_ends_the_server(
        messages in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<bool>(), values()),
            0..12,
        ),
    ) {
        let mut client = Client::started();
        client.open("works.asm", "main: jal x\nx: li $v0, 4\n");
        let notifications = ["didOpen", "didChange", "didClose", "didSave"];
        for (which, is_request, params) in messages {
            if is_request {
                let _ = client.ask(REQUESTS[which.index(REQUESTS.len())], params);
            } else {
                let method = notifications[which.index(notifications.len())];
                client.notify(&format!("textDocument/{method}"), params);
            }
        }
        works(&mut client);
    }
}
