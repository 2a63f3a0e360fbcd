//! The application: menu, games, help, best scores and replays, put together.
//!
//! It is as pure as the games are: presses, time and thoughts come in, requests go out, and
//! whoever runs it has the files, the clock and the terminal.

mod cards;
mod draw;
mod play;
mod replay;
mod replay_list;

use std::collections::BTreeMap;
use std::time::Duration;

use jetan_games::GameTitle;
use ratatui::layout::Rect;

use crate::game::{InputReaction, Key, PlayerInput};
use crate::games;
use crate::look::TerminalLook;
use crate::menu::{GameMenu, MenuChoice};
use jetan_play::progress::SaveAction;
use jetan_play::record::PlayRecord;
use jetan_play::scores::{HighScores, ScoreEntry};
use jetan_play::settings::PlaySettings;
use jetan_play::thought::{GameQuestion, GameThought};
use play::ActiveGame;
use replay::ReplayPlayer;
use replay_list::{ReplayChoice, ReplayList};

/// Between two pictures of something that moves.
const FRAME_INTERVAL: Duration = Duration::from_millis(16);
/// Between two pictures of something that shows the time.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);
/// The message about a game that was saved because the player asked for it.
const SAVED_NOTICE: &str = "saved";

/// The first page.
#[derive(Clone, Debug)]
pub enum OpeningPage {
    /// The menu, for games with these settings.
    Menu(PlaySettings),
    /// A game; a saved one is offered first.
    Game(GameTitle, PlaySettings),
    /// A new game, whatever is saved.
    NewGame(GameTitle, PlaySettings),
    /// A recorded game.
    Replay(PlayRecord),
}

/// Something the application wants to be done.
pub enum AppRequest {
    /// Keep this game, to be taken up later.
    Save(Box<PlayRecord>),
    /// Forget the saved game of this name.
    Forget(GameTitle),
    /// Keep this game, to be watched again.
    KeepReplay(Box<PlayRecord>),
    /// Bring the games of this name that were kept to be watched again.
    ListReplays(GameTitle),
    /// Keep this score.
    Score(ScoreEntry),
    /// Think about this, and bring what comes of it with the same ticket; whatever is thought
    /// about already is not wanted any more.
    Think(ThoughtTicket, GameQuestion),
    /// The result of thinking is not wanted any more.
    Rest,
    /// End the program; everything is saved.
    Quit,
}

/// Belongs to a thought, so that one that comes too late is known.
pub type ThoughtTicket = u64;

/// The menu, the game that is played, and whatever lies over it.
pub struct GamesApp {
    look: TerminalLook,
    saved: BTreeMap<GameTitle, PlayRecord>,
    scores: HighScores,
    menu: GameMenu,
    view: AppView,
    overlay: Overlay,
    /// Said in the last line until the next key.
    notice: Option<String>,
    requests: Vec<AppRequest>,
    ticket: ThoughtTicket,
    /// Whether the thought of this ticket is under way.
    is_thinking: bool,
    /// The rectangle in which the game was drawn last.
    area: Rect,
}

enum AppView {
    Menu,
    /// A game can be taken up or started anew.
    Offer(ResumeOffer),
    Play(Box<ActiveGame>),
    Replay(Box<ReplayPlayer>),
    /// The games that can be watched.
    Shelf(ReplayList),
}

/// A saved game that can be taken up.
struct ResumeOffer {
    game: GameTitle,
    /// The settings for a new one.
    settings: PlaySettings,
    /// The progress of the saved one, in words.
    progress: String,
    /// Of the saved one.
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    None,
    /// The keys, from this line on.
    Help(u16),
    /// The best scores, from this line on.
    Scores(u16),
}

impl GamesApp {
    /// An application that knows some saved games and scores.
    pub fn new(
        opening: OpeningPage,
        saved: impl IntoIterator<Item = PlayRecord>,
        scores: HighScores,
        look: TerminalLook,
    ) -> GamesApp {
        let usual = match &opening {
            OpeningPage::Menu(settings) => settings.clone(),
            OpeningPage::Game(_, settings) | OpeningPage::NewGame(_, settings) => {
                // What was typed for one game is not meant for the others: they get the defaults
                // and another seed.
                PlaySettings { seed: settings.for_next_game().seed, ..PlaySettings::default() }
            }
            OpeningPage::Replay(record) => {
                PlaySettings { seed: record.settings.seed, ..PlaySettings::default() }
            }
        };
        let mut app = GamesApp {
            look,
            saved: saved.into_iter().map(|record| (record.game, record)).collect(),
            scores,
            menu: GameMenu::new(&usual),
            view: AppView::Menu,
            overlay: Overlay::None,
            notice: None,
            requests: Vec::new(),
            ticket: 0,
            is_thinking: false,
            area: Rect::ZERO,
        };
        app.open(opening);
        app
    }

