//! Rows that were read off MARS's own tools.

use jetan_machine::device::bot::{BotRegister, MarsBot};
use jetan_tools::bot::stops_at_next_line;
use jetan_tools::branch::{HistoryTable, TableSettings};
use jetan_tools::cache::{
    CacheGeometry, CacheRole, CacheSettings, CacheTool, RegionStarts, ReplacementPolicy,
};
use jetan_tools::counters::{MarsCategory, WordFormat};
use jetan_tools::faults::{FaultSet, MarsFault};
use jetan_tools::float::{FloatPattern, FloatWidth};
use jetan_tools::memory_map::GridSettings;
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};

use crate::program::{go_on, machine, run, run_machine};
use crate::{FigureRow, rows_of, rows_where};

fn cache_settings(row: &FigureRow) -> CacheSettings {
    let geometry =
        CacheGeometry::new(row.number("blocks"), row.number("words"), row.number("ways"));
    let replacement = match row.setting("repl") {
        "LRU" => ReplacementPolicy::Lru,
        "Random" => ReplacementPolicy::Random(0),
        other => panic!("{other}"),
    };
    CacheSettings::new(geometry.unwrap(), replacement).unwrap()
}

fn with_caches(settings: impl IntoIterator<Item = CacheSettings>) -> ToolPlan {
    let caches = settings.into_iter().map(|one| vec![(CacheRole::Data, one)]).collect();
    ToolPlan { caches, faults: FaultSet::MARS, ..ToolPlan::default() }
}

fn data_cache(tools: &ToolSet, idx: usize) -> &CacheTool {
    &tools.caches[idx].first()[0].1
}

pub(crate) fn cache_rows() {
    cache_rows_with_steps_and_several_runs();
    for (program, rows) in rows_where("cache", |settings| settings.starts_with("placement")) {
        let tools = run(&program, &with_caches(rows.iter().map(cache_settings)), u64::MAX);
        for (idx, row) in rows.iter().enumerate() {
            let cache = data_cache(&tools, idx);
            let figures = cache.figures();
            row.check(&format!(
                "accesses={};hits={};misses={};shown={}%;size={}",
                figures.accesses(),
                figures.hits(),
                figures.misses(),
                figures.mars_percent(),
                cache.settings().geometry.size_bytes()
            ));
        }
    }
}

fn cache_rows_with_steps_and_several_runs() {
    let special = rows_where("cache", |settings| !settings.starts_with("placement"));
    let special = special.into_values().flatten();
    let mut checked = 0;
    for row in special {
        let defaults = with_caches([CacheSettings::MARS]);
        let text = |tools: &ToolSet| {
            let figures = data_cache(tools, 0).figures();
            format!("accesses={};hits={}", figures.accesses(), figures.hits())
        };
        if row.settings.contains("200 single steps") {
            row.check(&text(&run(&row.program, &defaults, 200)));
        } else if row.settings.contains("500 steps") {
            // Going back tells a tool of MARS nothing, so that both halves are equal.
            let once = text(&run(&row.program, &defaults, 500));
            row.check(&format!("before {once} / after {once}"));
        } else {
            check_run(&row);
        }
        checked += 1;
    }
    assert_eq!(checked, 7);
}

/// A row about the n-th of several runs in one window, with or without a reset between.
fn check_run(row: &FigureRow) {
    let at = row.settings.find("run ").unwrap() + 4;
    let number: usize = row.settings[at..=at].parse().unwrap();
    let is_random = row.settings.contains("Random");
    let replacement = if is_random { ReplacementPolicy::Random(0) } else { ReplacementPolicy::Lru };
    let ways = if is_random { 8 } else { 1 };
    let settings =
        CacheSettings::new(CacheGeometry::new(8, 4, ways).unwrap(), replacement).unwrap();
    let mut cache = CacheTool::new(settings, RegionStarts::new([]));
    for turn in 0..number {
        if turn > 0 && row.settings.contains("Reset between") && is_random {
            cache.reset();
        }
        for reference in references(&row.program) {
            cache.refer(reference);
        }
    }
    let figures = cache.figures();
    let misses = format!("hits={};misses={}", figures.hits(), figures.misses());
    let accesses = format!("accesses={};{misses}", figures.accesses());
    row.check(if is_random { &misses } else { &accesses });
}

