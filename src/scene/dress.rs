//! What a running scene shows and no motion depends on: lamps, curves, groups, skins, the look of smoke.

use super::document::{Document, LightDoc, PlaneCurveDoc, SmokeView};
use super::group_tree::Groups;
use super::stage::Stage;
use super::wardrobe::Wardrobe;
use std::sync::Arc;

/// All of that, of one document.
#[derive(Clone, Debug)]
pub struct Dress {
    lights: Vec<LightDoc>,
    curves: Vec<PlaneCurveDoc>,
    groups: Arc<Groups>,
    wardrobe: Arc<Wardrobe>,
    smoke: Vec<(String, SmokeView)>,
}

impl Dress {
    /// Of a document.
    pub fn of(document: &Document) -> Dress {
        Dress {
            lights: document.lights.clone(),
            curves: document.curves.clone(),
            groups: Arc::new(Groups::of(document)),
            wardrobe: Arc::new(Wardrobe::of(document)),
            smoke: document.smoke.iter().map(|smoke| (smoke.id.clone(), smoke.shows)).collect(),
        }
    }

    /// True when something of it differs in two documents.
    pub fn differs(a: &Document, b: &Document) -> bool {
        a.lights != b.lights
            || a.curves != b.curves
            || a.groups != b.groups
            || a.pictures != b.pictures
            || a.smoke != b.smoke
            || a.bodies.len() != b.bodies.len()
            || a.bodies.iter().zip(&b.bodies).any(|(a, b)| (&a.group, &a.skin, &a.id) != (&b.group, &b.skin, &b.id))
    }
}

impl Stage {
    /// Shows that from now on; the motion stays as it is.
    pub fn wear(&mut self, dress: &Dress) {
        self.lights.clone_from(&dress.lights);
        self.curves.clone_from(&dress.curves);
        self.wardrobe = dress.wardrobe.clone();
        // A launcher that chooses its target by its group goes by the groups of its own time.
        if self.launchers.iter().all(|launcher| launcher.only.group.is_none()) {
            self.groups = dress.groups.clone();
        }
        for air in &mut self.airs {
            if let Some((_, shows)) = dress.smoke.iter().find(|(id, _)| *id == air.doc.id) {
                air.doc.shows = *shows;
            }
        }
    }
}
