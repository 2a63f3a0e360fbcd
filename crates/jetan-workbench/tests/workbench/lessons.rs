//! Lessons: every step can be done, and is not done by the program it begins with.

use serde_json::{Value, json};

use crate::carrier::Tab;

fn lessons(tab: &mut Tab) -> Vec<Value> {
    let answer = tab.done(json!({"do": "lessons"}));
    assert_eq!(answer["mistakes"], json!([]));
    answer["lessons"].as_array().expect("lessons").clone()
}

/// The names of the steps of a lesson.
fn steps(lesson: &Value) -> Vec<(String, Value)> {
    let steps = lesson["steps"].as_array().expect("steps").iter();
    steps.map(|step| (step["name"].as_str().expect("a name").to_owned(), step.clone())).collect()
}

fn solution(tab: &mut Tab, lesson: &str, step: &str) -> String {
    let answer = tab.done(json!({"do": "lessonSolution", "lesson": lesson, "step": step}));
    answer["text"].as_str().expect("a text").to_owned()
}

/// What a program comes to in a step.
fn attempt(tab: &mut Tab, lesson: &str, step: &str, text: &str) -> Value {
    tab.done(json!({"do": "open", "path": "try.asm", "text": text}));
    tab.done(json!({"do": "tryLesson", "lesson": lesson, "step": step, "roots": ["try.asm"]}))
}

#[test]
fn every_step_is_done_by_its_solution_and_not_by_its_beginning() {
    let mut tab = Tab::new();
    let all = lessons(&mut tab);
    let sizes: Vec<(&str, usize)> =
        all.iter().map(|one| (one["name"].as_str().unwrap(), steps(one).len())).collect();
    assert_eq!(sizes, [("first-hour", 10), ("caches", 4)]);
    for lesson in &all {
        let name = lesson["name"].as_str().expect("a name");
        for (step, page) in steps(lesson) {
            assert_eq!(page["hasSolution"], true, "{step}");
            let text = solution(&mut tab, name, &step);
            let done = attempt(&mut tab, name, &step, &text);
            assert_eq!(done["isDone"], true, "{step}: {done:#}");
            let start = page["file"]["text"].as_str().expect("a text");
            let begun = attempt(&mut tab, name, &step, start);
            assert_eq!(begun["isDone"], false, "{step}");
            for part in ["text", "task", "hints", "pages"] {
                assert!(!page[part].as_array().expect("a list").is_empty(), "{step}: {part}");
            }
            for article in page["pages"].as_array().expect("pages") {
                tab.done(json!({"do": "page", "name": article}));
            }
        }
    }
}

#[test]
fn what_is_nearly_right_is_not_done_and_is_told_why() {
    let mut tab = Tab::new();
    for (lesson, find, replace, message) in [
        ("hello", "Mars!", "Mars", "prints something else"),
        ("ask", "addi $a0, $v0, 1", "li $a0, 42", "prints something else"),
        ("loop", "bgt  $t0, $s0, done", "bge  $t0, $s0, done", "prints"),
        ("loop", "addi $t0, $t0, 1", "nop", "prints without end"),
        ("sum", "lw   $t1, count", "li   $t1, 8", "should be 45"),
        ("sum", "addi $t0, $t0, 4", "addi $t0, $t0, 1", "line 13"),
        ("sum", "sw   $t3, total", "sw   $t3, count", "`total` is 0"),
        ("largest", "lw   $t3, 0($t0)", "li   $t3, 0", "prints something else"),
        ("procedure", "larger: move $v0, $a0", "larger: move $v0, $a1", "should be 8"),
        ("procedure", "back:   jr   $ra", "back:   j    main", "does not"),
        ("recursion", "sw   $ra, 0($sp)", "nop", "was `$ra` saved"),
        ("recursion", "addi $sp, $sp, 8", "addi $sp, $sp, 4", "`$sp` is not what it was"),
        ("recursion", "sw   $a0, 4($sp)", "sw   $a0, 12($sp)", "result"),
        ("picture", "li   $t2, 16", "li   $t2, 15", "1 square"),
        ("picture", "li   $t2, 16", "li   $t2, 17", "1 square"),
        ("keyboard", "        sw   $zero, 0($s0)\n", "", "square"),
        ("keyboard", "li   $a0, -64", "li   $a0, -60", "square"),
        ("game", "beq  $t4, WALL, stay", "nop", "square"),
        ("game", "li   $v0, 4", "li   $v0, 30", "prints"),
        (
            "game",
            "        syscall\n        j    quit",
            "        syscall\n        jr   $ra",
            "goes on",
        ),
    ] {
        let text = solution(&mut tab, "first-hour", lesson);
        assert!(text.contains(find), "{lesson}: {find}");
        let tried = attempt(&mut tab, "first-hour", lesson, &text.replacen(find, replace, 1));
        assert_eq!(tried["isDone"], false, "{lesson}: {replace}");
        let all = tried["trials"].to_string();
        assert!(all.contains(message), "{lesson}: {replace}: {all}");
    }
}

