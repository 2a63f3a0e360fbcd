//! Loads and stores: the fast way by the tables, and the slow way that knows the rules.

use super::{DeviceGate, Memory, MemoryAccess, PAGE_BITS, PAGE_BYTES, ZERO_PAGE};
use crate::device;
use crate::fault::Fault;

impl Memory {
    /// Reads a word, which must be aligned.
    #[inline(always)]
    pub fn load_word(&mut self, address: u32) -> Result<u32, Fault> {
        match self.frames.load(address) {
            Some(bytes) => Ok(u32::from_le_bytes(bytes)),
            None => self.load_slow(address, 4),
        }
    }

    /// Reads a halfword, which must be aligned, without extending its sign.
    #[inline(always)]
    pub fn load_half(&mut self, address: u32) -> Result<u16, Fault> {
        match self.frames.load(address) {
            Some(bytes) => Ok(u16::from_le_bytes(bytes)),
            None => self.load_slow(address, 2).map(|value| value as u16),
        }
    }

    /// Loads a byte for the program, by its access rules.
    #[inline(always)]
    pub fn load_byte(&mut self, address: u32) -> Result<u8, Fault> {
        match self.frames.load(address) {
            Some([byte]) => Ok(byte),
            None => self.load_slow(address, 1).map(|value| value as u8),
        }
    }

    /// Writes a word, which must be aligned.
    #[inline(always)]
    pub fn store_word(&mut self, address: u32, value: u32) -> Result<(), Fault> {
        if self.frames.store(address, value.to_le_bytes()) {
            return Ok(());
        }
        self.store_slow(address, value, 4)
    }

    /// Writes a halfword, which must be aligned.
    #[inline(always)]
    pub fn store_half(&mut self, address: u32, value: u16) -> Result<(), Fault> {
        if self.frames.store(address, value.to_le_bytes()) {
            return Ok(());
        }
        self.store_slow(address, u32::from(value), 2)
    }

    /// Stores a byte for the program, by its access rules.
    #[inline(always)]
    pub fn store_byte(&mut self, address: u32, value: u8) -> Result<(), Fault> {
        if self.frames.store(address, [value]) {
            return Ok(());
        }
        self.store_slow(address, u32::from(value), 1)
    }

    /// Reads bytes where the tables have their page, by which everything is allowed.
    #[inline(always)]
    pub(crate) fn load_quick<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        self.frames.load(address)
    }

    /// Stores bytes under the same condition, and says whether it did.
    #[inline(always)]
    pub(crate) fn store_quick<const N: usize>(&mut self, address: u32, bytes: [u8; N]) -> bool {
        self.frames.store(address, bytes)
    }

    #[cold]
    #[inline(never)]
    fn load_slow(&mut self, address: u32, bytes: u32) -> Result<u32, Fault> {
        // MARS tests the alignment before anything else.
        if !address.is_multiple_of(bytes) {
            return Err(Fault::UnalignedLoad { address, bytes });
        }
        if let Some(value) = self.load_beside(address, bytes) {
            return Ok(value);
        }
        self.check(address, MemoryAccess::Read)?;
        // Watches before devices: whoever passes a watch goes on to the device, but not the other
        // way round.
        self.watches.meet(address, bytes, MemoryAccess::Read)?;
        self.check_gate(address)?;
        // Memory that was never written reads as 0 and takes no frame for that.
        let Some(frame) = self.readable(address >> PAGE_BITS) else { return Ok(0) };
        self.open_beside(address >> PAGE_BITS, frame, MemoryAccess::Read);
        let at = (address as usize) % PAGE_BYTES;
        let mut word = [0; 4];
        word[..bytes as usize].copy_from_slice(&self.frames.page(frame)[at..at + bytes as usize]);
        Ok(u32::from_le_bytes(word))
    }

    #[cold]
    #[inline(never)]
    fn store_slow(&mut self, address: u32, value: u32, bytes: u32) -> Result<(), Fault> {
        // The same order of tests as in `load_slow`.
        if !address.is_multiple_of(bytes) {
            return Err(Fault::UnalignedStore { address, bytes });
        }
        if self.store_beside(address, value, bytes) {
            return Ok(());
        }
        self.check(address, MemoryAccess::Write)?;
        self.watches.meet(address, bytes, MemoryAccess::Write)?;
        self.check_gate(address)?;
        let frame = self.writable(address >> PAGE_BITS)?;
        self.open_beside(address >> PAGE_BITS, frame, MemoryAccess::Write);
        let at = (address as usize) % PAGE_BYTES;
        self.frames.page_mut(frame)[at..at + bytes as usize]
            .copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
        Ok(())
    }

    fn check_gate(&self, address: u32) -> Result<(), Fault> {
        let is_register = device::is_register(address.wrapping_sub(self.map.mmio_base));
        if is_register && self.devices == Some(DeviceGate::Closed) {
            Err(Fault::Device)
        } else {
            Ok(())
        }
    }

    /// The bytes from an address on, for a service that looks at the first and perhaps at more: at
    /// most to the end of the page, and one where each has its own rules.
    pub(crate) fn bytes_from(&mut self, address: u32) -> Result<&[u8], Fault> {
        let count = self.serve(address, MemoryAccess::Read)?;
        let at = (address as usize) % PAGE_BYTES;
        let content = match self.readable(address >> PAGE_BITS) {
            Some(frame) => self.frames.page(frame),
            None => &ZERO_PAGE,
        };
        Ok(&content[at..at + count])
    }

    /// The bytes from an address on, for a service that stores the first and perhaps more.
    pub(crate) fn bytes_from_mut(&mut self, address: u32) -> Result<&mut [u8], Fault> {
        let count = self.serve(address, MemoryAccess::Write)?;
        let at = (address as usize) % PAGE_BYTES;
        let frame = self.writable(address >> PAGE_BITS)?;
        Ok(&mut self.frames.page_mut(frame)[at..at + count])
    }

    /// The number of bytes from an address on that a service may access at once.
    fn serve(&mut self, address: u32, access: MemoryAccess) -> Result<usize, Fault> {
        self.check(address, access)?;
        let is_plain = self.is_plain(address >> PAGE_BITS);
        let count = if is_plain { PAGE_BYTES - (address as usize) % PAGE_BYTES } else { 1 };
        Ok(self.watches.serve(address, count, access))
    }
}
