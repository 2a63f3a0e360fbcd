import { openBrowser, openReal, RealServer, complaints } from "../support/page";
const server = await RealServer.start();
const browser = await openBrowser();
const page = await openReal(browser, server);
const bad = complaints(page);
page.on("websocket", (ws) => { ws.on("framesent", (f) => console.log(">", String(f.payload).slice(0, 150))); ws.on("framereceived", (f) => console.log("<", String(f.payload).slice(0, 220))); });
await page.reload();
try {
await page.waitForSelector(".card-main");
await page.waitForTimeout(300);
await page.screenshot({ path: "/tmp/shots/real-start.png" });
console.log(await page.locator("[data-example]").evaluateAll((a) => a.map((x) => (x as HTMLElement).dataset.example)));
await page.click('.card-main:has-text("Connect Four")');
await page.waitForSelector(".editor-host .cm-line");
await page.waitForTimeout(500);
await page.keyboard.press("F5");
await page.waitForTimeout(2500);
await page.screenshot({ path: "/tmp/shots/real-run.png" });
} catch (e) { console.log(e); await page.screenshot({ path: "/tmp/shots/real-err.png" }); }
console.log(bad);
await browser.close(); await server.stop();
