//! Where this processor is emulated, bounds are those of the emulator, which needs time and memory
//! as it likes, and it does not hand on what is new in kernels.

use std::process::Command;

pub(crate) fn is_emulated() -> bool {
    let machine = Command::new("uname").arg("-m").output().expect("it starts");
    String::from_utf8_lossy(&machine.stdout).trim_end() != std::env::consts::ARCH
}
