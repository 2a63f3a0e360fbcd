//! The list of contents, and looking for words in it.

use jetan_asm::codes;
use jetan_isa::directives::DIRECTIVES;
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::registers::{CP0_REGISTERS, REGISTERS};
use jetan_isa::syscalls::SERVICES;
use jetan_isa::topics::{ManualTopic, TOPICS};
use jetan_isa::{FReg, Mnemonic};
use jetan_order::SharedSort;

use crate::find::shipped;
use crate::{Article, Section, articles, find, of_pack, of_pack_service, runtime_codes};

/// The most bytes of a query that are looked at.
const QUERY_BYTES_MAX: usize = 200;

/// A line of the list of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexEntry {
    /// By which its article is asked for.
    pub name: String,
    /// The first line of the article.
    pub title: String,
    /// The section of the article.
    pub section: Section,
    /// One sentence or a few words.
    pub summary: String,
}

impl From<Article> for IndexEntry {
    fn from(article: Article) -> IndexEntry {
        let Article { name, title, section, summary, .. } = article;
        IndexEntry { name, title, section, summary }
    }
}

/// Every article there is, section by section.
pub fn index() -> Vec<IndexEntry> {
    let floats = (0..32).map(FReg::at_index).map(articles::float_register);
    // Collected inside, because the services borrow from a pack that ends with its round.
    let packs = shipped().flat_map(|pack| {
        let services = pack.services.iter().map(|one| of_pack_service(one, &pack.name));
        std::iter::once(of_pack(&pack)).chain(services.collect::<Vec<_>>()).collect::<Vec<_>>()
    });
    let articles = TOPICS.iter().map(articles::topic);
    let articles = articles
        .chain(Mnemonic::all().map(articles::instruction))
        .chain(DIRECTIVES.iter().map(articles::directive))
        .chain(SERVICES.iter().map(articles::service))
        .chain(packs)
        .chain(REGISTERS.iter().map(articles::register))
        .chain(floats)
        .chain(CP0_REGISTERS.iter().map(articles::cp0))
        .chain(MEMORY_MAPS.iter().map(articles::memory))
        .chain(codes::PAGES.iter().map(articles::code))
        .chain(runtime_codes::all().map(articles::runtime_code))
        .chain(jetan_pack::codes::PAGES.iter().map(articles::pack_code));
    articles.map(IndexEntry::from).collect()
}

/// The entries in which every word of a query occurs, the likeliest first, at most so many.
pub fn search(query: &str, most: usize) -> Vec<IndexEntry> {
    let end = query.floor_char_boundary(QUERY_BYTES_MAX);
    let query = query[..end].trim().to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    // `find` knows names that are not in an entry's text, such as `$8`.
    let meant: Vec<String> = find(&query).into_iter().map(|article| article.name).collect();
    let mut found: Vec<(u32, IndexEntry)> = index()
        .into_iter()
        .filter_map(|entry| {
            let is_meant = meant.contains(&entry.name);
            let rank = if is_meant { Some(0) } else { rank(&entry, &words) };
            rank.map(|rank| (rank, entry))
        })
        .collect();
    // The order of the sections decides among equals.
    found.shared_sort_by_key(|(rank, _)| *rank);
    found.into_iter().take(most).map(|(_, entry)| entry).collect()
}

/// The distance of the words from an entry's name; none if it lacks one of them.
fn rank(entry: &IndexEntry, words: &[&str]) -> Option<u32> {
    let topic = match entry.section {
        Section::Topics => ManualTopic::lookup(&entry.name),
        _ => None,
    };
    let of_word = |word: &&str| {
        let name = entry.name.to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(word);
        // People search without the dot or the dollar sign.
        if name.trim_start_matches(['.', '$']).starts_with(word) || name.starts_with(word) {
            Some(1)
        } else if topic.is_some_and(|topic| topic.other_names.contains(word)) {
            Some(2)
        } else if name.contains(word) {
            Some(3)
        } else if has(&entry.title) {
            Some(4)
        } else if has(&entry.summary) {
            Some(5)
        } else {
            topic.filter(|topic| has(topic.text)).map(|_| 6)
        }
    };
    // The worst word counts: an entry is only as close as its farthest word.
    words.iter().map(of_word).try_fold(0, |worst, rank| rank.map(|rank| worst.max(rank)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArticleBlock, article};

    #[test]
    fn every_entry_has_an_article_of_its_own() {
        let mut names: Vec<String> = index().into_iter().map(|entry| entry.name).collect();
        assert!(names.len() > 350, "{}", names.len());
        for name in &names {
            let found = article(name).unwrap_or_else(|| panic!("{name} has no article"));
            assert!(!found.blocks.is_empty() && !found.title.is_empty(), "{name}");
            assert!(!found.summary.is_empty(), "{name}");
            for block in &found.blocks {
                if let ArticleBlock::Table { head, rows } = block {
                    let width = rows.first().map_or(0, Vec::len);
                    assert!(rows.iter().all(|row| row.len() == width), "{name}");
                    assert!(head.is_empty() || head.len() == width, "{name}");
                }
            }
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn what_is_meant_comes_first() {
        for (query, name) in [
            ("add", "add"),
            ("print string", "syscall 4"),
            ("print str", "syscall 4"),
            ("4", "syscall 4"),
            ("calling convention", "calls"),
            ("recursion", "calls"),
            ("E0203", "E0203"),
            ("stack", "stack"),
            ("random range", "syscall 42"),
            ("t0", "$t0"),
            ("WORD", ".word"),
            ("play sound", "comp2611-2048 202"),
        ] {
            let found = search(query, 5);
            assert_eq!(found.first().map(|entry| entry.name.as_str()), Some(name), "{query}");
        }
    }

    #[test]
    fn no_query_breaks_it() {
        for query in ["", " ", "\u{0}", "é".repeat(500).as_str(), "qqqqq", "((((", "a b c d e f"] {
            assert!(search(query, 3).len() <= 3);
        }
        assert_eq!(search("zzzzzz", 9), []);
        assert_eq!(search("load", 0), []);
    }
}
