//! Stories of `jetan studio`.

use super::story::Story;

#[test]
fn what_is_not_there_is_not_opened() {
    Story::new(&["studio", "missing.asm"])
        .stderr("jetan: missing.asm: there is no such file\n")
        .code(66)
        .run();
}

#[test]
fn files_that_belong_together_are_in_one_folder() {
    Story::new(&["studio", "a.asm", "parts/b.asm"])
        .file("a.asm", "nop\n")
        .file("parts/b.asm", "nop\n")
        .stderr("jetan: the files are in different folders: name the folder that has them all\n")
        .code(64)
        .run();
}

/// The server prints its address, lets in who has the token, and ends by an interruption.
#[cfg(all(unix, feature = "studio"))]
#[test]
fn the_studio_serves_until_it_is_interrupted() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut server = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["studio", "--no-open", "--port", "0"])
        .arg(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut out = BufReader::new(server.stdout.take().expect("it is piped"));
    let mut address = String::new();
    out.read_line(&mut address).expect("it prints its address");
    let rest = address.trim().strip_prefix("http://").expect("an address");
    let (host, path) = rest.split_once('/').expect("a path");
    let mut stream = TcpStream::connect(host).expect("it listens");
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let pid = rustix::process::Pid::from_child(&server);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let ended = server.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(0));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(
        said,
        "Open this address in a browser; Ctrl-C ends the studio.\n\nThe studio has ended.\n"
    );
}

#[cfg(not(feature = "studio"))]
#[test]
fn a_build_without_the_studio_says_so() {
    Story::new(&["studio"])
        .stderr("jetan: this build has no studio; build it with the feature `studio`\n")
        .code(64)
        .run();
}
