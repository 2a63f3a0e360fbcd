//! Stories told to a workbench: messages in, answers and events out, without any socket.
#![expect(clippy::disallowed_methods, reason = "reads the protocol's page")]
#![expect(clippy::needless_pass_by_value, reason = "requests are written where they are sent")]

#[path = "workbench/carrier.rs"]
mod carrier;
#[path = "workbench/check.rs"]
mod check;
#[path = "workbench/display.rs"]
mod display;
#[path = "workbench/editing.rs"]
mod editing;
#[path = "workbench/games.rs"]
mod games;
#[path = "workbench/insight.rs"]
mod insight;
#[path = "workbench/jobs.rs"]
mod jobs;
#[path = "workbench/lesson_folders.rs"]
mod lesson_folders;
#[path = "workbench/lessons.rs"]
mod lessons;
#[path = "workbench/loading.rs"]
mod loading;
#[path = "workbench/looking.rs"]
mod looking;
#[path = "workbench/manual.rs"]
mod manual;
#[path = "workbench/projects.rs"]
mod projects;
#[path = "workbench/protocol.rs"]
mod protocol;
#[path = "workbench/rubrics.rs"]
mod rubrics;
#[path = "workbench/running.rs"]
mod running;
#[path = "workbench/steps.rs"]
mod steps;
#[path = "workbench/tools.rs"]
mod tools;
#[path = "workbench/versus.rs"]
mod versus;
