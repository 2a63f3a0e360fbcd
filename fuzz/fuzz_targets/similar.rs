//! Any texts as the submissions of a class, those of last year and a skeleton: no panic, likeness
//! is a share, and passages lie in the texts.

#![no_main]

use jetan_asm::source::SourceSet;
use jetan_grade::similar::{
    ComparedClass, SimilaritySettings, SubmissionDocument, SubmissionPair, clusters,
};
use libfuzzer_sys::fuzz_target;

/// Between two files; in the seeds it is a comment.
const NEXT: &[u8] = b"#----";
/// Submissions of a class; every pair is compared.
const SUBMISSIONS_MAX: usize = 12;

fn texts(bytes: &[u8]) -> Vec<&[u8]> {
    let mut starts = vec![0];
    let found = bytes.windows(NEXT.len()).enumerate().filter(|(_, part)| *part == NEXT);
    starts.extend(found.map(|(at, _)| at).take(SUBMISSIONS_MAX));
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &bytes[start..end]).collect()
}

fn check(pair: &SubmissionPair, texts: &[&[u8]], owners: &[usize]) {
    for share in [pair.similarity, pair.left_covered, pair.right_covered] {
        assert!((0.0..=1.0).contains(&share), "{pair:?}");
    }
    let sides = |passage: &jetan_grade::similar::SharedPassage| {
        [(pair.left, passage.left.clone()), (pair.right, passage.right.clone())]
    };
    for (number, place) in pair.passages.iter().flat_map(sides) {
        let text = String::from_utf8_lossy(texts[owners[number]]);
        let sources = SourceSet::single("", &text);
        let lines = sources.file(sources.roots()[0]).lines().len() as u32;
        assert!(place.lines.start() <= place.lines.end() && *place.lines.end() <= lines);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let texts = texts(bytes);
    let document = |text: &&[u8]| SubmissionDocument::new([*text]);
    let ours: Vec<SubmissionDocument> = texts.iter().map(document).collect();
    // The first text once more: somebody has copied it.
    let theirs: Vec<SubmissionDocument> = texts.iter().take(1).map(document).collect();
    let given: Vec<SubmissionDocument> = texts.iter().skip(3).take(1).map(document).collect();
    let owners: Vec<usize> = (0..texts.len()).chain([0]).collect();
    for given in [&given[..], &[]] {
        let class =
            ComparedClass::new(ours.clone(), theirs.clone(), given, SimilaritySettings::default());
        let mut pairs = Vec::new();
        for number in 0..class.len() {
            pairs.extend(class.pairs_of(number));
        }
        pairs.iter().for_each(|pair| check(pair, &texts, &owners));
        let groups = clusters(&pairs, 0.5);
        assert!(groups.iter().flatten().all(|&number| number < owners.len()));
    }
});
