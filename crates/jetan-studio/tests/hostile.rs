//! Clients that mean no good, or have bad luck, over real sockets: each is answered clearly,
//! nothing is lost, and nobody is let in who must not be.

#[path = "support/world.rs"]
mod world;

use std::cell::Cell;
use std::fs;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use world::{World, in_runtime};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

#[test]
fn strangers_are_not_let_in() {
    let world = World::start(None);
    let (host, token) = (world.host.as_str(), world.token.as_str());
    in_runtime(async {
        let guessed = "0".repeat(token.len());
        let port = host.rsplit(':').next().expect("a port");
        let rebound = format!("evil.example:{port}");
        for (token, headers, expected) in [
            (token, vec![], 101),
            (token, vec![("origin", format!("http://{host}"))], 101),
            ("", vec![], 403),
            (guessed.as_str(), vec![], 403),
            (token, vec![("origin", "http://evil.example".to_owned())], 403),
            (token, vec![("origin", "null".to_owned())], 403),
            (token, vec![("host", rebound.clone()), ("origin", format!("http://{rebound}"))], 403),
            (token, vec![("host", "127.0.0.1".to_owned())], 403),
        ] {
            let headers: Vec<(&'static str, &str)> =
                headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            assert_eq!(world.knock(token, &headers).await, expected, "{headers:?}");
        }
    });
}

#[test]
fn the_page_comes_with_its_policy_to_whoever_has_the_token() {
    let world = World::start(None);
    let own = format!("Host: {}\r\n", world.host);
    in_runtime(async {
        let (status, answer) = world.get(&format!("/?token={}", world.token), &own).await;
        assert_eq!(status, 303);
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.expect("a cookie").split(';').next().expect("its value").to_owned();
        assert!(answer.contains("HttpOnly") && answer.contains("SameSite=Lax"));
        let with_cookie = format!("{own}Cookie: {cookie}\r\n");
        let (status, page) = world.get("/", &with_cookie).await;
        assert_eq!(status, 200);
        let policy = page.lines().find(|line| line.starts_with("content-security-policy"));
        let policy = policy.expect("a policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"));
        assert!(!policy.contains("unsafe") && !page.contains("%NONCE%"));
        assert!(page.contains("https://example.org/jetan/") && !page.contains("%SHARE%"));
        for (path, headers, expected) in [
            ("/", own.clone(), 403),
            ("/?token=wrong", own.clone(), 403),
            ("/", format!("Host: evil.example\r\nCookie: {cookie}\r\n"), 403),
            ("/index.html", own.clone(), 403),
            ("/index.html", with_cookie.clone(), 200),
            ("/nothing", with_cookie.clone(), 404),
            ("/../../../etc/passwd", with_cookie.clone(), 404),
            ("/%2e%2e/%2e%2e/etc/passwd", with_cookie.clone(), 404),
            ("/session", with_cookie.clone(), 426),
        ] {
            assert_eq!(world.get(path, &headers).await.0, expected, "{path} {headers}");
        }
    });
}

#[test]
fn unknown_messages_and_old_protocols_are_answered() {
    let world = World::start(None);
    in_runtime(async {
        let mut client = world.connect().await;
        assert_eq!(client.refused(json!({"do": "hello", "protocol": 0})).await, "protocol");
        client.done(json!({"do": "hello", "protocol": 1})).await;
        assert_eq!(client.refused(json!({"do": "fly"})).await, "unknown-request");
        client.send("not JSON").await;
        assert_eq!(client.next().await.expect("an answer")["error"]["code"], "bad-request");
        // A message that is not text ends the connection, with a reason.
        client.socket.send(Message::binary(vec![1, 2, 3])).await.expect("it reads");
        let closed = client.socket.next().await.expect("a frame").expect("a frame");
        assert!(matches!(closed, Message::Close(Some(_))), "{closed:?}");
    });
}

