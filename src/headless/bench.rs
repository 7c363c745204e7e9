//! `bench`: how long a step takes.
//!
//! Every scene runs from its start; each step is timed on its own, so that the slowest one, which a person would
//! feel, does not hide in the mean.

use super::arguments::BenchOptions;
use super::host::{Host, print};
use super::source;
use crate::scene::shipped;

/// Measures the scenes and prints a table.
///
/// # Errors
/// A scene does not load or comes to stand still, or standard output is gone.
pub fn bench(options: &BenchOptions, host: &mut dyn Host) -> Result<(), String> {
    let names: Vec<&str> = match &options.name {
        Some(name) => vec![name],
        None => shipped::scenes().iter().map(|scene| scene.name).collect(),
    };
    print(host, &format!("{:<20} {:>7} {:>9} {:>11} {:>11}\n", "scene", "bodies", "contacts", "mean ms", "slowest ms"))?;
    for name in names {
        let (_, mut stage) = source::stage_at(name, 0, host)?;
        let (mut total, mut slowest, mut contacts) = (0.0_f64, 0.0_f64, 0);
        for _ in 0..options.steps {
            let start = host.seconds();
            source::step(&mut stage).map_err(|why| format!("{name}: {why}"))?;
            let took = host.seconds() - start;
            total += took;
            slowest = slowest.max(took);
            contacts = contacts.max(stage.world().contact_count());
        }
        let bodies = stage.names().bodies.list().len();
        let mean = 1000.0 * total / options.steps as f64;
        print(host, &format!("{name:<20} {bodies:>7} {contacts:>9} {mean:>11.4} {:>11.4}\n", 1000.0 * slowest))?;
    }
    Ok(())
}
