// The language of MARS and Jetan for Tree-sitter. Words come from words.json, which is made from
// the tables of the assembler; this file has only the shape of lines.
//
// The grammar is wider than the assembler: it takes every operand list, since what an operand means
// is decided by its instruction. Every line that assembles is parsed without an error.

const words = require("./words.json");

/** A word in any case, as a regular expression. */
function anyCase(word) {
  return [...word]
    .map((c) => (/[a-z]/.test(c) ? `[${c}${c.toUpperCase()}]` : c.replace(/[.$]/, "\\$&")))
    .join("");
}

/**
 * One of the words. Without a precedence, which would let `b` win over `backtrack`: of tokens of the
 * same length the one that stands first below is taken.
 */
function oneOf(list, before = "") {
  return new RegExp(`${before}(${list.map(anyCase).join("|")})`);
}

/** Everything that ends no word and begins no other token, as the assembler's scanner has it. */
const NAME = /[^\s,#+\-:()"'\/=*|&^~<>%0-9\uFEFF][^\s,#+\-:()"'\/=*|&^~<>\uFEFF]*/;

module.exports = grammar({
  name: "mars",

  // Commas are blanks.
  extras: ($) => [/[ \t\f\v,\r\uFEFF]/, $.comment, $.block_comment],

  rules: {
    source_file: ($) => seq(repeat(seq(optional($._line), "\n")), optional($._line)),

    _line: ($) => choice(seq(repeat1($.label), optional($._statement)), $._statement),

    label: ($) => seq(field("name", choice($._name, $.integer, $.local)), ":"),

    _statement: ($) => choice($.instruction, $.directive, $.assignment, $.macro_call, $.values),

    instruction: ($) => seq(field("mnemonic", $._mnemonic), repeat($._operand)),

    directive: ($) => seq(field("name", $.directive_name), repeat(choice($._operand, ":", "="))),

    assignment: ($) => seq(field("name", $.identifier), "=", repeat1($._operand)),

    macro_call: ($) => seq(field("name", choice($.identifier, $.parameter)), repeat($._operand)),

    // A line of values goes on with the last directive for data.
    values: ($) => seq($._value, repeat($._operand)),

    _mnemonic: ($) => choice($.control, $.basic, $.pseudo),

    _name: ($) => choice($.identifier, $._mnemonic, $.parameter, $.register),

    _value: ($) =>
      choice(
        $.register,
        $.integer,
        $.real,
        $.character,
        $.string,
        $.local,
        $.operator,
        "(",
        ")",
      ),

    _operand: ($) =>
      choice(
        $._value,
        $.parameter,
        $.identifier,
        alias($._mnemonic, $.identifier),
        alias($.directive_name, $.identifier),
      ),

    control: () => oneOf(words.control),
    basic: () => oneOf(words.basic),
    pseudo: () => oneOf(words.pseudo),
    directive_name: () => oneOf(words.directives, "\\."),

    register: () => new RegExp(`\\$(${words.registers.join("|")}|[12]?[0-9]|3[01])`),

    parameter: () => /%[^\s,#+\-:()"'\/=*|&^~<>]*/,
    integer: () => /[+-]?(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)/,
    real: () => /[+-]?([0-9]+\.[0-9]*|[0-9]*\.[0-9]+|[0-9]+)([eE][+-]?[0-9]+)?[fFdD]?/,
    local: () => /[0-9]+[bf]/,
    character: () => /'(\\[0-7]{1,3}|\\[^\n]|[^'\\\n])'/,
    // MARS takes a string whose closing quote is missing.
    string: () => /"([^"\\\n]|\\[^\n])*\\?"?/,
    operator: () => choice("+", "-", "*", "/", "|", "&", "^", "~", "<<", ">>"),

    identifier: () => NAME,

    comment: () => token(choice(/#[^\n]*/, /\/\/[^\n]*/)),
    block_comment: () => token(seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/")),
  },
});
