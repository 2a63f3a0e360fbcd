/** Where the extension begins: what it offers to VS Code, and nothing else. */

import * as vscode from "vscode";
import { Toolchain } from "./toolchain";
import { Language } from "./language";
import { registerCommands } from "./commands";
import { registerDebugger } from "./debugger";
import { registerTasks } from "./tasks";
import { registerViews } from "./views/views";

let language: Language | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const toolchain = new Toolchain(context);
  language = new Language(toolchain);
  registerTasks(context, toolchain);
  registerDebugger(context, toolchain);
  const views = registerViews(context);
  registerCommands(context, toolchain, language, views);
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((change) => {
      const isOurs = ["jetan.path", "jetan.languageServer"].some((name) =>
        change.affectsConfiguration(name),
      );
      if (isOurs) void language?.restart();
    }),
  );
  await language.start();
}

export async function deactivate(): Promise<void> {
  await language?.stop();
}
