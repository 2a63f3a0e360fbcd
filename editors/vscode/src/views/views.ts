/** The views that VS Code lacks: the time bar with reasons, registers, memory, the display. */

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { reply } from "./bridge";
import { DisplayFeed } from "./feed";
import type { FromView, ToView } from "./messages";
import { DebuggedRun } from "./session";

type ViewName = "time" | "registers" | "display" | "memory";

/** The page of a view: scripts and styles of the extension only, and no address to talk to. */
function page(webview: vscode.Webview, extension: vscode.Uri, name: ViewName): string {
  const nonce = randomBytes(16).toString("base64url");
  const asset = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", file)).toString();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<link rel="stylesheet" href="${asset("view.css")}">`,
    "</head>",
    `<body data-view="${name}"><main id="view"></main>`,
    `<script nonce="${nonce}" src="${asset("view.js")}"></script>`,
    "</body></html>",
  ].join("\n");
}

/** Only files that are already known to the workspace or the debugger are opened, never run. */
async function openLine(path: string, line: number): Promise<void> {
  const selection = new vscode.Range(line, 0, line, 0);
  const options = { selection, viewColumn: vscode.ViewColumn.One };
  await vscode.window.showTextDocument(vscode.Uri.file(path), options);
}

class MachineView implements vscode.WebviewViewProvider {
  private view: vscode.WebviewView | undefined;
  private isReady = false;
  private readonly waiting: ToView[] = [];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly name: ViewName,
    private readonly run: DebuggedRun,
    private readonly why: (place: string) => Promise<void>,
    private readonly seen: () => void = () => undefined,
  ) {}

  get isVisible(): boolean {
    return this.view?.visible === true;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.isReady = false;
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist")],
    };
    view.webview.onDidReceiveMessage((message: FromView) => void this.hear(message));
    view.onDidChangeVisibility(() => {
      if (view.visible) this.seen();
    });
    view.onDidDispose(() => {
      this.view = undefined;
      this.isReady = false;
    });
    view.webview.html = page(view.webview, this.extension, this.name);
  }

  private async hear(message: FromView): Promise<void> {
    if (message.kind === "open") {
      await openLine(message.path, message.line);
      return;
    }
    if (message.kind === "why") {
      await this.why(message.place);
      return;
    }
    const answer = await reply(this.run.current, message.text, (bytes) => {
      this.post({ kind: "bytes", bytes });
    });
    if (answer !== undefined) this.post({ kind: "line", text: answer });
    if (!this.isReady) this.greet();
  }

  /** The first message of a page is its greeting: from then on it listens. */
  private greet(): void {
    this.isReady = true;
    for (const text of this.run.messages()) this.post({ kind: "line", text });
    for (const message of this.waiting.splice(0)) this.post(message);
    this.seen();
  }

  post(message: ToView): void {
    void this.view?.webview.postMessage(message);
  }

  /** Says it as soon as there is a page. */
  tell(message: ToView): void {
    if (this.isReady) this.post(message);
    else this.waiting.push(message);
  }
}

export class MachineViews {
  constructor(private readonly time: MachineView) {}

  /** Asks why, and shows the answer. */
  async why(place: string): Promise<void> {
    await vscode.commands.executeCommand("jetan.time.focus");
    this.time.tell({ kind: "why", place });
  }
}

export function registerViews(context: vscode.ExtensionContext): MachineViews {
  const run = new DebuggedRun();
  const why = (place: string): Promise<void> => views.why(place);
  const time = new MachineView(context.extensionUri, "time", run, why);
  const views = new MachineViews(time);
  const display: MachineView = new MachineView(context.extensionUri, "display", run, why, () => {
    feed.forget();
    feed.wake();
  });
  const feed = new DisplayFeed(run, display);
  const memory = new MachineView(context.extensionUri, "memory", run, why);
  const registers = new MachineView(context.extensionUri, "registers", run, why);
  run.onMessage((text) => {
    for (const view of [time, registers, memory, display]) view.post({ kind: "line", text });
    feed.wake();
  });
  // A display that is hidden keeps its picture: drawing it again needs a question to the adapter.
  const options = { webviewOptions: { retainContextWhenHidden: true } };
  context.subscriptions.push(
    run,
    feed,
    vscode.window.registerWebviewViewProvider("jetan.time", time, options),
    vscode.window.registerWebviewViewProvider("jetan.registers", registers, options),
    vscode.window.registerWebviewViewProvider("jetan.memory", memory, options),
    vscode.window.registerWebviewViewProvider("jetan.display", display, options),
  );
  return views;
}