#[test]
fn a_message_of_a_hundred_megabytes_ends_its_connection_only() {
    let world = World::start(None);
    in_runtime(async {
        let mut client = world.greet().await;
        client.done(json!({"do": "open", "path": "a.asm", "text": "main: nop\n"})).await;
        let session = client.done(json!({"do": "hello", "protocol": 1})).await["session"].clone();
        let large = "x".repeat(100 << 20);
        // The server stops reading in the middle: sending may fail.
        let _ = client.socket.send(Message::text(large)).await;
        while client.next().await.is_some() {}
        let mut client = world.connect().await;
        let hello = json!({"do": "hello", "protocol": 1, "resume": session});
        assert_eq!(client.done(hello).await["resumed"], true);
        client.done(json!({"do": "start", "roots": ["a.asm"]})).await;
    });
}

#[test]
fn a_hundred_sessions_are_too_many() {
    let world = World::start(None);
    in_runtime(async {
        let mut clients = Vec::new();
        let mut refused = 0;
        for _ in 0..100 {
            let mut client = world.connect().await;
            let answer = client.ask(json!({"do": "hello", "protocol": 1})).await;
            match answer["error"]["code"].as_str() {
                None => clients.push(client),
                Some(code) => {
                    assert_eq!(code, "too-many");
                    refused += 1;
                }
            }
        }
        assert_eq!((clients.len(), refused), (32, 68));
        // Those who are there are served, and who comes after one has left.
        clients[31].done(json!({"do": "examples"})).await;
        drop(clients.remove(0));
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let mut client = world.connect().await;
            let answer = client.ask(json!({"do": "hello", "protocol": 1})).await;
            if answer.get("ok").is_some() {
                break;
            }
            assert!(Instant::now() < deadline, "the place stays taken");
        }
    });
}

#[test]
fn paths_that_lead_out_lead_nowhere() {
    let world_folder = folder();
    let inner = world_folder.path().join("inner");
    fs::create_dir(&inner).expect("a folder can be made");
    fs::write(world_folder.path().join("secret.asm"), "secret").expect("a file can be written");
    fs::write(inner.join("a.asm"), "main: nop\n").expect("a file can be written");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.asm", inner.join("link.asm")).expect("a link");
        std::os::unix::fs::symlink("..", inner.join("up")).expect("a link");
        std::os::unix::fs::symlink("/dev/zero", inner.join("zero.asm")).expect("a link");
    }
    let world = World::start(Some(&inner));
    in_runtime(async {
        let mut client = world.greet().await;
        let long = "x/".repeat(600);
        let paths = [
            "../secret.asm",
            "/etc/passwd",
            "x/../../secret.asm",
            "link.asm",
            "up/secret.asm",
            "zero.asm",
            "/dev/zero",
            "CON",
            "nul.asm",
            "C:/x",
            "..\\secret.asm",
            "",
            &long,
            "a\u{0}b",
            "missing.asm",
            ".",
        ];
        for path in paths {
            let code = client.refused(json!({"do": "read", "path": path})).await;
            assert!(["no-file", "not-allowed", "bad-request"].contains(&code.as_str()), "{path}");
            let save = json!({"do": "save", "path": path, "text": "x", "stamp": "0-0"});
            client.refused(save).await;
        }
        for path in ["../new.asm", "up/new.asm", "/new.asm", "nul", "missing/new.asm"] {
            client.refused(json!({"do": "save", "path": path, "text": "x"})).await;
        }
        let source = ".include \"../secret.asm\"\n.include \"link.asm\"\nmain: nop\n";
        client.done(json!({"do": "open", "path": "b.asm", "text": source})).await;
        let event = client.until(|event| event["path"] == "b.asm").await;
        assert_eq!(event["items"].as_array().map(Vec::len), Some(2), "{event}");
        let listed = client.done(json!({"do": "files"})).await;
        let paths: Vec<&str> = listed["files"]
            .as_array()
            .expect("files")
            .iter()
            .filter_map(|file| file["path"].as_str())
            .collect();
        assert_eq!(paths, ["a.asm"]);
    });
    let secret = fs::read_to_string(world_folder.path().join("secret.asm"));
    assert_eq!(secret.ok().as_deref(), Some("secret"));
    assert!(!world_folder.path().join("new.asm").exists());
}

