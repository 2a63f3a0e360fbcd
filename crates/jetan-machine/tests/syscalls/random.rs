//! Random numbers.

use jetan_isa::Reg;
use jetan_machine::Behaviour;

use crate::case::{BOTH, Case};

const NUMBERS: &str = "
        sys     41
        show    $a0
        li      $a0, 3
        sys     41
        show    $a0
        li      $a0, 3
        sys     41
        show    $a0
        li      $a0, 3
        li      $a1, 100
        sys     42
        show    $a0
        li      $a0, 3
        li      $a1, 64
        sys     42
        show    $a0
        li      $a0, 3
        sys     43
        mov.s   $f12, $f0
        sys     2
        li      $a0, ' '
        sys     11
        li      $a0, 3
        sys     44
        mov.d   $f12, $f0
        sys     3
";
const OF_SEED_42: &str = "-1170105035 234785527 -1360544799 84 19 0.9420735 0.27707849007413665";

#[test]
fn seeded_numbers_are_javas() {
    let case = Case::new("seeded", &format!("li $a0, 3\nli $a1, 42\nsys 40\n{NUMBERS}"));
    case.prints(BOTH, OF_SEED_42);
}

#[test]
fn other_generators_ask_the_host_for_a_seed_once() {
    let case = Case::new("unseeded", &format!("li $a0, 3\n{NUMBERS}"));
    case.world(|host| host.seeds = [42].into()).prints(BOTH, OF_SEED_42);
    let case = Case::new("two", "li $a0, 1\nsys 41\nli $a0, -1\nsys 41");
    let end = case.world(|host| host.seeds = [42, 43].into()).run(Behaviour::JETAN);
    assert!(end.host.seeds.is_empty());
}

#[test]
fn generators_are_independent_and_can_be_seeded_again() {
    let source = "
        .macro  seed %id %value
        li      $a0, %id
        li      $a1, %value
        sys     40
        .end_macro
        .macro  roll %id
        li      $a0, %id
        li      $a1, 1000
        sys     42
        show    $a0
        .end_macro
        seed    1 7
        seed    2 7
        seed    (-5, 0)
        roll    1
        roll    1
        roll    2
        roll    (-5)
        roll    2
        seed    1 7
        roll    1
        roll    1
        roll    (-5)
";
    Case::new("streams", source).prints(BOTH, "236 164 236 360 164 236 164 948 ");
}

#[test]
fn seeds_have_a_sign() {
    let case = Case::new("negative", "li $a0, 0\nli $a1, -1\nsys 40\nli $a0, 0\nsys 41\nshow $a0");
    // `new Random(-1).nextInt()`.
    case.prints(BOTH, "1155099827 ");
}

#[test]
fn ranges_have_numbers_in_them() {
    for bound in ["0", "-1", "0x80000000"] {
        let case = Case::new(bound, &format!("li $a0, 1\nli $a1, {bound}\nsys 42"));
        case.ends(BOTH, "", "Upper bound of range cannot be negative (syscall 42)");
        assert_eq!(case.run(Behaviour::JETAN).reg(Reg::A0), 1);
    }
    Case::new("one", "li $a0, 1\nli $a1, 1\nsys 40\nli $a0, 1\nsys 42\nshow $a0")
        .prints(BOTH, "0 ");
}

#[test]
fn there_is_a_limit_to_generators() {
    let source = "
        li      $s0, 0
l:      move    $a0, $s0
        sys     40
        addiu   $s0, $s0, 1
        bne     $s0, 65536, l
        li      $a0, 7
        sys     40
        li      $a0, 7
        sys     41
        move    $a0, $s0
        sys     40
";
    let case = Case::new("many", source);
    case.ends(BOTH, "", "the memory budget of the run is used up");
}
