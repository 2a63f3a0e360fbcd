/** A browser, the built page and a service, real or made up, for tests and pictures. */

import { spawn, execFileSync, type ChildProcess } from "node:child_process";
import { createServer, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { IS_WEB } from "./carrier";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The static edition, as `cargo xtask site` writes it. */
export const SITE = process.env["JETAN_SITE"] ?? "../target/site";

/** The policy that the server sends too: whatever needs more fails in the tests already. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-test'; connect-src 'self'; " +
  "img-src 'self' data: blob:; media-src 'self'; base-uri 'none'; form-action 'none'";

/** Serves the page of the carrier at hand on a free port. */
export async function servePage(
  folder = IS_WEB ? SITE : "dist",
  isSite = folder === SITE,
): Promise<{ address: string; server: Server }> {
  const root = resolve(folder);
  // A static host has no headers of its own: the policy of the site stands in its pages.
  const policy = isSite ? {} : { "content-security-policy": POLICY };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const name = path === "/" ? "index.html" : path.slice(1);
    readFile(join(root, name)).then(
      (content) => {
        const body =
          name === "index.html" ? content.toString().replace("%NONCE%", "test") : content;
        const type = TYPES[extname(name)] ?? "application/octet-stream";
        response.writeHead(200, { "content-type": type, ...policy });
        response.end(body);
      },
      () => {
        response.writeHead(404);
        response.end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { address: `http://127.0.0.1:${port}/`, server };
}

export function browserPath(): string {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      continue;
    }
  }
  throw new Error("there is no Chromium: apt-get install chromium");
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--autoplay-policy=no-user-gesture-required",
      // A page that a test hands over itself does not count as local to the browser.
      ...(isOverlaid() ? ["--disable-features=LocalNetworkAccessChecks"] : []),
    ],
  });
}

function isOverlaid(): boolean {
  return !IS_WEB && process.env["JETAN_STUDIO_DIST"] !== undefined;
}

export interface Look {
  width: number;
  height: number;
  scheme: "light" | "dark";
  hasTouch?: boolean;
}

export async function openContext(
  browser: Browser,
  look: Partial<Look> = {},
  more: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.scheme ?? "light",
    reducedMotion: "reduce",
    hasTouch: look.hasTouch ?? false,
    permissions: ["clipboard-read", "clipboard-write"],
    ...more,
  });
}

/** What went wrong in the page, as it is said in its console. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  return found;
}

/** `jetan studio` on a free port, or the static edition; ended by `stop`. */
export class RealServer {
  private constructor(
    readonly address: string,
    readonly port: number,
    private readonly child: ChildProcess | undefined,
    private readonly site?: Server,
  ) {}

  /** The static edition on a static host. */
  private static async startSite(): Promise<RealServer> {
    const { address, server } = await servePage(SITE);
    return new RealServer(address, Number(new URL(address).port), undefined, server);
  }

  /** With `fileBytes`, no file can become larger, as if the disk were full. */
  static async start(
    words: string[] = [],
    port = 0,
    limits: { fileBytes?: number } = {},
  ): Promise<RealServer> {
    if (IS_WEB) return RealServer.startSite();
    const program = process.env["JETAN"] ?? "jetan";
    const all = ["studio", "--no-open", "--port", String(port), ...words];
    const blocks = String(Math.floor((limits.fileBytes ?? 0) / 512));
    const limited = ["-c", 'trap "" XFSZ; ulimit -f "$0"; exec "$@"', blocks, program, ...all];
    const isLimited = limits.fileBytes !== undefined;
    const child = spawn(isLimited ? "sh" : program, isLimited ? limited : all, {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const address = await new Promise<string>((done, fail) => {
      let said = "";
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
        const found = /https?:\/\/\S+/.exec(said);
        if (found !== null) done(found[0]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("error", () => {
        fail(new Error(`cannot start ${program}`));
      });
      child.on("exit", () => {
        fail(new Error(`${program} ended: ${said}`));
      });
    });
    return new RealServer(address, Number(new URL(address).port), child);
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  stop(): Promise<void> {
    return this.end("SIGTERM");
  }

  /** Ends it as a crash would. */
  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    this.site?.closeAllConnections();
    this.site?.close();
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await ended;
  }
}

/** A folder that is gone when `work` is done. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "jetan-studio-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Opens the page of a real server in a fresh context. With `JETAN_STUDIO_DIST` the page is the
 * one in `dist`, so that a change of it needs no new binary.
 */
export async function openReal(
  browser: Browser,
  server: RealServer,
  look: Partial<Look> = {},
  prepare: (page: Page) => void | Promise<void> = () => undefined,
): Promise<Page> {
  const context = await openContext(browser, look);
  const page = await context.newPage();
  await prepare(page);
  page.setDefaultTimeout(20_000);
  await page.goto(server.address);
  await overlay(page, server);
  return page;
}

/** Shows the page in `dist` in place of the server's own, if that was asked for. */
export async function overlay(page: Page, server: RealServer): Promise<void> {
  if (!isOverlaid()) return;
  const { origin } = new URL(server.address);
  const headers = { "content-security-policy": POLICY };
  await page.route(`${origin}/**`, async (route) => {
    // Whether the server is there, and lets the page in, is its own answer.
    if (route.request().method() === "HEAD") return route.fallback();
    const path = new URL(route.request().url()).pathname;
    const name = path === "/" ? "index.html" : path.slice(1);
    const text = await readFile(join("dist", name), "utf8").catch(() => undefined);
    if (text === undefined) return route.fallback();
    const body = text.replace("%NONCE%", "test");
    return route.fulfill({ body, contentType: TYPES[extname(name)] ?? "text/plain", headers });
  });
  await page.goto(`${origin}/`);
}
