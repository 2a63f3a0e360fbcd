//! `jetan dap`: a debug adapter on standard streams or on a port of this computer.

mod adapter_host;
mod connection;

use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jetan_os::file::reason;

use crate::cli::dap::DapArgs;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Clients at a time; each may have a program with its history in memory.
const CLIENTS_MAX: usize = 16;
/// The stack of a client's thread: as much as the main thread has for an engine.
const CLIENT_STACK_BYTES: usize = 4 << 20;

/// Serves one editor, or all that connect.
pub(crate) fn run(typed: &DapArgs, console: &Console) -> Result<Exit, CommandFailure> {
    if let Some(port) = typed.port.or(typed.listen.then_some(0)) {
        return listen(port, console);
    }
    let mut write = |bytes: &[u8]| console.raw_result(bytes).map_err(|_| ());
    // An editor that has gone is the usual end.
    let _ = connection::serve(io::stdin(), &mut write);
    Ok(Exit::Success)
}

fn listen(port: u16, console: &Console) -> Result<Exit, CommandFailure> {
    let failed = |error: io::Error| {
        CommandFailure::unreadable(format!("jetan: port {port}: {}", reason(&error)))
    };
    // Never another address: whoever connects can have files of this user read.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    // On standard output, because scripts read the port there.
    console.result(format!("{address}\n"))?;
    let clients = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        // A client that was gone before it was accepted.
        let Ok(stream) = stream else { continue };
        if clients.load(Ordering::Relaxed) >= CLIENTS_MAX {
            drop(stream);
            continue;
        }
        clients.fetch_add(1, Ordering::Relaxed);
        let left = Arc::clone(&clients);
        let thread = std::thread::Builder::new().stack_size(CLIENT_STACK_BYTES);
        let started = thread.spawn(move || {
            serve_client(&stream);
            left.fetch_sub(1, Ordering::Relaxed);
        });
        if started.is_err() {
            clients.fetch_sub(1, Ordering::Relaxed);
        }
    }
    Ok(Exit::Success)
}

fn serve_client(stream: &TcpStream) {
    let Ok(input) = stream.try_clone() else { return };
    // Small messages must not wait for each other.
    let _ = stream.set_nodelay(true);
    let mut output = stream;
    let mut write = |bytes: &[u8]| io::Write::write_all(&mut output, bytes).map_err(|_| ());
    let _ = connection::serve(input, &mut write);
    // Ends the thread that reads.
    let _ = stream.shutdown(Shutdown::Both);
}
