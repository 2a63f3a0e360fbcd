//! Stories of `jetan doctor`.

use super::story::Story;

#[test]
fn every_ability_is_named_whether_it_is_there_or_not() {
    let told = Story::new(&["doctor"]).env("PATH", "").env("DISPLAY", "").output();
    assert_eq!(told.stderr, "");
    for words in ["translator", "studio", "missing  browser", "missing  terminal", "confinement"] {
        assert!(told.stdout.contains(words), "{words}: {}", told.stdout);
    }
    assert!(told.stdout.contains("missing  Slurm"), "{}", told.stdout);
}

#[test]
fn the_folder_of_saved_games_is_looked_at() {
    let told = Story::new(&["doctor"]).env("XDG_DATA_HOME", "/proc/nowhere").output();
    assert!(told.stdout.contains("missing  saved games"), "{}", told.stdout);
}

#[test]
fn scripts_read_it_as_json() {
    let told = Story::new(&["doctor", "--json"]).output();
    let report: serde_json::Value = serde_json::from_str(&told.stdout).expect("one JSON object");
    let abilities = report["abilities"].as_array().expect("a list");
    assert!(abilities.iter().all(|ability| ability["effect"].is_string()), "{report}");
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
}
