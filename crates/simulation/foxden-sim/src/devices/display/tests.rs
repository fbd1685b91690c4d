//! Drawings, pixel by pixel. What the genuine program drew is compared in the
//! recordings; the rules are here.

use super::*;

fn canvas() -> Canvas {
    Canvas::new(8, 6)
}

/// Where the canvas is white: rows of letters.
fn drawn(canvas: &Canvas) -> Vec<String> {
    let [width, _] = canvas.size();
    let letter = |word: &u32| if *word == BLACK { '.' } else { '#' };
    let rows = canvas.pixels().chunks(width);
    rows.map(|row| row.iter().map(letter).collect()).collect()
}

#[test]
fn lines_have_both_ends_and_far_ends_take_no_time() {
    let mut one = canvas();
    one.line([0, 0], [7, 5]);
    one.line([7, 0], [7, 0]);
    assert_eq!(drawn(&one)[0], "#......#");
    assert_eq!(drawn(&one)[5], ".......#");
    let (mut far, mut near) = (canvas(), canvas());
    far.line([-2_000_000_000, 3], [2_000_000_000, 3]);
    near.line([0, 3], [7, 3]);
    assert_eq!(far, near);
    // a part of a long line is the same as the line
    let (mut whole, mut part) = (canvas(), canvas());
    whole.line([-70, -50], [70, 50]);
    part.line([-70, -50], [70, 50]);
    assert_eq!(whole, part);
}

#[test]
fn a_filled_rectangle_that_begins_outside_keeps_its_size() {
    let mut one = canvas();
    one.rectangle([-2, -1], [3, 2], true);
    assert_eq!(drawn(&one)[..3], ["###.....", "###.....", "........"]);
    let mut frame = canvas();
    frame.rectangle([1, 1], [4, 3], false);
    assert_eq!(
        drawn(&frame)[..5],
        ["........", ".####...", ".#..#...", ".####...", "........"]
    );
}

#[test]
fn alpha_zero_erases_the_color_of_a_filled_rectangle() {
    let mut one = canvas();
    one.set_alpha(0);
    one.rectangle([0, 0], [2, 2], true);
    assert_eq!(one.pixels()[0], 0);
    one.pixel(3, 3);
    assert_eq!(one.pixels()[27], 0x00ff_ffff);
}

#[test]
fn opacity_mixes() {
    let mut one = canvas();
    one.set_opacity(127);
    one.set_color(0x00ff_0000);
    one.pixel(0, 0);
    assert_eq!(one.pixels()[0], 0xff7f_0000);
}

#[test]
fn polygons_and_ovals_stay_within_the_canvas() {
    let mut one = canvas();
    one.polygon(&[[-5, -5], [20, 3], [3, 20]], true);
    one.oval([4, 3], [100_000, 100_000], false);
    one.oval([4, 3], [i32::MAX, 1], true);
    one.polygon(&[], true);
    one.polygon(&[[i32::MIN, i32::MIN], [i32::MAX, i32::MAX], [0, 5]], true);
    one.text([2, 1], "Fox \u{1f98a}", None);
    one.set_font(Some(FontFace::Serif), u32::MAX, false);
    one.text([i32::MIN, i32::MAX], "Fox", None);
    assert_eq!(one.size(), [8, 6]);
}

#[test]
fn images_are_copied_and_pasted() {
    let mut one = canvas();
    one.pixel(1, 1);
    let shown = one.pixels().to_vec();
    let Some(part) = one.part(&shown, [1, 1], [100, 100]) else {
        unreachable!("it is on the canvas")
    };
    assert_eq!((part.width, part.height), (7, 5));
    assert!(one.load(1, part));
    one.paste(1, [6, 4], false);
    assert_eq!(drawn(&one)[4], "......#.");
    one.paste(1, [i32::MAX, i32::MIN], true);
    one.paste(9, [0, 0], false);
    assert_eq!(one.part(&shown, [8, 0], [1, 1]), None);
}

#[test]
fn opposite_sides_of_a_thin_frame_are_both_mixed() {
    let mut one = canvas();
    one.set_opacity(127);
    one.rectangle([1, 1], [3, 1], false);
    one.rectangle([5, 1], [1, 3], false);
    one.rectangle([7, 3], [1, 1], false);
    let at = |x: usize, y: usize| one.pixels()[8 * y + x];
    // 127, and then (128 * 127 + 127 * 255) / 255
    assert_eq!([at(1, 1), at(3, 1)], [0xffbe_bebe; 2]);
    assert_eq!(
        [at(5, 1), at(5, 2), at(5, 3)],
        [0xff7f_7f7f, 0xffbe_bebe, 0xff7f_7f7f]
    );
    assert_eq!(at(7, 3), 0xffbe_bebe);
    let mut wide = canvas();
    wide.set_opacity(127);
    wide.rectangle([0, 0], [8, 6], false);
    let white = wide.pixels().iter().filter(|word| **word == 0xff7f_7f7f);
    assert_eq!(white.count(), 24);
}

