//! The whole way from sources to a program.

use std::fmt::Write;

use jetan_isa::{Image, MemoryMap};

use crate::budget::Budget;
use crate::diagnostic::{Diagnostic, SourceFrame};
use crate::emit::{self, Emitter};
use crate::layout::LayoutPass;
use crate::options::AssemblyOptions;
use crate::outline::{SourceOutline, outline};
use crate::program::{
    FileSymbols, LineOrigin, Program, ProgramSymbol, ProgramWord, SourceStatement,
};
use crate::reading::read_files;
use crate::report::DiagnosticSink;
use crate::source::{FileId, SourceSet, Span};
use crate::statement::ParsedStatement;
use crate::store::LineStore;
use crate::symbols::{SymbolEntry, SymbolTable};

/// Everything an assembly yields, also when it fails.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The contents of the sources, whatever is wrong with them.
    pub outline: SourceOutline,
    /// The program, if there were no errors.
    pub program: Option<Program>,
    /// The image as stored before the first error; the whole image if there was none.
    pub image: Image,
    /// All problems, in the order in which they are to be shown.
    pub diagnostics: Vec<Diagnostic>,
}

/// Assembles a set of sources, for whoever wants to run them and nothing else.
///
/// ```
/// use jetan_asm::{AssemblyOptions, SourceSet, assemble};
///
/// let sources = SourceSet::single("main.asm", "main: li $v0, 10\n syscall\n");
/// let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
/// assert!(diagnostics.is_empty());
/// assert_eq!(program.map(|program| program.code.len()), Some(2));
/// ```
pub fn assemble(
    sources: &SourceSet,
    options: &AssemblyOptions,
) -> (Option<Program>, Vec<Diagnostic>) {
    let assembly = build(sources, options, false);
    (assembly.program, assembly.diagnostics)
}

/// Assembles a set of sources and keeps everything there is to know about them even if that fails,
/// for editors and memory dumps. Takes longer than [`assemble`], which makes no outline.
pub fn assemble_all(sources: &SourceSet, options: &AssemblyOptions) -> Assembly {
    build(sources, options, true)
}

/// Assembles; without `is_outlined` the outline stays empty.
fn build(sources: &SourceSet, options: &AssemblyOptions, is_outlined: bool) -> Assembly {
    // MARS: Java replaces bytes that are not UTF-8.
    if options.dialect.narrow_characters
        && let Some(java) = sources.as_java()
    {
        let mut assembly = build_decoded(&java, options, is_outlined);
        // Callers know the texts as they handed them in, so every span has to point there.
        relocate(&mut assembly, |span| *span = sources.relocate(*span, &java));
        return assembly;
    }
    build_decoded(sources, options, is_outlined)
}

fn build_decoded(sources: &SourceSet, options: &AssemblyOptions, is_outlined: bool) -> Assembly {
    let mut store = LineStore::new(sources);
    let bytes = sources.ids().map(|file| sources.file(file).text().len()).sum();
    let mut report = DiagnosticSink::new(options.dialect, Budget::new(bytes));
    let order = assembly_order(sources, options);
    let units = read_files(&mut store, &mut report, options, &order, is_outlined);
    // Asked before the first pass, which an outline needs even where the report takes nothing more.
    let is_over = report.is_closed();
    let mut layout = LayoutPass::new(store, report, options, units);
    if !is_over || is_outlined {
        layout.run();
    }
    let outline = if is_outlined { outline(&layout) } else { SourceOutline::default() };
    // Nothing reads tokens after the outline, and the second pass needs memory of its own.
    layout.store.drop_tokens();
    if is_over {
        let image = Image {
            map: options.map,
            segments: Vec::new(),
            wide: Vec::new(),
            entry: options.map.text_base,
        };
        return Assembly {
            outline,
            program: None,
            image,
            diagnostics: layout.report.finish(&order),
        };
    }
    let mut code = Vec::new();
    // MARS: errors in the first pass end the assembly, and undefined labels are not looked for.
    if !options.dialect.errors_end_pass || !layout.report.has_errors() {
        code = Emitter::new(&mut layout).run();
    }
    let mut segments = std::mem::take(&mut layout.data).into_segments();
    // Code after data: blocks of data are whole pages and may lie in the text segment (`smc`),
    // where they would erase the instructions if they were stored later.
    segments.extend(emit::segments(&layout, &code));
    let wide = emit::wide(&code);
    let image = Image { map: memory_map(sources, options), segments, wide, entry: entry(&layout) };
    // MARS: `we` takes effect at the end only; up to here warnings change nothing.
    let rejected = layout.report.has_warnings() && options.warnings_are_errors;
    let program =
        // The image is cloned because a dump needs it where there is no program, too.
        (!layout.report.has_errors() && !rejected).then(|| program(&layout, code, image.clone()));
    Assembly { outline, program, image, diagnostics: layout.report.finish(&order) }
}

