//! Learning how a program talks, by short games.

use std::collections::{BTreeMap, BTreeSet};

use jetan_games::connect4::position::{Column, Position};

use super::memory::GridLayout;
use super::names::PlayerNames;
use super::play::{ColumnAction, ProbeScore, ProtocolGuess, play};
use super::{InputProtocol, QuestionKind, UndoMethod};
use crate::escapes::without_escapes;
use crate::projects::claims::{ClaimWords, GameClaim};
use crate::runner::{InputQuestion, InputSite, ProgramRunner};

/// Questions of the first look at a program.
const QUESTIONS_MAX: usize = 48;
/// Times that a site must repeat its question before the answer counts as refused.
const REFUSED_REPEATS_MIN: usize = 3;
/// Most other answers that are tried.
const TRIES_MAX: usize = 24;
/// A game has at least so many questions: a column is filled, and then refused until it is lost.
const GAME_QUESTIONS_MIN: usize = 9;
/// Sites that can ask repeatedly: two players, a retry, whether a move is kept.
const ASKING_SITES_MAX: usize = 6;
/// The seed of every game: who starts is then always the same.
pub(super) const PROBE_SEED: i64 = 0;
/// The service that reads a line of text: names.
pub(super) const READ_STRING: u32 = 8;
const READ_INTEGER: u32 = 5;
/// Names that say which player is meant, short enough for any buffer.
const PLAYER_NAMES: [&str; 2] = ["p1", "p2"];
/// Answers for questions of which nothing is known.
const PROBE_ANSWERS: [&str; 6] = ["1", "x", "0", "X", "2", "o"];
/// The columns of the first games, from 0.
const FIRST_COLUMNS: [usize; 5] = [3, 4, 2, 2, 6];
const SECOND_COLUMNS: [usize; 5] = [3, 3, 4, 5, 2];
/// A game long enough to meet questions that begin with a later move.
const LONG_COLUMNS: [usize; 18] = [3, 3, 4, 5, 2, 1, 5, 6, 4, 2, 2, 0, 0, 3, 6, 5, 3, 0];
/// Columns before a move is taken back, which may be offered from the third move of each on.
const BEFORE_TAKING_BACK: [&[usize]; 2] = [&[3, 4, 2], &[3, 3, 4, 5, 2, 1]];
const FIRST_WINS: [usize; 7] = [3, 4, 3, 4, 3, 4, 3];
const SECOND_WINS: [usize; 8] = [0, 4, 1, 4, 0, 4, 6, 4];

/// The result of probing a program's input protocol.
pub(in super::super) enum ProbeResult {
    /// It is understood.
    Learned(Box<InputProtocol>),
    /// Not understood; the question at which it was left, as it was printed.
    Lost(String),
}

/// Learns how a program talks.
pub(in super::super) async fn learn(
    runner: &mut ProgramRunner<'_>,
    words: &ClaimWords,
) -> ProbeResult {
    let Some(seen) = FirstProbe::look(runner).await else {
        return ProbeResult::Lost(String::new());
    };
    let Some(mut manner) = seen.understand(runner).await else {
        return ProbeResult::Lost(seen.prompt());
    };
    learn_ends(&mut manner, runner, words).await;
    manner.take_back = take_back(&manner, runner).await;
    ProbeResult::Learned(Box::new(manner))
}

fn actions(columns: &[usize]) -> Vec<ColumnAction> {
    columns.iter().map(|&column| ColumnAction::Column(column)).collect()
}

/// The questions of a first probe, and the answers to them.
pub(super) struct FirstProbe {
    questions: Vec<(InputSite, String)>,
    /// The last line of each question.
    prompts: Vec<String>,
}

impl FirstProbe {
    /// Answers every question in the plainest way; where that is refused, in others.
    pub(super) async fn look(runner: &mut ProgramRunner<'_>) -> Option<FirstProbe> {
        let mut chosen: BTreeMap<InputSite, usize> = BTreeMap::new();
        for _ in 0..TRIES_MAX {
            let (seen, refused) = FirstProbe::once(runner, &chosen).await;
            let Some(site) = refused else {
                return Some(seen).filter(|it| !it.questions.is_empty());
            };
            // The next word is tried at the refused site only; the other answers have led here.
            let choice = chosen.entry(site).or_default();
            *choice += 1;
            // All words are refused: what was seen until then is the best there is.
            if *choice == PROBE_ANSWERS.len() {
                return Some(seen);
            }
        }
        None
    }

