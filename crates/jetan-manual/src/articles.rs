//! Rows of the tables as articles.

use jetan_asm::Dialect;
use jetan_asm::codes;
use jetan_isa::directives::DirectiveRow;
use jetan_isa::registers::{Cp0Row, RegisterRow};
use jetan_isa::syscalls::{SERVICES, ServiceRow};
use jetan_isa::topics::{ManualTopic, TopicPart};
use jetan_isa::{FReg, InstructionForm, MemoryMap, Mnemonic};

use crate::{Article, ArticleBlock, ExampleProgram, Section, runtime_codes};

/// A topic: its text, and its program with what it is given and prints.
pub(crate) fn topic(topic: &ManualTopic) -> Article {
    let title = format!("{}: {}", topic.name, topic.title);
    let mut article = Article::new(Section::Topics, topic.name, title, topic.title);
    let parts = topic.parts();
    // The program needs its input, which may stand after it in the text.
    let input = parts.iter().find_map(|part| match part {
        TopicPart::Block("input", lines) => Some(*lines),
        _ => None,
    });
    for part in &parts {
        article = match *part {
            TopicPart::Prose(text) if text.starts_with('|') => article.with(table(text)),
            TopicPart::Prose(text) => article.text(text.replace('\n', " ")),
            TopicPart::Block("mips", lines) => {
                article.with(ArticleBlock::Program(ExampleProgram {
                    source: lines.to_owned(),
                    input: input.unwrap_or_default().to_owned(),
                    ..ExampleProgram::default()
                }))
            }
            TopicPart::Block("output", lines) => article.heading("It prints").quote(lines),
            TopicPart::Block("input", lines) => article.heading("With the input").quote(lines),
            TopicPart::Block(_, lines) => {
                article.heading(format!("Run with --keys \"{}\"", lines.trim_end()))
            }
        };
    }
    article
}

/// A Markdown table.
fn table(text: &str) -> ArticleBlock {
    let row = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    // The row of dashes under a Markdown table's head is not a row of the table.
    let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.trim_matches('-').is_empty());
    let mut rows: Vec<Vec<String>> = text.lines().map(row).collect();
    let mut head = Vec::new();
    if rows.get(1).is_some_and(is_rule) {
        head = rows.remove(0);
        rows.remove(0);
    }
    ArticleBlock::Table { head, rows }
}

/// An error code of the assembler: what it means, an example, and how to put it right.
pub(crate) fn code(page: &'static codes::DiagnosticPage) -> Article {
    let title = format!("{}: {}", page.code, page.title);
    let mut article = Article::new(Section::Codes, page.code, title, page.title).text(page.text);
    let setting = &page.setting;
    for (name, contents) in setting.included.iter().chain(setting.further) {
        article = article.heading(format!("With this file as `{name}`")).quote(*contents);
    }
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let program = |source: &str, is_wrong| {
        ArticleBlock::Program(ExampleProgram {
            source: source.to_owned(),
            files: setting.included.iter().chain(setting.further).map(owned).collect(),
            has_further: !setting.further.is_empty(),
            is_wrong,
            ..ExampleProgram::default()
        })
    };
    article = article.heading(how_wrong(page)).with(program(page.wrong, true));
    if page.diagnostic().is_some() {
        article = article.heading("Jetan says").with(ArticleBlock::Saying(page));
    }
    article.heading("Right").with(program(page.right, false))
}

fn how_wrong(page: &codes::DiagnosticPage) -> &'static str {
    let setting = &page.setting;
    if setting.outline {
        "Wrong, in outline"
    } else if setting.latin1 {
        "Wrong, if the file is saved in Latin-1"
    } else if !setting.pseudo {
        "Wrong, with pseudo-instructions switched off"
    } else if setting.dialect == Dialect::MARS {
        "Wrong, in MARS's dialect"
    } else {
        "Wrong"
    }
}

/// The code of an error at run time: what it means, and a program put right.
pub(crate) fn runtime_code(page: &'static runtime_codes::RuntimeCodePage) -> Article {
    let title = format!("{}: {}", page.code, page.title);
    let flag = page.flag.map(|flag| format!(", run with {flag}")).unwrap_or_default();
    let program = |source: &str, is_wrong| {
        let (source, input) = (source.to_owned(), page.input.to_owned());
        ArticleBlock::Program(ExampleProgram {
            source,
            input,
            is_wrong,
            ..ExampleProgram::default()
        })
    };
    let mut article = Article::new(Section::RuntimeCodes, page.code, title, page.title)
        .text(page.text)
        .heading(format!("Wrong{flag}"))
        .with(program(page.wrong, true));
    if !page.input.is_empty() {
        article = article.heading("With the input").quote(page.input);
    }
    article.heading("Right").with(program(page.right, false))
}

/// An instruction: all its forms.
pub(crate) fn instruction(mnemonic: Mnemonic) -> Article {
    let name = mnemonic.name();
    let summary = mnemonic.forms().first().map_or("", |form| form.summary());
    let mut article = Article::new(Section::Instructions, name, name, summary);
    let mut notation = Vec::new();
    for &form in mnemonic.forms() {
        let statement = format!("{} {}", form.name(), form.syntax()).trim_end().to_owned();
        let mut lines = vec![form.summary().to_owned()];
        match form {
            InstructionForm::Basic(op) => lines.push(format!("word: {}", op.spec().pattern)),
            InstructionForm::Pseudo(_) => lines.extend(expansion(form)),
        }
        notation.extend(lines.iter().cloned());
        article = article.with(ArticleBlock::Form(statement, lines));
    }
    // Once for all forms: several expansions use the same abbreviation.
    article = article.rows(abbreviations(&notation.join("\n")));
    if name == "syscall" { services(article) } else { article }
}

