//! `jetan explain`: the manual page of anything a student can type or read in a message.

mod text;

use jetan_asm::codes::{PAGES, Page};
use jetan_isa::Mnemonic;
use jetan_isa::directives::DIRECTIVES;
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::mnemonics::MNEMONIC_COUNT;
use jetan_isa::syscalls::SERVICES;
use jetan_isa::topics::TOPICS;
use jetan_manual::{bare_service, find, of_pack_service, runtime_codes, suggestion};

use crate::cli;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::packs;
use crate::render::paint::{BOLD, Paint};
use crate::render::wrapped;

/// Prints every page that fits, or the closest name there is.
pub(crate) fn run(typed: &cli::Explain, console: &Console) -> Result<Exit, Failure> {
    let what = typed.what.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(pack) = &typed.pack {
        return of_pack(pack, &what, console);
    }
    if what.is_empty() {
        print(&[contents()], console)?;
        return Ok(Exit::Success);
    }
    let found = find(&what);
    if found.is_empty() {
        let hint = match suggestion(&what) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => packs_hint(&what),
        };
        let message = format!("jetan: there is nothing to explain about `{what}`{hint}");
        return Err(Failure::new(Exit::Assembly, message));
    }
    print(&found.iter().map(text::page).collect::<Vec<_>>(), console)?;
    Ok(Exit::Success)
}

/// Prints pages, with their titles and headings in bold where there are colours.
fn print(pages: &[String], console: &Console) -> Result<(), Failure> {
    let paint = Paint { is_colored: console.is_result_colored() };
    let painted = |page: &String| {
        let line = |(idx, line): (usize, &str)| {
            let is_bold = (idx == 0 || is_heading(line)) && !line.is_empty();
            if is_bold { paint.with(&[BOLD], line) + "\n" } else { format!("{line}\n") }
        };
        page.lines().enumerate().map(line).collect::<String>()
    };
    console.colored_result(&pages.iter().map(painted).collect::<Vec<_>>().join("\n"))
}

/// A line of its own that ends in a colon, at the left.
fn is_heading(line: &str) -> bool {
    line.ends_with(':') && !line.starts_with("   ") && !line.contains('#')
}

/// What there is to explain.
fn contents() -> String {
    let services: Vec<String> =
        SERVICES.iter().map(|row| format!("{} {}", row.number, row.name)).collect();
    let directives: Vec<&str> = DIRECTIVES.iter().map(|row| row.name).collect();
    let maps: Vec<&str> = MEMORY_MAPS.iter().map(|map| map.name).collect();
    let mnemonics: Vec<&str> = Mnemonic::all().map(Mnemonic::name).collect();
    let (first, last) = (PAGES.first(), PAGES.last());
    let code = |page: Option<&Page>| page.map_or("", |page| page.code);
    let runtime: Vec<&str> = runtime_codes::all().map(|page| page.code).collect();
    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let mut parts = vec!["`jetan explain WHAT` explains\n".to_owned()];
    for (title, names) in [
        ("a topic, with programs to try".to_owned(), topics.join(" ")),
        ("an error or warning code".to_owned(), format!("{} to {}", code(first), code(last))),
        ("the code of an error at run time".to_owned(), runtime.join(" ")),
        (format!("one of {MNEMONIC_COUNT} instructions"), mnemonics.join(" ")),
        ("a directive".to_owned(), directives.join(" ")),
        ("a register".to_owned(), "$zero $t0 $8 … $f0 … vaddr status cause epc".to_owned()),
        ("a service, by number or name".to_owned(), services.join(", ")),
        ("a memory configuration".to_owned(), maps.join(" ")),
    ] {
        parts.push(format!("\n{title}:\n{}", wrapped(&names, "  ")));
    }
    parts.concat()
}

/// Prints the page of a service of a pack, or the list of its services.
fn of_pack(name: &str, what: &str, console: &Console) -> Result<Exit, Failure> {
    let pack = packs::find(name)?;
    if what.is_empty() {
        print(&[text::page(&jetan_manual::of_pack(&pack))], console)?;
        return Ok(Exit::Success);
    }
    let bare = bare_service(what);
    let numbered = bare.parse().ok().and_then(|number| pack.service(number));
    let Some(service) = numbered.or_else(|| pack.service_named(&bare)) else {
        let message = format!("jetan: the pack {} has no service `{what}`", pack.name);
        let hint = format!("; `jetan explain --pack {name}` lists them");
        return Err(Failure::new(Exit::Assembly, message + &hint));
    };
    print(&[text::page(&of_pack_service(service, &pack.name))], console)?;
    Ok(Exit::Success)
}

/// Where a number that is no built-in service may have a meaning.
fn packs_hint(what: &str) -> String {
    let number = bare_service(what).parse();
    let knowing = number.map_or(Vec::new(), |number| jetan_pack::knowing(&[number]));
    match knowing.first() {
        Some(first) => {
            let all = knowing.join(" and ");
            format!("; it is a service of {all}: add `--pack {first}`")
        }
        None => "; `jetan explain` alone lists what there is".to_owned(),
    }
}
