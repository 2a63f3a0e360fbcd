//! Packs as files: those that come with Jetan have no mistakes, and every mistake is found where
//! it is.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jetan_isa::pack::{EFFECTS, ServiceEffect};
use jetan_isa::{Pack, Reg};
use jetan_pack::{codes, parse, parse_with, reference, shipped};

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pack that a text is; it must have no mistakes.
fn whole(name: &str, text: &str) -> Pack {
    let (pack, errors) = parse(name, text);
    pack.unwrap_or_else(|| panic!("{name}: {errors:#?}"))
}

#[test]
fn packs_that_come_with_jetan_have_no_mistakes() {
    for (name, text) in shipped() {
        assert_eq!(whole(name, text).name, *name);
        assert_eq!(read(&project(&format!("packs/{name}/pack.toml"))), *text);
    }
}

#[test]
fn every_mistake_is_found_where_it_is() {
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    let folder = project("testdata/packs/err");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("there are cases")
        .map(|entry| entry.expect("a case can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    for path in &paths {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let text = read(path);
        let expected = expectations(&text);
        assert!(!expected.is_empty(), "{name} expects something");
        let (pack, errors) = parse_with(&name, &text, &mut |_, wanted| {
            let beside = folder.join(wanted);
            beside.is_file().then(|| (wanted.to_owned(), read(&beside)))
        });
        let found: Vec<String> = errors
            .iter()
            .map(|error| format!("{}:{} {}", error.line, error.column, error.code))
            .collect();
        let messages: Vec<&String> = errors.iter().map(|error| &error.message).collect();
        if found != expected {
            wrong.push(format!("{name}: {found:?}, not {expected:?}: {messages:#?}"));
        }
        assert_eq!(pack, None, "{name}");
        seen.extend(errors.iter().map(|error| error.code));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all = codes::PAGES.iter().map(|page| page.code);
    let unseen: Vec<&str> =
        all.filter(|code| *code != codes::NOT_PERMITTED && !seen.contains(code)).collect();
    assert_eq!(unseen, Vec::<&str>::new(), "every code has a case");
}

/// Comments such as `#~ 4 P0104` say that the line has a mistake at a column.
fn expectations(text: &str) -> Vec<String> {
    let marks = text.lines().zip(1..).flat_map(|(line, number)| {
        let (_, marks) = line.split_once("#~ ").unwrap_or_default();
        let words: Vec<&str> = marks.split_whitespace().collect();
        words.chunks(2).map(|pair| format!("{number}:{}", pair.join(" "))).collect::<Vec<_>>()
    });
    marks.collect()
}

const HEAD: &str = "name = \"x\"\nversion = \"1\"\ncourse = \"c\"\nsummary = \"s\"\n";

#[test]
fn every_parameter_of_every_effect_is_read() {
    for row in EFFECTS.iter().filter(|row| row.name != "built-in") {
        let service = "[[service]]\nnumber = 200\nname = \"n\"\nsummary = \"s\"";
        let text = format!("{HEAD}{service}\neffect = \"{}\"\n", row.name);
        let (_, errors) = parse("x", &text);
        let missing: Vec<&str> = errors.iter().map(|error| error.code).collect();
        let needed = row.parameters.iter().filter(|parameter| !parameter.is_optional()).count();
        assert_eq!(missing, vec!["P0302"; needed + row.results.len()], "{}", row.name);
        for parameter in row.parameters {
            let wrong = format!("{{ do = \"{}\", {} = true }}", row.name, parameter.name);
            let text = text.replace(&format!("\"{}\"\n", row.name), &format!("{wrong}\n"));
            let (_, errors) = parse("x", &text);
            let found = errors.iter().any(|error| error.code == "P0104");
            assert!(found, "{} does not read {}", row.name, parameter.name);
        }
    }
}

#[test]
fn a_pack_takes_what_it_does_not_say_from_the_one_it_extends() {
    let text = format!(
        "{HEAD}extends = \"maze\"\n[[service]]\nnumber = 203\nname = \"show points\"\n\
         summary = \"s\"\narguments = [{{ name = \"points\", register = \"$t0\" }}]\n\
         effect = {{ do = \"set-score\", score = \"points\" }}\n"
    );
    let (pack, base) = (whole("x", &text), whole("maze", shipped()[1].1));
    assert_eq!(pack.services.len(), base.services.len());
    assert_eq!(pack.service(201), base.service(201));
    assert_eq!(pack.devices, base.devices);
    let own = pack.service(203).expect("it is there");
    assert_eq!((own.name.as_str(), own.arguments[0].reg), ("show points", Reg::T0));
}

#[test]
fn costs_are_the_courses_class_by_class() {
    let base = format!("{HEAD}[costs]\nbranch = 3\nload = 5\n");
    let text = format!("{HEAD}extends = \"base\"\n[costs]\nload = 0x8\nnop = 0\n");
    let text = text.replacen("name = \"", "name = \"more-", 1);
    let (pack, errors) = parse_with("x", &text, &mut |_, name| Some((name.into(), base.clone())));
    let pack = pack.unwrap_or_else(|| panic!("{errors:?}"));
    let costs = pack.costs.iter().map(|cost| (cost.class.name(), cost.cycles));
    let expected = [("load", 8), ("nop", 0), ("branch-taken", 3), ("branch-not-taken", 3)];
    assert_eq!(costs.collect::<Vec<_>>(), expected);
}

#[test]
fn an_argument_without_a_range_gets_that_of_the_effect() {
    let text = format!(
        "{HEAD}[[service]]\nnumber = 200\nname = \"n\"\nsummary = \"s\"\neffect = \"play-sound\"\n\
         arguments = [{{ name = \"sound\", register = \"$a0\" }}, {{ name = \"mode\", register = \
         \"$a1\" }}]\n"
    );
    let pack = whole("x", &text);
    let ranges: Vec<_> = pack.services[0].arguments.iter().map(|one| one.range).collect();
    assert_eq!(ranges, [None, Some((0, 2))]);
    assert!(matches!(pack.services[0].effect, ServiceEffect::PlaySound { .. }));
}

#[test]
fn no_prefix_of_a_pack_and_no_odd_byte_makes_it_panic() {
    for (name, text) in shipped() {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)).step_by(7) {
            parse(name, &text[..end]);
            for odd in ["[", "]]", "\"", "\u{0}", "é", "= {", "999999999999999999999", "\n[["] {
                parse(name, &format!("{}{odd}{}", &text[..end], &text[end..]));
            }
        }
    }
    parse("deep", &format!("name = {}", "[".repeat(100_000)));
}

