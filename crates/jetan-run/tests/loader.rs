//! Sources, packs and choices, and what the loader makes of them.

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_isa::MemoryMap;
use jetan_machine::{Behaviour, MachineSettings};
use jetan_run::loader::{
    PackChoice, PackText, PackTextSource, ShippedOnly, SourcePacks, find_pack,
};
use jetan_run::{LoadError, LoadPlan, LoadedProgram, RunSetup, load};

const RIGHT: &str = "main: li $v0, 10\nsyscall\n";
const HEAD: &str = "version = \"1\"\ncourse = \"c\"\nsummary = \"s\"\n";

/// A shelf with a few packs, which notes what it is asked for.
#[derive(Default)]
struct Shelf {
    asked: Vec<String>,
}

impl Shelf {
    fn text(name: &str) -> Option<PackText> {
        let rest = match name {
            "gems" => "memory = \"CompactDataAtZero\"\n[instructions]\nbanned = [\"mul\"]\n",
            "more" => "extends = \"gems\"\n",
            "bad" => "memory = \"Large\"\n",
            _ => return None,
        };
        let text = format!("name = \"{name}\"\n{HEAD}{rest}");
        Some(PackText { file: format!("{name}/pack.toml"), text })
    }
}

impl PackTextSource for Shelf {
    fn find(&mut self, name: &str) -> Result<Option<PackText>, String> {
        self.asked.push(name.to_owned());
        if name == "broken" { Err("broken: no".to_owned()) } else { Ok(Shelf::text(name)) }
    }

    fn find_extended(&mut self, _file: &str, wanted: &str) -> Option<PackText> {
        Shelf::text(wanted)
    }
}

fn named(name: &str) -> PackChoice {
    PackChoice::Named(name.to_owned())
}

fn by_sources(among: SourcePacks) -> PackChoice {
    PackChoice::BySources { among, usual: None }
}

fn plan(pack: PackChoice) -> LoadPlan {
    let setup = RunSetup::new(MachineSettings::default(), Behaviour::JETAN);
    LoadPlan { pack, ..LoadPlan::with_pack(AssemblyOptions::default(), setup, None) }
}

fn loaded(source: &str, plan: LoadPlan) -> Result<LoadedProgram, LoadError> {
    load(&SourceSet::single("main.asm", source), plan, &mut Shelf::default())
}

fn pack_of(loaded: &LoadedProgram) -> Option<&str> {
    loaded.setup.pack.as_ref().map(|pack| pack.name.as_str())
}

