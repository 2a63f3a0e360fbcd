//! `submission_metadata.yml` of Gradescope: who handed in which folder, and when.
//!
//! The file is written by a program and always looks alike, so its lines are read by their depth;
//! a line that is not understood is passed over.

use std::collections::BTreeMap;

use super::GroupMember;

/// The data of one folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MetadataEntry {
    pub(super) submitters: Vec<GroupMember>,
    pub(super) created_at: Option<String>,
    pub(super) late: bool,
}

/// The folders of an export.
pub(super) fn read(text: &str) -> BTreeMap<String, MetadataEntry> {
    let mut entries: BTreeMap<String, MetadataEntry> = BTreeMap::new();
    let mut current: Option<String> = None;
    let mut is_submitters = false;
    let mut is_date = false;
    for line in text.lines() {
        // Depth in blanks; the file has no tabs.
        let Some(depth) = line.find(|c: char| c != ' ') else { continue };
        let body = &line[depth..];
        if depth == 0 && !body.starts_with('-') {
            let name = body.strip_suffix(':').map(|name| unquoted(name).to_owned());
            if let Some(name) = &name {
                entries.entry(name.clone()).or_default();
            }
            current = name;
            is_submitters = false;
            continue;
        }
        let Some(entry) = current.as_ref().and_then(|name| entries.get_mut(name)) else { continue };
        let is_new = body.starts_with("- ");
        let body = body.strip_prefix("- ").unwrap_or(body);
        let Some((key, value)) = pair(body) else { continue };
        // A moment with a time zone may be an object of the lines below it.
        is_date = (is_date && depth > 2) || (depth == 2 && key == "created_at" && is_object(value));
        // What was handed in before is a list of its own, deeper down.
        match (depth, key) {
            (2, "submitters") => is_submitters = true,
            (2, "created_at") if !is_new && !is_date => entry.created_at = Some(value.to_owned()),
            (4, "utc") if is_date => entry.created_at = Some(value.to_owned()),
            (2, "name" | "sid" | "email") if is_submitters && is_new => {
                entry.submitters.push(GroupMember::default());
                fill(entry, key, value);
            }
            // Another key at this depth ends the list of submitters.
            (2, _) if !is_new => is_submitters = false,
            (4, "name" | "sid" | "email") if is_submitters && !is_new => fill(entry, key, value),
            (4, "name" | "sid" | "email") if is_submitters => {
                entry.submitters.push(GroupMember::default());
                fill(entry, key, value);
            }
            (6, "name" | "sid" | "email") if is_submitters => fill(entry, key, value),
            _ => {}
        }
    }
    entries
}

/// A key and its value: `:sid: '123'`.
fn pair(body: &str) -> Option<(&str, &str)> {
    let (key, value) = body.strip_prefix(':').unwrap_or(body).split_once(':')?;
    Some((key.trim(), unquoted(value.trim())))
}

/// Whether a value is an object that follows line by line: `!ruby/object:…`.
fn is_object(value: &str) -> bool {
    value.starts_with('!')
}

fn unquoted(text: &str) -> &str {
    for quote in ['\'', '"'] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|it| it.strip_suffix(quote)) {
            return inner;
        }
    }
    text
}

fn fill(entry: &mut MetadataEntry, key: &str, value: &str) {
    let Some(member) = entry.submitters.last_mut() else { return };
    match key {
        "name" => value.clone_into(&mut member.name),
        // An empty id must not displace the address.
        "sid" if !value.is_empty() => value.clone_into(&mut member.id),
        // Not everybody has a student id; the address is the next best.
        "email" if member.id.is_empty() => value.clone_into(&mut member.id),
        _ => {}
    }
}