/// The references of a program to data, by way of its trace.
fn references(program: &str) -> Vec<jetan_tools::reference::MemoryReference> {
    let plan = ToolPlan { traces: true, ..ToolPlan::default() };
    let trace = run(program, &plan, u64::MAX).trace.unwrap();
    let lines = trace.lines().filter(|line| !line.starts_with('2'));
    lines.map(|line| jetan_tools::dinero::parse(line, 1).unwrap().unwrap()).collect()
}

fn table_settings(row: &FigureRow) -> TableSettings {
    TableSettings {
        entries: row.number("entries"),
        history: row.number("history"),
        starts_taken: row.setting("init") == "TAKE",
    }
}

fn table_text(table: &HistoryTable) -> String {
    let (correct, incorrect) = table.totals();
    let used = table.entries().iter().enumerate();
    let used = used.filter(|(_, entry)| entry.correct + entry.incorrect > 0);
    let lines = used.map(|(index, entry)| {
        let history: Vec<&str> =
            entry.outcomes.iter().map(|&taken| if taken { "T" } else { "NT" }).collect();
        let prediction = if entry.is_taken { "TAKE" } else { "NOT TAKE" };
        let all = (entry.correct + entry.incorrect) as f64;
        let precision = 100.0 * entry.correct as f64 / all;
        format!(
            " [{index} {} | {prediction} | {} | {} | {precision:.2}]",
            history.join(", "),
            entry.correct,
            entry.incorrect
        )
    });
    let lines: String = lines.collect();
    format!("correct={correct};incorrect={incorrect};rows={lines}")
}

pub(crate) fn branch_history_rows() {
    for (program, rows) in rows_of("bht") {
        for is_delayed in [false, true] {
            let has_delay = |row: &&FigureRow| row.settings.contains("delayed") == is_delayed;
            let rows: Vec<_> = rows.iter().filter(has_delay).collect();
            if rows.is_empty() {
                continue;
            }
            let tables = rows.iter().map(|row| table_settings(row)).collect();
            let plan = ToolPlan { tables, faults: FaultSet::MARS, ..ToolPlan::default() };
            let tools = run_machine(machine(&program, is_delayed), &plan, u64::MAX);
            for (row, table) in rows.iter().zip(&tools.tables) {
                row.check(&table_text(table));
            }
        }
    }
}

pub(crate) fn branch_history_rows_with_a_counter_connected() {
    for (program, rows) in rows_of("bht+counter") {
        let faults = FaultSet::MARS.with(MarsFault::FetchesTwice);
        let tables = rows.iter().map(table_settings).collect();
        let plan = ToolPlan { tables, faults, mars_counters: true, ..ToolPlan::default() };
        let tools = run(&program, &plan, u64::MAX);
        let (counter, _) = tools.mars_counters.unwrap();
        for (row, table) in rows.iter().zip(&tools.tables) {
            row.check(&format!("{};counter={}", table_text(table), counter.total()));
        }
    }
}

pub(crate) fn counter_rows() {
    let plan = ToolPlan { mars_counters: true, faults: FaultSet::MARS, ..ToolPlan::default() };
    for (program, rows) in rows_of("counter") {
        for row in rows {
            let count = match row.settings.as_str() {
                "101 steps" => 101,
                "50 single steps" => 50,
                "run 50 then run 100 more" => 150,
                _ => u64::MAX,
            };
            let mut machine = machine(&program, false);
            let tools = ToolSet::new(&plan, &machine, &RegionStarts::new([])).unwrap();
            let mut engine = ToolEngine::new(tools);
            // In two parts, as one of the rows was measured.
            if go_on(&mut engine, &mut machine, count.min(50)) {
                go_on(&mut engine, &mut machine, count);
            }
            let (counter, _) = engine.tools().mars_counters.as_ref().unwrap();
            let [r, i, j] = [WordFormat::R, WordFormat::I, WordFormat::J];
            let total = format!("total={}", counter.total());
            if row.settings == "-" {
                row.check(&format!(
                    "{total};R={};I={};J={};shown={}%/{}%/{}%",
                    counter.format(r),
                    counter.format(i),
                    counter.format(j),
                    counter.shown(r),
                    counter.shown(i),
                    counter.shown(j)
                ));
            } else {
                row.check(&total);
            }
        }
    }
}