#[test]
fn every_refusal_is_reported_in_a_line() {
    let named_gems = format!("# jetan: pack gems\n{RIGHT}");
    let multiplied = format!("mul $t0, $t0, $t0\n{RIGHT}");
    for (source, pack, words) in [
        ("main: j nowhere\n", named("gems"), "there are errors in the sources"),
        (&multiplied, named("gems"), "the pack gems does not permit `mul`"),
        (&multiplied, named("more"), "the pack more does not permit `mul`"),
        (RIGHT, named("nothing"), "there is no pack `nothing`"),
        (RIGHT, named("broken"), "broken: no"),
        (RIGHT, named("bad"), "bad/pack.toml: there is no memory configuration `Large`"),
        (
            &named_gems,
            by_sources(SourcePacks::Shipped),
            "a comment of the program names the pack `gems`, which does not come with Jetan",
        ),
    ] {
        let error = loaded(source, plan(pack)).err().expect(words);
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn the_pack_is_the_one_that_was_named_then_that_of_the_sources_then_the_usual_one() {
    let of_source = format!("# jetan: pack maze\n{RIGHT}");
    let usual = || PackChoice::BySources {
        among: SourcePacks::Shipped,
        usual: Some("comp2611-2048".to_owned()),
    };
    for (source, choice, expected) in [
        (RIGHT, by_sources(SourcePacks::Any), None),
        (RIGHT, named("gems"), Some("gems")),
        (&of_source, named("gems"), Some("gems")),
        (&of_source, by_sources(SourcePacks::Any), Some("maze")),
        (&of_source, by_sources(SourcePacks::Shipped), Some("maze")),
        (&of_source, usual(), Some("maze")),
        (RIGHT, usual(), Some("comp2611-2048")),
        (&of_source, PackChoice::Given(None), None),
    ] {
        let loaded = loaded(source, plan(choice)).expect("it is right");
        assert_eq!(pack_of(&loaded), expected, "{source}");
        assert_eq!(loaded.machine.pack().map(|pack| pack.name.as_str()), expected, "{source}");
    }
}

#[test]
fn a_forbidden_pack_is_not_looked_for() {
    let sources = SourceSet::single("main.asm", "# jetan: pack gems\nnop\n");
    let mut shelf = Shelf::default();
    let refused = load(&sources, plan(by_sources(SourcePacks::Shipped)), &mut shelf).err();
    assert_eq!(refused, Some(LoadError::ForeignPack { name: "gems".to_owned() }));
    assert!(shelf.asked.is_empty(), "{:?}", shelf.asked);
}

#[test]
fn a_pack_chooses_the_memory_map_unless_somebody_has() {
    let text = MemoryMap::by_name("CompactTextAtZero").expect("a configuration of MARS");
    for (pack, has_map, map, expected) in [
        (named("gems"), false, MemoryMap::DEFAULT, "CompactDataAtZero"),
        (named("gems"), true, text, "CompactTextAtZero"),
        (named("maze"), false, MemoryMap::DEFAULT, "Default"),
    ] {
        let options = AssemblyOptions { map, ..AssemblyOptions::default() };
        let loaded = loaded(RIGHT, LoadPlan { options, has_map, ..plan(pack) });
        assert_eq!(loaded.expect("it is right").machine.map().name, expected);
    }
}

#[test]
fn a_program_may_be_empty_or_too_large() {
    let empty = "# nothing\n";
    assert!(loaded(empty, plan(named("gems"))).is_ok());
    let strict = LoadPlan { needs_code: true, ..plan(named("gems")) };
    assert_eq!(loaded(empty, strict).err(), Some(LoadError::NoInstructions(Vec::new())));
    let settings = MachineSettings { memory_bytes_max: 1 << 16, ..MachineSettings::default() };
    let setup = RunSetup::new(settings, Behaviour::JETAN);
    let large = ".data\n.word 1:100000\n.text\nnop\n";
    let small = LoadPlan::with_pack(AssemblyOptions::default(), setup, None);
    assert_eq!(loaded(large, small).err(), Some(LoadError::DoesNotFit(Vec::new())));
}

#[test]
fn warnings_come_with_the_program_and_with_every_later_refusal() {
    let odd = ".foo\nmain: li $v0, 10\nsyscall\nmul $t0, $t0, $t0\n";
    let right = loaded(odd, plan(PackChoice::Given(None))).expect("warnings do not matter");
    assert!(!right.diagnostics.is_empty(), "the source has a warning");
    let refused = loaded(odd, plan(named("gems"))).err().expect("`mul` is banned");
    assert_eq!(refused.diagnostics(), right.diagnostics);
}

#[test]
fn violations_point_at_the_instruction() {
    let source = "mul: MUL $t0, $t0, $t0 # mul\n";
    let Some(LoadError::NotPermitted { pack, violations, .. }) =
        loaded(source, plan(named("gems"))).err()
    else {
        panic!("`mul` is banned");
    };
    assert_eq!(pack, "gems");
    let found: Vec<(&str, &str)> = violations
        .iter()
        .map(|one| {
            let (start, end) = (one.span.start as usize, one.span.end as usize);
            (&source[start..end], one.mnemonic.as_str())
        })
        .collect();
    assert_eq!(found, [("MUL", "mul")]);
}

#[test]
fn the_packs_that_come_with_jetan_need_no_shelf() {
    for (name, _) in jetan_pack::shipped() {
        let pack = find_pack(name, &mut ShippedOnly).expect("our packs have no mistakes");
        let given = plan(PackChoice::Given(Some(Arc::new(pack))));
        let loaded = loaded(RIGHT, given).expect("it is right");
        assert_eq!(pack_of(&loaded), Some(*name));
    }
}
