//! Which files are looked at together, and what is known of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, FileId, SourceSet};
use jetan_ide::Analysis;
use jetan_ide::belonging::{
    BelongingIndex, FILE_BYTES_MAX, SourceFolder, is_project_file, is_source,
};
use jetan_isa::Pack;
use jetan_pack::{ProjectFile, ProjectSettings};
use jetan_run::folder_packs::FolderPacks;
use jetan_run::loader::{PackChoice, SourcePacks, adopt_map, adopt_project};

use crate::documents::OpenDocuments;
use crate::file_access::FileAccess;
use crate::file_names::FileNames;

/// Sources that are assembled together, and what came of it.
#[derive(Debug)]
pub(crate) struct OpenProgram {
    pub(crate) analysis: Analysis,
    /// The files to assemble, the leading one first.
    pub(crate) roots: Vec<String>,
    /// Its files by canonical name; an `.include` may spell a name in another way.
    files: BTreeMap<String, FileId>,
}

impl OpenProgram {
    pub(crate) fn file(&self, name: &str) -> Option<FileId> {
        self.files.get(name).copied()
    }

    /// All files with their canonical names.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, FileId)> {
        self.files.iter().map(|(name, &file)| (name.as_str(), file))
    }

    /// Whether the roots of another program are included here without being roots.
    fn swallows(&self, other: &OpenProgram) -> bool {
        let is_part = |name: &String| self.files.contains_key(name) && !self.roots.contains(name);
        other.roots.iter().all(is_part)
    }
}

/// The programs of all open documents.
#[derive(Debug, Default)]
pub(crate) struct OpenPrograms {
    all: Vec<OpenProgram>,
    /// Project files with mistakes, by their names.
    bad_projects: BTreeMap<String, ProjectFile>,
    index: BelongingIndex,
    /// The files that each document was last assembled with.
    chosen: BTreeMap<String, Vec<String>>,
    /// Documents whose text has changed since.
    changed: BTreeSet<String>,
    /// Whether files may have changed that are not open.
    is_stale: bool,
}

/// Open documents before files.
pub(crate) struct EditedFolder<'f> {
    pub(crate) documents: &'f OpenDocuments,
    pub(crate) names: &'f FileNames,
    pub(crate) files: &'f mut dyn FileAccess,
}

impl SourceFolder for EditedFolder<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, UnreadableFile> {
        // What is analysed is what is seen, saved or not.
        if let Some(document) = self.documents.get(&self.names.canonical(name)) {
            return Ok(document.text.as_bytes().to_vec());
        }
        let path = self.names.path(name).ok_or(UnreadableFile::Missing)?;
        self.files.read(&path)
    }

    fn beside(&mut self, name: &str) -> Vec<String> {
        let folder = |name: &str| name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let Some(path) = self.names.path(name) else { return Vec::new() };
        let own = folder(&path);
        let open = self.documents.names().filter(|name| {
            let path = self.names.path(name);
            is_source(name) && path.is_some_and(|path| folder(&path) == own)
        });
        let mut found: Vec<String> = open.cloned().collect();
        let listed = self.files.list(&own);
        let small = listed.into_iter().filter(|one| one.size <= FILE_BYTES_MAX);
        let sources = small.filter(|one| is_source(&one.name));
        found.extend(sources.map(|one| self.names.canonical(&format!("{own}/{}", one.name))));
        found
    }

    fn options(
        &mut self,
        sources: &SourceSet,
        settings: Option<&ProjectSettings>,
    ) -> AssemblyOptions {
        options(self.pack(sources, settings).as_deref(), settings)
    }
}

/// The options of the assembler: those of the project file, else those of the pack.
fn options(pack: Option<&Pack>, settings: Option<&ProjectSettings>) -> AssemblyOptions {
    let mut options = AssemblyOptions::default();
    let has_map = settings.is_some_and(|chosen| adopt_project(&mut options, chosen, false));
    if !has_map {
        adopt_map(&mut options, pack);
    }
    options
}

