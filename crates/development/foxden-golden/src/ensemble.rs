//! The recorders of a world, run together in process.

use crate::bands;
use crate::client::RecorderClient;
use crate::recorders::probe::Probe;
use crate::recorders::rec::Rec;
use crate::recorders::sup::{self, RecordedRun, Sup};
use crate::reproducible::NotReproducible;
use crate::table::{
    MotionClass, first_difference, is_near_number, is_same_points, is_same_rotation_text,
    is_same_text, table,
};
use foxden_scene::NodeId;
use foxden_sim::controller::{Answer, Request};
use foxden_sim::dynamics::Method;
use foxden_sim::{RobotIndex, World};

/// More steps than any recording has.
const MAXIMUM_STEPS: usize = 100_000;

/// A recorder of any kind.
enum AnyRecorder {
    Probe(Box<Probe>),
    Rec(Box<Rec>),
    Sup(Box<Sup>),
}

impl AnyRecorder {
    fn of(world: &World, robot: RobotIndex, run: RecordedRun) -> Option<Self> {
        match world.robot(robot)?.controller.as_str() {
            "probe" => Some(Self::Probe(Box::new(Probe::new(world, robot)))),
            "rec" => Some(Self::Rec(Box::new(Rec::new(world, robot)))),
            "sup" => Some(Self::Sup(Box::new(Sup::new(world, robot, run)))),
            _ => None,
        }
    }

    fn client(&mut self) -> &mut RecorderClient {
        match self {
            Self::Probe(probe) => &mut probe.recording.client,
            Self::Rec(rec) => &mut rec.recording.client,
            Self::Sup(sup) => &mut sup.client,
        }
    }

    fn advance(&mut self, world: &mut World, answer: Option<Answer>) -> Option<Request> {
        match self {
            Self::Probe(probe) => probe.advance(world, answer),
            Self::Rec(rec) => rec.advance(world, answer),
            Self::Sup(sup) => sup.advance(world, answer),
        }
    }
}

/// A recorder and the robot that it drives.
struct EnsembleMember {
    node: NodeId,
    controller: String,
    /// What follows the world's name in the file that it wrote.
    suffix: String,
    recorder: AnyRecorder,
    is_running: bool,
}

impl EnsembleMember {
    /// Its robot is gone.
    fn end(&mut self) {
        self.is_running = false;
        if let AnyRecorder::Sup(sup) = &mut self.recorder {
            sup.end();
        }
    }
}

/// What a comparison with recorded tables gave.
pub(crate) enum Compared {
    Equal,
    /// The first difference.
    Different(String),
    /// A table was not recorded; what follows the world's name in its file.
    Missing(String),
}

/// All recorders of a world.
pub(crate) struct Ensemble {
    members: Vec<EnsembleMember>,
    world_name: String,
    run: RecordedRun,
    /// Whether a recorder asked to quit before the last step.
    is_quitting: bool,
}

