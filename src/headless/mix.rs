//! `mix`: what each rule makes of the materials of a scene, pair by pair.

use super::arguments::MixOptions;
use super::host::{Host, print};
use super::source;
use crate::engine::material::Material;
use crate::engine::mixing::{Coefficient, MIXES, Mixing};
use crate::scene::document::MaterialDoc;
use crate::scene::problem::visible;
use std::fmt::Write;

/// Prints a table of friction, one of static friction if a material has its own, then one of restitution: a row a
/// pair, a column a rule; the scene's own rule has a star.
///
/// # Errors
/// The scene does not load, or standard output is closed.
pub fn mix(options: &MixOptions, host: &mut dyn Host) -> Result<(), String> {
    let document = source::load(&options.scene, host)?;
    let standard = ("standard".to_owned(), MaterialDoc::default().material());
    let named = document.materials.iter().map(|(name, material)| (name.clone(), material.material()));
    let materials: Vec<(String, Material)> = std::iter::once(standard).chain(named).collect();
    let has_grip = materials.iter().any(|(_, material)| material.grip() > material.friction);
    let tables = TABLES.iter().filter(|table| has_grip || table.title != GRIP);
    print(host, &tables.map(|which| table(&materials, document.world.mixing, which)).collect::<Vec<_>>().join("\n"))
}

/// What a table tells.
struct Table {
    title: &'static str,
    which: Coefficient,
    number: fn(&Material) -> f32,
}

const GRIP: &str = "static friction";
const TABLES: [Table; 3] = [
    Table { title: "friction", which: Coefficient::Friction, number: |material| material.friction },
    Table { title: GRIP, which: Coefficient::Friction, number: Material::grip },
    Table { title: "restitution", which: Coefficient::Restitution, number: |material| material.restitution },
];

fn table(materials: &[(String, Material)], own: Mixing, &Table { title, which, number }: &Table) -> String {
    let rules: Vec<_> = MIXES.iter().filter(|row| row.of_friction || which == Coefficient::Restitution).collect();
    let name = |at: usize| visible(&materials[at].0);
    let pairs: Vec<(usize, usize)> = (0..materials.len()).flat_map(|b| (0..=b).map(move |a| (a, b))).collect();
    let heads: Vec<String> = pairs.iter().map(|&(a, b)| format!("{} · {}", name(a), name(b))).collect();
    let width = heads.iter().map(|head| head.chars().count()).max().unwrap_or(0).max(title.len());
    let mut out = format!("{title:width$}");
    for row in &rules {
        let star = if own.rule(which) == row.mix { "*" } else { "" };
        let _ = write!(out, "  {:>16}", format!("{}{star}", row.id));
    }
    out.push('\n');
    for (head, &(a, b)) in heads.iter().zip(&pairs) {
        let _ = write!(out, "{head}{}", " ".repeat(width - head.chars().count()));
        for row in &rules {
            let mixing = Mixing { friction: row.mix, restitution: row.mix, ..own };
            let [x, y] = [a, b].map(|at| f64::from(number(&materials[at].1)));
            let _ = write!(out, "  {:>16.4}", mixing.mix(which, x, y));
        }
        out.push('\n');
    }
    out
}
