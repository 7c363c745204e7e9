//! A small program in the sandbox's window that says on standard output what arrives: text, keys, wheel, drags, drops.
//! `tests/window/` sends it real X events and checks the answers. Its canvas shows every kind of mark.
#![allow(clippy::print_stdout)] // its output is its purpose

use collidoscope::draw::palette::Theme;
use collidoscope::draw::{DrawList, Primitive, Role, View};
use collidoscope::shell::pace::Budget;
use collidoscope::shell::painter::Canvas;
use collidoscope::shell::program::{Dropped, Flow, Program, Rescue};
use collidoscope::shell::window::{self, Options};
use glam::Vec2;
use std::path::PathBuf;
use std::sync::Arc;

struct Probe {
    text: String,
    marks: DrawList,
    canvas: Option<egui::Rect>,
    offset: f32,
    runs: bool,
    closes: u32,
    seconds: f64,
    frames: u64,
    rescued: Option<(String, Rescue)>,
}

fn main() {
    let make = Box::new(|_: &egui::Context, _| {
        let probe = Probe {
            text: "hello".to_owned(),
            marks: marks(std::env::var("PROBE_BODIES").ok().and_then(|n| n.parse().ok()).unwrap_or(0)),
            canvas: None,
            offset: -1.0,
            runs: false,
            closes: 0,
            seconds: 0.0,
            frames: 0,
            rescued: None,
        };
        println!("started");
        Box::new(probe) as Box<dyn Program>
    });
    if let Err(reason) = window::open(make, Options::default()) {
        eprintln!("{reason}");
        std::process::exit(1);
    }
    println!("ended");
}

impl Program for Probe {
    fn advance(&mut self, seconds: f32, _budget: Budget) {
        if self.runs {
            self.seconds += f64::from(seconds);
        }
        self.frames += 1;
    }

    fn ui(&mut self, ctx: &egui::Context) {
        ctx.input(|input| input.events.iter().for_each(tell));
        egui::SidePanel::left("left").exact_width(240.0).show(ctx, |ui| {
            if ui.text_edit_singleline(&mut self.text).changed() {
                println!("text {:?}", self.text);
            }
            let scrolled = egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                (0..500).for_each(|row| drop(ui.label(format!("row {row}"))));
            });
            let offset = scrolled.state.offset.y.round(); // egui glides there by fractions of a point
            if offset != self.offset {
                self.offset = offset;
                println!("scrolled {offset}");
            }
        });
        egui::CentralPanel::default().frame(egui::Frame::NONE).show(ctx, |ui| {
            let canvas = ui.allocate_response(ui.available_size(), egui::Sense::click_and_drag());
            self.canvas = Some(canvas.rect);
            if canvas.drag_started() {
                println!("drag started");
            }
            if canvas.dragged() {
                canvas.interact_pointer_pos().inspect(|at| println!("drag {} {}", at.x, at.y));
            }
            if canvas.drag_stopped() {
                println!("drag stopped");
            }
            if canvas.clicked() {
                println!("clicked ctrl={}", ctx.input(|i| i.modifiers.ctrl));
            }
            println!("hovered {}", canvas.hovered());
            println!("zoom {}", ctx.input(egui::InputState::zoom_delta));
        });
        if ctx.input(|i| i.key_pressed(egui::Key::F5)) {
            self.runs = !self.runs;
            println!("runs {} after {:.3} s and {} frames", self.runs, self.seconds, self.frames);
        }
        assert!(!ctx.input(|i| i.key_pressed(egui::Key::F9)), "a breakdown on purpose");
        println!("scale {} size {:?}", ctx.pixels_per_point(), ctx.screen_rect().size());
    }

    fn serve(&mut self) -> Flow {
        if self.closes >= 2 { Flow::Quit } else { Flow::Continue }
    }

    fn canvases(&self, scale: f32) -> Vec<Canvas<'_>> {
        let Some(rect) = self.canvas else { return Vec::new() };
        let place = [rect.min.x, rect.min.y, rect.width(), rect.height()];
        let view = View { center: Vec2::ZERO, height: 12.0 };
        vec![Canvas { list: &self.marks, view, place, scale, theme: Theme::Dark, grid: true }]
    }

    fn is_running(&self) -> bool {
        self.runs
    }

    fn title(&self) -> String {
        format!("Probe – {}", self.text)
    }

    fn close(&mut self) {
        self.closes += 1;
        println!("close asked");
    }

    fn drop_file(&mut self, file: Dropped) {
        println!("dropped {:?} {:?}", file.path, file.bytes.map(|bytes| bytes.len()));
    }

    fn warn(&mut self, text: String) {
        println!("warned {text}");
    }

    fn rescue(&mut self) -> Option<Rescue> {
        if self.rescued.as_ref().is_none_or(|(text, _)| *text != self.text) {
            let (text, changes) = (self.text.clone(), self.frames);
            let rescue = Rescue { name: "probe".to_owned(), origin: None, edits: 1, changes, text: Arc::new(move || text.clone()) };
            self.rescued = Some((self.text.clone(), rescue));
        }
        self.rescued.as_ref().map(|(_, rescue)| rescue.clone())
    }

    fn broke_down(&mut self, message: &str, copy: Option<PathBuf>) {
        println!("broke down: {} copy {copy:?}", message.lines().next().unwrap_or_default());
    }
}

