//! The memory of all sessions, and the share of each.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use jetan_workbench::WorkbenchMemory;

/// Bytes that all sessions may take together, besides the run that is being worked on: that
/// one has a bound of its own.
pub(crate) const SESSIONS_BYTES_MAX: usize = 384 << 20;
/// Bytes that are too few to ask a session for.
const RELIEF_BYTES_MIN: usize = 1 << 20;

/// The memory that one session takes, as it has last said.
#[derive(Debug, Default)]
pub(crate) struct MemoryShare {
    texts: AtomicUsize,
    run: AtomicUsize,
    history: AtomicUsize,
    /// When it was last worked on: the number of a message, counted over all sessions.
    worked: AtomicU64,
}

/// The memory that a session has to free for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoryRelief {
    /// Forget the past of its run.
    History,
    /// End, since nobody is connected to it.
    Session,
    /// End its run; somebody is connected to it.
    Run,
}

impl MemoryShare {
    /// Says what the session takes now; true if that is more than it was.
    pub(crate) fn report(&self, weight: WorkbenchMemory) -> bool {
        // Figures are written one by one without a lock: `relieve` may see a mixture of two reports
        // or set one to 0 meanwhile, and the next report corrects both.
        let before = self.bytes();
        self.texts.store(weight.texts, Ordering::Relaxed);
        self.run.store(weight.run, Ordering::Relaxed);
        self.history.store(weight.history, Ordering::Relaxed);
        self.bytes() > before
    }

    /// The session is worked on.
    pub(crate) fn touch(&self) {
        // A counter orders sessions as a clock would, and is never set back.
        static MESSAGES: AtomicU64 = AtomicU64::new(1);
        self.worked.store(MESSAGES.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }

    fn bytes(&self) -> usize {
        [&self.texts, &self.run, &self.history]
            .map(|part| part.load(Ordering::Relaxed))
            .iter()
            .sum()
    }
}

/// A session among others, for whoever shares memory out.
pub(crate) struct MemoryClaim<'s, K> {
    pub(crate) key: K,
    pub(crate) share: &'s MemoryShare,
    pub(crate) is_left: bool,
}

/// The sessions that have to free memory until all fit: the history of those longest without work
/// goes first, then sessions that nobody is connected to, then runs. The one that is worked on
/// keeps its run. What was asked for counts as done.
pub(crate) fn relieve<K: Clone + PartialEq>(
    mut claims: Vec<MemoryClaim<'_, K>>,
    worked_on: &K,
    bytes_max: usize,
) -> Vec<(K, MemoryRelief)> {
    let mut total: usize = claims.iter().map(|claim| claim.share.bytes()).sum();
    let mut asked = Vec::new();
    claims.sort_by_key(|claim| claim.share.worked.load(Ordering::Relaxed));
    let take = |part: &AtomicUsize, total: &mut usize| {
        let bytes = part.load(Ordering::Relaxed);
        if *total <= bytes_max || bytes < RELIEF_BYTES_MIN {
            return false;
        }
        // Counts as freed at once: the session does it later, and must not be asked twice until
        // then.
        part.store(0, Ordering::Relaxed);
        *total = total.saturating_sub(bytes);
        true
    };
    // The session that is worked on is not spared here: its run goes on without the past.
    for claim in &claims {
        if take(&claim.share.history, &mut total) {
            asked.push((claim.key.clone(), MemoryRelief::History));
        }
    }
    let others = || claims.iter().filter(|claim| claim.key != *worked_on);
    for claim in others().filter(|claim| claim.is_left) {
        if total > bytes_max && claim.share.bytes() >= RELIEF_BYTES_MIN {
            total = total.saturating_sub(claim.share.bytes());
            asked.push((claim.key.clone(), MemoryRelief::Session));
        }
    }
    for claim in others().filter(|claim| !claim.is_left) {
        if take(&claim.share.run, &mut total) {
            asked.push((claim.key.clone(), MemoryRelief::Run));
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    /// Sessions, the one not worked on for longest first: texts, run and history in MiB, and
    /// whether nobody is connected.
    fn relieved(
        sessions: &[(usize, usize, usize, bool)],
        most: usize,
    ) -> Vec<(usize, MemoryRelief)> {
        let shares: Vec<MemoryShare> = sessions
            .iter()
            .map(|&(texts, run, history, _)| {
                let share = MemoryShare::default();
                share.report(WorkbenchMemory {
                    texts: texts * MIB,
                    run: run * MIB,
                    history: history * MIB,
                });
                share.touch();
                share
            })
            .collect();
        let claims = sessions.iter().zip(&shares).enumerate();
        let claims =
            claims.map(|(key, (session, share))| MemoryClaim { key, share, is_left: session.3 });
        relieve(claims.collect(), &(sessions.len() - 1), most * MIB)
    }

    #[test]
    fn the_oldest_history_goes_first_then_the_oldest_session_then_runs() {
        use MemoryRelief::{History, Run, Session};
        let sessions =
            [(1, 40, 50, false), (1, 40, 50, true), (1, 40, 50, true), (1, 40, 50, false)];
        assert_eq!(relieved(&sessions, 400), []);
        assert_eq!(relieved(&sessions, 350), [(0, History)]);
        assert_eq!(relieved(&sessions, 250), [(0, History), (1, History), (2, History)]);
        let all = [(0, History), (1, History), (2, History), (3, History)];
        assert_eq!(relieved(&sessions, 164), all);
        let with = |more: &[(usize, MemoryRelief)]| [&all[..], more].concat();
        assert_eq!(relieved(&sessions, 150), with(&[(1, Session)]));
        assert_eq!(relieved(&sessions, 83), with(&[(1, Session), (2, Session)]));
        assert_eq!(relieved(&sessions, 50), with(&[(1, Session), (2, Session), (0, Run)]));
        // The one that is worked on keeps its run whatever the others give.
        assert_eq!(relieved(&sessions, 1), with(&[(1, Session), (2, Session), (0, Run)]));
    }
}
