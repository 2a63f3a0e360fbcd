//! Open documents, what belongs together, and what is wrong with it.

mod belonging;
mod diagnostics;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jetan_asm::SourceSet;
use jetan_asm::source::UnreadableFile;
use jetan_ide::Analysis;
use jetan_ide::belonging::is_source;
use jetan_ide::position::text_offset;
use jetan_isa::Pack;
use jetan_pack::{ProjectFile, ProjectSettings};
use jetan_symbols::DebugSymbols;
use jetan_wire::{
    Diagnostic, Diagnostics, DocumentChange, DocumentEdit, Event, FailureCode, InFile, Open,
    ProjectRoots, RunOptions,
};

use crate::files;
use crate::host::{FolderError, WorkbenchHost};
use crate::limits::{DOCUMENT_BYTES_MAX, DOCUMENTS_MAX, TEXT_BYTES_MAX};
use crate::message::{DONE, RequestAnswer, RequestError};
use crate::points::LineShift;
use crate::position;
use crate::run::RunOptionsExt;
use crate::workbench::{RequestContext, Workbench};

pub(crate) use belonging::belonging;

/// A text that somebody edits.
struct OpenDocument {
    text: String,
    version: Option<i64>,
}

/// Sources that are assembled together, and what came of it.
pub(crate) struct SourceGroup {
    pub(crate) analysis: Analysis,
    /// None if there are errors.
    pub(crate) names: Option<DebugSymbols>,
    /// The pack that the sources or the options name.
    pub(crate) pack: Option<Arc<Pack>>,
}

#[derive(Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, OpenDocument>,
    /// The stamp of each file when it was last read or saved.
    stamps: BTreeMap<String, String>,
    /// The sources that are assembled together, if that was said.
    roots: Vec<String>,
    options: RunOptions,
    groups: Vec<SourceGroup>,
    is_dirty: bool,
    /// The last diagnostics of each file, and the version they are about.
    sent: BTreeMap<String, (Option<i64>, Vec<Diagnostic>)>,
}

impl Documents {
    /// The bytes that texts and what is known of them take, roughly: an outline and a program are
    /// several times as large as their source.
    pub(crate) fn weight(&self) -> usize {
        const PER_BYTE: usize = 10;
        self.open.values().map(|document| document.text.len()).sum::<usize>() * PER_BYTE
    }
}

pub(crate) fn open(context: &mut RequestContext<'_>, document: Open) -> RequestAnswer {
    let Open { path, text, version } = document;
    files::check_path(&path)?;
    context.bench.documents.put(path, text, version)?;
    DONE
}

pub(crate) fn change(context: &mut RequestContext<'_>, change: DocumentChange) -> RequestAnswer {
    let DocumentChange { path, version, text, edits } = change;
    // A change of a document that is not open is refused: edits would be applied to a text that the
    // client does not have.
    let Some(document) = context.bench.documents.open.get(&path) else {
        return Err(not_open());
    };
    let text = match text {
        Some(text) => text,
        None => edited(&document.text, &edits)?,
    };
    // Computed from the texts and not from the edits: a client may send either, and a formatter
    // replaces the whole text.
    let moved = LineShift::between(&document.text, &text);
    context.bench.documents.put(path.clone(), text, version)?;
    if context.bench.points.follow(&path, &moved) {
        let points = context.bench.points.wire();
        context.bench.send(Event::Breakpoints(points));
    }
    DONE
}

/// A text after some edits; the columns of each are about the text that the ones before it left.
fn edited(text: &str, edits: &[DocumentEdit]) -> Result<String, RequestError> {
    let mut text = text.to_owned();
    for edit in edits {
        let from = text_offset(&text, position::place_of(edit.span.from));
        let to = text_offset(&text, position::place_of(edit.span.to));
        // The length is bounded within the loop, so that a list of edits cannot grow a text far
        // beyond what `put` would refuse.
        if to < from || text.len() + edit.text.len() > DOCUMENT_BYTES_MAX {
            return Err(RequestError::new(
                FailureCode::BadRequest,
                "an edit ends before it begins, or is too long",
            ));
        }
        text.replace_range(from..to, &edit.text);
    }
    Ok(text)
}

pub(crate) fn close(context: &mut RequestContext<'_>, close: InFile) -> RequestAnswer {
    let documents = &mut context.bench.documents;
    documents.open.remove(&close.path).ok_or_else(not_open)?;
    // A file that nobody has open is not watched any more.
    documents.stamps.remove(&close.path);
    documents.is_dirty = true;
    DONE
}

pub(crate) fn project(context: &mut RequestContext<'_>, project: ProjectRoots) -> RequestAnswer {
    if project.roots.len() > DOCUMENTS_MAX {
        return Err(RequestError::new(FailureCode::TooMany, "a project can have 200 files"));
    }
    for root in &project.roots {
        files::check_path(root)?;
    }
    let documents = &mut context.bench.documents;
    documents.roots = project.roots;
    documents.options = project.options;
    documents.is_dirty = true;
    DONE
}

