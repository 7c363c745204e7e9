//! What the cells of smoke hold, as text in a file.

use crate::smoke::Fields;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// All fields as text: the numbers one after the other, little-endian, in base 64 (RFC 4648) without padding.
pub(super) fn encode(fields: &Fields) -> String {
    let bytes: Vec<u8> = fields.arrays().into_iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        (0..=three.len()).for_each(|k| text.push(char::from(LETTERS[(word >> (18 - 6 * k)) as usize & 63])));
    }
    text
}

/// The fields of a text, five arrays of so many finite numbers.
///
/// # Errors
/// In words, what is wrong with the text.
pub(super) fn decode(text: &str, length: usize) -> Result<Fields, String> {
    let value = |letter: u8| LETTERS.iter().position(|known| *known == letter).map(|place| place as u32);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for four in text.as_bytes().chunks(4) {
        let mut word = 0;
        for letter in four {
            word = word << 6 | value(*letter).ok_or("holds letters that are not base 64")?;
        }
        word <<= 6 * (4 - four.len());
        bytes.extend((1..four.len()).map(|k| (word >> (24 - 8 * k)) as u8));
    }
    if Some(bytes.len()) != length.checked_mul(20) {
        return Err(format!("must hold 5 × {length} numbers for the cells of its region, holds {} bytes", bytes.len()));
    }
    let mut numbers = bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four));
    let mut fields = Fields::default();
    for array in fields.arrays_mut() {
        array.extend(numbers.by_ref().take(length));
    }
    let all_finite = fields.arrays().into_iter().flatten().all(|value| value.is_finite());
    if all_finite { Ok(fields) } else { Err("holds numbers that are not finite".to_owned()) }
}
