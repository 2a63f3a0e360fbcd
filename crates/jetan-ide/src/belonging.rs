//! The sources to assemble when somebody runs the file that is shown.
//!
//! A folder may be one program or fifty exercises. Where a `jetan.toml` lists the sources of a
//! program, they are that program. Otherwise the file that is shown is run with what it includes.
//! Where labels show that it is a part of something larger, and that assembles, the
//! larger program is meant; if it does not assemble, it is offered.

use std::collections::{BTreeMap, BTreeSet};

use jetan_asm::problem::{Problem, Severity};
use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, Diagnostic, SourceSet, assemble, assemble_all};
use jetan_pack::{PROJECT_FILE, ProjectFile, ProjectSettings};

/// Most files beside the one that is shown that are looked into.
pub const FILES_MAX: usize = 64;
/// Most bytes of a file that is looked into.
pub const FILE_BYTES_MAX: u64 = 1 << 20;

/// The files around the one that is shown.
pub trait SourceFolder {
    /// The content of a source; a text that is being edited comes before the one that was saved.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, UnreadableFile>;

    /// The sources in the folder of a file, by [`is_source`], at most [`FILE_BYTES_MAX`] long.
    fn beside(&mut self, name: &str) -> Vec<String>;

    /// The options of the assembler for some sources, which may name a pack; the settings are those
    /// of their project file.
    fn options(
        &mut self,
        sources: &SourceSet,
        settings: Option<&ProjectSettings>,
    ) -> AssemblyOptions;
}

/// The program that a file belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Belonging {
    /// The files to assemble, the leading one first.
    pub roots: Vec<String>,
    /// The reason for there being more than the file itself, in words.
    pub why: Option<String>,
    /// A larger program that the file seems to belong to and that does not assemble: its files,
    /// and what they have to do with each other.
    pub offer: Option<(Vec<String>, String)>,
}

/// The labels and includes of a file.
#[derive(Clone, Debug, Default)]
struct LabelOutline {
    defines: BTreeSet<String>,
    lacks: BTreeSet<String>,
    /// The files that it includes.
    includes: BTreeSet<String>,
    /// The number of errors that are not about labels it lacks.
    errors: usize,
}

/// Finds out what belongs together, and remembers what the files define and lack.
#[derive(Clone, Debug, Default)]
pub struct BelongingIndex {
    /// None for a file that cannot be read.
    outlines: BTreeMap<String, Option<LabelOutline>>,
    /// The files beside each file that was asked about: listing a folder can take long.
    beside: BTreeMap<String, Vec<String>>,
    /// The project file of each file that was asked about.
    projects: BTreeMap<String, Option<ProjectFile>>,
}

impl BelongingIndex {
    /// Forgets a file that has changed, and those that include it.
    pub fn forget(&mut self, name: &str) {
        if is_project_file(name) {
            // Packs and memory configurations of everything may be others now.
            self.clear();
        }
        let includes =
            |one: &Option<LabelOutline>| one.as_ref().is_some_and(|o| o.includes.contains(name));
        self.outlines.retain(|other, one| other != name && !includes(one));
    }

    /// Forgets all files, and which there are.
    pub fn clear(&mut self) {
        self.outlines.clear();
        self.beside.clear();
        self.projects.clear();
    }

    /// The project file of a source: in its folder, or the nearest above it.
    pub fn project(&mut self, path: &str, folder: &mut dyn SourceFolder) -> Option<&ProjectFile> {
        let find = || ProjectFile::above(path, &mut |name| folder.read(name).ok());
        self.projects.entry(path.to_owned()).or_insert_with(find).as_ref()
    }

    /// The program of the project file, if a file is one of its sources or included by one.
    fn listed(
        &mut self,
        path: &str,
        folder: &mut dyn SourceFolder,
    ) -> Option<(Vec<String>, String)> {
        let ProjectFile { name, roots, .. } = self.project(path, folder)?;
        let found = (roots.clone(), format!("`{name}` lists the files of this program"));
        if roots.iter().any(|root| root == path) {
            return Some(found);
        }
        let sources = SourceSet::load(&found.0, &mut |name| folder.read(name)).ok()?;
        sources.id(path).is_some().then_some(found)
    }

