//! The models against naive ones that follow the definitions word by word, on random traces.

use std::collections::{BTreeMap, BTreeSet};

use jetan_tools::branch::{BranchEvent, BranchTool, PredictorSettings};
use jetan_tools::cache::{
    CacheFigures, CacheGeometry, CacheSettings, CacheSweep, CacheTool, RegionStarts,
    ReplacementPolicy, StackDistances,
};
use jetan_tools::reference::{MemoryReference, ReferenceKind};

/// Numbers that look random; the seed is printed by whatever fails.
struct TestNumbers(u64);

impl TestNumbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((self.0 >> 33) as u32) % bound
    }
}

/// A trace with loops and jumps, so that all kinds of misses occur.
fn trace(seed: u64) -> Vec<(u32, bool)> {
    let mut numbers = TestNumbers(seed);
    let mut base = 0;
    let mut trace = Vec::new();
    for _ in 0..600 {
        if numbers.below(10) == 0 {
            base = 0x1001_0000 + 4 * numbers.below(256);
        }
        let address = base + 4 * numbers.below(12);
        trace.push((address, numbers.below(3) == 0));
    }
    trace
}

/// A longer one: walks along arrays, forwards, down columns and back, and a stack.
fn long_trace(seed: u64) -> Vec<(u32, bool)> {
    let mut numbers = TestNumbers(seed);
    let mut trace = Vec::new();
    while trace.len() < 5000 {
        let base = 0x1001_0000 + 4 * numbers.below(512);
        let stride = [4, 4, 8, 64, 128][numbers.below(5) as usize];
        let (turns, writes) = (1 + numbers.below(60), numbers.below(4));
        for turn in 0..turns {
            let at = if writes == 3 { turns - turn } else { turn };
            trace.push((base + stride * at, false));
            if numbers.below(4) == 0 {
                trace.push((0x7fff_effc - 4 * numbers.below(6), numbers.below(2) == 0));
            }
            if writes > 0 {
                trace.push((base + stride * at, true));
            }
        }
    }
    trace
}

/// Passes along arrays, one or two at once, with steps of one word and of several.
fn passes(seed: u64) -> Vec<(u32, bool)> {
    let mut numbers = TestNumbers(seed);
    let mut trace = Vec::new();
    while trace.len() < 12_000 {
        let base = 0x1001_0000 + 4 * numbers.below(64);
        let other = base + [4 << 6, 4 << 12, 4 << 14][numbers.below(3) as usize];
        let stride = [4, 4, 4, 12, 512][numbers.below(5) as usize];
        let (turns, kind) = (numbers.below(1600), numbers.below(4));
        for turn in 0..turns {
            trace.push((base + stride * turn, kind == 0));
            if kind > 1 {
                trace.push((if kind == 2 { base } else { other } + stride * turn, true));
            }
        }
    }
    trace
}

/// A cache as a list of blocks for each set, the oldest first.
fn naive(settings: CacheSettings, trace: &[(u32, bool)]) -> CacheFigures {
    let geometry = settings.geometry;
    let mut sets: Vec<Vec<(u32, bool)>> = vec![Vec::new(); geometry.sets() as usize];
    let mut full: Vec<u32> = Vec::new();
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    let mut figures = CacheFigures::default();
    for &(address, is_write) in trace {
        let block = address / geometry.block_bytes();
        let brings = !is_write || settings.write.allocates;
        *(if is_write { &mut figures.writes } else { &mut figures.reads }) += 1;
        let full_at = full.iter().position(|&one| one == block);
        let set = &mut sets[(block % geometry.sets()) as usize];
        let found = set.iter().position(|&(one, _)| one == block);
        let mut is_through = is_write && !settings.write.is_back;
        if let Some(at) = found {
            set[at].1 |= is_write && settings.write.is_back;
            if settings.replacement == ReplacementPolicy::Lru {
                let line = set.remove(at);
                set.push(line);
            }
            figures.lucky_hits += u64::from(full_at.is_none());
        } else {
            *(if is_write { &mut figures.write_misses } else { &mut figures.read_misses }) += 1;
            *(if seen.insert(block) {
                &mut figures.compulsory
            } else if full_at.is_none() {
                &mut figures.capacity
            } else {
                &mut figures.conflict
            }) += 1;
            if brings {
                if set.len() == geometry.ways() as usize {
                    figures.writebacks += u64::from(set.remove(0).1);
                }
                set.push((block, is_write && settings.write.is_back));
                figures.fills += 1;
            }
            is_through |= is_write && !brings;
        }
        figures.writes_through += u64::from(is_through);
        if let Some(at) = full_at {
            full.remove(at);
            full.push(block);
        } else if brings {
            if full.len() == geometry.blocks() as usize {
                full.remove(0);
            }
            full.push(block);
        }
        seen.insert(block);
    }
    figures.dirty_left = sets.iter().flatten().filter(|line| line.1).count() as u64;
    figures
}

