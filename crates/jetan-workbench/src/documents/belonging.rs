//! The sources to assemble when somebody runs the file that is shown: files that were chosen to be
//! assembled together, if it is one of them, or what `jetan-ide` finds in its folder.

use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_ide::belonging::{Belonging, BelongingIndex, FILE_BYTES_MAX, SourceFolder, is_source};
use jetan_pack::{ProjectFile, ProjectSettings};
use jetan_wire::{BelongingAnswer, BelongingQuery, FailureCode, RootsOffer};

use super::{Documents, unreadable};
use crate::files;
use crate::host::WorkbenchHost;
use crate::message::{RequestAnswer, RequestError};
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

    fn options(
        &mut self,
        sources: &SourceSet,
        settings: Option<&ProjectSettings>,
    ) -> AssemblyOptions {
        let options = &self.documents.options;
        let usual = settings.and_then(|chosen| chosen.pack.as_deref());
        let pack = self.documents.pack(sources, options, usual, self.carrier).ok().flatten();
        options.assembler(pack.as_deref(), settings)
    }
}

pub(crate) fn belonging(
    context: &mut RequestContext<'_>,
    asked: BelongingQuery,
) -> RequestAnswer<BelongingAnswer> {
    let mut found = belongs(context, asked)?;
    let sources = context.bench.documents.load(&found.roots, context.carrier);
    let names = |sources: SourceSet| {
        sources.ids().map(|id| sources.file(id).name().to_owned()).collect::<Vec<String>>()
    };
    // What cannot be read is told by whoever assembles it.
    found.files = sources.map_or_else(|_| found.roots.clone(), names);
    Ok(found)
}

/// The same without the files that are included.
fn belongs(
    context: &mut RequestContext<'_>,
    asked: BelongingQuery,
) -> RequestAnswer<BelongingAnswer> {
    files::check_path(&asked.path)?;
    let documents = &context.bench.documents;
    if !asked.roots.is_empty() {
        let chosen = documents.load(&asked.roots, context.carrier);
        let has_it = chosen.is_ok_and(|sources| sources.id(&asked.path).is_some());
        // Notes and input files are shown beside a project without changing what is run.
        if has_it || !is_source(&asked.path) {
            return Ok(BelongingAnswer::of(asked.roots));
        }
    }
    let mut folder = DocumentFolder { documents, carrier: context.carrier };
    let mut index = BelongingIndex::default();
    // Refused and not passed over: what would be run instead is not what somebody wrote down.
    if let Some(why) = index.project(&asked.path, &mut folder).and_then(ProjectFile::mistake) {
        return Err(RequestError::new(FailureCode::BadRequest, why));
    }
    let found = index.belonging(&asked.path, &mut folder);
    let Belonging { roots, why, offer } = found;
    let offer = offer.map(|(roots, text)| RootsOffer { roots, text });
    Ok(BelongingAnswer { why, offer, ..BelongingAnswer::of(roots) })
}
