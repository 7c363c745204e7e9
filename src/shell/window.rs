//! The window: opened once, then one frame after the other, each of which may fail without taking the program with it.

use super::gui::{Gui, backend};
use super::pace::{Budget, Next, Pace};
use super::painter::Painter;
use super::program::{Dropped, Flow, Program};
use super::script::{Script, ScriptRequest};
use super::waker::Waker;
use super::{icon, pixels, rescue};
use macroquad::conf::UpdateTrigger;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Smallest useful size and the size at the start, points.
const SIZE: [u32; 2] = [1280, 800];
/// After this many breakdowns in a row the program gives up.
const PATIENCE: u32 = 3;

/// Width and height of the window, points.
pub fn size() -> [u32; 2] {
    let dpi = miniquad::window::dpi_scale().max(0.1);
    let (width, height) = miniquad::window::screen_size();
    [(width / dpi).round() as u32, (height / dpi).round() as u32]
}

/// What a window shows, made once it is open.
pub type MakeProgram = Box<dyn FnOnce(&egui::Context, Waker) -> Box<dyn Program>>;

/// How the window is to be opened.
#[derive(Debug, Default)]
pub struct Options {
    /// Input to play instead of the user's.
    pub script: Option<Script>,
    /// Width and height of the window, points; the usual ones without.
    pub size: Option<[u32; 2]>,
}

/// Opens the window and stays in it until it is closed.
///
/// # Errors
/// Why no window could be opened or why it had to be given up, in words.
pub fn open(make: MakeProgram, options: Options) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    let (_connection, super::x11::Screen { depth, size: screen }) = super::x11::connect()?;
    #[cfg(not(target_os = "linux"))]
    let (depth, screen) = (24, None);
    rescue::install_hook();
    #[cfg(target_os = "linux")]
    let title = super::x11::unmistakable_title("Collidoscope");
    #[cfg(not(target_os = "linux"))]
    let title = "Collidoscope".to_owned();
    // Who plays a script has said what size he means.
    let screen = screen.filter(|_| options.script.is_none());
    let conf = conf(title.clone(), at_start(options.size, screen));
    let run = || macroquad::Window::from_config(conf, frames(make, options, title, screen));
    let opened = catch_unwind(AssertUnwindSafe(run));
    match (opened, rescue::take_message()) {
        (Ok(()), _) => Ok(()),
        (Err(_), message) => Err(message.map_or_else(|| "the graphics system failed".to_owned(), |message| plain(&message, depth))),
    }
}

/// What miniquad says when it cannot open a window on a display of so many bits a pixel, in one plain line.
fn plain(message: &str, depth: u8) -> String {
    const NEEDED: u8 = 24;
    if let Some(library) = message.split("DlOpenError(\"").nth(1).and_then(|rest| rest.split('"').next()) {
        return format!("the system library {library} is missing");
    }
    let is_graphics = ["InitializeFailed", "GLX", "EGL", "surface creation"].iter().any(|word| message.contains(word));
    match is_graphics {
        true if depth < NEEDED => format!("the display has {depth} bits a pixel, and OpenGL, which paints the window, needs {NEEDED}"),
        true => format!("OpenGL, which paints the window, cannot be started ({})", message.replace('\n', " ")),
        false => message.replace('\n', " "),
    }
}

/// Width and height at the start, points: those kept from the last time, else the usual ones; no more than the screen
/// has, where that is known.
fn at_start(kept: Option<[u32; 2]>, screen: Option<[u32; 2]>) -> [u32; 2] {
    let wanted = kept.unwrap_or(SIZE);
    screen.map_or(wanted, |screen| [wanted[0].min(screen[0]), wanted[1].min(screen[1])])
}

