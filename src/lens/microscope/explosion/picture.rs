//! What is drawn: the reach, and of the body that a frame speaks of its nearest point, line of sight, silhouette and
//! impulse.

use super::reel::Moment;
use super::run::{Reached, Run, Whence};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::explosion::BlastPush;
use crate::engine::math::Vec2;
use crate::lens::microscope::part::{Part, PartKind};
use crate::lens::{bodies, explosions};
use crate::scene::explosion::Explosion;

/// Points of a picture in which the reach is seen whole.
const REACH_PX: f32 = 200.0;

/// The nearest point of a body, and its impulse.
pub(super) const POINT: Part = Part::of(PartKind::Nearest);
/// The line of sight.
pub(super) const SIGHT: Part = Part::of(PartKind::Search);
/// The silhouette.
pub(super) const WIDTH: Part = Part::of(PartKind::Overlap);

pub(super) fn draw(run: &Run, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::World;
    run.around.iter().for_each(|(shape, pose)| bodies::shape(list, Role::GridAxis, shape, *pose));
    let given = given(run, moment);
    explosions::draw(&run.blast, &given, run.blast.radius / REACH_PX, list);
    if let Some(body) = moment.body().map(|k| &run.bodies[k]) {
        body.shapes.iter().for_each(|(shape, pose)| bodies::shape(list, Role::Selection, shape, *pose));
        of_body(run, body, moment, list);
    }
    let so_far = Explosion { step: 0, mine: None, blast: run.blast, pushes: given };
    explosions::chart(&run.blast, Some(&so_far), list);
    if let Some(body) = moment.body().map(|k| &run.bodies[k]).filter(|body| !body.is_beyond) {
        list.sheet = Sheet::Diagram;
        let list = &mut list.of(SIGHT);
        let at = |factor: f32| explosions::on_chart(&run.blast, body.distance, factor);
        list.line(Role::SearchDirection, at(0.0), at(1.0));
        if let (Moment::Law(_) | Moment::Push(_), Some((_, factor))) = (moment, body.push) {
            list.ring(Role::Selection, at(factor), 7.0);
        }
    }
}

/// What bodies got before and at a moment.
pub(super) fn given(run: &Run, moment: Moment) -> Vec<BlastPush> {
    let told = match moment {
        Moment::Start => 0,
        Moment::Result => return run.pushes.clone(),
        Moment::Push(k) => k + 1,
        Moment::Nearest(k) | Moment::Sight(k) | Moment::Width(k) | Moment::Law(k) => k,
    };
    run.bodies[..told].iter().filter_map(|body| body.push.map(|(push, _)| push)).collect()
}

fn of_body(run: &Run, body: &Reached, moment: Moment, list: &mut DrawList) {
    let at = run.blast.at;
    {
        let list = &mut list.of(SIGHT);
        match (moment, &body.sight) {
            (Moment::Sight(_), Some(Some((_, hidden_at)))) => {
                list.line(Role::SearchDirection, at, *hidden_at);
                list.line(Role::Projection, *hidden_at, body.point);
                list.cross(Role::Miss, *hidden_at, 7.0);
            }
            _ => list.line(Role::SearchDirection, at, body.point),
        }
    }
    list.of(POINT).dot(Role::Contact, body.point, 4.5);
    if let (Moment::Width(_) | Moment::Law(_) | Moment::Push(_), Some([right, left])) = (moment, body.ends) {
        let list = &mut list.of(WIDTH);
        list.line(Role::Silhouette, right, left);
        [right, left].into_iter().for_each(|end| list.dot(Role::Silhouette, end, 3.0));
    }
    if matches!(moment, Moment::Push(_)) {
        list.ring(Role::QuietText, body.center, 4.0);
    }
    let is_crowded = matches!(run.whence, Whence::Beside(_));
    if !is_crowded {
        list.label(Role::Text, body.center, Vec2::ZERO, 5, body.name.clone());
    }
}