    /// The files to look at together while a file is edited.
    ///
    /// Those that would be run together, also while there are errors in them: a larger program must
    /// only have no errors that its files do not have by themselves. One that was found `before`
    /// stays while labels lead to it.
    pub fn edited_together(
        &mut self,
        path: &str,
        before: &[String],
        folder: &mut dyn SourceFolder,
    ) -> Vec<String> {
        if let Some((roots, _)) = self.listed(path, folder) {
            return roots;
        }
        let outlines = self.outlines(path, folder);
        let project = self.project(path, folder).cloned();
        match larger(path, &outlines) {
            Some((roots, _)) if is_program(&roots, &outlines) => {
                let own =
                    |root| outlines.get(root).map_or(0, |outline: &LabelOutline| outline.errors);
                let known: usize = roots.iter().map(own).sum();
                let is_meant = roots == before
                    || errors(&roots, folder, project.as_ref()).is_some_and(|all| all <= known);
                if is_meant { roots } else { vec![path.to_owned()] }
            }
            _ => vec![path.to_owned()],
        }
    }

    /// The program that a file belongs to; itself alone if that is not clear.
    pub fn belonging(&mut self, path: &str, folder: &mut dyn SourceFolder) -> Belonging {
        let alone = || Belonging { roots: vec![path.to_owned()], why: None, offer: None };
        if let Some((roots, why)) = self.listed(path, folder) {
            // A program of one file needs no reason.
            let why = (roots != [path]).then_some(why);
            return Belonging { roots, why, offer: None };
        }
        let outlines = self.outlines(path, folder);
        let Some((roots, why)) = larger(path, &outlines) else { return alone() };
        let project = self.project(path, folder).cloned();
        // Assembled before it is chosen: labels of the same names in unrelated exercises would
        // otherwise be joined into a program that cannot run.
        if is_program(&roots, &outlines) && assembles(&roots, folder, project.as_ref()) {
            return Belonging { roots, why: Some(why), offer: None };
        }
        Belonging { offer: Some((roots, why)), ..alone() }
    }

    /// The labels of the sources in the folder of one of them.
    fn outlines(
        &mut self,
        path: &str,
        folder: &mut dyn SourceFolder,
    ) -> BTreeMap<String, LabelOutline> {
        let beside = self.beside.entry(path.to_owned()).or_insert_with(|| folder.beside(path));
        let mut paths: BTreeSet<String> = beside.iter().take(FILES_MAX).cloned().collect();
        // The file that is asked about is looked into even if there are too many beside it.
        paths.insert(path.to_owned());
        let project = self.project(path, folder).cloned();
        let mut outlines = BTreeMap::new();
        for path in paths {
            let known = self.outlines.entry(path);
            let path = known.key().clone();
            let outline = known.or_insert_with(|| outline(&path, folder, project.as_ref())).clone();
            outlines.extend(outline.map(|outline| (path, outline)));
        }
        outlines
    }
}

/// Whether a file is assembled, by its name; notes and input files are not.
pub fn is_source(name: &str) -> bool {
    let file = name.rsplit_once('/').map_or(name, |(_, file)| file);
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    let known = ["asm", "s", "inc", "mips"];
    extension.is_none_or(|extension| known.iter().any(|own| extension.eq_ignore_ascii_case(own)))
}

/// Whether a file is a project file, by its name.
pub fn is_project_file(name: &str) -> bool {
    name.rsplit('/').next() == Some(PROJECT_FILE)
}

/// Some sources with what they include, and the options of the assembler for them.
fn load(
    roots: &[String],
    folder: &mut dyn SourceFolder,
    project: Option<&ProjectFile>,
) -> Option<(SourceSet, AssemblyOptions)> {
    let sources = SourceSet::load(roots, &mut |name| folder.read(name)).ok()?;
    let settings = project.and_then(|project| project.settings_of(roots.first()?));
    let options = folder.options(&sources, settings);
    Some((sources, options))
}

fn outline(
    path: &str,
    folder: &mut dyn SourceFolder,
    project: Option<&ProjectFile>,
) -> Option<LabelOutline> {
    let (sources, options) = load(&[path.to_owned()], folder, project)?;
    let assembly = assemble_all(&sources, &options);
    let lacks = assembly.diagnostics.iter().filter_map(|diagnostic| match &diagnostic.problem {
        Problem::UndefinedSymbol { name } => Some(name.clone()),
        _ => None,
    });
    let names = sources.ids().map(|id| sources.file(id).name().to_owned());
    Some(LabelOutline {
        errors: other_errors(&assembly.diagnostics),
        lacks: lacks.collect(),
        defines: assembly.outline.symbols.into_iter().map(|symbol| symbol.name).collect(),
        includes: names.filter(|name| *name != path).collect(),
    })
}

