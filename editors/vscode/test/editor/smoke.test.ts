import { test } from "node:test";
import { EditorUnderTest } from "../support/code";
test("smoke", async () => {
  const editor = await EditorUnderTest.start({
    "hello.asm":
      '.data\nm: .asciiz "Hi\\n"\n.text\nmain:\n  la $a0, m\n  li $v0, 4\n  syscall\n  li $v0, 10\n  syscall\n',
  });
  const { page } = editor;
  page.setDefaultTimeout(20000);
  try {
    await editor.open("hello.asm");
    await page.locator(".squiggly-error").waitFor();
    await editor.run("Jetan: Debug Program");
    await page.waitForTimeout(3000);
    await editor.shot("debug");
    await editor.run("MIPS Machine: Focus on Time and Reasons View");
    await page.waitForTimeout(3000);
    await editor.shot("time");
    console.log(
      await page.evaluate(() =>
        [...document.querySelectorAll("iframe")]
          .map((f) => `${f.className} ${f.name} ${f.src.slice(0, 60)}`)
          .join("\n"),
      ),
    );
    await (await editor.viewOf("time")).locator("input").fill("$t0");
    await (await editor.viewOf("time")).locator("button", { hasText: "Ask" }).click();
    await page.waitForTimeout(2000);
    await editor.shot("why");
  } finally {
    await editor.shot("end");
    await editor.stop();
  }
});
