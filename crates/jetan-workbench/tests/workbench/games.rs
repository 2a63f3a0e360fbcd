//! The five games, played over the protocol.

use jetan_workbench::WakeTime;
use serde_json::{Value, json};

use crate::carrier::Tab;

/// Puts a game on the table and gives its state.
fn start(tab: &mut Tab, game: &str, settings: Value) -> Value {
    tab.done(json!({"do": "game", "game": game, "settings": settings}));
    tab.last("game")
}

/// Makes a move and gives the state after everything that follows from it.
fn play(tab: &mut Tab, word: &str) -> Value {
    tab.done(json!({"do": "play", "move": word}));
    tab.last("game")
}

fn legal(state: &Value) -> Vec<String> {
    let words = state["legal"].as_array().expect("a list").iter();
    words.map(|word| word.as_str().expect("a word").to_owned()).collect()
}

fn can(state: &Value, action: &str) -> bool {
    state["can"].as_array().expect("a list").contains(&Value::from(action))
}

/// How often a number stands in a list.
fn count(list: &Value, number: i64) -> usize {
    list.as_array().expect("a list").iter().filter(|value| **value == number).count()
}

#[test]
fn the_list_has_everything_that_can_be_agreed() {
    let mut tab = Tab::new();
    let list = tab.done(json!({"do": "games"}));
    let games = list["games"].as_array().expect("a list");
    let names: Vec<&str> = games.iter().filter_map(|game| game["game"].as_str()).collect();
    assert_eq!(names, ["tetrisito", "four-in-a-row", "sudoku", "2048", "connect-four"]);
    for game in games {
        assert!(game["rules"].as_str().is_some_and(|rules| rules.ends_with('.')));
        for option in game["options"].as_array().expect("a list") {
            let values = option["values"].as_array().expect("a list");
            assert_eq!(option["default"], values[0]["value"]);
            for value in values {
                let name = option["name"].as_str().expect("a name");
                let settings = json!({name: value["value"], "seed": 7});
                let state = start(&mut tab, game["game"].as_str().expect("a name"), settings);
                assert_eq!(state["settings"][name], value["value"], "{name}");
                assert_eq!(state["settings"]["seed"], "7");
            }
        }
    }
}

#[test]
fn connect_four_is_played_to_its_end_against_the_engine() {
    let mut tab = Tab::new();
    let settings = json!({"opponent": "perfect", "first": "1", "seed": 3});
    let mut state = start(&mut tab, "connect-four", settings);
    assert_eq!(state["asks"]["what"], "column");
    let mut moves = 0;
    while state["kind"] == "playing" {
        assert_eq!(state["turn"], "person");
        let word = legal(&state).last().expect("a column is free").clone();
        state = play(&mut tab, &word);
        moves += 1;
        let fallen = state["motion"]["fallen"].as_array().expect("the answer falls");
        assert_eq!(fallen.len(), 1);
        assert!(moves <= 21, "the board is full by then");
    }
    // Always the last column loses against an opponent who makes no mistake.
    assert_eq!(state["outcome"]["isWon"], false);
    assert_eq!(state["outcome"]["words"], "lost to the computer (perfect)");
    assert_eq!(state["board"]["line"].as_array().map(Vec::len), Some(4));
    assert_eq!(state["turn"], "nobody");
    assert_eq!(state["legal"], json!([]));
    let list = tab.done(json!({"do": "games"}));
    assert_eq!(list["games"][4]["replays"][0]["words"], "lost to the computer (perfect)");
    assert!(list["games"][4].get("saved").is_none());
}

#[test]
fn hints_win_against_the_engine_where_the_first_move_wins() {
    let mut tab = Tab::new();
    let settings = json!({"opponent": "perfect", "first": "1", "seed": 1});
    let mut state = start(&mut tab, "connect-four", settings);
    assert_eq!(state["counts"], true);
    while state["kind"] == "playing" {
        tab.done(json!({"do": "hint"}));
        let hint = tab.last("game")["hint"].clone();
        let word = hint["move"].as_str().unwrap_or_else(|| panic!("{hint}")).to_owned();
        assert!(hint["text"].as_str().is_some_and(|text| text.contains(&word)), "{hint}");
        state = play(&mut tab, &word);
    }
    assert_eq!(state["outcome"]["isWon"], true, "{}", state["outcome"]);
    assert_eq!(state["counts"], false);
    assert!(state["outcome"].get("score").is_none());
}

