//! The list of a class: a CSV file as platforms export it, whatever its columns are called.

use std::collections::BTreeMap;

use crate::intake::SortedExport;

/// Lines of a roster.
const LINES_MAX: usize = 100_000;

/// Columns that identify a student, the one to prefer first.
const ID_COLUMNS: &[&str] = &[
    "identifier",
    "github_username",
    "canvas_user_id",
    "id",
    "username",
    "sid",
    "student id",
    "sis user id",
    "sis login id",
    "user_id",
    "login_id",
    "id number",
    "roster_identifier",
    "email address",
    "email",
];

/// The students of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// The names of the columns, as they are in the file.
    pub head: Vec<String>,
    /// The students in the order of the file.
    pub lines: Vec<RosterLine>,
    /// Mistakes in single lines, and guesses about the file.
    pub remarks: Vec<String>,
    /// Positions in `lines` by the preferred id.
    ids: BTreeMap<String, usize>,
    /// By any other id; none where two students have the same.
    others: BTreeMap<String, Option<usize>>,
    /// By the letters of the name, in both orders; none where two students have the same.
    names: BTreeMap<String, Option<usize>>,
}

/// A student of a roster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterLine {
    /// The line in the file, from 1.
    pub line: u64,
    /// The name as the roster writes it.
    pub name: String,
    /// The id to prefer; may be empty.
    pub id: String,
    /// The group; may be empty.
    pub group: String,
    /// The cells as they are in the file.
    pub cells: Vec<String>,
}

/// A text in UTF-16, known by its byte order mark: Blackboard's grade centre writes it.
fn from_utf_16(bytes: &[u8]) -> Option<String> {
    let (is_little, rest) = match bytes {
        [0xff, 0xfe, rest @ ..] => (true, rest),
        [0xfe, 0xff, rest @ ..] => (false, rest),
        _ => return None,
    };
    let (pairs, _) = rest.as_chunks::<2>();
    let unit = |pair| if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) };
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let text = String::from_utf16_lossy(&units);
    Some(text.trim_start_matches('\u{feff}').to_owned())
}

impl Roster {
    /// The column of an assignment, with what a platform adds to its name: Canvas the id in
    /// parentheses, Blackboard the points in brackets.
    pub fn column_of(&self, title: &str) -> Option<&str> {
        let title = title.to_lowercase();
        let is_own = |head: &&String| {
            let head = head.to_lowercase();
            let added = head.strip_prefix(&title);
            added.is_some_and(|it| it.is_empty() || it.starts_with(" (") || it.starts_with(" ["))
        };
        self.head.iter().find(is_own).map(String::as_str)
    }

    /// A remark that a gradebook would get a new column, if none of the roster's is the
    /// assignment's.
    pub fn new_column(&self, title: &str) -> Option<String> {
        let is_new = self.column_of(title).is_none();
        is_new.then(|| {
            format!(
                "the roster has no column `{title}`: the gradebook gets a new one; --column names \
                 another"
            )
        })
    }

