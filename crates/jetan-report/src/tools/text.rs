//! Figures of tools for people.

use std::fmt::Write;

use jetan_tools::cache::CellMisses;

use super::ToolReport;
use super::cache::{WireCache, WireCurve, WireHint, WireMissMap};
use super::diagram::diagram;
use super::flow::{WireBranches, WireMarsTools, WireMix, WirePipeline, WireReorder, WireTargets};
use super::memory::WireReferences;
use super::values::{WireDatapath, WireFloat};

/// Most rows of each table.
const ROWS_MAX: usize = 20;

/// All tables.
pub fn text(report: &ToolReport) -> String {
    let mut text = format!("{} instructions\n", report.instructions);
    caches(&mut text, report);
    if let Some(curve) = &report.miss_curve {
        push_curve(&mut text, curve);
    }
    if let Some(hint) = &report.hint {
        push_hint(&mut text, hint);
    }
    branches(&mut text, &report.branches, report.targets.as_ref());
    pipelines(&mut text, &report.pipelines);
    if let Some(references) = &report.references {
        push_references(&mut text, references);
    }
    if let Some(mix) = &report.mix {
        push_mix(&mut text, mix);
    }
    if let Some(datapath) = &report.datapath {
        push_datapath(&mut text, datapath);
    }
    for float in &report.floats {
        push_float(&mut text, float);
    }
    if let Some(mars) = &report.mars {
        push_mars(&mut text, mars);
    }
    for bound in &report.bounds {
        let verdict = if bound.kept { "kept" } else { "broken" };
        let values: Vec<String> = bound.broken.iter().map(|value| number(*value)).collect();
        let values = if bound.kept { String::new() } else { format!(": {}", values.join(", ")) };
        line(&mut text, format_args!("bound {} {verdict}{values}", bound.bound));
    }
    text
}

/// A number without digits that say nothing.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{words}");
}

/// A table that is cut, and says so.
fn table<T>(text: &mut String, head: &str, rows: &[T], row: impl Fn(&T) -> String) {
    if rows.is_empty() {
        return;
    }
    line(text, format_args!("\n{head}"));
    for one in rows.iter().take(ROWS_MAX) {
        line(text, format_args!("{}", row(one)));
    }
    if let Some(left) = rows.len().checked_sub(ROWS_MAX).filter(|&left| left > 0) {
        line(text, format_args!("and {left} more"));
    }
}

fn caches(text: &mut String, report: &ToolReport) {
    let all: Vec<&WireCache> = report.caches.iter().flat_map(|group| &group.levels).collect();
    // A sweep may have more rows than other tables: every one was asked for.
    if !all.is_empty() {
        let head = concat!(
            "cache                     accesses        hits   hit %",
            "      misses  compulsory    capacity    conflict   bytes in  bytes out     amat"
        );
        line(text, format_args!("\n{head}"));
    }
    for cache in &all {
        let name = format!("{} {}", cache.role, cache.settings);
        let time = cache.amat.map_or_else(|| "-".to_owned(), number);
        line(
            text,
            format_args!(
                "{name:<22} {:>11} {:>11} {:>7.1} {:>11} {:>11} {:>11} {:>11} {:>10} {:>10} \
                 {time:>8}",
                cache.accesses,
                cache.hits,
                cache.hit_percent,
                cache.misses,
                cache.compulsory,
                cache.capacity,
                cache.conflict,
                cache.bytes_in,
                cache.bytes_out
            ),
        );
        if cache.is_cut {
            line(text, format_args!("jetan: there were too many accesses for {name}"));
        }
    }
    // Lines and symbols of sixty caches would hide the table.
    if let [group] = report.caches.as_slice() {
        for cache in &group.levels {
            details(text, cache);
        }
    }
}

fn details(text: &mut String, cache: &WireCache) {
    let [tag, index, word, byte] = cache.address_bits;
    line(
        text,
        format_args!(
            "\n{} {}: {} bytes; an address is {tag} bits of tag, {index} of index, {word} of word, \
             {byte} of byte",
            cache.role, cache.settings, cache.size_bytes
        ),
    );
    line(
        text,
        format_args!(
            "{} reads with {} misses, {} writes with {} misses; {} blocks written back, {} dirty \
             at the end; {:.1} misses for each 1000 instructions",
            cache.reads,
            cache.read_misses,
            cache.writes,
            cache.write_misses,
            cache.writebacks,
            cache.dirty_left,
            cache.mpki
        ),
    );
    table(text, "      misses    conflict    accesses  line", &cache.lines, |one| {
        let place = one.site.place();
        format!("{:>12}{:>12}{:>12}  {place}", one.misses, one.conflict, one.accesses)
    });
    table(text, "      misses  symbol", &cache.symbols, |one| {
        format!("{:>12}  {}", one.misses, one.symbol)
    });
    table(text, "   evictions    conflict  who -> whom", &cache.evictions, |one| {
        format!("{:>12}{:>12}  {} -> {}", one.evictions, one.conflict, one.evictor, one.victim)
    });
    if let Some(map) = &cache.map {
        push_map(text, map);
    }
}

