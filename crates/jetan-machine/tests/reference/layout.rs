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
        // All ends but those that MARS cuts off are multiples of 256, and the last one of all
        // does not fit 32 bits.
        let within = |(base, limit): (u32, u32), is_cut: bool| {
            let limit = u64::from(limit);
            let end = if is_cut { limit } else { limit.next_multiple_of(256) };
            base <= address && u64::from(address) < end
        };
        let stack_end = if is_mars { self.stack.1 } else { self.stack.1 | 3 };
        let is_stack = self.stack.0 < address && address <= stack_end;
        if within(self.data, is_mars)
            || is_stack
            || within(self.devices, is_mars)
            || within(self.kernel_data, is_mars)
        {
            Segment::Open
        } else if within(self.text, is_mars) {
            Segment::Text
        } else if within(self.kernel_text, is_mars) {
            Segment::KernelText
        } else {
            Segment::Nothing
        }
    }
}
