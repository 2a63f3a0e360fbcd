//! Course packs and their services as articles.

use jetan_isa::pack::{PackService, ServiceArgument};
use jetan_isa::{ClassCost, Pack};

use crate::{Article, ArticleBlock, Section};

/// A pack: what it is for, and its services.
pub fn of_pack(pack: &Pack) -> Article {
    let Pack { name, version, course, summary, .. } = pack;
    let row = |one: &PackService| vec![one.number.to_string(), one.name.clone()];
    let first = pack.services.first().map_or(0, |service| service.number);
    let title = format!("{name} {version}: {course}");
    let mut article = Article::new(Section::PackServices, name, title, summary).text(summary);
    if !pack.services.is_empty() {
        article = article
            .heading("Its services")
            .rows(pack.services.iter().map(row).collect())
            .text(format!("`jetan explain --pack {name} {first}` explains one of them."));
    }
    if pack.costs.is_empty() {
        return article;
    }
    let cost = |one: &ClassCost| vec![one.class.name().to_owned(), one.cycles.to_string()];
    article
        .heading("Cycles by class of instructions")
        .rows(pack.costs.iter().map(cost).collect())
        .text("Every other class takes one cycle; `jetan run --mix` counts them.")
}

/// A service of a pack.
pub fn of_pack_service(service: &PackService, pack: &str) -> Article {
    let PackService { number, name, summary, .. } = service;
    let title = format!("syscall {number}: {name}, of {pack}");
    let article = Article::new(Section::PackServices, format!("{pack} {number}"), title, summary)
        .text(summary);
    let takes = service.arguments.iter().flat_map(argument);
    let gives = service.results.iter().map(|one| format!("{}: {}", one.reg, one.meaning()));
    article
        .rows(titled("takes", takes))
        .rows(titled("gives", gives))
        .with(ArticleBlock::Code(format!("    li $v0, {number}\n    syscall\n")))
}

/// Rows of which the first has a title.
fn titled(title: &str, cells: impl Iterator<Item = String>) -> Vec<Vec<String>> {
    // The other rows have an empty cell, so that a table of them stays aligned.
    let title = |idx| if idx == 0 { title.to_owned() } else { String::new() };
    cells.enumerate().map(|(idx, cell)| vec![title(idx), cell]).collect()
}

/// The register of an argument and what it means, then what its values mean, further to the right.
fn argument(argument: &ServiceArgument) -> Vec<String> {
    let value = |(value, text): &(i32, String)| format!("  {value:>4}  {text}");
    let first = format!("{}: {}", argument.reg, argument.meaning());
    std::iter::once(first).chain(argument.values.iter().map(value)).collect()
}