pub(crate) fn statistics_rows() {
    let plan = ToolPlan { mars_counters: true, faults: FaultSet::MARS, ..ToolPlan::default() };
    for (program, rows) in rows_of("statistics") {
        assert_eq!(rows.len(), 1, "{program}");
        let (_, statistics) = run(&program, &plan, u64::MAX).mars_counters.unwrap();
        let counts = MarsCategory::ALL
            .map(|category| format!("{}={}", category.name(), statistics.count(category)));
        let shown = MarsCategory::ALL.map(|category| format!("{}%", statistics.shown(category)));
        let (counts, shown) = (counts.join(";"), shown.join("/"));
        rows[0].check(&format!("total={};{counts};shown={shown}", statistics.total()));
    }
}

fn grid_settings(row: &FigureRow) -> GridSettings {
    let pair = |name: &str| {
        let (width, height) = row.setting(name).split_once('x').unwrap();
        (width.parse::<u32>().unwrap(), height.parse::<u32>().unwrap())
    };
    let (unit, display) = (pair("unit"), pair("display"));
    let base = row.setting("base").split(' ').next().unwrap();
    GridSettings {
        words: row.number("wordsPerUnit"),
        columns: display.0 / unit.0,
        rows: display.1 / unit.1,
        base: u32::from_str_radix(base.trim_start_matches("0x"), 16).unwrap(),
    }
}

pub(crate) fn reference_rows() {
    for (program, rows) in rows_of("memref") {
        let (plain, special): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.settings.starts_with("wordsPerUnit"));
        // A program that polls a device never ends without it: run only where a row needs it.
        let count = if plain.is_empty() { 0 } else { u64::MAX };
        let grids = plain.iter().map(grid_settings).collect();
        let plan = ToolPlan { grids, faults: FaultSet::MARS, ..ToolPlan::default() };
        let tools = run(&program, &plan, count);
        for (row, grid) in plain.iter().zip(&tools.grids) {
            let settings = grid_settings(row);
            let touched = grid.counts().iter().filter(|&&count| count > 0).count();
            let max = grid.counts().iter().max().unwrap();
            row.check(&format!(
                "grid={}x{};counted={};touched={touched};max={max};\
                 colours(black,blue,green,yellow,orange,red)={:?}",
                settings.columns,
                settings.rows,
                grid.counted(),
                grid.colours()
            ));
        }
        for row in special {
            match row.program.as_str() {
                "nested.asm" => check_doubled(&row),
                other => panic!("{other}"),
            }
        }
    }
}

/// Fetches are seen twice beside a connected counter.
fn check_doubled(row: &FigureRow) {
    let grids = vec![GridSettings { base: 0x40_0000, ..GridSettings::default() }];
    let faults = FaultSet::MARS.with(MarsFault::FetchesTwice);
    let plan = ToolPlan { grids, faults, ..ToolPlan::default() };
    row.check(&format!("counted={}", run(&row.program, &plan, u64::MAX).grids[0].counted()));
}

pub(crate) fn float_rows() {
    for row in rows_of("float").into_values().flatten() {
        if let Some(hex) = row.settings.strip_prefix("hex=") {
            let pattern = FloatPattern::single(u32::from_str_radix(hex, 16).unwrap());
            let (decimal, binary) = (pattern.shortest(), pattern.binary());
            let formula = pattern.formula(FaultSet::MARS);
            row.check(&format!("decimal={decimal};binary={binary};formula={formula}"));
        } else {
            let typed = row.settings.strip_prefix("decimal typed=").unwrap();
            let pattern = FloatPattern::parse(typed, FloatWidth::Single).unwrap();
            let shown = pattern.shortest();
            row.check(&format!("hex=0x{:08x};decimal shown={shown}", pattern.bits));
        }
    }
}

pub(crate) fn robot_stops_where_mars_has_no_room() {
    let rows = &rows_of("bot")["bot_many.asm"];
    let mut bot = MarsBot::default();
    let mut left = 140;
    while !stops_at_next_line(&bot, FaultSet::MARS) {
        bot.store(BotRegister::LeaveTrack, 1);
        bot.store(BotRegister::LeaveTrack, 0);
        left -= 1;
    }
    let points = 2 * bot.track().len();
    rows[0].check(&format!("track index={points};pc=0x400010;pairs left={left}"));
    assert!(!stops_at_next_line(&bot, FaultSet::NONE));
}
