//! Answers that depend on more than a text: on a pack, on an encoding, on how long a line is.

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_ide::Analysis;
use jetan_ide::complete::ProposalKind;
use jetan_ide::page::HoverBlock;
use jetan_isa::Pack;
use jetan_isa::Reg;
use jetan_isa::pack::{PackService, ServiceArgument, ServiceEffect, ValueKind};

fn pack() -> Pack {
    let sound = ServiceArgument {
        name: "sound".to_owned(),
        reg: Reg::A0,
        kind: ValueKind::Integer,
        range: Some((0, 3)),
        usual: None,
        values: vec![(1, "a bell".to_owned())],
        summary: "which one".to_owned(),
    };
    let service = PackService {
        number: 105,
        name: "play sound".to_owned(),
        summary: "Play a sound.".to_owned(),
        arguments: vec![sound],
        results: Vec::new(),
        effect: ServiceEffect::Refresh,
    };
    Pack { name: "course".to_owned(), services: vec![service], ..Pack::default() }
}

#[test]
fn a_service_of_a_pack_is_known_by_its_number() {
    let text = "main: li $v0, 105\n li $a0, 1\n syscall\n li $v0, pl";
    let sources = SourceSet::single("main.asm", text);
    let file = sources.roots()[0];
    let analysis =
        Analysis::new(sources.clone(), &AssemblyOptions::default(), Some(Arc::new(pack())));
    let hover = analysis.hover(file, 15).expect("a number stands there");
    assert_eq!((&*hover.page.title, &*hover.page.kind), ("105: play sound", "service of course"));
    let row = ["takes", "$a0", "sound, which one, 0 to 3; 1 a bell"].map(str::to_owned);
    assert_eq!(hover.page.blocks[1], HoverBlock::Table(vec![row.to_vec()]));
    let found = analysis.complete(file, text.len() as u32);
    let first = &found.items[0];
    assert_eq!(
        (first.kind, &*first.text, &*first.detail),
        (ProposalKind::Service, "105", "play sound")
    );
    let without = Analysis::new(sources, &AssemblyOptions::default(), None);
    assert_eq!(without.hover(file, 15).map(|hover| hover.page.kind), Some("number".to_owned()));
}

#[test]
fn what_a_page_quotes_has_an_end() {
    let text =
        format!("x: .asciiz \"{}\"\n .eqv {} {}\n", "a".repeat(5_000), "N", "1 ".repeat(5_000));
    let sources = SourceSet::single("main.asm", &text);
    let file = sources.roots()[0];
    let analysis = Analysis::new(sources, &AssemblyOptions::default(), None);
    for offset in [0, 12, 5_022] {
        let page = analysis.hover(file, offset).expect("something stands there").page;
        let mut size = page.title.len();
        for block in &page.blocks {
            size += match block {
                HoverBlock::Text(text) | HoverBlock::Code(text) => text.len(),
                HoverBlock::Table(rows) => rows.concat().concat().len(),
            };
        }
        assert!(size < 1_000, "{offset}: {size}");
    }
}

#[test]
fn a_label_is_renamed_in_a_file_that_is_not_utf8() {
    let mut sources = SourceSet::default();
    let file = sources.add("main.asm", b".data\nx: .asciiz \"caf\xe9\"\n.text\nla $a0, x\n");
    sources.add_root(file);
    let analysis = Analysis::new(sources, &AssemblyOptions::default(), None);
    let edits = analysis.rename(file, 6, "drink").expect("nothing else changes");
    assert_eq!(edits.len(), 2);
}
