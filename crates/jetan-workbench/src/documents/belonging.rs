//! The sources to assemble when somebody runs the file that is shown.
//!
//! A folder may be one program or fifty exercises. The file that is shown is run with what it
//! includes; files that were chosen to be assembled together are, if it is one of them. Where
//! labels show that it is a part of something larger, and that assembles, it is meant; if it does
//! not, it is offered.

use std::collections::{BTreeMap, BTreeSet};

use jetan_asm::problem::Problem;
use jetan_asm::{AssemblyOptions as Assembler, SourceSet, assemble, assemble_all};
use jetan_wire::{BelongingAnswer, BelongingQuery, RootsOffer};

use super::{Documents, is_source};
use crate::files;
use crate::host::WorkbenchHost;
use crate::message::RequestAnswer;
use crate::run::RunOptionsExt;
use crate::workbench::RequestContext;

/// Files beside the one that is shown that are looked into.
const FILES_MAX: usize = 64;
/// Most bytes of a file that is looked into.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The labels and includes of a file.
#[derive(Default)]
struct LabelOutline {
    defines: BTreeSet<String>,
    lacks: BTreeSet<String>,
    /// The files that it includes.
    includes: BTreeSet<String>,
}

pub(crate) fn belonging(
    desk: &mut RequestContext<'_>,
    asked: BelongingQuery,
) -> RequestAnswer<BelongingAnswer> {
    let mut found = belongs(desk, asked)?;
    let sources = desk.bench.documents.load(&found.roots, desk.carrier);
    let names = |sources: SourceSet| {
        sources.ids().map(|id| sources.file(id).name().to_owned()).collect::<Vec<String>>()
    };
    // What cannot be read is told by whoever assembles it.
    found.files = sources.map_or_else(|_| found.roots.clone(), names);
    Ok(found)
}

/// The same without the files that are included.
fn belongs(desk: &mut RequestContext<'_>, asked: BelongingQuery) -> RequestAnswer<BelongingAnswer> {
    files::check_path(&asked.path)?;
    let documents = &desk.bench.documents;
    if !asked.roots.is_empty() {
        let chosen = documents.load(&asked.roots, desk.carrier);
        let has_it = chosen.is_ok_and(|sources| sources.id(&asked.path).is_some());
        // Notes and input files are shown beside a project without changing what is run.
        if has_it || !is_source(&asked.path) {
            return Ok(BelongingAnswer::of(asked.roots));
        }
    }
    let own = vec![asked.path.clone()];
    let outlines = documents.outlines(&asked.path, desk.carrier);
    let Some((roots, why)) = larger(&asked.path, &outlines) else {
        return Ok(BelongingAnswer::of(own));
    };
    // Assembled before it is chosen: labels of the same names in unrelated exercises would
    // otherwise be joined into a program that cannot run.
    if is_program(&roots, &outlines) && documents.assembles(&roots, desk.carrier) {
        return Ok(BelongingAnswer { why: Some(why), ..BelongingAnswer::of(roots) });
    }
    Ok(BelongingAnswer { offer: Some(RootsOffer { roots, text: why }), ..BelongingAnswer::of(own) })
}

/// Whether one of several files is where a run begins; one file can begin anywhere.
fn is_program(roots: &[String], outlines: &BTreeMap<String, LabelOutline>) -> bool {
    let has_main =
        |root: &String| outlines.get(root).is_some_and(|outline| outline.defines.contains("main"));
    roots.len() == 1 || roots.iter().any(has_main)
}

impl Documents {
    fn assembles(&self, roots: &[String], carrier: &mut dyn WorkbenchHost) -> bool {
        let Ok(sources) = self.load(roots, carrier) else { return false };
        let pack = self.pack(&sources, &self.options, None, carrier).ok().flatten();
        assemble(&sources, &self.options.assembler(pack.as_deref())).0.is_some()
    }

    /// The labels of the sources in the folder of one of them.
    fn outlines(
        &self,
        path: &str,
        carrier: &mut dyn WorkbenchHost,
    ) -> BTreeMap<String, LabelOutline> {
        let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |at| at.0.to_owned());
        // A folder that cannot be listed leaves the open documents, which are enough to run a file
        // by itself.
        let listed = carrier.list().map(|listing| listing.files).unwrap_or_default();
        let small = listed.into_iter().filter(|entry| entry.size <= FILE_BYTES_MAX);
        let small: Vec<String> = small.map(|entry| entry.path).collect();
        let all = self.open.keys().chain(&small);
        let beside = all.filter(|other| is_source(other) && folder(other) == folder(path));
        let mut paths: BTreeSet<String> = beside.take(FILES_MAX).cloned().collect();
        // The file that is asked about is looked into even if there are too many beside it.
        paths.insert(path.to_owned());
        let outline = |path: String| {
            let sources = self.load(std::slice::from_ref(&path), carrier).ok()?;
            let pack = self.pack(&sources, &self.options, None, carrier).ok().flatten();
            let assembler: Assembler = self.options.assembler(pack.as_deref());
            let assembly = assemble_all(&sources, &assembler);
            let lacks =
                assembly.diagnostics.iter().filter_map(|diagnostic| match &diagnostic.problem {
                    Problem::UndefinedSymbol { name } => Some(name.clone()),
                    _ => None,
                });
            let names = sources.ids().map(|id| sources.file(id).name().to_owned());
            let outline = LabelOutline {
                lacks: lacks.collect(),
                defines: assembly.outline.symbols.into_iter().map(|symbol| symbol.name).collect(),
                includes: names.filter(|name| *name != path).collect(),
            };
            Some((path, outline))
        };
        paths.into_iter().filter_map(outline).collect()
    }
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