    /// Reads a roster. The text may be UTF-8, UTF-16 or Latin-1, separated by commas, semicolons
    /// or tabs.
    pub fn read(bytes: &[u8]) -> Result<Roster, String> {
        let mut roster = Roster::default();
        // A byte order mark would become part of the first column's name.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = if let Some(text) = from_utf_16(bytes) {
            text
        } else if let Ok(text) = std::str::from_utf8(bytes) {
            text.to_owned()
        } else {
            roster.remarks.push("the file is not UTF-8: read as Latin-1".to_owned());
            // Latin-1 maps every byte to a character, so that no file is unreadable.
            bytes.iter().map(|&byte| char::from(byte)).collect()
        };
        let delimiter = delimiter(&text);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            // Spreadsheets leave out empty cells at the end of a line.
            .flexible(true)
            .has_headers(false)
            .from_reader(text.as_bytes());
        let mut columns = None;
        for record in reader.records() {
            let record = record.map_err(|_| "not a CSV file".to_owned())?;
            let line = record.position().map_or(0, csv::Position::line);
            let cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
            match &columns {
                None => {
                    let found = RosterColumns::find(&cells)?;
                    roster.head = cells;
                    columns = Some(found);
                }
                Some(columns) => roster.add(columns, cells, line),
            }
            // Checked at every line: a wrong file may have millions of them.
            if roster.lines.len() > LINES_MAX {
                return Err("it has more than 100,000 lines".to_owned());
            }
        }
        if columns.is_none() {
            return Err("it is empty".to_owned());
        }
        Ok(roster)
    }

    fn add(&mut self, columns: &RosterColumns, cells: Vec<String>, line: u64) {
        let (name, orders) = columns.name(&cells);
        let id = columns.ids.first().map(|at| key(cell(&cells, *at))).unwrap_or_default();
        // Canvas puts lines about the columns below their names.
        let is_about_columns =
            id.is_empty() && (name.is_empty() || name.eq_ignore_ascii_case("points possible"));
        if is_about_columns {
            if cells.iter().any(|cell| !cell.is_empty()) && name.is_empty() && self.lines.len() > 1
            {
                self.remarks.push(format!("line {line}: neither name nor id: left out"));
            }
            return;
        }
        // Canvas adds this student to every course.
        if name == "Student, Test" || name == "Test Student" {
            return self.remarks.push(format!("line {line}: the test student was left out"));
        }
        if id.is_empty() && !columns.ids.is_empty() {
            self.remarks.push(format!("line {line}: {name} has no id: found by name only"));
        }
        let at = self.lines.len();
        if !id.is_empty() {
            // The first line counts; with the second one, points could go to either.
            if let Some(first) = self.ids.get(&id).and_then(|at| self.lines.get(*at)) {
                let (known, other) = (first.line, &first.name);
                return self.remarks.push(format!(
                    "line {line}: {name}: the id {id} is that of line {known} ({other}), which \
                     counts"
                ));
            }
            self.ids.insert(id.clone(), at);
        }
        for other in columns.ids.iter().skip(1).map(|at| key(cell(&cells, *at))) {
            let other = Some(other).filter(|other| !other.is_empty() && *other != id);
            if let Some(other) = other {
                note(&mut self.others, other, at);
            }
        }
        for order in orders {
            note(&mut self.names, order, at);
        }
        let group = columns.group.map(|at| cell(&cells, at).to_owned()).unwrap_or_default();
        self.lines.push(RosterLine { line, name, id, group, cells });
    }

    /// The position of a student by an id.
    pub fn by_id(&self, id: &str) -> Option<usize> {
        let id = key(id);
        let other = || self.others.get(&id).copied().flatten();
        self.ids.get(&id).copied().or_else(other)
    }

    /// Whether an id is one of the preferred column, and not of another one.
    pub fn is_own_id(&self, id: &str) -> bool {
        self.ids.contains_key(&key(id))
    }

    /// The position of a student by name, if nobody else is called so.
    pub fn by_name(&self, name: &str) -> Option<usize> {
        self.names.get(&letters(name)).copied().flatten()
    }

    /// The positions of the students of a group.
    pub fn of_group(&self, group: &str) -> Vec<usize> {
        let wanted = letters(group);
        let lines = self.lines.iter().enumerate();
        let of_group = lines.filter(|(_, it)| !it.group.is_empty() && letters(&it.group) == wanted);
        of_group.map(|(at, _)| at).collect()
    }

    /// The cell of a student in the first column that has one of these names.
    pub fn cell(&self, line: &RosterLine, names: &[&str]) -> String {
        let is_named = |head: &String| names.iter().any(|name| head.eq_ignore_ascii_case(name));
        let at = self.head.iter().position(is_named);
        at.map(|at| cell(&line.cells, at).to_owned()).unwrap_or_default()
    }

    /// Gives the submissions of an export the names of the roster, by their ids.
    pub fn rename(&self, export: &mut SortedExport) {
        for work in &mut export.submissions {
            let at = work.handed_in.id.as_ref().and_then(|id| self.by_id(id));
            let line = at.and_then(|at| self.lines.get(at));
            if let Some(line) = line.filter(|line| !line.name.is_empty()) {
                work.name.clone_from(&line.name);
            }
        }
        export.distinguish_names();
    }
}

fn note(index: &mut BTreeMap<String, Option<usize>>, key: String, at: usize) {
    // A key that two students share identifies neither; the same student may have it twice.
    index.entry(key).and_modify(|it| *it = it.filter(|it| *it == at)).or_insert(Some(at));
}

fn cell(cells: &[String], at: usize) -> &str {
    cells.get(at).map_or("", String::as_str)
}

/// An id as it is compared. Moodle writes `Participant 123`, in the language of the course.
fn key(text: &str) -> String {
    let text = text.trim();
    let last = text.rsplit(' ').next().unwrap_or(text);
    let is_participant = last.len() < text.len() && last.bytes().all(|it| it.is_ascii_digit());
    if is_participant { last } else { text }.to_lowercase()
}

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The separator that the first line has most of.
fn delimiter(text: &str) -> u8 {
    let head = text.lines().next().unwrap_or_default();
    let count = |it: u8| head.bytes().filter(|byte| *byte == it).count();
    // `max_by_key` takes the last of equals, so the comma wins a tie.
    [b',', b';', b'\t'].into_iter().rev().max_by_key(|it| count(*it)).unwrap_or(b',')
}

