//! A body in the shape of a picture.
//!
//! ```text
//! picture ──> field ──> contours ──> outlines ──> convex parts ──> shapes, the origin in their centroid
//!        threshold   march      simplify    decompose          metres per pixel from the width
//! ```
//! The steps themselves are the engine's ([`crate::engine::contour`], [`crate::engine::shape::decompose`]).

use super::document::{Geometry, ShapeDoc, SkinDoc};
use super::limits::SHAPES;
use crate::engine::contour::march::MarchStep;
use crate::engine::contour::regions::{TraceError, trace};
use crate::engine::contour::simplify::{SimplifyStep, simplify};
use crate::engine::contour::{Field, Traced};
use crate::engine::math::Vec2;
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::shape::decompose::{decompose, decompose_with_holes};
use crate::engine::shape::hull::convex_hull;
use crate::engine::shape::predicates::twice_area;
use crate::engine::tuning::{MAX_POLYGON_VERTICES, MIN_SIZE};

/// What becomes of the outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureForm {
    /// Convex polygons that fill it together, holes left open.
    #[default]
    Parts,
    /// One outline a piece, whose vertices can be dragged; holes are filled.
    Outline,
    /// The convex hull of everything.
    Hull,
}

/// How a picture becomes a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureOptions {
    /// Solid is what has more than this share of the largest value, from 0 to 1.
    pub threshold: f32,
    /// Width of what is solid, metres.
    pub width: f32,
    /// How far the outline may be from the border of the pixels, pixels.
    pub tolerance: f32,
    /// What becomes of the outline.
    pub form: PictureForm,
}

impl Default for PictureOptions {
    fn default() -> Self {
        PictureOptions { threshold: 0.5, width: 2.0, tolerance: 0.5, form: PictureForm::Parts }
    }
}

/// Smallest and largest width of a body made of a picture, metres.
pub const WIDTHS: [f32; 2] = [0.05, 1000.0];
/// Smallest and largest tolerance, pixels.
pub const TOLERANCES: [f32; 2] = [0.1, 50.0];

/// What a picture becomes. Lengths in pixels have y up and the origin in the picture's lower left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureBody {
    /// Shapes in the body's frame, whose origin is the centroid.
    pub shapes: Vec<ShapeDoc>,
    /// Convex pieces as they will collide, pixels.
    pub parts: Vec<Vec<Vec2>>,
    /// Closed outlines, pixels.
    pub outlines: Vec<Vec<Vec2>>,
    /// Centroid of the outlines, pixels.
    pub centroid: Vec2,
    /// Metres a pixel.
    pub scale: f32,
    /// Vertices of the outlines.
    pub vertices: usize,
    /// Separate pieces.
    pub pieces: usize,
    /// Holes left open.
    pub holes: usize,
    /// Specks and holes that were too small.
    pub specks: usize,
    /// The tolerance that was used, pixels.
    pub tolerance: f32,
    /// Largest distance of the pixels' border from the outline, pixels; for a hull that of its own corners.
    pub error: f32,
    /// Area, m²; with the density it gives the mass.
    pub area: f32,
    /// Area of the outlines over that within the pixels' border, minus 1.
    pub area_change: f32,
}

/// The body that a picture becomes.
///
/// # Errors
/// Nothing is solid, or too many pieces, vertices or parts; in words.
pub fn picture_body(field: &Field, options: &PictureOptions) -> Result<PictureBody, String> {
    picture_body_watched(field, options, &mut NoProbe, &mut NoProbe)
}

/// The same, watched.
///
/// # Errors
/// As [`picture_body`].
pub fn picture_body_watched(
    field: &Field,
    options: &PictureOptions,
    march: &mut (impl Probe<MarchStep> + Default),
    simplified: &mut (impl Probe<SimplifyStep> + Default),
) -> Result<PictureBody, String> {
    check(options)?;
    let level = (options.threshold * 255.0).clamp(0.0, 254.0) as u8;
    let mut tolerance = options.tolerance;
    loop {
        let traced = trace(field, level, tolerance, march, simplified).map_err(|error: TraceError| error.to_string())?;
        let columns = |f: fn(f32, f32) -> f32, from: f32| traced.regions.iter().flat_map(|region| &region.outer).map(|p| p.x).fold(from, f);
        let scale = options.width / (columns(f32::max, f32::MIN) - columns(f32::min, f32::MAX)).max(1.0);
        // Vertices of a shape are a millimetre apart at least.
        let finest = 1.5 * MIN_SIZE / scale;
        let is_too_fine = traced.tolerance < finest;
        let most = traced.regions.iter().map(|region| region.outer.len()).max().unwrap_or(0);
        let is_too_long = options.form == PictureForm::Outline && most > MAX_POLYGON_VERTICES;
        if !is_too_fine && !is_too_long {
            return formed(&traced, scale, options);
        }
        tolerance = if is_too_fine { finest * 1.01 } else { traced.tolerance * 1.25 };
        (*march, *simplified) = Default::default();
    }
}

