//! What the pen remembers: the lines drawn so far.

use egui::Pos2;

/// Most points that are kept; the oldest line leaves first.
const MOST: usize = 20_000;
/// Points nearer than this to the last one are left out, points of the screen.
const LEAST: f32 = 1.5;

/// What the pen remembers.
#[derive(Default)]
pub(crate) struct Pen {
    pub is_down: bool,
    /// Drawn lines; true: broad and transparent, as by a highlighter.
    pub lines: Vec<(bool, Vec<Pos2>)>,
}

impl Pen {
    /// Goes on with the last line, or begins one.
    pub fn add(&mut self, at: Pos2, begins: bool, is_broad: bool) {
        match self.lines.last_mut() {
            Some((_, line)) if !begins => {
                if line.last().is_none_or(|last| last.distance(at) >= LEAST) {
                    line.push(at);
                }
            }
            _ => self.lines.push((is_broad, vec![at])),
        }
        if self.lines.len() > 1 && self.lines.iter().map(|(_, line)| line.len()).sum::<usize>() > MOST {
            self.lines.remove(0);
        }
    }
}
