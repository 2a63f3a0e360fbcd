/** A folder as a teacher makes one: a rubric, and a program that is not right yet. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

export const RUBRIC = `title = "Lab 3"
files = ["lab3.asm"]

[[criterion]]
name = "doubles numbers"
points = 2.5
rule = "proportional"
io = [
  { input = "2\\n", output = "4" },
  { input = "-3\\n", output = "-6", message = "Negative numbers, too." },
]

[[criterion]]
name = "double"
points = 5
call = [
  { procedure = "double", registers = { a0 = 2 }, expect = { v0 = 4 } },
  { procedure = "double", registers = { a0 = 9 }, expect = { v0 = 18 }, hidden = true },
]

[[criterion]]
name = "secret"
points = 10
hidden = true
io = [{ input = "50\\n", output = "100" }]
`;

const SQUARES = `main:   li   $v0, 5
        syscall
        move $a0, $v0
        jal  double
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
double: mul  $v0, $a0, $a0
        jr   $ra
`;

export function writeFolder(folder: string, rubric = RUBRIC): void {
  writeFileSync(join(folder, "rubric.toml"), rubric);
  writeFileSync(join(folder, "lab3.asm"), SQUARES);
}
