//! Grades in the columns that platforms import, by the ids they know.

use jetan_grade::decisions::{DecidedPoints, StudentRecord};
use jetan_grade::grade::GradedSubmission;
use jetan_grade::roster::{Roster, RosterLine};

use super::GradeReport;
use super::csv::{guarded, lines};

/// A student in a gradebook.
struct GradebookLine<'r> {
    name: String,
    id: String,
    /// The line of the roster.
    listed: Option<(&'r Roster, &'r RosterLine)>,
    /// The points; empty if there are none to give.
    points: String,
    is_excused: bool,
    comment: String,
}

impl GradebookLine<'_> {
    /// The cell of the roster in the first column of these names; may be empty.
    fn cell(&self, names: &[&str]) -> String {
        self.listed.map(|(roster, line)| roster.cell(line, names)).unwrap_or_default()
    }
}

/// Everybody: the students of the roster in its order, then whoever is not in it.
fn everybody<'r>(report: &'r GradeReport<'_>) -> Vec<GradebookLine<'r>> {
    let mut all = Vec::new();
    let mut is_listed = vec![false; report.graded.len()];
    if let Some(book) = report.book
        && let Some(roster) = &book.roster
    {
        for (line, personal) in roster.lines.iter().zip(&book.personal) {
            let own = personal.submission.and_then(|at| report.graded.get(at));
            if let Some(is_listed) = personal.submission.and_then(|at| is_listed.get_mut(at)) {
                *is_listed = true;
            }
            all.push(of_roster(roster, line, personal, own));
        }
    }
    let has_roster = report.book.is_some_and(|book| book.roster.is_some());
    // Whoever is not in the roster comes last, so that no grade is missing from the import.
    for (graded, _) in report.graded.iter().zip(is_listed).filter(|(_, is_listed)| !is_listed) {
        let handed_in = graded.handed_in.clone().unwrap_or_default();
        let own = [(graded.name.clone(), handed_in.id.unwrap_or_default())];
        let members = handed_in.members.into_iter().map(|member| (member.name, member.id));
        let members: Vec<(String, String)> = members.collect();
        // A group is imported member by member: platforms know people.
        for (name, id) in if members.is_empty() { own.to_vec() } else { members } {
            // By its name alone it could be taken for somebody of the roster.
            if has_roster && id.is_empty() {
                continue;
            }
            all.push(GradebookLine { name, id, ..plain(graded) });
        }
    }
    all
}

fn plain(graded: &GradedSubmission) -> GradebookLine<'static> {
    let decided = graded.decided.as_ref();
    GradebookLine {
        name: String::new(),
        id: String::new(),
        listed: None,
        points: graded.points.to_string(),
        is_excused: decided.is_some_and(|decided| decided.excused),
        comment: decided.and_then(|decided| decided.comment.clone()).unwrap_or_default(),
    }
}

fn of_roster<'r>(
    roster: &'r Roster,
    line: &'r RosterLine,
    personal: &StudentRecord,
    own: Option<&GradedSubmission>,
) -> GradebookLine<'r> {
    let mut filled = own.map_or(
        GradebookLine {
            name: String::new(),
            id: String::new(),
            listed: None,
            points: String::new(),
            is_excused: false,
            comment: String::new(),
        },
        plain,
    );
    if let Some(DecidedPoints { points, excused, comment, reasons, .. }) = &personal.decided {
        // Whoever handed in nothing gets points only from a person.
        // The words are those of `jetan_grade::decisions`, the only trace of who has decided.
        let is_given = own.is_some() || reasons.iter().any(|it| it.starts_with("points set"));
        filled.points = if is_given { points.to_string() } else { String::new() };
        filled.is_excused = *excused;
        filled.comment = comment.clone().unwrap_or_default();
    }
    filled.name.clone_from(&line.name);
    filled.id.clone_from(&line.id);
    filled.listed = Some((roster, line));
    filled
}

