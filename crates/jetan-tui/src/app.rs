//! The application: menu, games, help, best scores and replays, put together.
//!
//! It is as pure as the games are: presses, time and thoughts come in, requests go out, and
//! whoever runs it has the files, the clock and the terminal.

mod cards;
mod draw;
mod play;
mod replay;
mod shelf;

use std::collections::BTreeMap;
use std::time::Duration;

use jetan_games::Name;
use ratatui::layout::Rect;

use crate::game::{Key, Press, Reaction};
use crate::games;
use crate::look::Look;
use crate::menu::{Choice, Menu};
use jetan_play::progress::Deed;
use jetan_play::record::Record;
use jetan_play::scores::{Entry, Scores};
use jetan_play::settings::Settings;
use jetan_play::thought::{GameQuestion, Thought};
use play::Play;
use replay::Replay;
use shelf::{Pick, Shelf};

/// Between two pictures of something that moves.
const FRAME: Duration = Duration::from_millis(16);
/// Between two pictures of something that shows the time.
const SECOND: Duration = Duration::from_secs(1);
/// The message about a game that was saved because the player asked for it.
const SAVED: &str = "saved";

/// The first page.
#[derive(Clone, Debug)]
pub enum Opening {
    /// The menu, for games with these settings.
    Menu(Settings),
    /// A game; a saved one is offered first.
    Game(Name, Settings),
    /// A new game, whatever is saved.
    NewGame(Name, Settings),
    /// A recorded game.
    Replay(Record),
}

/// Something the application wants to be done.
pub enum Request {
    /// Keep this game, to be taken up later.
    Save(Box<Record>),
    /// Forget the saved game of this name.
    Forget(Name),
    /// Keep this game, to be watched again.
    KeepReplay(Box<Record>),
    /// Bring the games of this name that were kept to be watched again.
    ListReplays(Name),
    /// Keep this score.
    Score(Entry),
    /// Think about this, and bring what comes of it with the same ticket; whatever is thought
    /// about already is not wanted any more.
    Think(Ticket, GameQuestion),
    /// The result of thinking is not wanted any more.
    Rest,
    /// End the program; everything is saved.
    Quit,
}

/// Belongs to a thought, so that one that comes too late is known.
pub type Ticket = u64;

/// The menu, the game that is played, and whatever lies over it.
pub struct App {
    look: Look,
    saved: BTreeMap<Name, Record>,
    scores: Scores,
    menu: Menu,
    view: View,
    overlay: Overlay,
    /// Said in the last line until the next key.
    notice: Option<String>,
    requests: Vec<Request>,
    ticket: Ticket,
    /// Whether the thought of this ticket is under way.
    is_thinking: bool,
    /// The rectangle in which the game was drawn last.
    area: Rect,
}

enum View {
    Menu,
    /// A game can be taken up or started anew.
    Offer(Offer),
    Play(Box<Play>),
    Replay(Box<Replay>),
    /// The games that can be watched.
    Shelf(Shelf),
}

