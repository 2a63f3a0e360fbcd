//! Messages in a stream of bytes: a header with a length, a blank line, JSON.
//!
//! Everything that is wrong with a message is said of that message, and the next one is read.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

use crate::limits::MESSAGE_BYTES_MAX;

/// The most bytes of a line of the header.
const HEADER_BYTES_MAX: u64 = 1 << 12;
/// A pause after so many lines of a header without a message, so that it has an end.
const HEADER_LINES_MAX: usize = 64;

/// What came out of a stream.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Message(Box<Message>),
    /// Something else, and the answer to it.
    Broken(Value),
}

/// The next message; none at the end of the stream.
pub fn read(stream: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_length(stream)? else { return Ok(None) };
    let Some(length) = length else {
        return Ok(Some(broken(ErrorCode::ParseError, &Value::Null, "there is no Content-Length")));
    };
    if length > MESSAGE_BYTES_MAX as u64 {
        // Passed over and not kept: nobody can make the server allocate it.
        let passed = io::copy(&mut stream.take(length), &mut io::sink())?;
        let why = format!("a message has at most {} MiB", MESSAGE_BYTES_MAX >> 20);
        let is_whole = passed == length;
        return Ok(is_whole.then(|| broken(ErrorCode::InvalidRequest, &Value::Null, &why)));
    }
    let mut bytes = Vec::new();
    stream.take(length).read_to_end(&mut bytes)?;
    // The stream has ended within the message.
    if bytes.len() as u64 != length {
        return Ok(None);
    }
    Ok(Some(parsed(&bytes)))
}

/// The length in a header: none at the end of the stream, none in it if the header has none.
#[expect(clippy::option_option, reason = "the end of the stream and a header without a length")]
fn read_length(stream: &mut impl BufRead) -> io::Result<Option<Option<u64>>> {
    let mut length = None;
    for _ in 0..HEADER_LINES_MAX {
        let mut line = Vec::new();
        if stream.take(HEADER_BYTES_MAX).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(Some(length));
        }
        let text = String::from_utf8_lossy(line);
        let field = text.split_once(':');
        let value = field.filter(|(name, _)| name.trim().eq_ignore_ascii_case("content-length"));
        if let Some((_, value)) = value {
            length = value.trim().parse().ok();
        }
    }
    Ok(Some(None))
}

fn parsed(bytes: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => {
            let why = format!("this is not JSON: {error}");
            return broken(ErrorCode::ParseError, &Value::Null, &why);
        }
    };
    let id = value.get("id").cloned();
    match serde_json::from_value(value) {
        // A request whose id is not one would pass for a notification, and be waited for.
        Ok(Message::Notification(_)) if id.is_some() => {}
        Ok(message) => return Incoming::Message(Box::new(message)),
        Err(_) => {}
    }
    let id = id.unwrap_or(Value::Null);
    let why = "this is neither a request nor an answer nor a notification";
    broken(ErrorCode::InvalidRequest, &id, why)
}

fn broken(code: ErrorCode, id: &Value, message: &str) -> Incoming {
    let error = json!({"code": code as i32, "message": message});
    Incoming::Broken(json!({"jsonrpc": "2.0", "id": id, "error": error}))
}

/// Writes an answer that [`read`] has given.
pub fn write_value(stream: &mut impl Write, value: &Value) -> io::Result<()> {
    let text = value.to_string();
    write!(stream, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    stream.flush()
}

/// Writes a message.
pub fn write(stream: &mut impl Write, message: &Message) -> io::Result<()> {
    message.write(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut stream = bytes;
        let mut found = Vec::new();
        while let Some(incoming) = read(&mut stream).expect("memory can be read") {
            found.push(match incoming {
                Incoming::Message(message) => match *message {
                    Message::Request(request) => format!("request {}", request.method),
                    Message::Notification(one) => format!("notification {}", one.method),
                    Message::Response(_) => "response".to_owned(),
                },
                Incoming::Broken(answer) => format!("{} {}", answer["id"], answer["error"]["code"]),
            });
        }
        found
    }

    fn framed(text: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    }

    #[test]
    fn what_is_broken_is_answered_and_the_next_message_is_read() {
        let mut bytes = Vec::new();
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#,
            "{",
            "[1]",
            r#"{"id":{"no":1},"method":"x"}"#,
            r#"{"id":7,"method":3}"#,
            "\u{0}",
            "",
            r#"{"method":"exit"}"#,
            r#"{"id":2,"result":null}"#,
        ] {
            bytes.extend(framed(text));
        }
        bytes.extend(b"Other: 3\r\n\r\n");
        bytes.extend(b"content-length:2\r\nContent-Type: x\r\n\r\n{}");
        bytes.extend(b"Content-Length: many\r\n\r\n");
        bytes.extend(framed(r#"{"method":"initialized","params":{}}"#));
        bytes.extend(b"Content-Length: 100\r\n\r\n{\"half\":");
        assert_eq!(
            all(&bytes),
            [
                "request shutdown",
                "null -32700",
                "null -32600",
                "{\"no\":1} -32600",
                "7 -32600",
                "null -32700",
                "null -32700",
                "notification exit",
                "response",
                "null -32700",
                "null -32600",
                "null -32700",
                "notification initialized",
            ]
        );
    }

    #[test]
    fn a_giant_message_is_passed_over() {
        let giant = MESSAGE_BYTES_MAX as u64 + 1;
        let header = format!("Content-Length: {giant}\r\n\r\n");
        let next = framed(r#"{"method":"exit"}"#);
        let mut stream = io::BufReader::new(
            header.as_bytes().chain(io::repeat(b' ').take(giant)).chain(&next[..]),
        );
        let first = read(&mut stream).expect("it can be read");
        assert!(matches!(first, Some(Incoming::Broken(_))));
        let second = read(&mut stream).expect("it can be read");
        assert!(matches!(second, Some(Incoming::Message(_))));
        // One that announces more than there is ends the stream.
        assert!(all(b"Content-Length: 18446744073709551615\r\n\r\n{}").is_empty());
    }

    #[test]
    fn a_header_without_end_has_an_end() {
        let line = [b"x".repeat(5_000), b"\n".to_vec()].concat();
        assert!(!all(&line.repeat(100)).is_empty());
    }
}
