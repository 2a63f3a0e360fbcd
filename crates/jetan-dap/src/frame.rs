//! Messages on a stream of bytes: a header with `Content-Length`, an empty line, a body of JSON.

/// Bytes of a body; a message of the workbench has no more.
pub const BODY_BYTES_MAX: usize = jetan_wire::MESSAGE_BYTES_MAX;
/// Bytes of a header with its empty line.
pub const HEADER_BYTES_MAX: usize = 4096;

/// The end of a header.
const HEADER_END: &[u8] = b"\r\n\r\n";

/// A message as it is sent.
pub fn framed(body: &str) -> Vec<u8> {
    let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body.as_bytes());
    bytes
}

/// Takes messages out of a stream of bytes. What is not a message is passed over and reported once.
#[derive(Default)]
pub struct FrameReader {
    bytes: Vec<u8>,
    /// Bytes of `bytes` that were taken.
    taken: usize,
    /// Bytes of a body that is too large and still to come.
    to_skip: usize,
    /// Whether a header that is too long is being passed over.
    is_lost: bool,
}

impl FrameReader {
    /// Adds bytes as they arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        let skipped = bytes.len().min(self.to_skip);
        self.to_skip -= skipped;
        // Only before growing: removing the front for every message would move a long batch of
        // small ones again and again.
        self.bytes.drain(..std::mem::take(&mut self.taken));
        self.bytes.extend_from_slice(&bytes[skipped..]);
    }

    /// The next body, or what is wrong with it; none until more bytes have come.
    pub fn next_body(&mut self) -> Option<Result<String, String>> {
        loop {
            let rest = &self.bytes[self.taken..];
            // Bounded, so that a stream without headers is not searched from its start with every
            // byte.
            let head = &rest[..rest.len().min(HEADER_BYTES_MAX)];
            let end = head.windows(HEADER_END.len()).position(|four| four == HEADER_END);
            let Some(end) = end else {
                if rest.len() < HEADER_BYTES_MAX {
                    return None;
                }
                // The last three bytes may be the beginning of the end.
                self.taken += head.len() - (HEADER_END.len() - 1);
                if std::mem::replace(&mut self.is_lost, true) {
                    continue;
                }
                return Some(Err(format!("a header has at most {HEADER_BYTES_MAX} bytes")));
            };
            if !std::mem::take(&mut self.is_lost) {
                return self.body(end);
            }
            self.taken += end + HEADER_END.len();
        }
    }

    /// The body after a header that ends at a place.
    fn body(&mut self, header_end: usize) -> Option<Result<String, String>> {
        let rest = &self.bytes[self.taken..];
        let start = header_end + HEADER_END.len();
        let length = match content_length(&rest[..header_end]) {
            Ok(length) => length,
            Err(why) => {
                self.taken += start;
                return Some(Err(why));
            }
        };
        if length > BODY_BYTES_MAX {
            let here = length.min(rest.len() - start);
            self.taken += start + here;
            self.to_skip = length - here;
            return Some(Err(format!("a message has at most {BODY_BYTES_MAX} bytes")));
        }
        let body = rest.get(start..start + length)?;
        let text = std::str::from_utf8(body).map(str::to_owned);
        self.taken += start + length;
        Some(text.map_err(|_| "a message is text in UTF-8".to_owned()))
    }
}

/// The number of bytes that a header announces.
fn content_length(header: &[u8]) -> Result<usize, String> {
    let header = String::from_utf8_lossy(header);
    let mut found = None;
    for line in header.lines() {
        let Some((name, value)) = line.split_once(':') else {
            return Err("a line of a header is `Name: value`".to_owned());
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let length = value.trim().parse::<usize>();
            found = Some(length.map_err(|_| "`Content-Length` is a number of bytes".to_owned())?);
        }
    }
    found.ok_or_else(|| "`Content-Length` is missing".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that comes out of a stream that arrives in pieces of a size.
    fn read(stream: &[u8], piece: usize) -> Vec<Result<String, String>> {
        let mut reader = FrameReader::default();
        let mut all = Vec::new();
        for bytes in stream.chunks(piece) {
            reader.push(bytes);
            while let Some(body) = reader.next_body() {
                all.push(body);
            }
        }
        all
    }

    #[test]
    fn messages_come_out_as_they_went_in_whatever_the_pieces() {
        let stream = [framed("{}"), framed("{\"a\":\"é\"}"), framed("")].concat();
        for piece in 1..=stream.len() {
            let bodies: Vec<String> =
                read(&stream, piece).into_iter().map(|body| body.expect("a body")).collect();
            assert_eq!(bodies, ["{}", "{\"a\":\"é\"}", ""], "pieces of {piece}");
        }
    }

    #[test]
    fn whatever_is_broken_is_reported_once_and_the_next_message_is_read() {
        let huge = format!("Content-Length: {}\r\n\r\n", BODY_BYTES_MAX + 1).into_bytes();
        let huge = [huge, vec![b'x'; BODY_BYTES_MAX + 1]].concat();
        let long = [vec![b'y'; 3 * HEADER_BYTES_MAX], b"\r\n\r\n".to_vec()].concat();
        let not_text = [b"Content-Length: 2\r\n\r\n".to_vec(), vec![0xff, 0xfe]].concat();
        let cases: [(&[u8], &str); 6] = [
            (b"Content-Length: many\r\n\r\n", "`Content-Length` is a number of bytes"),
            (b"Content-Type: x\r\n\r\n", "`Content-Length` is missing"),
            (b"hello\r\n\r\n", "a line of a header is `Name: value`"),
            (&huge, "a message has at most"),
            (&long, "a header has at most"),
            (&not_text, "a message is text in UTF-8"),
        ];
        for (broken, message) in cases {
            let stream = [broken, &framed("{}")].concat();
            for piece in [1021, stream.len()] {
                let all = read(&stream, piece);
                let Some([Err(why), Ok(body)]) = all.first_chunk() else {
                    panic!("{message}: {all:?}");
                };
                assert!(why.starts_with(message), "{why}");
                assert_eq!((body.as_str(), all.len()), ("{}", 2), "{message}");
            }
        }
    }

    #[test]
    fn a_length_beyond_all_bounds_takes_no_memory() {
        let mut reader = FrameReader::default();
        reader.push(format!("Content-Length: {}\r\n\r\n", usize::MAX).as_bytes());
        assert!(reader.next_body().is_some_and(|body| body.is_err()));
        reader.push(&[b'x'; 10_000]);
        assert!(reader.next_body().is_none());
        assert!(reader.bytes.is_empty());
    }
}
