//! The ways out: PNG and GIF files that say what was drawn, and cells of a terminal.

use std::io::{self, Cursor, Write};

use expect_test::expect;
use jetan_display::screen::ScreenLabel;
use jetan_display::terminal::{
    ColourDepth, FrameWriter, PictureView, TerminalAbility, TerminalFrame,
};
use jetan_display::{Pixels, gif, png};

const TRUE: TerminalAbility = TerminalAbility { colours: ColourDepth::True, has_blocks: true };
const ASCII: TerminalAbility = TerminalAbility { colours: ColourDepth::None, has_blocks: false };

/// A picture with a square at some place.
fn square(at: u32, colour: u32) -> Pixels {
    let mut pixels = Pixels::filled(40, 30, 0x0010_2030);
    for y in at..at + 8 {
        let start = (y * 40 + at) as usize;
        pixels.colours[start..start + 8].fill(colour);
    }
    pixels
}

/// More colours than a GIF frame can have.
fn rainbow(shift: u32) -> Pixels {
    let colours = (0..64 * 64).map(|idx: u32| (idx % 64 * 4) << 16 | (idx / 64 * 4) << 8 | shift);
    Pixels { width: 64, height: 64, colours: colours.collect() }
}

/// Every frame as it is seen, and for how long.
fn played(bytes: &[u8]) -> Vec<(Pixels, u16)> {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).expect("a GIF");
    let size = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut shown = Pixels::filled(size.0, size.1, 0);
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let rows = frame.buffer.chunks_exact(4 * usize::from(frame.width));
        for (y, row) in (usize::from(frame.top)..).zip(rows) {
            for (x, pixel) in (usize::from(frame.left)..).zip(row.chunks_exact(4)) {
                let colour = u32::from_be_bytes([0, pixel[0], pixel[1], pixel[2]]);
                shown.colours[y * size.0 as usize + x] = colour;
            }
        }
        frames.push((shown.clone(), frame.delay));
    }
    frames
}

fn recorded(frames: &[(Pixels, u64)]) -> Vec<u8> {
    let (width, height) = (frames[0].0.width, frames[0].0.height);
    let mut recorder =
        gif::GifRecorder::new(Vec::new(), width, height).expect("memory takes everything");
    for (pixels, centiseconds) in frames {
        recorder.frame(pixels, *centiseconds).expect("memory takes everything");
    }
    recorder.finish().expect("memory takes everything")
}

#[test]
fn a_png_holds_every_pixel() {
    let pixels = rainbow(7);
    let mut bytes = Vec::new();
    png::write(&pixels, &mut bytes).unwrap();
    let mut reader = ::png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let shape = reader.next_frame(&mut rgb).unwrap();
    assert_eq!((shape.width, shape.height), (64, 64));
    assert_eq!(rgb, pixels.to_rgb());
}

#[test]
fn a_film_plays_back_frame_by_frame_and_equal_frames_are_one() {
    let (one, two) = (square(3, 0x00ff_8000), square(20, 0x0000_80ff));
    let film =
        [(one.clone(), 2), (one.clone(), 3), (two.clone(), 4), (one.clone(), 1), (one.clone(), 1)];
    let expected = [(one.clone(), 5), (two, 4), (one, 2)];
    assert_eq!(played(&recorded(&film)), expected);
}

#[test]
fn a_long_frame_is_written_in_parts_that_last_as_long() {
    let one = square(3, 0x00ff_8000);
    let frames = played(&recorded(&[(one.clone(), 200_000)]));
    assert!(frames.iter().all(|(pixels, _)| *pixels == one));
    assert_eq!(frames.iter().map(|(_, delay)| u64::from(*delay)).sum::<u64>(), 200_000);
}

#[test]
fn too_many_colours_become_similar_ones_and_large_areas_stay_exact() {
    let mut picture = rainbow(0);
    picture.colours[..640].fill(0x0012_3457);
    let frames = played(&recorded(&[(picture.clone(), 1)]));
    let far = |(a, b): (&u32, &u32)| {
        let parts = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
        parts.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
    };
    let worst = picture.colours.iter().zip(&frames[0].0.colours).map(far).max().unwrap();
    assert!(worst <= 24, "{worst}");
    assert_eq!(frames[0].0.colours[..640], picture.colours[..640]);
}

#[test]
fn pictures_of_another_size_are_refused() {
    let mut recorder = gif::GifRecorder::new(Vec::new(), 40, 30).unwrap();
    let error = recorder.frame(&rainbow(0), 1).unwrap_err();
    assert_eq!(error.to_string(), "the pictures of a film must have one size");
    assert!(gif::GifRecorder::new(Vec::new(), 70_000, 30).is_err());
    let mut empty = gif::GifRecorder::new(Vec::new(), 0, 0).unwrap();
    assert!(empty.frame(&Pixels::default(), 1).is_err());
}

