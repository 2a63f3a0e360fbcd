//! `jetan explain`: the manual page of anything a student can type or read in a message.

mod pages;
mod runtime_codes;

use jetan_asm::codes;
use jetan_isa::directives::DIRECTIVES;
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::registers::{CP0_REGISTERS, REGISTERS};
use jetan_isa::suggest::closest;
use jetan_isa::syscalls::SERVICES;
use jetan_isa::topics::{TOPICS, Topic};
use jetan_isa::{Directive, FReg, MemoryMap, Mnemonic, Reg, Service};

use crate::cli;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::packs;
use crate::render::paint::{BOLD, Paint};

/// Prints every page that fits, or the closest name there is.
pub(crate) fn run(typed: &cli::Explain, console: &Console) -> Result<Exit, Failure> {
    let what = typed.what.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(pack) = &typed.pack {
        return of_pack(pack, &what, console);
    }
    if what.is_empty() {
        print(&[pages::contents()], console)?;
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
    print(&found, console)?;
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

/// Prints the page of a service of a pack, or the list of its services.
fn of_pack(name: &str, what: &str, console: &Console) -> Result<Exit, Failure> {
    let pack = packs::find(name)?;
    if what.is_empty() {
        print(&[pages::pack(&pack)], console)?;
        return Ok(Exit::Success);
    }
    let bare = bare_service(what);
    let numbered = bare.parse().ok().and_then(|number| pack.service(number));
    let Some(service) = numbered.or_else(|| pack.service_named(&bare)) else {
        let message = format!("jetan: the pack {} has no service `{what}`", pack.name);
        let hint = format!("; `jetan explain --pack {name}` lists them");
        return Err(Failure::new(Exit::Assembly, message + &hint));
    };
    print(&[pages::pack_service(service, &pack.name)], console)?;
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

/// The pages of everything that goes by a name.
fn find(what: &str) -> Vec<String> {
    let lookups: [fn(&str) -> Option<String>; 6] =
        [code, instruction, directive, register, service, memory];
    let found: Vec<String> = lookups.iter().filter_map(|lookup| lookup(what)).collect();
    if found.is_empty() { topic(what).into_iter().collect() } else { found }
}

/// A topic; the words of the tables come first, and name the topic themselves where it helps.
fn topic(what: &str) -> Option<String> {
    Topic::lookup(what).map(pages::topic)
}

fn code(what: &str) -> Option<String> {
    let assembly = codes::page(what).map(pages::code);
    let runtime = || runtime_codes::page(what).map(pages::runtime_code);
    assembly.or_else(runtime).or_else(|| jetan_pack::codes::page(what).map(pages::pack_code))
}

fn instruction(what: &str) -> Option<String> {
    Mnemonic::lookup(what).map(pages::instruction)
}

/// A directive, with or without its dot; a dot is needed where an instruction has the name.
fn directive(what: &str) -> Option<String> {
    let dotted = format!(".{what}");
    let undotted = Directive::lookup(&dotted).filter(|_| Mnemonic::lookup(what).is_none());
    Directive::lookup(what).or(undotted).map(|directive| pages::directive(directive.row()))
}

/// A register by name or number; without its dollar sign only by name.
fn register(what: &str) -> Option<String> {
    let lower = what.to_ascii_lowercase();
    let dollar = if lower.starts_with('$') { lower.clone() } else { format!("${lower}") };
    let number = lower.strip_prefix('$').and_then(|digits| digits.parse().ok());
    let cpu = Reg::from_name(&dollar).or_else(|| number.and_then(Reg::new));
    let cp0 = CP0_REGISTERS.iter().find(|row| pages::cp0_name(row) == lower);
    if let Some(reg) = cpu {
        return Some(pages::register(&REGISTERS[reg.index()]));
    }
    FReg::from_name(&dollar).map(pages::float_register).or_else(|| cp0.map(pages::cp0))
}

/// A service by number or name, with or without `syscall` or `service` in front.
fn service(what: &str) -> Option<String> {
    let bare = bare_service(what);
    let named = || SERVICES.iter().find(|row| row.name.eq_ignore_ascii_case(&bare));
    let numbered = bare.parse().ok().and_then(Service::from_number).map(Service::row);
    numbered.or_else(named).map(pages::service)
}

fn bare_service(what: &str) -> String {
    let lower = what.to_ascii_lowercase();
    let bare = ["syscall ", "service "].iter().find_map(|word| lower.strip_prefix(word));
    bare.unwrap_or(&lower).to_owned()
}

fn memory(what: &str) -> Option<String> {
    let named = |map: &&MemoryMap| map.name.eq_ignore_ascii_case(what);
    MEMORY_MAPS.iter().find(named).map(pages::memory)
}

/// The name closest to what was typed.
fn suggestion(what: &str) -> Option<&'static str> {
    let registers = REGISTERS.iter().map(|row| row.name);
    let names = codes::PAGES
        .iter()
        .map(|page| page.code)
        .chain(runtime_codes::all().map(|page| page.code))
        .chain(Mnemonic::all().map(Mnemonic::name))
        .chain(DIRECTIVES.iter().map(|row| row.name))
        .chain(registers)
        .chain(SERVICES.iter().map(|row| row.name))
        .chain(MEMORY_MAPS.iter().map(|map| map.name))
        .chain(TOPICS.iter().map(|topic| topic.name));
    closest(what, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_page() {
        let pages = codes::PAGES.iter().map(|page| page.code);
        let pages = pages.chain(runtime_codes::all().map(|page| page.code));
        let mnemonics = Mnemonic::all().map(Mnemonic::name);
        let directives = DIRECTIVES.iter().map(|row| row.name);
        let registers = REGISTERS.iter().map(|row| row.name);
        let services = SERVICES.iter().map(|row| row.name);
        let maps = MEMORY_MAPS.iter().map(|map| map.name);
        let maps = maps.chain(TOPICS.iter().map(|topic| topic.name));
        let names = pages.chain(mnemonics).chain(directives).chain(registers).chain(services);
        for name in names.chain(maps) {
            assert!(!find(name).is_empty(), "{name}");
            for page in find(name) {
                assert!(page.ends_with('\n'), "{name}");
                let wide = page.lines().find(|line| line.chars().count() > 140);
                assert_eq!(wide, None, "{name}");
            }
        }
    }

    #[test]
    fn one_thing_is_found_by_several_names() {
        for (names, start) in [
            (&["syscall 4", "service 4", "4", "print string", "Print String"][..], "syscall 4"),
            (&["$t0", "t0", "$8", "$T0"], "$t0"),
            (&["$f12", "f12"], "$f12"),
            (&["cause"], "$13 (cause)"),
            (&[".word", "word", ".WORD"], ".word"),
            (&["default"], "Default"),
            (&["e0203"], "E0203"),
            (&["r0101"], "R0101"),
            (&["ADD"], "add"),
            (&["calls", "calling convention", "Recursion"], "calls: "),
        ] {
            for name in names {
                let found = find(name);
                assert_eq!(found.len(), 1, "{name}");
                assert!(found[0].starts_with(start), "{name}: {}", found[0]);
            }
        }
        assert_eq!(find("$32"), Vec::<String>::new());
        assert_eq!(suggestion("adddiu"), Some("addiu"));
    }
}
