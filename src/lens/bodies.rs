//! The bodies themselves: what every picture starts with.
use super::LensInput;
use crate::draw::DrawList;

/// All bodies (shapes filled by kind, a line from the centre that shows rotation), launchers and projectiles.
pub fn draw(_input: &LensInput<'_>, _list: &mut DrawList) {
    todo!("lens")
}
