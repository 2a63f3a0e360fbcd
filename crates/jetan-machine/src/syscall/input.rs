//! Console input: lines and characters out of chunks of bytes.
//!
//! A line ends at LF, CR LF or a lone CR. Nothing waits for a byte it does not need: whether an LF
//! follows a CR, or a line end a character, is seen at the next read.

use crate::host::{Host, HostAnswer};

/// Bytes that are read ahead; MARS's reader has a buffer of this size.
const AHEAD_BYTES: usize = 8192;
/// A longer line is cut into several, since input may have no end.
const LINE_BYTES_MAX: usize = 16 << 20;
/// The most that is read at once without a buffer; all that fits MARS's data segment.
const RAW_BYTES_MAX: usize = 4 << 20;

/// Input that was read and not yet asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct InputBuffer {
    bytes: Vec<u8>,
    /// The number of bytes that are taken.
    start: usize,
    /// The number of bytes after that which are known not to end a line.
    scanned: usize,
    skip: LineEndSkip,
}

/// The rest of the last line end, to be dropped at the next read if it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum LineEndSkip {
    #[default]
    Nothing,
    /// The LF of a CR LF.
    Newline,
    /// LF, CR LF or CR.
    LineEnd,
}

impl InputBuffer {
    fn unread(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Whether all that has come is taken.
    pub(super) fn is_empty(&mut self) -> bool {
        self.skip();
        self.unread().is_empty()
    }

    fn take(&mut self, count: usize) {
        self.start += count;
        self.scanned = 0;
        // Starting over when all is taken keeps the buffer from growing with the input.
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        }
    }

    /// The number of received bytes to drop, and what is to be dropped then.
    fn dropped(&self) -> (usize, LineEndSkip) {
        match (self.skip, self.unread()) {
            (skip, []) => (0, skip),
            (LineEndSkip::LineEnd, [b'\r']) => (1, LineEndSkip::Newline),
            (LineEndSkip::LineEnd, [b'\r', b'\n', ..]) => (2, LineEndSkip::Nothing),
            (LineEndSkip::LineEnd, [b'\r' | b'\n', ..]) | (LineEndSkip::Newline, [b'\n', ..]) => {
                (1, LineEndSkip::Nothing)
            }
            _ => (0, LineEndSkip::Nothing),
        }
    }

    /// Drops what is to be dropped, as far as it has come.
    fn skip(&mut self) {
        let (count, skip) = self.dropped();
        self.skip = skip;
        if count > 0 {
            self.take(count);
        }
    }

    /// The received bytes that are neither taken nor to be dropped.
    pub(super) fn ahead(&self) -> &[u8] {
        &self.unread()[self.dropped().0..]
    }

    /// Forgets what has come and is not taken.
    pub(super) fn clear(&mut self) {
        self.skip();
        self.take(self.unread().len());
    }

    /// Forgets what is to be dropped, because the next input comes from elsewhere.
    pub(super) fn forget_skip(&mut self) {
        self.skip = LineEndSkip::Nothing;
    }

    /// Gives what was read ahead back to the host, from where the last line or character ended.
    pub(super) fn hand_back(&mut self, host: &mut dyn Host) -> HostAnswer<()> {
        while self.is_empty() && self.skip != LineEndSkip::Nothing {
            match self.fill(host) {
                HostAnswer::Wait => return HostAnswer::Wait,
                HostAnswer::Ready(true) => {}
                HostAnswer::Ready(false) => break,
            }
        }
        if !self.is_empty() {
            host.unread(self.unread());
            self.take(self.unread().len());
        }
        HostAnswer::Ready(())
    }

    /// Gets more; whether there was more.
    fn fill(&mut self, host: &mut dyn Host) -> HostAnswer<bool> {
        let HostAnswer::Ready(more) = host.read(AHEAD_BYTES) else { return HostAnswer::Wait };
        // Bytes that were taken are removed only when more come: removing each line would move the
        // rest every time.
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(&more);
        HostAnswer::Ready(!more.is_empty())
    }

    /// The next line without its end; `None` at the end of input.
    pub(super) fn line(&mut self, host: &mut dyn Host) -> HostAnswer<Option<Vec<u8>>> {
        loop {
            self.skip();
            let unread = self.unread();
            let ends_line = |&byte: &u8| byte == b'\n' || byte == b'\r';
            if let Some(end) = unread[self.scanned..].iter().position(ends_line) {
                let end = self.scanned + end;
                let line = unread[..end].to_vec();
                let skip =
                    if unread[end] == b'\r' { LineEndSkip::Newline } else { LineEndSkip::Nothing };
                self.take(end + 1);
                self.skip = skip;
                return HostAnswer::Ready(Some(line));
            }
            self.scanned = unread.len();
            let is_cut = self.scanned >= LINE_BYTES_MAX;
            let has_more = if is_cut { HostAnswer::Ready(false) } else { self.fill(host) };
            match has_more {
                HostAnswer::Wait => return HostAnswer::Wait,
                HostAnswer::Ready(true) => {}
                HostAnswer::Ready(false) => {
                    let line = self.unread().to_vec();
                    self.take(line.len());
                    return HostAnswer::Ready((!line.is_empty()).then_some(line));
                }
            }
        }
    }

    /// The next character and one line end directly after it; an empty line is an LF. `None` at
    /// the end of input.
    pub(super) fn character(&mut self, host: &mut dyn Host) -> HostAnswer<Option<u8>> {
        loop {
            self.skip();
            if let Some(&byte) = self.unread().first() {
                self.take(1);
                let (character, skip) = match byte {
                    b'\n' => (b'\n', LineEndSkip::Nothing),
                    b'\r' => (b'\n', LineEndSkip::Newline),
                    byte => (byte, LineEndSkip::LineEnd),
                };
                self.skip = skip;
                return HostAnswer::Ready(Some(character));
            }
            match self.fill(host) {
                HostAnswer::Wait => return HostAnswer::Wait,
                HostAnswer::Ready(true) => {}
                HostAnswer::Ready(false) => return HostAnswer::Ready(None),
            }
        }
    }

    /// Up to `max` bytes as they are, from where the last line or character ended; none at the end
    /// of input.
    pub(super) fn raw(&mut self, host: &mut dyn Host, max: usize) -> HostAnswer<Vec<u8>> {
        loop {
            self.skip();
            let unread = self.unread();
            if !unread.is_empty() || max == 0 {
                let bytes = unread[..unread.len().min(max)].to_vec();
                self.take(bytes.len());
                return HostAnswer::Ready(bytes);
            }
            if self.skip == LineEndSkip::Nothing {
                return raw(host, max);
            }
            match self.fill(host) {
                HostAnswer::Wait => return HostAnswer::Wait,
                HostAnswer::Ready(true) => {}
                HostAnswer::Ready(false) => return HostAnswer::Ready(Vec::new()),
            }
        }
    }
}

/// Up to `max` bytes straight from the host.
pub(super) fn raw(host: &mut dyn Host, max: usize) -> HostAnswer<Vec<u8>> {
    if max == 0 {
        return HostAnswer::Ready(Vec::new());
    }
    match host.read(max.min(RAW_BYTES_MAX)) {
        HostAnswer::Ready(mut bytes) => {
            // A host that gives more than it was asked for must not overrun the program's buffer.
            bytes.truncate(max);
            HostAnswer::Ready(bytes)
        }
        HostAnswer::Wait => HostAnswer::Wait,
    }
}
