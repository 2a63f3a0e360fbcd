//! The menu: which game, and what is agreed for it.

use jetan_games::GameTitle;
use jetan_play::options::OptionTopic;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::game::Key;
use crate::look::{Rgb, TerminalLook};
use crate::paint;
use jetan_play::settings::PlaySettings;

/// The columns of the list.
const LIST_COLUMNS: u16 = 68;

/// The rows that the name needs above the list, in one line and in large letters.
const HEIGHT_FOR_HEADING: u16 = 14;
const HEIGHT_FOR_LOGO: u16 = 20;

const LETTERS: [[&str; 3]; 5] = [
    ["   █", "   █", "▀▄▄▀"],
    ["█▀▀▀", "█▀▀ ", "█▄▄▄"],
    ["▀▀█▀▀", "  █  ", "  █  "],
    ["▄▀▀▄", "█▄▄█", "█  █"],
    ["█▄  █", "█ ▀▄█", "█   █"],
];

/// The menu and what is chosen in it.
#[derive(Clone, Debug)]
pub struct GameMenu {
    selected: usize,
    /// The setting that left and right change.
    focus: usize,
    /// The settings of each game, in the order of [`GameTitle::ALL`].
    settings: Vec<PlaySettings>,
    /// The row of the screen on which the first game was drawn.
    first_row: Option<u16>,
}

/// The meaning of a key in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuChoice {
    /// The key means nothing here.
    Ignored,
    /// Something else is chosen now.
    Understood,
    /// The game is to be taken up, or started if there is none to take up.
    Play(GameTitle),
    /// A new game is to be started.
    New(GameTitle),
    /// The games that were kept are to be listed.
    Replays(GameTitle),
}

impl GameMenu {
    /// A menu whose games will have these settings.
    pub fn new(settings: &PlaySettings) -> GameMenu {
        let settings = vec![settings.clone(); GameTitle::ALL.len()];
        GameMenu { selected: 0, focus: 0, settings, first_row: None }
    }

    /// Chooses a game, with what was agreed for it last.
    pub fn select(&mut self, game: GameTitle, settings: &PlaySettings) {
        self.selected = GameTitle::ALL.iter().position(|name| *name == game).unwrap_or(0);
        self.focus = 0;
        self.settings[self.selected] = settings.clone();
    }

    /// The game that is chosen.
    pub fn game(&self) -> GameTitle {
        GameTitle::ALL[self.selected]
    }

    /// The settings of the chosen game.
    pub fn settings(&self) -> &PlaySettings {
        &self.settings[self.selected]
    }

    /// The settings of the chosen game, to start it; the next one gets another seed.
    pub fn take_settings(&mut self) -> PlaySettings {
        let settings = self.settings[self.selected].clone();
        self.settings[self.selected] = settings.for_next_game();
        settings
    }

    /// Takes a key.
    pub fn press(&mut self, key: Key) -> MenuChoice {
        let count = GameTitle::ALL.len();
        let topics = OptionTopic::of(self.game());
        match key {
            Key::Down | Key::Char('j' | 's') => self.go_to((self.selected + 1) % count),
            Key::Up | Key::Char('k' | 'w') => self.go_to((self.selected + count - 1) % count),
            Key::Tab => self.focus = (self.focus + 1) % topics.len(),
            Key::BackTab => self.focus = (self.focus + topics.len() - 1) % topics.len(),
            Key::Right | Key::Char('l' | 'd') => self.turn(true),
            Key::Left | Key::Char('h' | 'a') => self.turn(false),
            Key::Enter | Key::Char(' ') => return MenuChoice::Play(self.game()),
            Key::Char('R') => return MenuChoice::Replays(self.game()),
            Key::Char('n') => return MenuChoice::New(self.game()),
            Key::Char(digit @ '1'..='5') => {
                self.go_to(usize::from(digit as u8 - b'1'));
                return MenuChoice::Play(self.game());
            }
            _ => return MenuChoice::Ignored,
        }
        MenuChoice::Understood
    }

    /// Takes a click at a row of the screen.
    pub fn click(&mut self, row: u16) -> MenuChoice {
        let clicked = self.first_row.and_then(|first| row.checked_sub(first)).map(usize::from);
        match clicked.filter(|index| *index < GameTitle::ALL.len()) {
            Some(index) => {
                self.go_to(index);
                MenuChoice::Play(self.game())
            }
            None => MenuChoice::Ignored,
        }
    }

