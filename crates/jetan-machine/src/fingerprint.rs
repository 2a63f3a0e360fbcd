//! A number for the whole state of a machine, by which runs are compared without keeping them.

use std::hash::{Hash, Hasher};

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::behaviour::Behaviour;
use crate::machine::Machine;
use crate::main_return::MainReturn;

impl Machine {
    /// A number for everything that execution depends on: equal machines have the same, on every
    /// platform; others hardly ever. It is not a secret or a protection against forgery, and may
    /// change from one version to the next.
    pub fn fingerprint(&self) -> u128 {
        let mut digest = StableHasher(SipHasher13::new());
        self.registers.hash(&mut digest);
        self.hilo.hash(&mut digest);
        self.fpu.hash(&mut digest);
        self.cp0.hash(&mut digest);
        (self.pc, self.count, self.delay).hash(&mut digest);
        self.clock.hash(&mut digest);
        self.services.hash(&mut digest);
        self.devices.hash(&mut digest);
        self.pack.hash(&mut digest);
        self.text.hash(&mut digest);
        self.kernel_text.hash(&mut digest);
        self.settings.hash(&mut digest);
        hash_behaviour(self.behaviour, &mut digest);
        // Hashed only once something has happened: recordings that do not know the field expect a
        // fingerprint without it.
        if self.main_return != MainReturn::Open {
            self.main_return.hash(&mut digest);
        }
        digest.write(&self.memory.fingerprint().to_le_bytes());
        digest.0.finish128().as_u128()
    }
}

/// Hashes all switches; the last one only when it is off, as recordings without it expect.
fn hash_behaviour(behaviour: Behaviour, digest: &mut StableHasher) {
    // Taken apart by name, so that a new switch stops the build here until it is decided how it
    // counts.
    let Behaviour {
        failed_open_leaks,
        signed_lanes,
        whole_word_patches,
        line_characters,
        bad_pc_unhandled,
        sticky_cause,
        latin_output,
        link_before_read,
        short_segments,
        small_heap,
        lost_slot_exceptions,
        reads_past_buffer,
        overwritten_keys,
        separate_raw_input,
        main_cannot_return,
    } = behaviour;
    for switch in [
        failed_open_leaks,
        signed_lanes,
        whole_word_patches,
        line_characters,
        bad_pc_unhandled,
        sticky_cause,
        latin_output,
        link_before_read,
        short_segments,
        small_heap,
        lost_slot_exceptions,
        reads_past_buffer,
        overwritten_keys,
        separate_raw_input,
    ] {
        switch.hash(digest);
    }
    if !main_cannot_return {
        main_cannot_return.hash(digest);
    }
}

/// A number for a value, the same on every platform.
pub(crate) fn digest(value: &impl Hash) -> u128 {
    let mut digest = StableHasher(SipHasher13::new());
    value.hash(&mut digest);
    digest.0.finish128().as_u128()
}

/// A hasher that sees the same bytes whatever the platform's word size and byte order.
struct StableHasher(SipHasher13);

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    fn write_u16(&mut self, value: u16) {
        self.write(&value.to_le_bytes());
    }

    fn write_u32(&mut self, value: u32) {
        self.write(&value.to_le_bytes());
    }

    fn write_u64(&mut self, value: u64) {
        self.write(&value.to_le_bytes());
    }

    fn write_u128(&mut self, value: u128) {
        self.write(&value.to_le_bytes());
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_i32(&mut self, value: i32) {
        self.write_u32(value.cast_unsigned());
    }

    fn write_i64(&mut self, value: i64) {
        self.write_u64(value.cast_unsigned());
    }

    fn write_isize(&mut self, value: isize) {
        self.write_i64(value as i64);
    }
}
