//! What an editor can still see of sources that are wrong.

use jetan_asm::outline::{ReferenceTarget, SourceOutline};
use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, Dialect, SourceSet, Span, assemble, assemble_all};

/// The outline as lines: what it is, its name, where it is, and what is known about it.
fn shown(sources: &SourceSet, outline: &SourceOutline) -> Vec<String> {
    let at = |span: Span| {
        let file = sources.file(span.file);
        let (line, column) = file.locate(span.start);
        let (last, end) = file.locate(span.end);
        format!("{} {line}:{}-{last}:{}", file.name(), column + 1, end + 1)
    };
    let address = |address: Option<u32>| address.map_or("-".to_owned(), |at| format!("{at:#x}"));
    let mut lines = Vec::new();
    for one in &outline.symbols {
        let scope = if one.root.is_none() { " global" } else { "" };
        let (place, address) = (at(one.span), address(one.address));
        lines.push(format!("{:?} {} {place} {address}{scope}", one.kind, one.name));
    }
    for one in &outline.macros {
        let names: Vec<&str> = one.parameters.iter().map(|(name, _)| name.as_str()).collect();
        lines.push(format!("macro {}({}) {}", one.name, names.join(","), at(one.body)));
    }
    for one in &outline.equivalents {
        lines.push(format!("eqv {} = {} {}", one.name, one.text, at(one.span)));
    }
    for one in &outline.includes {
        let found = if one.file.is_some() { "" } else { " missing" };
        lines.push(format!("include {} {}{found}", one.path, at(one.span)));
    }
    for one in &outline.procedures {
        lines.push(format!("procedure {} {}", outline.symbols[one.symbol].name, at(one.span)));
    }
    for one in &outline.statements {
        lines.push(format!("{:?} {} {}", one.kind, at(one.span), address(one.address)));
    }
    for one in &outline.references {
        let target = match one.target {
            ReferenceTarget::Symbol(idx) => at(outline.symbols[idx].span),
            ReferenceTarget::Macro(idx) => at(outline.macros[idx].span),
            ReferenceTarget::Equivalent(idx) => at(outline.equivalents[idx].span),
            ReferenceTarget::Parameter(idx, which) => at(outline.macros[idx].parameters[which].1),
            ReferenceTarget::Nothing => "nothing".to_owned(),
        };
        let call = if one.is_call { " called" } else { "" };
        lines.push(format!("use {} {} → {target}{call}", sources.text(one.span), at(one.span)));
    }
    lines
}

fn outlined(sources: &SourceSet, dialect: Dialect) -> SourceOutline {
    assemble_all(sources, &AssemblyOptions { dialect, ..AssemblyOptions::default() }).outline
}

fn check(text: &str, expected: &[&str]) {
    let sources = SourceSet::single("a", text);
    assert_eq!(shown(&sources, &outlined(&sources, Dialect::JETAN)), expected, "{text}");
}

#[test]
fn every_list_is_filled() {
    check(
        "\
.eqv SIZE 4
.macro twice (%r)
again: add %r, %r, %r
    b again
.end_macro
.data
x: .word SIZE, sum
.text
main: twice $t0
    jal sum
    lw $t0, x
sum: jr $ra
    nop # end
.data
",
        &[
            "Data x a 7:1-7:2 0x10010000",
            "Text main a 9:1-9:5 0x400000",
            "Text again_M0 a 3:1-3:6 0x400000",
            "Text sum a 12:1-12:4 0x400014",
            "InMacro again a 3:1-3:6 -",
            "macro twice(%r) a 2:1-5:11",
            "eqv SIZE = 4 a 1:6-1:10",
            "procedure main a 9:1-11:14",
            "procedure sum a 12:1-13:8",
            "Directive a 1:1-1:12 -",
            "Directive a 2:1-2:18 -",
            "Instruction a 3:8-3:22 -",
            "Instruction a 4:5-4:12 -",
            "Directive a 5:1-5:11 -",
            "Directive a 6:1-6:6 -",
            "Directive a 7:4-7:19 -",
            "Directive a 8:1-8:6 -",
            "Call a 9:7-9:16 0x400000",
            "Instruction a 10:5-10:12 0x400008",
            "Instruction a 11:5-11:14 0x40000c",
            "Instruction a 12:6-12:12 0x400014",
            "Instruction a 13:5-13:8 0x400018",
            "Directive a 14:1-14:6 -",
            "use %r a 3:12-3:14 → a 2:15-2:17",
            "use %r a 3:16-3:18 → a 2:15-2:17",
            "use %r a 3:20-3:22 → a 2:15-2:17",
            "use again a 4:7-4:12 → a 3:1-3:6",
            "use SIZE a 7:10-7:14 → a 1:6-1:10",
            "use sum a 7:16-7:19 → a 12:1-12:4",
            "use twice a 9:7-9:12 → a 2:8-2:13",
            "use sum a 10:9-10:12 → a 12:1-12:4 called",
            "use x a 11:13-11:14 → a 7:1-7:2",
        ],
    );
}

