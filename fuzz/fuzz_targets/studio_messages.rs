//! Any lines as messages of the studio's page: no panic, and whatever is asked comes to an answer.

#![no_main]

// What only other tests of the workbench use.
#[allow(dead_code)]
#[path = "../../crates/jetan-workbench/tests/workbench/carrier.rs"]
mod carrier;

use carrier::Tab;
use jetan_workbench::WakeTime;
use libfuzzer_sys::fuzz_target;

/// Messages of a story.
const MESSAGES_MAX: usize = 24;
/// Slices after each message: enough for short runs to end.
const SLICES: usize = 6;

fuzz_target!(|text: &str| {
    let mut tab = Tab::new();
    // Some thoughts take minutes, and what they say is not the message's doing.
    tab.memory.is_slow = true;
    for line in text.lines().take(MESSAGES_MAX) {
        tab.send(line);
        for _ in 0..SLICES {
            tab.memory.now_ms += 1;
            if tab.advance() == WakeTime::Never {
                break;
            }
        }
        tab.came.clear();
        tab.binary.clear();
    }
});
