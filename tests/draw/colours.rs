//! Every role is visible, readable, and told apart by everybody.

use super::roles::roles;
use collidoscope::draw::Role;
use collidoscope::draw::palette::{Rgba, Theme, background, contrast, style, tokens};

#[test]
fn every_role_has_a_visible_style_in_each_theme() {
    for theme in Theme::ALL {
        for role in roles() {
            let s = style(theme, role);
            assert!(s.width_px >= 1.0 && s.width_px.is_finite(), "{role:?} in {theme:?}: width {}", s.width_px);
            assert!(s.stroke[3] > 100, "{role:?} in {theme:?} is transparent");
            assert!(contrast(s.stroke, background(theme)) > 1.05, "{role:?} in {theme:?} vanishes in the ground");
            if let Some([dash, gap]) = s.dash_px {
                assert!(dash > 0.0 && gap > 0.0, "{role:?} in {theme:?} has an empty dash");
            }
        }
        assert!(style(theme, Role::StaticBody).hatched && style(theme, Role::SeparatingAxis).dash_px.is_some());
    }
}

#[test]
fn text_and_marks_are_readable_on_their_ground() {
    for (theme, least) in [(Theme::Dark, 4.5), (Theme::Light, 4.5), (Theme::Projector, 7.0)] {
        let t = tokens(theme);
        for (name, ink, ground) in [
            ("text", t.text, t.background),
            ("text on panel", t.text, t.panel),
            ("text on field", t.text, t.raised),
            ("text under the pointer", t.text, t.hovered),
            ("quiet text", t.quiet_text, t.background),
            ("quiet text on panel", t.quiet_text, t.panel),
            ("quiet text and hints in a field", t.quiet_text, t.raised),
            ("quiet text under the pointer", t.quiet_text, t.hovered),
            ("link", t.accent_text, t.panel),
            ("button", t.on_accent, t.accent_fill),
            ("warning", t.warning, t.panel),
            ("error", t.error, t.panel),
        ] {
            assert!(contrast(ink, ground) >= least, "{theme:?} {name}: {}", contrast(ink, ground));
        }
        // The grid alone may be faint; every other role also colours words.
        for role in roles().into_iter().filter(|r| !matches!(r, Role::Grid | Role::GridMajor | Role::GridAxis)) {
            let ink = Rgba::from([style(theme, role).stroke[0], style(theme, role).stroke[1], style(theme, role).stroke[2], 255]);
            let ratio = contrast(ink, background(theme));
            assert!(ratio >= least, "{theme:?} {role:?}: {ratio}");
        }
    }
}

/// Linear-light matrices of Machado, Oliveira & Fernandes 2009 at full severity.
const PROTANOPIA: [[f32; 3]; 3] = [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
const DEUTERANOPIA: [[f32; 3]; 3] = [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
const TRITANOPIA: [[f32; 3]; 3] = [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];
const FULL: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// CIE Lab of a colour as seen through a matrix.
fn lab(colour: Rgba, seen: &[[f32; 3]; 3]) -> [f32; 3] {
    let linear = |c: u8| {
        let c = f32::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { libm::powf((c + 0.055) / 1.055, 2.4) }
    };
    let rgb = [linear(colour[0]), linear(colour[1]), linear(colour[2])];
    let seen = seen.map(|row| row.iter().zip(rgb).map(|(m, c)| m * c).sum::<f32>().clamp(0.0, 1.0));
    let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let white = [0.9505, 1.0, 1.089];
    let f: Vec<f32> = to_xyz
        .iter()
        .zip(white)
        .map(|(row, w): (&[f32; 3], f32)| {
            let t = row.iter().zip(seen).map(|(m, c)| m * c).sum::<f32>() / w;
            if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
        })
        .collect();
    [116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])]
}

#[test]
fn the_watched_pair_and_its_result_stay_apart_for_each_kind_of_colour_vision() {
    for theme in Theme::ALL {
        for seen in [FULL, PROTANOPIA, DEUTERANOPIA, TRITANOPIA] {
            for (x, y) in [(Role::BodyA, Role::BodyB), (Role::ShadowA, Role::ShadowB), (Role::BodyB, Role::Contact)] {
                let (p, q) = (lab(style(theme, x).stroke, &seen), lab(style(theme, y).stroke, &seen));
                let difference = p.iter().zip(q).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
                // 2.3 is just noticeable; ten of those are told apart at a glance (the contact is a disc besides).
                let least = if y == Role::Contact { 10.0 } else { 23.0 };
                assert!(difference > least, "{theme:?}: {x:?} and {y:?} differ by {difference}");
            }
        }
    }
}
