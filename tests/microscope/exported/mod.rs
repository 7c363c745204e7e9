//! Unit tests as the program exports them: not formatted, numbers as they come.

mod sat_1_typical;
mod sat_3_identical;
mod gjk_1_typical;
mod gjk_7_point_segment;
mod epa_2_round;
mod clip_4_endless_ground;
mod clip_9_ball;
mod race_8_capsules;
mod toi_2_bullet;