fn tell(event: &egui::Event) {
    match event {
        egui::Event::Key { key, pressed: true, modifiers, .. } => println!("key {} ctrl={}", key.name(), modifiers.ctrl),
        egui::Event::Copy => println!("copy"),
        egui::Event::Cut => println!("cut"),
        egui::Event::Paste(text) => println!("paste {} characters", text.chars().count()),
        egui::Event::PointerButton { button, pressed, .. } => println!("button {button:?} {pressed}"),
        _ => {}
    }
}

/// Every kind of mark, and `bodies` more circles and boxes.
fn marks(bodies: u32) -> DrawList {
    let mut list = DrawList::default();
    for i in 0..bodies {
        let center = Vec2::new((i % 200) as f32 * 0.08 - 8.0, (i / 200) as f32 * 0.08 - 5.0);
        if i % 2 == 0 {
            list.circle(Role::Body, center, 0.035);
        } else {
            list.push(Role::SleepingBody, Primitive::Box { center, half: Vec2::splat(0.03), rotation: Vec2::X, rounding: 0.0 });
        }
    }
    list.push(
        Role::StaticBody,
        Primitive::Box { center: Vec2::new(0.0, -5.0), half: Vec2::new(40.0, 0.5), rotation: Vec2::X, rounding: 0.0 },
    );
    list.circle(Role::Body, Vec2::new(-4.0, 2.0), 0.8);
    list.push(Role::BodyA, Primitive::Capsule { a: Vec2::new(-2.5, 1.5), b: Vec2::new(-1.5, 2.5), radius: 0.4 });
    list.polygon(Role::BodyB, [Vec2::new(0.0, 1.0), Vec2::new(1.5, 1.2), Vec2::new(0.7, 2.6)], 0.0);
    list.polygon(Role::Body, [Vec2::new(2.5, 1.2), Vec2::new(3.7, 1.2), Vec2::new(3.1, 2.2)], 0.3);
    list.polygon(Role::StaticBody, [Vec2::new(5.0, -1.0), Vec2::new(6.5, -1.0), Vec2::new(5.7, 0.8)], 0.1);
    list.arrow(Role::Velocity, Vec2::new(-4.0, 2.0), Vec2::new(-3.0, 3.6));
    list.line(Role::SeparatingAxis, Vec2::new(-5.0, -1.0), Vec2::new(5.0, -2.0));
    list.dot(Role::Contact, Vec2::new(0.7, 0.0), 5.0);
    list.push(Role::Selection, Primitive::Ring { at: Vec2::new(1.5, 0.0), radius_px: 8.0 });
    list.push(Role::Warning, Primitive::Cross { at: Vec2::new(2.3, 0.0), radius_px: 7.0 });
    list.push(Role::BoundingBox, Primitive::Box { center: Vec2::new(-4.0, 2.0), half: Vec2::splat(0.8), rotation: Vec2::X, rounding: 0.0 });
    list.outline(Role::Preview, [Vec2::new(3.0, -2.0), Vec2::new(4.0, -2.5), Vec2::new(4.0, -1.2)]);
    list.polyline(Role::Prediction, (0..40).map(|i| Vec2::new(i as f32 * 0.1 - 2.0, -3.0 + 0.01 * (i * i % 37) as f32)));
    list
}