#[test]
fn a_picture_that_differs_has_its_squares_marked() {
    let mut tab = Tab::new();
    let text = solution(&mut tab, "first-hour", "picture");
    let text = text.replace("li   $t2, 16", "li   $t2, 14");
    let tried = attempt(&mut tab, "first-hour", "picture", &text);
    let board = &tried["trials"][0]["pieces"]["actual"][0];
    assert_eq!(board["different"], json!([[0, 14], [0, 15]]));
    let kinds = [13, 14].map(|column| board["rows"][0][column]["kind"].clone());
    assert_eq!(kinds, [json!("letter"), json!("empty")]);
}

fn asking(lesson: &str, step: &str, roots: Value) -> Value {
    json!({"do": "tryLesson", "lesson": lesson, "step": step, "roots": roots})
}

#[test]
fn what_cannot_be_tried_is_refused() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "open", "path": "a.asm", "text": "main: lii $t0, 1\n"}));
    let hour = "first-hour";
    assert_eq!(tab.refused(asking(hour, "hello", json!(["a.asm"]))), "not-assembled");
    assert_eq!(tab.refused(asking(hour, "cooking", json!(["a.asm"]))), "no-lesson");
    assert_eq!(tab.refused(asking("cooking", "hello", json!(["a.asm"]))), "no-lesson");
    assert_eq!(tab.refused(asking("folder", "hello", json!(["a.asm"]))), "no-lesson");
    assert_eq!(tab.refused(asking(hour, "hello", json!([]))), "bad-request");
    assert_eq!(tab.refused(asking(hour, "hello", json!(["b.asm"]))), "no-file");
    let nameless = json!({"do": "lessonSolution", "lesson": hour, "step": ""});
    assert_eq!(tab.refused(nameless), "no-lesson");
    // Labels that a trial needs may be gone, and a program may be anything.
    for text in ["", "main: nop\n", "main: j main\n", "main: jr $zero\n"] {
        tab.done(json!({"do": "open", "path": "a.asm", "text": text}));
        for lesson in lessons(&mut tab) {
            for (step, _) in steps(&lesson) {
                let name = lesson["name"].as_str().unwrap();
                let answer = tab.ask(asking(name, &step, json!(["a.asm"])));
                assert_ne!(answer["ok"]["isDone"], true, "{text}");
            }
        }
    }
}

#[test]
fn caches_are_judged_by_their_figures() {
    let mut tab = Tab::new();
    for (step, find, replace, message) in [
        ("rows", "li   $t1, 4096", "li   $t1, 64", "`total` is 64"),
        ("rows", "addi $t0, $t0, 4\n", "addi $t0, $t0, 0\n", "`total`"),
        ("fuse", "add  $t4, $t4, $t3", "lw   $t9, 1024($t0)", "`total` is 0"),
        ("apart", ".space 16 ", ".space 256", "the figure `hit`"),
        ("blocks", "addi $s1, $s1, 4", "addi $s1, $s1, 8", "`sixth` is 0"),
    ] {
        let text = solution(&mut tab, "caches", step);
        assert!(text.contains(find), "{step}: {find}");
        let tried = attempt(&mut tab, "caches", step, &text.replacen(find, replace, 1));
        assert_eq!(tried["isDone"], false, "{step}: {replace}");
        let all = tried["trials"].to_string();
        assert!(all.contains(message), "{step}: {replace}: {all}");
    }
    // The program to begin with is right, but slow, and is told where it misses.
    let all = lessons(&mut tab);
    for (step, page) in steps(&all[1]) {
        let start = page["file"]["text"].as_str().expect("a text");
        let begun = attempt(&mut tab, "caches", &step, start);
        let trials = begun["trials"].as_array().expect("trials");
        let (last, before) = trials.split_last().expect("a trial");
        assert!(before.iter().all(|trial| trial["passed"] == true), "{step}: {begun:#}");
        assert!(last["help"].as_str().expect("help").contains("most misses"), "{step}: {last:#}");
    }
}