/// The columns that are understood.
struct RosterColumns {
    ids: Vec<usize>,
    name: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    group: Option<usize>,
}

impl RosterColumns {
    fn find(head: &[String]) -> Result<RosterColumns, String> {
        let at = |names: &[&str]| {
            names.iter().find_map(|name| head.iter().position(|it| it.eq_ignore_ascii_case(name)))
        };
        let columns = RosterColumns {
            ids: ID_COLUMNS.iter().filter_map(|name| at(&[name])).collect(),
            name: at(&["student", "full name", "name", "student name"]),
            first: at(&["first name", "firstname", "given name"]),
            last: at(&["last name", "surname", "lastname", "family name"]),
            group: at(&["group", "group_name", "group name", "groups"]),
        };
        let has_name = columns.name.is_some() || columns.last.is_some();
        if columns.ids.is_empty() && !has_name {
            return Err(
                "line 1 names no column with an id or a name, such as ID or Name".to_owned()
            );
        }
        Ok(columns)
    }

    /// The name of a student, and its letters in every order that platforms use.
    fn name(&self, cells: &[String]) -> (String, Vec<String>) {
        let of = |at: Option<usize>| at.map_or("", |at| cell(cells, at));
        let (whole, first, last) = (of(self.name), of(self.first), of(self.last));
        // "Lee, Ann": platforms write the family name first.
        let (first, last) = match whole.split_once(',') {
            Some((last, first)) => (first.trim(), last.trim()),
            None => (first, last),
        };
        let parts = [first, last].into_iter().filter(|part| !part.is_empty());
        let name =
            if whole.is_empty() { parts.collect::<Vec<_>>().join(" ") } else { whole.to_owned() };
        let orders = [letters(&name), letters(&format!("{last}{first}"))];
        let orders = orders.into_iter().chain([letters(&format!("{first}{last}"))]);
        (name, orders.filter(|order| !order.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rosters_of_platforms_are_read() {
        let canvas = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Lab 3 (77)\n\
                      \"    Points Possible\",,,,,20\n\
                      \"Lee, Ann\",12345,s1,alee,A,\n\"Li, Bo\",12346,s2,bli,A,\n\
                      \"Student, Test\",9,,,A,\n";
        let roster = Roster::read(canvas.as_bytes()).expect("a roster");
        let names: Vec<&str> = roster.lines.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Lee, Ann", "Li, Bo"]);
        assert_eq!(roster.remarks, ["line 5: the test student was left out"]);
        assert_eq!((roster.by_id("12346"), roster.by_id("ALEE")), (Some(1), Some(0)));
        assert_eq!((roster.by_name("leeann"), roster.by_name("Bo Li")), (Some(0), Some(1)));
        let moodle = "Identifier;Full name;Email address;Status;Grade\n\
                      Teilnehmer/in 501;J\u{fc}rgen Wei\u{df};j@x;;\n";
        let latin: Vec<u8> = moodle.chars().map(|c| c as u8).collect();
        let roster = Roster::read(&latin).expect("a roster");
        assert_eq!(roster.lines[0].name, "Jürgen Weiß");
        assert_eq!(roster.remarks, ["the file is not UTF-8: read as Latin-1"]);
        assert_eq!((roster.by_id("501"), roster.by_id("j@x")), (Some(0), Some(0)));
        let blackboard = "\u{feff}\"Last Name\"\t\"First Name\"\t\"Username\"\nLee\tAnn\talee\n";
        for order in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            let wide: Vec<u8> = blackboard.encode_utf16().flat_map(order).collect();
            let roster = Roster::read(&wide).expect("a roster");
            assert_eq!((roster.by_id("alee"), roster.remarks.len()), (Some(0), 0));
            assert!(Roster::read(&wide[..wide.len() - 1]).is_ok(), "half a character is left out");
        }
    }

    #[test]
    fn doubles_and_missing_ids_are_named_with_their_lines() {
        let text = "ID,Name\n1,Ann\n1,Ben\n,Cy\n2,Ann\n,\n";
        let roster = Roster::read(text.as_bytes()).expect("a roster");
        assert_eq!(
            roster.remarks,
            [
                "line 3: Ben: the id 1 is that of line 2 (Ann), which counts",
                "line 4: Cy has no id: found by name only",
            ]
        );
        assert_eq!(roster.by_name("Ann"), None, "two are called so");
        assert_eq!(roster.by_name("Cy"), Some(1));
        assert!(Roster::read(b"").is_err());
        assert!(Roster::read(b"a,b\n1,2\n").is_err());
        assert!(Roster::read(b"ID\n\"never closed").is_ok());
    }
}
