//! The sources to assemble when somebody runs the file that is shown: files that were chosen to be
//! assembled together, if it is one of them, or what `jetan-ide` finds in its folder.

use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_ide::belonging::{Belonging, BelongingIndex, FILE_BYTES_MAX, SourceFolder, is_source};
use jetan_wire::{BelongingAnswer, BelongingQuery, RootsOffer};

use super::{Documents, unreadable};
use crate::files;
use crate::host::WorkbenchHost;
use crate::message::RequestAnswer;
use crate::run::RunOptionsExt;
use crate::workbench::RequestContext;

/// Open documents before files of the folder.
struct DocumentFolder<'f> {
    documents: &'f Documents,
    carrier: &'f mut dyn WorkbenchHost,
}

impl SourceFolder for DocumentFolder<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, UnreadableFile> {
        match self.documents.open.get(name) {
            Some(document) => Ok(document.text.as_bytes().to_vec()),
            None => files::source(self.carrier, name).map_err(unreadable),
        }
    }

    fn beside(&mut self, name: &str) -> Vec<String> {
        let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |at| at.0.to_owned());
        // A folder that cannot be listed leaves the open documents, which are enough to run a file
        // by itself.
        let listed = self.carrier.list().map(|listing| listing.files).unwrap_or_default();
        let small = listed.into_iter().filter(|entry| entry.size <= FILE_BYTES_MAX);
        let all = self.documents.open.keys().cloned().chain(small.map(|entry| entry.path));
        all.filter(|other| is_source(other) && folder(other) == folder(name)).collect()
    }

    fn options(&mut self, sources: &SourceSet) -> AssemblyOptions {
        let options = &self.documents.options;
        let pack = self.documents.pack(sources, options, None, self.carrier).ok().flatten();
        options.assembler(pack.as_deref())
    }
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
    let mut folder = DocumentFolder { documents, carrier: desk.carrier };
    let found = BelongingIndex::default().belonging(&asked.path, &mut folder);
    let Belonging { roots, why, offer } = found;
    let offer = offer.map(|(roots, text)| RootsOffer { roots, text });
    Ok(BelongingAnswer { why, offer, ..BelongingAnswer::of(roots) })
}
