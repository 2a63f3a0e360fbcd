//! The flags of `jetan dap`.

use clap::Args;

/// Debug programs from an editor: a debug adapter on standard input and output.
///
/// Editors start it by themselves and speak the Debug Adapter Protocol with it, steps back in time
/// included. With --port or --listen it waits on this computer instead, for any number of editors
/// one after another or at once, and runs until Ctrl-C.
#[derive(Debug, Default, Args)]
pub struct DapArgs {
    /// Listen on a port of this computer instead of standard input; 0 is any that is free. The
    /// address is printed.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Listen on any port that is free, as `--port 0` does.
    #[arg(long, conflicts_with = "port")]
    pub listen: bool,
}
