//! Stories of `jetan doctor`.

use super::story::Story;

#[test]
fn every_ability_is_named_whether_it_is_there_or_not() {
    let output = Story::new(&["doctor"]).env("PATH", "").env("DISPLAY", "").output();
    assert_eq!(output.stderr, "");
    for words in ["translator", "studio", "missing  browser", "missing  terminal", "confinement"] {
        assert!(output.stdout.contains(words), "{words}: {}", output.stdout);
    }
    assert!(output.stdout.contains("missing  Slurm"), "{}", output.stdout);
}

#[test]
fn the_folder_of_saved_games_is_looked_at() {
    let output = Story::new(&["doctor"]).env("XDG_DATA_HOME", "/proc/nowhere").output();
    assert!(output.stdout.contains("missing  saved games"), "{}", output.stdout);
}

#[test]
fn scripts_read_it_as_json() {
    let output = Story::new(&["doctor", "--json"]).output();
    let report: serde_json::Value = serde_json::from_str(&output.stdout).expect("one JSON object");
    let abilities = report["abilities"].as_array().expect("a list");
    assert!(abilities.iter().all(|ability| ability["effect"].is_string()), "{report}");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
}
