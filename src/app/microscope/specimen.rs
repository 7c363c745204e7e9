//! Specimens of the shipped examples.

use crate::engine::collider::ColliderId;
use crate::lens::microscope::Specimen;
use crate::scene::shipped::Example;

/// The specimen of an example (its watched pair, where the file puts it), and what the file says about it.
///
/// # Errors
/// The file does not load or names no pair.
pub fn specimen_of(example: &Example) -> Result<(Specimen, String), String> {
    let document = crate::scene::file::parse(example.json.as_bytes()).map_err(|problems| problems.to_string())?;
    let stage = crate::scene::stage::Stage::new(&document).map_err(|problems| problems.to_string())?;
    let pair = document.view.as_ref().and_then(|view| view.pair.as_ref()).ok_or("it names no pair")?;
    let collider = |name: &str| {
        let body = stage.names().bodies.id(name)?;
        Some(ColliderId { body, index: 0 })
    };
    let both = collider(&pair[0]).zip(collider(&pair[1])).ok_or("its pair is not there")?;
    let specimen = Specimen::of(&stage, both).ok_or("its pair has no shapes")?.with_before(None);
    Ok((specimen, document.about))
}
