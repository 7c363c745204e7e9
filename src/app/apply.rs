use super::{App, Command};

#[allow(unused_variables)]
impl App {
    /// A program with the welcome scene open, running.
    pub fn welcome() -> App {
        todo!("app")
    }
    /// A program with an empty scene (a ground), paused.
    pub fn empty() -> App {
        todo!("app")
    }
    /// Carries out one command. What cannot be done is said in a notice and changes nothing.
    pub fn apply(&mut self, command: Command) {
        todo!("app")
    }
    /// Lets `dt` seconds of real time pass. `time_left` says whether this frame may take another step.
    pub fn tick(&mut self, dt: f32, time_left: &mut dyn FnMut() -> bool) {
        todo!("app")
    }
}