/// A saved game that can be taken up.
struct Offer {
    game: Name,
    /// The settings for a new one.
    settings: Settings,
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

impl App {
    /// An application that knows some saved games and scores.
    pub fn new(
        opening: Opening,
        saved: impl IntoIterator<Item = Record>,
        scores: Scores,
        look: Look,
    ) -> App {
        let usual = match &opening {
            Opening::Menu(settings) => settings.clone(),
            Opening::Game(_, settings) | Opening::NewGame(_, settings) => {
                // What was typed for one game is not meant for the others: they get the defaults
                // and another seed.
                Settings { seed: settings.for_next_game().seed, ..Settings::default() }
            }
            Opening::Replay(record) => {
                Settings { seed: record.settings.seed, ..Settings::default() }
            }
        };
        let mut app = App {
            look,
            saved: saved.into_iter().map(|record| (record.game, record)).collect(),
            scores,
            menu: Menu::new(&usual),
            view: View::Menu,
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
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Says something in the last line until the next key.
    pub fn tell(&mut self, notice: impl Into<String>) {
        self.notice = Some(notice.into());
    }

    /// Says where a game was kept to be watched again, if the player asked for that.
    pub fn tell_kept(&mut self, place: &str) {
        // Only after `S`: a replay that is kept at the end of a game is not announced.
        if self.notice.as_deref() == Some(SAVED) {
            self.tell(format!("saved, and kept as {place}"));
        }
    }

    /// Shows the games that can be watched, with their numbers, the newest first.
    pub fn show_replays(&mut self, game: Name, found: Vec<(u64, Record)>) {
        self.show(View::Shelf(Shelf::new(game, found)));
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
            View::Menu => {
                let choice = self.menu.click(y);
                self.choose(choice);
            }
            // The reaction says whether the application may use a key; a click has no other
            // meaning.
            View::Play(play) => drop(play.game.press(Press::Click { x, y, area })),
            View::Offer(..) | View::Replay(_) | View::Shelf(_) => {}
        }
        self.settle();
    }

    /// Lets time pass; it stands still while help or a list is shown.
    pub fn tick(&mut self, elapsed: Duration) {
        if self.overlay != Overlay::None {
            return;
        }
        match &mut self.view {
            View::Play(play) => play.game.tick(elapsed),
            View::Replay(replay) => replay.tick(elapsed),
            View::Menu | View::Offer(..) | View::Shelf(_) => {}
        }
        self.settle();
    }

    /// Takes a thought, if the game still waits for the one of this ticket.
    pub fn receive(&mut self, ticket: Ticket, thought: Thought) {
        if let View::Play(play) = &mut self.view
            && ticket == self.ticket
        {
            self.is_thinking = false;
            play.game.receive(thought);
        }
        self.settle();
    }

    /// The time until the next tick; if none, the picture stays until something happens.
    pub fn patience(&self) -> Option<Duration> {
        match &self.view {
            _ if self.overlay != Overlay::None => None,
            View::Menu | View::Offer(..) | View::Shelf(_) => None,
            View::Play(play) if play.game.is_moving() => Some(FRAME),
            // After the end nothing changes by itself, so the process sleeps until a key.
            View::Play(play) if play.game.outcome().is_some() => None,
            View::Play(_) => Some(SECOND),
            View::Replay(replay) => replay.patience(),
        }
    }

    /// Ends, whatever is shown; nothing is lost.
    pub fn quit(&mut self) {
        self.leave_game();
        self.show(View::Menu);
        self.requests.push(Request::Quit);
    }

    fn open(&mut self, opening: Opening) {
        match opening {
            Opening::Menu(_) => {}
            Opening::Game(name, settings) => {
                self.menu.select(name, &settings);
                self.offer(name);
            }
            Opening::NewGame(name, settings) => {
                self.menu.select(name, &settings);
                self.start();
            }
            Opening::Replay(record) => match Replay::new(record) {
                Ok(replay) => self.show(View::Replay(Box::new(replay))),
                Err(why) => self.tell(why),
            },
        }
        self.settle();
    }

    /// Shows something else; thoughts about what was there come too late now.
    fn show(&mut self, view: View) {
        self.view = view;
        self.ticket += 1;
        self.is_thinking = false;
        self.requests.push(Request::Rest);
    }

    fn press_view(&mut self, key: Key) {
        if let View::Replay(replay) = &mut self.view
            && replay.press(key)
        {
            return;
        }
        if let View::Shelf(shelf) = &mut self.view {
            match shelf.press(key) {
                Pick::Ignored => {}
                Pick::Understood => return,
                Pick::Watch(record) => return self.open(Opening::Replay(*record)),
            }
        }
        match (&self.view, key) {
            // Before the game gets it: no game uses a capital B.
            (_, Key::Char('B')) => self.overlay = Overlay::Scores(0),
            (View::Play(_), _) => self.press_play(key),
            (_, Key::Char('?')) => self.overlay = Overlay::Help(0),
            (View::Menu, Key::Esc | Key::Char('q')) => self.quit(),
            (View::Menu, key) => {
                let choice = self.menu.press(key);
                self.choose(choice);
            }
            (View::Offer(..), Key::Enter | Key::Char('r' | ' ')) => self.resume(),
            (View::Offer(..), Key::Char('n' | 'N')) => self.start(),
            (View::Offer(..) | View::Replay(_) | View::Shelf(_), Key::Esc | Key::Char('q')) => {
                self.show(View::Menu);
            }
            (View::Offer(..) | View::Replay(_) | View::Shelf(_), _) => {}
        }
    }

    fn press_play(&mut self, key: Key) {
        // Asked before the game is borrowed to be changed.
        let has_card = matches!(&self.view, View::Play(play) if self.ending(play).is_some());
        let View::Play(play) = &mut self.view else { return };
        // Any other key takes the question back.
        let was_sure = std::mem::take(&mut play.is_sure);
        match key {
            // A game may claim a key of the application, as Four in a Row does with N while it asks
            // about a move.
            key if play.game.wants(key) => drop(play.game.press(Press::Key(key))),
            Key::Char('?') => self.overlay = Overlay::Help(0),
            Key::Char('q') => self.go_to_menu(),
            Key::Char('S') => self.save_now(),
            Key::Char('N') if was_sure || !play.has_something_to_lose() => self.start_again(),
            Key::Char('N') => {
                play.is_sure = true;
                self.tell("this game is not over: N again starts a new one");
            }
            Key::Char('R') if play.game.outcome().is_some() => {
                let record = Record::of(play.game.play());
                self.open(Opening::Replay(record));
            }
            Key::Enter | Key::Char(' ') | Key::Esc if has_card => play.hides_card = true,
            key => {
                let reaction = play.game.press(Press::Key(key));
                if reaction == Reaction::Ignored && key == Key::Esc {
                    self.go_to_menu();
                }
            }
        }
    }

    fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Ignored | Choice::Understood => {}
            Choice::Play(name) => self.offer(name),
            Choice::New(_) => self.start(),
            Choice::Replays(name) => self.requests.push(Request::ListReplays(name)),
        }
    }

