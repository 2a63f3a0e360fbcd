//! A rubric's way to load programs: its pack, its display, its dialect and its limits.

use std::sync::Arc;

use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, Dialect, SourceSet};
use jetan_display::bitmap::{self, BitmapConfig, BitmapError};
use jetan_isa::{MemoryMap, Pack};
use jetan_machine::Behaviour;
use jetan_run::loader::ShippedOnly;
use jetan_run::{LoadError, LoadPlan, load};
use jetan_symbols::DebugSymbols;

use crate::program::ProgramUnderTest;
use crate::rubric::Rubric;

/// A rubric with what it needs from elsewhere.
pub struct ProgramSetup<'r> {
    rubric: &'r Rubric,
    pack: Option<Arc<Pack>>,
    display: Option<BitmapConfig>,
    map: MemoryMap,
}

/// Why there is no program to grade.
pub enum SetupError {
    /// A file cannot be read.
    Unreadable,
    /// It cannot be assembled or loaded; its sources are those that the error is about.
    NotLoaded(Box<LoadError>, SourceSet),
}

impl<'r> ProgramSetup<'r> {
    /// Reads the size of the display; the pack is the one that the rubric names.
    pub fn new(
        rubric: &'r Rubric,
        pack: Option<Arc<Pack>>,
    ) -> Result<ProgramSetup<'r>, BitmapError> {
        let map = pack.as_ref().and_then(|pack| pack.memory_map).unwrap_or(MemoryMap::DEFAULT);
        let display = rubric.bitmap.as_ref().map(|flag| BitmapConfig::parse(flag, &map));
        Ok(ProgramSetup { rubric, pack, display: display.transpose()?, map })
    }

    /// Assembles the files of a submission.
    pub fn program(
        &self,
        roots: &[String],
        read: &mut dyn FnMut(&str) -> Result<Vec<u8>, UnreadableFile>,
    ) -> Result<ProgramUnderTest, SetupError> {
        // The instructor's files win over submitted ones of the same name.
        let provided = &self.rubric.provided;
        let mut read = |name: &str| match provided.iter().find(|(it, _)| it == name) {
            Some((_, bytes)) => Ok(bytes.clone()),
            None => read(name),
        };
        let sources = SourceSet::load(roots, &mut read).map_err(|_| SetupError::Unreadable)?;
        let strict = self.rubric.strict;
        let behaviour = if strict { Behaviour::MARS } else { Behaviour::JETAN };
        let limits = self.rubric.limits;
        let plan = LoadPlan {
            needs_code: true,
            ..LoadPlan::with_pack(
                AssemblyOptions {
                    dialect: if strict { Dialect::MARS } else { Dialect::JETAN },
                    start_at_main: self.rubric.start_at_main,
                    ..AssemblyOptions::default()
                },
                ProgramUnderTest::setup(behaviour, limits),
                self.pack.clone(),
            )
        };
        // A student's source cannot choose a pack; the rubric's was found before.
        let loaded = match load(&sources, plan, &mut ShippedOnly) {
            Ok(loaded) => loaded,
            Err(error) => return Err(SetupError::NotLoaded(Box::new(error), sources)),
        };
        let display = self.display.or_else(|| {
            let texts = sources.roots().iter().map(|&root| sources.file(root).text());
            texts.filter_map(|text| bitmap::recognise(text, &self.map)).find_map(Result::ok)
        });
        // Names copy the sources, and only checks use them.
        let names = self.rubric.has_checks();
        let names = names.then(|| DebugSymbols::new(Arc::clone(&loaded.program), sources.clone()));
        let subject = ProgramUnderTest::new(loaded, display, limits).naming_files(&sources);
        Ok(match names {
            Some(names) => subject.with_names(names),
            None => subject,
        })
    }
}
