//! Groups of submissions that resemble each other.

use std::collections::BTreeMap;

use super::pairs::SubmissionPair;

/// Submissions that are connected by pairs at least this similar: the largest group first, the
/// numbers in each in order.
pub fn clusters(pairs: &[SubmissionPair], threshold: f64) -> Vec<Vec<usize>> {
    let mut parents: BTreeMap<usize, usize> = BTreeMap::new();
    let is_similar = |pair: &&SubmissionPair| pair.similarity >= threshold && pair.is_shared_code();
    for pair in pairs.iter().filter(is_similar) {
        let (left, right) = (root(&mut parents, pair.left), root(&mut parents, pair.right));
        // The smaller number is the root, so that groups do not depend on the order of pairs.
        parents.insert(left.max(right), left.min(right));
    }
    let members: Vec<usize> = parents.keys().copied().collect();
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for member in members {
        groups.entry(root(&mut parents, member)).or_default().push(member);
    }
    let mut clusters: Vec<Vec<usize>> = groups.into_values().collect();
    clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.len()), cluster[0]));
    clusters
}

fn root(parents: &mut BTreeMap<usize, usize>, member: usize) -> usize {
    let mut at = member;
    while let Some(&parent) = parents.get(&at)
        && parent != at
    {
        at = parent;
    }
    // Path compression; without it a chain of copies would take quadratic time.
    parents.insert(member, at);
    parents.entry(at).or_insert(at);
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::pairs::PairVerdict;

    #[test]
    fn connected_submissions_are_one_group() {
        let pair = |left, right, similarity| SubmissionPair {
            left,
            right,
            similarity,
            left_covered: 0.0,
            right_covered: 0.0,
            passages: Vec::new(),
            verdict: PairVerdict::SharedCode,
        };
        let pairs =
            [pair(1, 2, 0.9), pair(5, 6, 0.8), pair(2, 4, 0.6), pair(4, 7, 0.7), pair(0, 1, 0.2)];
        assert_eq!(clusters(&pairs, 0.5), [vec![1, 2, 4, 7], vec![5, 6]]);
        assert!(clusters(&pairs, 0.95).is_empty());
        assert!(clusters(&[], 0.0).is_empty());
    }
}
