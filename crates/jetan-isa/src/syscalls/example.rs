//! A piece of program that asks for a service, from what its row says of its arguments.

use super::ServiceRow;

/// The beginning of an argument's meaning, the code that loads such a value, and the data that
/// needs.
const ARGUMENT_LOADS: &[(&str, &str, Option<&str>)] = &[
    ("address", "la {}, text", Some("text:   .asciiz \"hello\"")),
    ("name", "la {}, name", Some("name:   .asciiz \"file.txt\"")),
    ("message", "la {}, ask", Some("ask:    .asciiz \"Your turn\"")),
    ("string", "la {}, text", Some("text:   .asciiz \"hello\"")),
    ("buffer", "la {}, buffer", Some("buffer: .space 64")),
    ("its size", "li {}, 64", None),
    ("bytes", "li {}, 64", None),
    ("descriptor", "move {}, $s0", None),
    ("character", "li {}, 'A'", None),
    ("pitch", "li {}, 60", None),
    ("milliseconds", "li {}, 500", None),
    ("volume", "li {}, 100", None),
    ("bound", "li {}, 6", None),
    ("seed", "li {}, 2048", None),
    ("integer", "li {}, 42", None),
    ("word", "li {}, 42", None),
    // Every meaning starts with the empty text, so this row must be the last.
    ("", "li {}, 0", None),
];

/// The statements, without labels or `.text` if nothing has to be in memory.
pub(super) fn statements(row: &ServiceRow) -> String {
    let mut data: Vec<&str> = Vec::new();
    let mut code = Vec::new();
    for (register, meaning) in arguments(row.arguments) {
        let (load, place) = load_for(row, register, meaning);
        data.extend(place);
        let load = load.replace("{}", register);
        code.push(format!("        {load:<22} # {meaning}\n"));
    }
    code.push(format!("        {:<22} # {}\n", format!("li $v0, {}", row.number), row.name));
    code.push("        syscall\n".to_owned());
    if data.is_empty() {
        return code.concat();
    }
    data.dedup();
    format!("        .data\n{}\n\n        .text\n{}", data.join("\n"), code.concat())
}

fn load_for(
    row: &ServiceRow,
    register: &str,
    meaning: &str,
) -> (&'static str, Option<&'static str>) {
    match (register.starts_with("$f"), row.name.contains("double")) {
        (true, true) => ("l.d {}, number", Some("number: .double 1.5")),
        (true, false) => ("l.s {}, number", Some("number: .float 1.5")),
        (false, _) => {
            let known = ARGUMENT_LOADS.iter().find(|(start, ..)| meaning.starts_with(start));
            known.map_or(("li {}, 0", None), |&(_, load, place)| (load, place))
        }
    }
}

/// Registers and what they mean: `$a0: name, $a1: flags`. A meaning may hold commas.
fn arguments(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = text.match_indices(", $").map(|(at, _)| at).chain([text.len()]);
    let mut start = 0;
    ends.filter_map(move |end| {
        let argument = &text[start..end];
        start = end + 2;
        argument.split_once(": ")
    })
}
