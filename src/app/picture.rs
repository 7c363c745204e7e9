//! The picture on the canvas.
use super::App;
use crate::draw::DrawList;

#[allow(unused_variables)]
impl App {
    /// Everything on the canvas and in the side sheets, back to front: grid, bodies, lenses, selection, tool.
    pub fn picture(&self, list: &mut DrawList) {
        todo!("app")
    }
}
