//! Explosions: a click sets one off, a drag sets its reach first.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::run::RunCommand;
use crate::app::program::App;
use crate::draw::DrawList;
use crate::engine::explosion::{Blast, BlastLaw};
use crate::engine::math::Vec2;
use crate::lens::explosions;
use crate::scene::stage::Input;

/// The explosion tool.
pub const EXPLODE: Tool = Tool {
    id: "explode",
    name: "Explosion",
    key: 'Y',
    icon: Icon::Letter('\u{EE0A}'), // bomb
    explanation: "Click: an explosion there pushes all bodies in its reach. Drag: how far it reaches. Enter: how it fades and whether bodies shield. Backspace: how strong.",
    hint: |app| match app.tool.gesture {
        Gesture::Drag { .. } => "Let go to set it off with this reach",
        _ => "Click to set it off · Drag for its reach · Enter: how it fades · Backspace: how strong",
    },
    pointer,
    draw,
    confirm: |app| {
        app.tool.blast = next_law(app.tool.blast);
        true
    },
    take_back: |app| {
        let now = STRENGTHS.iter().position(|strength| *strength == app.tool.blast.strength).unwrap_or(0);
        app.tool.blast.strength = STRENGTHS[(now + 1) % STRENGTHS.len()];
        true
    },
    ..Tool::PLAIN
};

/// Strengths that Backspace goes through, N·s/m; the last one pulls.
const STRENGTHS: [f32; 5] = [20.0, 80.0, 320.0, 5.0, -20.0];

/// The three laws without shielding, then with it.
fn next_law(blast: Blast) -> Blast {
    match blast.law {
        BlastLaw::Inverse => Blast { law: BlastLaw::InverseSquare, ..blast },
        BlastLaw::InverseSquare => Blast { law: BlastLaw::Constant, ..blast },
        BlastLaw::Constant => Blast { law: BlastLaw::Inverse, shielded: !blast.shielded, ..blast },
    }
}

fn pointer(app: &mut App, event: PointerEvent) {
    if let Some((from, p)) = app.finished_drag(event, |_, at| at) {
        let blast = reaching(app, from, p.world);
        app.tool.blast = blast;
        app.apply(RunCommand::Input(Input::Explode(blast)));
    }
}

/// The explosion of a drag; of a click, as far as the last one.
fn reaching(app: &App, from: Vec2, to: Vec2) -> Blast {
    let radius = if app.is_drag(from, to) { (to - from).length() } else { app.tool.blast.radius };
    Blast { at: from, radius, ..app.tool.blast }
}

/// What a click would do: the same function that will do it.
fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some(pointer) = pointer else { return };
    let blast = match app.tool.gesture {
        Gesture::Drag { from } => reaching(app, from, pointer.world),
        _ => Blast { at: pointer.world, ..app.tool.blast },
    };
    explosions::show(&blast, &blast.pushes(app.stage().world(), None), app.camera.metres_per_px(), list);
}