#[test]
fn the_documentation_lists_the_effects_as_they_are() {
    let path = project("docs/packs.md");
    let text = read(&path);
    let (start, end) = ("<!-- effects -->\n\n", "<!-- end of effects -->\n");
    let (before, rest) = text.split_once(start).expect("the part has a beginning");
    let (_, after) = rest.split_once(end).expect("the part has an end");
    let expected = format!("{before}{start}{}{end}{after}", reference::effects());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &expected).expect("the page is writable");
        return;
    }
    assert!(text == expected, "UPDATE_EXPECT=1 cargo test -p jetan-pack rewrites docs/packs.md");
}

#[test]
fn the_reference_lists_the_codes_as_they_are() {
    let path = project("docs/reference/pack-errors.md");
    let expected = reference::codes();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &expected).expect("the page is writable");
        return;
    }
    assert!(read(&path) == expected, "UPDATE_EXPECT=1 cargo test -p jetan-pack rewrites the page");
}

#[test]
fn the_pack_of_the_documentation_works() {
    let text = read(&project("docs/packs.md"));
    let (_, block) = text.split_once("```toml\n# gems/pack.toml\n").expect("there is an example");
    let (block, _) = block.split_once("```\n").expect("it has an end");
    let pack = whole("gems/pack.toml", block);
    assert_eq!(pack.name, "gems");
    assert!(pack.services.len() >= 3);
}

#[test]
fn what_is_mistyped_is_guessed() {
    let service = |rest: &str| {
        format!("{HEAD}[[service]]\nnumber = 200\nname = \"n\"\nsummary = \"s\"\n{rest}\n")
    };
    let score = "{ name = \"score\", register = \"$a0\" }";
    for (rest, help) in [
        ("effect = \"refesh\"".to_owned(), "did you mean `refresh`?"),
        ("efect = \"refresh\"".to_owned(), "did you mean `effect`?"),
        (
            format!("effect = {{ do = \"set-score\", scor = \"score\" }}\narguments = [{score}]"),
            "did you mean `score`?",
        ),
        (
            format!("effect = {{ do = \"set-score\", score = \"scre\" }}\narguments = [{score}]"),
            "did you mean `score`?",
        ),
        (
            format!("effect = \"set-score\"\narguments = [{}]", score.replace("score", "sore")),
            "is it the argument `sore`? call it `score`",
        ),
    ] {
        let (_, errors) = parse("x", &service(&rest));
        assert_eq!(errors[0].help, [help], "{rest}: {errors:#?}");
    }
}