fn simulated(settings: CacheSettings, trace: &[(u32, bool)]) -> CacheFigures {
    let mut tool = CacheTool::new(settings, RegionStarts::new([]));
    for &(address, is_write) in trace {
        let kind = if is_write { ReferenceKind::Write } else { ReferenceKind::Read };
        tool.refer(MemoryReference::new(0x40_0000, address, 4, kind));
    }
    tool.figures()
}

#[test]
fn caches_have_the_figures_of_a_naive_cache() {
    let shapes = "1,2,8,32x1,4:1,full:lru,fifo";
    for write in ["", ":wt", ":nwa", ":wt:nwa"] {
        for settings in CacheSettings::parse_list(&format!("{shapes}{write}")).unwrap() {
            for seed in 0..20 {
                let trace = trace(seed);
                let mut ours = simulated(settings, &trace);
                let naive = naive(settings, &trace);
                // A cache that is its own companion cannot be luckier than it.
                if naive.lucky_hits == 0 {
                    ours.lucky_hits = 0;
                }
                assert_eq!(ours, naive, "{settings}, seed {seed}");
                let kinds = ours.compulsory + ours.capacity + ours.conflict;
                assert_eq!(kinds, ours.misses(), "{settings}, seed {seed}");
            }
        }
    }
}

#[test]
fn a_table_of_caches_has_the_figures_of_each_by_itself() {
    let lists = [
        "1,2,8,32x1,2,4:1:lru,fifo",
        "8,64,128x1,4:1,2,4,8:lru,fifo",
        "4,64x2:full:fifo",
        "2,4,8,16x1,8:2:lru,fifo",
    ];
    for write in ["", ":wt"] {
        let lists = lists
            .iter()
            .flat_map(|list| CacheSettings::parse_list(&format!("{list}{write}")).unwrap());
        let all: Vec<CacheSettings> = lists.collect();
        for seed in 0..20 {
            let trace = trace(seed);
            let mut sweep = CacheSweep::new(all.iter().copied());
            // Figures may be asked for at any time.
            sweep.access_all(trace[..299].iter().copied());
            assert!(sweep.figures(all[0]).is_some());
            sweep.access_all(trace[299..].iter().copied());
            for &settings in &all {
                let (ours, naive) = (sweep.figures(settings), naive(settings, &trace));
                assert_eq!(ours, Some(naive), "{settings}, seed {seed}");
            }
        }
    }
    assert_eq!(CacheSweep::new([]).figures(CacheSettings::MARS), None);
}

#[test]
fn a_table_is_right_about_runs_that_it_sees_in_parts() {
    let list = "2,4,8,16,32,64x1,2,4:1,2:lru,fifo";
    for write in ["", ":wt"] {
        let all = CacheSettings::parse_list(&format!("{list}{write}")).unwrap();
        for seed in 0..12 {
            let trace = if seed % 2 == 0 { long_trace(seed) } else { passes(seed) };
            let mut sweep = CacheSweep::new(all.iter().copied());
            for part in trace.chunks(2000) {
                sweep.access_all(part.iter().copied());
            }
            for &settings in &all {
                let (ours, naive) = (sweep.figures(settings), naive(settings, &trace));
                assert_eq!(ours, Some(naive), "{settings}, seed {seed}");
            }
        }
    }
}

