/** How quick the studio is, measured in a browser against the real server: a table on stdout. */

import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readdir, readFile } from "node:fs/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { openBrowser, openReal, RealServer } from "../support/page";
import { state, write } from "../support/student";
import { seconds, spread, threads, type Say } from "../support/measure";
import { openShared } from "../support/mutants";
import { frames } from "./frames";
import { hints } from "./hints";

/** Memory of a process, in bytes. */
function resident(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** CPU time of the page's main thread, or of its scripts alone, in milliseconds. */
async function pageTime(page: Page, metric = "TaskDuration"): Promise<() => Promise<number>> {
  const client: CDPSession = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === metric)?.value ?? NaN) * 1000;
  };
}

async function pageSize(say: Say): Promise<void> {
  let bytes = gzipSync(await readFile("dist/index.html")).length;
  for (const name of await readdir("dist/assets")) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    bytes += gzipSync(await readFile(join("dist/assets", name))).length;
  }
  say("page, gzipped", `${Math.ceil(bytes / 1024)} KB`, "300 KB");
}

async function firstPaint(browser: Browser, server: RealServer, say: Say): Promise<void> {
  const paints: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const page = await openReal(browser, server);
    await page.waitForSelector(".card-main");
    paints.push(
      await page.evaluate(
        () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
      ),
    );
    await page.context().close();
  }
  say("first paint", spread(paints), "300 ms");
}

/** Times from a key to the last change of the page that follows from it. */
async function untilStill(page: Page, key: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate(() => {
      const watched = window as unknown as { began: number; last: number };
      watched.began = NaN;
      addEventListener(
        "keydown",
        () => {
          watched.began = performance.now();
          watched.last = watched.began;
        },
        { capture: true, once: true },
      );
      new MutationObserver((_, observer) => {
        const now = performance.now();
        if (now - watched.began > 1000) observer.disconnect();
        else watched.last = now;
      }).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });
    await page.keyboard.press(key);
    await page.waitForTimeout(400);
    times.push(
      await page.evaluate(() => {
        const watched = window as unknown as { began: number; last: number };
        return watched.last - watched.began;
      }),
    );
  }
  return times;
}

/** A long run, so that a step back has much behind it. */
const LONG = `main:   li   $t0, 0
        la   $t3, room
loop:   addi $t0, $t0, 1
        andi $t1, $t0, 1023
        sll  $t2, $t1, 2
        add  $t2, $t2, $t3
        sw   $t0, 0($t2)
        jal  leaf
        blt  $t0, 40000000, loop
        li   $v0, 10
        syscall
leaf:   addi $sp, $sp, -8
        sw   $ra, 4($sp)
        lw   $ra, 4($sp)
        addi $sp, $sp, 8
        jr   $ra
        .data
room:   .space 4096
`;

async function steps(browser: Browser, server: RealServer, say: Say): Promise<void> {
  const page = await openReal(browser, server, {}, async (made) => {
    await made.addInitScript(() => {
      const counted = window as unknown as { asked: number };
      counted.asked = 0;
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (data) {
        counted.asked += 1;
        send.call(this, data);
      };
    });
  });
  const asked = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { asked: number }).asked);
  await write(page, LONG);
  await page.click("#tab-stack");
  await page.keyboard.press("F5");
  await state(page, /ended/);
  const end = await page.innerText(".timebar .now");
  await page.keyboard.press("Alt+F11");
  await state(page, /paused/);
  await page.waitForTimeout(500);
  const own = await pageTime(page);
  const [page0, server0] = [await own(), seconds(server.pid)];
  const asked0 = await asked();
  const rounds = 25;
  const back = await untilStill(page, "Alt+F11", rounds);
  const forth = await untilStill(page, "F11", rounds - 1);
  const each = 2 * rounds - 1;
  const cpu = ((await own()) - page0) / each;
  const served = ((seconds(server.pid) - server0) * 1000) / each;
  const middle = end.split(" of ")[1] ?? end;
  say(`a step back shown in all panels, ${middle} instructions in`, spread(back), "50 ms");
  say("a step shown in all panels", spread(forth), "50 ms");
  say("… requests of the page", `${(((await asked()) - asked0) / each).toFixed(1)}`, "2");
  say("… of that CPU time of the page", `${cpu.toFixed(1)} ms`, "");
  say("… and of the server", `${served.toFixed(1)} ms`, "");
  await page.context().close();
}