/// Time to the right, addresses downwards; each cell shows the kind of most of its misses.
fn push_map(text: &mut String, map: &WireMissMap) {
    line(
        text,
        format_args!(
            "\nmisses by time and address: a column is {} accesses, a row {} bytes; o never used \
             before, + cache too small, x conflict in a set",
            map.column_accesses, map.row_bytes
        ),
    );
    let mut before = "";
    for row in &map.rows {
        // A name stands once, at the head of its band.
        let name = if row.symbol == before { "" } else { &row.symbol };
        before = &row.symbol;
        let cells: String = row.columns.iter().map(cell).collect();
        line(text, format_args!("{:#010x} |{cells}| {name}", row.address));
    }
}

fn cell(&[compulsory, capacity, conflict]: &CellMisses) -> char {
    match compulsory.max(capacity).max(conflict) {
        0 => '.',
        most if most == conflict => 'x',
        most if most == capacity => '+',
        _ => 'o',
    }
}

fn push_curve(text: &mut String, curve: &WireCurve) {
    let head = format!(
        "      blocks        hits      misses  (fully associative, LRU, {} words)",
        curve.words
    );
    table(text, &head, &curve.points, |point| {
        format!("{:>12}{:>12}{:>12}", point.blocks, point.hits, point.misses)
    });
}

fn push_hint(text: &mut String, hint: &WireHint) {
    line(
        text,
        format_args!(
            "\nhint: `{}` and `{}` evict each other; with {} bytes between them {} misses become \
             {}, and {} conflicts {} (tried on this run)",
            hint.first,
            hint.moved,
            hint.padding_bytes,
            hint.misses_before,
            hint.misses_after,
            hint.conflict_before,
            hint.conflict_after
        ),
    );
}

fn branches(text: &mut String, branches: &[WireBranches], targets: Option<&WireTargets>) {
    let head = "predictor              bits    branches       taken     correct  correct %";
    table(text, head, branches, |one| {
        format!(
            "{:<20} {:>6} {:>11} {:>11} {:>11} {:>10.1}",
            one.predictor,
            one.budget_bits,
            one.executed,
            one.taken,
            one.correct,
            one.correct_percent
        )
    });
    if let Some(targets) = targets {
        line(
            text,
            format_args!(
                "{} of {} returns foreseen by a stack of 16, {} of {} targets by a buffer of 16",
                targets.returns_correct, targets.returns, targets.jumps_correct, targets.jumps
            ),
        );
    }
    // Sites of several predictors would say the same several times.
    if let [one] = branches {
        let head = "    executed       taken        runs     correct  line";
        table(text, head, &one.sites, |site| {
            let shared = match site.aliases.len() {
                0 => String::new(),
                others => format!("  (shares its entry with {others})"),
            };
            format!(
                "{:>12}{:>12}{:>12}{:>12}  {}{shared}",
                site.executed,
                site.taken,
                site.runs,
                site.correct,
                site.site.place()
            )
        });
    }
}

fn pipelines(text: &mut String, pipelines: &[WirePipeline]) {
    let head = concat!(
        "pipeline                        cycles      cpi    load-use",
        "  branch op.     mul/div       other     flushed      misses"
    );
    table(text, head, pipelines, |one| {
        format!(
            "{:<26} {:>11} {:>8.4} {:>11} {:>11} {:>11} {:>11} {:>11} {:>11}",
            one.settings,
            one.cycles,
            one.cpi,
            one.load_use,
            one.branch_operand,
            one.multiply_divide,
            one.other_data,
            one.flushed,
            one.fetch_misses + one.data_misses
        )
    });
    for one in pipelines {
        if pipelines.len() == 1 {
            hazards(text, one);
        }
        if let Some(window) = &one.window {
            diagram(text, one, window);
        }
    }
}

fn hazards(text: &mut String, pipeline: &WirePipeline) {
    let (cycles, count) = (pipeline.cycles, pipeline.instructions);
    let lost = pipeline.fetch_misses + pipeline.data_misses;
    line(
        text,
        format_args!(
            "{cycles} cycles = {count} instructions + 4 + {} stalls + {} flushed + \
             {lost} for misses",
            pipeline.data_stalls, pipeline.flushed
        ),
    );
    if pipeline.wasted_slots > 0 {
        line(text, format_args!("{} delay slots with a nop", pipeline.wasted_slots));
    }
    table(text, "      stalls       times  who waits for whom", &pipeline.hazards, |one| {
        format!(
            "{:>12}{:>12}  {}\n{:>26}waits for {} of {} ({})",
            one.stalls,
            one.count,
            one.consumer.place(),
            "",
            one.register,
            one.producer.place(),
            one.reason
        )
    });
    let head = "    at least       times  cycles saved by another order";
    table(text, head, &pipeline.reorders, reorder);
    if pipeline.reorders_are_cut {
        line(text, format_args!("jetan: there were more orders than could be tried"));
    }
}

