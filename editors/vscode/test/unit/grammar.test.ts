/** The grammar as VS Code reads it: which scope each word of a line gets. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

let grammar: textmate.IGrammar;

before(async () => {
  const require = createRequire(import.meta.url);
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const path = "syntaxes/mips.tmLanguage.json";
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: () => Promise.resolve(textmate.parseRawGrammar(readFileSync(path, "utf8"), path)),
  });
  const loaded = await registry.loadGrammar("source.mips");
  assert.ok(loaded);
  grammar = loaded;
});

/** The words of a line with the last part of their scope, blanks and plain text left out. */
function scopes(line: string): string[] {
  const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
  return tokens
    .filter((token) => token.scopes.length > 1)
    .map(({ startIndex, endIndex, scopes: all }) => {
      const scope = all.at(-1)?.replace(/\.mips$/, "");
      return `${line.slice(startIndex, endIndex)}:${scope ?? ""}`;
    });
}

test("labels, mnemonics, registers and numbers", () => {
  assert.deepEqual(scopes("main: addi $t0, $zero, -5"), [
    "main:entity.name.function.label",
    "::punctuation.separator",
    "addi:support.function.mnemonic",
    "$t0:variable.language.register",
    "$zero:variable.language.register",
    "-5:constant.numeric",
  ]);
});

test("pseudo-instructions and branches differ from others, whatever their case", () => {
  assert.deepEqual(scopes("MOVE $4,$f12"), [
    "MOVE:support.function.pseudo",
    "$4:variable.language.register",
    "$f12:variable.language.register",
  ]);
  assert.deepEqual(scopes("beq $t0, $t1, add_one"), [
    "beq:keyword.control",
    "$t0:variable.language.register",
    "$t1:variable.language.register",
  ]);
  assert.deepEqual(scopes("add.s $f0"), [
    "add.s:support.function.mnemonic",
    "$f0:variable.language.register",
  ]);
});

test("the number of a service is one only where it is chosen and known", () => {
  assert.equal(scopes("li $v0, 4").at(-1), "4:constant.numeric.service");
  assert.equal(scopes("li $v0, 40000").at(-1), "40000:constant.numeric");
  assert.equal(scopes("li $t0, 4").at(-1), "4:constant.numeric");
});

test("directives, strings with escapes, comments", () => {
  const found = scopes('.asciiz "a\\n#" # not "this"');
  assert.equal(found[0], ".asciiz:keyword.other.directive");
  assert.ok(found.includes("\\n:constant.character.escape"), found.join(" "));
  assert.equal(found.at(-1), '# not "this":comment.line.number-sign');
  assert.deepEqual(scopes(".unknown 1"), ["1:constant.numeric"]);
  assert.deepEqual(scopes(".macro print (%x)"), [
    ".macro:keyword.other.directive",
    "print:entity.name.function.macro",
    "%x:variable.parameter.macro",
  ]);
});

test("a string that is not closed ends with its line", () => {
  const first = grammar.tokenizeLine('.ascii "open', textmate.INITIAL);
  const second = grammar.tokenizeLine("add $t0, $t1, $t2", first.ruleStack);
  assert.equal(second.tokens[0]?.scopes.at(-1), "support.function.mnemonic.mips");
});
