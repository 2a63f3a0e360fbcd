//! The shape of a cache and its policies, and the notation in which people write them.

use std::fmt;

use crate::setting::{SettingError, number, power_of_two};

/// The most blocks of a cache: with blocks of one word, the whole address space of a program.
const BLOCKS_MAX: u32 = 1 << 20;
/// The most words of a block.
const WORDS_MAX: u32 = 1 << 11;
/// The most settings that one list stands for.
pub const SWEEP_MAX: usize = 256;

/// The shape of a cache; every number is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CacheGeometry {
    blocks: u32,
    words: u32,
    ways: u32,
}

/// An address as a cache cuts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressParts {
    /// The part that is compared.
    pub tag: u32,
    /// The number of the set.
    pub index: u32,
    /// The word of the block.
    pub word: u32,
    /// The byte of the word.
    pub byte: u32,
}

impl CacheGeometry {
    /// So many blocks of so many words in sets of so many ways.
    pub fn new(blocks: u32, words: u32, ways: u32) -> Result<CacheGeometry, SettingError> {
        let blocks = power_of_two(blocks, "the number of blocks", BLOCKS_MAX)?;
        let words = power_of_two(words, "the number of words in a block", WORDS_MAX)?;
        let ways = power_of_two(ways, "the number of ways", BLOCKS_MAX)?;
        if ways > blocks {
            let why = format!("a cache of {blocks} blocks cannot have {ways} ways");
            return Err(SettingError::new(why));
        }
        Ok(CacheGeometry { blocks, words, ways })
    }

    /// The number of blocks.
    pub const fn blocks(self) -> u32 {
        self.blocks
    }

    /// Words in a block.
    pub const fn words(self) -> u32 {
        self.words
    }

    /// Blocks in a set.
    pub const fn ways(self) -> u32 {
        self.ways
    }

    /// The number of sets.
    pub const fn sets(self) -> u32 {
        self.blocks / self.ways
    }

    /// Bytes in a block.
    pub const fn block_bytes(self) -> u32 {
        4 * self.words
    }

    /// Bytes of data that it holds.
    pub const fn size_bytes(self) -> u64 {
        self.block_bytes() as u64 * self.blocks as u64
    }

    /// The number of the block that an address lies in.
    #[inline]
    pub const fn block_of(self, address: u32) -> u32 {
        address >> (2 + self.words.trailing_zeros())
    }

    /// The number of the set that a block belongs to.
    #[inline]
    pub const fn set_of(self, block: u32) -> u32 {
        block & (self.sets() - 1)
    }

    /// The tag, index, word and byte of an address.
    pub const fn split(self, address: u32) -> AddressParts {
        let block = self.block_of(address);
        AddressParts {
            tag: block >> self.sets().trailing_zeros(),
            index: self.set_of(block),
            word: address / 4 % self.words,
            byte: address % 4,
        }
    }

    /// The widths in bits of tag, index, word and byte.
    pub const fn bits(self) -> [u32; 4] {
        let (index, word) = (self.sets().trailing_zeros(), self.words.trailing_zeros());
        [30 - index - word, index, word, 2]
    }
}

/// The choice of the block that has to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReplacementPolicy {
    /// The one that was not used for the longest time.
    Lru,
    /// The one that came first.
    Fifo,
    /// A tree of bits that point away from what was used last.
    TreePlru,
    /// Drawn from MARS's generator with this seed.
    Random(u64),
    /// The one that is needed again last, by Belady: a bound for all others.
    Optimal,
}

impl ReplacementPolicy {
    /// The word for it in settings.
    pub const fn name(self) -> &'static str {
        match self {
            ReplacementPolicy::Lru => "lru",
            ReplacementPolicy::Fifo => "fifo",
            ReplacementPolicy::TreePlru => "plru",
            ReplacementPolicy::Random(_) => "random",
            ReplacementPolicy::Optimal => "opt",
        }
    }
}

/// The treatment of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WritePolicy {
    /// Whether a block is written when it leaves; otherwise each store goes through.
    pub is_back: bool,
    /// Whether a store that misses brings its block.
    pub allocates: bool,
}

impl WritePolicy {
    /// Write-back with write-allocate.
    pub const BACK: WritePolicy = WritePolicy { is_back: true, allocates: true };
}

/// A cache as somebody wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CacheSettings {
    /// The shape.
    pub geometry: CacheGeometry,
    /// The choice of victims.
    pub replacement: ReplacementPolicy,
    /// The treatment of writes.
    pub write: WritePolicy,
}

