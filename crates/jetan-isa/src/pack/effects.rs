//! The effects that a pack can give a service, a row each: what they are called, what they take.
//!
//! Whoever reads packs checks them against these rows, and the documentation is made from them.

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// A signed number of 32 bits.
    Integer,
    /// The address of words.
    Address,
    /// The address of a string that ends with a zero byte.
    Text,
}

impl ValueKind {
    /// Every kind, with the name that packs give it.
    pub const ALL: [(&str, ValueKind); 3] = [
        ("integer", ValueKind::Integer),
        ("address", ValueKind::Address),
        ("string", ValueKind::Text),
    ];

    /// The name that packs give it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// An effect without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the rows below describe them")]
pub enum EffectKind {
    BuiltIn,
    CreateScreen,
    UpdateBoard,
    Refresh,
    PlaySound,
    SetScore,
    SetTarget,
    ShowText,
    CreateObject,
    MoveObject,
    LocateObject,
    RandomInteger,
}

/// The way a parameter of an effect is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterSource {
    /// By an argument of the service, or by a number in the pack.
    Value(ValueKind),
    /// By a number in the pack.
    Number,
    /// By a text in the pack.
    Words,
    /// By a list of colours in the pack.
    Colours,
    /// By one of these words in the pack.
    OneOf(&'static [&'static str]),
}

/// Something that an effect takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectParameter {
    /// The key that a `pack.toml` gives it by.
    pub name: &'static str,
    /// The way it is given.
    pub takes: ParameterSource,
    /// The least and the greatest value.
    pub range: (i32, i32),
    /// The value if it is left out.
    pub default: Option<i32>,
    /// The meaning, in one sentence.
    pub summary: &'static str,
}

impl EffectParameter {
    const fn new(
        name: &'static str,
        takes: ParameterSource,
        summary: &'static str,
    ) -> EffectParameter {
        EffectParameter { name, takes, range: ANY, default: None, summary }
    }

    const fn integer(name: &'static str, summary: &'static str) -> EffectParameter {
        EffectParameter::new(name, ParameterSource::Value(ValueKind::Integer), summary)
    }

    const fn within(self, low: i32, high: i32) -> EffectParameter {
        EffectParameter { range: (low, high), ..self }
    }

    const fn or(self, default: i32) -> EffectParameter {
        EffectParameter { default: Some(default), ..self }
    }

    /// Whether a pack need not say it.
    pub fn is_optional(&self) -> bool {
        // Texts, lists and choices fall back on nothing or on their first word, so they need no
        // number as a default.
        self.default.is_some()
            || matches!(
                self.takes,
                ParameterSource::Words | ParameterSource::Colours | ParameterSource::OneOf(_)
            )
    }
}

/// Everything the table knows about one effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectRow {
    /// The effect that the row describes.
    pub kind: EffectKind,
    /// The name that packs give it.
    pub name: &'static str,
    /// One sentence on what it does.
    pub summary: &'static str,
    /// The operands, in the order of the documentation.
    pub parameters: &'static [EffectParameter],
    /// The results: names and meanings.
    pub results: &'static [(&'static str, &'static str)],
}

impl EffectRow {
    /// The parameters that an argument of the service can give.
    pub fn arguments(&self) -> impl Iterator<Item = &'static EffectParameter> {
        self.parameters
            .iter()
            .filter(|parameter| matches!(parameter.takes, ParameterSource::Value(_)))
    }

    /// The parameter with this name.
    pub fn parameter(&self, name: &str) -> Option<&'static EffectParameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}

/// The largest side of a screen or an object, in pixels.
pub const PIXELS_MAX: i32 = 4096;
/// The greatest colour there is, white.
pub const COLOUR_MAX: i32 = 0x00ff_ffff;
/// The most rows and columns of a board.
pub const BOARD_MAX: i32 = 256;

const ANY: (i32, i32) = (i32::MIN, i32::MAX);

const X: EffectParameter = EffectParameter::integer("x", "pixels from the left edge");
const Y: EffectParameter =
    EffectParameter::integer("y", "pixels from the top edge; for a text, of its base line");
const ID: EffectParameter =
    EffectParameter::integer("id", "the number by which the program knows it");

