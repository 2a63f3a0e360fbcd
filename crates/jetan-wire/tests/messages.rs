//! Messages as they arrive and leave: what is understood, and what is said about the rest.

use jetan_wire::{
    Event, FailureCode, Hover, Incoming, LogText, LookReply, Nothing, REQUESTS, Reply, ReplyTo,
    Request, RequestFailure, answer_text, event_text,
};

fn refused(text: &str) -> (ReplyTo, RequestFailure) {
    let Incoming { reply_to, asked } = Incoming::parse(text);
    (reply_to, asked.expect_err(text))
}

#[test]
fn what_is_wrong_is_said_with_the_field() {
    for (text, code, words) in [
        ("", FailureCode::BadRequest, "this is not JSON"),
        ("[]", FailureCode::BadRequest, "a message is a JSON object"),
        (r#"{"id": 1}"#, FailureCode::BadRequest, "`do` is missing"),
        (r#"{"id": 1, "do": 7}"#, FailureCode::BadRequest, "`do` is missing"),
        (r#"{"id": -1, "do": "step"}"#, FailureCode::BadRequest, "`id` is a number"),
        (r#"{"id": 1, "do": "fly"}"#, FailureCode::UnknownRequest, "there is no request `fly`"),
        (
            r#"{"id": 1, "do": "step", "wings": 2}"#,
            FailureCode::BadRequest,
            "unknown field `wings`",
        ),
        (
            r#"{"id": 1, "do": "step", "unit": "day"}"#,
            FailureCode::BadRequest,
            "unknown variant `day`",
        ),
        (
            r#"{"id": 1, "do": "open", "path": "x"}"#,
            FailureCode::BadRequest,
            "missing field `text`",
        ),
        (
            r#"{"id": 1, "do": "open", "path": 1, "text": ""}"#,
            FailureCode::BadRequest,
            "expected a string",
        ),
        (r#"{"id": 1, "do": "goto", "to": "moon"}"#, FailureCode::BadRequest, "`to` is a count"),
        (
            r#"{"id": 1, "do": "goto", "to": {"line": 1}}"#,
            FailureCode::BadRequest,
            "`to` is a count",
        ),
        (
            r#"{"id": 1, "do": "set", "place": "$t0", "value": []}"#,
            FailureCode::BadRequest,
            "`value` is",
        ),
        (r#"{"id": 1, "do": "look", "want": [1]}"#, FailureCode::BadRequest, "names and requests"),
        (r#"{"id": 1, "do": "look", "want": [{}]}"#, FailureCode::BadRequest, "`do` is missing in"),
    ] {
        let (_, failure) = refused(text);
        assert_eq!(failure.code, code, "{text}");
        assert!(failure.message.contains(words), "{text}: {}", failure.message);
    }
}

#[test]
fn who_is_answered_is_known_whatever_is_asked() {
    assert_eq!(refused("{").0, ReplyTo::Unreadable);
    assert_eq!(refused(r#"{"do": "fly"}"#).0, ReplyTo::Nobody);
    assert_eq!(refused(r#"{"id": null, "do": "fly"}"#).0, ReplyTo::Nobody);
    assert_eq!(refused(r#"{"id": 4294967295, "do": "fly"}"#).0, ReplyTo::Number(u32::MAX));
    assert_eq!(refused(r#"{"id": 4294967296, "do": "fly"}"#).0, ReplyTo::Unreadable);
    let long = " ".repeat(jetan_wire::MESSAGE_BYTES_MAX + 1);
    assert_eq!(refused(&long).1.code, FailureCode::TooLarge);
}

#[test]
fn a_client_of_another_version_is_told_so_whatever_it_sends() {
    for (text, protocol) in [
        (r#"{"do": "hello"}"#, 0),
        (r#"{"do": "hello", "protocol": "1"}"#, 0),
        (r#"{"do": "hello", "protocol": 7, "resume": 3, "colour": "red"}"#, 7),
    ] {
        let Ok(Request::Hello(greeting)) = Incoming::parse(text).asked else { panic!("{text}") };
        assert_eq!((greeting.protocol, greeting.resume), (protocol, None), "{text}");
    }
}

#[test]
fn the_table_says_what_looks() {
    let of = |wanted: fn(&jetan_wire::RequestRow) -> bool| -> Vec<&str> {
        REQUESTS.iter().filter(|row| wanted(row)).map(|row| row.name).collect()
    };
    let looking = of(jetan_wire::RequestRow::looks);
    assert!(looking.contains(&"registers") && !looking.contains(&"set"), "{looking:?}");
    for row in REQUESTS {
        assert_eq!(REQUESTS.iter().filter(|other| other.name == row.name).count(), 1);
    }
}

#[test]
fn only_what_looks_is_asked_for_together() {
    let text = r#"{"do": "look", "want": ["registers", "set", {"do": "values"}, "look"]}"#;
    let Ok(Request::Look(look)) = Incoming::parse(text).asked else { panic!("it can be read") };
    let codes: Vec<Option<FailureCode>> =
        look.want.iter().map(|one| one.asked.as_ref().err().map(|failure| failure.code)).collect();
    let bad = Some(FailureCode::BadRequest);
    assert_eq!(codes, [None, bad, bad, bad]);
}

#[test]
fn what_there_is_nothing_to_say_about_is_left_out() {
    let answer = |to, reply| answer_text(to, &reply);
    let one = ReplyTo::Number(1);
    let done = answer(one, Ok(Reply::Step(Nothing {})));
    assert_eq!(done.as_deref(), Some(r#"{"re":1,"ok":{}}"#));
    let hover = answer(one, Ok(Reply::Hover(Hover::default())));
    assert_eq!(hover.as_deref(), Some(r#"{"re":1,"ok":{}}"#));
    let failure = || RequestFailure::new(FailureCode::NotNow, "wait");
    let refusal = answer(ReplyTo::Unreadable, Err(failure()));
    let expected = r#"{"re":null,"error":{"code":"not-now","message":"wait"}}"#;
    assert_eq!(refusal.as_deref(), Some(expected));
    assert_eq!(answer(ReplyTo::Nobody, Err(failure())), None);
    let mut looked = jetan_wire::LookReplies::default();
    looked.0.insert("why".to_owned(), LookReply::Refused { error: failure() });
    let looked = answer(one, Ok(Reply::Look(looked)));
    let expected = r#"{"re":1,"ok":{"why":{"error":{"code":"not-now","message":"wait"}}}}"#;
    assert_eq!(looked.as_deref(), Some(expected));
    let event = event_text(&Event::Log(LogText { text: "here".to_owned() }));
    assert_eq!(event, r#"{"event":"log","text":"here"}"#);
    assert_eq!(event_text(&Event::TakenOver(Nothing {})), r#"{"event":"takenOver"}"#);
}
