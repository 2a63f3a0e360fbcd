/** Pictures of a display of 512 × 512 a second, over bare CDP, and what each costs. */

import { pack } from "../../src/model/share";
import { BareBrowser } from "../support/bare";
import { seconds, type Say } from "../support/measure";
import { RealServer } from "../support/page";

/** Fills the display over and over, with another colour each time. */
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

/** A ball that moves over it, sixty times a second, as a game would. */
const BALL = `# A dot of 16 by 16 that moves.
main:   li   $s0, 0
frame:  lui  $t0, 0x1001
        sll  $t1, $s0, 2
        add  $t0, $t0, $t1
        li   $t2, 16
        li   $t5, 0x00f0764a
row:    li   $t3, 16
        sw   $zero, -4($t0)
dot:    sw   $t5, 0($t0)
        addi $t0, $t0, 4
        addi $t3, $t3, -1
        bnez $t3, dot
        addi $t0, $t0, 1984
        addi $t2, $t2, -1
        bnez $t2, row
        addi $s0, $s0, 1
        andi $s0, $s0, 0xff
        addi $s0, $s0, 1
        li   $a0, 16
        li   $v0, 32
        syscall
        j    frame
`;

/** Counts what the page says that it has drawn, before anything of it runs. */
const COUNTED = `
  window.drawn = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (typeof data === "string" && data.includes('"drawn"')) window.drawn += 1;
    send.call(this, data);
  };
`;

async function paint(name: string, text: string, wanted: string, say: Say): Promise<void> {
  const server = await RealServer.start();
  const browser = BareBrowser.start();
  const page = await browser.open(server.address, COUNTED);
  await page.until(`document.querySelector(".card-main")`);
  const files = [{ path: "painter.asm", text }];
  const options = { bitmap: "512x512/1x1@0x10010000" };
  const hash = await pack({ files, roots: ["painter.asm"], options });
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.until(`document.querySelector(".editor-host .tok-comment")`);
  await page.press("F5", 116);
  await page.until(`/running/.test(document.querySelector(".status-state")?.textContent ?? "")`);
  await new Promise((done) => setTimeout(done, 2000));
  const drawn = (): Promise<number> => page.evaluate<number>("window.drawn");
  const [before, began] = [await drawn(), performance.now()];
  const [browser0, server0] = [browser.seconds(), seconds(server.pid)];
  await new Promise((done) => setTimeout(done, 5000));
  const shown = (await drawn()) - before;
  const passed = (performance.now() - began) / 1000;
  const each = (used: number): string => `${((used * 1000) / Math.max(1, shown)).toFixed(1)} ms`;
  const [browser1, server1] = [browser.seconds() - browser0, seconds(server.pid) - server0];
  say(`512 × 512, ${name}, pictures a second over bare CDP`, (shown / passed).toFixed(0), wanted);
  say("… CPU time of all processes of the browser for each", each(browser1), "");
  say("… CPU time of the server for each, the program itself included", each(server1), "");
  await browser.close();
  await server.stop();
}

export async function frames(say: Say): Promise<void> {
  await paint("every pixel new", PAINTER, "60", say);
  await paint("a dot that moves", BALL, "60", say);
}
