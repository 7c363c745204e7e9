//! Pictures that move: marks to an animated GIF, frame by frame.

use super::svg::Figure;
use super::{DrawList, png};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};
use std::io::Write;
use std::sync::{Arc, Mutex};

/// Most frames of an animation.
pub const MOST_FRAMES: u64 = 1_000;
/// Most frames in a second.
const MOST_A_SECOND: f64 = 25.0;
/// A frame stays at most so long, 1/100 s.
const LONGEST: f64 = 6_000.0;
/// Quickness of the choice of 256 colours, 1 (best) to 30.
const SPEED: i32 = 20;

/// An animation that is being made.
pub struct Gif {
    encoder: GifEncoder<Sink>,
    sink: Sink,
    /// How long a frame stays on the mean, 1/100 s.
    hundredths: f64,
    frames: u64,
}

/// Bytes that the encoder writes and that are taken when it is done.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().map_err(|_| std::io::Error::other("poisoned"))?.extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Gif {
    /// An animation without frames, which begins anew when it ends. `hundredths`: how long a frame stays on the mean,
    /// 1/100 s; each stays a whole number of them, at least 2.
    ///
    /// # Errors
    /// It cannot be begun.
    pub fn new(hundredths: f64) -> Result<Gif, String> {
        let sink = Sink::default();
        let mut encoder = GifEncoder::new_with_speed(sink.clone(), SPEED);
        encoder.set_repeat(Repeat::Infinite).map_err(|why| why.to_string())?;
        Ok(Gif { encoder, sink, hundredths: hundredths.max(2.0), frames: 0 })
    }

    /// Adds a picture behind the others; all have the same size.
    ///
    /// # Errors
    /// As [`png::to_png`]; or there are too many.
    pub fn add(&mut self, list: &DrawList, figure: &Figure) -> Result<(), String> {
        if self.frames >= MOST_FRAMES {
            return Err(format!("an animation has at most {MOST_FRAMES} frames"));
        }
        let pixels = png::pixels(list, figure)?;
        let image = RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba).ok_or("the picture has another size")?;
        // Each ends at the whole hundredth nearest to where it should, so that no error adds up.
        let [begins, ends] = [self.frames, self.frames + 1].map(|frame| (frame as f64 * self.hundredths).round() as u32);
        let delay = Delay::from_numer_denom_ms(10 * (ends - begins), 1);
        self.encoder.encode_frame(Frame::from_parts(image, 0, 0, delay)).map_err(|why| why.to_string())?;
        self.frames += 1;
        Ok(())
    }

    /// The bytes of the file.
    pub fn finish(self) -> Vec<u8> {
        let Gif { encoder, sink, .. } = self;
        // The encoder ends the file when it is dropped.
        drop(encoder);
        sink.0.lock().map(|mut bytes| std::mem::take(&mut *bytes)).unwrap_or_default()
    }
}

/// How many steps lie between two frames and how long a frame stays on the mean, 1/100 s, so that a run of so many
/// steps a second is shown at a speed with at most 25 frames a second. Where up to twice as many steps take a whole
/// number of hundredths, which is all that a GIF can say, these are chosen: every frame then stays equally long.
pub fn pace(step_hz: f32, speed: f32) -> (u64, f64) {
    let steps_a_second = (f64::from(step_hz) * f64::from(speed)).max(0.01);
    let stays = |stride: u64| 100.0 * stride as f64 / steps_a_second;
    let least = ((steps_a_second / MOST_A_SECOND - 1e-6).ceil() as u64).max(1);
    let is_whole = |stride: &u64| (stays(*stride) - stays(*stride).round()).abs() < 1e-6 * stays(*stride);
    let stride = (least..=2 * least).find(is_whole).unwrap_or(least);
    (stride, stays(stride).min(LONGEST))
}
