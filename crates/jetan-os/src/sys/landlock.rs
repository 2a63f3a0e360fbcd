//! Landlock for files, network and processes; resource limits for memory and core dumps.

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::{ConfinedRights, Confinement};

/// The newest version whose rights we know; an older kernel does what it can.
const LANDLOCK_ABI: ABI = ABI::V6;

pub(super) fn confine(needs: ConfinedRights<'_>) -> Confinement {
    // A core dump would write memory of the process to a disk past all rules below.
    lower(Resource::Core, 0);
    lower(Resource::As, needs.memory_bytes);
    confinement(&restrict(needs))
}

pub(super) fn available() -> Confinement {
    // Rules bind the thread that asks for them, so one that ends at once may try them. The limits
    // of `confine` would bind the whole process and are left out.
    let nothing = ConfinedRights { read: &[], list: &[], write: &[], memory_bytes: u64::MAX };
    let tried = std::thread::spawn(move || confinement(&restrict(nothing)));
    tried.join().unwrap_or(Confinement::None)
}

fn confinement(status: &Result<RulesetStatus, RulesetError>) -> Confinement {
    match status {
        Ok(RulesetStatus::FullyEnforced) => Confinement::Whole,
        Ok(RulesetStatus::PartiallyEnforced) => Confinement::Part,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Confinement::None,
    }
}

fn restrict(needs: ConfinedRights<'_>) -> Result<RulesetStatus, RulesetError> {
    let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
    // Everything but executing: reports are made, renamed and replaced there, and none is a
    // program.
    let write = AccessFs::from_all(LANDLOCK_ABI) & !BitFlags::from(AccessFs::Execute);
    // Whatever is handled here and allowed by no rule is denied. The crate leaves out rights that
    // an older kernel lacks, and paths that do not exist.
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(LANDLOCK_ABI))?
        .handle_access(AccessNet::from_all(LANDLOCK_ABI))?
        .scope(Scope::from_all(LANDLOCK_ABI))?
        .create()?
        .add_rules(path_beneath_rules(needs.read, read))?
        .add_rules(path_beneath_rules(needs.list, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(needs.write, write))?
        .restrict_self()?;
    Ok(status.ruleset)
}

/// Lowers a limit; one that is lower already stays.
fn lower(resource: Resource, most: u64) {
    let now = getrlimit(resource);
    // `None` means unlimited, and so counts as larger than any number.
    let least = |limit: Option<u64>| Some(limit.map_or(most, |limit| limit.min(most)));
    // A limit that cannot be set stays what it is; nothing depends on it.
    let _ =
        setrlimit(resource, Rlimit { current: least(now.current), maximum: least(now.maximum) });
}