#[test]
fn a_broken_line_hides_nothing_but_itself() {
    check(
        "\
main: li $t0, 0xzz
    frob $t1, main
    j nowhere
.macro open
    nop
",
        &[
            "Text main a 1:1-1:5 0x400000",
            "macro open() a 4:1-5:8",
            "procedure main a 1:1-5:8",
            "Instruction a 1:7-1:19 -",
            "Other a 2:5-2:19 -",
            "Instruction a 3:5-3:14 0x400000",
            "Directive a 4:1-4:12 -",
            "Instruction a 5:5-5:8 -",
            "use main a 2:15-2:19 → a 1:1-1:5",
            "use nowhere a 3:7-3:14 → nothing",
        ],
    );
}

#[test]
fn a_label_without_its_colon_is_one() {
    check(
        ".data\nx .word 5\n.text\nlw $t0, x\n",
        &[
            "Data x a 2:1-2:2 0x10010000",
            "Directive a 1:1-1:6 -",
            "Other a 2:1-2:10 -",
            "Directive a 3:1-3:6 -",
            "Instruction a 4:1-4:10 0x400000",
            "use x a 4:9-4:10 → a 2:1-2:2",
        ],
    );
}

/// Two files, one of which includes a third that is there and a fourth that is not.
fn three_files(included: &str) -> SourceSet {
    let mut read = |name: &str| match name {
        "a" => Ok(b".include \"i\"\n.include \"gone\"\njal far\njal near\n".to_vec()),
        "b" => Ok(b".globl far\nfar: jr $ra\nnear: nop\n".to_vec()),
        "i" => Ok(included.as_bytes().to_vec()),
        _ => Err(UnreadableFile::Missing),
    };
    SourceSet::load(&["a".to_owned(), "b".to_owned()], &mut read).expect("both roots are there")
}

#[test]
fn files_see_their_own_and_global_labels() {
    let expected = [
        "Text here i 1:1-1:5 0x400000",
        "Text near b 3:1-3:5 0x400010",
        "Text far b 2:1-2:4 0x40000c global",
        "include i a 1:10-1:13",
        "include gone a 2:10-2:16 missing",
        "procedure far b 2:1-3:10",
        "Directive a 1:1-1:13 -",
        "Directive a 2:1-2:16 -",
        "Instruction a 3:1-3:8 0x400004",
        "Instruction a 4:1-4:9 0x400008",
        "Instruction i 1:7-1:10 0x400000",
        "Directive b 1:1-1:11 -",
        "Instruction b 2:6-2:12 0x40000c",
        "Instruction b 3:7-3:10 0x400010",
        "use far a 3:5-3:8 → b 2:1-2:4 called",
        "use near a 4:5-4:9 → nothing called",
        "use far b 1:8-1:11 → b 2:1-2:4",
    ];
    for dialect in [Dialect::JETAN, Dialect::MARS] {
        let sources = three_files("here: nop");
        assert_eq!(shown(&sources, &outlined(&sources, dialect)), expected);
    }
}

#[test]
fn after_a_file_was_replaced_the_rest_is_as_before() {
    let mut sources = three_files("here: nop");
    let file = sources.id("i").expect("it was included");
    sources.replace(file, b"here: nop\nthere: nop !\n.include \"gone\"\n");
    sources.load_includes(&mut |_| Ok(b"late: nop".to_vec()));
    let outline = outlined(&sources, Dialect::JETAN);
    let names: Vec<&str> = outline.symbols.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["here", "there", "late", "near", "far"]);
    assert!(outline.includes.iter().all(|include| include.file.is_some()));
}

