//! Bounds on what a client can make the server keep or send.

/// The most bytes of one message.
pub(crate) const MESSAGE_BYTES_MAX: usize = 64 << 20;
/// The most bytes of one document: the assembler reads no more.
pub(crate) const DOCUMENT_BYTES_MAX: usize = jetan_asm::limits::FILE_BYTES_MAX;
/// The most documents that can be open.
pub(crate) const DOCUMENTS_MAX: usize = 1_000;
/// The most bytes of all open documents.
pub(crate) const TEXT_BYTES_MAX: usize = 256 << 20;
/// The most messages that wait; the reader of the stream waits as well then.
pub(crate) const QUEUE_MAX: usize = 256;
/// The most diagnostics of a file that are shown.
pub(crate) const DIAGNOSTICS_MAX: usize = 500;
/// The most symbols of a search in all files.
pub(crate) const SYMBOLS_MAX: usize = 500;
