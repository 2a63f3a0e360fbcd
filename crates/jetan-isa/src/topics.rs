//! Topics: what the tables cannot say row by row, as short texts with programs to try.
//!
//! The texts are Markdown of a small kind: paragraphs with one sentence a line, tables, and fenced
//! blocks. A block `mips` is a whole program, and the blocks after it are what it is given
//! (`input`, `keys`) and what it prints (`output`).

/// A topic of the manual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManualTopic {
    /// The name to ask for.
    pub name: &'static str,
    /// Other words for it, in lower case.
    pub other_names: &'static [&'static str],
    /// The subject, in one line.
    pub title: &'static str,
    /// The text, as Markdown.
    pub text: &'static str,
}

/// A part of a topic's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopicPart<'t> {
    /// Lines outside of blocks: a paragraph or a table, never empty.
    Prose(&'t str),
    /// A fenced block: the word after the fence, and its lines.
    Block(&'t str, &'t str),
}

macro_rules! topics {
    ($( $name:literal, $other_names:expr, $title:literal; )*) => {
        /// All topics, in the order in which one would read them.
        pub static TOPICS: &[ManualTopic] = &[$(
            ManualTopic {
                name: $name,
                other_names: &$other_names,
                title: $title,
                text: include_str!(concat!("topics/", $name, ".md")),
            },
        )*];
    };
}

topics! {
    "memory", ["address", "addresses", "segments", "memory map", "alignment"],
        "where things are, and how to get at them";
    "arrays", ["array", "table", "tables"], "many values of one kind";
    "strings", ["string", "text", "characters"], "text in memory";
    "calls", ["call", "calling convention", "convention", "procedure", "procedures", "function",
              "functions", "recursion"],
        "procedures, their arguments and results";
    "stack", ["push", "pop", "frame"], "memory that procedures borrow";
    "floats", ["float", "double", "doubles", "fpu", "floating point"], "numbers with a fraction";
    "macros", ["eqv", "constants"], "text with a name";
    "files", ["file", "file descriptor"], "reading and writing files";
    "keyboard", ["key", "keys", "mmio", "polling"], "keys without waiting for them";
    "bitmap", ["bitmap display", "display", "pixels", "graphics", "screen"],
        "memory as a picture";
    "exceptions", ["exception", "interrupt", "interrupts", "handler", "traps"],
        "what happens when something goes wrong, or a key is pressed";
}

impl ManualTopic {
    /// The topic of a name, in any case.
    pub fn lookup(name: &str) -> Option<&'static ManualTopic> {
        // `other_names` are in lower case already; lowering them again for every question is not
        // needed.
        let name = name.to_lowercase();
        TOPICS.iter().find(|topic| topic.name == name || topic.other_names.contains(&name.as_str()))
    }

    /// The text, split into paragraphs, tables and fenced blocks.
    pub fn parts(&self) -> Vec<TopicPart<'static>> {
        let mut parts = Vec::new();
        let mut rest = self.text;
        while let Some((prose, fenced)) = rest.split_once("```") {
            parts.extend(paragraphs(prose));
            let (word, block) = fenced.split_once('\n').unwrap_or((fenced, ""));
            let (lines, after) = block.split_once("```\n").unwrap_or((block, ""));
            parts.push(TopicPart::Block(word, lines));
            rest = after;
        }
        parts.extend(paragraphs(rest));
        parts
    }
}

fn paragraphs(prose: &'static str) -> impl Iterator<Item = TopicPart<'static>> {
    prose.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(TopicPart::Prose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_topic() {
        let names = TOPICS.iter().flat_map(|topic| topic.other_names.iter().chain([&topic.name]));
        let mut seen: Vec<&str> = names.copied().collect();
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
        assert_eq!(
            ManualTopic::lookup("Calling Convention").map(|topic| topic.name),
            Some("calls")
        );
        assert_eq!(ManualTopic::lookup("quantum physics"), None);
    }

    #[test]
    fn a_text_is_cut_into_its_parts() {
        let topic = ManualTopic {
            name: "made up",
            other_names: &[],
            title: "",
            text: "One.\nTwo.\n\n| a |\n\n```mips\nnop\n```\n\n```output\n```\n\nEnd.\n",
        };
        let parts = [
            TopicPart::Prose("One.\nTwo."),
            TopicPart::Prose("| a |"),
            TopicPart::Block("mips", "nop\n"),
            TopicPart::Block("output", ""),
            TopicPart::Prose("End."),
        ];
        assert_eq!(topic.parts(), parts);
    }
}