    /// The requests of the application, in this order.
    pub fn take_requests(&mut self) -> Vec<AppRequest> {
        std::mem::take(&mut self.requests)
    }

    /// Says something in the last line until the next key.
    pub fn show_notice(&mut self, notice: impl Into<String>) {
        self.notice = Some(notice.into());
    }

    /// Says where a game was kept to be watched again, if the player asked for that.
    pub fn show_kept(&mut self, place: &str) {
        // Only after `S`: a replay that is kept at the end of a game is not announced.
        if self.notice.as_deref() == Some(SAVED_NOTICE) {
            self.show_notice(format!("saved, and kept as {place}"));
        }
    }

    /// Shows the games that can be watched, with their numbers, the newest first.
    pub fn show_replays(&mut self, game: GameTitle, found: Vec<(u64, PlayRecord)>) {
        self.show(AppView::Shelf(ReplayList::new(game, found)));
    }

    /// Takes a key.
    pub fn press(&mut self, key: Key) {
        self.notice = None;
        match self.overlay {
            Overlay::Help(line) => {
                self.overlay = scrolled(key, line).map_or(Overlay::None, Overlay::Help);
            }
            Overlay::Scores(line) => {
                self.overlay = scrolled(key, line).map_or(Overlay::None, Overlay::Scores);
            }
            Overlay::None => self.press_view(key),
        }
        self.settle();
    }

    /// Takes a click.
    pub fn click(&mut self, x: u16, y: u16) {
        self.notice = None;
        if self.overlay != Overlay::None {
            self.overlay = Overlay::None;
            return;
        }
        let area = self.area;
        match &mut self.view {
            AppView::Menu => {
                let choice = self.menu.click(y);
                self.choose(choice);
            }
            // The reaction says whether the application may use a key; a click has no other
            // meaning.
            AppView::Play(play) => drop(play.game.press(PlayerInput::Click { x, y, area })),
            AppView::Offer(..) | AppView::Replay(_) | AppView::Shelf(_) => {}
        }
        self.settle();
    }

    /// Lets time pass; it stands still while help or a list is shown.
    pub fn tick(&mut self, elapsed: Duration) {
        if self.overlay != Overlay::None {
            return;
        }
        match &mut self.view {
            AppView::Play(play) => play.game.tick(elapsed),
            AppView::Replay(replay) => replay.tick(elapsed),
            AppView::Menu | AppView::Offer(..) | AppView::Shelf(_) => {}
        }
        self.settle();
    }

    /// Takes a thought, if the game still waits for the one of this ticket.
    pub fn receive(&mut self, ticket: ThoughtTicket, thought: GameThought) {
        if let AppView::Play(play) = &mut self.view
            && ticket == self.ticket
        {
            self.is_thinking = false;
            play.game.receive(thought);
        }
        self.settle();
    }

    /// The time until the next tick; if none, the picture stays until something happens.
    pub fn time_to_next_tick(&self) -> Option<Duration> {
        match &self.view {
            _ if self.overlay != Overlay::None => None,
            AppView::Menu | AppView::Offer(..) | AppView::Shelf(_) => None,
            AppView::Play(play) if play.game.is_moving() => Some(FRAME_INTERVAL),
            // After the end nothing changes by itself, so the process sleeps until a key.
            AppView::Play(play) if play.game.outcome().is_some() => None,
            AppView::Play(_) => Some(CLOCK_INTERVAL),
            AppView::Replay(replay) => replay.time_to_next_tick(),
        }
    }

    /// Ends, whatever is shown; nothing is lost.
    pub fn quit(&mut self) {
        self.leave_game();
        self.show(AppView::Menu);
        self.requests.push(AppRequest::Quit);
    }

    fn open(&mut self, opening: OpeningPage) {
        match opening {
            OpeningPage::Menu(_) => {}
            OpeningPage::Game(name, settings) => {
                self.menu.select(name, &settings);
                self.offer(name);
            }
            OpeningPage::NewGame(name, settings) => {
                self.menu.select(name, &settings);
                self.start();
            }
            OpeningPage::Replay(record) => match ReplayPlayer::new(record) {
                Ok(replay) => self.show(AppView::Replay(Box::new(replay))),
                Err(why) => self.show_notice(why),
            },
        }
        self.settle();
    }