#[test]
fn the_analysis_has_scores_of_all_columns_and_the_best_line() {
    let mut tab = Tab::new();
    let position = "44444325353";
    tab.done(json!({"do": "game", "game": "connect-four", "position": position}));
    tab.done(json!({"do": "analyse", "on": true}));
    let state = tab.last("game");
    let analysis = &state["analysis"];
    assert_eq!(analysis["isFinal"], true, "{state}");
    let columns = analysis["columns"].as_array().expect("a list");
    assert_eq!(columns.len(), 7);
    assert!(columns.iter().any(|column| column["isBest"] == true));
    assert!(columns.iter().all(|column| column["outcome"].is_string()));
    let line = analysis["line"].as_array().expect("a list");
    assert!(!line.is_empty());
    // The first of the line is one of the best.
    let first = line[0]["column"].as_u64().expect("a column") as usize;
    assert_eq!(columns[first]["isBest"], true);
    // Whose turn it is alternates, from whoever is asked.
    assert_eq!(line[0]["player"], state["asks"]["player"]);
    assert!(line.windows(2).all(|two| two[0]["player"] != two[1]["player"]));
    tab.done(json!({"do": "analyse", "on": false}));
    assert!(tab.last("game").get("analysis").is_none());
}

#[test]
fn undo_is_there_only_where_it_was_agreed() {
    let mut tab = Tab::new();
    let mut state = start(&mut tab, "connect-four", json!({"first": "1"}));
    assert!(!can(&state, "undo"));
    play(&mut tab, "3");
    assert_eq!(tab.refused(json!({"do": "undo"})), "not-now");
    state = start(&mut tab, "connect-four", json!({"first": "1", "undo": "yes"}));
    assert!(!can(&state, "undo"));
    state = play(&mut tab, "3");
    assert!(can(&state, "undo"));
    tab.done(json!({"do": "undo"}));
    state = tab.last("game");
    assert_eq!(state["motion"]["taken"], json!([38]));
    assert_eq!(count(&state["board"]["cells"], 0), 42);
}

#[test]
fn four_in_a_row_counts_trials_and_undos() {
    let mut tab = Tab::new();
    let state = start(&mut tab, "four-in-a-row", json!({"trials": "1"}));
    assert_eq!(state["asks"]["what"], "token");
    let state = play(&mut tab, "2");
    assert_eq!(state["players"][0]["sign"], "X");
    let state = play(&mut tab, "9");
    assert_eq!(state["players"][0]["trials"], 0);
    assert_eq!(
        state["message"],
        json!({"text": "9 is not a column: 0 trials left", "isWarning": true})
    );
    let state = play(&mut tab, "4");
    assert_eq!(state["asks"]["what"], "undo");
    assert_eq!(state["motion"]["fallen"], json!([{"cell": 38, "player": 1}]));
    tab.done(json!({"do": "undo"}));
    let state = tab.last("game");
    assert_eq!((&state["players"][0]["undos"], &state["asks"]["player"]), (&json!(2), &json!(1)));
    let state = play(&mut tab, "9");
    assert_eq!(state["outcome"]["words"], "player 1 lost by violations");
}

#[test]
fn four_in_a_row_is_played_to_its_end_against_the_engine() {
    let mut tab = Tab::new();
    let settings = json!({"opponent": "hard", "seed": 9});
    let mut state = start(&mut tab, "four-in-a-row", settings);
    state = {
        assert_eq!(state["kind"], "playing");
        play(&mut tab, "1")
    };
    for _ in 0..100 {
        if state["kind"] != "playing" {
            break;
        }
        let word = match state["asks"]["what"].as_str() {
            Some("undo") => "n".to_owned(),
            _ => legal(&state)[0].clone(),
        };
        state = play(&mut tab, &word);
    }
    assert_eq!(state["kind"], "over");
    assert_eq!(state["outcome"]["isWon"], false);
}

