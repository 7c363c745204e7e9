//! Undo and redo.

/// Past and future states.
#[derive(Default)]
pub struct History {}

impl History {
    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        todo!("app")
    }
    /// What redo would bring back.
    pub fn redo_label(&self) -> Option<&str> {
        todo!("app")
    }
}
