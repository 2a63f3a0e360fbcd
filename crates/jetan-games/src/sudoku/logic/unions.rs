//! The search that subsets and fish share: some masks that together have few bits.

/// Calls `visit` with every choice of `count` masks whose union has at most `bits_max` bits, in
/// lexicographic order, until it returns something.
///
/// The choice is passed as indices into `masks`, together with the union.
pub(super) fn find<T>(
    masks: &[u16],
    count: usize,
    bits_max: u32,
    visit: &mut impl FnMut(&[usize], u16) -> Option<T>,
) -> Option<T> {
    extend(masks, count, bits_max, &mut Vec::with_capacity(count), 0, visit)
}

fn extend<T>(
    masks: &[u16],
    count: usize,
    bits_max: u32,
    chosen: &mut Vec<usize>,
    union: u16,
    visit: &mut impl FnMut(&[usize], u16) -> Option<T>,
) -> Option<T> {
    if chosen.len() == count {
        return visit(chosen, union);
    }
    let start = chosen.last().map_or(0, |last| last + 1);
    let missing = count - chosen.len();
    // Enough masks must be left to complete the choice.
    for at in start..(masks.len() + 1).saturating_sub(missing) {
        let wider = union | masks[at];
        if wider.count_ones() <= bits_max {
            chosen.push(at);
            let found = extend(masks, count, bits_max, chosen, wider, visit);
            chosen.pop();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_narrow_choice_is_visited_once() {
        let masks = [0b0011, 0b0110, 0b1100, 0b0101];
        let mut seen = Vec::new();
        let found: Option<()> = find(&masks, 2, 3, &mut |chosen, union| {
            seen.push((chosen.to_vec(), union));
            None
        });
        assert_eq!(found, None);
        let expected = [
            (vec![0, 1], 0b0111),
            (vec![0, 3], 0b0111),
            (vec![1, 2], 0b1110),
            (vec![1, 3], 0b0111),
            (vec![2, 3], 0b1101),
        ];
        assert_eq!(seen, expected);
        assert_eq!(find(&masks, 5, 9, &mut |_, _| Some(())), None);
    }
}