async function typing(browser: Browser, server: RealServer, say: Say): Promise<void> {
  const page = await openReal(browser, server);
  const line = (_: unknown, at: number): string => `l${at}:  addi $t0, $t0, ${at % 999} # line`;
  await write(page, Array.from({ length: 10_000 }, line).join("\n"));
  await page.keyboard.press("Control+End");
  await page.waitForTimeout(2000);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    addEventListener(
      "keydown",
      () => {
        const began = performance.now();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => times.push(performance.now() - began);
          channel.port2.postMessage(0);
        });
      },
      { capture: true },
    );
  });
  const own = await pageTime(page);
  const script = await pageTime(page, "ScriptDuration");
  const before = await own();
  const scriptBefore = await script();
  const text = " # the quick brown fox jumps over it";
  await page.keyboard.type(text, { delay: 60 });
  const cpu = ((await own()) - before) / text.length;
  const scripted = ((await script()) - scriptBefore) / text.length;
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  say("a key in 10,000 lines, CPU time of the page", `${cpu.toFixed(1)} ms`, "16 ms");
  say("… of that scripts", `${scripted.toFixed(1)} ms`, "8 ms");
  say("… until it is drawn, with the wait for the next frame", spread(times), "");
  await mistakes(page, server, say);
  await page.context().close();
}

/** From the key that makes a mistake to its mark: time as it passes, and of the processors. */
async function mistakes(page: Page, server: RealServer, say: Say): Promise<void> {
  const times: number[] = [];
  const own = await pageTime(page);
  let [paged, served] = [0, 0];
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    await page.keyboard.press("Enter");
    await page.keyboard.type("nop");
    await page.waitForTimeout(1000);
    await page.evaluate(() => {
      const seen = window as unknown as { took: number | undefined };
      seen.took = undefined;
      const look = (began: number): void => {
        new MutationObserver((_, observer) => {
          if (document.querySelector(".cm-lintRange-error") === null) return;
          seen.took ??= performance.now() - began;
          observer.disconnect();
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      };
      addEventListener(
        "keydown",
        () => {
          look(performance.now());
        },
        { capture: true, once: true },
      );
    });
    const [page0, server0] = [await own(), seconds(server.pid)];
    await page.keyboard.press("x");
    await page.waitForFunction(() => (window as unknown as { took?: number }).took !== undefined);
    times.push(await page.evaluate(() => (window as unknown as { took: number }).took));
    paged += (await own()) - page0;
    served += (seconds(server.pid) - server0) * 1000;
    await page.keyboard.press("Backspace");
    await page.waitForSelector(".cm-lintRange-error", { state: "detached" });
  }
  const each = (sum: number): string => `${(sum / rounds).toFixed(1)} ms`;
  say("diagnostics after the last key, 10,000 lines", spread(times), "150 ms");
  say("… CPU time of page and server", `${each(paged)}, ${each(served)}`, "");
}

/** Fills a display of 512 × 512 over and over, with another colour each time. */
const PAINTER = `# All of it, again and again.
main:   lui  $t0, 0x1001
        li   $t3, 0
frame:  move $t1, $t0
        lui  $t2, 0x1011
        addi $t3, $t3, 0x10507
fill:   sw   $t3, 0($t1)
        addi $t1, $t1, 4
        bne  $t1, $t2, fill
        j    frame
`;
interface Painted {
  /** Instructions in a CPU second of the session's thread. */
  perCpuSecond: number;
  /** Pictures that the page has drawn in a second. */
  frames: number;
  /** CPU time of the page for each of them, in milliseconds. */
  each: number;
}

async function paint(browser: Browser, server: RealServer, bitmap: string): Promise<Painted> {
  const page = await openReal(browser, server, {}, async (made) => {
    // The driver's own view of the socket would cost more than the pictures themselves.
    await made.addInitScript(() => {
      const counted = window as unknown as { drawn: number };
      counted.drawn = 0;
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (data) {
        if (typeof data === "string" && data.includes('"drawn"')) counted.drawn += 1;
        send.call(this, data);
      };
    });
  });
  await page.waitForSelector(".card-main");
  const files = [{ path: "painter.asm", text: PAINTER }];
  await openShared(page, { files, roots: ["painter.asm"], options: { bitmap } });
  const before = threads(server.pid);
  await page.keyboard.press("F5");
  await state(page, /running/);
  await page.waitForTimeout(1500);
  const drawn = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { drawn: number }).drawn);
  const own = await pageTime(page);
  const [page0, drawn0, began] = [await own(), await drawn(), performance.now()];
  await page.waitForTimeout(4000);
  const shown = (await drawn()) - drawn0;
  const passed = (performance.now() - began) / 1000;
  const each = ((await own()) - page0) / Math.max(1, shown);
  // What a page that is behind shows of a running program is not what has been executed.
  await page.keyboard.press("F6");
  await state(page, /paused/);
  const used = [...threads(server.pid)].map(([id, now]) => now - (before.get(id) ?? 0));
  const now = await page.innerText(".timebar .now");
  const count = Number((now.split(" of ")[0] ?? "").replace(/\D/g, ""));
  await page.context().close();
  return { perCpuSecond: count / Math.max(...used), frames: shown / passed, each };
}

