//! What the cells of smoke hold, as text in a file.

use crate::smoke::Fields;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// All fields as text: the numbers one after the other, little-endian, in base 64 (RFC 4648) without padding.
pub(super) fn encode(fields: &Fields) -> String {
    let bytes: Vec<u8> = fields.arrays().into_iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    STANDARD_NO_PAD.encode(bytes)
}

/// The fields of a text, five arrays of so many finite numbers.
///
/// # Errors
/// In words, what is wrong with the text.
pub(super) fn decode(text: &str, length: usize) -> Result<Fields, String> {
    let bytes = STANDARD_NO_PAD.decode(text).map_err(|_| "holds letters that are not base 64")?;
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
