//! Fingerprints of a submission: hashes of runs of statements, and a choice among them that two
//! submissions make alike.
//!
//! Of the hashes in a window the smallest is kept (Schleimer, Wilkerson and Aiken, 2003): any run
//! of [`CERTAIN_STATEMENTS`] statements that two submissions share gives both the same fingerprint.

use super::tokens::{NO_REGISTER, NamelessStatement, mix};

/// Statements in a run that is hashed.
pub const GRAM_STATEMENTS: usize = 5;
/// Hashes of which one is kept.
pub const WINDOW_HASHES: usize = 4;
/// A common run of this many statements is always found.
pub const CERTAIN_STATEMENTS: usize = GRAM_STATEMENTS + WINDOW_HASHES - 1;

/// A hash that was kept, and the statement at which its run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Of a run of [`GRAM_STATEMENTS`] statements.
    pub hash: u64,
    /// The first statement.
    pub at: u32,
}

/// The hash of the run that begins at each statement; none where a file ends before it does.
pub(super) fn grams(statements: &[NamelessStatement]) -> Vec<Option<u64>> {
    let gram = |run: &[NamelessStatement]| {
        // The first and the last statement suffice: files follow each other.
        let is_whole = run[0].file == run[GRAM_STATEMENTS - 1].file;
        is_whole.then(|| hash(run))
    };
    statements.windows(GRAM_STATEMENTS).map(gram).collect()
}

/// The hash of consecutive statements. Each register is hashed as its place in the order of first
/// use, so that renaming registers does not change the hash.
fn hash(run: &[NamelessStatement]) -> u64 {
    // Four operands for each statement of a run.
    let mut seen = [NO_REGISTER; GRAM_STATEMENTS * 4];
    let mut count = 0;
    let mut hash = 0;
    for statement in run {
        hash = mix(hash, statement.shape);
        for register in statement.registers.into_iter().take_while(|&it| it != NO_REGISTER) {
            let order = seen[..count].iter().position(|&it| it == register);
            let order = order.unwrap_or_else(|| {
                seen[count] = register;
                count += 1;
                count - 1
            });
            hash = mix(hash, order as u64);
        }
    }
    hash
}

/// Keeps the smallest hash of each window, the last one of several.
pub(super) fn winnow(grams: &[Option<u64>]) -> Vec<Fingerprint> {
    let mut kept: Vec<Fingerprint> = Vec::new();
    // A submission shorter than a window still has one fingerprint.
    for first in
        0..grams.len().saturating_sub(WINDOW_HASHES - 1).max(usize::from(!grams.is_empty()))
    {
        let window = grams[first..].iter().take(WINDOW_HASHES).enumerate();
        let hashes = window.filter_map(|(offset, gram)| Some((gram.as_ref()?, offset)));
        // The last of equals, as in the paper: neighbouring windows then choose the same one.
        let Some((&hash, offset)) = hashes.rev().min_by_key(|(hash, _)| **hash) else { continue };
        let at = (first + offset) as u32;
        // Neighbouring windows mostly choose the same hash; it is kept once.
        if kept.last().is_none_or(|last| last.at != at) {
            kept.push(Fingerprint { hash, at });
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::SubmissionDocument;

    fn hashes(text: &str) -> Vec<Option<u64>> {
        grams(&SubmissionDocument::new([text.as_bytes()]).statements)
    }

    const LOOP: &str = "
        loop: lw $t0 0($a0)
        add $t1 $t1 $t0
        addi $a0 $a0 4
        slt $t2 $t0 $a1
        sw $t1 0($a2)
        bne $t2 $zero loop\n";

    #[test]
    fn consistent_renaming_changes_nothing_and_another_use_does() {
        let renamed = LOOP.replace("$t0", "$s3").replace("$t1", "$t7").replace("loop", "again");
        assert_eq!(hashes(LOOP).len(), 2);
        assert_eq!(hashes(LOOP), hashes(&renamed));
        let mixed = LOOP.replace("slt $t2 $t0", "slt $t2 $t1");
        assert_ne!(hashes(LOOP), hashes(&mixed));
    }

    #[test]
    fn every_window_keeps_one() {
        let mut hash = 1;
        let grams: Vec<Option<u64>> = (0..500)
            .map(|at| {
                hash = mix(hash, at);
                (at % 7 != 0).then_some(hash % 50)
            })
            .collect();
        let kept = winnow(&grams);
        for first in 0..=grams.len() - WINDOW_HASHES {
            let inside =
                |it: &&Fingerprint| (first..first + WINDOW_HASHES).contains(&(it.at as usize));
            assert!(kept.iter().any(|it| inside(&it)), "{first}");
        }
        assert!(kept.iter().all(|it| grams[it.at as usize] == Some(it.hash)));
        assert!(winnow(&[]).is_empty());
        assert_eq!(winnow(&[Some(3)]).len(), 1);
    }
}
