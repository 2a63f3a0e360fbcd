// Draws media/icon.png from the studio's icon, with Chromium.
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { browserPath } from "./browser.mjs";

const home = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const SIZE = 128;

const drawing = await readFile(join(home, "../../studio/icon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(`<style>*{margin:0}svg{display:block;width:${SIZE}px}</style>${drawing}`);
await page.screenshot({ path: join(home, "media/icon.png"), omitBackground: true });
await browser.close();
