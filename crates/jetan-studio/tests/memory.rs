//! The memory of the whole process, however many clients come, work and go.

#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "other tests need more of it")]
#[path = "support/world.rs"]
mod world;

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use world::{World, in_runtime};

/// Writes a word to every page of 36 MiB and ends.
const PROGRAM: &str = "\
main:   li   $a0, 37748736
        li   $v0, 9
        syscall
        move $t0, $v0
        li   $t1, 9216
loop:   sw   $t1, 0($t0)
        addi $t0, $t0, 4096
        addi $t1, $t1, -1
        bnez $t1, loop
        li   $v0, 10
        syscall
";

const SESSIONS: usize = 500;
const RESIDENT_BYTES_MAX: u64 = 600 << 20;
/// Sessions, those that work for the server, and the tests' own.
const THREADS_MAX: usize = 2 * 32 + 16;

fn status(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux says so");
    let line = status.lines().find_map(|line| line.strip_prefix(field)).expect("a field");
    let number = line.trim_start_matches(':').trim().split(' ').next().expect("a number");
    number.parse().expect("a number")
}

#[test]
fn five_hundred_sessions_that_were_left_take_no_more_than_a_few() {
    let world = World::start(None);
    in_runtime(async {
        let mut most = 0;
        for _ in 0..SESSIONS {
            let mut client = world.greet().await;
            client.done(json!({"do": "open", "path": "a.asm", "text": PROGRAM})).await;
            client.done(json!({"do": "start", "roots": ["a.asm"], "run": true})).await;
            let has_ended = |event: &Value| event["event"] == "state" && event["kind"] == "ended";
            let ended = client.until(has_ended).await;
            assert_eq!(ended["reason"]["kind"], "exit", "{ended}");
            most = most.max(status("VmRSS") << 10);
            assert!(most < RESIDENT_BYTES_MAX, "{} MiB", most >> 20);
        }
        // Threads end when they are asked to, not at once.
        for _ in 0..100 {
            if status("Threads") <= THREADS_MAX as u64 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert!(status("Threads") <= THREADS_MAX as u64, "{}", status("Threads"));
        println!("at most {} MiB, {} threads at the end", most >> 20, status("Threads"));
    });
}