impl EditedFolder<'_> {
    /// The pack that a source or the project file names.
    fn pack(
        &mut self,
        sources: &SourceSet,
        settings: Option<&ProjectSettings>,
    ) -> Option<Arc<Pack>> {
        let usual = settings.and_then(|chosen| chosen.pack.clone());
        let choice = PackChoice::BySources { among: SourcePacks::Any, usual };
        let mut read = |file: &str| self.read(file).ok();
        // A pack that cannot be found must not take away the diagnostics of the source; starting
        // the program reports it.
        choice.find(sources, &mut FolderPacks { read: &mut read }).ok().flatten()
    }

    fn analyse(
        &mut self,
        roots: Vec<String>,
        settings: Option<&ProjectSettings>,
    ) -> Option<OpenProgram> {
        let sources = SourceSet::load(&roots, &mut |name| self.read(name)).ok()?;
        let pack = self.pack(&sources, settings);
        let options = options(pack.as_deref(), settings);
        let name = |file| (self.names.canonical(sources.file(file).name()), file);
        // In reverse, so that of two spellings of one file the first stays.
        let files = sources.ids().map(name).collect::<Vec<_>>().into_iter().rev().collect();
        let analysis = Analysis::new(sources, &options, pack);
        Some(OpenProgram { analysis, roots, files })
    }
}

impl OpenPrograms {
    /// A document has another text.
    pub(crate) fn text_changed(&mut self, name: &str) {
        self.index.forget(name);
        // Which files are one program, and by which pack, may be another matter now.
        self.is_stale |= is_project_file(name);
        self.changed.insert(name.to_owned());
    }

    /// Files may have come, gone or changed; or documents have been opened or closed.
    pub(crate) fn files_changed(&mut self) {
        self.index.clear();
        self.is_stale = true;
    }

    /// Whether something has changed since the last refresh.
    pub(crate) fn is_dirty(&self) -> bool {
        self.is_stale || !self.changed.is_empty()
    }

    /// Looks again at what has changed.
    pub(crate) fn refresh(&mut self, folder: &mut EditedFolder<'_>) {
        let mut before = std::mem::take(&mut self.all);
        let changed = std::mem::take(&mut self.changed);
        if std::mem::take(&mut self.is_stale) {
            before.clear();
        }
        before.retain(|program| !changed.iter().any(|name| program.files.contains_key(name)));
        let documents: Vec<String> = folder.documents.names().cloned().collect();
        self.chosen.retain(|name, _| folder.documents.get(name).is_some());
        let mut programs: Vec<OpenProgram> = Vec::new();
        self.bad_projects.clear();
        for name in documents {
            let project = self.index.project(&name, folder).cloned();
            if let Some(project) = project.as_ref().filter(|project| !project.errors.is_empty()) {
                self.bad_projects.insert(project.name.clone(), project.clone());
            }
            if is_project_file(&name) {
                continue;
            }
            // Each document belongs to one program only, or its errors would be listed twice.
            if programs.iter().any(|program| program.files.contains_key(&name)) {
                continue;
            }
            let last = self.chosen.get(&name).map_or(&[][..], |roots| roots);
            let roots = self.index.edited_together(&name, last, folder);
            let known = before.iter().position(|program| program.roots == roots);
            let program = if let Some(known) = known {
                Some(before.swap_remove(known))
            } else {
                let first = roots.first().unwrap_or(&name);
                let settings = project.as_ref().and_then(|one| one.settings_of(first)).cloned();
                folder.analyse(roots, settings.as_ref())
            };
            if let Some(program) = program {
                self.chosen.insert(name, program.roots.clone());
                // What this one includes no longer stands by itself.
                programs.retain(|other| !program.swallows(other));
                programs.push(program);
            }
        }
        self.all = programs;
    }

    pub(crate) fn all(&self) -> &[OpenProgram] {
        &self.all
    }

    /// Project files with mistakes.
    pub(crate) fn bad_projects(&self) -> impl Iterator<Item = &ProjectFile> {
        self.bad_projects.values()
    }

    /// The program that a file was last assembled in.
    pub(crate) fn of(&self, name: &str) -> Option<(&OpenProgram, FileId)> {
        self.all.iter().find_map(|program| Some((program, program.file(name)?)))
    }
}