/// The name of the grades' column: what somebody said, else the roster's column that is called
/// like the rubric, with what the platform adds to its name, else the title.
fn column(report: &GradeReport<'_>) -> String {
    if let Some(column) = report.column {
        return column.to_owned();
    }
    let title = report.rubric.title.as_str();
    let roster = report.book.and_then(|book| book.roster.as_ref());
    roster.and_then(|roster| roster.column_of(title)).unwrap_or(title).to_owned()
}

/// The table that Canvas imports: the columns of its own export, the grades by its ids.
pub(super) fn canvas(report: &GradeReport<'_>) -> String {
    let names = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];
    let mut head: Vec<String> = names.map(str::to_owned).to_vec();
    head.push(column(report));
    let mut possible = vec![String::new(); names.len()];
    // Canvas knows the line by these blanks.
    "    Points Possible".clone_into(&mut possible[0]);
    possible.push(report.rubric.points().to_string());
    let mut table = vec![head, possible];
    for line in everybody(report) {
        // `EX` is what Canvas imports for an excused student.
        let points = if line.is_excused { "EX".to_owned() } else { line.points.clone() };
        let (user, login) = (line.cell(&["SIS User ID"]), line.cell(&["SIS Login ID"]));
        let section = line.cell(&["Section"]);
        let id = match line.cell(&["ID"]) {
            own if !own.is_empty() => own,
            _ => line.id.clone(),
        };
        table.push(vec![guarded(&line.name), id, user, login, section, points]);
    }
    lines(&table)
}

/// The table that Moodle takes as a grading worksheet; the worksheet itself, if it is the roster.
pub(super) fn moodle(report: &GradeReport<'_>) -> String {
    let names = [
        "Identifier",
        "Full name",
        "Email address",
        "Status",
        "Grade",
        "Maximum Grade",
        "Grade can be changed",
        "Last modified (submission)",
        "Last modified (grade)",
        "Feedback comments",
    ];
    let max = report.rubric.points().to_string();
    let mut table = vec![names.map(str::to_owned).to_vec()];
    for line in everybody(report) {
        let identifier = match line.cell(&["Identifier"]) {
            own if !own.is_empty() => own,
            // Moodle's own worksheet identifies its lines with this word.
            _ => format!("Participant {}", line.id),
        };
        let or = |own: String, other: &str| if own.is_empty() { other.to_owned() } else { own };
        let points = if line.is_excused { String::new() } else { line.points.clone() };
        table.push(vec![
            identifier,
            guarded(&line.name),
            line.cell(&["Email address"]),
            line.cell(&["Status"]),
            points,
            or(line.cell(&["Maximum Grade"]), &max),
            or(line.cell(&["Grade can be changed"]), "Yes"),
            or(line.cell(&["Last modified (submission)"]), "-"),
            or(line.cell(&["Last modified (grade)"]), "-"),
            guarded(&line.comment),
        ]);
    }
    lines(&table)
}

/// The table that Blackboard imports: names, logins, and the column of the assignment.
pub(super) fn blackboard(report: &GradeReport<'_>) -> String {
    let mut head: Vec<String> = ["Last Name", "First Name", "Username"].map(str::to_owned).to_vec();
    head.push(column(report));
    let mut table = vec![head];
    for line in everybody(report) {
        let points = if line.is_excused { String::new() } else { line.points.clone() };
        let (last, first) = match (line.cell(&["Last Name"]), line.cell(&["First Name"])) {
            (last, first) if !last.is_empty() || !first.is_empty() => (last, first),
            // Without columns for it the last word is taken for the family name, which is wrong for
            // some people; the import goes by the login.
            _ => match line.name.rsplit_once(' ') {
                Some((first, last)) => (last.to_owned(), first.to_owned()),
                None => (line.name.clone(), String::new()),
            },
        };
        let login = match line.cell(&["Username"]) {
            own if !own.is_empty() => own,
            _ => line.id.clone(),
        };
        table.push(vec![guarded(&last), guarded(&first), login, points]);
    }
    lines(&table)
}
