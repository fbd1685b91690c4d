//! Rules of displays and pens that recordings do not show: cameras below the drawings, restarts,
//! and what other cameras see of the screen.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_scene::Value;
use foxden_sim::World;
use foxden_sim::controller::{Command, PenOrder, PictureKind, Request, Tag};
use foxden_sim::devices::display::{DisplayOrder, FontFace};
use foxden_sim::report::ReportKind;

/// A red wall, and a robot with a display of four pixels, its screen and the cameras. The camera
/// `eye` looks at the screen, the camera `camera` at the wall.
fn world(screen: &str, sun: &str) -> World {
    support::world(&format!(
        "WorldInfo {{ basicTimeStep 16 }}\nViewpoint {{}}\n{sun}\n\
         Solid {{ translation 3 0 0 children [ Shape {{ \
           appearance Appearance {{ material Material {{ diffuseColor 0 0 0 emissiveColor 1 0 0 }} }} \
           geometry Box {{ size 0.1 9 9 }} }} ] }}\n\
         Robot {{ name \"r\" controller \"c\" children [ \
           Display {{ translation -2 0 0 rotation 0 1 0 1.5708 width 2 height 2 children [ \
             Shape {{ appearance {screen} geometry Plane {{ size 9 9 }} }} ] }} \
           Camera {{ width 2 height 2 }} \
           Camera {{ name \"eye\" rotation 0 0 1 3.14159 width 1 height 1 fieldOfView 0.1 }} ] }}\n"
    ))
}

const BRIGHT: &str = "PBRAppearance { baseColor 0 0 0 baseColorMap ImageTexture { } \
    emissiveColor 1 1 1 emissiveColorMap ImageTexture { } roughness 1 metalness 0 }";

fn step(world: &mut World, commands: Vec<Command>) {
    let robot = support::robot(world, "r");
    let duration = 16;
    support::wait(world, robot, Request { duration, commands });
}

fn tag(world: &World, name: &str) -> Tag {
    world.device(support::robot(world, "r"), name).unwrap()
}

fn draw(world: &mut World, orders: Vec<DisplayOrder>) {
    let display = tag(world, "display");
    let orders = orders.into_iter();
    let commands = orders.map(|order| Command::Display(display, order));
    step(world, commands.collect());
}

/// What the display gives to a controller that saves it.
fn saved(world: &mut World) -> Vec<u32> {
    draw(world, vec![DisplayOrder::Save(0)]);
    let display = tag(world, "display");
    let robot = support::robot(world, "r");
    world.take_saved_images(robot, display)[0].1.pixels.clone()
}

/// Red, green and blue that the camera `eye` sees.
fn seen(world: &mut World) -> [u8; 3] {
    let eye = tag(world, "eye");
    step(world, vec![Command::Enable(eye, 16)]);
    let mut bytes = Vec::new();
    let robot = support::robot(world, "r");
    let picture = world.picture(robot, eye, PictureKind::Main).unwrap();
    picture.append(false, &mut bytes);
    [bytes[2], bytes[1], bytes[0]]
}

#[test]
fn a_camera_that_was_never_enabled_is_black_below_the_drawings() {
    let mut world = world(BRIGHT, "");
    let camera = tag(&world, "camera");
    draw(
        &mut world,
        vec![DisplayOrder::Attach(camera), DisplayOrder::Pixel([0, 0])],
    );
    assert_eq!(
        saved(&mut world),
        [0xffff_ffff, 0xff00_0000, 0xff00_0000, 0xff00_0000]
    );
    let robot = support::robot(&world, "r");
    assert!(world.picture(robot, camera, PictureKind::Main).is_some());
}

#[test]
fn the_same_camera_again_changes_nothing() {
    let mut world = world(BRIGHT, "");
    let camera = tag(&world, "camera");
    step(&mut world, vec![Command::Enable(camera, 16)]);
    let black = vec![DisplayOrder::Color(0), DisplayOrder::Pixel([0, 0])];
    draw(&mut world, vec![DisplayOrder::Attach(camera)]);
    draw(&mut world, black);
    draw(&mut world, vec![DisplayOrder::Attach(camera)]);
    let red = saved(&mut world)[1];
    assert!(red & 0x00ff_0000 > 0x0080_0000, "{red:x}");
    assert_eq!(saved(&mut world)[0], 0xff00_0000);
    // after a detachment it counts as another one
    draw(&mut world, vec![DisplayOrder::Detach]);
    assert_eq!(saved(&mut world)[..2], [0xff00_0000, 0]);
    draw(&mut world, vec![DisplayOrder::Attach(camera)]);
    assert_eq!(saved(&mut world), [red; 4]);
}

#[test]
fn what_a_screen_gives_off_is_the_drawing_without_the_camera() {
    let mut world = world(BRIGHT, "");
    let camera = tag(&world, "camera");
    step(&mut world, vec![Command::Enable(camera, 16)]);
    draw(&mut world, vec![DisplayOrder::Attach(camera)]);
    assert_eq!(seen(&mut world), [0, 0, 0]);
    let fill = DisplayOrder::Rectangle([0, 0], [2, 2], true);
    draw(&mut world, vec![DisplayOrder::Color(0x00_ff00), fill]);
    let [red, green, _] = seen(&mut world);
    assert!(red == 0 && green > 200, "{red} {green}");
}