/// How the body wears the picture that it was made of, `pixels` of which are one pixel of the picture that it wears:
/// pixel on pixel, with the body's origin at the centroid.
pub fn worn_by(body: &PictureBody, [width, height]: [usize; 2], pixels: f32) -> SkinDoc {
    let middle = 0.5 * Vec2::new(width as f32, height as f32);
    SkinDoc {
        offset: (middle - body.centroid) * body.scale,
        scale: Vec2::splat(body.scale * pixels),
        centered: false,
        ..SkinDoc::default()
    }
}

fn check(options: &PictureOptions) -> Result<(), String> {
    let within = |name: &str, value: f32, [least, most]: [f32; 2], unit: &str| {
        let fits = value >= least && value <= most;
        if fits { Ok(()) } else { Err(format!("{name} must lie between {least} and {most}{unit}, is {value}")) }
    };
    within("the threshold", options.threshold, [0.0, 1.0], "")?;
    within("the width", options.width, WIDTHS, " m")?;
    within("the tolerance", options.tolerance, TOLERANCES, " pixels")
}

/// Outlines in pixels to shapes in metres.
fn formed(traced: &Traced, scale: f32, options: &PictureOptions) -> Result<PictureBody, String> {
    // Each outline with its holes, pixels.
    let regions: Vec<(Vec<Vec2>, Vec<Vec<Vec2>>)> = match options.form {
        PictureForm::Parts => traced.regions.iter().map(|region| (region.outer.clone(), region.holes.clone())).collect(),
        PictureForm::Outline => traced.regions.iter().map(|region| (region.outer.clone(), Vec::new())).collect(),
        PictureForm::Hull => vec![(hull(traced), Vec::new())],
    };
    let (area_px, centroid) = area_and_centroid(regions.iter().flat_map(|(outer, holes)| std::iter::once(outer).chain(holes)));
    let metres = |ring: &[Vec2]| -> Vec<Vec2> { ring.iter().map(|&p| (p - centroid) * scale).collect() };
    let (mut shapes, mut parts) = (Vec::new(), Vec::new());
    for (outer, holes) in &regions {
        let holes: Vec<Vec<Vec2>> = holes.iter().map(|hole| metres(hole)).collect();
        let outer = metres(outer);
        let convex = if holes.is_empty() { decompose(&outer) } else { decompose_with_holes(&outer, &holes) };
        let convex = convex.map_err(|error| format!("its outline cannot be cut into convex parts ({error}); try another tolerance"))?;
        if options.form == PictureForm::Outline {
            shapes.push(ShapeDoc::new(Geometry::Outline { vertices: outer }));
        } else {
            let polygon = |part: &Vec<Vec2>| ShapeDoc::new(Geometry::Polygon { vertices: part.clone(), rounding: 0.0 });
            shapes.extend(convex.iter().map(polygon));
        }
        parts.extend(convex);
    }
    if shapes.len() as u64 > SHAPES.max {
        return Err(format!("it falls into {} convex parts, and a body takes at most {}; raise the tolerance", shapes.len(), SHAPES.max));
    }
    let pixels = |part: &Vec<Vec2>| part.iter().map(|&p| p / scale + centroid).collect();
    let holes = regions.iter().map(|(_, holes)| holes.len()).sum();
    let vertices = regions.iter().flat_map(|(outer, holes)| std::iter::once(outer).chain(holes)).map(Vec::len).sum();
    Ok(PictureBody {
        shapes,
        parts: parts.iter().map(pixels).collect(),
        outlines: regions.iter().flat_map(|(outer, holes)| std::iter::once(outer).chain(holes).cloned()).collect(),
        centroid,
        scale,
        vertices,
        pieces: regions.len(),
        holes,
        specks: traced.specks,
        tolerance: traced.tolerance,
        error: traced.error,
        area: area_px as f32 * scale * scale,
        area_change: (area_px / traced.area - 1.0) as f32,
    })
}

/// The convex hull of all regions, with few enough corners for one polygon.
fn hull(traced: &Traced) -> Vec<Vec2> {
    let all: Vec<Vec2> = traced.contours.iter().flatten().copied().collect();
    let whole = convex_hull(&all);
    let mut tolerance = traced.tolerance;
    loop {
        let kept = simplify(&whole, tolerance, 0, &mut NoProbe);
        if kept.len() <= MAX_POLYGON_VERTICES {
            // Corners of a hull, left out or not, are corners of a convex outline.
            return kept.into_iter().map(|i| whole[i]).collect();
        }
        tolerance *= 1.25;
    }
}

/// Area (holes, which run clockwise, taken away) and centroid, from the triangles between one point and each edge.
fn area_and_centroid<'a>(rings: impl Iterator<Item = &'a Vec<Vec2>>) -> (f64, Vec2) {
    let (mut area, mut moment, mut origin) = (0.0, glam::DVec2::ZERO, None);
    for ring in rings {
        area += 0.5 * twice_area(ring);
        for (k, p) in ring.iter().enumerate() {
            let base = origin.get_or_insert(p.as_dvec2());
            let (a, b) = (p.as_dvec2() - *base, ring[(k + 1) % ring.len()].as_dvec2() - *base);
            moment += (a + b) / 3.0 * (0.5 * a.perp_dot(b));
        }
    }
    let centroid = if area > 0.0 { moment / area } else { glam::DVec2::ZERO };
    (area, (origin.unwrap_or_default() + centroid).as_vec2())
}
