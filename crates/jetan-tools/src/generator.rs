//! The generator of random numbers that MARS's cache draws its victims from.

/// `java.util.Random`: 48 bits, of which the upper 31 are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VictimGenerator {
    state: u64,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

impl VictimGenerator {
    /// The generator with this seed; MARS uses 0.
    pub const fn new(seed: u64) -> VictimGenerator {
        VictimGenerator { state: (seed ^ MULTIPLIER) & MASK }
    }

    /// A number below `ways`, which must be a power of two.
    pub fn draw(&mut self, ways: u32) -> u32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(11) & MASK;
        // For powers of two Java takes the upper bits, which are better than the lower ones.
        ((u64::from(ways) * (self.state >> 17)) >> 31) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_0_draws_what_java_draws() {
        // The upper three bits of the first numbers of Java's generator with seed 0: -1155484576,
        // -723955400, 1033096058, -1690734402, -1557280266, 1327362106, -1930858313, 502539523.
        let mut generator = VictimGenerator::new(0);
        let drawn: Vec<u32> = (0..8).map(|_| generator.draw(8)).collect();
        assert_eq!(drawn, [5, 6, 1, 4, 5, 2, 4, 0]);
    }
}