#[test]
fn an_opaque_frame_has_no_lower_side_in_the_first_row() {
    let mut one = canvas();
    one.rectangle([1, -2], [5, 3], false);
    assert_eq!(drawn(&one)[..2], [".#...#..", "........"]);
    let mut flat = canvas();
    flat.rectangle([1, 0], [5, 1], false);
    assert_eq!(drawn(&flat)[0], ".#####..");
    let mut mixed = canvas();
    mixed.set_opacity(254);
    mixed.rectangle([1, -2], [5, 3], false);
    assert_eq!(drawn(&mixed)[0], ".#####..");
}

#[test]
fn a_filled_oval_around_the_row_above_leaves_out_the_first_row() {
    let mut one = canvas();
    one.oval([4, -1], [3, 3], true);
    assert_eq!(drawn(&one)[..3], ["........", "..#####.", "...###.."]);
    let mut other = canvas();
    other.oval([4, 0], [3, 3], true);
    assert_eq!(drawn(&other)[..3], [".#######", ".#######", "..#####."]);
}

#[test]
fn letters_left_of_the_canvas_come_out_at_the_right_one_row_higher() {
    let columns = |x: i32| {
        let mut one = Canvas::new(24, 24);
        one.set_font(Some(FontFace::Mono), 12, true);
        one.text([x, 6], "H", None);
        let pixels = one.pixels().to_vec();
        move |x: usize, y: usize| pixels[24 * y + x] != BLACK
    };
    let (whole, cut) = (columns(2), columns(-3));
    let mut wrapped = 0;
    for y in 1..23 {
        for x in 0..5 {
            assert_eq!(cut(x + 19, y - 1), whole(x, y), "{x} {y}");
            wrapped += usize::from(cut(x + 19, y - 1));
        }
        assert_eq!(cut(0, y), whole(5, y));
    }
    assert!(wrapped > 5, "{wrapped}");
}

#[test]
fn the_first_line_break_has_no_height_before_a_letter_is_drawn() {
    let mut one = Canvas::new(24, 48);
    one.set_font(Some(FontFace::Mono), 12, true);
    let mut other = one.clone();
    one.text([0, 0], "\n.", None);
    other.text([0, 0], ".", None);
    assert_eq!(one.pixels(), other.pixels());
    // 12 points are 16.7 pixels; 0.8 of them is the height of a line
    one.text([0, 0], "\n.", None);
    other.text([0, 13], ".", None);
    assert_eq!(one.pixels(), other.pixels());
    // a font that is not there changes only the edges
    one.set_font(None, 80, false);
    assert_eq!((one.font_size, one.is_font_smooth), (12, false));
}

#[test]
fn a_controller_that_starts_finds_the_old_colors() {
    let mut one = canvas();
    one.set_color(0x00ff_0000);
    one.set_alpha(7);
    one.set_opacity(100);
    one.set_font(Some(FontFace::Serif), 20, false);
    one.pixel(0, 0);
    one.load(
        1,
        DisplayPicture {
            width: 1,
            height: 1,
            pixels: vec![0],
        },
    );
    one.clear();
    assert_eq!((one.color, one.alpha, one.opacity), (0x00ff_0000, 7, 100));
    assert!(one.pixels().iter().all(|word| *word == BLACK));
    assert_eq!(one.image(1), None);
    one.reset();
    assert_eq!((one.color, one.alpha, one.opacity), (0x00ff_ffff, 255, 255));
    assert_eq!((one.font_size, one.is_font_smooth), (20, true));
}

#[test]
fn copies_count_the_pixels_of_a_camera_by_rows() {
    let mut state = state();
    state.canvas.clear_black();
    state.canvas.pixel(0, 0);
    let camera: Vec<u8> = (0..=255).flat_map(|at| [at, 0, 0, 0]).collect();
    let copied = state.copied(Some((&camera, [16, 16])));
    assert_eq!(copied[0], 0xffff_ffff);
    assert_eq!([copied[8], copied[47]], [0xff00_0008, 0xff00_002f]);
    assert_eq!(state.copied(None)[1], 0);
    // a camera that is too small is black there
    assert_eq!(state.copied(Some((&camera[..4], [1, 1])))[1], BLACK);
}

fn state() -> DisplayState {
    DisplayState {
        canvas: canvas(),
        camera: None,
        saved: Vec::new(),
        is_drawn: false,
        has_content: false,
    }
}

#[test]
fn a_camera_shows_where_nothing_is_drawn() {
    let mut state = state();
    state.canvas.clear_black();
    state.canvas.pixel(0, 0);
    let camera = [1, 2, 3, 255].repeat(48);
    let shown = state.shown(Some((&camera, [8, 6])));
    assert_eq!(shown[0], 0xffff_ffff);
    assert_eq!(shown[1], 0xff03_0201);
}
