/**
 * A browser over bare CDP: only what is asked for is switched on. A driver that follows the network
 * copies every message of the page's socket to itself, which costs more than the pictures in them.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { seconds } from "./measure";
import { browserPath } from "./page";

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

type Fields = Record<string, unknown>;

export class BareBrowser {
  private next = 1;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly child: ChildProcess,
    private readonly home: string,
  ) {
    // The pipe of the protocol: messages end with a zero byte.
    let rest = "";
    (child.stdio[4] as Readable).setEncoding("utf8").on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\0");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const answer = JSON.parse(part) as Answer;
        if (answer.id !== undefined) this.waiting.get(answer.id)?.(answer);
      }
    });
  }

  static start(): BareBrowser {
    const home = mkdtempSync(join(tmpdir(), "jetan-bare-"));
    const words = [
      "--headless=new",
      "--remote-debugging-pipe",
      `--user-data-dir=${home}`,
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--window-size=1440,900",
    ];
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"] as const;
    return new BareBrowser(spawn(browserPath(), words, { stdio: [...stdio] }), home);
  }

  async send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    const id = this.next;
    this.next += 1;
    const message = JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) });
    const answer = await new Promise<Answer>((done) => {
      this.waiting.set(id, done);
      (this.child.stdio[3] as Writable).write(`${message}\0`);
    });
    this.waiting.delete(id);
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as Fields;
  }

  /** A page that runs `before` ahead of everything else of its own. */
  async open(address: string, before: string): Promise<BarePage> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const attached = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new BarePage(this, attached["sessionId"] as string);
    await page.send("Page.enable");
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source: before });
    await page.send("Page.navigate", { url: address });
    return page;
  }

  /** CPU seconds of all its processes. */
  seconds(): number {
    const parents = new Map<number, number>();
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\) /, "");
        parents.set(Number(name), Number(stat.split(" ")[1]));
      } catch {
        continue;
      }
    }
    const isOurs = (pid: number): boolean => {
      for (let up: number | undefined = pid; up !== undefined; up = parents.get(up)) {
        if (up === this.child.pid) return true;
      }
      return false;
    };
    const own = [...parents.keys()].filter(isOurs);
    return own.reduce((sum, pid) => sum + seconds(pid), 0);
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.child.once("exit", done));
    await this.send("Browser.close");
    await ended;
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class BarePage {
  constructor(
    private readonly browser: BareBrowser,
    private readonly session: string,
  ) {}

  send(method: string, params: Fields = {}): Promise<Fields> {
    return this.browser.send(method, params, this.session);
  }

  async evaluate<T>(expression: string): Promise<T> {
    const options = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", options);
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    const patience = Date.now() + 60_000;
    while (!(await this.evaluate<boolean>(`Boolean(${expression})`))) {
      if (Date.now() > patience) throw new Error(`not true: ${expression}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async press(key: string, code: number): Promise<void> {
    const fields = { key, code: key, windowsVirtualKeyCode: code, nativeVirtualKeyCode: code };
    await this.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...fields });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...fields });
  }

  close(): Promise<Fields> {
    return this.send("Page.close");
  }
}
