//! Keys that egui has a name for but egui-miniquad does not pass on: function keys, `/`, `'` and the number pad.

use miniquad::KeyCode;

/// The key that stands for a number-pad key which types nothing (Num Lock off), or for Enter on the number pad.
/// X11 reports the number pad by its lower meaning, and sends the character first when Num Lock is on.
pub fn number_pad(key: KeyCode, typed_a_character: bool) -> KeyCode {
    if key == KeyCode::KpEnter {
        return KeyCode::Enter;
    }
    if typed_a_character || !cfg!(target_os = "linux") {
        return key;
    }
    match key {
        KeyCode::Kp0 => KeyCode::Insert,
        KeyCode::Kp1 => KeyCode::End,
        KeyCode::Kp2 => KeyCode::Down,
        KeyCode::Kp3 => KeyCode::PageDown,
        KeyCode::Kp4 => KeyCode::Left,
        KeyCode::Kp6 => KeyCode::Right,
        KeyCode::Kp7 => KeyCode::Home,
        KeyCode::Kp8 => KeyCode::Up,
        KeyCode::Kp9 => KeyCode::PageUp,
        KeyCode::KpDecimal => KeyCode::Delete,
        other => other,
    }
}

/// egui's name for a key that egui-miniquad drops; `None` for keys that it passes on itself.
pub fn unmapped(key: KeyCode) -> Option<egui::Key> {
    use egui::Key;
    Some(match key {
        KeyCode::Slash | KeyCode::KpDivide => Key::Slash,
        KeyCode::Apostrophe => Key::Quote,
        KeyCode::KpAdd => Key::Plus,
        KeyCode::KpSubtract => Key::Minus,
        KeyCode::KpDecimal => Key::Period,
        KeyCode::KpEqual => Key::Equals,
        KeyCode::Kp0 => Key::Num0,
        KeyCode::Kp1 => Key::Num1,
        KeyCode::Kp2 => Key::Num2,
        KeyCode::Kp3 => Key::Num3,
        KeyCode::Kp4 => Key::Num4,
        KeyCode::Kp5 => Key::Num5,
        KeyCode::Kp6 => Key::Num6,
        KeyCode::Kp7 => Key::Num7,
        KeyCode::Kp8 => Key::Num8,
        KeyCode::Kp9 => Key::Num9,
        KeyCode::F1 => Key::F1,
        KeyCode::F2 => Key::F2,
        KeyCode::F3 => Key::F3,
        KeyCode::F4 => Key::F4,
        KeyCode::F5 => Key::F5,
        KeyCode::F6 => Key::F6,
        KeyCode::F7 => Key::F7,
        KeyCode::F8 => Key::F8,
        KeyCode::F9 => Key::F9,
        KeyCode::F10 => Key::F10,
        KeyCode::F11 => Key::F11,
        KeyCode::F12 => Key::F12,
        _ => return None,
    })
}

/// The key of a name in an input script: egui's own names ("A", "F1", "Delete", "Space", "ArrowLeft") plus a few
/// short ones.
pub fn by_name(name: &str) -> Option<KeyCode> {
    let lower = name.to_ascii_lowercase();
    if lower.len() == 1 {
        return by_character(lower.chars().next()?);
    }
    if let Some(number) = lower.strip_prefix('f').and_then(|n| n.parse::<usize>().ok()) {
        return FUNCTION_KEYS.get(number.checked_sub(1)?).copied();
    }
    Some(match lower.as_str() {
        "space" => KeyCode::Space,
        "enter" | "return" => KeyCode::Enter,
        "escape" | "esc" => KeyCode::Escape,
        "tab" => KeyCode::Tab,
        "backspace" => KeyCode::Backspace,
        "delete" => KeyCode::Delete,
        "insert" => KeyCode::Insert,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pageup" => KeyCode::PageUp,
        "pagedown" => KeyCode::PageDown,
        "left" | "arrowleft" => KeyCode::Left,
        "right" | "arrowright" => KeyCode::Right,
        "up" | "arrowup" => KeyCode::Up,
        "down" | "arrowdown" => KeyCode::Down,
        "period" => KeyCode::Period,
        "comma" => KeyCode::Comma,
        "minus" => KeyCode::Minus,
        "equals" => KeyCode::Equal,
        "slash" => KeyCode::Slash,
        _ => return None,
    })
}

const FUNCTION_KEYS: [KeyCode; 12] = [
    KeyCode::F1,
    KeyCode::F2,
    KeyCode::F3,
    KeyCode::F4,
    KeyCode::F5,
    KeyCode::F6,
    KeyCode::F7,
    KeyCode::F8,
    KeyCode::F9,
    KeyCode::F10,
    KeyCode::F11,
    KeyCode::F12,
];

/// The key that types a character on an English keyboard, without Shift.
pub fn by_character(character: char) -> Option<KeyCode> {
    const LETTERS: [KeyCode; 26] = [
        KeyCode::A,
        KeyCode::B,
        KeyCode::C,
        KeyCode::D,
        KeyCode::E,
        KeyCode::F,
        KeyCode::G,
        KeyCode::H,
        KeyCode::I,
        KeyCode::J,
        KeyCode::K,
        KeyCode::L,
        KeyCode::M,
        KeyCode::N,
        KeyCode::O,
        KeyCode::P,
        KeyCode::Q,
        KeyCode::R,
        KeyCode::S,
        KeyCode::T,
        KeyCode::U,
        KeyCode::V,
        KeyCode::W,
        KeyCode::X,
        KeyCode::Y,
        KeyCode::Z,
    ];
    const DIGITS: [KeyCode; 10] = [
        KeyCode::Key0,
        KeyCode::Key1,
        KeyCode::Key2,
        KeyCode::Key3,
        KeyCode::Key4,
        KeyCode::Key5,
        KeyCode::Key6,
        KeyCode::Key7,
        KeyCode::Key8,
        KeyCode::Key9,
    ];
    match character {
        'a'..='z' => LETTERS.get(character as usize - 'a' as usize).copied(),
        '0'..='9' => DIGITS.get(character as usize - '0' as usize).copied(),
        ' ' => Some(KeyCode::Space),
        '.' => Some(KeyCode::Period),
        ',' => Some(KeyCode::Comma),
        '-' => Some(KeyCode::Minus),
        '=' => Some(KeyCode::Equal),
        '/' => Some(KeyCode::Slash),
        ';' => Some(KeyCode::Semicolon),
        '\'' => Some(KeyCode::Apostrophe),
        '[' => Some(KeyCode::LeftBracket),
        ']' => Some(KeyCode::RightBracket),
        '\\' => Some(KeyCode::Backslash),
        '`' => Some(KeyCode::GraveAccent),
        _ => None,
    }
}