#[test]
fn the_level_can_change_but_then_the_game_does_not_count() {
    let mut tab = Tab::new();
    let state = start(&mut tab, "connect-four", json!({"opponent": "easy", "first": "1"}));
    assert_eq!(state["counts"], true);
    assert_eq!(tab.refused(json!({"do": "level", "level": "divine"})), "bad-request");
    tab.done(json!({"do": "level", "level": "hard"}));
    let state = tab.last("game");
    assert_eq!((&state["settings"]["opponent"], &state["counts"]), (&json!("hard"), &json!(false)));
    start(&mut tab, "connect-four", json!({"first": "1"}));
    assert_eq!(tab.refused(json!({"do": "level", "level": "hard"})), "not-now");
}

#[test]
fn the_computer_thinks_until_it_is_stopped() {
    let mut tab = Tab::new();
    start(&mut tab, "connect-four", json!({"opponent": "perfect", "first": "1"}));
    tab.memory.is_slow = true;
    tab.send(&json!({"id": 9, "do": "play", "move": "0"}).to_string());
    let state = tab.last("game");
    assert_eq!(
        (&state["turn"], &state["thinking"]["about"]),
        (&json!("computer"), &json!("reply"))
    );
    let refused = tab.ask_at_once(json!({"do": "play", "move": "0"}));
    assert_eq!(refused["error"]["code"], "bad-move");
    // It is told how far it is, ten times a second.
    tab.memory.steps = 5;
    assert!(matches!(tab.advance(), WakeTime::At(_)));
    tab.advance();
    let state = tab.last("game");
    assert_eq!(state["thinking"]["nodes"], 5 * 1024);
    assert!(state.get("motion").is_none(), "it was seen to fall already");
    tab.send(&json!({"id": 10, "do": "think", "on": false}).to_string());
    assert!(tab.last("game").get("thinking").is_none());
    tab.memory.is_slow = false;
    tab.done(json!({"do": "think", "on": true}));
    assert_eq!(tab.last("game")["turn"], "person");
}

