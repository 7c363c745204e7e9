//! An animated GIF of a part of the run, made a few frames at a time so that the window goes on.

use crate::app::animation::Animation;
use crate::app::effect::Effect;
use crate::app::exported::Exported;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::DrawList;
use crate::draw::gif::{Gif, MOST_FRAMES, pace};
use crate::draw::svg::Figure;
use crate::lens::LensInput;

/// Widest picture of an animation, pixels.
const WIDEST: f32 = 800.0;

/// Something done with an animation of the run.
#[derive(Clone, Debug, PartialEq)]
pub enum AnimationCommand {
    /// Asks for a file and writes the repeated part of the run, or all of it.
    Ask,
    /// Gives up the one that is being made.
    Stop,
}

impl App {
    /// The animation that is being made.
    pub fn animation(&self) -> Option<&Animation> {
        self.animation.as_ref()
    }

    pub(super) fn apply_animation(&mut self, command: AnimationCommand) {
        match command {
            AnimationCommand::Ask if self.is_scene_hidden() => {
                self.notify(NoticeKind::Warning, "Go back to the scene first: an animation shows its run.");
            }
            AnimationCommand::Ask => {
                self.exported = Exported::Animation;
                self.effects.push(Effect::AskExport { name: format!("{}.gif", self.file_stem()) });
            }
            AnimationCommand::Stop => self.animation = None,
        }
    }

    /// The file for an animation was chosen.
    pub(super) fn export_animation(&mut self, path: &str) {
        let is_gif = path.to_ascii_lowercase().ends_with(".gif");
        let begun = if is_gif { self.begin_animation(path) } else { Err("its name must end in .gif".into()) };
        if let Err(why) = begun {
            self.notify(NoticeKind::Error, format!("No animation: {why}."));
        }
    }

    /// Begins an animation of the repeated part of the run, or of all of it.
    fn begin_animation(&mut self, path: &str) -> Result<(), String> {
        let [from, to] = self.range.unwrap_or([self.timeline.first_step(), self.timeline.last_step()]);
        let to = to.min(self.timeline.last_step());
        let (stride, hundredths) = pace(self.stage().world().settings().step_hz, self.speed);
        let steps: Vec<u64> = (from..=to).step_by(stride as usize).collect();
        if steps.len() < 2 {
            return Err("nothing has run yet: play the scene first, then export what was recorded".into());
        }
        if steps.len() as u64 > MOST_FRAMES {
            return Err(format!("that would be {} frames, at most {MOST_FRAMES} are made: choose a part with the loop", steps.len()));
        }
        let canvas = self.camera.canvas;
        let scale = (WIDEST / canvas.x.max(1.0)).min(1.0);
        let size = [canvas.x, canvas.y].map(|side| (side * scale).round().max(1.0) as u32);
        let (run, view) = (self.timeline.clone(), self.camera.view());
        self.animation = Some(Animation { gif: Gif::new(hundredths)?, run, path: path.to_owned(), steps, done: 0, size, view });
        Ok(())
    }

    /// Makes frames until time is up; at the end the file is written.
    pub(super) fn advance_animation(&mut self, time_left: &mut dyn FnMut() -> bool) {
        let Some(mut animation) = self.animation.take() else { return };
        while let Some(step) = animation.steps.get(animation.done).copied() {
            animation.run.seek(step);
            if let Err(why) = self.add_frame(&mut animation) {
                return self.notify(NoticeKind::Error, format!("No animation: {why}"));
            }
            animation.done += 1;
            if !time_left() {
                break;
            }
        }
        if animation.done < animation.steps.len() {
            self.animation = Some(animation);
            return;
        }
        let Animation { gif, path, .. } = animation;
        self.effects.push(Effect::WriteFigure { path, bytes: gif.finish() });
    }

    fn add_frame(&self, animation: &mut Animation) -> Result<(), String> {
        let Animation { gif, run, size: [width, height], view, .. } = animation;
        let (stage, mut list) = (run.stage(), DrawList::default());
        let metres_per_px = view.height / *height as f32;
        let input = LensInput { stage, pair: None, chosen: &[], turn: 0, metres_per_px, films: None, document: Some(&self.document) };
        let of_all: Vec<&str> = self.lenses.iter().copied().filter(|id| !crate::lens::looks_inside(id)).collect();
        crate::lens::compose(&input, &of_all, &mut list);
        self.draw_traces(stage.step_count(), &mut list);
        let (width, height, theme) = (*width, *height, self.theme);
        gif.add(&list, &Figure { width, height, view: *view, theme, grid: self.settings.grid, title: None })
    }
}
