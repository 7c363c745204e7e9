//! `picture`: a picture as a body in a scene.

use super::force::Overwriting;
use super::host::{Host, deliver, print, read_file};
use crate::draw::raster::{self, Channel};
use crate::engine::body::BodyKind;
use crate::engine::contour::Field;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Document, Geometry, PictureDoc, ShapeDoc};
use crate::scene::file;
use crate::scene::limits::PICTURE_BYTES;
use crate::scene::picture_body::{PictureBody, PictureForm, PictureOptions, picture_body, worn_by};
use crate::scene::wardrobe::dress;
use clap::{Args, ValueEnum};

/// Arguments of `picture`.
#[derive(Args, Debug)]
pub struct PictureArguments {
    /// Picture to read: PNG, JPEG, WebP, GIF (its first frame) or SVG.
    #[arg(value_name = "FILE")]
    pub picture: String,
    /// What makes a pixel solid. Default: `opaque` when some of it is transparent, else what tells it from its rim.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub solid: Option<SolidWord>,
    /// Pixels above this share of the most are solid, from 0 to 1.
    #[arg(long, value_name = "T", default_value_t = PictureOptions::default().threshold)]
    pub threshold: f32,
    /// Width of the body, metres.
    #[arg(long, value_name = "M", default_value_t = PictureOptions::default().width)]
    pub width: f32,
    /// How far the outline may be from the border of the pixels, pixels.
    #[arg(long, value_name = "PX", default_value_t = PictureOptions::default().tolerance)]
    pub tolerance: f32,
    /// What it becomes.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = FormWord::Parts)]
    pub shape: FormWord,
    /// Scene to write, with the body above a ground (default: standard output, and no report).
    #[arg(long, value_name = "SCENE")]
    pub out: Option<String>,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// What makes a pixel solid.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidWord {
    /// What cannot be seen through.
    Opaque,
    /// Drawings on a light ground.
    Dark,
    /// Pictures on a dark ground.
    Bright,
}

/// What a picture becomes.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormWord {
    /// Convex polygons that fill it, holes left open.
    Parts,
    /// One outline a piece, holes filled.
    Outline,
    /// Its convex hull.
    Hull,
}

/// Writes a scene with the body, and prints what it is made of.
///
/// # Errors
/// The picture cannot be read, or becomes no body; the scene cannot be written.
pub fn picture(arguments: &PictureArguments, host: &mut dyn Host) -> Result<(), String> {
    let name = &arguments.picture;
    let bytes = read_file(host, name)?;
    let picture = raster::read(&bytes).map_err(|why| format!("{name}: {why}"))?;
    let channel = match arguments.solid {
        None => picture.best_channel(),
        Some(SolidWord::Opaque) => Channel::Opaque,
        Some(SolidWord::Dark) => Channel::Dark,
        Some(SolidWord::Bright) => Channel::Bright,
    };
    let form = match arguments.shape {
        FormWord::Parts => PictureForm::Parts,
        FormWord::Outline => PictureForm::Outline,
        FormWord::Hull => PictureForm::Hull,
    };
    let options = PictureOptions { threshold: arguments.threshold, width: arguments.width, tolerance: arguments.tolerance, form };
    let field = Field::new(picture.width, picture.height, picture.values(channel)).ok_or_else(|| format!("{name}: it has no pixels"))?;
    let body = picture_body(&field, &options).map_err(|why| format!("{name}: {why}"))?;
    let mut document = scene(&body);
    let (png, pixels) = raster::fitting_png(&picture, PICTURE_BYTES).map_err(|why| format!("{name}: {why}"))?;
    let skin = worn_by(&body, [picture.width, picture.height], pixels);
    dress(&mut document, "picture", "picture", PictureDoc::embedded(&png), skin).map_err(|problems| format!("{name}: {problems}"))?;
    file::check(&document).map_err(|problems| format!("{name}: {problems}"))?;
    deliver(host, arguments.out.as_deref(), &file::to_json(&document))?;
    if arguments.out.is_some() { print(host, &report(&body, picture.original)) } else { Ok(()) }
}

/// The body half its height above a ground.
fn scene(body: &PictureBody) -> Document {
    let corners = || body.parts.iter().flatten().map(|p| (*p - body.centroid) * body.scale);
    let lowest = corners().map(|p| p.y).fold(0.0, f32::min);
    let highest = corners().map(|p| p.y).fold(0.0, f32::max);
    let position = Vec2::new(0.0, 0.5 * (highest - lowest) - lowest);
    let reach = 5.0 * (highest - lowest).max(body.scale * 100.0);
    let ground = Geometry::Segment { a: Vec2::new(-reach, 0.0), b: Vec2::new(reach, 0.0) };
    let ground = BodyDoc { id: "ground".into(), kind: BodyKind::Static, shapes: vec![ShapeDoc::new(ground)], ..BodyDoc::default() };
    let picture = BodyDoc { id: "picture".into(), position, shapes: body.shapes.clone(), ..BodyDoc::default() };
    Document { bodies: vec![ground, picture], ..Document::default() }
}

fn report(body: &PictureBody, [width, height]: [usize; 2]) -> String {
    format!(
        "picture        {width} × {height} pixels, {} m a pixel\n\
         outlines       {} vertices, {} pieces, {} holes, {} specks left out\n\
         convex parts   {}\n\
         error          {:.3} pixels at the tolerance {:.3}; area {:+.3} %\n\
         area           {} m²\n",
        body.scale,
        body.vertices,
        body.pieces,
        body.holes,
        body.specks,
        body.parts.len(),
        body.error,
        body.tolerance,
        100.0 * body.area_change,
        body.area,
    )
}
