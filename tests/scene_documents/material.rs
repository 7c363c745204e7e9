//! Random materials.

use super::maybe;
use collidoscope::scene::document::MaterialDoc;
use rand::Rng;
use rand_pcg::Pcg32;

pub fn material(rng: &mut Pcg32) -> MaterialDoc {
    let density = maybe(rng, |rng| rng.random_range(0.0..10.0f32).max(1e-6));
    MaterialDoc {
        density,
        friction: maybe(rng, |_| -0.0),
        static_friction: density,
        restitution: maybe(rng, |rng| rng.random_range(0.0..=1.0)),
    }
}
