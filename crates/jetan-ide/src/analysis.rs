//! One look at a set of sources, from which every question is answered.

use std::sync::Arc;

use jetan_asm::{
    AssemblyOptions, Diagnostic, FileId, Program, SourceOutline, SourceSet, Span, assemble_all,
    lexer,
};
use jetan_isa::Pack;
use rustc_hash::FxHashMap;

use crate::line::CursorLine;
use crate::names::NameIndex;
use crate::position::line_index;

/// Sources, and everything the assembler found out about them.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(crate) sources: SourceSet,
    pub(crate) options: AssemblyOptions,
    pub(crate) pack: Option<Arc<Pack>>,
    pub(crate) outline: SourceOutline,
    pub(crate) program: Option<Program>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) names: NameIndex,
    /// The statements of the outline by where they start.
    pub(crate) statements: FxHashMap<(FileId, u32), usize>,
    /// By file: the lines that begin inside a `/* */` comment, counted from 0, ascending.
    commented: Vec<Vec<u32>>,
}

impl Analysis {
    /// Assembles the sources and keeps what comes out.
    ///
    /// The options are those of a run. The pack says which services there are besides the built-in
    /// ones.
    pub fn new(sources: SourceSet, options: &AssemblyOptions, pack: Option<Arc<Pack>>) -> Analysis {
        let options = options.clone();
        let assembly = assemble_all(&sources, &options);
        let outline = assembly.outline;
        let names = NameIndex::of(&sources, &outline);
        let starts = outline.statements.iter().map(|one| (one.span.file, one.span.start));
        let statements = starts.zip(0..).collect();
        let commented = sources.ids().map(|file| commented(&sources, file, &options)).collect();
        Analysis {
            sources,
            options,
            pack,
            outline,
            program: assembly.program,
            diagnostics: assembly.diagnostics,
            names,
            statements,
            commented,
        }
    }

    /// The sources that were looked at.
    pub fn sources(&self) -> &SourceSet {
        &self.sources
    }

    /// The program, if there were no errors.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// All problems, in the order in which they are to be shown.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The outline of all sources.
    pub fn outline(&self) -> &SourceOutline {
        &self.outline
    }

    /// The line that holds an offset.
    pub(crate) fn line_at(&self, file: FileId, offset: u32) -> CursorLine<'_> {
        self.line(file, line_index(self.sources.file(file), offset))
    }

    /// A line, counted from 0; beyond the last one it is empty.
    pub(crate) fn line(&self, file: FileId, idx: u32) -> CursorLine<'_> {
        let source = self.sources.file(file);
        let end = source.text().len() as u32;
        let (start, end) = source.lines().get(idx as usize).copied().unwrap_or((end, end));
        // A line is lexed by itself, so it has to be known whether a comment reaches into it.
        let in_comment = self.commented[file.index()].binary_search(&idx).is_ok();
        let text = source.text().get(start as usize..end as usize).unwrap_or("");
        CursorLine::new(Span { file, start, end }, idx, text, self.options.dialect, in_comment)
    }

    /// A place as people write it: file and line.
    pub(crate) fn place(&self, span: Span) -> String {
        let file = self.sources.file(span.file);
        format!("{}:{}", file.name(), file.locate(span.start).0)
    }
}

/// The lines of a file that begin inside a comment.
fn commented(sources: &SourceSet, file: FileId, options: &AssemblyOptions) -> Vec<u32> {
    let source = sources.file(file);
    let mut lines = Vec::new();
    // Few files have such comments, and telling is cheaper than taking lines apart.
    if !source.text().contains("/*") {
        return lines;
    }
    let mut in_comment = false;
    let mut tokens = Vec::new();
    for (idx, &(start, end)) in (0..).zip(source.lines()) {
        if in_comment {
            lines.push(idx);
        }
        let text = source.text().get(start as usize..end as usize).unwrap_or("");
        tokens.clear();
        lexer::lex(text, options.dialect, &mut in_comment, &mut tokens);
    }
    lines
}
