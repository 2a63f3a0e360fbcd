//! At most 256 colours for a picture: its own, or if it has more, those that stand for most of it.

use rustc_hash::FxHashMap;

use crate::pixels::rgb;

/// The most colours that a GIF frame can have.
const COLOURS_MAX: usize = 256;

/// A colour and how many pixels have it.
type ColourCount = (u32, u32);

/// The colours of a frame, and which of them stands for each colour of the picture.
#[derive(Debug, Default)]
pub(super) struct Palette {
    colours: Vec<u32>,
    places: FxHashMap<u32, u32>,
    counted: Vec<ColourCount>,
}

impl Palette {
    /// Chooses the colours for a picture.
    pub(super) fn choose(&mut self, pixels: impl Iterator<Item = u32>) {
        self.count(pixels);
        self.colours.clear();
        if self.counted.len() <= COLOURS_MAX {
            self.colours.extend(self.counted.iter().map(|(colour, _)| *colour));
            return;
        }
        let boxes = split(&mut self.counted);
        let mut rest = self.counted.as_slice();
        for (place, length) in boxes.into_iter().enumerate() {
            let (part, later) = rest.split_at(length);
            rest = later;
            for (colour, _) in part {
                self.places.insert(*colour, place as u32);
            }
            // The commonest colour of a box, not their mean: areas of one colour stay exact.
            let commonest = part.iter().max_by_key(|(_, count)| *count);
            self.colours.extend(commonest.map(|(colour, _)| *colour));
        }
    }

    /// Appends the places of a row's colours.
    pub(super) fn index(&self, row: &[u32], indices: &mut Vec<u8>) {
        // Neighbouring pixels are mostly equal; remembering one spares most of the look-ups.
        let mut last = None;
        for &colour in row {
            let place = match last {
                Some((same, place)) if same == colour => place,
                // There are at most 256 places, so the cast is exact.
                _ => self.places.get(&colour).copied().unwrap_or(0) as u8,
            };
            last = Some((colour, place));
            indices.push(place);
        }
    }

    /// Red, green and blue of each colour.
    pub(super) fn to_rgb(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|&colour| rgb(colour)).collect()
    }

    /// Counts the colours, in the order in which they appear.
    fn count(&mut self, pixels: impl Iterator<Item = u32>) {
        self.places.clear();
        self.counted.clear();
        let mut last: Option<(u32, usize)> = None;
        for colour in pixels {
            let place = match last {
                Some((same, place)) if same == colour => place,
                _ => {
                    let new = self.counted.len() as u32;
                    let place = *self.places.entry(colour).or_insert(new);
                    if place == new {
                        self.counted.push((colour, 0));
                    }
                    place as usize
                }
            };
            self.counted[place].1 += 1;
            last = Some((colour, place));
        }
    }
}

/// A box of similar colours, which one of them will represent: a part of the list, and its priority
/// for being split.
#[derive(Clone, Copy)]
struct ColourBox {
    start: usize,
    end: usize,
    channel: usize,
    worth: u64,
}

impl ColourBox {
    fn of(colours: &[ColourCount], start: usize, end: usize) -> ColourBox {
        let part = &colours[start..end];
        let (channel, spread) = widest(part);
        let pixels: u64 = part.iter().map(|(_, count)| u64::from(*count)).sum();
        // The logarithm lets large areas count for more without taking all boxes for themselves.
        let worth = u64::from(spread) * u64::from(pixels.checked_ilog2().unwrap_or(0) + 1);
        ColourBox { start, end, channel, worth }
    }
}

/// Orders colours into boxes of similar ones (median cut), and says how many are in each.
fn split(colours: &mut [ColourCount]) -> Vec<usize> {
    let mut boxes = vec![ColourBox::of(colours, 0, colours.len())];
    while boxes.len() < COLOURS_MAX {
        let best = (0..boxes.len()).max_by_key(|&idx| boxes[idx].worth);
        // A box of one colour has no spread and cannot be split.
        let Some(idx) = best.filter(|&idx| boxes[idx].worth > 0) else { break };
        let ColourBox { start, end, channel, .. } = boxes[idx];
        let part = &mut colours[start..end];
        // The colour itself breaks ties, so that a picture always gets the same palette.
        part.sort_unstable_by_key(|&(colour, _)| (rgb(colour)[channel], colour));
        let (low, high) = (rgb(part[0].0)[channel], rgb(part[part.len() - 1].0)[channel]);
        // By the middle of the range, not by the median: neither side is empty, as the ends differ.
        let middle = low.midpoint(high);
        let cut = start + part.partition_point(|&(colour, _)| rgb(colour)[channel] <= middle);
        boxes[idx] = ColourBox::of(colours, start, cut);
        // Beside its other half: boxes stay in the order of the list, which `choose` cuts up by
        // length.
        boxes.insert(idx + 1, ColourBox::of(colours, cut, end));
    }
    boxes.into_iter().map(|part| part.end - part.start).collect()
}

/// The channel in which colours differ most, and by how much.
fn widest(part: &[ColourCount]) -> (usize, u8) {
    let spread = |channel: usize| {
        let values = part.iter().map(|&(colour, _)| rgb(colour)[channel]);
        let bounds = values.fold((u8::MAX, 0), |(low, high), v| (low.min(v), high.max(v)));
        bounds.1.saturating_sub(bounds.0)
    };
    (0..3)
        .map(|channel| (channel, spread(channel)))
        .max_by_key(|(_, spread)| *spread)
        .unwrap_or((0, 0))
}
