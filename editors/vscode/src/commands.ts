/** The commands: buttons above the editor, lenses of the language server, the palette. */

import * as vscode from "vscode";
import type { Language } from "./language";
import { configurationFor, type TaskCommand } from "./launch";
import { makeTask } from "./tasks";
import type { Toolchain } from "./toolchain";
import type { MachineViews } from "./views/views";

/** A button gives an address, a lens of the server its text, the palette nothing. */
type Target = vscode.Uri | string | undefined;

/** The file to work on, saved; nothing after having said why there is none. */
async function savedFile(target: Target): Promise<vscode.Uri | undefined> {
  const named = typeof target === "string" ? vscode.Uri.parse(target) : target;
  const uri = named ?? vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    void vscode.window.showErrorMessage("Open a program first.");
    return undefined;
  }
  const document = vscode.workspace.textDocuments.find(
    (one) => one.uri.toString() === uri.toString(),
  );
  if (document?.isUntitled === true) return vscode.workspace.save(document.uri);
  if (document?.isDirty === true && !(await document.save())) return undefined;
  if (uri.scheme === "file") return uri;
  void vscode.window.showErrorMessage("Only a file on disk can be run: save a copy first.");
  return undefined;
}

function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void vscode.window.showErrorMessage("Trust this workspace first: a program can write files.");
  return false;
}

async function runTask(
  toolchain: Toolchain,
  command: TaskCommand,
  target: Target,
): Promise<vscode.TaskExecution | undefined> {
  const uri = isTrusted() ? await savedFile(target) : undefined;
  if (uri === undefined) return undefined;
  const scope = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.TaskScope.Workspace;
  const definition = { type: "jetan", command, file: uri.fsPath };
  const task = makeTask(toolchain, definition, scope);
  return task === undefined ? undefined : vscode.tasks.executeTask(task);
}

async function debugFile(target: Target): Promise<void> {
  const uri = isTrusted() ? await savedFile(target) : undefined;
  if (uri === undefined) return;
  const hasBreakpoints = vscode.debug.breakpoints.some((one) => one.enabled);
  const configuration = configurationFor(uri.fsPath, hasBreakpoints);
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), configuration);
}

/** The register, label or address under the cursor, or the variable that was clicked. */
function placeAsked(argument: unknown): string | undefined {
  const variable = (argument as { variable?: { evaluateName?: string; name?: string } } | undefined)
    ?.variable;
  if (variable !== undefined) return variable.evaluateName ?? variable.name;
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "mips") return undefined;
  if (!editor.selection.isEmpty) return editor.document.getText(editor.selection);
  const range = editor.document.getWordRangeAtPosition(editor.selection.active);
  return range === undefined ? undefined : editor.document.getText(range);
}

async function askWhy(views: MachineViews, argument: unknown): Promise<void> {
  const place = await vscode.window.showInputBox({
    title: "Why is it so?",
    prompt: "A register, a label, an address, or a pixel as `pixel 3,4`",
    value: placeAsked(argument) ?? "$v0",
  });
  if (place !== undefined && place.trim() !== "") await views.why(place.trim());
}

export function registerCommands(
  context: vscode.ExtensionContext,
  toolchain: Toolchain,
  language: Language,
  views: MachineViews,
): void {
  const commands: Record<string, (argument: never) => unknown> = {
    "jetan.run": (target: Target) => runTask(toolchain, "run", target),
    "jetan.check": (target: Target) => runTask(toolchain, "check", target),
    "jetan.debug": (target: Target) => debugFile(target),
    "jetan.why": (argument: unknown) => askWhy(views, argument),
    "jetan.restart": () => language.restart(),
    "jetan.getBinary": () => toolchain.explain(),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
}
