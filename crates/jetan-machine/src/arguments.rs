//! Program arguments on the stack, where MARS puts them.

use jetan_isa::Reg;

use crate::fault::Fault;
use crate::machine::Machine;

impl Machine {
    /// Puts arguments where a program finds them: `$a0` how many, `$a1` an array of their
    /// addresses, `$sp` below. Without arguments nothing changes.
    ///
    /// The strings go down from the top of the stack, each before the one before it; the array
    /// and the count go below the usual start of the stack, or below the strings if these are long.
    pub fn set_arguments(&mut self, arguments: &[&[u8]]) -> Result<(), Fault> {
        if arguments.is_empty() {
            return Ok(());
        }
        let map = *self.map();
        let mut top = map.stack_base;
        let mut addresses = Vec::with_capacity(arguments.len());
        for argument in arguments {
            // MARS: the zero byte goes to the current top and the characters below it, so the first
            // zero byte lies on the base of the stack itself.
            top = top.wrapping_sub(argument.len() as u32);
            self.memory.poke(top, argument)?;
            self.memory.poke(top.wrapping_add(argument.len() as u32), &[0])?;
            addresses.push(top);
            top = top.wrapping_sub(1);
        }
        // MARS: the array begins at the usual `$sp`, unless strings of more than 4 KiB reach below
        // that.
        let mut at = if top < map.sp { (top & !3).wrapping_sub(4) } else { map.sp };
        let mut push = |machine: &mut Machine, value: u32| {
            machine.memory.poke(at, &value.to_le_bytes())?;
            at = at.wrapping_sub(4);
            Ok(())
        };
        push(self, 0)?;
        // The stack grows down, so the last pointer is pushed first and the array ascends.
        for &address in addresses.iter().rev() {
            push(self, address)?;
        }
        push(self, arguments.len() as u32)?;
        let sp = at.wrapping_add(4);
        self.registers.set(Reg::SP, sp);
        self.registers.set(Reg::A0, arguments.len() as u32);
        self.registers.set(Reg::A1, sp.wrapping_add(4));
        Ok(())
    }
}
