/** The client of `jetan lsp`. */

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import type { Toolchain } from "./toolchain";

export class Language {
  private client: LanguageClient | undefined;

  constructor(private readonly toolchain: Toolchain) {}

  async start(): Promise<void> {
    if (!vscode.workspace.getConfiguration("jetan").get("languageServer", true)) return;
    const command = this.toolchain.file(false);
    if (command === undefined) return;
    const options: LanguageClientOptions = {
      // Any scheme: a file that was never saved, or one of a virtual workspace, has mistakes too.
      documentSelector: [{ language: "mips" }],
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher(
          "**/{*.asm,*.s,*.S,*.mips,jetan.toml}",
        ),
      },
    };
    const client = new LanguageClient("jetan", "Jetan", { command, args: ["lsp"] }, options);
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      // An older jetan has no `lsp`; everything else still works with it.
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showWarningMessage(`The language server did not start: ${reason}`);
    }
  }

  async stop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    // A client that never started cannot be stopped, and says so by failing.
    await client?.dispose().catch(() => undefined);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }
}
