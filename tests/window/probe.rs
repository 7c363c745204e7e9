//! An X server of our own, a program in it, and hands for it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, ImageFormat, InputFocus, PropMode, SelectionNotifyEvent,
    WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Longest time that anything may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// An X server with a screen of 1920 × 1080, on a free display of its own choice.
pub struct Server {
    process: Child,
    pub display: String,
}

impl Server {
    pub fn start() -> Server {
        Server::with_screen("1920x1080x24")
    }

    /// With a screen of so many pixels and bits a pixel.
    pub fn with_screen(screen: &str) -> Server {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-noreset", "-screen", "0", screen, "-nolisten", "tcp"]);
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("Xvfb is installed");
        let mut number = String::new();
        BufReader::new(process.stdout.take().expect("a pipe")).read_line(&mut number).expect("the display's number");
        Server { process, display: format!(":{}", number.trim()) }
    }
}

impl Server {
    /// It dies, as it may.
    pub fn kill(&self) {
        let status = Command::new("kill").args(["-KILL", &self.process.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

/// A running program with a window: the probe, or any other.
pub struct Probe {
    child: Child,
    display: String,
    lines: Arc<Mutex<Vec<String>>>,
    connection: RustConnection,
    root: u32,
    window: u32,
    first_frame: Duration,
    /// Where the program keeps its data, unless the test has said where: what one leaves must not be offered to
    /// another.
    _data: tempfile::TempDir,
    /// Last, so that the server outlives the program.
    _server: Arc<Server>,
}

pub fn wait(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

/// The probe's program file, next to this test's.
pub fn program() -> PathBuf {
    let test = std::env::current_exe().expect("this program has a path");
    let program = test.parent().and_then(Path::parent).map(|folder| folder.join("examples/window_probe")).expect("a target folder");
    assert!(program.is_file(), "{} is missing: run `cargo build --examples` first", program.display());
    program
}

/// Ends a process of ours.
pub fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

impl Probe {
    /// The probe on a server of its own, focused.
    pub fn start() -> Probe {
        Probe::start_with(&[], None)
    }

    /// The same with more environment, and the server's resource settings.
    pub fn start_with(environment: &[(&str, &OsStr)], resources: Option<&str>) -> Probe {
        let mut command = Command::new(program());
        command.envs(environment.iter().copied());
        Probe::start_program(command, "Probe", resources, |probe| {
            probe.expect("the first frame", |line| line.starts_with("scale"));
        })
    }

    /// Any program, once it shows a window whose title contains `title`, focused.
    pub fn start_program(command: Command, title: &str, resources: Option<&str>, is_up: impl FnOnce(&Probe)) -> Probe {
        Probe::start_on(Arc::new(Server::start()), command, title, resources, is_up)
    }

    /// The same on a server that may have had programs before.
    pub fn start_on(server: Arc<Server>, mut command: Command, title: &str, resources: Option<&str>, is_up: impl FnOnce(&Probe)) -> Probe {
        let data = tempfile::tempdir().expect("a temporary folder");
        if !command.get_envs().any(|(name, _)| name == "XDG_DATA_HOME") {
            command.env("XDG_DATA_HOME", data.path());
        }
        forget_first_start(&command);
        let (connection, screen) = x11rb::connect(Some(&server.display)).expect("the server answers");
        let root = connection.setup().roots[screen].root;
        if let Some(resources) = resources {
            let bytes = resources.as_bytes();
            connection.change_property8(PropMode::REPLACE, root, AtomEnum::RESOURCE_MANAGER, AtomEnum::STRING, bytes).expect("sent");
            connection.sync().expect("synchronised");
        }
        let start = Instant::now();
        let mut child = command.env("DISPLAY", &server.display).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = collect(&mut child);
        let display = server.display.clone();
        let first_frame = Duration::ZERO;
        let mut probe = Probe { child, display, lines, connection, root, window: 0, first_frame, _data: data, _server: server };
        is_up(&probe);
        probe.first_frame = start.elapsed();
        probe.window = probe.find_window(title);
        probe.focus();
        wait(400); // the window is found by its own second connection, the focus has settled
        probe
    }

    fn find_window(&self, title: &str) -> u32 {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let tree = self.connection.query_tree(self.root).expect("sent").reply().expect("answered");
            if let Some(window) = tree.children.into_iter().find(|window| self.title_of(*window).contains(title)) {
                return window;
            }
            wait(20);
        }
        panic!("no window ever got the title {title:?}");
    }

    fn title_of(&self, window: u32) -> String {
        let name = self.atom("_NET_WM_NAME");
        let reply = self.connection.get_property(false, window, name, AtomEnum::ANY, 0, 1024).expect("sent").reply();
        reply.map(|reply| String::from_utf8_lossy(&reply.value).into_owned()).unwrap_or_default()
    }

    fn atom(&self, name: &str) -> u32 {
        self.connection.intern_atom(false, name.as_bytes()).expect("sent").reply().expect("answered").atom
    }

    pub fn title(&self) -> String {
        self.title_of(self.window)
    }

    pub fn first_frame_after(&self) -> Duration {
        self.first_frame
    }

    pub fn lines(&self) -> Vec<String> {
        self.lines.lock().expect("not poisoned").clone()
    }

    /// Waits until a line is as wanted, and returns it. Lines before it count only once.
    pub fn expect(&self, what: &str, is_wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(line) = self.lines().into_iter().rev().find(|line| is_wanted(line)) {
                return line;
            }
            wait(20);
        }
        let lines = self.lines();
        panic!("{what}: not seen; the last lines are\n{}", lines[lines.len().saturating_sub(30)..].join("\n"));
    }

    /// Waits until the last line of some kind is as wanted.
    pub fn expect_last(&self, what: &str, is_of_kind: impl Fn(&str) -> bool, wanted: &str) {
        let start = Instant::now();
        let mut last = None;
        while start.elapsed() < PATIENCE {
            last = self.lines().into_iter().rev().find(|line| is_of_kind(line));
            if last.as_deref() == Some(wanted) {
                return;
            }
            wait(20);
        }
        panic!("{what}: expected {wanted:?}, the last is {last:?}");
    }

    pub fn xdotool(&self, arguments: &[&str]) {
        let status = Command::new("xdotool").args(arguments).env("DISPLAY", &self.display).status().expect("xdotool runs");
        assert!(status.success(), "xdotool {arguments:?}");
        wait(120); // a few frames
    }

    pub fn move_to(&self, (x, y): (i32, i32)) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
    }

    pub fn click(&self, at: (i32, i32)) {
        self.move_to(at);
        self.xdotool(&["click", "1"]);
    }

    pub fn key(&self, chord: &str) {
        self.xdotool(&["key", chord]);
    }

    /// What a part of the window shows now: left, top, width, height.
    pub fn pixels(&self, (x, y, width, height): (i16, i16, u16, u16)) -> Vec<u8> {
        let asked = self.connection.get_image(ImageFormat::Z_PIXMAP, self.window, x, y, width, height, !0).expect("sent");
        asked.reply().expect("a picture").data
    }

    pub fn focus(&self) {
        self.connection.set_input_focus(InputFocus::POINTER_ROOT, self.window, x11rb::CURRENT_TIME).expect("sent");
        self.connection.sync().expect("synchronised");
        wait(150);
    }

    pub fn take_focus_away(&self) {
        self.connection.set_input_focus(InputFocus::POINTER_ROOT, self.root, x11rb::CURRENT_TIME).expect("sent");
        self.connection.sync().expect("synchronised");
        wait(150);
    }

    /// What another program sees in the clipboard.
    pub fn clipboard(&self, target: &str) -> String {
        let arguments = ["-selection", "clipboard", "-o", "-t", target];
        let output = Command::new("xclip").args(arguments).env("DISPLAY", &self.display).output().expect("xclip runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Another program that owns the clipboard.
    pub fn xclip_owner(&self, text: &str) -> Child {
        let mut command = Command::new("xclip");
        command.args(["-selection", "clipboard", "-i", "-quiet"]).env("DISPLAY", &self.display);
        let mut owner = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("xclip runs");
        owner.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("written");
        wait(200);
        owner
    }

    /// Processor time of all the probe's threads so far, in hundredths of a second.
    pub fn processor_ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        let after_name = stat.rsplit(") ").next().expect("a state");
        let fields: Vec<&str> = after_name.split(' ').collect();
        [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }

    /// What a window manager sends when its close button is clicked.
    pub fn ask_to_close(&self) {
        let data = [self.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0];
        self.send(self.atom("WM_PROTOCOLS"), data);
    }

    fn send(&self, kind: u32, data: [u32; 5]) {
        self.send_to(self.window, kind, data);
    }

    fn send_to(&self, receiver: u32, kind: u32, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, self.window, kind, data);
        self.connection.send_event(false, receiver, EventMask::NO_EVENT, message).expect("sent");
        self.connection.sync().expect("synchronised");
    }

    /// Who takes drops for the window (`XdndProxy`): the protocol obliges a source to look.
    fn drop_receiver(&self) -> u32 {
        let start = Instant::now();
        loop {
            let proxy = self.connection.get_property(false, self.window, self.atom("XdndProxy"), AtomEnum::WINDOW, 0, 1).expect("sent");
            let proxy = proxy.reply().ok().and_then(|reply| reply.value32()?.next());
            if proxy.is_some() || start.elapsed() > PATIENCE {
                return proxy.expect("the window names who takes drops");
            }
            wait(20);
        }
    }

    /// Plays a file manager that drops something on the window (XDND), as data of this type.
    pub fn drop_data(&self, kind: &str, data: &[u8]) {
        let connection = &self.connection;
        let receiver = self.drop_receiver();
        let source = connection.generate_id().expect("an id");
        let aux = CreateWindowAux::new();
        connection.create_window(0, source, self.root, 0, 0, 1, 1, 0, WindowClass::INPUT_OUTPUT, 0, &aux).expect("sent");
        let (selection, kind) = (self.atom("XdndSelection"), self.atom(kind));
        connection.set_selection_owner(source, selection, x11rb::CURRENT_TIME).expect("sent");
        self.send_to(receiver, self.atom("XdndEnter"), [source, 5 << 24, kind, 0, 0]);
        self.send_to(receiver, self.atom("XdndPosition"), [source, 0, 600 << 16 | 300, 0, self.atom("XdndActionCopy")]);
        wait(200);
        self.send_to(receiver, self.atom("XdndDrop"), [source, 0, 0, 0, 0]);
        let (start, finished) = (Instant::now(), self.atom("XdndFinished"));
        while start.elapsed() < PATIENCE {
            let Some(event) = connection.poll_for_event().expect("the server answers") else {
                wait(10);
                continue;
            };
            let request = match event {
                Event::SelectionRequest(request) => request,
                Event::ClientMessage(message) if message.type_ == finished => return,
                _ => continue,
            };
            connection.change_property8(PropMode::REPLACE, request.requestor, request.property, request.target, data).expect("sent");
            let answer = SelectionNotifyEvent {
                response_type: x11rb::protocol::xproto::SELECTION_NOTIFY_EVENT,
                sequence: 0,
                time: request.time,
                requestor: request.requestor,
                selection: request.selection,
                target: request.target,
                property: request.property,
            };
            connection.send_event(false, request.requestor, EventMask::NO_EVENT, answer).expect("sent");
            connection.sync().expect("synchronised");
        }
        panic!("the drop was never finished");
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Keys without waiting for what they do.
    pub fn keys_at_once(&self, chords: &[&str]) {
        let status = Command::new("xdotool").arg("key").args(["--delay", "5"]).args(chords).env("DISPLAY", &self.display).status();
        assert!(status.expect("xdotool runs").success());
    }

    /// Waits until the title is as wanted.
    pub fn expect_title(&self, what: &str, is_wanted: impl Fn(&str) -> bool) {
        let start = Instant::now();
        while !is_wanted(&self.title()) {
            assert!(start.elapsed() < PATIENCE, "{what}: the title is {:?}", self.title());
            wait(20);
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends the program a signal and waits for its end: the exit code, or the signal that it died of, negative.
    pub fn signal(&mut self, name: &str) -> i32 {
        let status = Command::new("kill").args([&format!("-{name}"), &self.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
        self.end_of()
    }

    /// Waits for the program's end: the exit code, or the signal that it died of, negative.
    pub fn end_of(&mut self) -> i32 {
        use std::os::unix::process::ExitStatusExt;
        let start = Instant::now();
        while self.is_running() {
            assert!(start.elapsed() < PATIENCE, "it goes on and on");
            wait(5);
        }
        let status = self.child.try_wait().expect("ours").expect("it has ended");
        status.code().unwrap_or_else(|| -status.signal().unwrap_or(0))
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("ours").is_none()
    }

    pub fn exit_code(&mut self) -> Option<i32> {
        let start = Instant::now();
        while self.is_running() && start.elapsed() < PATIENCE {
            wait(20);
        }
        self.child.try_wait().expect("ours").and_then(|status| status.code())
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn collect(child: &mut Child) -> Arc<Mutex<Vec<String>>> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let (output, into) = (child.stdout.take().expect("a pipe"), Arc::clone(&lines));
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            into.lock().expect("not poisoned").push(line);
        }
    });
    lines
}

/// Settings of an earlier start, so that no card greets the test.
fn forget_first_start(command: &Command) {
    let folder = command.get_envs().find(|(name, _)| *name == "XDG_DATA_HOME").and_then(|(_, folder)| folder);
    let Some(folder) = folder.map(|folder| Path::new(folder).join("collidoscope")) else { return };
    let file = folder.join("settings.json");
    if !file.exists() {
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(file, "{}\n").expect("a file");
    }
}
