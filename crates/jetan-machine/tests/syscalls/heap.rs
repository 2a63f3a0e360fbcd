//! `sbrk`.

use jetan_isa::{MemoryMap, Reg};
use jetan_machine::{Behaviour, MachineSettings};

use crate::case::{BOTH, Case, JETAN, MARS};

/// Asks for memory again and again and shows the addresses.
fn requests(amounts: &[i32]) -> Case {
    let ask =
        |amount| format!("li $a0, {amount}\nsys 9\nmove $a0, $v0\nsys 34\nli $a0, ' '\nsys 11\n");
    Case::new(&format!("{amounts:x?}"), &amounts.iter().map(ask).collect::<String>())
}

#[test]
fn addresses_go_up_by_words() {
    requests(&[4, 1, 10, 0, 4096, 4])
        .prints(BOTH, "0x10040000 0x10040004 0x10040008 0x10040014 0x10040014 0x10041014 ");
}

#[test]
fn negative_amounts_are_refused() {
    let case = requests(&[4, -1]);
    case.ends(BOTH, "0x10040000 ", "request (-1) is negative heap amount (syscall 9)");
    assert_eq!(case.run(Behaviour::JETAN).reg(Reg::V0), 9);
}

#[test]
fn the_heap_ends_with_the_segment_in_mars() {
    requests(&[0x3b_fff8, 4, 0]).prints(MARS, "0x10040000 0x103ffff8 0x103ffffc ");
    let too_much = "request (4) exceeds available heap storage (syscall 9)";
    requests(&[0x3b_fffc, 4]).ends(MARS, "0x10040000 ", too_much);
    let too_much = "request (16777216) exceeds available heap storage (syscall 9)";
    requests(&[0x100_0000]).ends(MARS, "", too_much);
}

#[test]
fn the_limit_is_signed_in_mars() {
    requests(&[0x7000_0000, 4, 1, 4]).prints(MARS, "0x10040000 0x80040000 0x80040004 0x8004000c ");
}

#[test]
fn the_heap_grows_up_to_the_stack() {
    let settings = MachineSettings { memory_bytes_max: 1 << 40, ..MachineSettings::default() };
    let most = 0x7fbf_fffc - 0x1004_0000;
    let case = requests(&[0x50_0000, most - 0x50_0000, 0]).settings(settings);
    case.prints(JETAN, "0x10040000 0x10540000 0x7fbffffc ");
    let case = requests(&[8, most]).settings(settings);
    let error = "request (1874591740) exceeds available heap storage: 1874591732 bytes left below \
                 0x7fbffffc (syscall 9)";
    case.ends(JETAN, "0x10040000 ", error);
}

#[test]
fn the_heap_stays_within_the_budget() {
    let settings = MachineSettings { memory_bytes_max: 0x100_0002, ..MachineSettings::default() };
    let error = |bytes, left| {
        format!(
            "request ({bytes}) exceeds available heap storage: {left} bytes left below 0x7fbffffc \
             (syscall 9)"
        )
    };
    let case = requests(&[0x100_0000, 0, 1]).settings(settings);
    case.ends(JETAN, "0x10040000 0x11040000 ", &error(1, 0));
    let case = requests(&[0x100_0001]).settings(settings);
    case.ends(JETAN, "", &error(0x100_0001, 0x100_0000));
    let case = requests(&[0x7fff_ffff]);
    case.ends(JETAN, "", &error(i32::MAX, 1 << 30));
}

#[test]
fn handed_out_memory_can_be_used_and_nothing_beyond() {
    let source = "
        li      $a0, 0x500000
        sys     9
        li      $t0, 0x1053fffc
        sw      $t0, 0($t0)
        lw      $a0, 0($t0)
        sys     34
        lb      $a0, 4($t0)
";
    let case = Case::new("use", source);
    case.ends(JETAN, "0x1053fffc", "address out of range 0x10540000");
    let without = Case::new("without", "li $t0, 0x10400000\nlw $a0, 0($t0)");
    without.ends(BOTH, "", "address out of range 0x10400000");
}

#[test]
fn compact_heaps_are_as_in_mars() {
    let map = MemoryMap::COMPACT_DATA_AT_ZERO;
    let case = requests(&[0x100, 0xefc, 0]).map(map);
    let error = "request (3836) exceeds available heap storage (syscall 9)";
    requests(&[0x100, 0xef8, 0]).map(map).prints(BOTH, "0x00002000 0x00002100 0x00002ff8 ");
    case.prints(BOTH, "0x00002000 0x00002100 0x00002ffc ");
    requests(&[0x104, 0xefc]).map(map).ends(BOTH, "0x00002000 ", error);
    let error = "request (4093) exceeds available heap storage (syscall 9)";
    requests(&[4093]).map(MemoryMap::COMPACT_TEXT_AT_ZERO).ends(BOTH, "", error);
}
