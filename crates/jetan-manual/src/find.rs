//! Looking up articles by name.

use jetan_asm::codes;
use jetan_isa::directives::DIRECTIVES;
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::registers::{CP0_REGISTERS, REGISTERS};
use jetan_isa::suggest::closest;
use jetan_isa::syscalls::SERVICES;
use jetan_isa::topics::{ManualTopic, TOPICS};
use jetan_isa::{Directive, FReg, MemoryMap, Mnemonic, Pack, Reg, Service};

use crate::{Article, articles, of_pack, of_pack_service, runtime_codes};

/// The longest name that is looked for, in bytes; all that exist are shorter.
const NAME_BYTES_MAX: usize = 100;

/// Everything that goes by a name: an instruction and a directive may share one. A topic is found
/// if nothing else is.
pub fn find(what: &str) -> Vec<Article> {
    let lookups: [fn(&str) -> Option<Article>; 6] =
        [code, instruction, directive, register, service, memory];
    let found: Vec<Article> = lookups.iter().filter_map(|lookup| lookup(what)).collect();
    // Topics have many other names, such as `recursion`, which must not hide what the tables say.
    if found.is_empty() { topic(what).into_iter().collect() } else { found }
}

/// The article of exactly this name, packs that come with Jetan and their services included.
pub fn article(name: &str) -> Option<Article> {
    // Names come from clients of the studio too, and each is copied and compared many times.
    if name.len() > NAME_BYTES_MAX {
        return None;
    }
    let named = |article: &Article| article.name == name;
    find(name).into_iter().find(named).or_else(|| of_shipped_pack(name))
}

/// The packs that come with Jetan.
pub(crate) fn shipped() -> impl Iterator<Item = Pack> {
    jetan_pack::shipped().iter().filter_map(|(name, text)| jetan_pack::parse(name, text).0)
}

fn of_shipped_pack(name: &str) -> Option<Article> {
    let Some((pack, number)) = name.split_once(' ') else {
        return shipped().find(|shipped| shipped.name == name).map(|pack| of_pack(&pack));
    };
    let pack = shipped().find(|shipped| shipped.name == pack)?;
    let service = pack.service(number.parse().ok()?)?;
    Some(of_pack_service(service, &pack.name))
}

/// A topic; the words of the tables come first, and name the topic themselves where it helps.
fn topic(what: &str) -> Option<Article> {
    ManualTopic::lookup(what).map(articles::topic)
}

fn code(what: &str) -> Option<Article> {
    let assembly = codes::page(what).map(articles::code);
    let runtime = || runtime_codes::page(what).map(articles::runtime_code);
    assembly.or_else(runtime).or_else(|| jetan_pack::codes::page(what).map(articles::pack_code))
}

fn instruction(what: &str) -> Option<Article> {
    Mnemonic::known(what).map(articles::instruction)
}

/// A directive, with or without its dot; a dot is needed where an instruction has the name.
fn directive(what: &str) -> Option<Article> {
    let dotted = format!(".{what}");
    // `word` means `.word`, but a name that is also an instruction means the instruction.
    let undotted = Directive::lookup(&dotted).filter(|_| Mnemonic::lookup(what).is_none());
    Directive::lookup(what).or(undotted).map(|directive| articles::directive(directive.row()))
}

/// A register by name or number; without its dollar sign only by name.
fn register(what: &str) -> Option<Article> {
    let lower = what.to_ascii_lowercase();
    let dollar = if lower.starts_with('$') { lower.clone() } else { format!("${lower}") };
    // Without a dollar sign a number is a service.
    let number = lower.strip_prefix('$').and_then(|digits| digits.parse().ok());
    let cpu = Reg::from_name(&dollar).or_else(|| number.and_then(Reg::new));
    let cp0 = CP0_REGISTERS.iter().find(|row| row.cp0.short_name() == lower);
    if let Some(reg) = cpu {
        return Some(articles::register(&REGISTERS[reg.index()]));
    }
    FReg::from_name(&dollar).map(articles::float_register).or_else(|| cp0.map(articles::cp0))
}

/// A service by number or name, with or without `syscall` or `service` in front.
fn service(what: &str) -> Option<Article> {
    let bare = bare_service(what);
    let named = || SERVICES.iter().find(|row| row.name.eq_ignore_ascii_case(&bare));
    let numbered = bare.parse().ok().and_then(Service::from_number).map(Service::row);
    numbered.or_else(named).map(articles::service)
}

/// The typed text, in lower case and without `syscall` or `service` in front.
pub fn bare_service(what: &str) -> String {
    let lower = what.to_ascii_lowercase();
    let bare = ["syscall ", "service "].iter().find_map(|word| lower.strip_prefix(word));
    bare.unwrap_or(&lower).to_owned()
}

fn memory(what: &str) -> Option<Article> {
    let named = |map: &&MemoryMap| map.name.eq_ignore_ascii_case(what);
    MEMORY_MAPS.iter().find(named).map(articles::memory)
}

/// The name closest to what was typed.
pub fn suggestion(what: &str) -> Option<&'static str> {
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
    fn one_thing_is_found_by_several_names() {
        for (names, name) in [
            (&["syscall 4", "service 4", "4", "print string", "Print String"][..], "syscall 4"),
            (&["$t0", "t0", "$8", "$T0"], "$t0"),
            (&["$f12", "f12"], "$f12"),
            (&["cause"], "cause"),
            (&[".word", "word", ".WORD"], ".word"),
            (&["default"], "Default"),
            (&["e0203"], "E0203"),
            (&["r0101"], "R0101"),
            (&["ADD"], "add"),
            (&["calls", "calling convention", "Recursion"], "calls"),
        ] {
            for typed in names {
                let found = find(typed);
                assert_eq!(found.len(), 1, "{typed}");
                assert_eq!(found[0].name, name, "{typed}");
            }
        }
        assert_eq!(find("$32"), []);
        assert_eq!(suggestion("adddiu"), Some("addiu"));
    }

    #[test]
    fn packs_and_their_services_have_articles() {
        assert!(article("comp2611-2048").is_some());
        let service = article("comp2611-2048 202").expect("it has this service");
        assert!(service.title.starts_with("syscall 202: "), "{}", service.title);
        for name in ["comp2611-2048 7", "comp2611-2048 ", "nowhere 1", "", "x y z"] {
            assert_eq!(article(name), None, "{name}");
        }
    }
}
