//! Reads a pack from top to bottom.

use jetan_isa::Pack;
use jetan_isa::pack::PackService;
use jetan_order::SharedSort;
use toml::de::DeTable;

use crate::error::{PackError, PackErrors};
use crate::fields::{SpannedValue, TableReader};
use crate::{codes, costs, service, settings, shipped};

/// The longest chain of packs that extend one another.
const EXTENDS_MAX: usize = 8;
/// The most services of a pack.
const SERVICES_MAX: usize = 1000;

const KEYS: &[&str] = &[
    "name",
    "version",
    "course",
    "summary",
    "extends",
    "memory",
    "instructions",
    "costs",
    "device",
    "service",
];

/// Finds the pack that another one extends: the file that says so and the name it says, to the
/// name of a file and its text.
pub type PackLookup<'l> = dyn FnMut(&str, &str) -> Option<(String, String)> + 'l;

/// Reads a pack that extends at most one that comes with Jetan. `name` is the name of its file.
///
/// There is a pack only if there are no mistakes.
pub fn parse(name: &str, text: &str) -> (Option<Pack>, Vec<PackError>) {
    parse_with(name, text, &mut |_, wanted| {
        let known = shipped().iter().find(|(name, _)| *name == wanted);
        known.map(|&(name, text)| (name.to_owned(), text.to_owned()))
    })
}

/// Reads a pack, and those that it extends from wherever `lookup` finds them.
pub fn parse_with(
    name: &str,
    text: &str,
    lookup: &mut PackLookup<'_>,
) -> (Option<Pack>, Vec<PackError>) {
    read(name, text, lookup, &mut Vec::new())
}

/// Reads a pack; `chain` names those that led to it by extending each other.
fn read(
    file: &str,
    text: &str,
    lookup: &mut PackLookup<'_>,
    chain: &mut Vec<String>,
) -> (Option<Pack>, Vec<PackError>) {
    let mistakes = PackErrors::default();
    // Recoverable, so that one slip of syntax does not hide every mistake after it.
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        // Some errors are about the whole text; they are shown at its start.
        let span = error.span().unwrap_or(0..0);
        let message = error.message().lines().next().unwrap_or_default();
        mistakes.add(PackError::new(codes::SYNTAX, &span, message));
    }
    let fields = TableReader::new(root.get_ref(), 0..0, &mistakes);
    // Read even after errors of syntax, to report all mistakes at once; it is dropped below.
    let mut pack = own(&fields);
    if let Some(base) = base(&fields, &pack.name, file, lookup, chain) {
        inherit(&mut pack, base);
    }
    let errors = mistakes.placed(text);
    (errors.is_empty().then_some(pack), errors)
}

/// The pack as its own file describes it.
fn own(fields: &TableReader) -> Pack {
    fields.allow_only(KEYS);
    let text = |key| fields.needed_text(key).map_or(String::new(), |text| text.value.to_owned());
    let memory_map = settings::memory(fields);
    let pack = Pack {
        name: name(fields),
        version: text("version"),
        course: text("course"),
        summary: text("summary"),
        services: services(fields),
        policy: settings::policy(fields),
        memory_map,
        devices: settings::devices(fields, memory_map),
        costs: costs::read(fields),
    };
    if pack.services.len() > SERVICES_MAX {
        let message = format!("a pack has at most {SERVICES_MAX} services");
        fields.mistakes.add(PackError::new(codes::BAD_VALUE, &fields.place, message));
    }
    pack
}

/// The name, which is typed on the command line and in comments.
fn name(fields: &TableReader) -> String {
    let Some(name) = fields.needed_text("name") else { return String::new() };
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.value.chars().all(is_plain) {
        let message = format!("`{}` is not a name for a pack", name.value);
        let error = PackError::new(codes::BAD_VALUE, &name.place, message);
        fields.mistakes.add(error.help("use small letters, digits and `-`"));
    }
    name.value.to_owned()
}