/// The memory map of a program, with the stack that its sources rely on.
fn memory_map(sources: &SourceSet, options: &AssemblyOptions) -> MemoryMap {
    let is_compiled = sources.ids().any(|file| sources.file(file).is_compiled());
    // MARS: begins 4 bytes below a multiple of 8.
    if options.dialect.odd_stack || !is_compiled {
        return options.map;
    }
    MemoryMap { sp: options.map.sp & !7, ..options.map }
}

/// Changes every span of an assembly.
fn relocate(assembly: &mut Assembly, change: impl Fn(&mut Span)) {
    let change_frame = |frame: &mut SourceFrame| match frame {
        SourceFrame::Include(span) | SourceFrame::Macro { call: span, .. } => change(span),
    };
    for diagnostic in &mut assembly.diagnostics {
        change(&mut diagnostic.span);
        diagnostic.labels.iter_mut().for_each(|label| change(&mut label.span));
        diagnostic.fixes.iter_mut().for_each(|edit| change(&mut edit.span));
        diagnostic.frames.iter_mut().for_each(change_frame);
    }
    assembly.outline.relocate(&change);
    let Some(program) = &mut assembly.program else { return };
    let locals = program.files.iter_mut().flat_map(|file| &mut file.symbols);
    locals.chain(&mut program.globals).for_each(|symbol| change(&mut symbol.span));
    program.statements.iter_mut().for_each(|statement| change(&mut statement.span));
    program.origins.iter_mut().for_each(|origin| change_frame(&mut origin.frame));
}

/// The files in the order of assembly: the lead file first.
fn assembly_order(sources: &SourceSet, options: &AssemblyOptions) -> Vec<FileId> {
    let roots = sources.roots();
    // An index that is out of range leaves the roots in their order.
    let lead = roots.get(options.lead).copied();
    let others = roots.iter().enumerate().filter(|&(idx, _)| idx != options.lead);
    lead.into_iter().chain(others.map(|(_, &file)| file)).collect()
}

/// The address of the first instruction: the text base, or a global `main` if that was asked for.
///
/// A local `main` never moves the start: programs exist whose code before it belongs to them.
fn entry(layout: &LayoutPass) -> u32 {
    let options = layout.options;
    let main = layout.names.get("main").filter(|_| options.start_at_main);
    let global = main.and_then(|name| layout.globals.get(name));
    let is_text = |entry: &&SymbolEntry| options.is_text(entry.address);
    global.filter(is_text).map_or(options.map.text_base, |entry| entry.address)
}

fn program(layout: &LayoutPass, code: Vec<ProgramWord>, image: Image) -> Program {
    let mut texts = String::new();
    let statements = layout
        .statements
        .iter()
        .map(|statement| source_statement(layout, statement, &mut texts))
        .collect();
    let files = layout
        .units
        .iter()
        .map(|unit| FileSymbols { file: unit.root, symbols: symbols(layout, &unit.symbols) })
        .collect();
    let globals = symbols(layout, &layout.globals);
    Program { image, code, files, globals, statements, texts, origins: origins(&layout.store) }
}

fn symbols(layout: &LayoutPass, table: &SymbolTable) -> Vec<ProgramSymbol> {
    table
        .entries()
        .map(|entry| ProgramSymbol {
            name: layout.names.text(entry.name).to_owned(),
            address: entry.address,
            is_data: entry.is_data,
            span: layout.store.span(entry.site),
        })
        .collect()
}

fn source_statement(
    layout: &LayoutPass,
    statement: &ParsedStatement,
    texts: &mut String,
) -> SourceStatement {
    let store = &layout.store;
    let line = store.line(statement.line);
    let outermost = store.outermost(statement.line);
    let text = store.text(statement.line);
    let start = texts.len() as u32;
    let mut shown = text;
    let mut indent = 0;
    if outermost != statement.line {
        // MARS marks a line of a macro's body with its number.
        let _ = write!(texts, "<{}> ", line.number);
        // MARS: lines of a macro are listed without their indentation, all others with it.
        shown = text.trim();
        indent = (text.len() - text.trim_start().len()) as u32;
    }
    let shown_at = texts.len() as u32;
    texts.push_str(shown);
    let (from, to) = statement.mnemonic;
    SourceStatement {
        span: store.line_span(statement.line),
        number: line.number,
        root: layout.units[statement.unit as usize].root,
        root_number: store.line(outermost).number,
        text: (start, texts.len() as u32),
        mnemonic: (shown_at + from - indent, shown_at + to - indent),
        origin: store.origin(statement.line),
    }
}

/// The origins of lines: the includes first, then the macro calls, as the store numbers them.
fn origins(store: &LineStore) -> Vec<LineOrigin> {
    let includes = store
        .includes()
        .map(|(span, parent)| LineOrigin { frame: SourceFrame::Include(span), parent });
    let calls = store.calls().map(|(call, name, parent)| LineOrigin {
        frame: SourceFrame::Macro { call, name: name.to_owned() },
        parent,
    });
    includes.chain(calls).collect()
}
