//! Where the segments lie and who may touch them: sections 6.1 and 6.2 of the description of MARS.

/// What an address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// Data, stack, kernel data and device registers, which are alike.
    Open,
    Text,
    KernelText,
    Nothing,
}

/// One memory configuration; limits are exclusive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) text: (u32, u32),
    pub(crate) data: (u32, u32),
    pub(crate) static_base: u32,
    /// The limit below, exclusive, and the highest word, whose own address is the last that counts.
    pub(crate) stack: (u32, u32),
    pub(crate) kernel_text: (u32, u32),
    pub(crate) handler: u32,
    pub(crate) kernel_data: (u32, u32),
    pub(crate) devices: (u32, u32),
    pub(crate) gp: u32,
    pub(crate) sp: u32,
}

const DEFAULT: Layout = Layout {
    text: (0x0040_0000, 0x0080_0000),
    data: (0x1000_0000, 0x1040_0000),
    static_base: 0x1001_0000,
    stack: (0x7fbf_fffc, 0x7fff_fffc),
    kernel_text: (0x8000_0000, 0x8040_0000),
    handler: 0x8000_0180,
    kernel_data: (0x9000_0000, 0x9040_0000),
    devices: (0xffff_0000, 0xffff_ffff),
    gp: 0x1000_8000,
    sp: 0x7fff_effc,
};

const COMPACT_DATA_AT_ZERO: Layout = Layout {
    text: (0x3000, 0x3ffc),
    data: (0x0000, 0x2fff),
    static_base: 0x0000,
    stack: (0x2000, 0x2ffc),
    kernel_text: (0x4000, 0x4ffc),
    handler: 0x4180,
    kernel_data: (0x5000, 0x7eff),
    devices: (0x7f00, 0x7fff),
    gp: 0x1800,
    sp: 0x2ffc,
};

const COMPACT_TEXT_AT_ZERO: Layout = Layout {
    text: (0x0000, 0x0ffc),
    data: (0x1000, 0x3fff),
    static_base: 0x2000,
    stack: (0x3000, 0x3ffc),
    kernel_text: (0x4000, 0x4ffc),
    handler: 0x4180,
    kernel_data: (0x5000, 0x7eff),
    devices: (0x7f00, 0x7fff),
    gp: 0x1800,
    sp: 0x3ffc,
};

/// The configurations in the order in which the description lists them.
pub(crate) const LAYOUTS: [Layout; 3] = [DEFAULT, COMPACT_DATA_AT_ZERO, COMPACT_TEXT_AT_ZERO];

impl Layout {
    /// What an address belongs to. MARS loses the last bytes of the stack, of the address space
    /// and of compact segments; `is_mars` says whether they are lost here too (S37).
    pub(crate) fn segment(&self, address: u32, is_mars: bool) -> Segment {
        let whole = |limit: u32| if is_mars { limit } else { limit.div_ceil(256) * 256 };
        let within = |(base, limit): (u32, u32)| {
            // The limit of the whole address space does not fit its type.
            base <= address && (address < limit || !is_mars && limit > 0xffff_ff00)
                || base <= address && limit <= 0xffff_ff00 && address < whole(limit)
        };
        let stack_end = if is_mars { self.stack.1 } else { self.stack.1 | 3 };
        let is_stack = self.stack.0 < address && address <= stack_end;
        if within(self.data) || is_stack || within(self.devices) || within(self.kernel_data) {
            Segment::Open
        } else if within(self.text) {
            Segment::Text
        } else if within(self.kernel_text) {
            Segment::KernelText
        } else {
            Segment::Nothing
        }
    }
}
