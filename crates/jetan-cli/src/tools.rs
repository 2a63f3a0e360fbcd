//! The flags of `jetan run` for the tools of a course: caches, branches, pipelines, references.

use std::path::PathBuf;

use clap::Args;
use jetan_tools::bound::FigureBound;
use jetan_tools::branch::{PredictorSettings, TableSettings};
use jetan_tools::cache::{CacheGeometry, CacheRole, CacheSettings, MemoryTimes, SWEEP_MAX};
use jetan_tools::counters::CostTable;
use jetan_tools::pipeline::PipelineSettings;
use jetan_tools::setting::SettingError;

/// Everything else that looks at each instruction: only one of them can have the run.
const OTHERS: [&str; 4] = ["check", "trace", "profile", "coverage"];

/// The tools that look at a run, and what is asked of them.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
#[command(next_help_heading = "Tools of a course")]
pub struct ToolArgs {
    /// Watch a cache of `BLOCKSxWORDS[:WAYS][:POLICY]`, for instance 8x4:2:lru: hits, kinds of
    /// misses, traffic, and who evicted whom. WAYS may be `full`; POLICY is lru, fifo, plru,
    /// random or opt (Belady's bound); `:wt` writes through, `:nwa` does not allocate on writes.
    /// `i=`, `d=`, `u=` or `l2=` before it says which cache, spaces or another flag separate caches
    /// that work together; lists such as 8,16x4:1,2 make a table of every combination.
    #[arg(
        long,
        value_name = "CACHE",
        value_parser = caches,
        conflicts_with_all = OTHERS,
        action = clap::ArgAction::Append,
    )]
    pub cache: Vec<CacheLists>,
    /// Show the misses of each cache by time and address.
    #[arg(long, requires = "cache")]
    pub miss_map: bool,
    /// Show the misses of fully associative caches of every size with blocks of so many words.
    #[arg(
        long,
        value_name = "WORDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "4",
        value_parser = words,
        conflicts_with_all = OTHERS,
    )]
    pub miss_curve: Option<u32>,
    /// Let predictors foresee the branches: `NAME[:ENTRIES[:HISTORY]]`, separated by commas;
    /// taken, not-taken, btfn, 1bit, 2bit, mars, gshare, local, tournament; without LIST, some of
    /// about 32 bits side by side.
    #[arg(
        long,
        value_name = "LIST",
        num_args = 0..=1,
        default_missing_value = "all",
        value_parser = predictors,
        conflicts_with_all = OTHERS,
    )]
    pub branches: Option<PredictorList>,
    /// Count the cycles of a five-stage pipeline: words separated by commas. id, ex or mem is where
    /// branches are decided; fwd or nofwd; store-fwd, slot, r3000, mult=CYCLES, div=CYCLES,
    /// predict=PREDICTOR, btb=ENTRIES. A window =FROM..TO of instructions is drawn.
    #[arg(
        long,
        value_name = "SETTINGS",
        num_args = 0..=1,
        default_missing_value = "id,fwd",
        value_parser = PipelineSettings::parse,
        conflicts_with_all = OTHERS,
        action = clap::ArgAction::Append,
    )]
    pub pipeline: Vec<PipelineSettings>,
    /// Count references to memory, by symbol and by units of so many bytes.
    #[arg(
        long,
        value_name = "BYTES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "16",
        value_parser = unit,
        conflicts_with_all = OTHERS,
    )]
    pub refs: Option<u32>,
    /// Count instructions by class, and cycles by costs such as load=5,branch=3; other classes
    /// cost what the pack says, or 1.
    #[arg(
        long,
        value_name = "COSTS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        value_parser = CostTable::parse,
        conflicts_with_all = OTHERS,
    )]
    pub mix: Option<CostTable>,
    /// Show beside it what MARS's own tools show, faults included: its branch history table
    /// (ENTRIES:HISTORY, 16:1 if nothing is said) and its two instruction counters.
    #[arg(
        long,
        value_name = "TABLE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "16:1",
        value_parser = mars_table,
        conflicts_with_all = OTHERS,
    )]
    pub mars_tools: Option<TableSettings>,
    /// Write every reference to memory to a file, in the format of Dinero. `jetan run --cache`
    /// reads such a file too, if its name ends in .din.
    #[arg(long, value_name = "FILE", conflicts_with_all = OTHERS)]
    pub din: Option<PathBuf>,
    /// Show the single-cycle datapath of the instruction with this number, the first is 1, with the
    /// values on its wires.
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = instruction,
        conflicts_with_all = OTHERS,
    )]
    pub datapath: Option<u64>,
    /// Write the picture of the datapath to a file, as SVG.
    #[arg(long, value_name = "FILE", requires = "datapath")]
    pub datapath_svg: Option<PathBuf>,
    /// Explain the patterns in floating-point registers at the end: f0,f12; an even register with
    /// the next one is shown as a double too.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = float_register,
        conflicts_with_all = OTHERS,
    )]
    pub floats: Vec<u8>,
    /// The cycles of a hit and of memory, HIT:MEMORY or HIT:L2:MEMORY.
    #[arg(
        long,
        value_name = "CYCLES",
        value_parser = times,
        default_value = "1:10:100",
        requires = "cache",
    )]
    pub memory_times: MemoryTimesArg,
    /// Ask for a figure, for instance hit>=80, misses<100 or cpi<=1.3; the exit code is 1 if one is
    /// not kept.
    #[arg(long, value_name = "BOUND", value_parser = FigureBound::parse)]
    pub expect: Vec<FigureBound>,
}