    /// Shows something else; thoughts about what was there come too late now.
    fn show(&mut self, view: AppView) {
        self.view = view;
        self.ticket += 1;
        self.is_thinking = false;
        self.requests.push(AppRequest::Rest);
    }

    fn press_view(&mut self, key: Key) {
        if let AppView::Replay(replay) = &mut self.view
            && replay.press(key)
        {
            return;
        }
        if let AppView::Shelf(shelf) = &mut self.view {
            match shelf.press(key) {
                ReplayChoice::Ignored => {}
                ReplayChoice::Understood => return,
                ReplayChoice::Watch(record) => return self.open(OpeningPage::Replay(*record)),
            }
        }
        match (&self.view, key) {
            // Before the game gets it: no game uses a capital B.
            (_, Key::Char('B')) => self.overlay = Overlay::Scores(0),
            (AppView::Play(_), _) => self.press_play(key),
            (_, Key::Char('?')) => self.overlay = Overlay::Help(0),
            (AppView::Menu, Key::Esc | Key::Char('q')) => self.quit(),
            (AppView::Menu, key) => {
                let choice = self.menu.press(key);
                self.choose(choice);
            }
            (AppView::Offer(..), Key::Enter | Key::Char('r' | ' ')) => self.resume(),
            (AppView::Offer(..), Key::Char('n' | 'N')) => self.start(),
            (
                AppView::Offer(..) | AppView::Replay(_) | AppView::Shelf(_),
                Key::Esc | Key::Char('q'),
            ) => {
                self.show(AppView::Menu);
            }
            (AppView::Offer(..) | AppView::Replay(_) | AppView::Shelf(_), _) => {}
        }
    }

    fn press_play(&mut self, key: Key) {
        // Asked before the game is borrowed to be changed.
        let has_card = matches!(&self.view, AppView::Play(play) if self.ending(play).is_some());
        let AppView::Play(play) = &mut self.view else { return };
        // Any other key takes the question back.
        let was_sure = std::mem::take(&mut play.is_sure);
        match key {
            // A game may claim a key of the application, as Four in a Row does with N while it asks
            // about a move.
            key if play.game.wants(key) => drop(play.game.press(PlayerInput::Key(key))),
            Key::Char('?') => self.overlay = Overlay::Help(0),
            Key::Char('q') => self.go_to_menu(),
            Key::Char('S') => self.save_now(),
            Key::Char('N') if was_sure || !play.has_something_to_lose() => self.start_again(),
            Key::Char('N') => {
                play.is_sure = true;
                self.show_notice("this game is not over: N again starts a new one");
            }
            Key::Char('R') if play.game.outcome().is_some() => {
                let record = PlayRecord::of(play.game.play());
                self.open(OpeningPage::Replay(record));
            }
            Key::Enter | Key::Char(' ') | Key::Esc if has_card => play.hides_card = true,
            key => {
                let reaction = play.game.press(PlayerInput::Key(key));
                if reaction == InputReaction::Ignored && key == Key::Esc {
                    self.go_to_menu();
                }
            }
        }
    }

    fn choose(&mut self, choice: MenuChoice) {
        match choice {
            MenuChoice::Ignored | MenuChoice::Understood => {}
            MenuChoice::Play(name) => self.offer(name),
            MenuChoice::New(_) => self.start(),
            MenuChoice::Replays(name) => self.requests.push(AppRequest::ListReplays(name)),
        }
    }

    /// Asks whether to take up the saved game, if there is one.
    fn offer(&mut self, name: GameTitle) {
        let Some(record) = self.saved.get(&name) else { return self.start() };
        let progress = match games::resume(record) {
            Ok(game) => game.progress(),
            // Choosing to resume it shows the reason.
            Err(_) => "it cannot be read".to_owned(),
        };
        let seed = record.settings.seed;
        let settings = self.menu.settings().clone();
        self.show(AppView::Offer(ResumeOffer { game: name, settings, progress, seed }));
    }

    /// Starts the game that is chosen in the menu.
    fn start(&mut self) {
        let settings = self.menu.take_settings();
        match games::start(self.menu.game(), settings.clone()) {
            Ok(game) => self.show(AppView::Play(Box::new(ActiveGame::new(game, settings)))),
            Err(bad) => {
                self.show(AppView::Menu);
                self.show_notice(bad.to_string());
            }
        }
    }

