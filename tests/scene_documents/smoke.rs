//! Random smoke.

use super::{maybe, number, pick, vector};
use collidoscope::engine::body::BodyId;
use collidoscope::scene::air::AirPush;
use collidoscope::scene::document::{BodyDoc, Document, SmokeDoc, SmokeSourceDoc};
use collidoscope::scene::smoke_doc::SMOKE_VIEWS;
use collidoscope::smoke::{Fields, Grid, Settings};
use rand::Rng;
use rand_pcg::Pcg32;
use std::collections::BTreeMap;

pub fn smoke(rng: &mut Pcg32, id: String, bodies: &[BodyDoc]) -> SmokeDoc {
    let source = |rng: &mut Pcg32| SmokeSourceDoc {
        body: maybe(rng, |rng| pick(rng, bodies).id.clone()),
        position: vector(rng, 100.0),
        radius: rng.random_range(0.01..10.0),
        dye: rng.random_range(0.0..1000.0),
        warmth: number(rng, 1000.0),
        wind: vector(rng, 100.0),
    };
    let width = rng.random_range(1.0..100.0);
    SmokeDoc {
        id,
        center: vector(rng, 100.0),
        width,
        height: width * rng.random_range(0.9..1.1),
        cells: rng.random_range(8..17),
        is_open: rng.random_bool(0.5),
        shows: pick(rng, SMOKE_VIEWS).1,
        settings: Settings {
            diffusion: rng.random_range(0.0..1.0),
            viscosity: rng.random_range(0.0..1.0),
            buoyancy: number(rng, 100.0),
            cooling: rng.random_range(0.0..10.0),
            fading: rng.random_range(0.0..10.0),
            confinement: rng.random_range(0.0..10.0),
        },
        coupling: rng.random_range(0.0..10.0),
        sources: (0..rng.random_range(0..3)).map(|_| source(rng)).collect(),
    }
}

pub fn fields(rng: &mut Pcg32, grid: &Grid) -> Fields {
    let mut fields = Fields::still(grid);
    for values in fields.arrays_mut() {
        values.iter_mut().for_each(|value| *value = number(rng, 100.0));
    }
    fields
}

/// A region that pushes nobody is not told of.
pub fn all_pushes(rng: &mut Pcg32, document: &Document) -> BTreeMap<String, Vec<AirPush>> {
    let count = document.bodies.len().min(2) as u32;
    let push = |rng: &mut Pcg32, body| AirPush { body: BodyId(body), impulse: vector(rng, 10.0), turn: number(rng, 10.0) };
    let regions = document.smoke.iter().filter(|_| count > 0);
    regions.map(|smoke| (smoke.id.clone(), (0..count).map(|body| push(rng, body)).collect())).collect()
}