fn conf(title: String, [width, height]: [u32; 2]) -> macroquad::conf::Conf {
    macroquad::conf::Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: title,
            window_width: width as i32,
            window_height: height as i32,
            high_dpi: true,
            sample_count: 1,
            icon: Some(icon::icon()),
            platform: miniquad::conf::Platform {
                webgl_version: miniquad::conf::WebGLVersion::WebGL2, // instancing
                blocking_event_loop: cfg!(target_os = "linux"),
                linux_wm_class: "collidoscope",
                ..Default::default()
            },
            ..Default::default()
        },
        update_on: Some(UpdateTrigger {
            key_down: true,
            mouse_down: true,
            mouse_up: true,
            mouse_motion: true,
            mouse_wheel: true,
            specific_key: None,
            touch: true,
        }),
        // Nothing is drawn by macroquad itself.
        draw_call_vertex_capacity: 256,
        draw_call_index_capacity: 512,
        ..Default::default()
    }
}

/// All frames. A frame that panics is given up; the next one begins as if nothing had been.
async fn frames(make: MakeProgram, options: Options, title: String, screen: Option<[u32; 2]>) {
    let mut window = Window::new(make, options, title, screen);
    rescue::window_is_open();
    let mut breakdowns = 0;
    loop {
        match catch_unwind(AssertUnwindSafe(|| window.frame())) {
            Ok(Flow::Continue) => breakdowns = 0,
            Ok(Flow::Quit) => return rescue::end(),
            Err(_) => {
                breakdowns += 1;
                let message = rescue::take_message().unwrap_or_else(|| "unknown reason".to_owned());
                if breakdowns >= PATIENCE {
                    eprintln!("collidoscope: giving up after {breakdowns} breakdowns in a row: {message}");
                    std::process::exit(101);
                }
                window.program.broke_down(&message, rescue::take_copy());
                miniquad::window::schedule_update();
            }
        }
        macroquad::window::next_frame().await;
    }
}

struct Window {
    program: Box<dyn Program>,
    gui: Gui,
    painter: Painter,
    pace: Pace,
    script: Option<Script>,
    shown_title: String,
    is_full: bool,
    #[cfg(target_os = "linux")]
    link: super::x11::Link,
}

impl Window {
    fn new(make: MakeProgram, options: Options, title: String, screen: Option<[u32; 2]>) -> Window {
        macroquad::input::prevent_quit();
        let dpi = miniquad::window::dpi_scale();
        if cfg!(target_os = "linux") && dpi > 1.0 {
            // On X11 the window was made with so many pixels, whatever the display's scale.
            let screen = screen.map(|pixels| pixels.map(|length| (length as f32 / dpi) as u32));
            let [width, height] = at_start(options.size, screen);
            macroquad::window::request_new_screen_size(width as f32, height as f32);
        }
        #[cfg(target_os = "linux")]
        let link = super::x11::Link::start(title);
        #[cfg(target_os = "linux")]
        let waker = link.waker().clone();
        #[cfg(not(target_os = "linux"))]
        let (waker, _) = (Waker::none(), title);
        if options.script.is_none() {
            rescue::start(waker.clone());
        }
        let gui = Gui::new(waker.clone(), options.script.is_none());
        // Without its two shaders nothing can be shown; the panic is reported as "no window".
        let painter = Painter::new(backend()).unwrap_or_else(|reason| panic!("the graphics driver refuses our shaders: {reason}"));
        Window {
            program: make(gui.ctx(), waker),
            gui,
            painter,
            pace: Pace::default(),
            script: options.script,
            shown_title: String::new(),
            is_full: false,
            #[cfg(target_os = "linux")]
            link,
        }
    }

    fn frame(&mut self) -> Flow {
        let mut passed = self.pace.begin_frame();
        if macroquad::input::is_quit_requested() {
            self.program.close();
        }
        for file in macroquad::input::get_dropped_files() {
            self.program.drop_file(Dropped { path: file.path, bytes: file.bytes });
        }
        #[cfg(target_os = "linux")]
        while let Some(super::x11_drops::Arrival { path, remark }) = self.link.take_drop() {
            path.into_iter().for_each(|path| self.program.drop_file(Dropped { path: Some(path), bytes: None }));
            remark.into_iter().for_each(|remark| self.program.warn(remark));
        }
        #[cfg(target_os = "linux")]
        self.gui.follow_pointer(&self.link);
        let request = match &mut self.script {
            None => ScriptRequest::Nothing,
            Some(script) => {
                passed = 1.0 / 60.0;
                script.play(&mut self.gui)
            }
        };
        let is_scripted = self.script.is_some();
        self.program.advance(passed as f32, if is_scripted { Budget::UNLIMITED } else { self.pace.budget() });
        let program = &mut self.program;
        self.gui.run(|ctx| program.ui(ctx));
        if self.program.wants_paste() {
            let ctx = self.gui.ctx().clone();
            self.gui.clipboard.request_by_click(&ctx);
        }
        if self.program.serve() == Flow::Quit {
            return Flow::Quit;
        }
        rescue::keep(self.program.rescue());
        self.program.go_ahead(if is_scripted { Budget::UNLIMITED } else { Budget::from_now() });
        self.paint();
        self.keep_title();
        self.keep_size();
        if self.grant(request) == Flow::Quit {
            return Flow::Quit;
        }
        self.plan_next();
        Flow::Continue
    }