/// Every effect, in the order in which a newcomer needs them.
pub static EFFECTS: &[EffectRow] = &[
    EffectRow {
        kind: EffectKind::CreateScreen,
        name: "create-screen",
        summary: "Makes an empty screen; what was on an earlier one is gone.",
        parameters: &[
            EffectParameter::integer("width", "pixels").within(16, PIXELS_MAX).or(512),
            EffectParameter::integer("height", "pixels").within(16, PIXELS_MAX).or(512),
            EffectParameter::new("title", ParameterSource::Words, "what is written above it"),
            EffectParameter::new(
                "style",
                ParameterSource::OneOf(&["plain", "tiles"]),
                "objects on a field, or a board of numbered tiles",
            ),
        ],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::UpdateBoard,
        name: "update-board",
        summary: "Copies a board of tiles out of memory and shows the screen.",
        parameters: &[
            EffectParameter::new(
                "board",
                ParameterSource::Value(ValueKind::Address),
                "a word for each tile, row by row; 0 is an empty place",
            ),
            EffectParameter::new("rows", ParameterSource::Number, "how many rows")
                .within(1, BOARD_MAX)
                .or(4),
            EffectParameter::new("columns", ParameterSource::Number, "how many tiles a row has")
                .within(1, BOARD_MAX)
                .or(4),
        ],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::Refresh,
        name: "refresh",
        summary: "Shows the screen as it is now.",
        parameters: &[],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::SetScore,
        name: "set-score",
        summary: "Sets the score that the screen shows.",
        parameters: &[EffectParameter::integer("score", "the score")],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::SetTarget,
        name: "set-target",
        summary: "Sets the score to reach that the screen shows.",
        parameters: &[EffectParameter::integer("target", "the target")],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::ShowText,
        name: "show-text",
        summary: "Puts a text on the screen, in place of the one with the same id, at once.",
        parameters: &[
            ID,
            X,
            Y,
            EffectParameter::new("text", ParameterSource::Value(ValueKind::Text), "what it says"),
        ],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::CreateObject,
        name: "create-object",
        summary: "Puts an object on the screen, in place of the object with the same id.",
        parameters: &[
            ID,
            EffectParameter::integer("kind", "what it is, by the course's own numbers").or(0),
            X.or(0),
            Y.or(0),
            EffectParameter::integer("width", "pixels").within(1, PIXELS_MAX).or(32),
            EffectParameter::integer("height", "pixels").within(1, PIXELS_MAX).or(32),
            EffectParameter::integer("colour", "0xRRGGBB").within(0, COLOUR_MAX).or(0x004f_9dde),
            EffectParameter::new(
                "colours",
                ParameterSource::Colours,
                "0xRRGGBB for kind 0, 1, 2 and so on",
            )
            .within(0, COLOUR_MAX),
        ],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::MoveObject,
        name: "move-object",
        summary: "Moves an object; there must be one with this id.",
        parameters: &[ID, X, Y],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::LocateObject,
        name: "locate-object",
        summary: "Tells where an object is; there must be one with this id.",
        parameters: &[ID],
        results: &[("x", "pixels from the left edge"), ("y", "pixels from the top edge")],
    },
    EffectRow {
        kind: EffectKind::PlaySound,
        name: "play-sound",
        summary: "Plays a sound, or stops it; the program goes on at once.",
        parameters: &[
            EffectParameter::integer("sound", "which one, by the course's own numbers"),
            EffectParameter::integer("mode", "0 once, 1 again and again, 2 stop")
                .within(0, 2)
                .or(0),
        ],
        results: &[],
    },
    EffectRow {
        kind: EffectKind::RandomInteger,
        name: "random-integer",
        summary: "Draws a random integer from 0 up to, but not including, a bound.",
        parameters: &[
            EffectParameter::integer("generator", "which generator, shared with services 40 to 44")
                .or(0),
            EffectParameter::integer("bound", "one more than the greatest number")
                .within(1, i32::MAX),
        ],
        results: &[("value", "the number")],
    },
    EffectRow {
        kind: EffectKind::BuiltIn,
        name: "built-in",
        summary: "Does what MARS's service of the same number does; the row only describes it.",
        parameters: &[],
        results: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_names_of_their_own_and_say_something() {
        for (idx, row) in EFFECTS.iter().enumerate() {
            assert!(row.summary.ends_with('.'), "{}", row.name);
            let twice = |other: &EffectRow| other.name == row.name || other.kind == row.kind;
            assert!(!EFFECTS[..idx].iter().any(twice), "{}", row.name);
            for parameter in row.parameters {
                let (low, high) = parameter.range;
                let fits = |value| (low..=high).contains(&value);
                assert!(low < high && parameter.default.is_none_or(fits), "{}", parameter.name);
                assert_ne!(parameter.name, "do", "{} has a key of that name", row.name);
            }
        }
    }

    #[test]
    fn the_first_of_the_styles_is_the_default_one() {
        let row = EFFECTS.iter().find(|row| row.kind == EffectKind::CreateScreen);
        let style = row.and_then(|row| row.parameter("style")).expect("screens have a style");
        assert_eq!(style.takes, ParameterSource::OneOf(&["plain", "tiles"]));
    }
}
