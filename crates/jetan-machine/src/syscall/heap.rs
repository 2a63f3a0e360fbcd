//! The service that extends the heap.

use jetan_isa::Reg;

use super::ServiceOutcome;
use crate::fault::{Fault, ServiceFault};
use crate::machine::Machine;

impl Machine {
    /// The end of the memory that `sbrk` has handed out so far.
    pub fn heap_end(&self) -> u32 {
        self.services.heap
    }
}

/// Hands out memory, a multiple of four bytes.
pub(super) fn sbrk(machine: &mut Machine) -> Result<ServiceOutcome, Fault> {
    let bytes = machine.registers.get(Reg::A0) as i32;
    if bytes < 0 {
        return Err(Fault::Service(ServiceFault::NegativeHeap { bytes }));
    }
    let start = machine.services.heap;
    // Compact maps have their stack inside the data segment, so there is nothing to grow into.
    let end = if machine.behaviour.small_heap || machine.map().is_compact() {
        end_in_segment(start, bytes, machine.map().data_limit)
    } else {
        end_below_stack(machine, bytes)
    };
    let end = end.map_err(|left| Fault::Service(ServiceFault::HeapExhausted { bytes, left }))?;
    machine.services.heap = end;
    machine.registers.set(Reg::V0, start);
    Ok(ServiceOutcome::Done)
}

/// MARS: everything is a signed number. A heap that has wrapped around passes every check, and
/// there the remainder is negative, so that rounding goes one multiple too far.
fn end_in_segment(start: u32, bytes: i32, limit: u32) -> Result<u32, Option<(u32, u32)>> {
    let mut end = (start as i32).wrapping_add(bytes);
    if end % 4 != 0 {
        end = end.wrapping_add(4 - end % 4);
    }
    if end >= limit as i32 { Err(None) } else { Ok(end as u32) }
}

/// The heap may grow up to the stack, as long as all of it stays within the memory budget.
fn end_below_stack(machine: &mut Machine, bytes: i32) -> Result<u32, Option<(u32, u32)>> {
    let start = machine.services.heap;
    let map = machine.map();
    let limit = map.stack_limit;
    let taken = u64::from(start - map.heap_base);
    let budget = machine.settings.memory_bytes_max.saturating_sub(taken);
    // Whole words only, as everything that is handed out.
    let left = budget.min(u64::from(limit - start)) & !3;
    let wanted = u64::from(bytes as u32).next_multiple_of(4);
    if wanted > left {
        return Err(Some((left as u32, limit)));
    }
    let end = start + wanted as u32;
    machine.memory.grow_heap(end);
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_and_limit_are_signed_as_in_mars() {
        let limit = 0x1040_0000;
        for (start, bytes, end) in [
            (0x1004_0000, 0, Ok(0x1004_0000)),
            (0x1004_0000, 1, Ok(0x1004_0004)),
            (0x1004_0000, 4, Ok(0x1004_0004)),
            (0x1004_0000, 0x003b_fffc, Ok(0x103f_fffc)),
            (0x1004_0000, 0x003b_fffd, Err(None)),
            (0x1004_0000, 0x003c_0000, Err(None)),
            (0x1004_0000, 0x6fbf_ffff, Err(None)),
            (0x1004_0000, 0x6fff_ffff, Ok(0x8004_0004)),
            (0x1004_0000, 0x7000_0000, Ok(0x8004_0000)),
            (0x8004_0000, 1, Ok(0x8004_0008)),
            (0x8004_0000, 2, Ok(0x8004_0008)),
            (0xffff_fff0, 16, Ok(0)),
            (0xffff_fff0, 0x1040_0010, Err(None)),
        ] {
            assert_eq!(end_in_segment(start, bytes, limit), end, "{start:#x} + {bytes:#x}");
        }
    }
}