fn not_open() -> RequestError {
    RequestError::new(FailureCode::NotOpen, "this document is not open")
}

impl Documents {
    fn put(
        &mut self,
        path: String,
        text: String,
        version: Option<i64>,
    ) -> Result<(), RequestError> {
        // The document's own old text does not count: replacing a large text by another must be
        // possible at the bound.
        let others = self.open.iter().filter(|(other, _)| **other != path);
        let (count, bytes) = others
            .fold((0, 0), |(count, bytes), (_, document)| (count + 1, bytes + document.text.len()));
        if text.len() > DOCUMENT_BYTES_MAX || bytes + text.len() > TEXT_BYTES_MAX {
            return Err(RequestError::new(
                FailureCode::TooLarge,
                "a document can have 16 MiB, all together 64",
            ));
        }
        if count >= DOCUMENTS_MAX {
            return Err(RequestError::new(FailureCode::TooMany, "200 documents can be open"));
        }
        self.open.insert(path, OpenDocument { text, version });
        // Analysed in the next slice and not here: several changes that come together are assembled
        // once.
        self.is_dirty = true;
        Ok(())
    }

    /// Makes the diagnostics those of the program that is started; but a file run by itself leaves
    /// a program of several files as it is.
    pub(crate) fn adopt(&mut self, roots: &[String], options: &RunOptions) {
        let is_beside = !roots.iter().any(|root| self.roots.contains(root));
        if self.roots.len() > 1 && is_beside {
            return;
        }
        self.roots = roots.to_vec();
        self.options = options.clone();
        self.is_dirty = true;
    }

    pub(crate) fn is_dirty(&self) -> bool {
        self.is_dirty
    }

    /// The version of a document that the client has given it.
    pub(crate) fn version(&self, path: &str) -> Option<i64> {
        self.open.get(path).and_then(|document| document.version)
    }

    /// Everything is to be said again, to somebody who knows nothing.
    pub(crate) fn show_again(&mut self) {
        self.sent.clear();
        self.is_dirty = true;
    }

    pub(crate) fn note_stamp(&mut self, path: &str, stamp: &str) {
        self.stamps.insert(path.to_owned(), stamp.to_owned());
    }

    /// The stamps of open documents that are files.
    pub(crate) fn stamps(&self) -> Vec<(String, String)> {
        let open = self.stamps.iter().filter(|(path, _)| self.open.contains_key(*path));
        open.map(|(path, stamp)| (path.clone(), stamp.clone())).collect()
    }

    /// The group that a file was last assembled in.
    pub(crate) fn group_of(&self, path: &str) -> Option<&SourceGroup> {
        self.groups.iter().find(|group| group.sources().id(path).is_some())
    }

    /// Everything that was assembled last.
    pub(crate) fn analyses(&self) -> impl Iterator<Item = &Analysis> {
        self.groups.iter().map(|group| &group.analysis)
    }

    /// The files of some roots: open documents, the folder, the examples.
    pub(crate) fn load(
        &self,
        roots: &[String],
        carrier: &mut dyn WorkbenchHost,
    ) -> Result<SourceSet, RequestError> {
        let mut read = |name: &str| match self.open.get(name) {
            // Open documents win over the folder: what is run is what is seen, saved or not.
            Some(document) => Ok(document.text.as_bytes().to_vec()),
            None => files::source(carrier, name).map_err(unreadable),
        };
        SourceSet::load(roots, &mut read).map_err(|(name, why)| {
            let why = match why {
                UnreadableFile::Missing => "there is no such file".to_owned(),
                UnreadableFile::TooLarge => "the file is larger than 16 MiB".to_owned(),
                UnreadableFile::Other(why) => why,
            };
            RequestError::new(FailureCode::NoFile, format!("{name}: {why}"))
        })
    }

    /// The content of an open document or of a file of the folder.
    pub(crate) fn bytes(&self, path: &str, carrier: &mut dyn WorkbenchHost) -> Option<Vec<u8>> {
        match self.open.get(path) {
            Some(document) => Some(document.text.as_bytes().to_vec()),
            None => carrier.read(path).ok().map(|stored| stored.bytes),
        }
    }

    fn assemble(&self, roots: &[String], carrier: &mut dyn WorkbenchHost) -> Option<SourceGroup> {
        let sources = self.load(roots, carrier).ok()?;
        // A pack that cannot be found must not take away the diagnostics of the source; starting
        // the program reports it.
        let settings = self.settings(&sources, carrier).ok().flatten();
        let usual = settings.as_ref().and_then(|chosen| chosen.pack.as_deref());
        let pack = self.pack(&sources, &self.options, usual, carrier).ok().flatten();
        Some(SourceGroup::new(sources, &self.options, pack, settings.as_ref()))
    }

