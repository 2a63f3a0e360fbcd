import { openBrowser, openContext, servePage, complaints } from "../support/page";
import { MockService } from "../support/mock";
const { address, server } = await servePage();
const browser = await openBrowser();
for (const [scheme, width, height] of [["light",1440,900],["dark",1440,900],["dark",1280,720],["light",390,844]] as const) {
  const context = await openContext(browser, { scheme, width, height });
  const page = await context.newPage();
  const bad = complaints(page);
  const mock = new MockService();
  await mock.attach(page);
  const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${name}-${scheme}-${width}.png` });
  await page.goto(address);
  await page.waitForSelector(".card-main");
  await page.waitForTimeout(200);
  await shot("start");
  await page.click('button[aria-label="Open Connect Four"]');
  await page.waitForSelector(".editor-host .cm-line");
  await page.keyboard.press("F5");
  await page.waitForTimeout(600);
  await shot("paused");
  if (width === 390) {
    for (const part of ["Display", "Machine", "Console", "Files"]) {
      await page.click(`.parts button:has-text("${part}")`);
      await page.waitForTimeout(200);
      await shot("part-" + part);
    }
    continue;
  }
  await page.click("#tab-memory"); await page.waitForTimeout(200);
  await page.hover('[data-register="$s0"]'); await page.click('[data-register="$s0"] .why'); await page.waitForTimeout(200);
  await shot("why");
  await page.keyboard.press("Control+k"); await page.keyboard.type("step"); await page.waitForTimeout(200);
  await shot("palette");
  await page.keyboard.press("Escape");
  await page.click(".why-card [aria-label=Close]");
  await page.click(".cm-line:nth-child(5)");
  await page.keyboard.press("End"); await page.keyboard.press("Enter");
  await page.keyboard.type("lii $t0, 5"); await page.waitForTimeout(400);
  await page.click("#tab-problems"); await page.waitForTimeout(200);
  await shot("problem");
  mock.state("faulted", { fault: { code: "R0101", message: "address out of range: `0x00000003`", help: ["`lw` needs an address that is a multiple of 4"], place: (mock as any).at(), links: [] } });
  await page.waitForTimeout(200);
  await shot("fault");
  if (bad.length) console.log(scheme, bad);
  await context.close();
}
await browser.close(); server.close();