#[test]
fn screens_have_no_shadows_and_cast_none() {
    let plain = "Appearance { material Material { } texture ImageTexture { } }";
    let sun = |shadows: &str| {
        format!(
            "DirectionalLight {{ direction -1 0 0 castShadows {shadows} }}\n\
             Solid {{ translation 1 0 0 children [ Shape {{ geometry Box {{ size 0.1 9 9 }} }} ] }}"
        )
    };
    let lit = |shadows: &str, is_drawn: bool| {
        let mut world = world(plain, &sun(shadows));
        if is_drawn {
            let fill = DisplayOrder::Rectangle([0, 0], [2, 2], true);
            draw(&mut world, vec![fill]);
        }
        seen(&mut world)
    };
    assert_ne!(lit("TRUE", false), lit("FALSE", false));
    assert_eq!(lit("TRUE", true), lit("FALSE", true));
}

#[test]
fn a_screen_is_black_after_a_reset() {
    let mut world = world(BRIGHT, "");
    let before = seen(&mut world);
    assert!(before[0] > 200, "{before:?}");
    world.reset_now();
    assert_eq!(seen(&mut world), [0, 0, 0]);
}

#[test]
fn the_orders_of_a_pen_are_written_to_its_fields() {
    let mut world = support::world(
        "WorldInfo { basicTimeStep 16 }\nViewpoint {}\n\
         Robot { name \"r\" controller \"c\" battery [ 0 9 0 ] children [ \
           Pose { translation 0 0 -1 children [ DEF PAPER Shape { geometry Plane { size 1 1 } } ] } \
           DEF P Pen { write FALSE leadSize 0.2 } \
           Camera { rotation 0 1 0 1.5708 width 1 height 1 fieldOfView 0.01 } ] }\n",
    );
    let pen = tag(&world, "pen");
    let get = |world: &World, name: &str| {
        let node = world.scene().find_def("P").unwrap();
        world.get(world.scene().field(node, name).unwrap())
    };
    let orders = [PenOrder::Write(true), PenOrder::Ink([128, 0, 0], 0.5)];
    let commands = orders.map(|order| Command::Pen(pen, order));
    step(&mut world, commands.to_vec());
    assert_eq!(get(&world, "write"), Some(Value::Bool(true)));
    let half = f64::from(128.0_f32 / 255.0);
    let color = Some(Value::Color([half, 0.0, 0.0]));
    assert_eq!(get(&world, "inkColor"), color);
    world.reset_now();
    assert_eq!(get(&world, "write"), Some(Value::Bool(true)));
    // it writes without energy
    let before = world.painted_changes();
    step(&mut world, Vec::new());
    assert!(world.painted_changes() > before);
}

/// What a display shows after a text was written with a font, and what was reported.
fn written(font: &str, files: &[(&str, &[u8])]) -> (Vec<u32>, Vec<ReportKind>) {
    let mut world = support::world_with_bytes(
        "WorldInfo { basicTimeStep 16 }\nViewpoint {}\n\
         Robot { name \"r\" controller \"c\" children [ Display { width 60 height 40 } ] }\n",
        files,
    );
    let set = |name: &str| DisplayOrder::Font {
        face: Some(FontFace::of_name(name)),
        size: 16,
        is_smooth: true,
    };
    let text = || DisplayOrder::Text([2, 2], "Fox".to_owned());
    draw(&mut world, vec![set("Arial"), set(font), text()]);
    let pixels = saved(&mut world);
    let reports = world.take_reports().into_iter();
    let reports = reports.map(|report| report.kind).collect();
    // a state that is written to bytes still knows the font
    let bytes = world.snapshot_bytes();
    draw(&mut world, vec![text()]);
    let again = saved(&mut world);
    world.restore_bytes(&bytes).unwrap();
    draw(&mut world, vec![text()]);
    assert!(saved(&mut world) == again, "{font}");
    (pixels, reports)
}

#[test]
fn displays_write_with_fonts_of_the_project() {
    let serif: &[u8] = include_bytes!("../fonts/LiberationSerif-Regular.ttf");
    let (expected, _) = written("Times New Roman", &[]);
    let (usual, _) = written("Arial", &[]);
    assert!(expected != usual);
    // in the folder of the project, or beside a world that is in no folder `worlds`
    for place in ["../fonts/My Own.ttf", "fonts/My Own.ttf"] {
        let found = written("My Own", &[(place, serif)]);
        assert!(found == (expected.clone(), Vec::new()), "{place}");
    }
    // what is not there, is no font or is no name leaves the font as it was
    let damaged: Vec<u8> = serif.iter().map(|byte| byte ^ 0x11).collect();
    let outside: [(&str, &[u8]); 1] = [("secret.ttf", serif)];
    let no_font = (usual, vec![ReportKind::NoFont]);
    assert_eq!(written("My Own", &[]), no_font);
    assert_eq!(
        written("My Own", &[("fonts/My Own.ttf", &damaged)]),
        no_font
    );
    assert_eq!(
        written("My Own", &[("fonts/My Own.ttf", &serif[..2000])]),
        no_font
    );
    assert_eq!(written("../secret", &outside), no_font);
}

#[test]
fn damaged_fonts_of_a_project_neither_panic_nor_take_memory() {
    let serif: &[u8] = include_bytes!("../fonts/LiberationSerif-Regular.ttf");
    for seed in 0..60_usize {
        let mut damaged = serif.to_vec();
        for at in 0..40 {
            // the tables of measures and outlines are at the beginning and in the middle
            let place = (seed * 7919 + at * 104_729) % damaged.len();
            damaged[place] = damaged[place].wrapping_mul(31).wrapping_add(seed as u8);
        }
        written("Own", &[("fonts/Own.ttf", &damaged)]);
    }
}
