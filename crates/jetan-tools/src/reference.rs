//! A reference to memory, as caches and maps see it.

/// The purpose of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceKind {
    /// An instruction is fetched.
    Fetch,
    /// Data is read.
    Read,
    /// Data is written.
    Write,
}

impl ReferenceKind {
    /// All kinds, in the order of their names in tables.
    pub const ALL: [ReferenceKind; 3] =
        [ReferenceKind::Fetch, ReferenceKind::Read, ReferenceKind::Write];

    /// The word for it in tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ReferenceKind::Fetch => "fetch",
            ReferenceKind::Read => "read",
            ReferenceKind::Write => "write",
        }
    }
}

/// One reference to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryReference {
    /// The address of the instruction that caused it.
    pub pc: u32,
    /// The lowest address that is concerned.
    pub address: u32,
    /// The number of bytes, at least 1.
    pub bytes: u32,
    /// The purpose.
    pub kind: ReferenceKind,
    /// Whether a service of the system did it, for instance printing a string.
    pub by_service: bool,
}

impl MemoryReference {
    /// A reference by an ordinary instruction.
    pub const fn new(pc: u32, address: u32, bytes: u32, kind: ReferenceKind) -> MemoryReference {
        MemoryReference { pc, address, bytes, kind, by_service: false }
    }
}

/// A range of addresses, both ends included: the last one may be the highest address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressRange {
    /// The first address.
    pub first: u32,
    /// The last address.
    pub last: u32,
}

impl AddressRange {
    /// Data of user programs, as MARS's cache watches it: extern, static data, heap and stack.
    pub const USER_DATA: AddressRange = AddressRange { first: 0x1000_0000, last: 0x7fff_ffff };

    /// Whether an address lies in it.
    #[inline]
    pub const fn contains(self, address: u32) -> bool {
        self.first <= address && address <= self.last
    }
}
