//! Restricts the files that a foreign program may reach, with Landlock.

use std::os::fd::OwnedFd;
use std::path::PathBuf;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, Scope,
};

use crate::SandboxError;

/// The newest version of Landlock whose rights we name. On older kernels, only the rights that they know apply.
const ABI_KNOWN: ABI = ABI::V6;

/// Makes rules that allow a process to read and execute files below `readable`, to do anything with files and folders
/// below `writable`, and nothing else. `None` if the kernel has no Landlock.
pub(crate) fn ruleset(readable: &[PathBuf], writable: &[PathBuf]) -> Result<Option<OwnedFd>, SandboxError> {
    let failed = |error: landlock::RulesetError| SandboxError::System {
        doing: "make Landlock rules",
        cause: std::io::Error::other(error.to_string()),
    };
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI_KNOWN))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(ABI_KNOWN)))
        .and_then(|rules| rules.scope(Scope::from_all(ABI_KNOWN)))
        .and_then(Ruleset::create)
        .map_err(failed)?;
    let read = AccessFs::from_read(ABI_KNOWN);
    let all = AccessFs::from_all(ABI_KNOWN);
    let allowed = readable.iter().map(|path| (path, read)).chain(writable.iter().map(|path| (path, all)));
    for (path, access) in allowed {
        // A path that does not exist needs no rule.
        let Ok(opened) = PathFd::new(path) else { continue };
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI_KNOWN) };
        rules = rules.add_rule(PathBeneath::new(opened, access)).map_err(failed)?;
    }
    Ok(rules.into())
}
