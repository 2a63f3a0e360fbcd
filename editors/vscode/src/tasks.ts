/** Tasks of the type `jetan`: run, check or assemble a file in a terminal. */

import { dirname, isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import { isTaskCommand, taskWords, type TaskCommand } from "./launch";
import type { Toolchain } from "./toolchain";

const NAMES: Record<TaskCommand, string> = { run: "Run", check: "Check", asm: "Assemble" };

interface TaskDefinition extends vscode.TaskDefinition {
  command: TaskCommand;
  file: string;
  args?: string[];
}

function folderOf(scope: vscode.Task["scope"]): string | undefined {
  return typeof scope === "object" ? scope.uri.fsPath : undefined;
}

/** The task, or nothing if there is no program to do it. */
export function makeTask(
  toolchain: Toolchain,
  definition: TaskDefinition,
  scope: vscode.WorkspaceFolder | vscode.TaskScope,
): vscode.Task | undefined {
  const binary = toolchain.file(true);
  if (binary === undefined) return undefined;
  const folder = folderOf(scope);
  const isInside = isAbsolute(definition.file) || folder === undefined;
  const file = isInside ? definition.file : join(folder, definition.file);
  const words = taskWords(definition.command, file, definition.args);
  // Beside its source, as in a terminal: the files that a program opens are looked for there.
  const execution = new vscode.ProcessExecution(binary, words, { cwd: dirname(file) });
  const name = `${NAMES[definition.command]} ${vscode.Uri.file(file).path.split("/").at(-1) ?? ""}`;
  const task = new vscode.Task(definition, scope, name, "jetan", execution, "$jetan");
  task.presentationOptions = { clear: true, focus: true, showReuseMessage: false };
  return task;
}

export function registerTasks(context: vscode.ExtensionContext, toolchain: Toolchain): void {
  const provider: vscode.TaskProvider = {
    provideTasks: () => [],
    resolveTask: (task) => {
      const { command, file } = task.definition as Partial<TaskDefinition>;
      if (!isTaskCommand(command) || typeof file !== "string") return undefined;
      const definition = task.definition as TaskDefinition;
      return makeTask(toolchain, definition, task.scope ?? vscode.TaskScope.Workspace);
    },
  };
  context.subscriptions.push(vscode.tasks.registerTaskProvider("jetan", provider));
}