#[test]
fn a_full_disk_is_an_error_and_no_panic() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let pixels = rainbow(0);
    for room in [0, 30, 60] {
        let film = gif::GifRecorder::new(Full(room), 64, 64).and_then(|mut recorder| {
            recorder.frame(&pixels, 1)?;
            recorder.finish()
        });
        assert!(film.is_err(), "{room}");
        assert!(png::write(&pixels, &mut Full(room)).is_err(), "{room}");
    }
}

fn drawn(picture: PictureView, space: (u16, u16), ability: TerminalAbility) -> TerminalFrame {
    let mut frame = TerminalFrame::default();
    frame.draw(picture, space, ability);
    frame
}

#[test]
fn pictures_keep_their_shape_in_every_space() {
    let size = |pixels: &Pixels, space| {
        let frame = drawn(pixels.into(), space, TRUE);
        (frame.columns(), frame.rows())
    };
    let board = Pixels::filled(560, 560, 1);
    assert_eq!(size(&board, (80, 24)), (48, 24));
    assert_eq!(size(&board, (20, 24)), (20, 10));
    assert_eq!(size(&board, (1, 1)), (1, 1));
    assert_eq!(size(&board, (0, 24)), (0, 0));
    assert_eq!(size(&board, (24, 0)), (0, 0));
    assert_eq!(size(&Pixels::filled(16, 8, 1), (80, 24)), (80, 20), "by whole dots");
    assert_eq!(size(&Pixels::filled(1024, 1, 1), (80, 24)), (80, 1));
    assert_eq!(size(&Pixels::default(), (80, 24)), (0, 0));
}

#[test]
fn shades_stand_for_colours_where_there_are_none() {
    let colours = (0..16 * 8).map(|idx: u32| (idx % 16 * 17) * 0x0001_0101).collect();
    let ramp = Pixels { width: 16, height: 8, colours };
    let mut frame = drawn((&ramp).into(), (16, 4), ASCII);
    assert_eq!(frame.to_text(), "  ..:--==+**##%@\n".repeat(4));
    let label =
        ScreenLabel { x: 8.0, y: 3.0, is_centred: true, text: "2048é".to_owned(), colour: 0 };
    frame.write(&[label], (16, 8), ASCII);
    assert_eq!(frame.to_text().lines().nth(1), Some("  ..:-2048?*##%@"));
}

#[test]
fn only_cells_that_changed_are_written() {
    let mut pixels = Pixels::filled(4, 4, 0x0001_0203);
    let mut writer = FrameWriter::new(TRUE, (3, 10));
    let mut send = |pixels: &Pixels| {
        let mut bytes = Vec::new();
        writer.write(&drawn(pixels.into(), (4, 2), TRUE), &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap().replace('\x1b', "^")
    };
    expect!["^[3;10H^[38;2;1;2;3m^[48;2;1;2;3m▀▀▀▀^[4;10H▀▀▀▀^[0m"].assert_eq(&send(&pixels));
    assert_eq!(send(&pixels), "");
    pixels.colours[9] = 0x00ff_ffff;
    pixels.colours[10] = 0x00ff_ffff;
    expect!["^[4;11H^[38;2;255;255;255m^[48;2;1;2;3m▀▀^[0m"].assert_eq(&send(&pixels));
}

#[test]
fn fewer_colours_need_shorter_sequences_and_no_colour_none() {
    let pixels = Pixels { width: 2, height: 2, colours: vec![0x00ff_0000, 0, 0x00ff_0000, 0] };
    let send = |ability| {
        let mut bytes = Vec::new();
        let frame = drawn((&pixels).into(), (2, 1), ability);
        FrameWriter::new(ability, (1, 1)).write(&frame, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap().replace('\x1b', "^")
    };
    let indexed = TerminalAbility { colours: ColourDepth::Indexed, has_blocks: true };
    expect!["^[1;1H^[38;5;196m^[48;5;196m▀^[38;5;16m^[48;5;16m▀^[0m"].assert_eq(&send(indexed));
    let spaces = TerminalAbility { colours: ColourDepth::Indexed, has_blocks: false };
    expect!["^[1;1H^[38;5;196m^[48;5;196m ^[38;5;16m^[48;5;16m ^[0m"].assert_eq(&send(spaces));
    expect!["^[1;1H: "].assert_eq(&send(ASCII));
}
