//! The tools of a course: their figures are those of `jetan run`, at every step of a run.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::carrier::Tab;

fn tree() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A tab whose program has run to its end.
fn ended(program: &str) -> Tab {
    let path = tree().join("testdata/tools").join(program);
    let text = fs::read_to_string(&path).expect("the program is there");
    let mut tab = Tab::with(&text);
    tab.done(json!({"do": "run"}));
    tab.came.clear();
    tab
}

/// The output of a command as `docs/tools.md` has it, which a test compares with `jetan run`.
fn page(command: &str) -> Vec<String> {
    let text = fs::read_to_string(tree().join("docs/tools.md")).expect("the page is there");
    let start = format!("$ jetan run testdata/tools/{command}");
    let lines = text.lines().skip_while(|line| *line != start).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("$ ") && *line != "```");
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    assert!(!lines.is_empty(), "the page has `{start}`");
    lines
}

/// The rows of a table of the page, from its head to the next empty line.
fn table(lines: &[String], head: &str) -> Vec<Vec<String>> {
    let rows = lines.iter().skip_while(|line| !line.trim_start().starts_with(head)).skip(1);
    let rows = rows.take_while(|line| line.starts_with(' ') || line.contains("  "));
    rows.map(|row| row.split_whitespace().map(str::to_owned).collect()).collect()
}