#[test]
fn files_that_are_no_sources_are_refused_or_decoded() {
    let world_folder = folder();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(world_folder.path().join(name), bytes).expect("a file can be written");
    };
    write("binary", &[0, 159, 146, 150]);
    write("latin.asm", b"# caf\xe9\n");
    write("huge.asm", &vec![b'#'; (16 << 20) + 1]);
    let world = World::start(Some(world_folder.path()));
    in_runtime(async {
        let mut client = world.greet().await;
        assert_eq!(client.refused(json!({"do": "read", "path": "binary"})).await, "not-allowed");
        assert_eq!(client.refused(json!({"do": "read", "path": "huge.asm"})).await, "too-large");
        let file = client.done(json!({"do": "read", "path": "latin.asm"})).await;
        assert_eq!(
            (&file["text"], &file["encoding"]),
            (&json!("# café\n"), &json!("windows-1252"))
        );
    });
}

#[test]
fn two_tabs_on_one_file_do_not_overwrite_each_other() {
    let world_folder = folder();
    fs::write(world_folder.path().join("a.asm"), "one").expect("a file can be written");
    let world = World::start(Some(world_folder.path()));
    in_runtime(async {
        let (mut first, mut second) = (world.greet().await, world.greet().await);
        let mut stamps = Vec::new();
        for client in [&mut first, &mut second] {
            let file = client.done(json!({"do": "read", "path": "a.asm"})).await;
            client.done(json!({"do": "open", "path": "a.asm", "text": file["text"]})).await;
            stamps.push(file["stamp"].clone());
        }
        let save = |text: &str, stamp: &Value| {
            let path = "a.asm";
            json!({"do": "save", "path": path, "text": text, "stamp": stamp})
        };
        first.done(save("two", &stamps[0])).await;
        assert_eq!(second.refused(save("three", &stamps[1])).await, "changed-on-disk");
        second.done(json!({"do": "focus"})).await;
        let changed = second.until(|event| event["event"] == "fileChanged").await;
        second.done(save("three", &changed["stamp"])).await;
    });
    let text = fs::read_to_string(world_folder.path().join("a.asm"));
    assert_eq!(text.ok().as_deref(), Some("three"));
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_leaves_the_file_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let world_folder = folder();
    let path = world_folder.path().join("a.asm");
    fs::write(&path, "one").expect("a file can be written");
    let world = World::start(Some(world_folder.path()));
    in_runtime(async {
        let mut client = world.greet().await;
        let file = client.done(json!({"do": "read", "path": "a.asm"})).await;
        let read_only = fs::Permissions::from_mode(0o444);
        fs::set_permissions(&path, read_only).expect("modes can be set");
        let save = json!({"do": "save", "path": "a.asm", "text": "two", "stamp": file["stamp"]});
        assert_eq!(client.refused(save).await, "not-written");
    });
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("one"));
    let left: Vec<_> = fs::read_dir(world_folder.path()).expect("it is there").collect();
    assert_eq!(left.len(), 1, "no part is left behind");
}

#[test]
fn a_lost_connection_and_a_second_one_take_up_the_session() {
    let world = World::start(None);
    in_runtime(async {
        let mut client = world.connect().await;
        let session = client.done(json!({"do": "hello", "protocol": 1})).await["session"].clone();
        let source = "main: li $v0, 4\n la $a0, text\n syscall\n li $v0, 5\n syscall\n\
                      .data\ntext: .asciiz \"name? \"\n";
        client.done(json!({"do": "open", "path": "a.asm", "text": source})).await;
        client.done(json!({"do": "start", "roots": ["a.asm"], "run": true})).await;
        client.until(|event| event["kind"] == "waiting").await;
        // Gone without a word.
        drop(client);
        let hello = json!({"do": "hello", "protocol": 1, "resume": session});
        let mut second = world.connect().await;
        assert_eq!(second.done(hello.clone()).await["resumed"], true);
        second.until(|event| event["event"] == "output" && event["text"] == "name? ").await;
        second.until(|event| event["kind"] == "waiting").await;
        // Another tab takes it over: the one before is told and closed.
        let mut third = world.connect().await;
        assert_eq!(third.done(hello).await["resumed"], true);
        second.until(|event| event["event"] == "takenOver").await;
        while second.next().await.is_some() {}
        third.done(json!({"do": "registers"})).await;
    });
}

