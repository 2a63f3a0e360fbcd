//! The server: binds to the loopback address and answers.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{Query, State};
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{Response, StatusCode, Uri};
use axum::routing::get;
use axum::serve::{Listener, ListenerExt};
use jetan_machine::Engine;
use jetan_wire::MESSAGE_BYTES_MAX;
use jetan_workbench::game_store::SavedGameStore;
use jetan_workbench::host::EngineChoice;
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::guard::{AccessGuard, random_name};
use crate::pages;
use crate::sessions::SessionRegistry;
use crate::socket;

/// The port that is tried first, and how many after it.
const PORT_FIRST: u16 = 2048;
const PORTS_TRIED: u16 = 64;

/// Makes an engine of the chosen kind, for a session that needs one.
pub type EngineFactory = Box<dyn Fn(EngineChoice) -> Box<dyn Engine> + Send + Sync>;

/// Opens, for a session, the place where games are kept; all sessions share what is in it.
pub type GameStoreFactory = Box<dyn Fn() -> Box<dyn SavedGameStore> + Send + Sync>;

/// The settings of a server.
pub struct ServerConfig {
    /// The folder to work in, if any.
    pub folder: Option<PathBuf>,
    /// The files in it that belong together, relative to it.
    pub roots: Vec<String>,
    /// The port; without one the usual, or the next that is free.
    pub port: Option<u16>,
    /// The factory of engines that run programs.
    pub engine: EngineFactory,
    /// The factory of game stores.
    pub shelf: GameStoreFactory,
    /// The address of a static edition, which share links lead to; plain characters of an address
    /// only, because it is written into the page.
    pub share_base: Option<String>,
}

/// A server that is bound, and serves when it is run.
pub struct Server {
    listener: TcpListener,
    guard: AccessGuard,
    plan: ServerConfig,
    stop: watch::Sender<bool>,
}

/// Ends a server, from any thread.
#[derive(Clone)]
pub struct StopHandle(watch::Sender<bool>);

impl StopHandle {
    /// Ends it; it does not come back.
    pub fn stop(&self) {
        let _ = self.0.send(true);
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("listener", &self.listener).finish_non_exhaustive()
    }
}

#[derive(Clone)]
struct ServerState {
    guard: Arc<AccessGuard>,
    sessions: Arc<SessionRegistry>,
    share_base: Arc<str>,
}

impl Server {
    /// Binds to the loopback address.
    pub fn bind(plan: ServerConfig) -> io::Result<Server> {
        let listener = match plan.port {
            Some(port) => TcpListener::bind((Ipv4Addr::LOCALHOST, port))?,
            None => first_free()?,
        };
        // tokio takes a listener of `std` only in this mode.
        listener.set_nonblocking(true)?;
        // With port 0 only the listener knows its port, on which the cookie and the accepted hosts
        // depend.
        let port = listener.local_addr()?.port();
        let guard = AccessGuard::new(port).map_err(io::Error::other)?;
        Ok(Server { listener, guard, plan, stop: watch::Sender::new(false) })
    }

    /// The address to open, with the token that lets in.
    pub fn address(&self) -> String {
        let port = self.listener.local_addr().map_or(0, |address| address.port());
        format!("http://127.0.0.1:{port}/?token={}", self.guard.token())
    }

    /// The handle that ends it.
    pub fn stopper(&self) -> StopHandle {
        StopHandle(self.stop.clone())
    }

    /// Serves until somebody stops it. Fails if the system does not let it.
    pub fn run(self) -> io::Result<()> {
        // One thread serves all connections, since sessions do their work on threads of their own.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let Server { listener, guard, plan, stop } = self;
        let share_base = plan.share_base.clone().unwrap_or_default().into();
        let sessions = Arc::new(SessionRegistry::new(Arc::new(plan)));
        let state =
            ServerState { guard: Arc::new(guard), sessions: Arc::clone(&sessions), share_base };
        let served = runtime.block_on(async move {
            let listener = sending_at_once(tokio::net::TcpListener::from_std(listener)?);
            let router = Router::new()
                .route("/", get(index))
                .route("/session", get(connect))
                .fallback(get(asset))
                .with_state(state);
            let mut stopped = stop.subscribe();
            // Connections are cut and not drained: the socket of a page does not end by itself.
            tokio::select! {
                served = async { axum::serve(listener, router).await } => served,
                _ = stopped.wait_for(|is_stopped| *is_stopped) => Ok(()),
            }
        });
        sessions.close();
        served
    }
}

/// A listener whose connections send every write by itself.
///
/// An answer is a few small writes: gathered into one, each would wait for the receiver's delayed
/// acknowledgement, 40 ms.
fn sending_at_once(
    listener: tokio::net::TcpListener,
) -> impl Listener<Io = TcpStream, Addr = SocketAddr> {
    // A socket that refuses is only slower.
    listener.tap_io(|socket| drop(socket.set_nodelay(true)))
}

