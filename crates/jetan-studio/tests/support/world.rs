//! A server in this process, and clients of it over real sockets.

use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use jetan_machine::Interpreter;
use jetan_studio::server::StopHandle;
use jetan_studio::{Server, ServerConfig};
use jetan_workbench::game_store::InMemoryStore;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server in this process.
pub(crate) struct World {
    /// `127.0.0.1:PORT`.
    pub(crate) host: String,
    pub(crate) token: String,
    pub(crate) stopper: StopHandle,
    thread: Option<JoinHandle<()>>,
}

impl World {
    pub(crate) fn start(folder: Option<&Path>) -> World {
        World::start_at(folder, 0)
    }

    pub(crate) fn start_at(folder: Option<&Path>, port: u16) -> World {
        let engine =
            Box::new(|_| Box::new(<Interpreter>::default()) as Box<dyn jetan_machine::Engine>);
        let folder = folder.map(Path::to_owned);
        let shelf = Box::new(|| {
            Box::new(InMemoryStore::default())
                as Box<dyn jetan_workbench::game_store::SavedGameStore>
        });
        let share_base = Some("https://example.org/jetan/".to_owned());
        let roots = Vec::new();
        let plan = ServerConfig { folder, roots, port: Some(port), engine, shelf, share_base };
        let server = Server::bind(plan).expect("there is a free port");
        let address = server.address();
        let rest = address.strip_prefix("http://").expect("an address");
        let (host, token) = rest.split_once("/?token=").expect("a token");
        let (host, token) = (host.to_owned(), token.to_owned());
        let stopper = server.stopper();
        let thread = Some(thread::spawn(move || server.run().expect("it serves")));
        World { host, token, stopper, thread }
    }

    pub(crate) async fn connect(&self) -> Client {
        let address = format!("ws://{}/session?token={}", self.host, self.token);
        let (socket, _) = connect_async(address).await.expect("the token is right");
        Client { socket, next_id: 1, events: Vec::new() }
    }

    pub(crate) async fn greet(&self) -> Client {
        let mut client = self.connect().await;
        client.done(json!({"do": "hello", "protocol": 1})).await;
        client
    }

    /// The status of a request for a page, and the whole answer.
    pub(crate) async fn get(&self, path: &str, headers: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).await.expect("it listens");
        let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("it reads");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), answer)
    }

    /// The status with which a socket is refused.
    pub(crate) async fn knock(&self, token: &str, headers: &[(&'static str, &str)]) -> u16 {
        let address = format!("ws://{}/session?token={token}", self.host);
        let mut request = address.into_client_request().expect("a request");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        match connect_async(request).await {
            Ok(_) => 101,
            Err(Error::Http(response)) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) next_id: u32,
    pub(crate) events: Vec<Value>,
}

impl Client {
    pub(crate) async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("it reads");
    }

    /// The next message; none if the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(Duration::from_mins(1), self.socket.next()).await;
            match message.expect("an answer comes")? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    pub(crate) async fn ask(&mut self, mut request: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        request["id"] = Value::from(id);
        self.send(&request.to_string()).await;
        loop {
            let message = self.next().await.expect("there is an answer");
            if message.get("re") == Some(&Value::from(id)) {
                return message;
            }
            self.events.push(message);
        }
    }

    pub(crate) async fn done(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone()).await;
        assert!(answer.get("ok").is_some(), "{request}: {answer}");
        answer["ok"].clone()
    }

    pub(crate) async fn refused(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone()).await;
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{request}: {answer}")).to_owned()
    }

    /// Drops the events that nobody has asked for so far.
    #[allow(dead_code, reason = "not every test has a past to forget")]
    pub(crate) fn forget_events(&mut self) {
        self.events.clear();
    }

    /// Waits for an event that is as wanted.
    pub(crate) async fn until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(found) = self.events.iter().position(&is_wanted) {
            return self.events.remove(found);
        }
        loop {
            let message = self.next().await.expect("it comes");
            if is_wanted(&message) {
                return message;
            }
        }
    }
}

pub(crate) fn in_runtime(story: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("there is a runtime").block_on(story);
}