/// Caches as one flag has them.
#[derive(Clone, Debug)]
pub struct CacheLists(pub Vec<CacheList>);

/// Caches for one place.
#[derive(Clone, Debug)]
pub struct CacheList {
    pub role: CacheRole,
    pub settings: Vec<CacheSettings>,
}

/// Predictors, as one flag has them.
#[derive(Clone, Debug)]
pub struct PredictorList(pub Vec<PredictorSettings>);

/// Times of the memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryTimesArg(pub MemoryTimes);

impl ToolArgs {
    /// Whether any tool is asked for.
    pub fn is_watching(&self) -> bool {
        let has_list = !self.cache.is_empty() || !self.pipeline.is_empty();
        let has_flow = self.branches.is_some() || self.mix.is_some() || self.mars_tools.is_some();
        let has_value = self.datapath.is_some() || !self.floats.is_empty();
        let has_memory = self.miss_curve.is_some() || self.refs.is_some() || self.din.is_some();
        // A bound alone is about the number of instructions.
        has_list || has_flow || has_memory || has_value || !self.expect.is_empty()
    }

    /// Every combination of caches: flags for one place are alternatives, places are combined.
    pub fn cache_groups(&self) -> Result<Vec<Vec<(CacheRole, CacheSettings)>>, SettingError> {
        let mut groups: Vec<Vec<(CacheRole, CacheSettings)>> = vec![Vec::new()];
        let roles =
            [CacheRole::Instruction, CacheRole::Data, CacheRole::Unified, CacheRole::Second];
        for role in roles {
            let lists = self.cache.iter().flat_map(|lists| &lists.0);
            let lists = lists.filter(|list| list.role == role);
            let choices: Vec<_> = lists.flat_map(|list| &list.settings).collect();
            if choices.is_empty() {
                continue;
            }
            if groups.len() * choices.len() > SWEEP_MAX {
                let why = format!("more than {SWEEP_MAX} combinations of caches");
                return Err(SettingError::new(why));
            }
            let with = |group: &Vec<_>, settings| {
                group.iter().copied().chain([(role, settings)]).collect::<Vec<_>>()
            };
            groups = groups
                .iter()
                .flat_map(|group| choices.iter().map(move |&&settings| with(group, settings)))
                .collect();
        }
        groups.retain(|group| !group.is_empty());
        let is_alone = |group: &Vec<(CacheRole, CacheSettings)>| {
            group.iter().all(|&(role, _)| role == CacheRole::Second)
        };
        if groups.iter().any(is_alone) {
            return Err(SettingError::new("an l2 cache needs one above it: add --cache d=..."));
        }
        Ok(groups)
    }
}

fn caches(text: &str) -> Result<CacheLists, SettingError> {
    let words = text.split_whitespace().map(|word| {
        let (role, shape) = CacheRole::split(word)?;
        Ok(CacheList { role, settings: CacheSettings::parse_list(shape)? })
    });
    let lists: Vec<CacheList> = words.collect::<Result<_, _>>()?;
    if lists.is_empty() {
        return Err(SettingError::new("a cache is written as BLOCKSxWORDS:WAYS:POLICY"));
    }
    Ok(CacheLists(lists))
}

fn words(text: &str) -> Result<u32, SettingError> {
    let wrong = || SettingError::new(format!("a block is a number of words, not `{text}`"));
    let words = text.parse().map_err(|_| wrong())?;
    CacheGeometry::new(1, words, 1).map(CacheGeometry::words)
}

fn instruction(text: &str) -> Result<u64, SettingError> {
    let wrong = || SettingError::new(format!("an instruction is a number from 1, not `{text}`"));
    text.parse().ok().filter(|&number| number > 0).ok_or_else(wrong)
}

fn predictors(text: &str) -> Result<PredictorList, SettingError> {
    PredictorSettings::parse_list(text).map(PredictorList)
}

fn unit(text: &str) -> Result<u32, SettingError> {
    let bytes: u32 = text
        .parse()
        .map_err(|_| SettingError::new(format!("a unit is a number of bytes, not `{text}`")))?;
    if !bytes.is_power_of_two() || !(4..=1 << 20).contains(&bytes) {
        let why = format!("a unit is a power of two from 4 to 1048576, not {bytes}");
        return Err(SettingError::new(why));
    }
    Ok(bytes)
}

fn float_register(text: &str) -> Result<u8, SettingError> {
    let name = if text.starts_with('$') { text.to_owned() } else { format!("${text}") };
    let register = jetan_isa::FReg::from_name(&name);
    let why = || format!("a floating-point register is f0 to f31, not `{text}`");
    register.map(jetan_isa::FReg::number).ok_or_else(|| SettingError::new(why()))
}

fn mars_table(text: &str) -> Result<TableSettings, SettingError> {
    let wrong = || SettingError::new(format!("a table is ENTRIES:HISTORY, not `{text}`"));
    let (entries, history) = text.split_once(':').ok_or_else(wrong)?;
    let entries = entries.parse().map_err(|_| wrong())?;
    let history = history.parse().map_err(|_| wrong())?;
    let settings = TableSettings { entries, history, starts_taken: false };
    jetan_tools::branch::HistoryTable::new(settings).map(|table| table.settings())
}

fn times(text: &str) -> Result<MemoryTimesArg, SettingError> {
    MemoryTimes::parse(text).map(MemoryTimesArg)
}