#[test]
fn a_server_that_was_restarted_says_so_and_lets_nobody_in_by_the_old_token() {
    let world = World::start(None);
    let port: u16 =
        world.host.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let old = world.token.clone();
    in_runtime(async {
        let mut client = world.greet().await;
        world.stopper.stop();
        while client.next().await.is_some() {}
    });
    drop(world);
    let world = World::start_at(None, port);
    in_runtime(async {
        assert_eq!(world.knock(&old, &[]).await, 403);
        let mut client = world.connect().await;
        let hello = json!({"do": "hello", "protocol": 1, "resume": "0123"});
        assert_eq!(client.done(hello).await["resumed"], false);
    });
}

#[test]
fn an_endless_program_is_paused_at_once_and_other_sessions_are_served() {
    let world = World::start(None);
    in_runtime(async {
        let mut busy = world.greet().await;
        let source = "main: addi $t0, $t0, 1\n j main\n";
        busy.done(json!({"do": "open", "path": "a.asm", "text": source})).await;
        busy.done(json!({"do": "start", "roots": ["a.asm"], "run": true})).await;
        busy.until(|event| event["kind"] == "running" && event.get("perSecond").is_some()).await;
        let mut other = world.greet().await;
        other.done(json!({"do": "examples"})).await;
        // A tenth of a second is promised, and that often a running program reports. So no clock is
        // asked: in the best of ten rounds no report comes before the pause does. In the others
        // something else may have used the machine.
        let reports = Cell::new(0);
        let mut fewest = usize::MAX;
        for _ in 0..10 {
            busy.forget_events();
            reports.set(0);
            busy.done(json!({"do": "pause"})).await;
            busy.until(|event| {
                let is_report = event["kind"] == "running" && event.get("perSecond").is_some();
                reports.set(reports.get() + usize::from(is_report));
                event["kind"] == "paused"
            })
            .await;
            fewest = fewest.min(reports.get());
            busy.done(json!({"do": "run"})).await;
            busy.until(|event| event["kind"] == "running").await;
        }
        assert_eq!(fewest, 0, "reports before the pause");
    });
}

#[test]
fn output_without_end_does_not_pile_up() {
    let world = World::start(None);
    in_runtime(async {
        let mut client = world.greet().await;
        let source = "main: li $v0, 4\n la $a0, text\nloop: syscall\n j loop\n\
                      .data\ntext: .asciiz \"0123456789012345678901234567890123456789\\n\"\n";
        client.done(json!({"do": "open", "path": "a.asm", "text": source})).await;
        client.done(json!({"do": "start", "roots": ["a.asm"], "run": true})).await;
        let is_cut = |event: &Value| event["event"] == "output" && event.get("skipped").is_some();
        let event = client.until(is_cut).await;
        assert!(event["text"].as_str().is_some_and(|text| text.len() <= 64 << 10));
        client.done(json!({"do": "pause"})).await;
    });
}

#[test]
fn a_client_that_floods_without_reading_is_served_when_it_reads() {
    let world = World::start(None);
    in_runtime(async {
        let mut client = world.greet().await;
        let text = "nop\n".repeat(1000);
        for id in 1000..3000 {
            let open =
                json!({"id": id, "do": "open", "path": "a.asm", "text": text, "version": id});
            client.socket.feed(Message::text(open.to_string())).await.expect("it reads");
        }
        client.socket.flush().await.expect("it reads");
        let mut answers = 0;
        while answers < 2000 {
            let message = client.next().await.expect("answers come");
            answers += u32::from(message.get("re").is_some());
        }
    });
}