#[test]
fn sources_that_include_too_much_have_one() {
    let main = format!("main: jal part\n{}", ".include \"part\"\n".repeat(10_000));
    let mut sources = SourceSet::single("main.asm", &main);
    let part = "part: jr $ra\n".to_owned() + &"nop\n".repeat(10_000);
    sources.load_includes(&mut |_| Ok(part.clone().into_bytes()));
    let all = assemble_all(&sources, &AssemblyOptions::default());
    assert!(all.program.is_none());
    let codes = all.diagnostics.iter().map(|one| one.problem.code().to_string());
    assert_eq!(codes.collect::<Vec<_>>(), ["E0512"]);
    let names: Vec<&str> = all.outline.symbols.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["main", "part"]);
    assert_eq!(all.outline.includes.len(), 10_000);
    assert!(
        all.outline.references.iter().any(|one| one.is_call && sources.text(one.span) == "part")
    );
}

#[test]
fn in_mars_an_outline_changes_no_message() {
    for text in ["x: @\n j nowhere\n", ".include \"gone\"\nx: frob\n", "x: frob\n j nowhere\n"] {
        let sources = SourceSet::single("a", text);
        let (_, diagnostics) = assemble(&sources, &AssemblyOptions::mars());
        let all = assemble_all(&sources, &AssemblyOptions::mars());
        assert_eq!(diagnostics, all.diagnostics, "{text}");
        let symbols = &all.outline.symbols;
        assert_eq!(symbols.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["x"]);
    }
}

#[test]
fn a_label_that_a_macro_made_does_not_hide_one_of_the_same_name() {
    check(
        "\
.macro turn
loop: b loop
.end_macro
    turn
    b loop_M0
loop: b loop
",
        &[
            "Text loop_M0 a 2:1-2:5 0x400000",
            "Text loop a 6:1-6:5 0x400008",
            "InMacro loop a 2:1-2:5 -",
            "macro turn() a 1:1-3:11",
            "Directive a 1:1-1:12 -",
            "Instruction a 2:7-2:13 -",
            "Directive a 3:1-3:11 -",
            "Call a 4:5-4:9 0x400000",
            "Instruction a 5:5-5:14 0x400004",
            "Instruction a 6:7-6:13 0x400008",
            "use loop a 2:9-2:13 → a 2:1-2:5",
            "use turn a 4:5-4:9 → a 1:8-1:12",
            "use loop_M0 a 5:7-5:14 → a 2:1-2:5",
            "use loop a 6:9-6:13 → a 6:1-6:5",
        ],
    );
}

#[test]
fn a_statement_knows_its_form_also_behind_eqv_and_in_a_macro() {
    let text = ".eqv SIZE 4\n.macro m\nli $t0, SIZE\n.end_macro\nm\nadd $t0, $t0, SIZE\nadd $t0\n";
    let sources = SourceSet::single("a", text);
    let outline = outlined(&sources, Dialect::JETAN);
    let forms =
        outline.statements.iter().map(|one| one.form.map(jetan_isa::InstructionForm::syntax));
    let expected = [None, None, Some("rd, s16"), None, None, Some("rd, rs, s16"), None];
    assert_eq!(forms.collect::<Vec<_>>(), expected);
}

#[test]
fn files_that_share_an_include_share_what_it_defines() {
    let mut sources = SourceSet::default();
    for name in ["a", "b"] {
        let file = sources.add(name, b".include \"c\"\nm\nli $t0, N\n");
        sources.add_root(file);
    }
    sources.add("c", b".eqv N 1\n.macro m\nnop\n.end_macro\n");
    let outline = outlined(&sources, Dialect::JETAN);
    let targets: Vec<ReferenceTarget> = outline.references.iter().map(|one| one.target).collect();
    let (call, name) = (ReferenceTarget::Macro(0), ReferenceTarget::Equivalent(0));
    assert_eq!(targets, [call, name, call, name]);
}
