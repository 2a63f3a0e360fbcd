//! A program as lines that a disguise can change, and pieces of it that can be moved.

use std::fmt::Write as _;

/// A line of code: its labels, its mnemonic with operands, or none.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeLine {
    pub(crate) labels: Vec<String>,
    pub(crate) op: String,
    pub(crate) args: Vec<String>,
}

impl CodeLine {
    pub(crate) fn new(op: &str, args: &[&str]) -> CodeLine {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        CodeLine { labels: Vec::new(), op: op.to_owned(), args }
    }

    pub(crate) fn label(name: &str) -> CodeLine {
        CodeLine { labels: vec![name.to_owned()], ..CodeLine::default() }
    }

    /// Whether nothing goes on after it.
    pub(crate) fn is_end(&self) -> bool {
        matches!(self.op.as_str(), "j" | "b" | "jr" | "eret")
    }

    /// The same branch under the opposite condition.
    pub(crate) fn inverted(&self, target: &str) -> Option<CodeLine> {
        const OPPOSITES: [(&str, &str); 9] = [
            ("beq", "bne"),
            ("beqz", "bnez"),
            ("blt", "bge"),
            ("bgt", "ble"),
            ("bltz", "bgez"),
            ("bgtz", "blez"),
            ("bltu", "bgeu"),
            ("bgtu", "bleu"),
            ("bc1t", "bc1f"),
        ];
        let opposite = OPPOSITES.iter().find_map(|&(one, other)| match self.op.as_str() {
            op if op == one => Some(other),
            op if op == other => Some(one),
            _ => None,
        })?;
        let mut line = CodeLine::new(opposite, &[]);
        line.args.clone_from(&self.args);
        target.clone_into(line.args.last_mut()?);
        Some(line)
    }

    pub(crate) fn target(&self) -> Option<&str> {
        self.args.last().map(String::as_str)
    }
}

/// A program: what is not code, as it was, and the code.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProgramText {
    pub(crate) head: Vec<String>,
    pub(crate) code: Vec<CodeLine>,
}

impl ProgramText {
    pub(crate) fn new(text: &str) -> ProgramText {
        let mut source = ProgramText::default();
        let (mut is_data, mut in_macro) = (false, false);
        for line in text.lines() {
            let line = without_comment(line).trim();
            let (mut labels, mut rest) = (Vec::new(), line);
            while let Some((name, after)) = label(rest) {
                labels.push(name.to_owned());
                rest = after.trim();
            }
            let word = rest.split_whitespace().next().unwrap_or_default();
            in_macro |= word == ".macro";
            match word {
                ".data" | ".kdata" => is_data = true,
                ".text" | ".ktext" => is_data = false,
                _ if line.is_empty() => continue,
                _ if is_data || in_macro || word.starts_with('.') => {
                    if is_data && !in_macro {
                        source.head.push(".data".to_owned());
                    }
                    source.head.push(line.to_owned());
                }
                _ => {
                    let (op, args) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                    let args = split_args(args);
                    source.code.push(CodeLine { labels, op: op.to_owned(), args });
                }
            }
            in_macro &= word != ".end_macro";
        }
        source
    }

    pub(crate) fn text(&self) -> String {
        let mut text = self.head.join("\n") + "\n.text\n";
        for line in &self.code {
            for label in &line.labels {
                text += label;
                text += ":\n";
            }
            if !line.op.is_empty() {
                let _ = writeln!(text, "    {} {}", line.op, line.args.join(", "));
            }
        }
        text
    }

    /// Pieces that begin with a label after a line where nothing goes on.
    pub(crate) fn pieces(&self) -> Vec<Vec<CodeLine>> {
        let mut pieces: Vec<Vec<CodeLine>> = vec![Vec::new()];
        for line in &self.code {
            let last = pieces.last().and_then(|piece| piece.last());
            if last.is_some_and(CodeLine::is_end) && !line.labels.is_empty() {
                pieces.push(Vec::new());
            }
            pieces.last_mut().expect("there is one").push(line.clone());
        }
        pieces
    }

    /// Every label that stands in the code.
    pub(crate) fn labels(&self) -> Vec<String> {
        self.code.iter().flat_map(|line| line.labels.clone()).collect()
    }
}

fn without_comment(line: &str) -> &str {
    let mut in_text = false;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match c {
            '"' if before != '\\' => in_text = !in_text,
            '#' if !in_text && before != '\'' => return &line[..at],
            _ => {}
        }
        before = c;
    }
    line
}

fn label(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.split_once(':')?;
    let is_name = |c: char| c == '_' || c == '.' || c == '$' || c.is_alphanumeric();
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_name)).then_some((name, after))
}

fn split_args(text: &str) -> Vec<String> {
    let is_split = text.contains(',');
    let parts: Vec<&str> = if is_split && !text.contains('\'') {
        text.split([',', ' ', '\t']).collect()
    } else if is_split {
        text.split(',').collect()
    } else {
        text.split_whitespace().collect()
    };
    parts.into_iter().map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// Replaces every word (names and registers) that is to be replaced.
pub(crate) fn with_words(text: &str, replace: impl Fn(&str) -> Option<String>) -> String {
    let mut changed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c == '$' || c == '_' || c.is_alphanumeric()) {
        let word = &rest[start..];
        let end = word[1..].find(|c: char| c != '_' && !c.is_alphanumeric());
        let word = &word[..end.map_or(word.len(), |end| end + 1)];
        changed += &rest[..start];
        changed += &replace(word).unwrap_or_else(|| word.to_owned());
        rest = &rest[start + word.len()..];
    }
    changed + rest
}