#[test]
fn every_tile_of_2048_is_seen_to_travel() {
    let mut tab = Tab::new();
    let position = "2 0 0 2 4 4 4 0 0 0 0 0 0 0 0 8";
    tab.done(json!({"do": "game", "game": "2048", "position": position, "settings": {"seed": 1}}));
    assert_eq!(tab.last("game")["counts"], false);
    let state = play(&mut tab, "L");
    let slid = state["motion"]["slid"].as_array().expect("a list");
    assert_eq!(slid.len(), 6);
    let merged = slid.iter().filter(|tile| tile["isMerged"] == true).count();
    assert_eq!(merged, 4);
    assert_eq!(state["board"]["score"], 12);
    let appeared = &state["motion"]["appeared"][0];
    let cell = appeared["cell"].as_u64().expect("a cell") as usize;
    assert_eq!(state["board"]["tiles"][cell], appeared["number"]);
    assert_eq!(tab.refused(json!({"do": "play", "move": "x"})), "bad-move");
    tab.done(json!({"do": "undo"}));
    let state = tab.last("game");
    let tiles: Vec<u64> = state["board"]["tiles"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert_eq!(tiles, [2, 0, 0, 2, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 8]);
}

#[test]
fn a_game_of_2048_is_played_to_its_target_and_beyond() {
    let mut tab = Tab::new();
    let mut state = start(&mut tab, "2048", json!({"target": "64", "seed": 5}));
    while state["kind"] == "playing" {
        tab.done(json!({"do": "hint"}));
        let word = tab.last("game")["hint"]["move"].as_str().expect("a move").to_owned();
        assert!(legal(&state).contains(&word));
        state = play(&mut tab, &word);
    }
    assert_eq!(state["outcome"]["isWon"], true);
    assert!(can(&state, "goOn"));
    state = play(&mut tab, "on");
    assert_eq!(state["kind"], "playing");
    tab.done(json!({"do": "analyse", "on": true}));
    let analysis = tab.last("game")["analysis"].clone();
    let moves = analysis["moves"].as_array().expect("a list");
    assert_eq!(moves.iter().filter(|row| row["isBest"] == true).count(), 1, "{analysis}");
    assert_eq!(moves.len(), 4);
}

#[test]
fn the_engine_plays_2048_by_itself_and_many_games_aside() {
    let mut tab = Tab::new();
    start(&mut tab, "2048", json!({"target": "128", "seed": 2}));
    tab.done(json!({"do": "autoplay", "on": true, "perSecond": 60}));
    let state = tab.last("game");
    assert_eq!((&state["kind"], &state["outcome"]["isWon"]), (&json!("over"), &json!(true)));
    assert_eq!(state["counts"], false);
    tab.done(json!({"do": "autoplay", "on": true, "games": 9}));
    let done = tab.last("autoplay");
    assert_eq!((&done["kind"], &done["games"]), (&json!("done"), &json!(9)));
    let tiles = done["tiles"].as_array().expect("a list");
    let games: u64 = tiles.iter().filter_map(|row| row["games"].as_u64()).sum();
    assert_eq!(games, 9);
    for (fields, code) in [
        (json!({"on": true, "games": 0}), "bad-request"),
        (json!({"on": true, "games": 10_001}), "bad-request"),
        (json!({"on": true, "perSecond": 0}), "bad-request"),
        (json!({"on": true}), "not-now"),
    ] {
        let mut request = fields;
        request["do"] = json!("autoplay");
        assert_eq!(tab.refused(request), code);
    }
}

#[test]
fn tetrisito_is_played_to_its_goal_by_hints_and_solved_by_a_plan() {
    let mut tab = Tab::new();
    let mut state = start(&mut tab, "tetrisito", json!({"seed": 4}));
    while state["kind"] == "playing" {
        tab.done(json!({"do": "hint"}));
        let hint = tab.last("game")["hint"].clone();
        let word = hint["move"].as_str().unwrap_or_else(|| panic!("{hint}")).to_owned();
        assert!(legal(&state).contains(&word));
        state = play(&mut tab, &word);
        let drop = &state["motion"]["drops"][0];
        assert_eq!(drop["after"], state["board"]["cells"]);
        assert_eq!(drop["landed"].as_array().map(Vec::len), Some(4));
    }
    assert_eq!((&state["board"]["toFill"], &state["board"]["tooMany"]), (&json!(0), &json!(0)));
    start(&mut tab, "tetrisito", json!({"seed": 4}));
    tab.done(json!({"do": "solve"}));
    let state = tab.last("game");
    let drops = state["motion"]["drops"].as_array().expect("a plan");
    assert!(!drops.is_empty());
    assert_eq!(state["outcome"], json!({"words": "solved by the engine"}));
    assert!(can(&state, "undo"));
}

#[test]
fn every_drop_of_tetrisito_is_reported_before_it_is_made() {
    let mut tab = Tab::new();
    for seed in 0..5 {
        let state = start(&mut tab, "tetrisito", json!({"seed": seed, "fullRows": "vanish"}));
        let piece = &state["board"]["pieces"][0];
        for drop in piece["drops"].as_array().expect("a list") {
            let word = drop["move"].as_str().expect("a word");
            start(&mut tab, "tetrisito", json!({"seed": seed, "fullRows": "vanish"}));
            let answer = tab.ask(json!({"do": "play", "move": word}));
            match drop.get("cells") {
                None => assert_eq!(answer["error"]["code"], "bad-move"),
                Some(cells) => {
                    let made = tab.last("game")["motion"]["drops"][0].clone();
                    assert_eq!(&made["landed"], cells);
                    assert_eq!(made["rows"], drop["rows"]);
                }
            }
        }
    }
}

/// A puzzle that needs more than singles.
const PUZZLE: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

#[test]
fn sudoku_is_solved_by_its_hints() {
    let mut tab = Tab::new();
    let mut state = start(&mut tab, "sudoku", json!({"difficulty": "easy", "seed": 3}));
    assert_eq!(state["kind"], "playing");
    assert_eq!(state["board"]["difficulty"], "easy");
    while state["kind"] == "playing" {
        tab.done(json!({"do": "hint"}));
        let hint = tab.last("game")["hint"].clone();
        let word = hint["move"].as_str().unwrap_or_else(|| panic!("{hint}")).to_owned();
        assert!(hint["title"].as_str().is_some_and(|title| !title.is_empty()));
        assert!(hint["candidates"].as_array().is_some_and(|marks| !marks.is_empty()), "{hint}");
        state = play(&mut tab, &word);
    }
    assert!(state["outcome"]["words"].as_str().is_some_and(|words| words.starts_with("solved in")));
}

#[test]
fn sudoku_has_notes_mistakes_and_both_ways_of_time() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "game", "game": "sudoku", "position": PUZZLE}));
    let state = play(&mut tab, "r1c1~569");
    assert_eq!(state["board"]["notes"][0], json!([5, 6, 9]));
    let state = play(&mut tab, "r1c1=5");
    assert_eq!((&state["board"]["cells"][0], &state["board"]["notes"][0]), (&json!(5), &json!([])));
    tab.done(json!({"do": "mistakes"}));
    let state = tab.last("game");
    assert_eq!(state["mistakes"], json!([0]));
    assert_eq!(state["message"]["isWarning"], true);
    tab.done(json!({"do": "undo"}));
    let state = tab.last("game");
    assert!(can(&state, "redo") && state.get("mistakes").is_none());
    tab.done(json!({"do": "redo"}));
    assert_eq!(tab.last("game")["board"]["cells"][0], 5);
    for word in ["r1c8=2", "r1c1=0", "r0c1=1", "made:easy", "solve:1", "hint", "x"] {
        assert_eq!(tab.refused(json!({"do": "play", "move": word})), "bad-move", "{word}");
    }
    tab.done(json!({"do": "solve"}));
    let state = tab.last("game");
    assert_eq!(state["outcome"], json!({"words": "solved by the engine"}));
}

