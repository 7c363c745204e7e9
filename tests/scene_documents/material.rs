//! Random materials.

use super::maybe;
use collidoscope::scene::document::MaterialDoc;
use rand::Rng;
use rand_pcg::Pcg32;

pub fn material(rng: &mut Pcg32) -> MaterialDoc {
    let density = maybe(rng, |rng| rng.random_range(0.0..10.0f32).max(1e-6));
    let friction = maybe(rng, |_| -0.0);
    MaterialDoc {
        density,
        friction,
        // Never below that of sliding, which has a default.
        static_friction: density.filter(|_| friction.is_some()),
        restitution: maybe(rng, |rng| rng.random_range(0.0..=1.0)),
    }
}
