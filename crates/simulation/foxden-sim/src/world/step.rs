//! One step, in the order of the genuine simulator.

use crate::model::Operation;
use crate::world::World;

impl World {
    /// Steps the world by its basic time step.
    pub fn step(&mut self) {
        self.reports.set_step(self.steps_made() + 1);
        // 1. the caller has waited for the controllers
        // 2. what supervisors wrote
        self.forget_brief_contacts();
        self.apply_writes();
        self.dry_ink();
        // 3. before physics, depth first
        self.attach_moved();
        for at in 0..self.model.before_physics.len() {
            self.operate(self.model.before_physics[at]);
        }
        // 4. bodies move, then devices cast rays and feel contacts
        self.move_bodies();
        self.stop_resting();
        self.observe_devices();
        self.give_way();
        // 5. after physics, depth first
        for at in 0..self.model.after_physics.len() {
            self.operate(self.model.after_physics[at]);
        }
        // 6. back to the start
        if std::mem::take(&mut self.state.is_reset_wanted) {
            self.reset();
        }
        // 7. time passes
        self.state.clock += self.model.settings.basic_time_step;
        // 8. sensors that are due, and answers for controllers whose time has come
        self.state.refresh_poses(&self.model);
        self.answer_controllers();
    }

    fn operate(&mut self, operation: Operation) {
        match operation {
            Operation::Drift(solid) => self.drift(solid),
            Operation::Joint(joint) => self.move_joint(joint),
            Operation::Propel(propeller) => self.propel(propeller),
            Operation::Roll(robot) => self.roll(robot),
            Operation::Charge(charger) => self.charge(charger),
            Operation::Run(track) => self.run_track(track),
            Operation::BeforePhysics(device) => self.device_before_physics(device),
            Operation::AfterPhysics(device) => self.device_after_physics(device),
            Operation::Drain(robot) => self.drain(robot),
        }
    }
}