    fn start_again(&mut self) {
        let AppView::Play(play) = &self.view else { return };
        // The replay is requested before the save is forgotten, so that a crash in between loses
        // nothing.
        if play.has_something_to_lose() {
            let record = PlayRecord::of(play.game.play());
            self.requests.push(AppRequest::KeepReplay(Box::new(record)));
        }
        // From what was agreed and not from the game's settings, which hold the puzzle it has made.
        let (name, settings) = (play.game.name(), play.agreed.for_next_game());
        self.forget(name);
        self.menu.select(name, &settings);
        self.start();
    }

    fn resume(&mut self) {
        let AppView::Offer(offer) = &self.view else { return };
        let Some(record) = self.saved.get(&offer.game) else { return };
        match games::resume(record) {
            Ok(game) => {
                // The seed of the menu: the game after this one is not the one that followed when
                // it was saved.
                let agreed = PlaySettings { seed: offer.settings.seed, ..record.settings.clone() };
                self.show(AppView::Play(Box::new(ActiveGame::new(game, agreed))));
            }
            Err(bad) => {
                let notice = format!("the saved game cannot be taken up: {bad}");
                self.show(AppView::Menu);
                self.show_notice(notice);
            }
        }
    }

    fn go_to_menu(&mut self) {
        self.leave_game();
        if let AppView::Play(play) = &self.view {
            let (name, agreed) = (play.game.name(), play.agreed.for_next_game());
            self.menu.select(name, &agreed);
        }
        self.show(AppView::Menu);
    }

    /// Saves the time played too, which grows without moves.
    fn leave_game(&mut self) {
        let AppView::Play(play) = &self.view else { return };
        let is_over = play.game.outcome().is_some();
        // A game without a move would take the place of a saved one that has some.
        if !is_over && !play.game.moves().is_empty() {
            let record = PlayRecord::of(play.game.play());
            self.save(record);
        }
    }

    fn save_now(&mut self) {
        let AppView::Play(play) = &self.view else { return };
        let record = PlayRecord::of(play.game.play());
        self.save(record.clone());
        self.requests.push(AppRequest::KeepReplay(Box::new(record)));
        // `save` may have said why it did not.
        if self.notice.is_none() {
            self.show_notice(SAVED_NOTICE);
        }
    }

    fn save(&mut self, record: PlayRecord) {
        if !record.is_storable() {
            return self.show_notice("this game is too long to be saved");
        }
        let replaced = self.saved.insert(record.game, record.clone());
        // Another game was saved under this name: it becomes a replay instead of being lost.
        if let Some(other) = replaced.filter(|old| !record.continues(old)) {
            self.requests.push(AppRequest::KeepReplay(Box::new(other)));
        }
        self.requests.push(AppRequest::Save(Box::new(record)));
    }

    fn forget(&mut self, name: GameTitle) {
        if self.saved.remove(&name).is_some() {
            self.requests.push(AppRequest::Forget(name));
        }
    }

    /// Notices what changed: moves to save, an end to count, something to think about.
    fn settle(&mut self) {
        let AppView::Play(play) = &mut self.view else { return };
        if let Some(work) = play.game.take_question() {
            self.ticket += 1;
            self.is_thinking = true;
            self.requests.push(AppRequest::Think(self.ticket, work));
        } else if self.is_thinking && !play.game.awaits_thought() {
            // The board is another one now.
            self.is_thinking = false;
            // The answer may be on its way already; with another ticket it comes too late.
            self.ticket += 1;
            self.requests.push(AppRequest::Rest);
        }
        let outcome = play.game.outcome();
        let is_over = outcome.is_some();
        let deeds = play.progress.observe(play.game.play(), outcome, &mut self.scores);
        if deeds.is_empty() {
            return;
        }
        // A game that goes on shows the card again at its next end.
        play.hides_card &= is_over;
        let record = PlayRecord::of(play.game.play());
        for deed in deeds {
            match deed {
                SaveAction::Save => self.save(record.clone()),
                SaveAction::Forget => self.forget(record.game),
                SaveAction::KeepReplay => {
                    self.requests.push(AppRequest::KeepReplay(Box::new(record.clone())));
                }
                SaveAction::Score(entry) => self.requests.push(AppRequest::Score(entry)),
            }
        }
    }
}

/// The line from which a long text is read after a key; none if the key closes it.
fn scrolled(key: Key, line: u16) -> Option<u16> {
    match key {
        Key::Down | Key::Char('j' | 's' | ' ') => Some(line.saturating_add(1)),
        Key::Up | Key::Char('k' | 'w') => Some(line.saturating_sub(1)),
        _ => None,
    }
}