impl CacheSettings {
    /// MARS's default: 8 blocks of 4 words, direct mapping, LRU.
    pub const MARS: CacheSettings = CacheSettings {
        geometry: CacheGeometry { blocks: 8, words: 4, ways: 1 },
        replacement: ReplacementPolicy::Lru,
        write: WritePolicy::BACK,
    };

    /// A cache of this shape, write-back and write-allocate.
    pub fn new(
        geometry: CacheGeometry,
        replacement: ReplacementPolicy,
    ) -> Result<CacheSettings, SettingError> {
        CacheSettings { geometry, replacement, write: WritePolicy::BACK }.checked()
    }

    fn checked(self) -> Result<CacheSettings, SettingError> {
        // The bits of a set's tree are kept in one word.
        if self.replacement == ReplacementPolicy::TreePlru && self.geometry.ways > 64 {
            let why = format!("plru has at most 64 ways, not {}", self.geometry.ways);
            return Err(SettingError::new(why));
        }
        if self.replacement == ReplacementPolicy::Optimal && !self.write.allocates {
            let why = "opt is a bound for caches that allocate on writes: leave out `nwa`";
            return Err(SettingError::new(why));
        }
        Ok(self)
    }

    /// Reads `BLOCKSxWORDS[:WAYS][:POLICY][:wb|wt][:wa|nwa]`; numbers and policies may be lists
    /// separated by commas, and then every combination is meant.
    pub fn parse_list(text: &str) -> Result<Vec<CacheSettings>, SettingError> {
        let mut parts = text.split(':');
        let shape = parts.next().unwrap_or_default();
        let (blocks, words) = shape.split_once('x').ok_or_else(|| {
            let why = format!("a cache is written as BLOCKSxWORDS:WAYS:POLICY, not `{text}`");
            SettingError::new(why)
        })?;
        let blocks = numbers(blocks, "the number of blocks")?;
        let words = numbers(words, "the number of words in a block")?;
        let mut more = MoreParts::default();
        for part in parts {
            more.read(part)?;
        }
        let write = more.write();
        let ways = if more.ways.is_empty() { vec![Some(1)] } else { more.ways };
        let policies =
            if more.policies.is_empty() { vec![ReplacementPolicy::Lru] } else { more.policies };
        let count = [blocks.len(), words.len(), ways.len(), policies.len()];
        let count = count.into_iter().fold(1_usize, usize::saturating_mul);
        if count > SWEEP_MAX {
            let why = format!("{count} combinations are more than {SWEEP_MAX}");
            return Err(SettingError::new(why));
        }
        let mut all = Vec::with_capacity(count);
        for &blocks in &blocks {
            for &words in &words {
                for &ways in &ways {
                    let geometry = CacheGeometry::new(blocks, words, ways.unwrap_or(blocks))?;
                    for &replacement in &policies {
                        let one = CacheSettings { geometry, replacement, write };
                        all.push(one.checked()?);
                    }
                }
            }
        }
        Ok(all)
    }

    /// Reads one cache.
    pub fn parse(text: &str) -> Result<CacheSettings, SettingError> {
        match CacheSettings::parse_list(text)?.as_slice() {
            [one] => Ok(*one),
            _ => Err(SettingError::new(format!("`{text}` stands for more than one cache"))),
        }
    }
}

/// The parts of a setting after its shape, each said once.
#[derive(Default)]
struct MoreParts {
    /// None is a fully associative cache.
    ways: Vec<Option<u32>>,
    policies: Vec<ReplacementPolicy>,
    is_back: Option<bool>,
    allocates: Option<bool>,
}

impl MoreParts {
    fn read(&mut self, part: &str) -> Result<(), SettingError> {
        let is_again = match part {
            "wb" | "wt" => self.is_back.replace(part == "wb").is_some(),
            "wa" | "nwa" => self.allocates.replace(part == "wa").is_some(),
            _ if part.starts_with(|c: char| c.is_ascii_digit()) || part.starts_with("full") => {
                let ways = part.split(',').map(|word| match word {
                    "full" => Ok(None),
                    word => number(word, "the number of ways").map(Some),
                });
                let ways = ways.collect::<Result<_, _>>()?;
                !std::mem::replace(&mut self.ways, ways).is_empty()
            }
            _ => {
                let policies = part.split(',').map(policy).collect::<Result<_, _>>()?;
                !std::mem::replace(&mut self.policies, policies).is_empty()
            }
        };
        if is_again {
            let why = format!("`{part}` comes after another of its kind: one of them has to go");
            return Err(SettingError::new(why));
        }
        Ok(())
    }

