//! The lesson of a folder: the example of the documentation, mistakes, and hostile ones.

use serde_json::{Value, json};

use crate::carrier::Tab;

const PAGE: &str = include_str!("../../../../docs/studio.md");

/// The files of the example in the documentation: each block follows a line with its name.
fn example() -> Vec<(String, String)> {
    let (_, section) = PAGE.split_once("\n## A lesson of your own\n").expect("the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let mut files = Vec::new();
    let mut name = "";
    let mut lines = section.lines();
    while let Some(line) = lines.next() {
        if let Some(named) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) {
            name = named;
        } else if line.starts_with("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            files.push((name.to_owned(), block.join("\n") + "\n"));
        }
    }
    files
}

fn folder(files: &[(String, String)]) -> Tab {
    let mut tab = Tab::new();
    for (path, text) in files {
        tab.memory.files.insert(path.clone(), text.as_bytes().to_vec());
    }
    tab
}

/// A lesson of one step with this in place of its trials, and the folder of the step.
fn one_step(trials: &str) -> Vec<(String, String)> {
    let toml = format!(
        "title = \"T\"\n[colours]\nX = 0xff0000\n[[step]]\nname = \"one\"\ntitle = \"One\"\n\
         trials = [{trials}]\n"
    );
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    vec![
        file("lesson.toml", &toml),
        file("one/text.md", "Words.\n\n# Do\n\nSomething.\n"),
        file("one/start.asm", "main: li $v0, 10\n syscall\n"),
    ]
}

fn with(mut files: Vec<(String, String)>, path: &str, text: &str) -> Vec<(String, String)> {
    files.retain(|(known, _)| known != path);
    files.push((path.to_owned(), text.to_owned()));
    files
}

fn mistakes(files: &[(String, String)]) -> Vec<(u64, String)> {
    let answer = folder(files).done(json!({"do": "lessons"}));
    let listed = answer["mistakes"].as_array().expect("mistakes");
    let is_there =
        answer["lessons"].as_array().expect("lessons").iter().any(|it| it["name"] == "folder");
    assert_eq!(is_there, listed.is_empty(), "{answer:#}");
    let wanted = |it: &Value| {
        (it["line"].as_u64().expect("a line"), it["message"].as_str().expect("words").to_owned())
    };
    listed.iter().map(wanted).collect()
}

#[test]
fn the_example_of_the_documentation_is_a_lesson() {
    let files = example();
    assert!(files.len() >= 7, "{files:#?}");
    let mut tab = folder(&files);
    let answer = tab.done(json!({"do": "lessons"}));
    assert_eq!(answer["mistakes"], json!([]), "{answer:#}");
    let lesson = &answer["lessons"][0];
    assert_eq!(lesson["name"], "folder");
    for step in lesson["steps"].as_array().expect("steps") {
        let name = step["name"].as_str().expect("a name");
        let start = step["file"]["text"].as_str().expect("a text");
        let ask = |tab: &mut Tab, text: &str| {
            tab.done(json!({"do": "open", "path": "try.asm", "text": text}));
            let roots = json!(["try.asm"]);
            tab.done(json!({"do": "tryLesson", "lesson": "folder", "step": name, "roots": roots}))
        };
        let begun = ask(&mut tab, start);
        assert_eq!(begun["isDone"], false, "{name}");
        let solution = files.iter().find(|(path, _)| *path == format!("{name}/solution.asm"));
        assert_eq!(step["hasSolution"], solution.is_some(), "{name}");
        if let Some((_, text)) = solution {
            let done = ask(&mut tab, text);
            assert_eq!(done["isDone"], true, "{name}: {done:#}");
        }
    }
}

#[test]
fn what_is_in_the_editor_counts() {
    let mut tab = folder(&one_step("{ prints = \"\" }"));
    let open =
        json!({"do": "open", "path": "one/text.md", "text": "Other.\n# Do\nMore.\n# Hint\nA\nB\n"});
    tab.done(open);
    let answer = tab.done(json!({"do": "lessons"}));
    let step = &answer["lessons"][0]["steps"][0];
    assert_eq!(step["text"], json!([{"text": "Other."}]));
    assert_eq!(step["task"], json!([{"text": "More."}]));
    assert_eq!(step["hints"], json!(["A B"]));
    assert_eq!(step["hasSolution"], false);
    let solution = json!({"do": "lessonSolution", "lesson": "folder", "step": "one"});
    assert_eq!(tab.refused(solution), "no-lesson");
}

#[test]
fn lines_that_are_indented_are_a_program_and_nothing_is_markup() {
    let text = "<b>x</b>\r\n\r\n    lw $t0, a\r\n    nop\r\n\r\n# Do\r\n\r\nIt.\r\n";
    let files = with(one_step("{ prints = \"\" }"), "one/text.md", text);
    let answer = folder(&files).done(json!({"do": "lessons"}));
    let step = &answer["lessons"][0]["steps"][0];
    assert_eq!(step["text"], json!([{"text": "<b>x</b>"}, {"code": "lw $t0, a\nnop"}]));
}

