//! Tooltips where frames are slow.
//!
//! egui shows no tooltip after a click until the pointer has moved, and takes it for moved only when it sees three
//! places in a tenth of a second. Where frames take longer than that it never does, and no tooltip would come after the
//! first click. So once the pointer has rested after a motion, a click before that motion is forgotten.

use egui::{Context, PointerState, Pos2};

/// How long the pointer rests before a tooltip comes, seconds; longer than the two clicks of a double click are apart.
const REST: f64 = 0.35;

/// A pointer that was moved, with no button down, and may come to rest.
#[derive(Debug, Default)]
pub struct Resting {
    moved: Option<(Pos2, f64)>,
}

impl Resting {
    /// The pointer was moved to a place, in whatever unit the caller has. While a button is held it is a drag, which
    /// lives in what would be forgotten.
    pub fn moved(&mut self, place: Pos2, is_held: bool, now: f64) {
        self.moved = Some((place, now)).filter(|_| !is_held);
    }

    /// A button went down.
    pub fn pressed(&mut self) {
        self.moved = None;
    }

    /// When the pointer will have rested.
    pub fn due(&self) -> Option<f64> {
        self.moved.map(|(_, moved)| moved + REST)
    }

    /// Before a pass: forgets a click that egui would wait after. The place must then be told to egui again.
    pub fn forget_click(&mut self, ctx: &Context, now: f64) -> Option<Pos2> {
        let (place, _) = self.moved.take_if(|(_, moved)| now - *moved >= REST)?;
        let waits = |pointer: &PointerState| pointer.time_since_last_click() < pointer.time_since_last_movement() + 0.1;
        ctx.input(|input| waits(&input.pointer)).then(|| {
            ctx.input_mut(|input| input.pointer = PointerState::default());
            place
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, Order, PointerButton, RawInput, Rect, Response, pos2, vec2};

    /// Two buttons with tooltips and a field, shown in frames of one length by the same calls as the window's.
    struct Slow {
        ctx: Context,
        resting: Resting,
        frame: f64,
        time: f64,
        cured: bool,
        is_held: bool,
        text: String,
        clicks: [u32; 2],
        dragged: f32,
    }

    const LEFT: Pos2 = pos2(40.0, 20.0);
    const RIGHT: Pos2 = pos2(240.0, 20.0);
    const FIELD: Pos2 = pos2(40.0, 80.0);

    impl Slow {
        fn new(frame: f64, cured: bool) -> Slow {
            let ctx = Context::default();
            ctx.style_mut(|style| style.interaction.tooltip_delay = 0.35);
            let (resting, text) = (Resting::default(), String::new());
            let mut slow = Slow { ctx, resting, frame, time: 0.0, cured, is_held: false, text, clicks: [0; 2], dragged: 0.0 };
            slow.pass(Vec::new());
            slow
        }

        fn pass(&mut self, mut events: Vec<Event>) {
            self.time += self.frame;
            for event in &events {
                match event {
                    Event::PointerMoved(place) => self.resting.moved(*place, self.is_held, self.time),
                    Event::PointerButton { pressed, .. } => {
                        self.resting.pressed();
                        self.is_held = *pressed;
                    }
                    _ => {}
                }
            }
            if self.cured {
                events.extend(self.resting.forget_click(&self.ctx, self.time).map(Event::PointerMoved));
            }
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0)));
            let input = RawInput { time: Some(self.time), predicted_dt: self.frame as f32, screen_rect, events, ..RawInput::default() };
            let (clicks, dragged, text) = (&mut self.clicks, &mut self.dragged, &mut self.text);
            let _ = self.ctx.run(input, |ctx| {
                egui::Area::new("all".into()).fixed_pos(Pos2::ZERO).show(ctx, |ui| {
                    let mut put = |name: &str, at: Pos2| -> Response {
                        let button = egui::Button::new(name).sense(egui::Sense::click_and_drag());
                        ui.put(Rect::from_center_size(at, vec2(60.0, 30.0)), button).on_hover_text("what it does")
                    };
                    for (count, response) in clicks.iter_mut().zip([put("left", LEFT), put("right", RIGHT)]) {
                        *count += u32::from(response.clicked()) + 10 * u32::from(response.double_clicked());
                        *dragged += response.drag_delta().x;
                    }
                    ui.put(Rect::from_center_size(FIELD, vec2(60.0, 30.0)), egui::TextEdit::singleline(text));
                });
            });
        }

        fn rest(&mut self, seconds: f64) {
            (0..(seconds / self.frame).ceil() as usize).for_each(|_| self.pass(Vec::new()));
        }

        fn press(&mut self, pos: Pos2, pressed: bool) {
            self.pass(vec![Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }]);
        }

        fn click(&mut self, at: Pos2) {
            self.pass(vec![Event::PointerMoved(at)]);
            self.press(at, true);
            self.press(at, false);
        }

        fn shows_a_tooltip(&self) -> bool {
            self.ctx.memory(|m| m.areas().visible_layer_ids().iter().any(|layer| layer.order == Order::Tooltip))
        }
    }

    #[test]
    fn a_tooltip_comes_after_a_click_in_frames_of_any_length() {
        for frame in [0.016, 0.12, 0.3] {
            for cured in [true, false] {
                let mut slow = Slow::new(frame, cured);
                slow.click(LEFT);
                slow.rest(1.0);
                assert!(!slow.shows_a_tooltip(), "{frame}: none where one has clicked and stays");
                slow.pass(vec![Event::PointerMoved(RIGHT)]);
                slow.rest(1.5);
                // Without the cure: what this is for.
                assert_eq!(slow.shows_a_tooltip(), cured || frame < 0.02, "{frame}, cured: {cured}");
                assert_eq!(slow.clicks, [1, 0]);
            }
        }
    }

    #[test]
    fn clicks_double_clicks_drags_and_the_keyboard_go_on_as_they_were() {
        for frame in [0.016, 0.1, 0.14] {
            let seen = [true, false].map(|cured| {
                let mut slow = Slow::new(frame, cured);
                slow.click(FIELD);
                slow.pass(vec![Event::PointerMoved(LEFT)]);
                slow.rest(0.6);
                slow.pass(vec![Event::Text("ab".into())]);
                slow.click(LEFT);
                // A double click, with a pixel's motion between.
                for pos in [RIGHT, RIGHT + vec2(1.0, 0.0)] {
                    let [down, up] = [true, false].map(|pressed| Event::PointerButton {
                        pos,
                        button: PointerButton::Primary,
                        pressed,
                        modifiers: Modifiers::NONE,
                    });
                    slow.pass(vec![Event::PointerMoved(pos), down, up]);
                }
                // A drag that rests on its way, after a click.
                slow.click(LEFT);
                slow.press(LEFT, true);
                for x in [10.0, 20.0, 30.0] {
                    slow.pass(vec![Event::PointerMoved(LEFT + vec2(x, 0.0))]);
                    slow.rest(0.8);
                    assert!(slow.ctx.input(|input| input.pointer.primary_down()), "{frame}: the button is held");
                }
                slow.press(LEFT + vec2(30.0, 0.0), false);
                slow.pass(Vec::new());
                (slow.text, slow.clicks, slow.dragged)
            });
            assert_eq!(seen[0], seen[1], "frames of {frame} s");
            let (text, [left, right], dragged) = &seen[0];
            assert!(text == "ab" && *left == 2 && *right == 12 && *dragged == 30.0, "{frame}: {:?}", seen[0]);
        }
    }
}
