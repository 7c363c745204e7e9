//! How a photograph is to be turned before it is shown.
//!
//! Cameras store pictures as their sensor reads them and note in the file how the camera was held (EXIF, tag 0x0112).
//! In a JPEG file the notes stand in a segment of their own, as a small TIFF file:
//!
//! ```text
//! FF D8 │ FF E1 length "Exif" 0 0 │ II or MM, 42, where the list begins │ count │ tag type count value │ …
//! ```
//! *Exchangeable image file format for digital still cameras*, CIPA DC-008, sections 4.5.4 and 4.6.4.

use image::RgbaImage;
use image::imageops::{flip_horizontal, flip_vertical, rotate90, rotate180, rotate270};

/// Marker of the segment with the notes, and of the first one with pixels.
const APP1: u8 = 0xe1;
const START_OF_SCAN: u8 = 0xda;
/// The note on how the camera was held.
const ORIENTATION: u32 = 0x0112;

/// The note of a JPEG file, 1 to 8; 1, as it stands, when there is none or it makes no sense.
pub fn of_jpeg(bytes: &[u8]) -> u8 {
    let mut at = 2;
    while let Some(&[0xff, marker, high, low]) = bytes.get(at..at + 4) {
        let length = usize::from(u16::from_be_bytes([high, low]));
        let Some(segment) = bytes.get(at + 4..at + 2 + length) else { return 1 };
        if let (APP1, Some(notes)) = (marker, segment.strip_prefix(b"Exif\0\0")) {
            return of_notes(notes).filter(|value| (1..=8).contains(value)).unwrap_or(1);
        }
        if marker == START_OF_SCAN {
            return 1;
        }
        at += 2 + length;
    }
    1
}

fn of_notes(notes: &[u8]) -> Option<u8> {
    let is_little = match notes.get(..2)? {
        b"II" => true,
        b"MM" => false,
        _ => return None,
    };
    let number = |at: usize, length: usize| {
        let bytes = notes.get(at..at.checked_add(length)?)?;
        let add = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
        Some(if is_little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) })
    };
    let list = number(4, 4)? as usize;
    let entries = (0..number(list, 2)? as usize).map(|i| list + 2 + 12 * i);
    let entry = entries.take_while(|at| at + 12 <= notes.len()).find(|&at| number(at, 2) == Some(ORIENTATION))?;
    u8::try_from(number(entry + 8, 2)?).ok()
}

/// The picture as it is to be seen.
pub fn turned(picture: RgbaImage, orientation: u8) -> RgbaImage {
    match orientation {
        2 => flip_horizontal(&picture),
        3 => rotate180(&picture),
        4 => flip_vertical(&picture),
        5 => flip_horizontal(&rotate90(&picture)),
        6 => rotate90(&picture),
        7 => flip_horizontal(&rotate270(&picture)),
        8 => rotate270(&picture),
        _ => picture,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    /// A file with the note, in either order of bytes, after another segment.
    fn file(value: u8, is_little: bool) -> Vec<u8> {
        let short = |n: u16| if is_little { n.to_le_bytes() } else { n.to_be_bytes() };
        let long = |n: u32| if is_little { n.to_le_bytes() } else { n.to_be_bytes() };
        let mut notes = [if is_little { &b"II"[..] } else { b"MM" }, &short(42), &long(8), &short(2)].concat();
        for (tag, value) in [(0x010f, 9), (0x0112, u16::from(value))] {
            notes.extend([&short(tag)[..], &short(3), &long(1), &short(value), &[0; 2]].concat());
        }
        let length = (notes.len() + 8) as u16;
        [&[0xff, 0xd8, 0xff, 0xe0, 0, 4, 7, 7, 0xff, 0xe1][..], &length.to_be_bytes(), b"Exif\0\0", &notes].concat()
    }

    #[test]
    fn the_note_is_found_in_both_orders_of_bytes_and_damage_means_as_it_stands() {
        for is_little in [true, false] {
            for value in 1..=8 {
                let whole = file(value, is_little);
                assert_eq!(of_jpeg(&whole), value);
                for end in 0..whole.len() {
                    assert!([1, value].contains(&of_jpeg(&whole[..end])));
                }
            }
            assert_eq!((of_jpeg(&file(0, is_little)), of_jpeg(&file(9, is_little)), of_jpeg(&[])), (1, 1, 1));
        }
    }

    /// Where the corners of the stored picture are seen, by the standard's words: 6 is "the 0th row is the visual
    /// right-hand side, the 0th column the visual top".
    #[test]
    fn rows_and_columns_come_where_the_standard_says() {
        let stored = RgbaImage::from_fn(3, 2, |x, y| Rgba([x as u8, y as u8, 0, 255]));
        // Column and row of the stored picture that is seen at the upper left and at the upper right.
        let corners = [
            [(0, 0), (2, 0)],
            [(2, 0), (0, 0)],
            [(2, 1), (0, 1)],
            [(0, 1), (2, 1)],
            [(0, 0), (0, 1)],
            [(0, 1), (0, 0)],
            [(2, 1), (2, 0)],
            [(2, 0), (2, 1)],
        ];
        for (orientation, [left, right]) in (1..).zip(corners) {
            let seen = turned(stored.clone(), orientation);
            let at = |x: u32| (seen.get_pixel(x, 0)[0], seen.get_pixel(x, 0)[1]);
            assert_eq!((at(0), at(seen.width() - 1)), (left, right), "{orientation}");
        }
    }
}