#[test]
fn mistakes_have_their_lines() {
    for (trials, line, wanted) in [
        ("", 4, "at least one of `trials`"),
        ("{ input = \"1\" }", 7, "expects nothing"),
        ("{ print = \"1\" }", 7, "no key `print`"),
        ("{ prints = 1 }", 7, "must be a text"),
        ("{ call = \"f\" }", 7, "`returns` is missing"),
        ("{ call = \"f\", arguments = [1, 2, 3, 4, 5], returns = 1 }", 7, "more than 4"),
        ("{ call = \"f\", returns = 4294967296 }", 7, "does not fit a word"),
        ("{ leaves = { a = \"x\" } }", 7, "whole number"),
        ("{ words = [1], prints = \"\" }", 7, "table"),
        ("{ shows = \"XX\\nX\" }", 7, "same length"),
        ("{ shows = \"XY\" }", 7, "`Y` is not a letter"),
        ("{ tools = { cache = \"8x4\" } }", 7, "expects nothing"),
        ("{ tools = { cache = \"huge\", expect = [\"hit>=1\"] } }", 7, "cache"),
        ("{ tools = { cache = \"8x4\", expect = [\"speed>=1\"] } }", 7, "speed"),
        ("5", 7, "table"),
    ] {
        let found = mistakes(&one_step(trials));
        let is_reported = found.iter().any(|(at, message)| *at == line && message.contains(wanted));
        assert!(is_reported, "{trials}: {found:?}");
    }
    let good = || one_step("{ prints = \"\" }");
    assert_eq!(mistakes(&good()), []);
    for (path, text, line, wanted) in [
        ("one/text.md", "Only words.", 5, "no task after `# Do`"),
        ("one/text.md", "# Tip\nx\n# Do\ny\n", 5, "heading `# Tip`"),
        ("lesson.toml", "", 1, "at least one `[[step]]`"),
        ("lesson.toml", "title = \"a\"\nstep = 5", 2, "list"),
        ("lesson.toml", "title = \"a\"\n[[step]\nname", 2, ""),
        ("lesson.toml", "title = \"a\"\n[[step]]\nname = \"../one\"\n", 3, "small letters"),
        ("lesson.toml", "title = \"a\"\n[[step]]\nname = \"/etc\"\n", 3, "small letters"),
        ("lesson.toml", "title = \"a\"\n[[step]]\nname = \"two\"\n", 3, "no file `two/text.md`"),
        ("lesson.toml", "title = \"a\"\n[colours]\nRED = 1\n", 3, "one letter"),
        ("lesson.toml", "title = \"a\"\n[colours]\nR = 0x1000000\n", 3, "must be from"),
        ("lesson.toml", "title = \"a\"\n[[step]]\npages = [\"cooking\"]\n", 3, "no article"),
    ] {
        let found = mistakes(&with(good(), path, text));
        let is_reported = found.iter().any(|(at, message)| *at == line && message.contains(wanted));
        assert!(is_reported, "{text:?}: {found:?}");
    }
}

#[test]
fn hostile_lessons_are_bounded() {
    // More of everything than there may be.
    let step = "[[step]]\nname = \"one\"\ntitle = \"One\"\n";
    let many = "{ prints = \"\" },".repeat(1000);
    for text in [
        format!("title = \"a\"\n{}", step.repeat(1500)),
        format!("title = \"a\"\n{step}trials = [{many}]"),
        format!("title = \"{}\"\n", "x".repeat(1000)),
        format!("title = \"a\"\n{step}pages = [{}]", "\"add\",".repeat(1000)),
        format!("a = {}", "[".repeat(100_000)),
        format!("title = \"a\"\n{step}trials = [{{ shows = \"{}\" }}]", "X".repeat(10_000)),
        "\u{0}\u{1}\u{7f}".repeat(1000),
    ] {
        let found = mistakes(&with(one_step(""), "lesson.toml", &text));
        assert!(!found.is_empty() && found.len() <= 100, "{}", found.len());
    }
    // A file that is too large, one that is not a text, and a lesson that is too large.
    let mut tab = folder(&one_step("{ prints = \"\" }"));
    tab.memory.files.insert("one/start.asm".to_owned(), vec![b'x'; 200 << 10]);
    tab.memory.files.insert("one/text.md".to_owned(), vec![0xff; 10]);
    let answer = tab.done(json!({"do": "lessons"}));
    assert_eq!(answer["mistakes"].as_array().map(Vec::len), Some(2), "{answer:#}");
    tab.memory.files.insert("lesson.toml".to_owned(), vec![b'#'; 300 << 10]);
    let answer = tab.done(json!({"do": "lessons"}));
    assert!(answer["mistakes"][0].to_string().contains("256 KiB"), "{answer:#}");
    assert_eq!(answer["lessons"][0]["name"], "first-hour");
    // Labels that the program does not have, and words that fit nowhere.
    for trials in [
        "{ words = { nowhere = [1] }, prints = \"\" }",
        "{ leaves = { nowhere = 0 } }",
        "{ call = \"nowhere\", returns = 0 }",
        "{ shows = \"X\" }",
        "{ tools = { cache = \"8x4\", expect = [\"hit>100\"] } }",
    ] {
        let mut tab = folder(&one_step(trials));
        let ask = json!({"do": "tryLesson", "lesson": "folder", "step": "one",
            "roots": ["one/start.asm"]});
        assert_eq!(tab.done(ask)["isDone"], false, "{trials}");
    }
}
