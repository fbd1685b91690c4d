//! Drawings, pixel by pixel. What the genuine program drew is compared in the
//! recordings; here stand the rules.

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
    one.text([2, 1], "Fox \u{1f98a}");
    one.set_font(FontFace::Serif, u32::MAX, false);
    one.text([i32::MIN, i32::MAX], "Fox");
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
fn a_camera_shows_where_nothing_is_drawn() {
    let mut state = DisplayState {
        canvas: canvas(),
        camera: None,
        saved: Vec::new(),
        is_drawn: false,
        has_content: false,
    };
    state.canvas.clear_black();
    state.canvas.pixel(0, 0);
    let camera = [1, 2, 3, 255].repeat(48);
    let shown = state.shown(Some((&camera, [8, 6])));
    assert_eq!(shown[0], 0xffff_ffff);
    assert_eq!(shown[1], 0xff03_0201);
}