    /// Asks whether to take up the saved game, if there is one.
    fn offer(&mut self, name: Name) {
        let Some(record) = self.saved.get(&name) else { return self.start() };
        let progress = match games::resume(record) {
            Ok(game) => game.progress(),
            // Choosing to resume it shows the reason.
            Err(_) => "it cannot be read".to_owned(),
        };
        let seed = record.settings.seed;
        let settings = self.menu.settings().clone();
        self.show(View::Offer(Offer { game: name, settings, progress, seed }));
    }

    /// Starts the game that is chosen in the menu.
    fn start(&mut self) {
        let settings = self.menu.take_settings();
        match games::start(self.menu.game(), settings.clone()) {
            Ok(game) => self.show(View::Play(Box::new(Play::new(game, settings)))),
            Err(bad) => {
                self.show(View::Menu);
                self.tell(bad.to_string());
            }
        }
    }

    fn start_again(&mut self) {
        let View::Play(play) = &self.view else { return };
        // The replay is requested before the save is forgotten, so that a crash in between loses
        // nothing.
        if play.has_something_to_lose() {
            let record = Record::of(play.game.play());
            self.requests.push(Request::KeepReplay(Box::new(record)));
        }
        // From what was agreed and not from the game's settings, which hold the puzzle it has made.
        let (name, settings) = (play.game.name(), play.agreed.for_next_game());
        self.forget(name);
        self.menu.select(name, &settings);
        self.start();
    }

    fn resume(&mut self) {
        let View::Offer(offer) = &self.view else { return };
        let Some(record) = self.saved.get(&offer.game) else { return };
        match games::resume(record) {
            Ok(game) => {
                // The seed of the menu: the game after this one is not the one that followed when
                // it was saved.
                let agreed = Settings { seed: offer.settings.seed, ..record.settings.clone() };
                self.show(View::Play(Box::new(Play::new(game, agreed))));
            }
            Err(bad) => {
                let notice = format!("the saved game cannot be taken up: {bad}");
                self.show(View::Menu);
                self.tell(notice);
            }
        }
    }

    fn go_to_menu(&mut self) {
        self.leave_game();
        if let View::Play(play) = &self.view {
            let (name, agreed) = (play.game.name(), play.agreed.for_next_game());
            self.menu.select(name, &agreed);
        }
        self.show(View::Menu);
    }

    /// Saves the time played too, which grows without moves.
    fn leave_game(&mut self) {
        let View::Play(play) = &self.view else { return };
        let is_over = play.game.outcome().is_some();
        // A game without a move would take the place of a saved one that has some.
        if !is_over && !play.game.moves().is_empty() {
            let record = Record::of(play.game.play());
            self.save(record);
        }
    }

    fn save_now(&mut self) {
        let View::Play(play) = &self.view else { return };
        let record = Record::of(play.game.play());
        self.save(record.clone());
        self.requests.push(Request::KeepReplay(Box::new(record)));
        // `save` may have said why it did not.
        if self.notice.is_none() {
            self.tell(SAVED);
        }
    }

    fn save(&mut self, record: Record) {
        if !record.is_storable() {
            return self.tell("this game is too long to be saved");
        }
        let replaced = self.saved.insert(record.game, record.clone());
        // Another game was saved under this name: it becomes a replay instead of being lost.
        if let Some(other) = replaced.filter(|old| !record.continues(old)) {
            self.requests.push(Request::KeepReplay(Box::new(other)));
        }
        self.requests.push(Request::Save(Box::new(record)));
    }

    fn forget(&mut self, name: Name) {
        if self.saved.remove(&name).is_some() {
            self.requests.push(Request::Forget(name));
        }
    }

    /// Notices what changed: moves to save, an end to count, something to think about.
    fn settle(&mut self) {
        let View::Play(play) = &mut self.view else { return };
        if let Some(work) = play.game.take_question() {
            self.ticket += 1;
            self.is_thinking = true;
            self.requests.push(Request::Think(self.ticket, work));
        } else if self.is_thinking && !play.game.awaits_thought() {
            // The board is another one now.
            self.is_thinking = false;
            // The answer may be on its way already; with another ticket it comes too late.
            self.ticket += 1;
            self.requests.push(Request::Rest);
        }
        let outcome = play.game.outcome();
        let is_over = outcome.is_some();
        let deeds = play.progress.notice(play.game.play(), outcome, &mut self.scores);
        if deeds.is_empty() {
            return;
        }
        // A game that goes on shows the card again at its next end.
        play.hides_card &= is_over;
        let record = Record::of(play.game.play());
        for deed in deeds {
            match deed {
                Deed::Save => self.save(record.clone()),
                Deed::Forget => self.forget(record.game),
                Deed::KeepReplay => {
                    self.requests.push(Request::KeepReplay(Box::new(record.clone())));
                }
                Deed::Score(entry) => self.requests.push(Request::Score(entry)),
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