    /// The settings of the project file for some sources; refused if it has mistakes.
    pub(crate) fn settings(
        &self,
        sources: &SourceSet,
        carrier: &mut dyn WorkbenchHost,
    ) -> Result<Option<ProjectSettings>, RequestError> {
        let Some(&root) = sources.roots().first() else { return Ok(None) };
        let root = sources.file(root).name();
        let project = ProjectFile::above(root, &mut |name| self.bytes(name, carrier));
        let Some(project) = project else { return Ok(None) };
        match project.mistake() {
            Some(why) => Err(RequestError::new(FailureCode::BadRequest, why)),
            None => Ok(project.settings_of(root).cloned()),
        }
    }

    /// The groups that stand by themselves: the project, and documents that nothing includes.
    fn groups(&self, carrier: &mut dyn WorkbenchHost) -> Vec<SourceGroup> {
        let mut groups: Vec<SourceGroup> = Vec::new();
        if !self.roots.is_empty() {
            // The project comes first, so that a document of it is shown with its diagnostics and
            // not as a file by itself.
            groups.extend(self.assemble(&self.roots, carrier));
        }
        for path in self.open.keys() {
            let is_known = |groups: &[SourceGroup]| {
                groups.iter().any(|group| group.sources().id(path).is_some())
            };
            // Each document belongs to one group only, or its errors would be listed twice.
            if is_known(&groups) || !is_source(path) {
                continue;
            }
            if let Some(group) = self.assemble(std::slice::from_ref(path), carrier) {
                // What this one includes no longer stands by itself.
                groups.retain(|other| !group.has_roots_of(other));
                groups.push(group);
            }
        }
        groups
    }
}

impl SourceGroup {
    pub(crate) fn new(
        sources: SourceSet,
        options: &RunOptions,
        pack: Option<Arc<Pack>>,
        settings: Option<&ProjectSettings>,
    ) -> SourceGroup {
        let assembler = options.assembler(pack.as_deref(), settings);
        let analysis = Analysis::new(sources.clone(), &assembler, pack.clone());
        let program = analysis.program().cloned();
        let names = program.map(|program| DebugSymbols::new(Arc::new(program), sources));
        SourceGroup { analysis, names, pack }
    }

    pub(crate) fn sources(&self) -> &SourceSet {
        self.analysis.sources()
    }

    /// Whether all that another set begins with is included in this one.
    fn has_roots_of(&self, other: &SourceGroup) -> bool {
        let mut roots =
            other.sources().roots().iter().map(|&root| other.sources().file(root).name());
        let is_ours = |name: &str| self.sources().id(name).is_some();
        let is_root = |name: &str| {
            self.sources().roots().iter().any(|&root| self.sources().file(root).name() == name)
        };
        // Two programs that share a root stay apart: only what is included and is not a beginning
        // itself is swallowed.
        roots.all(|name| is_ours(name) && !is_root(name))
    }
}

fn unreadable(trouble: FolderError) -> UnreadableFile {
    match trouble {
        FolderError::Missing => UnreadableFile::Missing,
        FolderError::TooLarge => UnreadableFile::TooLarge,
        FolderError::NotAllowed(why) | FolderError::Other(why) => UnreadableFile::Other(why),
        FolderError::Changed => UnreadableFile::Other("it is being changed".to_owned()),
    }
}

impl Workbench {
    /// Assembles what has changed, and says what is wrong with it.
    pub(crate) fn analyse(&mut self, carrier: &mut dyn WorkbenchHost) {
        self.documents.is_dirty = false;
        self.documents.groups = self.documents.groups(carrier);
        self.report();
    }

    /// Sends the diagnostics of every file whose list is another than before.
    fn report(&mut self) {
        let mut by_path: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for group in &self.documents.groups {
            for id in group.sources().ids() {
                // Files without errors get an empty list, which is what clears the marks of an
                // editor.
                by_path.entry(group.sources().file(id).name().to_owned()).or_default();
            }
            diagnostics::collect(group, &mut by_path);
        }
        // Files that have left all groups are told to be clean once, or their old errors would stay
        // in the page.
        let known: BTreeSet<String> = self.documents.sent.keys().cloned().collect();
        for path in known {
            by_path.entry(path).or_default();
        }
        for (path, items) in by_path {
            let document = self.documents.open.get(&path);
            let version = document.and_then(|document| document.version);
            let said = (version, items);
            let is_new = match self.documents.sent.get(&path) {
                Some(before) => *before != said,
                // A file that nobody has opened is mentioned only if something is wrong with it.
                None => document.is_some() || !said.1.is_empty(),
            };
            if !is_new {
                continue;
            }
            let event = Diagnostics { path: path.clone(), version, items: said.1.clone() };
            self.documents.sent.insert(path, said);
            self.send(Event::Diagnostics(event));
        }
        let open = &self.documents.open;
        let sent = &mut self.documents.sent;
        sent.retain(|path, (_, items)| open.contains_key(path) || !items.is_empty());
    }
}