    fn write(&self) -> WritePolicy {
        WritePolicy {
            is_back: self.is_back.unwrap_or(WritePolicy::BACK.is_back),
            allocates: self.allocates.unwrap_or(WritePolicy::BACK.allocates),
        }
    }
}

fn numbers(text: &str, name: &str) -> Result<Vec<u32>, SettingError> {
    text.split(',').map(|word| number(word, name)).collect()
}

fn policy(word: &str) -> Result<ReplacementPolicy, SettingError> {
    let (name, seed) = word.split_once('@').map_or((word, None), |(name, seed)| (name, Some(seed)));
    Ok(match (name, seed) {
        ("lru", None) => ReplacementPolicy::Lru,
        ("fifo", None) => ReplacementPolicy::Fifo,
        ("plru", None) => ReplacementPolicy::TreePlru,
        ("opt", None) => ReplacementPolicy::Optimal,
        ("random", seed) => {
            let seed = seed.map_or(Ok(0), |seed| number(seed, "the seed"))?;
            ReplacementPolicy::Random(u64::from(seed))
        }
        _ => {
            let why = format!(
                "`{word}` does not belong to a cache: ways are a number or full, policies lru, \
                 fifo, plru, random, random@SEED or opt, writes wb, wt, wa or nwa"
            );
            return Err(SettingError::new(why));
        }
    })
}

impl fmt::Display for CacheSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CacheGeometry { blocks, words, ways } = self.geometry;
        write!(f, "{blocks}x{words}:{ways}:{}", self.replacement.name())?;
        if let ReplacementPolicy::Random(seed) = self.replacement
            && seed != 0
        {
            write!(f, "@{seed}")?;
        }
        if !self.write.is_back {
            f.write_str(":wt")?;
        }
        if !self.write.allocates {
            f.write_str(":nwa")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_is_read_and_written() {
        let same = ["8x4:1:lru", "64x1:64:random", "8x4:2:random@7", "16x8:4:plru:wt:nwa"];
        for text in same {
            assert_eq!(CacheSettings::parse(text).unwrap().to_string(), text);
        }
        let short = [("8x4", "8x4:1:lru"), ("8x4:full", "8x4:8:lru"), ("8x4:opt", "8x4:1:opt")];
        for (text, long) in short {
            assert_eq!(CacheSettings::parse(text).unwrap().to_string(), long);
        }
        let all = CacheSettings::parse_list("8,16x4:1,full:lru,fifo").unwrap();
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(all.len(), 8);
        assert_eq!((all[0].as_str(), all[7].as_str()), ("8x4:1:lru", "16x4:16:fifo"));
    }

    #[test]
    fn bad_settings_say_what_is_wrong() {
        let cases = [
            ("6x4", "the number of blocks must be a power of two, not 6; the nearest are 4 and 8"),
            ("8x0", "the number of words in a block must be at least 1, not 0"),
            ("8x4:0", "the number of ways must be at least 1, not 0"),
            ("8x4:16", "a cache of 8 blocks cannot have 16 ways"),
            ("8x4096", "the number of words in a block must be at most 2048, not 4096"),
            ("8", "a cache is written as BLOCKSxWORDS:WAYS:POLICY, not `8`"),
            ("ax4", "the number of blocks must be a number, not `a`"),
            ("8x4:full:plru:2,2,x", "the number of ways must be a number, not `x`"),
            ("8x4:2:lru:fifo", "`fifo` comes after another of its kind: one of them has to go"),
            ("8x4:2:4", "`4` comes after another of its kind: one of them has to go"),
            ("8x4:wt:nwa:wb", "`wb` comes after another of its kind: one of them has to go"),
            ("99999999999x4", "the number of blocks is too large: 99999999999"),
            ("128x1:full:plru", "plru has at most 64 ways, not 128"),
            ("8x4:opt:nwa", "opt is a bound for caches that allocate on writes: leave out `nwa`"),
        ];
        for (text, message) in cases {
            assert_eq!(CacheSettings::parse_list(text).unwrap_err().to_string(), message);
        }
        assert!(CacheSettings::parse_list("8x4:1:mru").unwrap_err().to_string().contains("mru"));
        let many = format!("{}1x1", "1,".repeat(SWEEP_MAX));
        assert!(CacheSettings::parse_list(&many).is_err());
    }

    #[test]
    fn parts_of_an_address_cover_all_its_bits() {
        let geometry = CacheGeometry::new(8, 4, 2).unwrap();
        assert_eq!(geometry.bits(), [26, 2, 2, 2]);
        let parts = geometry.split(0x1001_007b);
        assert_eq!(parts, AddressParts { tag: 0x0040_0401, index: 3, word: 2, byte: 3 });
    }
}
