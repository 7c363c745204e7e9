//! Bodies that the last step took out of the motion, in words.

use super::stage::Stage;
use crate::engine::tuning;
use crate::engine::world::Loss;

impl Stage {
    /// Which bodies were frozen in the last step and why, a sentence without its stop for each reason; after `most`
    /// names the others are counted.
    pub fn lost(&self, most: usize) -> Vec<String> {
        let told = self.world().events().lost().into_iter().filter(|(_, bodies)| !bodies.is_empty());
        told.map(|(loss, bodies)| {
            let names = bodies.iter().take(most).map(|id| self.names().bodies.name(*id).unwrap_or("a body"));
            let mut names: Vec<String> = names.map(str::to_owned).collect();
            if bodies.len() > most {
                names.push(format!("{} more", bodies.len() - most));
            }
            let (is, was) = if bodies.len() == 1 { ("is", "was") } else { ("are", "were") };
            let why = match loss {
                Loss::LeftWorld => format!("left the world ({:.0} km)", 1e-3 * tuning::MAX_COORDINATE),
                Loss::NotFinite => format!("{is} no longer finite"),
            };
            format!("{} {why} and {was} frozen", names.join(", "))
        })
        .collect()
    }
}
