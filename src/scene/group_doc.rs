//! Groups of a scene: things that are moved, turned and scaled as one.
//!
//! A group is a frame in a tree ([`crate::engine::frames`]). What stands in it names it in its field `group`; a group
//! may stand in another. The file keeps all places of bodies, joints, launchers and lamps in the world: moving a group
//! moves them there, and their coordinates in the group stay.

use crate::engine::frames::Placement;

/// A group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupDoc {
    /// Unique among groups.
    pub id: String,
    /// The group that it stands in; `None` = the world.
    pub group: Option<String>,
    /// How its frame stands in that one.
    pub placement: Placement,
}