#[test]
fn large_sets_have_the_figures_of_a_naive_cache() {
    for write in ["", ":wt", ":nwa", ":wt:nwa"] {
        let list = format!("128,256x1:128,full:lru,fifo{write}");
        for settings in CacheSettings::parse_list(&list).unwrap() {
            for seed in 0..6 {
                let trace = long_trace(seed);
                let (mut ours, naive) = (simulated(settings, &trace), naive(settings, &trace));
                if naive.lucky_hits == 0 {
                    ours.lucky_hits = 0;
                }
                assert_eq!(ours, naive, "{settings}, seed {seed}");
            }
        }
    }
}

#[test]
fn large_sets_keep_what_is_needed_soonest() {
    let settings = CacheSettings::parse("256x1:128:opt").unwrap();
    for seed in 0..4 {
        let trace = &long_trace(seed)[..1500];
        let blocks: Vec<u32> = trace.iter().map(|(address, _)| address / 4).collect();
        let mut sets: [BTreeSet<u32>; 2] = Default::default();
        let mut misses = 0;
        for (idx, &block) in blocks.iter().enumerate() {
            let set = &mut sets[block as usize % 2];
            if set.contains(&block) {
                continue;
            }
            misses += 1;
            if set.len() == 128 {
                let rest = &blocks[idx..];
                let next_use = |one: &u32| rest.iter().position(|later| later == one);
                let never = usize::MAX;
                let victim = *set.iter().max_by_key(|one| next_use(one).unwrap_or(never)).unwrap();
                set.remove(&victim);
            }
            set.insert(block);
        }
        assert_eq!(simulated(settings, trace).misses(), misses, "seed {seed}");
    }
}

/// The fewest misses of one set, by trying every victim.
fn fewest(ways: usize, held: &[u32], rest: &[u32]) -> u64 {
    let Some((&block, rest)) = rest.split_first() else { return 0 };
    if held.contains(&block) {
        return fewest(ways, held, rest);
    }
    let mut with = held.to_vec();
    if held.len() < ways {
        with.push(block);
        return 1 + fewest(ways, &with, rest);
    }
    let victims = 0..held.len();
    let misses = victims.map(|victim| {
        let mut with = held.to_vec();
        with[victim] = block;
        fewest(ways, &with, rest)
    });
    1 + misses.min().unwrap_or(0)
}

#[test]
fn no_choice_of_victims_is_better_than_beladys() {
    for seed in 0..60 {
        let mut numbers = TestNumbers(seed);
        let blocks: Vec<u32> = (0..14).map(|_| numbers.below(5)).collect();
        let trace: Vec<(u32, bool)> = blocks.iter().map(|block| (4 * block, false)).collect();
        for ways in [1, 2, 4] {
            let geometry = CacheGeometry::new(ways, 1, ways).unwrap();
            let settings = CacheSettings::new(geometry, ReplacementPolicy::Optimal).unwrap();
            let misses = simulated(settings, &trace).misses();
            assert_eq!(misses, fewest(ways as usize, &[], &blocks), "seed {seed}, {ways} ways");
        }
    }
}

#[test]
fn beladys_bound_is_kept_by_all_policies() {
    for seed in 0..30 {
        let trace = trace(seed);
        let misses = |text: &str| simulated(CacheSettings::parse(text).unwrap(), &trace).misses();
        for shape in ["8x4:1", "8x4:4", "16x2:16"] {
            let bound = misses(&format!("{shape}:opt"));
            for policy in ["lru", "fifo", "plru", "random", "random@5"] {
                assert!(bound <= misses(&format!("{shape}:{policy}")), "{shape} {policy} {seed}");
            }
        }
    }
}