fn reorder(one: &WireReorder) -> String {
    let each = one.saved_each.map(|each| format!(", {each} each time")).unwrap_or_default();
    let (first, last) = (one.first.short(), one.last.short());
    let mut text = format!("{:>12}{:>12}  {first} to {last}{each}", one.saved, one.executions);
    for moved in &one.moves {
        let places = [("after", &moved.after), ("to the top, before", &moved.before)];
        let places = places.into_iter().filter_map(|(word, site)| Some((word, site.as_ref()?)));
        let _ = write!(text, "\n{:>26}move {}", "", moved.statement.place());
        for (word, site) in places {
            let _ = write!(text, "\n{:>26}{word} {}", "", site.place());
        }
    }
    text
}

fn push_references(text: &mut String, references: &WireReferences) {
    line(
        text,
        format_args!(
            "\n{} fetches, {} reads, {} writes; {} units of {} bytes touched",
            references.fetches,
            references.reads,
            references.writes,
            references.units_touched,
            references.unit_bytes
        ),
    );
    table(text, "     fetches       reads      writes  symbol", &references.symbols, |one| {
        format!("{:>12}{:>12}{:>12}  {}", one.fetches, one.reads, one.writes, one.symbol)
    });
    table(text, "     fetches       reads      writes  unit", &references.units, |one| {
        let label = one.label.as_deref().map(|label| format!("  {label}")).unwrap_or_default();
        format!(
            "{:>12}{:>12}{:>12}  {:#010x}{label}",
            one.fetches, one.reads, one.writes, one.address
        )
    });
    let deepest = references.samples.iter().map(|one| one.stack_depth).max().unwrap_or(0);
    let largest = references.samples.iter().map(|one| one.working_set).max().unwrap_or(0);
    line(
        text,
        format_args!("the stack is at most {deepest} bytes deep, the working set {largest} units"),
    );
    if references.is_cut {
        line(text, format_args!("jetan: there were more units than can be counted one by one"));
    }
}

fn push_mix(text: &mut String, mix: &WireMix) {
    let rows: Vec<_> = mix.classes.iter().filter(|one| one.instructions > 0).collect();
    table(text, "       times   share      cost  class", &rows, |one| {
        let share = 100.0 * one.instructions as f64 / mix.total.max(1) as f64;
        format!("{:>12} {share:>5.1} % {:>9}  {}", one.instructions, one.cost, one.class)
    });
    line(
        text,
        format_args!(
            "{} instructions of format R, {} of I, {} of J, {} in the kernel; {} cycles, CPI {}",
            mix.r,
            mix.i,
            mix.j,
            mix.kernel,
            mix.cycles,
            number(mix.cpi)
        ),
    );
}

fn push_datapath(text: &mut String, datapath: &WireDatapath) {
    let number = datapath.number;
    let Some(instruction) = &datapath.instruction else {
        line(text, format_args!("\ndatapath: the run ended before instruction {number}"));
        return;
    };
    line(text, format_args!("\ndatapath of instruction {number}: {instruction}"));
    for (wire, value) in &datapath.wires {
        line(text, format_args!("{wire:>20} = {value:#010x}"));
    }
    let controls = datapath.controls.iter();
    let controls: Vec<String> =
        controls.map(|(name, is_on)| format!("{name}={}", u8::from(*is_on))).collect();
    line(text, format_args!("{:>20} : {}", "control", controls.join(" ")));
}

fn push_float(text: &mut String, float: &WireFloat) {
    let WireFloat { register, width, class, shortest, exact, hex, formula, .. } = float;
    line(text, format_args!("\n{register} as {width} bits: {shortest} ({class}), {hex}"));
    line(text, format_args!("  exactly {exact}"));
    line(text, format_args!("  {formula}"));
    if let (Some(below), Some(above)) = (&float.below, &float.above) {
        line(text, format_args!("  between {below} and {above}"));
    }
}

fn push_mars(text: &mut String, mars: &WireMarsTools) {
    line(text, format_args!("\nas MARS's own tools show it, faults included"));
    for one in &mars.tables {
        line(
            text,
            format_args!(
                "branch history: {} entries, history {}: {} correct, {} incorrect",
                one.entries, one.history, one.correct, one.incorrect
            ),
        );
        table(text, " index  history  prediction     correct   incorrect", &one.rows, |row| {
            format!(
                "{:>6}  {:<7}  {:<10} {:>11} {:>11}",
                row.index, row.history, row.prediction, row.correct, row.incorrect
            )
        });
    }
    if let Some([total, r, i, j]) = mars.counter {
        line(text, format_args!("\ninstruction counter: {total}, R {r}, I {i}, J {j}"));
    }
    if let Some(statistics) = &mars.statistics {
        let words: Vec<String> =
            statistics.iter().map(|(name, count)| format!("{name} {count}")).collect();
        line(text, format_args!("instruction statistics: {}", words.join(", ")));
    }
    if let Some([left, right]) = mars.digits {
        line(text, format_args!("digits of the lab: left {left:#x}, right {right:#x}"));
    }
}
