//! The Bitmap Display: how it is described, what cannot be, and what it shows of a memory.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::fs;
use std::path::Path;

use jetan_display::bitmap::{
    BitmapConfig, BitmapGuess, BitmapView, GUESS_STORES_MAX, recognise, units,
};
use jetan_isa::{Image, MemoryMap, Segment, SegmentKind};
use jetan_machine::memory::Memory;

const MAP: &MemoryMap = &MemoryMap::DEFAULT;

fn parse(text: &str) -> BitmapConfig {
    BitmapConfig::parse(text, MAP).expect("a display that can be")
}

fn memory() -> Memory {
    Memory::new(*MAP, false, true, 1 << 24)
}

#[test]
fn header_comments_are_understood_in_every_spelling() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bitmap");
    let mut cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let (expected, source) = text.split_once('\n').unwrap();
        let found = match recognise(source, MAP) {
            None => "none".to_owned(),
            Some(Err(error)) => error.to_string(),
            Some(Ok(config)) => config.to_string(),
        };
        assert_eq!(format!("expect {found}"), expected, "{}", path.display());
        cases += 1;
    }
    assert!(cases >= 20, "only {cases} cases");
}

#[test]
fn flags_name_sizes_and_bases() {
    let cases = [
        ("512x512/8x8@0x10040000", (64, 64, 0x1004_0000)),
        ("512x256", (512, 256, 0x1001_0000)),
        ("64X32/2X1@gp", (32, 32, 0x1000_8000)),
        ("64x64/8x8@$gp", (8, 8, 0x1000_8000)),
        ("64x64@data", (64, 64, 0x1000_0000)),
        ("64x64@Static", (64, 64, 0x1001_0000)),
        ("128x128@mmio", (128, 128, 0xffff_0000)),
        ("100x60/10x5@268697600", (10, 12, 0x1004_0000)),
        ("4x1024@0x7fff0000", (4, 1024, 0x7fff_0000)),
    ];
    for (text, (columns, rows, base)) in cases {
        let config = parse(text);
        assert_eq!((config.columns(), config.rows(), config.base), (columns, rows, base), "{text}");
        assert_eq!(parse(&config.to_string()), config, "{text}");
    }
    let compact = BitmapConfig::parse("64x32/2x2@heap", &MemoryMap::COMPACT_DATA_AT_ZERO).unwrap();
    assert_eq!(compact.base, 0x2000);
}

