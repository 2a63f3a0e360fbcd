//! The language server in a real editor: Neovim without a screen, driven by a script.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{
    root, setup,
    step::{PROFILE, StepLog, tested_binary},
};

/// Diagnostics, hover, renaming and formatting, as a user of Neovim has them.
pub fn test(steps: &mut StepLog) -> Result<()> {
    if !setup::neovim(steps) {
        steps.skip("neovim", "there is no Neovim (Debian: neovim)");
        return Ok(());
    }
    steps.command("neovim: server", &mut tested_binary())?;
    let mut editor = Command::new("nvim");
    // A script that cannot be read falls through to the last command, or Neovim would wait.
    editor.args(["--headless", "--clean", "-n", "-c", "luafile editors/neovim/test.lua"]);
    editor.args(["-c", "cquit 2"]).current_dir(root()).stdin(Stdio::null());
    editor.env("JETAN", root().join("target").join(PROFILE).join("jetan"));
    steps.command("neovim: language server", &mut editor)
}