fn assembles(
    roots: &[String],
    folder: &mut dyn SourceFolder,
    project: Option<&ProjectFile>,
) -> bool {
    let loaded = load(roots, folder, project);
    loaded.is_some_and(|(sources, options)| assemble(&sources, &options).0.is_some())
}

/// The errors of several files together that are not about labels they lack.
fn errors(
    roots: &[String],
    folder: &mut dyn SourceFolder,
    project: Option<&ProjectFile>,
) -> Option<usize> {
    let (sources, options) = load(roots, folder, project)?;
    Some(other_errors(&assemble(&sources, &options).1))
}

fn other_errors(diagnostics: &[Diagnostic]) -> usize {
    let is_other = |one: &&Diagnostic| {
        one.severity() == Severity::Error && !matches!(one.problem, Problem::UndefinedSymbol { .. })
    };
    diagnostics.iter().filter(is_other).count()
}

/// Whether one of several files is where a run begins; one file can begin anywhere.
fn is_program(roots: &[String], outlines: &BTreeMap<String, LabelOutline>) -> bool {
    let has_main =
        |root: &String| outlines.get(root).is_some_and(|outline| outline.defines.contains("main"));
    roots.len() == 1 || roots.iter().any(has_main)
}

/// The larger program that a file is a part of, and how that is known; none if it stands for
/// itself, or if it could belong to several.
fn larger(path: &str, outlines: &BTreeMap<String, LabelOutline>) -> Option<(Vec<String>, String)> {
    let includers: Vec<&String> = outlines
        .iter()
        .filter(|(_, one)| one.includes.contains(path))
        .map(|(name, _)| name)
        .collect();
    // Exactly one. A file that several programs include belongs to none of them more than to the
    // others.
    if let [includer] = includers[..] {
        let roots = closure(includer, outlines);
        return Some((roots, format!("`{path}` is a part of `{includer}`, which includes it")));
    }
    let own = outlines.get(path)?;
    let roots = closure(path, outlines);
    if roots.len() > 1 {
        let lacking = own.lacks.iter().find(|name| definer(name, outlines).is_some());
        let why = lacking.map_or_else(String::new, |name| {
            let file = definer(name, outlines).unwrap_or_default();
            format!("`{name}` is defined in `{file}`")
        });
        return Some((roots, why));
    }
    // A file with a `main` is a program; that others use its labels does not make it a part of
    // them.
    if own.defines.contains("main") {
        return None;
    }
    let uses = |one: &LabelOutline| one.lacks.iter().any(|name| own.defines.contains(name));
    let users: Vec<&String> =
        outlines.iter().filter(|(_, one)| uses(one)).map(|(name, _)| name).collect();
    let [user] = users[..] else { return None };
    let roots = closure(user, outlines);
    let is_part = roots.iter().any(|root| root == path);
    is_part.then(|| (roots, format!("`{path}` has no `main`, and `{user}` uses its labels")))
}

/// The one file that defines a label.
fn definer<'o>(name: &str, outlines: &'o BTreeMap<String, LabelOutline>) -> Option<&'o str> {
    let mut definers = outlines.iter().filter(|(_, one)| one.defines.contains(name));
    let first = definers.next()?.0;
    // A label that two files define says nothing about which of them is meant.
    definers.next().is_none().then_some(first.as_str())
}

/// A file and those that define what it lacks, and what these lack, and so on; itself first.
fn closure(path: &str, outlines: &BTreeMap<String, LabelOutline>) -> Vec<String> {
    let mut roots = vec![path.to_owned()];
    let mut next = 0;
    while let Some(one) = roots.get(next).and_then(|root| outlines.get(root)) {
        for file in one.lacks.iter().filter_map(|name| definer(name, outlines)) {
            if !roots.iter().any(|root| root == file) {
                roots.push(file.to_owned());
            }
        }
        next += 1;
    }
    roots
}
