//! What the engines say of themselves: every instruction is counted whoever executes it, and a
//! system that refuses memory for generated code is told of once.

#[cfg(all(target_os = "linux", feature = "jit"))]
#[path = "support/bounds.rs"]
mod bounds;
#[cfg(all(target_os = "linux", feature = "jit"))]
#[path = "support/skip.rs"]
mod skip;

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A loop of four instructions, one of which generated code leaves to the interpreter, and a fault
/// that the handler passes: entering it counts as well.
const PROGRAM: &str = "
        .text
main:   li    $t0, 1000
        li    $t1, 0
        li    $t2, 0
loop:   lwl   $t1, 0($gp)
        addiu $t2, $t2, 3
        addiu $t0, $t0, -1
        bgtz  $t0, loop
        break
        move  $a0, $t2
        li    $v0, 1
        syscall
        li    $v0, 10
        syscall
        .ktext 0x80000180
        mfc0  $k0, $14
        addiu $k0, $k0, 4
        mtc0  $k0, $14
        eret
";
/// Three before the loop, 4,000 in it, the fault, four in the handler, five after it.
const INSTRUCTIONS: u64 = 3 + 4000 + 1 + 4 + 5;

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("program.asm"), PROGRAM).expect("a file can be written");
    folder
}

#[test]
fn all_instructions_are_counted() {
    let folder = folder();
    for engine in ["auto", "interp", "jit"] {
        let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
            .args(["run", "--engine", engine, "--engine-stats", "program.asm"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("the command starts");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.stdout, b"3000", "{engine}: {messages}");
        let line = format!("jetan: engine: {INSTRUCTIONS} instructions, ");
        assert!(messages.contains(&line), "{engine}: {messages}");
    }
}

/// With so little memory that the program can just be interpreted, there is none for code.
#[cfg(all(target_os = "linux", feature = "jit"))]
#[test]
fn a_system_that_refuses_memory_is_reported_once() {
    if bounds::bounds(1, None).is_none() {
        skip::skipped("a system without memory for code", "a bound would be that of the emulator");
        return;
    }
    let folder = folder();
    let run = |engine: &str, kilobytes: u32| {
        let bounds = bounds::bounds(kilobytes, None).unwrap_or_default();
        Command::new("sh")
            .args(["-c", &format!("{bounds}exec \"$@\""), "sh"])
            .arg(env!("CARGO_BIN_EXE_jetan"))
            .args(["run", "--engine", engine, "program.asm"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("a shell starts")
    };
    let mut limits = (20..400).step_by(4).map(|megabytes| megabytes << 10);
    let least = limits.find(|&limit| run("interp", limit).status.success());
    let output = run("jit", least.expect("400 MB are enough") + (6 << 10));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.stdout, b"3000", "{messages}");
    assert_eq!(messages.matches("refuses memory for generated code").count(), 1, "{messages}");
    assert_eq!(messages.lines().count(), 1, "{messages}");
}