fn expansion(form: InstructionForm) -> Vec<String> {
    let Some(pseudo) = form.pseudo() else { return Vec::new() };
    let mut lines = vec![format!("stands for: {}", pseudo.expansion_text(false, false))];
    if pseudo.compact.is_some() {
        lines.push(format!("in compact memory: {}", pseudo.expansion_text(false, true)));
    }
    if pseudo.is_extension {
        lines.push("MARS does not have this form; `jetan mars` and --strict refuse it.".to_owned());
    } else if pseudo.mars_rejects {
        lines.push("MARS lists this form but cannot assemble it.".to_owned());
    }
    lines
}

/// The meanings of the abbreviations that occur in an expansion.
fn abbreviations(text: &str) -> Vec<Vec<String>> {
    let meanings = [
        ("lo(", "lo(x): the low 16 bits of x, sign-extended"),
        ("lou(", "lou(x): the low 16 bits of x, zero-extended"),
        ("hi(", "hi(x): x shifted right by 16"),
        ("ha(", "ha(x): hi(x), plus 1 if lo(x) is negative"),
        ("next(", "next(r): the register after r"),
        ("sub32(", "sub32(n): 32 minus n"),
        ("skip(", "skip(1): over the next instruction"),
    ];
    // With a blank in front, so that a mark is not found at the end of another word.
    let used = meanings.iter().filter(|(mark, _)| text.contains(&format!(" {mark}")));
    used.map(|(_, meaning)| vec![(*meaning).to_owned()]).collect()
}

/// All services by number, with the registers they read and write.
fn services(article: Article) -> Article {
    let row = |row: &ServiceRow| {
        let results = if row.results.is_empty() { "" } else { "→ " };
        let registers = [row.arguments, " ", results, row.results].concat();
        vec![row.number.to_string(), row.name.to_owned(), registers.trim().to_owned()]
    };
    article
        .heading("The services")
        .rows(SERVICES.iter().map(row).collect())
        .text("`jetan explain syscall 4` explains one of them.")
}

/// The article on a directive.
pub(crate) fn directive(row: &DirectiveRow) -> Article {
    let statement = format!("{} {}", row.name, row.syntax);
    let remark = if row.is_extension { "\nMARS does not know it." } else { "" };
    Article::new(Section::Directives, row.name, statement.trim_end(), row.summary)
        .text(format!("{}{remark}", row.summary))
}

/// A CPU register.
pub(crate) fn register(row: &RegisterRow) -> Article {
    let title = format!("{}, also ${}", row.name, row.reg.number());
    let calls = row.reg.convention().map(|calls| vec!["calls".to_owned(), calls.to_owned()]);
    Article::new(Section::Registers, row.name, title, row.summary)
        .text(row.summary)
        .rows(calls.into_iter().collect())
}

/// A floating-point register.
pub(crate) fn float_register(freg: FReg) -> Article {
    let even = FReg::at_index(freg.number() & !1);
    let odd = FReg::at_index(freg.number() | 1);
    let role = match freg.number() {
        0 => "Result of a function or service.\n",
        12 => "Argument of a function or service.\n",
        _ => "",
    };
    let single = "A floating-point register for a single.";
    let double = format!("{even} and {odd} together hold a double, which goes by the name {even}.");
    Article::new(Section::Registers, freg.name(), freg.name(), single)
        .text(format!("{single}\n{role}{double}"))
}

/// A coprocessor 0 register.
pub(crate) fn cp0(row: &Cp0Row) -> Article {
    let title = format!("{}, a register of coprocessor 0, used with mfc0 and mtc0", row.name);
    Article::new(Section::Registers, row.cp0.short_name(), title, row.summary).text(row.summary)
}

/// The article on a service.
pub(crate) fn service(row: &ServiceRow) -> Article {
    let name = format!("syscall {}", row.number);
    let title = format!("{name}: {}", row.name);
    let mut article = Article::new(Section::Services, name, title, row.summary).text(row.summary);
    for (title, registers) in [("takes", row.arguments), ("gives", row.results)] {
        if !registers.is_empty() {
            article = article.rows(vec![vec![title.to_owned(), registers.to_owned()]]);
        }
    }
    article = article.with(ArticleBlock::Code(row.example()));
    if row.is_extension { article.text("MARS 4.5 does not have it.") } else { article }
}

/// The code of a mistake in a pack: what it means.
pub(crate) fn pack_code(page: &'static jetan_pack::codes::PackCodePage) -> Article {
    let title = format!("{}: {}", page.code, page.title);
    Article::new(Section::PackCodes, page.code, title, page.title).text(page.text)
}

/// A memory configuration.
pub(crate) fn memory(map: &MemoryMap) -> Article {
    let places = [
        (map.text_base, ".text, where programs start"),
        (map.data_base, "the data segment"),
        (map.extern_base, ".extern"),
        (map.gp, "$gp"),
        (map.static_base, ".data"),
        (map.heap_base, "the heap, which grows upward"),
        (map.sp, "$sp, from which the stack grows downward"),
        (map.ktext_base, ".ktext"),
        (map.handler, "the exception handler"),
        (map.kdata_base, ".kdata"),
        (map.mmio_base, "device registers"),
    ];
    let row = |&(address, place): &(u32, &str)| vec![format!("{address:#010x}"), place.to_owned()];
    let summary = format!("programs at {:#010x}, data at {:#010x}", map.text_base, map.static_base);
    Article::new(Section::Memory, map.name, map.name, summary)
        .rows(places.iter().map(row).collect())
}