    fn paint(&mut self) {
        let scale = self.gui.ctx().pixels_per_point();
        match self.program.canvases(scale).as_slice() {
            [] => macroquad::window::clear_background(macroquad::color::BLACK),
            canvases => self.painter.paint(backend(), canvases),
        }
        self.gui.paint();
    }

    fn grant(&mut self, request: ScriptRequest) -> Flow {
        match request {
            ScriptRequest::Nothing => {}
            ScriptRequest::Screenshot(path) => {
                if let Err(message) = pixels::save_window(&path) {
                    eprintln!("collidoscope: {message}");
                }
            }
            #[allow(clippy::print_stdout)] // a script asked for it
            ScriptRequest::Title => println!("{}", self.shown_title),
            ScriptRequest::Quit => return Flow::Quit,
        }
        Flow::Continue
    }

    fn keep_title(&mut self) {
        let title = self.program.title();
        if title == self.shown_title {
            return;
        }
        #[cfg(target_os = "linux")]
        let is_set = self.link.set_title(&title);
        #[cfg(target_arch = "wasm32")]
        let is_set = super::web::set_title(&title);
        #[cfg(not(any(target_os = "linux", target_arch = "wasm32")))]
        let is_set = true; // miniquad offers no way to change it there
        if is_set {
            self.shown_title = title;
        }
    }

    /// The whole screen, or the size before.
    fn keep_size(&mut self) {
        let wanted = self.program.wants_full_screen();
        if wanted == self.is_full {
            return;
        }
        // miniquad hides and shows the window again on X11, which a window manager answers as it likes.
        #[cfg(target_os = "linux")]
        let is_asked = self.link.set_full_screen(wanted);
        #[cfg(not(target_os = "linux"))]
        let is_asked = {
            miniquad::window::set_fullscreen(wanted);
            true
        };
        if is_asked {
            self.is_full = wanted;
        }
    }

    fn plan_next(&mut self) {
        let is_scripted = self.script.as_ref().is_some_and(|script| !script.is_over());
        let is_running = self.program.is_running() || is_scripted;
        #[cfg(target_os = "linux")]
        let can_sleep = self.link.is_ready() && !self.shown_title.is_empty();
        #[cfg(not(target_os = "linux"))]
        let can_sleep = false;
        match self.pace.end_frame(is_running, self.gui.repaint_in(), can_sleep) {
            Next::Frame => miniquad::window::schedule_update(),
            Next::Sleep(seconds) => {
                #[cfg(target_os = "linux")]
                self.link.waker().sleep(seconds);
                #[cfg(not(target_os = "linux"))]
                let _ = seconds;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a display of more than one pixel a point the usual size was asked for, whatever was kept.
    #[test]
    fn the_size_that_was_kept_is_the_one_at_the_start() {
        assert_eq!(at_start(Some([900, 700]), None), [900, 700]);
        assert_eq!(at_start(None, None), SIZE);
    }

    /// On a screen of 800 by 600 the lower bars lay beyond its edge, where no pointer reaches them.
    #[test]
    fn a_window_is_no_larger_than_its_screen() {
        assert_eq!(at_start(None, Some([800, 600])), [800, 600]);
        assert_eq!(at_start(Some([900, 500]), Some([800, 600])), [800, 500]);
        assert_eq!(at_start(Some([900, 700]), Some([1920, 1080])), [900, 700]);
    }
}
