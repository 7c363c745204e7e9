//! Compares this engine with Rapier and Box2D: the same scenes, step times side by side, and the quality of the
//! result beside them.
//!
//! | file | what is in it |
//! |---|---|
//! | `scene` | a scene as a value: the numbers that are equal for all engines |
//! | `scenes/` | the speed scenes |
//! | `engines/` | one adapter per engine |
//! | `stage` | a scene running in an engine |
//! | `measure` | penetration, energy, joint gaps … of a running scene, by one and the same ruler for all engines |
//! | `speed` | timed runs |
//! | `quality/` | scenes with a known answer |
//! | `report`, `plot` | the table, the JSON file, the plot |
//! | `command_line` | arguments |

pub mod command_line;
pub mod engines;
pub mod measure;
pub mod plot;
pub mod quality;
pub mod report;
pub mod scene;
pub mod scenes;
pub mod speed;
pub mod stage;