    /// Draws the menu; some games can be taken up.
    pub fn draw(
        &mut self,
        area: Rect,
        buffer: &mut Buffer,
        look: TerminalLook,
        is_saved: impl Fn(GameTitle) -> bool,
    ) {
        let topics = OptionTopic::of(self.game());
        let heading = heading(area.height, look);
        // Every game gets the room of the one with the most topics, so that nothing jumps.
        let most =
            GameTitle::ALL.map(|name| OptionTopic::of(name).len()).into_iter().max().unwrap_or(0);
        let below = GameTitle::ALL.len() + 2 + most;
        let all = paint::centred(area, LIST_COLUMNS, (heading.len() + below) as u16);
        for (at, line) in heading.iter().enumerate() {
            paint::line(paint::rows(all, at as u16, 1), buffer, line, Alignment::Center);
        }
        let top = heading.len() as u16;
        // With too little room the chosen game stays in sight.
        let room = usize::from(all.height.saturating_sub(top)).min(GameTitle::ALL.len());
        let skipped = (self.selected + 1).saturating_sub(room);
        // Once the list scrolls, rows and games no longer match, so clicks are not understood.
        self.first_row = (skipped == 0).then_some(all.y + top);
        for (index, name) in GameTitle::ALL.into_iter().enumerate().skip(skipped).take(room) {
            let line = self.entry(index, name, is_saved(name), all.width, look);
            let row = paint::rows(all, top + (index - skipped) as u16, 1);
            paint::line(row, buffer, &line, Alignment::Left);
        }
        let top = top + room as u16 + 1;
        let title = Line::styled(self.game().title(), paint::strong(look));
        paint::line(paint::rows(all, top, 1), buffer, &indented(title), Alignment::Left);
        for (index, topic) in topics.iter().enumerate() {
            let line = self.option(*topic, index == self.focus, look);
            paint::line(
                paint::rows(all, top + 1 + index as u16, 1),
                buffer,
                &line,
                Alignment::Left,
            );
        }
    }

    fn go_to(&mut self, index: usize) {
        self.selected = index;
        self.focus = 0;
    }

    fn turn(&mut self, is_forward: bool) {
        if let Some(topic) = OptionTopic::of(self.game()).get(self.focus) {
            topic.turn(&mut self.settings[self.selected], is_forward);
        }
    }

    fn entry(
        &self,
        index: usize,
        name: GameTitle,
        is_saved: bool,
        width: u16,
        look: TerminalLook,
    ) -> Line<'static> {
        let is_selected = index == self.selected;
        let pointer = if is_selected { look.pick("▸", ">") } else { " " };
        let saved = if is_saved { look.pick(" ● resume", " * resume") } else { "" };
        let row = format!(" {pointer} {}  {:<15} {}", index + 1, name.title(), words_about(name));
        // That a game can be taken up matters more than what it is about.
        let room = usize::from(width).saturating_sub(saved.chars().count() + 1);
        let row: String = row.chars().take(room).collect();
        let gap = room.saturating_sub(row.chars().count());
        let style = if is_selected {
            look.mark(paint::BRIGHT, (67, 76, 94)).add_modifier(Modifier::BOLD)
        } else {
            look.ink(paint::BRIGHT)
        };
        let saved_style = style.patch(look.ink(paint::GOOD));
        Line::from(vec![
            Span::styled(row, style),
            Span::styled(" ".repeat(gap), style),
            Span::styled(format!("{saved} "), saved_style),
        ])
    }

    fn option(&self, topic: OptionTopic, is_focused: bool, look: TerminalLook) -> Line<'static> {
        let words = topic.words(&self.settings[self.selected]);
        let (left, right) = (look.pick("‹", "<"), look.pick("›", ">"));
        let (left, right) = if is_focused { (left, right) } else { (" ", " ") };
        let value: Style = if is_focused {
            look.ink(paint::WARM).add_modifier(Modifier::BOLD)
        } else {
            paint::strong(look)
        };
        Line::from(vec![
            Span::styled(format!("      {:<12}", topic.name()), paint::dim(look)),
            Span::styled(format!("{left} {words} {right}"), value),
        ])
    }
}

/// The heading above the list, as large as there is room for, and a free line below it.
fn heading(height: u16, look: TerminalLook) -> Vec<Line<'static>> {
    let mut lines = match height {
        HEIGHT_FOR_LOGO.. if !look.is_ascii => logo(look),
        HEIGHT_FOR_HEADING.. => vec![Line::styled(
            look.pick("J · E · T · A · N", "J - E - T - A - N"),
            look.ink(paint::ACCENT).add_modifier(Modifier::BOLD),
        )],
        _ => return Vec::new(),
    };
    let gap = usize::from(lines.len() > 1);
    lines.extend(vec![Line::default(); gap]);
    lines.push(Line::styled("five games on a board", paint::dim(look)));
    lines.extend(vec![Line::default(); gap + 1]);
    lines
}

/// The name in large letters, one colour each.
fn logo(look: TerminalLook) -> Vec<Line<'static>> {
    let colours = [paint::BAD, paint::WARM, paint::GOOD, paint::ACCENT, (180, 142, 173)];
    let row = |row: usize| {
        let letters = LETTERS.iter().zip(colours);
        let span = |(letter, colour): (&[&str; 3], Rgb)| {
            Span::styled(format!(" {} ", letter[row]), look.ink(colour))
        };
        Line::from(letters.map(span).collect::<Vec<_>>())
    };
    (0..3).map(row).collect()
}

fn indented(line: Line<'static>) -> Line<'static> {
    // A line made of the spans alone would lose the line's style.
    let mut spans = vec![Span::raw("      ")];
    let style = line.style;
    spans.extend(line.spans.into_iter().map(|span| span.patch_style(style)));
    Line::from(spans)
}

fn words_about(game: GameTitle) -> &'static str {
    match game {
        GameTitle::Tetrisito => "drop pieces until the goal is there",
        GameTitle::FourInARow => "mind your trials and your undos",
        GameTitle::Sudoku => "every digit once, with reasons",
        GameTitle::Twenty48 => "slide, merge, double",
        GameTitle::ConnectFour => "against a friend or the engine",
    }
}