fn services(fields: &TableReader) -> Vec<PackService> {
    let mut services: Vec<PackService> = Vec::new();
    let mut numbers: Vec<SpannedValue<u32>> = Vec::new();
    for table in fields.tables("service") {
        let (number, service) = service::read(&table);
        if let Some(number) = number {
            match numbers.iter().find(|other| other.value == number.value) {
                Some(first) => fields.mistakes.add(twice(&number, first)),
                None => numbers.push(number),
            }
        }
        let named = |other: &&PackService| other.name.eq_ignore_ascii_case(&service.name);
        // Services without a name have the same empty one, which was reported already.
        if services.iter().find(named).is_some_and(|other| !other.name.is_empty()) {
            let place = table.text("name").map_or(table.place.clone(), |name| name.place);
            let message = format!("another service is called `{}` too", service.name);
            fields.mistakes.add(PackError::new(codes::NAME_TWICE, &place, message));
        }
        services.push(service);
    }
    // The manual and `jetan explain` list services in the order of a pack.
    services.shared_sort_by_key(|service| service.number);
    services
}

fn twice(number: &SpannedValue<u32>, first: &SpannedValue<u32>) -> PackError {
    let message = format!("there is a service {} already", number.value);
    PackError::new(codes::NUMBER_TWICE, &number.place, message)
        .label("used again")
        .other(&first.place, "first used here")
}

/// The pack that this one extends.
fn base(
    fields: &TableReader,
    own_name: &str,
    file: &str,
    lookup: &mut PackLookup<'_>,
    chain: &mut Vec<String>,
) -> Option<Pack> {
    let wanted = fields.needed_if_there("extends")?;
    let fail = |code, message: String| {
        fields.mistakes.add(PackError::new(code, &wanted.place, message));
        None
    };
    let Some((base_file, text)) = lookup(file, wanted.value) else {
        return fail(codes::UNKNOWN_PACK, format!("there is no pack `{}`", wanted.value));
    };
    chain.push(own_name.to_owned());
    // By the name that a pack declares: a folder may have another one.
    let base_name = declared_name(&text);
    if base_name.as_ref().is_some_and(|name| chain.contains(name)) || chain.len() > EXTENDS_MAX {
        let names: Vec<&str> =
            chain.iter().map(String::as_str).chain(base_name.as_deref()).collect();
        let message = format!("packs extend each other: {}", names.join(" extends "));
        return fail(codes::CYCLE, message);
    }
    let (pack, errors) = read(&base_file, &text, lookup, chain);
    // One is enough to find the base; `jetan pack check` lists them all there.
    if let Some(first) = errors.first() {
        let PackError { line, column, message, .. } = first;
        let message =
            format!("`{}` has mistakes: {base_file}:{line}:{column}: {message}", wanted.value);
        return fail(codes::BAD_BASE, message);
    }
    pack
}

fn declared_name(text: &str) -> Option<String> {
    let (root, _) = DeTable::parse_recoverable(text);
    let mistakes = PackErrors::default();
    let name = TableReader::new(root.get_ref(), 0..0, &mistakes).text("name")?;
    Some(name.value.to_owned())
}

/// Adds what a pack does not say itself but the one it extends does.
fn inherit(pack: &mut Pack, base: Pack) {
    for service in base.services {
        // A number that both have means what the extending pack says.
        if pack.service(service.number).is_none() {
            pack.services.push(service);
        }
    }
    pack.services.shared_sort_by_key(|service| service.number);
    // As a whole: merged lists could permit what neither pack permits.
    if pack.policy == jetan_isa::pack::InstructionPolicy::default() {
        pack.policy = base.policy;
    }
    if pack.devices.is_empty() {
        pack.devices = base.devices;
    }
    // Class by class: a table says what is different, and 1 is usual for the rest.
    for cost in base.costs {
        if pack.costs.iter().all(|own| own.class != cost.class) {
            pack.costs.push(cost);
        }
    }
    pack.memory_map = pack.memory_map.or(base.memory_map);
}
