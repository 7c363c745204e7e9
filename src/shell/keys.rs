//! Keys that egui has a name for but egui-miniquad does not pass on: function keys, `/`, `'` and the number pad.

use miniquad::KeyCode::{self, *};

/// The key that stands for a number-pad key which types nothing (Num Lock off), or for Enter on the number pad.
/// X11 reports the number pad by its lower meaning, and sends the character first when Num Lock is on.
pub fn number_pad(key: KeyCode, typed_a_character: bool) -> KeyCode {
    if key == KpEnter {
        return Enter;
    }
    if typed_a_character || !cfg!(target_os = "linux") {
        return key;
    }
    match key {
        Kp0 => Insert,
        Kp1 => End,
        Kp2 => Down,
        Kp3 => PageDown,
        Kp4 => Left,
        Kp6 => Right,
        Kp7 => Home,
        Kp8 => Up,
        Kp9 => PageUp,
        KpDecimal => Delete,
        other => other,
    }
}

/// egui's name for a key that egui-miniquad drops; `None` for keys that it passes on itself.
pub fn unmapped(key: KeyCode) -> Option<egui::Key> {
    use egui::Key;
    let place = |keys: &[KeyCode]| keys.iter().position(|own| *own == key);
    if let Some(number) = place(&FUNCTION_KEYS) {
        return Key::from_name(&format!("F{}", number + 1));
    }
    if let Some(digit) = place(&[Kp0, Kp1, Kp2, Kp3, Kp4, Kp5, Kp6, Kp7, Kp8, Kp9]) {
        return Key::from_name(&digit.to_string());
    }
    Some(match key {
        Slash | KpDivide => Key::Slash,
        Apostrophe => Key::Quote,
        KpAdd => Key::Plus,
        KpSubtract => Key::Minus,
        KpDecimal => Key::Period,
        KpEqual => Key::Equals,
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
        "space" => Space,
        "enter" | "return" => Enter,
        "escape" | "esc" => Escape,
        "tab" => Tab,
        "backspace" => Backspace,
        "delete" => Delete,
        "insert" => Insert,
        "home" => Home,
        "end" => End,
        "pageup" => PageUp,
        "pagedown" => PageDown,
        "left" | "arrowleft" => Left,
        "right" | "arrowright" => Right,
        "up" | "arrowup" => Up,
        "down" | "arrowdown" => Down,
        "period" => Period,
        "comma" => Comma,
        "minus" => Minus,
        "equals" => Equal,
        "slash" => Slash,
        _ => return None,
    })
}

const FUNCTION_KEYS: [KeyCode; 12] = [F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12];

/// The key that types a character on an English keyboard, without Shift.
pub fn by_character(character: char) -> Option<KeyCode> {
    const LETTERS: [KeyCode; 26] = [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z];
    const DIGITS: [KeyCode; 10] = [Key0, Key1, Key2, Key3, Key4, Key5, Key6, Key7, Key8, Key9];
    match character {
        'a'..='z' => LETTERS.get(character as usize - 'a' as usize).copied(),
        '0'..='9' => DIGITS.get(character as usize - '0' as usize).copied(),
        ' ' => Some(Space),
        '.' => Some(Period),
        ',' => Some(Comma),
        '-' => Some(Minus),
        '=' => Some(Equal),
        '/' => Some(Slash),
        ';' => Some(Semicolon),
        '\'' => Some(Apostrophe),
        '[' => Some(LeftBracket),
        ']' => Some(RightBracket),
        '\\' => Some(Backslash),
        '`' => Some(GraveAccent),
        _ => None,
    }
}
