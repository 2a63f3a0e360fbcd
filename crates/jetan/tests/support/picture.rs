//! What a terminal shows after some bytes, as far as the games use it.

/// Rows of letters.
#[derive(Default)]
pub(crate) struct Picture {
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
    /// A character or command of which only the first bytes have come.
    rest: Vec<u8>,
}

impl Picture {
    /// Takes bytes as they come.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let text = match std::str::from_utf8(&self.rest) {
            Ok(text) => text.to_owned(),
            Err(error) => String::from_utf8_lossy(&self.rest[..error.valid_up_to()]).into_owned(),
        };
        let mut letters = text.char_indices();
        let mut taken = 0;
        while let Some((at, letter)) = letters.next() {
            if letter == '\x1b' {
                let is_end = |c: char| c.is_ascii_alphabetic();
                let Some(length) = text[at..].find(is_end) else { break };
                self.obey(&text[at + 1..=at + length]);
                letters.nth(length - 1);
                taken = at + length + 1;
            } else {
                self.put(letter);
                taken = at + letter.len_utf8();
            }
        }
        self.rest.drain(..taken);
    }

    /// Whether a row contains some words.
    pub(crate) fn contains(&self, words: &str) -> bool {
        self.text().contains(words)
    }

    /// All rows.
    pub(crate) fn text(&self) -> String {
        self.rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    fn obey(&mut self, command: &str) {
        if command == "[2J" {
            self.rows.clear();
        } else if let Some(place) =
            command.strip_prefix('[').and_then(|rest| rest.strip_suffix('H'))
        {
            let mut numbers = place.split(';').map(|number| number.parse().unwrap_or(1));
            self.row = numbers.next().unwrap_or(1) - 1;
            self.column = numbers.next().unwrap_or(1) - 1;
        }
    }

    fn put(&mut self, letter: char) {
        match letter {
            '\r' => self.column = 0,
            '\n' => self.row += 1,
            letter => {
                self.rows.resize(self.rows.len().max(self.row + 1), Vec::new());
                let row = &mut self.rows[self.row];
                row.resize(row.len().max(self.column + 1), ' ');
                row[self.column] = letter;
                self.column += 1;
            }
        }
    }
}
