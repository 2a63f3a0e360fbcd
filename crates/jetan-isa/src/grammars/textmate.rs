//! The `TextMate` grammar: what VS Code colours before the language server has answered.

use super::json::JsonValue;
use super::words::{self, MnemonicKind};

/// A word ends where none of these follows.
const END: &str = "(?![\\w.$])";
/// A word begins where none of these stands before it.
const START: &str = "(?<![\\w.$%])";
const NAME: &str = "[A-Za-z_.$][\\w.$]*";

pub(super) fn grammar() -> JsonValue {
    JsonValue::object([
        ("$comment", "Made from the tables of jetan-isa; edit those instead.".into()),
        ("name", "MIPS assembly".into()),
        ("scopeName", "source.mips".into()),
        ("fileTypes", ["asm", "s", "S", "mips"].into_iter().collect()),
        ("patterns", JsonValue::List(patterns())),
    ])
}

fn patterns() -> Vec<JsonValue> {
    let mut all = comments();
    all.extend(literals());
    all.extend(definitions());
    all.push(service());
    all.push(rule("variable.language.register.mips", &registers()));
    all.push(rule("variable.parameter.macro.mips", "%\\w+"));
    all.push(rule("keyword.other.directive.mips", &directives()));
    for (scope, kind) in [
        ("keyword.control.mips", MnemonicKind::Control),
        ("support.function.mnemonic.mips", MnemonicKind::Basic),
        ("support.function.pseudo.mips", MnemonicKind::Pseudo),
    ] {
        all.push(rule(scope, &mnemonics(kind)));
    }
    all.push(rule("constant.numeric.mips", &format!("{START}[+-]?(?:{}){END}", numbers())));
    all.push(rule("keyword.operator.mips", "[-+*/|&^~=]|<<|>>"));
    all
}

fn comments() -> Vec<JsonValue> {
    let block = JsonValue::object([
        ("name", "comment.block.mips".into()),
        ("begin", "/\\*".into()),
        ("end", "\\*/".into()),
    ]);
    vec![
        rule("comment.line.number-sign.mips", "#.*$"),
        rule("comment.line.double-slash.mips", "//.*$"),
        block,
    ]
}

fn literals() -> Vec<JsonValue> {
    let escape = rule("constant.character.escape.mips", "\\\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|.)");
    let string = JsonValue::object([
        ("name", "string.quoted.double.mips".into()),
        ("begin", "\"".into()),
        // A string never goes on in the next line, whether or not it was closed.
        ("end", "\"|$".into()),
        ("patterns", JsonValue::List(vec![escape])),
    ]);
    vec![string, rule("string.quoted.single.mips", "'(?:\\\\(?:[0-7]{1,3}|.)|[^'\\\\])'")]
}

/// Names where they are defined: labels, macros and equivalents.
fn definitions() -> Vec<JsonValue> {
    let label = format!("{START}({NAME}|\\d+)\\s*(:)");
    let directive = format!("(?i:(\\.(?:macro|eqv|set)))\\s+({NAME})");
    vec![
        captures(&label, &["entity.name.function.label.mips", "punctuation.separator.mips"]),
        captures(&directive, &["keyword.other.directive.mips", "entity.name.function.macro.mips"]),
    ]
}

/// The number of a service where it is chosen.
fn service() -> JsonValue {
    let numbers = words::services().join("|");
    let chosen = format!("{START}((?i:li))\\s+(\\$v0|\\$2)\\s*,?\\s*({numbers}){END}");
    let scopes = [
        "support.function.pseudo.mips",
        "variable.language.register.mips",
        "constant.numeric.service.mips",
    ];
    captures(&chosen, &scopes)
}

fn registers() -> String {
    let numbers = (0..32).map(|number| number.to_string());
    let names = words::registers().into_iter().map(str::to_owned);
    format!("\\$(?:{}){END}", names.chain(numbers).collect::<Vec<_>>().join("|"))
}

fn directives() -> String {
    format!("(?<![\\w$])\\.(?i:{}){END}", alternatives(words::directives()))
}

fn mnemonics(kind: MnemonicKind) -> String {
    format!("{START}(?i:{}){END}", alternatives(words::mnemonics(kind)))
}

fn numbers() -> &'static str {
    "0[xX][0-9A-Fa-f]+|0[bB][01]+|\\d+\\.\\d*(?:[eE][+-]?\\d+)?|\\d+(?:[eE][+-]?\\d+)?"
}

fn alternatives(words: impl IntoIterator<Item = &'static str>) -> String {
    let escaped = words.into_iter().map(|word| word.replace('.', "\\."));
    escaped.collect::<Vec<_>>().join("|")
}

fn rule(scope: &str, pattern: &str) -> JsonValue {
    JsonValue::object([("name", scope.into()), ("match", pattern.into())])
}

fn captures(pattern: &str, scopes: &[&str]) -> JsonValue {
    let named = scopes.iter().enumerate().map(|(index, scope)| {
        ((index + 1).to_string(), JsonValue::object([("name", (*scope).into())]))
    });
    JsonValue::object([("match", pattern.into()), ("captures", JsonValue::Object(named.collect()))])
}