impl Ensemble {
    pub(crate) fn new(world: &World, world_name: &str, run: RecordedRun) -> Self {
        let mut ensemble = Self {
            members: Vec::new(),
            world_name: world_name.to_owned(),
            run,
            is_quitting: false,
        };
        ensemble.welcome(world);
        ensemble
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// What a recorder did that the harness cannot do.
    pub(crate) fn beyond(&self) -> Option<String> {
        self.members
            .iter()
            .find_map(|member| match &member.recorder {
                AnyRecorder::Probe(probe) => probe.beyond.clone(),
                AnyRecorder::Rec(rec) => rec.beyond.clone(),
                AnyRecorder::Sup(sup) => sup.beyond.clone(),
            })
    }

    /// Takes in robots that are new; returns where they start.
    fn welcome(&mut self, world: &World) -> usize {
        let start = self.members.len();
        for (robot, row) in world.robots() {
            let is_known = self.members.iter().any(|member| member.node == row.node());
            if is_known {
                continue;
            }
            if let Some(recorder) = AnyRecorder::of(world, robot, self.run) {
                self.members.push(EnsembleMember {
                    node: row.node(),
                    controller: row.controller.clone(),
                    suffix: recorded_suffix(&row.arguments, &self.world_name, self.run),
                    recorder,
                    is_running: true,
                });
            }
        }
        start
    }

    /// Steps until the recorders have finished.
    pub(crate) fn run(&mut self, world: &mut World) -> MotionClass {
        let mut motion = MotionClass::of(world);
        self.start(world);
        for _ in 0..MAXIMUM_STEPS {
            if !self.step(world) {
                break;
            }
            motion.has_bodies |= world.has_bodies();
            motion.has_contacts |= world.has_contacts();
        }
        motion
    }

    /// Lets the recorders do what they do before the first step.
    pub(crate) fn start(&mut self, world: &mut World) {
        self.advance_from(world, 0);
    }

    /// Steps the world once, unless the recorders have finished; whether it did.
    pub(crate) fn step(&mut self, world: &mut World) -> bool {
        let is_over = self.is_quitting || self.members.iter().all(|member| !member.is_running);
        // others still see the step in which one quits
        self.is_quitting = self.has_quit();
        if is_over {
            return false;
        }
        world.step();
        for at in 0..self.members.len() {
            let Some(robot) = world.robot_of(self.members[at].node) else {
                self.members[at].end();
                continue;
            };
            if let Some(answer) = world.answer(robot) {
                self.advance(world, at, Some(answer));
            }
        }
        self.restart(world);
        let fresh = self.welcome(world);
        self.advance_from(world, fresh);
        true
    }

    /// What the recorders wrote: the end of the file's name, and its text.
    pub(crate) fn tables(&self) -> Vec<(String, String)> {
        let table = |member: &EnsembleMember| {
            let text = match &member.recorder {
                AnyRecorder::Sup(sup) => sup::table(&sup.rows),
                AnyRecorder::Probe(probe) => table(&probe.recording.header, &probe.recording.rows),
                AnyRecorder::Rec(rec) => table(&rec.recording.header, &rec.recording.rows),
            };
            (member.suffix.clone(), text)
        };
        self.members.iter().map(table).collect()
    }

    fn has_quit(&self) -> bool {
        self.members.iter().any(
            |member| matches!(&member.recorder, AnyRecorder::Sup(sup) if sup.has_quit || sup.reloads),
        )
    }

    /// Whether a recorder asked to load the world again.
    pub(crate) fn reloads(&self) -> bool {
        self.members
            .iter()
            .any(|member| matches!(&member.recorder, AnyRecorder::Sup(sup) if sup.reloads))
    }

    fn advance_from(&mut self, world: &mut World, start: usize) {
        for at in start..self.members.len() {
            self.advance(world, at, None);
        }
    }

    fn advance(&mut self, world: &mut World, at: usize, answer: Option<Answer>) {
        let member = &mut self.members[at];
        let Some(robot) = world.robot_of(member.node) else {
            member.end();
            return;
        };
        member.recorder.client().robot = robot;
        let request = member.recorder.advance(world, answer);
        // it may have changed the scene, and with it the numbers of robots
        match (request, world.robot_of(member.node)) {
            (Some(request), Some(robot)) => world.submit(robot, request),
            (Some(_), None) => member.end(),
            (None, _) => member.is_running = false,
        }
    }

    /// Controllers that were to start again do.
    fn restart(&mut self, world: &mut World) {
        let mut wanted = Vec::new();
        for member in &mut self.members {
            if let AnyRecorder::Sup(sup) = &mut member.recorder {
                wanted.append(&mut sup.restarts);
            }
        }
        // another controller is started in the step that brings it
        for member in &mut self.members {
            let robot = world.robot_of(member.node);
            if let Some(row) = robot.and_then(|robot| world.robot(robot))
                && row.controller != member.controller
            {
                member.controller.clone_from(&row.controller);
                member.is_running = false;
                wanted.push(member.node);
            }
        }
        for node in wanted {
            let found = self.members.iter().position(|member| member.node == node);
            let robot = world.robot_of(node);
            if let (Some(at), Some(robot)) = (found, robot)
                && let Some(recorder) = AnyRecorder::of(world, robot, self.run)
            {
                world.restart_controller(robot);
                self.members[at].recorder = recorder;
                self.members[at].is_running = true;
                self.advance(world, at, None);
            }
        }
    }

    /// Compares what was found with what was recorded.
    pub(crate) fn difference(
        &self,
        recorded: impl Fn(&str) -> Option<String>,
        motion: MotionClass,
        limits: &NotReproducible,
        physics: Method,
    ) -> Compared {
        let reloads = self.reloads();
        for member in &self.members {
            if reloads && !matches!(member.recorder, AnyRecorder::Sup(_)) {
                // it starts again after the reload and writes its table again
                continue;
            }
            let Some(mut recorded) = recorded(&member.suffix) else {
                return Compared::Missing(member.suffix.clone());
            };
            let (header, rows) = match &member.recorder {
                AnyRecorder::Sup(sup) => {
                    if reloads {
                        // a title and the rows before the reload
                        recorded = first_lines(&recorded, 1 + sup.rows.len());
                    }
                    if let Some(difference) = script_difference(&recorded, &sup.rows, motion) {
                        return Compared::Different(difference);
                    }
                    continue;
                }
                AnyRecorder::Probe(probe) => (&probe.recording.header, &probe.recording.rows[..]),
                AnyRecorder::Rec(rec) => (&rec.recording.header, &rec.recording.rows[..]),
            };
            let mut rows = limits.applied(header, rows);
            // one recorder ends the simulation for the others
            if self.members.len() > 1 {
                rows.truncate(recorded.lines().count().saturating_sub(1));
            }
            let difference = match physics {
                Method::Exact | Method::ExactOnly => {
                    first_difference(&recorded, header, &rows, motion)
                }
                Method::Fast => bands::first_outside(&recorded, header, &rows, motion),
            };
            if let Some(difference) = difference {
                return Compared::Different(difference);
            }
        }
        Compared::Equal
    }
}

/// The first difference between the recorded table of a script and found rows.
pub(crate) fn script_difference(
    recorded: &str,
    rows: &[sup::RecordedRow],
    motion: MotionClass,
) -> Option<String> {
    let recorded = sup::read_rows(recorded);
    let mut found = rows.iter();
    for [number, time, command, result] in &recorded {
        let Some(row) = found.next() else {
            return Some(format!("row {number} is missing"));
        };
        if *number != row.number.to_string() || *command != row.command {
            let (at, other) = (row.number, &row.command);
            return Some(format!(
                "row {number}, {command}: found row {at}, {other} instead"
            ));
        }
        if !is_near_number(time, row.time, motion) {
            let at = row.time;
            return Some(format!("row {number}: recorded at {time}, found at {at}"));
        }
        let is_same = match command.split(' ').next() {
            // the order of fields is that of the recorded program's own tables
            Some("fields" | "pfields") => is_same_set(result, &row.result, " ", motion),
            Some("export") => is_same_set(result, &row.result, "\\n", motion),
            Some("contacts") => is_same_points(result, &row.result, ' ', motion),
            // the axis of a turn that is rounding only may point anywhere
            Some("get") if command.ends_with(" rotation") => {
                is_same_text(result, &row.result, motion)
                    || is_same_rotation_text(result, &row.result, motion)
            }
            _ => is_same_text(result, &row.result, motion),
        };
        if !is_same {
            let shown = &row.result;
            return Some(format!(
                "row {number}, {command}: recorded {result:?}, found {shown:?}"
            ));
        }
    }
    None
}

fn first_lines(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(count).collect()
}

/// What follows the world's name in the file that a recorder wrote.
fn recorded_suffix(arguments: &[String], name: &str, run: RecordedRun) -> String {
    let named = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("out="));
    let out = named.or(arguments.first().map(String::as_str));
    let file = out.and_then(|out| out.rsplit('/').next());
    let suffix = file
        .and_then(|file| file.strip_prefix(name))
        .filter(|suffix| suffix.ends_with(".csv"))
        .unwrap_or(".csv");
    let is_reloadable = arguments.get(1).is_some_and(|word| word == "reloadable");
    match (run, is_reloadable, suffix.strip_suffix(".csv")) {
        (RecordedRun::AfterReload, true, Some(start)) => format!("{start}__2.csv"),
        _ => suffix.to_owned(),
    }
}

/// Whether two texts have the same parts in any order, but for rounding.
fn is_same_set(recorded: &str, found: &str, between: &str, motion: MotionClass) -> bool {
    let mut left: Vec<&str> = found.split(between).collect();
    let is_there = recorded.split(between).all(|part| {
        let same = left
            .iter()
            .position(|other| is_same_text(part, other, motion));
        same.map(|at| left.swap_remove(at)).is_some()
    });
    is_there && left.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_be_in_any_order_and_rounded() {
        let is_same = |one, other| is_same_set(one, other, "/", MotionClass::default());
        assert!(is_same("a 1/b 2", "b 2/a 1.0000000000001"));
        assert!(!is_same("a 1/b 2", "b 2/a 1.1"));
        assert!(!is_same("a 1/a 1", "a 1/b 2"));
        assert!(!is_same("a 1", "a 1/b 2"));
    }
}
