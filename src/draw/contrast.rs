//! How well one colour stands out against another.

/// Red, green, blue, alpha (not premultiplied, sRGB).
pub type Rgba = [u8; 4];

/// Contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.1, "relative luminance").
pub fn contrast(x: Rgba, y: Rgba) -> f32 {
    let (x, y) = (luminance(x), luminance(y));
    (x.max(y) + 0.05) / (x.min(y) + 0.05)
}

fn luminance(colour: Rgba) -> f32 {
    let linear = |c: u8| {
        let c = f32::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { libm::powf((c + 0.055) / 1.055, 2.4) }
    };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}