    /// One probe, and the site at which an answer was refused.
    async fn once(
        runner: &mut ProgramRunner<'_>,
        chosen: &BTreeMap<InputSite, usize>,
    ) -> (FirstProbe, Option<InputSite>) {
        let mut seen = FirstProbe { questions: Vec::new(), prompts: Vec::new() };
        let mut names = 0;
        let mut repeated: (Option<InputSite>, Vec<u8>, usize) = (None, Vec::new(), 0);
        let mut refused = None;
        runner
            .run_answering(Some(PROBE_SEED), &mut |question: &InputQuestion<'_>| {
                let site = question.site;
                let is_new = seen.questions.iter().all(|(known, _)| *known != site);
                let is_same = repeated.0 == Some(site) && repeated.1 == question.said;
                match (is_new, is_same) {
                    (true, _) => repeated = (Some(site), Vec::new(), 0),
                    (false, true) => repeated.2 += 1,
                    // The second time it may say more than the first: that the answer was refused.
                    (false, false) if repeated.0 == Some(site) && repeated.2 == 0 => {
                        repeated = (Some(site), question.said.to_vec(), 1);
                    }
                    (false, false) => repeated = (None, Vec::new(), 0),
                }
                if repeated.2 >= REFUSED_REPEATS_MIN {
                    refused = Some(site);
                }
                // Ending the input ends the run: from here on nothing can be learned.
                if refused.is_some() || seen.questions.len() == QUESTIONS_MAX {
                    return None;
                }
                let times = seen.questions.iter().filter(|(known, _)| *known == site).count();
                // Names differ, so that the claim at the end can tell who is meant.
                let line = if site.service == READ_STRING && times < PLAYER_NAMES.len() {
                    names += 1;
                    PLAYER_NAMES[(names - 1) % PLAYER_NAMES.len()]
                } else {
                    PROBE_ANSWERS[chosen.get(&site).copied().unwrap_or_default()]
                };
                seen.questions.push((site, line.to_owned()));
                seen.prompts.push(last_line(question.said));
                Some(line.to_owned())
            })
            .await;
        (seen, refused)
    }

    /// The places that asked, with the answers to them, in order.
    pub(super) fn questions(&self) -> &[(InputSite, String)] {
        &self.questions
    }

    /// The question at which the look was over.
    fn prompt(&self) -> String {
        self.prompts.last().cloned().unwrap_or_default()
    }

    /// The questions of the first game: some programs begin another one when it is over.
    fn first_game(&self) -> &[(InputSite, String)] {
        let Some(((first, _), rest)) = self.questions.split_first() else { return &[] };
        // By its words besides its place: a menu is asked for again with another `$ra`, and one
        // place may ask for everything.
        let is_first = |at: usize, site: &InputSite| {
            let is_same = site.pc == first.pc && site.service == first.service;
            is_same && self.prompts.get(at + 1) == self.prompts.first()
        };
        match (0..rest.len()).find(|&at| rest[at].0 == *first || is_first(at, &rest[at].0)) {
            // A site that repeats sooner is a question of the game itself, not the start of another
            // one.
            Some(at) if at + 1 >= GAME_QUESTIONS_MIN => &self.questions[..=at],
            _ => &self.questions,
        }
    }

    /// Finds which places ask for columns, by games in which the grid then is as it should be.
    async fn understand(&self, runner: &mut ProgramRunner<'_>) -> Option<InputProtocol> {
        let questions = self.first_game();
        let count = |site: InputSite| questions.iter().filter(|(it, _)| *it == site).count();
        // Names are read at one site for both players, and would look like columns.
        let names =
            |site: InputSite| if site.service == READ_STRING { PLAYER_NAMES.len() } else { 1 };
        let is_repeated = |site: InputSite| count(site) > names(site);
        let begin = questions.iter().position(|(site, _)| is_repeated(*site))?;
        let opening = questions[..begin].to_vec();
        let mut places: Vec<InputSite> = Vec::new();
        for (site, _) in &questions[begin..] {
            // What is asked once is asked at the end.
            if is_repeated(*site) && !places.contains(site) && places.len() < ASKING_SITES_MAX {
                places.push(*site);
            }
        }
        let kinds = |mask: usize| -> BTreeMap<InputSite, QuestionKind> {
            let kind = |at: usize| {
                // The first place that repeats asks for a column in every program: a move comes
                // before whether it is kept.
                if at > 0 && mask >> (at - 1) & 1 == 1 {
                    QuestionKind::Keep
                } else {
                    QuestionKind::Column
                }
            };
            places.iter().enumerate().map(|(at, site)| (*site, kind(at))).collect()
        };
        let mut likely = None;
        // At most 32 assignments, because there are at most six places and the first is fixed.
        for mask in 0..1 << places.len().saturating_sub(1) {
            let kinds = kinds(mask);
            for first_column in [1, 0] {
                for keep in keeps(&kinds) {
                    let stage =
                        ProtocolGuess { opening: &opening, kinds: &kinds, keep, first_column };
                    let Some(found) = stage.find(runner).await else { continue };
                    // A question that only comes with later moves may have been taken for one for
                    // a column; where no guess survives a long game, the program is wrong.
                    let long = play(&found, runner, &actions(&LONG_COLUMNS), PROBE_SEED).await;
                    if matches!(long.score, ProbeScore::Right) {
                        return Some(found);
                    }
                    likely = likely.or(Some(found));
                }
            }
        }
        likely
    }
}

