// Where Chromium is.
import { execFileSync } from "node:child_process";

export function browserPath() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch {
      continue;
    }
  }
  throw new Error("there is no Chromium: apt-get install chromium");
}
