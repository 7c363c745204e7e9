//! The window's icon, drawn by a few formulas: two bodies touching, and the contact between them.

use miniquad::conf::Icon;

const GROUND: [f32; 3] = [27.0, 33.0, 40.0];
const BLUE: [f32; 3] = [86.0, 180.0, 233.0];
const ORANGE: [f32; 3] = [230.0, 159.0, 0.0];
const GREEN: [f32; 3] = [56.0, 211.0, 159.0];

/// The icon in the three sizes that window managers ask for.
pub fn icon() -> Icon {
    let mut icon = Icon { small: [0; 16 * 16 * 4], medium: [0; 32 * 32 * 4], big: [0; 64 * 64 * 4] };
    draw(&mut icon.small, 16);
    draw(&mut icon.medium, 32);
    draw(&mut icon.big, 64);
    icon
}

/// Signed distance to a rounded rectangle about (`x`, `y`); the picture is 1 wide and high, y down.
fn rounded_box(at: [f32; 2], center: [f32; 2], half: f32, rounding: f32) -> f32 {
    let dx = (at[0] - center[0]).abs() - half + rounding;
    let dy = (at[1] - center[1]).abs() - half + rounding;
    (dx.max(0.0).powi(2) + dy.max(0.0).powi(2)).sqrt() + dx.max(dy).min(0.0) - rounding
}

fn disc(at: [f32; 2], center: [f32; 2], radius: f32) -> f32 {
    ((at[0] - center[0]).powi(2) + (at[1] - center[1]).powi(2)).sqrt() - radius
}

fn draw(pixels: &mut [u8], size: usize) {
    for (place, pixel) in pixels.chunks_exact_mut(4).enumerate() {
        let at = [((place % size) as f32 + 0.5) / size as f32, ((place / size) as f32 + 0.5) / size as f32];
        let cover = |distance: f32| (0.5 - distance * size as f32).clamp(0.0, 1.0);
        let mut color = GROUND;
        let layers = [
            (rounded_box(at, [0.64, 0.66], 0.23, 0.04), ORANGE),
            (disc(at, [0.34, 0.36], 0.24), BLUE),
            (disc(at, [0.485, 0.505], 0.095), GROUND),
            (disc(at, [0.485, 0.505], 0.065), GREEN),
        ];
        for (distance, paint) in layers {
            let share = cover(distance);
            color = std::array::from_fn(|i| color[i] + (paint[i] - color[i]) * share);
        }
        let alpha = cover(rounded_box(at, [0.5, 0.5], 0.48, 0.12)) * 255.0;
        for (out, value) in pixel.iter_mut().zip(color.into_iter().chain([alpha])) {
            *out = value.round() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_shows_both_bodies_on_a_ground_with_clear_corners() {
        let icon = icon();
        let at = |x: usize, y: usize| &icon.big[4 * (64 * y + x)..][..4];
        assert_eq!(at(0, 0)[3], 0);
        assert_eq!(at(16, 16), [86, 180, 233, 255]);
        assert_eq!(at(48, 48), [230, 159, 0, 255]);
    }
}