fn first_free() -> io::Result<TcpListener> {
    // The same ports every time: what a browser stores for the page belongs to an origin, port
    // included.
    let mut usual = (PORT_FIRST..PORT_FIRST + PORTS_TRIED)
        .map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
    let free = usual.find_map(Result::ok);
    free.map_or_else(|| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)), Ok)
}

type QueryParameters = Query<HashMap<String, String>>;

/// The page. Whoever comes with the token gets a cookie and is sent to an address without it.
async fn index(
    State(state): State<ServerState>,
    Query(parameters): QueryParameters,
    headers: HeaderMap,
) -> Response<Body> {
    let token = parameters.get("token").map(String::as_str);
    if let Err(stranger) = state.guard.admit(&headers, token) {
        return refuse(StatusCode::FORBIDDEN, stranger.words());
    }
    // The token must not stay in the address bar, where it would be bookmarked and shared.
    if token.is_some() {
        return answer(
            StatusCode::SEE_OTHER,
            &[
                (header::LOCATION, "/"),
                (header::SET_COOKIE, &state.guard.cookie()),
                (header::CACHE_CONTROL, "no-store"),
            ],
            Body::empty(),
        );
    }
    let Ok(nonce) = random_name() else {
        return refuse(StatusCode::INTERNAL_SERVER_ERROR, "The system has no random numbers.");
    };
    // Each load has a nonce of its own, in the page and in its policy, so the page must not be
    // cached.
    let page = pages::find("index.html").unwrap_or_default();
    let page = String::from_utf8_lossy(&page)
        .replace("%NONCE%", &nonce)
        .replace("%SHARE%", &state.share_base);
    answer(
        StatusCode::OK,
        &[
            (header::CONTENT_TYPE, pages::kind("index.html")),
            (header::CONTENT_SECURITY_POLICY, &state.guard.policy(&nonce)),
            (header::CACHE_CONTROL, "no-store"),
        ],
        page.into(),
    )
}

/// A file of the page.
async fn asset(State(state): State<ServerState>, uri: Uri, headers: HeaderMap) -> Response<Body> {
    if let Err(stranger) = state.guard.admit(&headers, None) {
        return refuse(StatusCode::FORBIDDEN, stranger.words());
    }
    let path = uri.path().trim_start_matches('/');
    let about = [
        (header::CONTENT_TYPE, pages::kind(path)),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    if takes_gzip(&headers)
        && let Some(packed) = pages::find_packed(path)
    {
        let [kind, cache, vary] = about;
        let all = [kind, cache, vary, (header::CONTENT_ENCODING, "gzip")];
        return answer(StatusCode::OK, &all, packed.into());
    }
    match pages::find(path) {
        Some(bytes) => answer(StatusCode::OK, &about, bytes.into()),
        None => refuse(StatusCode::NOT_FOUND, "There is nothing here."),
    }
}

/// Whether somebody takes an answer that is compressed with gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut names = values.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    names.any(|name| {
        let (name, weight) = name.split_once(';').unwrap_or((name, ""));
        let is_refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

/// A session's socket.
async fn connect(
    State(state): State<ServerState>,
    Query(parameters): QueryParameters,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response<Body> {
    // A client other than a browser has no cookie and sends the token here.
    let token = parameters.get("token").map(String::as_str);
    if let Err(stranger) = state.guard.admit(&headers, token) {
        return refuse(StatusCode::FORBIDDEN, stranger.words());
    }
    let Ok(upgrade) = upgrade else {
        return refuse(StatusCode::UPGRADE_REQUIRED, "This is a WebSocket.");
    };
    // Both bounds, since a message comes as one frame or as many.
    upgrade
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .on_upgrade(move |socket| socket::carry(socket, state.sessions))
}

fn refuse(status: StatusCode, words: &'static str) -> Response<Body> {
    answer(status, &[(header::CONTENT_TYPE, "text/plain; charset=utf-8")], words.into())
}

/// An answer with what every answer has: nobody may frame it, guess its kind or read it elsewhere.
fn answer(status: StatusCode, headers: &[(HeaderName, &str)], body: Body) -> Response<Body> {
    let mut response = Response::builder()
        .status(status)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::X_FRAME_OPTIONS, "DENY")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header("cross-origin-opener-policy", "same-origin")
        .header("cross-origin-embedder-policy", "require-corp")
        .header("cross-origin-resource-policy", "same-origin");
    for (name, value) in headers {
        response = response.header(name, *value);
    }
    // Fails only for a header that is not valid; an empty answer is better than a panic.
    response.body(body).unwrap_or_else(|_| Response::new(Body::empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asked of the socket: a test of how long exchanges take would be one of the machine.
    #[test]
    fn connections_do_not_gather_small_writes() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("there is a runtime").block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
            listener.set_nonblocking(true).expect("it can be polled");
            let address = listener.local_addr().expect("it has one");
            let listener = tokio::net::TcpListener::from_std(listener).expect("it is a listener");
            let mut listener = sending_at_once(listener);
            let client = TcpStream::connect(address);
            let (client, (socket, _)) = tokio::join!(client, listener.accept());
            client.expect("somebody listens");
            assert!(socket.nodelay().expect("it is open"));
        });
    }
}
