//! `jetan doctor`: abilities of this build on this machine, as text and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::wire::json;

/// The build, the machine, and each ability that depends on them.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DoctorReport {
    /// Jetan's own version.
    pub version: String,
    /// Operating system and processor, such as `linux x86_64`.
    pub system: String,
    /// Threads that can run at the same time.
    pub processors: usize,
    /// The abilities, those that most people need first.
    pub abilities: Vec<MachineAbility>,
}

/// Something Jetan can do only where a machine or a build has what it takes.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MachineAbility {
    /// A word or two.
    pub name: &'static str,
    /// Whether it works here.
    pub state: AbilityState,
    /// The consequence for the commands concerned.
    pub effect: String,
    /// The way to get it, where it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<&'static str>,
}

/// Whether an ability works here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AbilityState {
    /// All of it.
    Present,
    /// Some of it, as `effect` says.
    Partial,
    /// Nothing of it.
    Missing,
}

impl AbilityState {
    fn word(self) -> &'static str {
        match self {
            AbilityState::Present => "yes",
            AbilityState::Partial => "partly",
            AbilityState::Missing => "missing",
        }
    }
}

impl DoctorReport {
    /// A line for each ability, and one more for the way to get what is missing.
    pub fn text(&self) -> String {
        let plural = if self.processors == 1 { "" } else { "s" };
        let mut text = format!(
            "jetan {} on {}, {} processor{plural}\n\n",
            self.version, self.system, self.processors
        );
        let width = self.abilities.iter().map(|ability| ability.name.len()).max().unwrap_or(0);
        for ability in &self.abilities {
            let (state, name) = (ability.state.word(), ability.name);
            // Writing to a string does not fail.
            let _ = writeln!(text, "{state:7}  {name:width$}  {}", ability.effect);
            if let Some(remedy) = ability.remedy {
                let _ = writeln!(text, "{:7}  {:width$}  {remedy}", "", "");
            }
        }
        text
    }

    /// The same as one line of JSON.
    pub fn json(&self) -> String {
        json(self) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> DoctorReport {
        DoctorReport {
            version: "1.2.3".to_owned(),
            system: "linux x86_64".to_owned(),
            processors: 1,
            abilities: vec![
                MachineAbility {
                    name: "studio",
                    state: AbilityState::Present,
                    effect: "`jetan studio` serves its page".to_owned(),
                    remedy: None,
                },
                MachineAbility {
                    name: "sound card",
                    state: AbilityState::Missing,
                    effect: "sound goes to files".to_owned(),
                    remedy: Some("build with --features sound"),
                },
            ],
        }
    }

    #[test]
    fn columns_are_aligned_and_remedies_follow() {
        expect_test::expect![[r"
            jetan 1.2.3 on linux x86_64, 1 processor

            yes      studio      `jetan studio` serves its page
            missing  sound card  sound goes to files
                                 build with --features sound
        "]]
        .assert_eq(&report().text());
    }

    #[test]
    fn json_names_states_by_words() {
        let text = report().json();
        assert!(text.contains(r#""name":"sound card","state":"missing""#), "{text}");
        assert!(!text.contains(r#""remedy":null"#), "{text}");
    }
}