async function display(browser: Browser, server: RealServer, say: Say): Promise<void> {
  const best = { shown: 0, hidden: 0 };
  const drawn: Painted[] = [];
  for (let round = 0; round < 2; round += 1) {
    const hidden = await paint(browser, server, "none");
    const shown = await paint(browser, server, "512x512/1x1@0x10010000");
    best.hidden = Math.max(best.hidden, hidden.perCpuSecond);
    best.shown = Math.max(best.shown, shown.perCpuSecond);
    drawn.push(shown);
  }
  const slower = (1 - best.shown / best.hidden) * 100;
  const million = (rate: number): string => `${(rate / 1e6).toFixed(0)} M`;
  const most = Math.max(...drawn.map(({ frames }) => frames));
  const each = Math.min(...drawn.map(({ each }) => each));
  say("512 × 512, pictures a second", most.toFixed(0), "60");
  say("… CPU time of the page for each", `${each.toFixed(1)} ms`, "16 ms");
  say(
    "… instructions in a CPU second of the run's thread, with and without display",
    `${million(best.shown)}, ${million(best.hidden)}: ${slower.toFixed(0)} % slower`,
    "10 %",
  );
}

const PRINTER = `main:   li   $s0, 0
loop:   move $a0, $s0
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        addi $s0, $s0, 1
        blt  $s0, 1000000, loop
        li   $v0, 10
        syscall
`;

async function printing(browser: Browser, server: RealServer, say: Say): Promise<void> {
  const page = await openReal(browser, server);
  await write(page, PRINTER);
  await page.evaluate(() => {
    const found = { longest: 0 };
    Object.assign(window, { found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        found.longest = Math.max(found.longest, entry.duration);
      }
    }).observe({ type: "longtask" });
  });
  const heap = (): Promise<number> =>
    page.evaluate(
      () =>
        (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
    );
  const own = await pageTime(page);
  const [before, began] = [await heap(), performance.now()];
  const [page0, server0] = [await own(), seconds(server.pid)];
  await page.keyboard.press("F5");
  await page.waitForFunction(
    () => document.querySelector(".status-state")?.textContent?.includes("ended") === true,
    undefined,
    { timeout: 120_000 },
  );
  // The program has ended; its last line is still to be shown.
  await page.waitForFunction(() =>
    /999999$/.test(document.querySelector(".console-text")?.textContent ?? ""),
  );
  const took = (performance.now() - began) / 1000;
  const now = (await page.innerText(".timebar .now")).split(" of ")[0] ?? "";
  const longest = await page.evaluate(
    () => (window as unknown as { found: { longest: number } }).found.longest,
  );
  const grown = ((await heap()) - before) / 1e6;
  const paged = ((await own()) - page0) / 1000;
  const served = seconds(server.pid) - server0;
  const kept = await page.evaluate(() => document.querySelector(".skipped")?.textContent ?? "");
  say(
    `a million printed lines, ${now} instructions, until the last is shown`,
    `${took.toFixed(1)} s`,
    "",
  );
  say("… what the console says of the rest", kept, "bounded");
  say("… CPU time of page and server", `${paged.toFixed(1)} s, ${served.toFixed(1)} s`, "");
  say("… longest task of the page meanwhile", `${longest.toFixed(0)} ms`, "no freeze");
  say("… growth of the page's heap", `${grown.toFixed(0)} MB`, "bounded");
  await page.context().close();
}

async function idle(browser: Browser, say: Say): Promise<void> {
  const server = await RealServer.start();
  const page = await openReal(browser, server);
  await page.waitForSelector(".card-main");
  await page.evaluate(async () => {
    for (let session = 0; session < 9; session += 1) {
      await new Promise<void>((done) => {
        const socket = new WebSocket(`ws://${location.host}/session`);
        socket.onmessage = () => {
          done();
        };
        socket.onopen = () => {
          socket.send('{"id": 0, "do": "hello", "protocol": 1}');
        };
      });
    }
  });
  await page.waitForTimeout(1000);
  const before = seconds(server.pid);
  await page.waitForTimeout(10_000);
  const share = (seconds(server.pid) - before) * 10;
  say("ten idle sessions, CPU in 10 s", `${share.toFixed(2)} %`, "0 %");
  say("… memory of the server", `${(resident(server.pid) / 1e6).toFixed(1)} MB`, "30 MB");
  await page.context().close();
  await server.stop();
}

const only = process.env["ONLY"];
const browser = await openBrowser();
const server = await RealServer.start();
const say: Say = (what, value, wanted) => {
  console.log(`| ${what} | ${value} | ${wanted} |`);
};
const parts: Record<string, () => Promise<void>> = {
  size: () => pageSize(say),
  paint: () => firstPaint(browser, server, say),
  steps: () => steps(browser, server, say),
  typing: () => typing(browser, server, say),
  display: () => display(browser, server, say),
  frames: () => frames(say),
  printing: () => printing(browser, server, say),
  idle: () => idle(browser, say),
  hints: () => hints(browser, server, say),
};
console.log("| what | measured | wanted |\n|---|---|---|");
for (const [name, measure] of Object.entries(parts)) {
  if (only !== undefined && !only.split(",").includes(name)) continue;
  await measure();
}
console.log(
  `\nLoad of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
await browser.close();
await server.stop();