#[test]
fn time_passes_in_sudoku_but_not_while_nobody_is_there() {
    let mut tab = Tab::new();
    start(&mut tab, "sudoku", json!({"size": "4", "seed": 1}));
    tab.memory.now_ms += 5_000;
    tab.done(json!({"do": "mistakes"}));
    let first = tab.last("game")["elapsedMs"].as_u64().expect("a time");
    assert!((5_000..5_100).contains(&first), "{first}");
    tab.memory.now_ms += 3_600_000;
    tab.done(json!({"do": "mistakes"}));
    let later = tab.last("game")["elapsedMs"].as_u64().expect("a time");
    assert!(later < first + 100, "{later}");
}

#[test]
fn what_is_played_is_saved_and_taken_up_again() {
    let mut tab = Tab::new();
    start(&mut tab, "2048", json!({"seed": 8}));
    let state = tab.done(json!({"do": "games"}));
    assert!(state["games"][3].get("saved").is_none(), "nothing was played yet");
    let legal = legal(&{
        tab.done(json!({"do": "think", "on": true}));
        tab.last("game")
    });
    let state = play(&mut tab, &legal[0]);
    tab.done(json!({"do": "leave"}));
    assert!(tab.last("game").get("game").is_none());
    let list = tab.done(json!({"do": "games"}));
    assert_eq!(list["games"][3]["saved"]["progress"], "1 move");
    tab.done(json!({"do": "game", "game": "2048", "resume": true}));
    assert_eq!(tab.last("game")["board"], state["board"]);
    assert_eq!(tab.refused(json!({"do": "game", "game": "sudoku", "resume": true})), "no-game");
    // Another game in its place must not lose it.
    let other = start(&mut tab, "2048", json!({"seed": 9}));
    play(&mut tab, &self::legal(&other)[0]);
    tab.done(json!({"do": "leave"}));
    let list = tab.done(json!({"do": "games"}));
    assert_eq!(list["games"][3]["replays"][0]["words"], "1 move");
}

#[test]
fn a_replay_is_seen_move_by_move_and_left_again() {
    let mut tab = Tab::new();
    start(&mut tab, "connect-four", json!({"first": "1"}));
    for word in ["3", "2", "3", "2", "3", "2"] {
        play(&mut tab, word);
    }
    let record = tab.done(json!({"do": "record"}))["record"].clone();
    tab.done(json!({"do": "replay"}));
    let state = tab.last("game");
    assert_eq!(
        (&state["kind"], &state["replay"]),
        (&json!("replay"), &json!({"at": 0, "total": 6}))
    );
    assert_eq!(state["can"], json!([]));
    tab.done(json!({"do": "replay", "at": 1}));
    let state = tab.last("game");
    assert_eq!(state["motion"]["fallen"], json!([{"cell": 38, "player": 1}]));
    tab.done(json!({"do": "replay", "at": 5}));
    let state = tab.last("game");
    assert_eq!(count(&state["board"]["cells"], 0), 37);
    assert!(state.get("motion").is_none());
    tab.done(json!({"do": "replay", "at": 99}));
    assert_eq!(tab.last("game")["replay"]["at"], 6);
    assert_eq!(tab.refused(json!({"do": "play", "move": "3"})), "not-now");
    tab.done(json!({"do": "replay", "leave": true}));
    let state = play(&mut tab, "3");
    assert_eq!(state["kind"], "over");
    let list = tab.done(json!({"do": "games"}));
    let id = list["games"][4]["replays"][0]["replay"].clone();
    tab.done(json!({"do": "replay", "replay": id, "at": 7}));
    assert_eq!(tab.last("game")["outcome"]["words"], "player 1 won in 4 moves");
    tab.done(json!({"do": "game", "record": record}));
    let state = tab.last("game");
    assert_eq!((&state["kind"], &state["moves"]), (&json!("playing"), &json!(6)));
    let cut = tab.done(json!({"do": "record", "at": 2}))["record"].clone();
    tab.done(json!({"do": "game", "record": cut}));
    assert_eq!(tab.last("game")["moves"], 2);
}

