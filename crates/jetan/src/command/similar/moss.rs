//! The sources of a class as MOSS wants them: a folder for each submission, and what was given.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jetan_report::names::unused_name;
use jetan_report::similar::ComparedSubmission;

use crate::exit::CommandFailure;
use crate::files::{self, reason};

/// The name of the file that says how to send them.
const COMMAND: &str = "send.sh";

/// Writes the folder, which must not be there yet.
pub(super) fn write(
    folder: &Path,
    compared: &[ComparedSubmission],
    skeleton: &[(String, Vec<u8>)],
) -> Result<(), CommandFailure> {
    let failed = |path: &Path, error: &std::io::Error| {
        CommandFailure::unreadable(format!("jetan: {}: {}", files::name(path), reason(error)))
    };
    // Fails if it is there: files of an earlier export must not be mixed in.
    let make = |path: &Path| fs::create_dir(path).map_err(|error| failed(path, &error));
    let put =
        |path: &Path, bytes: &[u8]| fs::write(path, bytes).map_err(|error| failed(path, &error));
    make(folder)?;
    let mut used = BTreeSet::new();
    make(&folder.join("submissions"))?;
    for one in compared {
        // A student's name may be unusable as a file's, and two may become the same.
        let own = folder.join("submissions").join(unused_name(&one.name, &mut used));
        make(&own)?;
        let mut used = BTreeSet::new();
        for (name, bytes) in &one.sources {
            put(&own.join(unused_name(name, &mut used)), bytes)?;
        }
    }
    make(&folder.join("given"))?;
    // `-d`: the files of one folder are one submission.
    let mut command = "moss -l mips -d".to_owned();
    let mut used = BTreeSet::new();
    for (name, bytes) in skeleton {
        let name = unused_name(name, &mut used);
        put(&folder.join("given").join(&name), bytes)?;
        command += &[" -b given/", name.as_str()].concat();
    }
    command += " submissions/*/*\n";
    let script =
        format!("#!/bin/sh\n# Sends everything to MOSS; `moss` is its own script.\n{command}");
    put(&folder.join(COMMAND), script.as_bytes())
}