#[test]
fn displays_that_cannot_be_are_refused_with_a_reason() {
    let cases = [
        ("", "`` is not the size of a display"),
        ("512", "`512` is not the size of a display"),
        ("512x512/8@heap", "`8` is not the size of a unit"),
        ("512x512/8x8@nowhere", "`nowhere` is not an address, or heap"),
        ("0x512/8x8@heap", "a display cannot be 0 pixels wide"),
        ("64x5000@heap", "a display cannot be 5000 pixels high: at least 1, at most 4096"),
        ("512x512/0x8@heap", "units 0 pixels wide do not fill a display 512 pixels wide: 1 would"),
        ("512x512/8x7@heap", "units 7 pixels high do not fill a display 512 pixels high: 8 would"),
        (
            "64x64@0x10040002",
            "the display cannot begin at 0x10040002, which is not a multiple of 4",
        ),
        ("64x64@0x20000000", "there is no memory at 0x20000000"),
        ("64x64@0x00400000", "0x00400000 is in the program's instructions"),
        ("64x64@0x80000000", "0x80000000 is in the program's instructions"),
        ("4096x4096@heap", "take 67108864 bytes, but memory ends 3932160 bytes after 0x10040000"),
        ("256x256@mmio", "take 262144 bytes, but memory ends 65536 bytes after 0xffff0000"),
        ("99999999999x1@heap", "`99999999999x1` is not the size"),
    ];
    for (text, expected) in cases {
        let message = BitmapConfig::parse(text, MAP).unwrap_err().to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn own_data_under_the_display_is_found_but_reserved_space_is_not() {
    let segment =
        |address, bytes: &[u8]| Segment { kind: SegmentKind::Data, address, bytes: bytes.to_vec() };
    let image = |segments| Image { map: *MAP, segments, wide: Vec::new(), entry: MAP.text_base };
    let config = parse("64x64/8x8@static");
    let (start, end) = (0x1001_0000, 0x1001_0100);
    let found =
        |image: &Image, labels: &[u32]| config.overlap(image, labels).map(|overlap| overlap.first);
    let reserved = image(vec![segment(start, &[0; 512])]);
    assert_eq!(found(&reserved, &[start, end]), None);
    assert_eq!(found(&reserved, &[start]), None);
    assert_eq!(found(&reserved, &[start, 0x1001_0080]), Some(0x1001_0080), "half of it");
    assert_eq!(found(&reserved, &[start, 0x1001_0004]), Some(start), "a variable is no display");
    let behind = image(vec![segment(end, &[1, 2])]);
    assert_eq!(found(&behind, &[end]), None, "the display ends before it");
    let before = image(vec![segment(0x1000_fffc, &[1, 2, 3, 4])]);
    assert_eq!(found(&before, &[0x1000_fffc]), None);
    let text = Segment { kind: SegmentKind::Text, ..segment(start, &[1]) };
    assert_eq!(found(&image(vec![text]), &[]), None);
    let late = image(vec![segment(0x1001_00f0, &[0, 7, 0, 7])]);
    assert_eq!(found(&late, &[0x1001_00f1]), Some(0x1001_00f1));
    let own = image(vec![segment(0x1000_fff8, &[9; 16])]);
    let overlap = config.overlap(&own, &[]).unwrap();
    assert_eq!(
        overlap.to_string(),
        "the display (0x10010000 to 0x100100ff) covers the program's own data from 0x10010000 on: \
         painting destroys it; use another base, such as the heap"
    );
}

#[test]
fn painting_is_recognised_and_other_stores_are_not() {
    let guess = |addresses: &mut dyn Iterator<Item = u32>, uses_heap| {
        let mut guess = BitmapGuess::default();
        addresses.take(GUESS_STORES_MAX + 50).for_each(|address| guess.record_store(address));
        guess.config(MAP, uses_heap)
    };
    let row = |base: u32| (0..).map(move |idx: u32| base + 4 * idx);
    assert_eq!(guess(&mut row(0x1004_0000), false), Some(parse("512x512/8x8@heap")));
    assert_eq!(guess(&mut row(0x1004_0000), true), None, "memory of sbrk");
    assert_eq!(guess(&mut row(0x1000_8000), false), Some(parse("512x512/8x8@gp")));
    let column = (0..).map(|idx: u32| 0x1000_8000 + 128 * idx);
    assert_eq!(guess(&mut column.clone(), false), Some(parse("512x512/16x16@gp")));
    assert_eq!(guess(&mut row(0x1001_0000), false), None, "variables");
    assert_eq!(guess(&mut row(0x7fff_0000), false), None, "the stack");
    assert_eq!(guess(&mut row(0x1004_0000).take(31), false), None, "too few");
    assert_eq!(guess(&mut std::iter::repeat(0x1004_0000), false), None, "one word");
    assert_eq!(guess(&mut row(0x1004_0001), false), None, "bytes");
}

#[test]
fn units_are_words_without_their_top_byte() {
    let mut memory = memory();
    let config = parse("6x4/3x2@0x10040ff8");
    memory.store_word(0x1004_0ff4, 0x0011_1111).unwrap();
    for (idx, colour) in
        [0x12ff_0000, 0x0000_ff00, 0xff00_00ff, 0x0012_3456].into_iter().enumerate()
    {
        memory.store_word(config.base + 4 * idx as u32, colour).unwrap();
    }
    memory.store_word(0x1004_1008, 0x0022_2222).unwrap();
    let units = units(&memory, &config);
    assert_eq!((units.columns, units.rows), (2, 2));
    assert_eq!(units.colours, [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0x0012_3456]);
    let pixels = units.pixels();
    assert_eq!((pixels.width, pixels.height), (6, 4));
    assert_eq!(pixels.colours[..6], [[0x00ff_0000; 3], [0x0000_ff00; 3]].concat());
    assert_eq!(pixels.colour(5, 3), Some(0x0012_3456));
    assert_eq!(pixels.colour(6, 3), None);
}

#[test]
fn a_view_sees_every_change_and_only_changes() {
    let mut memory = memory();
    let config = parse("256x256/4x4@heap");
    memory.store_word(config.base, 0x00ab_cdef).unwrap();
    let mut view = BitmapView::new(config);
    assert!(view.refresh(&mut memory), "what was there before");
    assert!(!view.refresh(&mut memory));
    memory.store_word(config.base, 0xffab_cdef).unwrap();
    assert!(!view.refresh(&mut memory), "the top byte is not seen");
    memory.store_byte(config.base + config.bytes() - 4, 0x80).unwrap();
    assert!(view.refresh(&mut memory));
    memory.store_word(config.base + config.bytes(), 1).unwrap();
    assert!(!view.refresh(&mut memory), "behind the display");
    assert_eq!(*view.units(), units(&memory, &config));
}

#[test]
fn a_frame_hash_is_what_its_definition_says() {
    let mut memory = memory();
    let config = parse("2x1@heap");
    memory.store_word(config.base, 0x0001_0203).unwrap();
    memory.store_word(config.base + 4, 0xff04_0506).unwrap();
    let hash = units(&memory, &config).hash();
    // printf '\x02\0\0\0\x01\0\0\0\x01\x02\x03\x04\x05\x06' | sha256sum
    assert_eq!(hex(&hash), "f25af82c68d29a6c012779bae23ccc6e5640b399d8b0e0b4eddb25ea7f2a61dd");
}

fn hex(hash: &[u8]) -> String {
    hash.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
