//! The rubric of the folder: its visible criteria, and what the open program earns by them.

mod wire;

use std::sync::Arc;

use jetan_asm::source::UnreadableFile;
use jetan_grade::grade as grading;
use jetan_grade::rubric::{ReadRubric, Rubric, RubricResources, read};
use jetan_grade::setup::{ProgramSetup, SetupError};
use jetan_isa::Pack;
use jetan_run::folder_packs::FolderPacks;
use jetan_run::loader::PackChoice;
use jetan_wire::{FailureCode, GradeRequest, Nothing, RubricFound, RubricGraded};

use crate::files;
use crate::host::{EngineChoice, FolderError, WorkbenchHost};
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::limits::DOCUMENTS_MAX;
use crate::message::{RequestAnswer, RequestError};
use crate::packs;
use crate::workbench::RequestContext;

/// The name of the file.
const RUBRIC_FILE: &str = "rubric.toml";
/// Bytes of a rubric; one of a whole course has a tenth.
const RUBRIC_BYTES_MAX: usize = 256 << 10;
/// Bytes of all files that a rubric names.
const RESOURCE_BYTES_MAX: usize = 8 << 20;
/// The most instructions of a case; a rubric may allow hours, which nobody waits for here.
const CASE_INSTRUCTIONS_MAX: u64 = 1_000_000_000;

/// The files beside the rubric, as far as they are not too large together.
struct FolderResources<'h> {
    carrier: &'h mut dyn WorkbenchHost,
    left: usize,
}

impl RubricResources for FolderResources<'_> {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        files::check_path(name).map_err(|error| error.message)?;
        let stored = self.carrier.read(name).map_err(|trouble| why(&trouble))?;
        let left = self.left.checked_sub(stored.bytes.len());
        self.left = left.ok_or("the files of the rubric have more than 8 MiB together")?;
        Ok(stored.bytes)
    }

    fn list(&mut self, folder: &str) -> Result<Vec<String>, String> {
        let listing = self.carrier.list().map_err(|trouble| why(&trouble))?;
        let own = listing.files.iter().filter_map(|entry| {
            let rest = entry.path.strip_prefix(folder)?.strip_prefix('/')?;
            (!rest.contains('/')).then(|| rest.to_owned())
        });
        let own: Vec<String> = own.collect();
        if own.is_empty() { Err(why(&FolderError::Missing)) } else { Ok(own) }
    }
}

fn why(trouble: &FolderError) -> String {
    match trouble {
        FolderError::Missing => "there is no such file".to_owned(),
        FolderError::TooLarge => "the file is too large".to_owned(),
        FolderError::NotAllowed(why) | FolderError::Other(why) => why.clone(),
        FolderError::Changed => "it is being changed".to_owned(),
    }
}

impl RequestContext<'_> {
    /// The rubric of the folder; none if there is no file.
    fn rubric(&mut self) -> RequestAnswer<Option<ReadRubric>> {
        // As it is in the editor, if it is open: whoever writes it looks at what it says.
        let Some(bytes) = self.bench.documents.bytes(RUBRIC_FILE, self.carrier) else {
            return Ok(None);
        };
        if bytes.len() > RUBRIC_BYTES_MAX {
            let message = "rubric.toml has more than 256 KiB";
            return Err(RequestError::new(FailureCode::TooLarge, message));
        }
        let text = String::from_utf8_lossy(&bytes);
        let mut resources =
            FolderResources { carrier: &mut *self.carrier, left: RESOURCE_BYTES_MAX };
        Ok(Some(read(&text, &mut resources)))
    }

    /// The pack that a rubric names.
    fn rubric_pack(&mut self, rubric: &Rubric) -> RequestAnswer<Option<Arc<Pack>>> {
        let Some(name) = &rubric.pack else { return Ok(None) };
        let documents = &self.bench.documents;
        let carrier = &mut *self.carrier;
        let mut read = |file: &str| {
            files::check_path(file).ok()?;
            documents.bytes(file, carrier)
        };
        let mut shelf = FolderPacks { read: &mut read };
        let sources = jetan_asm::SourceSet::default();
        let found = PackChoice::Named(name.clone()).find(&sources, &mut shelf);
        found.map_err(|error| packs::refusal(&error, &sources))
    }
}

/// The rubric of the folder with its visible criteria, or its mistakes.
pub(crate) fn find(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<RubricFound> {
    Ok(context.rubric()?.map_or_else(RubricFound::default, |read| wire::found(&read)))
}

/// Runs the open program on the visible cases.
pub(crate) fn grade(
    context: &mut RequestContext<'_>,
    asked: GradeRequest,
) -> RequestAnswer<AnswerOrWork<RubricGraded>> {
    let none = || RequestError::new(FailureCode::NoFile, "there is no rubric.toml in the folder");
    let read = context.rubric()?.ok_or_else(none)?;
    let Some(whole) = read.rubric else {
        let message = "there are mistakes in rubric.toml";
        return Err(RequestError::new(FailureCode::BadRequest, message));
    };
    let (rubric, hidden) = visible(whole);
    if rubric.criteria.is_empty() {
        let message = "everything in rubric.toml is hidden: there is nothing to run";
        return Err(RequestError::new(FailureCode::NoCase, message));
    }
    let pack = context.rubric_pack(&rubric)?;
    let roots = if rubric.files.is_empty() { asked.roots } else { rubric.files.clone() };
    if roots.is_empty() || roots.len() > DOCUMENTS_MAX {
        return Err(RequestError::new(FailureCode::BadRequest, "`roots` has 1 to 200 paths"));
    }
    for root in &roots {
        files::check_path(root)?;
    }
    let subject = {
        let setup = ProgramSetup::new(&rubric, pack)
            .map_err(|error| RequestError::new(FailureCode::BadRequest, error.to_string()))?;
        let documents = &context.bench.documents;
        let carrier = &mut *context.carrier;
        let mut read = |name: &str| documents.bytes(name, carrier).ok_or(UnreadableFile::Missing);
        setup.program(&roots, &mut read).map_err(|error| match error {
            SetupError::Unreadable => {
                let message = format!("not all of these files are there: {}", roots.join(", "));
                RequestError::new(FailureCode::NoFile, message)
            }
            SetupError::NotLoaded(error, sources) => packs::refusal(&error, &sources),
        })?
    };
    let mut engine = context.carrier.engine(EngineChoice::Auto);
    context.claim(JobNeeds::Check);
    Ok(AnswerOrWork::question(JobNeeds::Check, async move |point| {
        let refused = Vec::new();
        let graded = grading::grade(&rubric, "", refused, &subject, &mut *engine, &point).await;
        Ok(wire::graded(&graded, &hidden))
    }))
}

/// A rubric without what students do not see, and the number of hidden cases of each criterion.
fn visible(whole: Rubric) -> (Rubric, Vec<usize>) {
    let mut hidden = Vec::new();
    let mut criteria = Vec::new();
    for mut criterion in whole.criteria {
        let all = criterion.cases.len();
        criterion.cases.retain(|case| !case.is_hidden);
        if criterion.is_hidden || criterion.cases.is_empty() {
            continue;
        }
        for case in &mut criterion.cases {
            let most = case.instructions.unwrap_or(whole.limits.instructions);
            case.instructions = Some(most.min(CASE_INSTRUCTIONS_MAX));
        }
        hidden.push(all - criterion.cases.len());
        criteria.push(criterion);
    }
    (Rubric { criteria, ..whole }, hidden)
}
