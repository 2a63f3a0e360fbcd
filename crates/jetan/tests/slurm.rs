//! The golden class on a real Slurm: two nodes on this machine, found by loopback.
//!
//! `cargo xtask test` installs Slurm where it can; without it the test is skipped by name.

#![cfg(target_os = "linux")]

#[path = "support/class.rs"]
mod class;
#[path = "support/skip.rs"]
mod skip;

use std::fs::{self, File, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use class::{grade, grading, reports, text};
use tempfile::TempDir;

/// Nodes that do not come up until then never will.
const DEADLINE: Duration = Duration::from_mins(1);

/// A cluster that ends with its value.
struct Cluster {
    folder: TempDir,
    daemons: Vec<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("-V").output().is_ok_and(|output| output.status.success())
}

/// Why there is no Slurm, if it cannot be had.
fn installed() -> Result<(), &'static str> {
    let user = Command::new("id").arg("-u").output();
    if user.map_or(true, |output| output.stdout.trim_ascii() != b"0") {
        return Err("its daemons want to be root");
    }
    if is_there("slurmctld") && is_there("slurmd") {
        Ok(())
    } else {
        Err("it is not installed (Debian: slurm-wlm)")
    }
}

/// Ports that nobody listens to.
fn free_ports() -> [u16; 3] {
    let sockets = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    sockets.map(|socket| socket.local_addr().expect("it has one").port())
}

impl Cluster {
    fn start() -> Cluster {
        let folder = TempDir::new().expect("a folder");
        let at = folder.path().display().to_string();
        let host = text(&Command::new("hostname").output().expect("it starts").stdout);
        let (host, [port, one, two]) = (host.trim(), free_ports());
        let configuration = format!(
            "ClusterName=jetan\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={port}\n\
             AuthType=auth/none\nCredType=cred/none\nProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\nSelectType=select/cons_tres\nSlurmUser=root\n\
             StateSaveLocation={at}/state\nSlurmdSpoolDir={at}/spool-%n\n\
             SlurmctldPidFile={at}/ctld.pid\nSlurmdPidFile={at}/%n.pid\n\
             SlurmctldLogFile={at}/ctld.log\nSlurmdLogFile={at}/%n.log\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\nReturnToService=2\n\
             NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={one} CPUs=2\n\
             NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={two} CPUs=2\n\
             PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP\n"
        );
        let path = folder.path().join("slurm.conf");
        fs::write(&path, configuration).expect("it can be written");
        let daemon = |words: &[&str]| {
            let said = File::create(folder.path().join(words.join(" "))).expect("a file");
            let mut command = Command::new(words[0]);
            command.args(&words[1..]).arg("-f").arg(&path).env("SLURM_CONF", &path);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
            command.spawn().expect("it starts")
        };
        let daemons = vec![
            daemon(&["slurmctld", "-D"]),
            daemon(&["slurmd", "-D", "-N", "n1"]),
            daemon(&["slurmd", "-D", "-N", "n2"]),
        ];
        let cluster = Cluster { folder, daemons };
        cluster.wait();
        cluster
    }

    fn command(&self, mut command: Command) -> Command {
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    /// Waits until both nodes have nothing to do.
    fn wait(&self) {
        let began = Instant::now();
        loop {
            let mut info = self.command(Command::new("sinfo"));
            let output = info.args(["--noheader", "--Node", "--format=%N %t"]).output();
            let said = output.map_or_else(|_| String::new(), |output| text(&output.stdout));
            if said.lines().filter(|line| line.ends_with(" idle")).count() == 2 {
                return;
            }
            assert!(began.elapsed() < DEADLINE, "the nodes do not come up: {said}");
            std::thread::yield_now();
        }
    }
}

#[test]
fn the_golden_class_is_graded_by_a_cluster() {
    if let Err(why) = installed() {
        skip::skipped("grading on Slurm", why);
        return;
    }
    let cluster = Cluster::start();
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let alone = grade(&at("alone"), &[]);
    let expected = reports(&at("alone"));
    let by_slurm = |out: &Path, code: i32| {
        let mut command = cluster.command(grading(out, &["--slurm", "4"]));
        let output = class::finished(&mut command, code);
        (text(&output.stdout), text(&output.stderr))
    };

    let (table, said) = by_slurm(&at("slurm"), 0);
    assert!(said.starts_with("jetan: 4 shards submitted as job "), "{said}");
    assert_eq!(table, text(&alone.stdout));
    assert_eq!(reports(&at("slurm")), expected);

    // Nothing is missing, so nothing is submitted.
    let (table, said) = by_slurm(&at("slurm"), 0);
    assert!(!said.contains("submitted"), "{said}");
    assert_eq!(table, text(&alone.stdout));

    // A shard that cannot write is named, the others are graded; then only it is done again.
    fs::create_dir_all(at("broken/shards")).expect("a folder");
    fs::write(at("broken/shards/3-of-4"), "in the way").expect("a file");
    let (table, said) = by_slurm(&at("broken"), 1);
    assert!(said.contains("jetan: shard 3 of 4 is not complete, see "), "{said}");
    assert!(said.contains("jetan: ann is in no journal") != table.contains(" ann "), "{said}");
    let log = fs::read_to_string(at("broken/slurm/3.log")).expect("it says why");
    assert!(log.contains("3-of-4"), "{log}");
    fs::remove_file(at("broken/shards/3-of-4")).expect("it is there");
    let first = fs::read(at("broken/shards/1-of-4/journal.jsonl")).expect("it was graded");
    let (table, said) = by_slurm(&at("broken"), 0);
    assert!(said.starts_with("jetan: 1 shard submitted as job "), "{said}");
    assert_eq!(table, text(&alone.stdout));
    assert_eq!(reports(&at("broken")), expected);
    let again = fs::read(at("broken/shards/1-of-4/journal.jsonl")).expect("it is there");
    assert!(first == again, "the first shard was not touched");
}

#[test]
fn without_slurm_the_reason_is_said() {
    let folder = TempDir::new().expect("a folder");
    let mut command = grading(&folder.path().join("out"), &["--slurm", "2"]);
    let output = class::finished(command.env("PATH", ""), 66);
    let said = text(&output.stderr);
    assert!(said.contains("jetan: sbatch: it is not here"), "{said}");
    // One that ends in silence: as if it were not there, or refusing for no reason.
    for (code, exit, words) in [
        (127, 66, "jetan: sbatch: it is not here"),
        (5, 3, "jetan: Slurm does not take the job: exit status: 5"),
    ] {
        let sbatch = folder.path().join("sbatch");
        fs::write(&sbatch, format!("#!/bin/sh\nexit {code}\n")).expect("a file");
        fs::set_permissions(&sbatch, Permissions::from_mode(0o755)).expect("it is ours");
        let mut command = grading(&folder.path().join(exit.to_string()), &["--slurm", "2"]);
        let said = text(&class::finished(command.env("PATH", folder.path()), exit).stderr);
        assert!(said.contains(words), "{said}");
    }
}
