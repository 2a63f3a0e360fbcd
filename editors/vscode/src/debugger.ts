/** The debugger `jetan`: which configuration is meant, and the adapter that does it. */

import * as vscode from "vscode";
import { configurationFor, isEmptyConfiguration, withSources } from "./launch";
import type { Toolchain } from "./toolchain";

function resolve(configuration: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
  if (!isEmptyConfiguration(configuration)) return withSources(configuration);
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "mips") {
    void vscode.window.showErrorMessage("Open a MIPS program first.");
    return undefined;
  }
  const hasBreakpoints = vscode.debug.breakpoints.some((one) => one.enabled);
  return { ...configuration, ...configurationFor(document.fileName, hasBreakpoints) };
}

export function registerDebugger(context: vscode.ExtensionContext, toolchain: Toolchain): void {
  const provider: vscode.DebugConfigurationProvider = {
    provideDebugConfigurations: () => [configurationFor("${file}", false)],
    resolveDebugConfiguration: (_folder, configuration) => resolve(configuration),
  };
  const factory: vscode.DebugAdapterDescriptorFactory = {
    createDebugAdapterDescriptor: () => {
      const file = toolchain.file(true);
      if (file === undefined) throw new Error("there is no program `jetan`");
      return new vscode.DebugAdapterExecutable(file, ["dap"]);
    },
  };
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("jetan", provider),
    vscode.debug.registerDebugConfigurationProvider(
      "jetan",
      { provideDebugConfigurations: () => [configurationFor("${file}", false)] },
      Dynamic,
    ),
    vscode.debug.registerDebugAdapterDescriptorFactory("jetan", factory),
  );
}