#[test]
fn positions_are_read_as_solve_reads_them() {
    let mut tab = Tab::new();
    for game in ["connect-four", "four-in-a-row"] {
        tab.done(json!({"do": "game", "game": game, "position": "4453"}));
        let state = tab.last("game");
        assert_eq!(count(&state["board"]["cells"], 0), 38, "{game}");
        assert_eq!(
            (&state["asks"]["what"], &state["asks"]["player"]),
            (&json!("column"), &json!(1))
        );
    }
    let puzzle =
        "......\n".repeat(6) + &"......\n".repeat(5) + "####..\n1\n####\n....\n....\n....\n";
    tab.done(json!({"do": "game", "game": "tetrisito", "position": puzzle}));
    assert_eq!(tab.last("game")["board"]["toFill"], 4);
    for (game, position) in [
        ("connect-four", "448"),
        ("connect-four", "é"),
        ("2048", "2 4 8"),
        ("sudoku", "11"),
        ("tetrisito", "#"),
    ] {
        let request = json!({"do": "game", "game": game, "position": position});
        assert_eq!(tab.refused(request), "bad-game", "{game} {position}");
    }
}

#[test]
fn what_makes_no_game_is_refused_and_changes_nothing() {
    let mut tab = Tab::new();
    for name in ["play", "undo", "redo", "hint", "mistakes", "solve", "record", "leave", "replay"] {
        let mut request = json!({"do": name});
        if name == "play" {
            request["move"] = json!("1");
        }
        assert_eq!(tab.refused(request), "no-game", "{name}");
    }
    let before = start(&mut tab, "2048", json!({"seed": 1}));
    let huge = format!("version = 1\ngame = \"2048\"\nmoves = \"{}\"", "w ".repeat(600_000));
    let wrong = "version = 1\ngame = \"2048\"\nmoves = \"w w w w w w w w w w w w w\"";
    for (request, code) in [
        (json!({"game": "go"}), "bad-request"),
        (json!({}), "bad-request"),
        (json!({"game": "2048", "resume": true, "position": "2"}), "bad-request"),
        (json!({"game": "2048", "settings": {"target": "7"}}), "bad-request"),
        (json!({"game": "2048", "settings": {"level": "hard"}}), "bad-request"),
        (json!({"game": "2048", "settings": {"seed": "x"}}), "bad-request"),
        (json!({"game": "2048", "settings": {"seed": [1]}}), "bad-request"),
        (json!({"game": "2048", "position": "2 ".repeat(40_000)}), "too-large"),
        (json!({"record": ""}), "bad-game"),
        (json!({"record": huge}), "bad-game"),
        (json!({"record": wrong}), "bad-game"),
    ] {
        let mut request = request;
        request["do"] = json!("game");
        assert_eq!(tab.refused(request.clone()), code);
    }
    assert_eq!(tab.refused(json!({"do": "replay", "replay": "none"})), "bad-game");
    assert_eq!(tab.refused(json!({"do": "replay", "record": wrong})), "bad-game");
    tab.done(json!({"do": "think", "on": true}));
    assert_eq!(tab.last("game")["board"], before["board"]);
}

#[test]
fn a_client_that_comes_back_sees_the_game_again() {
    let mut tab = Tab::new();
    start(&mut tab, "2048", json!({"seed": 1}));
    tab.ask(json!({"do": "hello", "protocol": 1, "resume": "tab"}));
    assert_eq!(tab.last("game")["game"], "2048");
}