#[test]
fn tree_of_two_ways_is_lru() {
    for seed in 0..30 {
        let trace = trace(seed);
        let figures = |text: &str| simulated(CacheSettings::parse(text).unwrap(), &trace);
        assert_eq!(figures("8x4:2:plru"), figures("8x4:2:lru"), "seed {seed}");
    }
}

#[test]
fn one_pass_gives_the_hits_of_every_size() {
    for seed in 0..30 {
        let trace = trace(seed);
        for sets in [1, 4] {
            let mut curve = StackDistances::new(sets);
            for (address, _) in &trace {
                curve.access(address / 16);
            }
            for ways in [1, 2, 4, 8, 16, 32, 64] {
                let geometry = CacheGeometry::new(sets * ways, 4, ways).unwrap();
                let settings = CacheSettings::new(geometry, ReplacementPolicy::Lru).unwrap();
                let hits = simulated(settings, &trace).hits();
                assert_eq!(curve.hits_at(ways), hits, "seed {seed}, {sets} sets, {ways} ways");
            }
        }
    }
}

/// Outcomes of some branches, some of which have a pattern.
fn branches(seed: u64) -> Vec<BranchEvent> {
    let mut numbers = TestNumbers(seed);
    let mut turns: BTreeMap<u32, u32> = BTreeMap::new();
    let events = (0..500).map(|_| {
        let pc = 0x40_0000 + 4 * numbers.below(40);
        let turn = turns.entry(pc).or_default();
        *turn += 1;
        let is_taken = if pc & 4 == 0 { !turn.is_multiple_of(4) } else { numbers.below(2) == 0 };
        let target = if pc & 8 == 0 { pc - 64 } else { pc + 64 };
        BranchEvent { pc, target, is_taken }
    });
    events.collect()
}

/// Right guesses with counters that are kept by a key; none is a counter at its start.
fn naive_counters(
    events: &[BranchEvent],
    start: i32,
    mut key: impl FnMut(&BranchEvent, &[BranchEvent]) -> u32,
) -> u64 {
    let mut counters: BTreeMap<u32, i32> = BTreeMap::new();
    let mut correct = 0;
    for (idx, event) in events.iter().enumerate() {
        let counter = counters.entry(key(event, &events[..idx])).or_insert(start);
        correct += u64::from((*counter >= 2) == event.is_taken);
        *counter = (*counter + if event.is_taken { 1 } else { -1 }).clamp(0, 3);
    }
    correct
}

/// The last outcomes as bits, the newest lowest.
fn history<'e>(events: impl DoubleEndedIterator<Item = &'e BranchEvent>, bits: u32) -> u32 {
    let newest = events.rev().take(bits as usize).enumerate();
    newest.fold(0, |all, (age, event)| all | u32::from(event.is_taken) << age)
}

#[test]
fn predictors_guess_like_naive_ones() {
    for seed in 0..20 {
        let events = branches(seed);
        let correct = |text: &str| {
            let mut tool = BranchTool::new(PredictorSettings::parse(text).unwrap());
            for &event in &events {
                tool.count(event);
            }
            tool.correct()
        };
        let entry = |event: &BranchEvent| (event.pc >> 2) % 16;
        let two_bit = naive_counters(&events, 0, |event, _| entry(event));
        assert_eq!(correct("2bit:16@0"), two_bit, "seed {seed}");
        let gshare = naive_counters(&events, 1, |event, past| {
            (event.pc >> 2 ^ history(past.iter(), 4)) % 16
        });
        assert_eq!(correct("gshare:16:4@1"), gshare, "seed {seed}");
        let local = naive_counters(&events, 1, |event, past| {
            history(past.iter().filter(|one| entry(one) == entry(event)), 4)
        });
        assert_eq!(correct("local:16:4@1"), local, "seed {seed}");
        let taken = events.iter().filter(|event| event.is_taken).count() as u64;
        assert_eq!((correct("taken"), correct("not-taken")), (taken, 500 - taken));
        let best = correct("gshare:16:4").max(correct("local:16:4"));
        assert!(correct("tournament:16:4") + 60 > best, "seed {seed}");
    }
}