/// The words that may keep a move, depending on how they are read.
fn keeps(kinds: &BTreeMap<InputSite, QuestionKind>) -> &'static [&'static str] {
    let mut keeping = kinds.iter().filter(|(_, kind)| **kind == QuestionKind::Keep).peekable();
    if keeping.peek().is_none() {
        return &["n"];
    }
    // A letter would fault where a number is read.
    if keeping.any(|(site, _)| site.service == READ_INTEGER) {
        &["9", "1", "0"]
    } else {
        &["n", "N", "1", "0"]
    }
}

impl ProtocolGuess<'_> {
    /// Plays the first columns; the protocol, if the grid in memory stays right in another game.
    async fn find(&self, runner: &mut ProgramRunner<'_>) -> Option<InputProtocol> {
        let mut position = Position::default();
        for column in FIRST_COLUMNS {
            position = position.play(Column::ALL[column])?;
        }
        let machine = self.machine_after(runner, &FIRST_COLUMNS).await?;
        let found = GridLayout::find(&machine, &position);
        for grid in found {
            let manner = InputProtocol {
                opening: self.opening.to_vec(),
                kinds: self.kinds.clone(),
                keep: self.keep.to_owned(),
                first_column: self.first_column,
                grid,
                take_back: None,
                winners: None,
                ends: BTreeSet::new(),
                names: None,
            };
            // A second game with other columns: memory that held the right bytes by accident does
            // not follow it.
            let other = play(&manner, runner, &actions(&SECOND_COLUMNS), PROBE_SEED).await;
            if matches!(other.score, ProbeScore::Right) {
                return Some(manner);
            }
        }
        None
    }
}

/// Learns from two won games which winners the program names, what its questions call the players,
/// and what it asks when a game is over.
async fn learn_ends(
    manner: &mut InputProtocol,
    runner: &mut ProgramRunner<'_>,
    words: &ClaimWords,
) {
    let mut questions = Vec::new();
    let mut ends = BTreeSet::new();
    let mut named = async |columns: &[usize]| {
        let played = play(manner, runner, &actions(columns), PROBE_SEED).await;
        let claims = words.claims(&played.last_words, manner.grid.letters());
        let is_over = matches!(played.score, ProbeScore::Right);
        questions.extend(played.questions);
        ends.extend(played.asked_at_end.filter(|_| is_over));
        claims.into_iter().filter(|_| is_over).find_map(|claim| match claim {
            GameClaim::Won(who) => Some(who),
            _ => None,
        })
    };
    let said = [named(&FIRST_WINS).await, named(&SECOND_WINS).await];
    manner.winners = match said {
        [Some(first), Some(second)] => Some([first, second]),
        _ => None,
    };
    manner.names = PlayerNames::learn(&questions);
    manner.ends = ends;
}

/// The way a move is taken back, if it can be.
async fn take_back(manner: &InputProtocol, runner: &mut ProgramRunner<'_>) -> Option<UndoMethod> {
    let of_kind = |wanted: QuestionKind| {
        let sites = manner.kinds.iter().filter(move |(_, kind)| **kind == wanted);
        sites.map(|(site, _)| site.service).collect::<BTreeSet<u32>>()
    };
    let (keeping, asking) = (of_kind(QuestionKind::Keep), of_kind(QuestionKind::Column));
    let is_digit = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let answers = ["y", "Y", "u", "1", "0", "8"].into_iter();
    let answers = answers.filter(|word| !keeping.contains(&READ_INTEGER) || is_digit(word));
    // Without a question whether a move is kept there is nothing that an answer could take back.
    let answers = answers.filter(|word| *word != manner.keep && !keeping.is_empty());
    let last = if manner.first_column == 0 { "7" } else { "8" };
    let columns = [last, "u", "U", "0"].into_iter();
    let columns = columns.filter(|word| !asking.contains(&READ_INTEGER) || is_digit(word));
    // 0 names a column where they are counted from 0.
    let columns = columns.filter(|word| manner.first_column == 1 || *word != "0");
    let ways = answers
        .map(|word| UndoMethod::Answer(word.to_owned()))
        .chain(columns.map(|word| UndoMethod::Column(word.to_owned())));
    for way in ways {
        let trial = InputProtocol { take_back: Some(way), ..manner.clone() };
        for before in BEFORE_TAKING_BACK {
            let mut moves = actions(before);
            moves.push(ColumnAction::TakeBack);
            moves.extend(actions(&[5, 6]));
            let played = play(&trial, runner, &moves, PROBE_SEED).await;
            // A right grid alone is not enough: the program may never have offered it.
            if matches!(played.score, ProbeScore::Right) && played.taken_back == 1 {
                return trial.take_back;
            }
        }
    }
    None
}

/// The last line of what was printed, as a person would quote it.
pub(super) fn last_line(said: &[u8]) -> String {
    const LETTERS_MAX: usize = 100;
    let text = without_escapes(&String::from_utf8_lossy(said));
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let line = line.unwrap_or_default().chars().map(|c| if c.is_control() { ' ' } else { c });
    line.take(LETTERS_MAX).collect()
}