/// A number as the page writes it.
fn shown(value: &Value) -> String {
    let number = value.as_f64().expect("a number");
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[test]
fn caches_count_what_jetan_run_counts() {
    let sweep = ["8x4", "16x4", "32x4", "64x4"];
    let cases: [(&str, &str, &[&str]); 4] = [
        ("programs/mat_row.asm", "--cache 8,16,32,64x4", &sweep),
        ("programs/mat_col.asm", "--cache 8,16,32,64x4", &sweep),
        ("programs/conflict.asm", "--cache 8x4", &["8x4"]),
        ("exercises/transpose.asm", "--cache 16x4:full", &["16x4:full"]),
    ];
    for (program, flags, settings) in cases {
        let rows = table(&page(&format!("{program} {flags}")), "cache");
        assert_eq!(rows.len(), settings.len(), "{program}");
        let answer = ended(program).done(json!({"do": "cache", "settings": settings}));
        for (row, system) in rows.iter().zip(answer["systems"].as_array().expect("systems")) {
            let cache = &system["caches"][0];
            assert_eq!(json!([cache["role"], cache["settings"]]), json!([row[0], row[1]]));
            let figures = &cache["figures"];
            let names = ["accesses", "hits", "hitPercent", "misses", "compulsory", "capacity"];
            let more = ["conflict", "bytesIn", "bytesOut", "amat"];
            for (name, cell) in names.iter().chain(&more).zip(&row[2..]) {
                let cell = cell.strip_suffix(".0").unwrap_or(cell);
                let is_same = shown(&figures[*name]) == *cell
                    || format!("{:.1}", figures[*name].as_f64().expect("a number")) == *cell;
                assert!(is_same, "{program} {}: {name} is {cell}", row[1]);
            }
        }
    }
}

#[test]
fn caches_show_their_blocks_the_last_references_and_who_evicts_whom() {
    let mut tab = ended("programs/conflict.asm");
    let asked = json!({"do": "cache", "settings": ["8x4"], "wantsHint": true});
    let answer = tab.done(asked);
    let cache = &answer["systems"][0]["caches"][0];
    assert_eq!(cache["addressBits"], json!([25, 3, 2, 2]));
    assert_eq!((&cache["sets"], &cache["ways"]), (&json!(8), &json!(1)));
    let last = &cache["shown"][7]["blocks"][0];
    assert_eq!(last["label"], "a+112");
    assert_eq!((&last["isDirty"], &last["isNext"]), (&json!(true), &json!(true)));
    let recent = &cache["recent"][0];
    assert_eq!((&recent["label"], &recent["purpose"]), (&json!("a+124"), &json!("write")));
    assert_eq!((&recent["effect"], &recent["index"]), (&json!("conflict"), &json!(7)));
    assert_eq!((&recent["site"]["line"], &recent["word"]), (&json!(10), &json!(3)));
    assert_eq!(cache["lines"][0]["misses"], 160);
    assert_eq!(
        cache["symbols"],
        json!([{"symbol": "a", "misses": 168}, {"symbol": "b", "misses": 160}])
    );
    assert_eq!(cache["evictions"][0]["conflict"], 160);
    let hint = &answer["hint"];
    assert_eq!((&hint["paddingBytes"], &hint["missesAfter"]), (&json!(16), &json!(80)));
}

#[test]
fn caches_work_together_and_large_ones_are_shown_in_part() {
    let mut tab = ended("programs/mat_row.asm");
    let settings = json!(["i=8x4 d=8x4 l2=64x4:2", "1024x1:full:plru"]);
    assert_eq!(tab.refused(json!({"do": "cache", "settings": settings})), "bad-request");
    let settings = json!(["i=8x4 d=8x4 l2=64x4:2", "4096x1:4", "8x4:opt"]);
    let answer = tab.done(json!({"do": "cache", "settings": settings, "firstSet": 5000}));
    let roles = |idx: usize| {
        let caches = answer["systems"][idx]["caches"].as_array().expect("caches");
        caches.iter().map(|cache| cache["role"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(roles(0), ["i", "d", "l2"]);
    let large = &answer["systems"][1]["caches"][0];
    assert_eq!((&large["sets"], &large["firstSet"]), (&json!(1024), &json!(896)));
    assert_eq!(large["shown"].as_array().map(Vec::len), Some(128));
    let bound = &answer["systems"][2]["caches"][0]["figures"];
    assert!(bound["hits"].as_u64() >= Some(384), "{bound}");
}

#[test]
fn predictors_foresee_what_jetan_run_says() {
    let list = "1bit:16,2bit:16,gshare:16:4,local:16:4";
    let rows = table(&page(&format!("programs/nested.asm --branches {list}")), "predictor");
    let mut tab = ended("programs/nested.asm");
    let asked = json!({"do": "branches", "predictors": list, "table": "16:1"});
    let answer = tab.done(asked);
    for (row, one) in rows.iter().zip(answer["predictors"].as_array().expect("predictors")) {
        assert_eq!(one["name"], row[0].as_str());
        let found = [&one["budgetBits"], &answer["executed"], &answer["taken"], &one["correct"]];
        assert_eq!(found.map(shown), row[1..5], "{}", row[0]);
        assert_eq!(format!("{:.1}", one["correctPercent"].as_f64().expect("a number")), row[5]);
    }
    let sites = answer["sites"].as_array().expect("sites");
    let executed: u64 = sites.iter().filter_map(|site| site["executed"].as_u64()).sum();
    assert_eq!(executed, 125);
    assert_eq!(sites[0]["correct"].as_array().map(Vec::len), Some(4));
    let rows = answer["table"]["rows"].as_array().expect("a table");
    let correct: u64 = rows.iter().filter_map(|row| row["correct"].as_u64()).sum();
    assert_eq!(correct, 73, "as MARS's table of one bit");
}

#[test]
fn pipelines_take_the_cycles_that_jetan_run_says_and_are_drawn_around_a_step() {
    let flags = "--pipeline id,fwd --pipeline ex,fwd --pipeline id,nofwd";
    let rows = table(&page(&format!("exercises/sum.asm {flags}")), "pipeline");
    let mut tab = ended("exercises/sum.asm");
    let settings = ["id,fwd", "ex,fwd", "id,nofwd"];
    let asked = json!({"do": "pipeline", "settings": settings, "before": 4, "after": 4});
    let answer = tab.done(asked.clone());
    for (row, one) in rows.iter().zip(answer["pipelines"].as_array().expect("pipelines")) {
        let names = ["cycles", "cpi", "loadUse", "branchOperand", "multiplyDivide", "otherData"];
        let found: Vec<String> = names.iter().map(|name| shown(&one[*name])).collect();
        assert_eq!((&one["settings"], found.as_slice()), (&json!(row[0]), &row[1..7]));
        assert_eq!(shown(&one["flushed"]), row[7]);
    }
    assert_eq!(answer["pipelines"][0]["rows"].as_array().map(Vec::len), Some(4), "at the end");
    tab.done(json!({"do": "goto", "to": 20}));
    let answer = tab.done(asked);
    let rows = answer["pipelines"][0]["rows"].as_array().expect("rows");
    let numbers: Vec<u64> = rows.iter().filter_map(|row| row["number"].as_u64()).collect();
    assert_eq!(numbers, [17, 18, 19, 20, 21, 22, 23, 24]);
    let next: Vec<bool> = rows.iter().map(|row| row["isNext"] == true).collect();
    assert_eq!(next, [false, false, false, false, true, false, false, false]);
    assert_eq!(answer["pipelines"][0]["instructions"], 20);
    let stages = rows[0]["stages"].as_array().expect("stages");
    assert_eq!((stages.first(), stages.last()), (Some(&json!("IF")), Some(&json!("WB"))));
}

#[test]
fn forwarded_values_have_two_ends_and_a_better_order_is_that_of_jetan_run() {
    let mut tab = ended("exercises/sum.asm");
    let asked = |wants: bool| {
        let settings = ["id,fwd", "id,nofwd"];
        json!({
            "do": "pipeline", "settings": settings, "before": 4, "after": 4, "wantsReorder": wants
        })
    };
    assert!(tab.done(asked(false))["pipelines"][0].get("reorders").is_none());
    let answer = tab.done(asked(true));
    let [block] = answer["pipelines"][0]["reorders"].as_array().expect("blocks").as_slice() else {
        panic!("{answer}");
    };
    let said = page("exercises/sum.asm --pipeline id,fwd=5..12");
    let found = [&block["saved"], &block["executions"]].map(shown);
    let row = said.iter().find(|line| line.contains("each time")).expect("a better order");
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!((words[0], words[1]), (found[0].as_str(), found[1].as_str()));
    let moved = &block["moves"][0];
    for line in [&moved["statement"]["text"], &moved["after"]["text"]] {
        let text = line.as_str().expect("a line");
        assert!(said.iter().any(|line| line.contains(text)), "{text}");
    }
    // Half of the run has half of the loop behind it.
    tab.done(json!({"do": "goto", "to": 6 + 4 * 100}));
    let half = tab.done(asked(true));
    assert_eq!(half["pipelines"][0]["reorders"][0]["executions"], 100);
    let rows = half["pipelines"][0]["rows"].as_array().expect("rows");
    let arrows = rows.iter().flat_map(|row| row["forwards"].as_array().expect("values"));
    for arrow in arrows.clone() {
        let (from, to) = (&arrow["fromCycle"], &arrow["toCycle"]);
        assert_eq!(from.as_u64().map(|cycle| cycle + 1), to.as_u64());
    }
    assert!(arrows.count() > 3);
    let rows = half["pipelines"][1]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["forwards"].as_array().is_some_and(Vec::is_empty)));
}

#[test]
fn references_and_classes_are_those_of_jetan_run() {
    let mut tab = ended("programs/fib.asm");
    let answer = tab.done(json!({"do": "memoryMap", "unitBytes": 32}));
    let rows = table(&page("programs/fib.asm --refs=32"), "fetches");
    for (row, symbol) in rows.iter().zip(answer["symbols"].as_array().expect("symbols")) {
        let found = ["fetches", "reads", "writes"].map(|name| shown(&symbol[name]));
        assert_eq!((&found[..], &symbol["symbol"]), (&row[..3], &json!(row[3])));
    }
    assert_eq!(answer["unitsTouched"], 8);
    let deepest = answer["samples"].as_array().expect("samples").iter();
    assert_eq!(deepest.filter_map(|one| one["stackDepth"].as_u64()).max(), Some(120));

    let mut tab = ended("programs/seq_sum.asm");
    let answer = tab.done(json!({"do": "mix", "costs": "load=5,store=4,branch=3"}));
    let rows = table(&page("programs/seq_sum.asm --mix=load=5,store=4,branch=3"), "times");
    for row in rows.iter().filter(|row| row.len() == 5) {
        let classes = answer["classes"].as_array().expect("classes");
        let found = classes.iter().find(|one| one["class"] == row[4].as_str());
        let found = found.unwrap_or_else(|| panic!("there is {}", row[4]));
        assert_eq!(
            (shown(&found["instructions"]), shown(&found["cost"])),
            (row[0].clone(), row[3].clone())
        );
    }
    assert_eq!((&answer["cycles"], shown(&answer["cpi"])), (&json!(5388), "2.0949".to_owned()));
}

#[test]
fn a_pack_says_what_instructions_cost() {
    let read = |name: &str| fs::read_to_string(tree().join("testdata/tools").join(name));
    let text = read("programs/seq_sum.asm").expect("the program is there");
    let pack = read("packs/course/pack.toml").expect("the pack is there");
    let mut tab = Tab::new();
    tab.ask(json!({"do": "open", "path": "main.asm", "text": text}));
    tab.memory.files.insert("course/pack.toml".to_owned(), pack.into_bytes());
    let options = json!({"pack": "course"});
    tab.done(json!({"do": "start", "roots": ["main.asm"], "options": options}));
    tab.done(json!({"do": "run"}));
    let answer = tab.done(json!({"do": "mix", "costs": "store=6"}));
    let command = "programs/seq_sum.asm --pack testdata/tools/packs/course --mix=store=6";
    let said = page(command).join("\n");
    let cpi = answer["cpi"].as_f64().expect("a number");
    let words = format!("{} cycles, CPI {cpi:.4}", answer["cycles"]);
    assert!(said.contains(&words), "{words}: {said}");
    // By costs of the course alone it takes less: a store is 4 there.
    let less = tab.done(json!({"do": "mix"}))["cycles"].as_u64();
    assert_eq!(less, answer["cycles"].as_u64().map(|cycles| cycles - 2 * 256));
}

#[test]
fn the_datapath_has_the_values_of_jetan_run() {
    let mut tab = ended("programs/seq_sum.asm");
    let last = tab.done(json!({"do": "datapath"}));
    assert_eq!((&last["isLast"], &last["basic"]), (&json!(true), &json!("syscall")));
    tab.done(json!({"do": "goto", "to": 4}));
    let answer = tab.done(json!({"do": "datapath"}));
    let lines = page("programs/seq_sum.asm --datapath 5");
    let wires = lines.iter().filter_map(|line| line.split_once(" = "));
    let wires: Vec<Value> = wires
        .map(|(name, value)| {
            let value = u32::from_str_radix(value.trim_start_matches("0x"), 16);
            json!({"name": name.trim(), "value": value.expect("a number")})
        })
        .collect();
    assert_eq!(answer["wires"], Value::from(wires));
    assert_eq!(answer["isLast"], false);
    assert!(answer["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    // Before anything was executed there is a next instruction too.
    tab.done(json!({"do": "reset"}));
    let first = tab.done(json!({"do": "datapath"}));
    assert_eq!(first["site"]["line"], 4);
}

#[test]
fn floats_are_taken_apart_as_jetan_run_does() {
    let mut tab = ended("exercises/float.asm");
    let lines = page("exercises/float.asm --floats f0,f2,f3,f4");
    let has = |words: &str| lines.iter().any(|line| line.contains(words));
    for (register, is_double) in [("$f0", false), ("$f2", true), ("f4", false)] {
        let asked = json!({"do": "float", "register": register, "isDouble": is_double});
        let answer = tab.done(asked);
        for name in ["exact", "shortest", "hex", "formula", "class"] {
            let text = answer[name].as_str().expect("a text");
            assert!(has(text), "{register}: {name} is {text}");
        }
    }
    let mut idle = Tab::new();
    let tenth = idle.done(json!({"do": "float", "value": "0.1"}));
    assert_eq!(tenth["hex"], "0x3dcccccd");
    assert_eq!(tenth["exponent"], "01111011");
    let same = idle.done(json!({"do": "float", "value": "0x3dcccccd"}));
    assert_eq!(same, tenth);
    let infinity =
        idle.done(json!({"do": "float", "value": "0x7ff0000000000000", "isDouble": true}));
    assert_eq!((&infinity["class"], infinity.get("above")), (&json!("infinity"), None));
    assert_eq!(idle.refused(json!({"do": "float", "register": "$f0"})), "not-started");
    for wrong in ["", "abc", "0x1ffffffff", "0x", "0b2", "1e", "🦀"] {
        assert_eq!(idle.refused(json!({"do": "float", "value": wrong})), "bad-request", "{wrong}");
    }
    let odd = json!({"do": "float", "register": "$f3", "isDouble": true});
    assert_eq!(tab.refused(odd), "bad-request");
}

/// A loop over an array that is long enough for a tool to stay behind.
const LONG: &str = "main: li $s0, 12000\n\
loop: andi $t0, $s0, 252\n lw $t1, table($t0)\n add $t1, $t1, $s0\n sw $t1, table($t0)\n\
 addi $s0, $s0, -1\n bgtz $s0, loop\n li $v0, 10\n syscall\n\
.data\ntable: .space 256\n";

fn questions() -> Vec<Value> {
    vec![
        json!({"do": "cache", "settings": ["8x4:2:lru", "i=4x2 d=4x4:random l2=16x4"]}),
        json!({"do": "branches", "predictors": "all", "table": "16:2:taken"}),
        json!({
            "do": "pipeline", "settings": ["id,fwd,predict=2bit:16"], "before": 6, "after": 6,
            "wantsReorder": true
        }),
        json!({"do": "memoryMap", "unitBytes": 16}),
        json!({"do": "mix"}),
        json!({"do": "cache", "settings": ["8x4"], "from": 30_000}),
    ]
}

#[test]
fn a_tool_that_was_asked_before_says_the_same_as_a_new_one() {
    let fresh = |count: u64, question: &Value| {
        let mut tab = Tab::with(LONG);
        tab.done(json!({"do": "run"}));
        tab.done(json!({"do": "goto", "to": count}));
        tab.done(question.clone())
    };
    for question in questions() {
        let mut tab = Tab::with(LONG);
        tab.done(json!({"do": "run"}));
        for count in [72_004_u64, 72_003, 60_000, 60_001, 71_999, 40_000, 3, 0, 50_000] {
            tab.done(json!({"do": "goto", "to": count}));
            let kept = tab.done(question.clone());
            assert_eq!(kept, fresh(count, &question), "{question} at {count}");
        }
    }
}

#[test]
fn a_tool_follows_what_somebody_has_changed() {
    let mut tab = Tab::with(LONG);
    tab.done(json!({"do": "run"}));
    let mix = json!({"do": "mix"});
    assert_eq!(tab.done(mix.clone())["total"], 120_003);
    tab.done(json!({"do": "goto", "to": 50_000}));
    tab.done(json!({"do": "set", "place": "$s0", "value": "1"}));
    tab.done(json!({"do": "run"}));
    let changed = tab.done(mix)["total"].as_u64().expect("a count");
    assert!((50_000..50_020).contains(&changed), "{changed}");
}

#[test]
fn counting_from_a_step_begins_with_tools_that_have_seen_nothing() {
    let mut tab = Tab::with(LONG);
    tab.done(json!({"do": "run"}));
    tab.done(json!({"do": "goto", "to": 1007}));
    let answer = tab.done(json!({"do": "mix", "from": 1001}));
    assert_eq!((&answer["from"], &answer["total"]), (&json!(1001), &json!(6)));
    let answer = tab.done(json!({"do": "cache", "settings": ["8x4"], "from": 5000}));
    assert_eq!((&answer["from"], &answer["instructions"]), (&json!(1007), &json!(0)));
}

#[test]
fn settings_that_make_no_sense_are_refused_in_words() {
    let mut tab = ended("programs/nested.asm");
    let cases = [
        (json!({"do": "cache", "settings": ["6x4"]}), "must be a power of two, not 6"),
        (json!({"do": "cache", "settings": ["8x4:0"]}), "the number of ways must be at least 1"),
        (json!({"do": "cache", "settings": []}), "1 to 4 systems"),
        (json!({"do": "cache", "settings": ["8x4", "8x4", "8x4", "8x4", "8x4"]}), "1 to 4 systems"),
        (json!({"do": "cache", "settings": [" "]}), "write a cache"),
        (json!({"do": "cache", "settings": ["l2=8x4"]}), "needs one above it"),
        (json!({"do": "cache", "settings": ["d=8x4 8x4"]}), "two caches for d"),
        (json!({"do": "cache", "settings": ["x=8x4"]}), "not for `x`"),
        (json!({"do": "cache", "settings": ["8,16x4"]}), "more than one cache"),
        (json!({"do": "branches", "predictors": "magic"}), "there is no predictor `magic`"),
        (json!({"do": "branches", "predictors": "1bit:7"}), "power of two, not 7"),
        (json!({"do": "branches", "predictors": "all", "table": "16"}), "ENTRIES:HISTORY"),
        (json!({"do": "branches", "predictors": "all", "table": "16:3"}), "the history is 1 or 2"),
        (json!({"do": "pipeline", "settings": ["wb"], "before": 1, "after": 1}), "`wb` does not"),
        (json!({"do": "pipeline", "settings": [], "before": 1, "after": 1}), "1 to 4 pipelines"),
        (json!({"do": "pipeline", "settings": ["id=1..2"], "before": 1, "after": 1}), "no =FROM"),
        (json!({"do": "memoryMap", "unitBytes": 3}), "power of two from 4"),
        (json!({"do": "mix", "costs": "lunch=5"}), "lunch"),
    ];
    for (request, words) in cases {
        let answer = tab.ask(request.clone());
        assert_eq!(answer["error"]["code"], "bad-request", "{request}");
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(words), "{request}: {message}");
    }
    let rows =
        json!({"do": "pipeline", "settings": ["id"], "before": 4_000_000_000_u32, "after": 9});
    let answer = tab.done(rows);
    assert!(answer["pipelines"][0]["rows"].as_array().is_some_and(|rows| rows.len() <= 128));
}

#[test]
fn programs_that_change_themselves_or_fail_are_counted_too() {
    let odd = [
        "main: la $t0, spot\n lw $t1, other\n sw $t1, 0($t0)\nspot: nop\n li $v0, 10\n syscall\n\
         other: addi $t2, $t2, 1\n",
        "main: lw $t0, 1($zero)\n",
        "main: nop\n",
        "main: j main\n",
    ];
    for text in odd {
        let options = json!({"smc": true});
        let mut tab = Tab::with_options(text, &options);
        for _ in 0..6 {
            // A program that has ended takes no more steps.
            tab.ask(json!({"do": "step"}));
            for question in questions().into_iter().chain([json!({"do": "datapath"})]) {
                let answer = tab.ask(question.clone());
                let is_known = answer.get("ok").is_some() || question["do"] == "datapath";
                assert!(is_known, "{text}: {question}: {answer}");
            }
        }
    }
}
