/** The `jetan` of this installation, and what to say where there is none. */

import { statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { findBinary, type Binary } from "./binary";

const HOW = [
  "# The program `jetan`",
  "",
  "This extension starts a program that assembles, runs and debugs: `jetan`.",
  "It was not found.",
  "",
  "1. Unpack the archive of Jetan and run its installer, or build it from its sources with",
  "   `cargo install --path crates/jetan`.",
  "2. Open a new terminal and type `jetan --version`.",
  "   If that prints a version, restart VS Code: it reads the PATH when it starts.",
  "3. Otherwise put the path of the program into the setting `jetan.path`.",
  "",
  "Colours, snippets and brackets work without it.",
].join("\n");

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

export class Toolchain {
  private hasComplained = false;

  constructor(private readonly context: vscode.ExtensionContext) {}

  find(): Binary {
    return findBinary({
      setting: vscode.workspace.getConfiguration("jetan").get("path", ""),
      extension: this.context.extensionPath,
      home: homedir(),
      path: process.env["PATH"] ?? process.env["Path"] ?? "",
      isWindows: process.platform === "win32",
      isFile,
    });
  }

  /** The file, or nothing after having said why; what starts by itself says it once. */
  file(isAsked: boolean): string | undefined {
    const binary = this.find();
    if (binary.kind === "found") return binary.file;
    if (isAsked || !this.hasComplained) void this.complain(binary.message);
    this.hasComplained = true;
    return undefined;
  }

  private async complain(message: string): Promise<void> {
    const how = "How to get it";
    const setting = "Open the setting";
    const chosen = await vscode.window.showErrorMessage(message, how, setting);
    if (chosen === how) await this.explain();
    if (chosen === setting) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "jetan.path");
    }
  }

  async explain(): Promise<void> {
    const document = await vscode.workspace.openTextDocument({
      language: "markdown",
      content: HOW,
    });
    await vscode.window.showTextDocument(document);
  }
}
