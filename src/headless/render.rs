//! `render`: a scene at a step as a figure.

use super::arguments::{RenderOptions, Size};
use super::host::{Host, write_file};
use super::{pair, source};
use crate::draw::palette::Theme;
use crate::draw::svg::{Figure, to_svg};
use crate::draw::{DrawList, View, png, raster};
use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use crate::lens::{self, Films, LensInput};
use crate::scene::document::Document;
use crate::scene::stage::Stage;
use std::sync::Arc;

/// So many marks may take more than a second to paint.
const SLOW_MARKS: usize = 20_000;

/// What a picture shows besides the bodies.
pub struct FigureOptions<'a> {
    /// Ids of lenses.
    pub lenses: Vec<&'a str>,
    /// The watched pair.
    pub pair: Option<(ColliderId, ColliderId)>,
    /// Step of the watched algorithm; beyond the last = the last.
    pub turn: usize,
    /// Colours.
    pub theme: Theme,
    /// Draw the grid and the title.
    pub framed: bool,
    /// Pictures that were read beside the scene.
    pub films: Option<&'a Films>,
}

/// Draws a scene into a file.
///
/// # Errors
/// The scene does not load, a lens or body does not exist, or the file cannot be written.
pub fn render(options: &RenderOptions, host: &mut dyn Host) -> Result<(), String> {
    let document = source::load(&options.scene, host)?;
    let mut traces = Traces::new(&document, options.at_step);
    let stage = source::stage_of(&options.scene, &document, options.at_step, |stage, _| traces.take(stage))?;
    traces.take(&stage);
    let named: Vec<String> = match &options.lens {
        Some(ids) => ids.iter().map(|id| id.trim().to_string()).filter(|id| !id.is_empty() && id != "none").collect(),
        None => document.view.iter().flat_map(|view| view.lenses.clone()).collect(),
    };
    let lenses = named.iter().map(|id| known_lens(id)).collect::<Result<Vec<_>, _>>()?;
    let pair = match &options.pair {
        Some(words) => Some(pair::find_pair(&stage, words)?),
        None => scene_pair(&document, &stage),
    };
    let films = pictures_beside(&document, &options.scene, host);
    let look = FigureOptions {
        lenses,
        pair,
        turn: options.turn.unwrap_or(usize::MAX),
        theme: options.theme.theme(),
        framed: true,
        films: Some(&films),
    };
    refuse_late_iteration(options, &stage, pair, &look.lenses)?;
    tell_lacking(&stage, &look.lenses, host);
    let (mut list, figure) = picture(&document, &stage, options.size, &look);
    traces.paths.iter().enumerate().for_each(|(i, path)| lens::paths::draw(i, path, &mut list));
    if options.out.is_png && list.marks.len() > SLOW_MARKS {
        host.err(&format!("painting {} marks; as .svg they are written at once\n", list.marks.len()));
    }
    let bytes = if options.out.is_png { png::to_png(&list, &figure)? } else { to_svg(&list, &figure).into_bytes() };
    write_file(host, &options.out.path, &bytes)
}

/// Says what the lenses lack that find nothing to draw.
fn tell_lacking(stage: &Stage, lenses: &[&str], host: &mut dyn Host) {
    let input = LensInput { stage, pair: None, chosen: &[], turn: 0, metres_per_px: 0.01, films: None, document: None };
    for lens in lenses.iter().filter_map(|id| lens::find(id)).filter(|lens| !lens.needs_pair) {
        if let Some(lacks) = (lens.nothing)(&input) {
            host.err(&format!("--lens {}: {lacks}\n", lens.id));
        }
    }
}

/// Says which iterations there are, where another is asked for.
fn refuse_late_iteration(
    options: &RenderOptions,
    stage: &Stage,
    pair: Option<(ColliderId, ColliderId)>,
    lenses: &[&str],
) -> Result<(), String> {
    let Some(turn) = options.turn else { return Ok(()) };
    let input = LensInput { stage, pair, chosen: &[], turn, metres_per_px: 0.01, films: None, document: None };
    let counts = lenses.iter().filter_map(|lens| Some((lens, lens::Overlay::of(lens, &input)?.frame_count())));
    match counts.max_by_key(|(_, count)| *count) {
        None => Err(format!("--iteration {turn}: no lens here shows iterations; those of a pair do: --lens sat or minkowski")),
        Some((lens, count)) if turn >= count => Err(format!("--iteration {turn}: {lens} has the iterations 0 to {} here", count - 1)),
        Some(_) => Ok(()),
    }
}

/// The pictures that lie beside the scene's file; what cannot be read is said on the picture.
pub fn pictures_beside(document: &Document, scene: &str, host: &mut dyn Host) -> Films {
    let films = Films::default();
    for picture in document.pictures.values() {
        if let Some(file) = &picture.file {
            let bytes = host.read_beside(scene, file);
            films.provide(picture, bytes.and_then(|bytes| raster::read(&bytes)).map(Arc::new));
        }
    }
    films
}

/// The paths of a scene's traces, taken down while it runs to a step.
struct Traces<'a> {
    document: &'a Document,
    /// How many steps it runs.
    last: u64,
    /// How many were taken.
    taken: u64,
    paths: Vec<Vec<Vec2>>,
}

impl<'a> Traces<'a> {
    fn new(document: &'a Document, last: u64) -> Traces<'a> {
        Traces { document, last, taken: 0, paths: vec![Vec::new(); document.traces.len()] }
    }

    /// Takes down where the points are now.
    fn take(&mut self, stage: &Stage) {
        let hz = f64::from(stage.world().settings().step_hz);
        for (trace, path) in self.document.traces.iter().zip(&mut self.paths) {
            let from = trace.seconds.map_or(0, |seconds| self.last.saturating_sub((f64::from(seconds) * hz) as u64));
            let stride = lens::paths::stride(from, self.last);
            if self.taken >= from && (self.taken.is_multiple_of(stride) || self.taken == self.last) {
                let [x, y] = trace.place().map(|curve| curve.read(stage));
                path.extend(x.zip(y).map(|(x, y)| Vec2::new(x as f32, y as f32)));
            }
        }
        self.taken += 1;
    }
}

/// The marks of a stage, and the page they go on.
pub fn picture(document: &Document, stage: &Stage, size: Size, look: &FigureOptions<'_>) -> (DrawList, Figure) {
    let view = view(document, stage, size, look);
    let input = LensInput {
        stage,
        pair: look.pair,
        chosen: &[],
        turn: look.turn,
        metres_per_px: view.height / size.height as f32,
        films: look.films,
        document: Some(document),
    };
    let mut list = DrawList::default();
    lens::compose(&input, &look.lenses, &mut list);
    let title = look.framed.then(|| document.title.clone()).filter(|title| !title.is_empty());
    (list, Figure { width: size.width, height: size.height, view, theme: look.theme, grid: look.framed, title })
}

/// The scene's own view, made higher where the page is narrower than the screen it was composed for.
fn view(document: &Document, stage: &Stage, size: Size, look: &FigureOptions<'_>) -> View {
    /// Width through height of the pictures that views are composed for.
    const COMPOSED_FOR: f32 = 4.0 / 3.0;
    let wanted = match &document.view {
        Some(view) => View { center: view.center, height: view.height },
        None => match look.pair.filter(|_| look.lenses.iter().any(|id| lens::find(id).is_some_and(|lens| lens.needs_pair))) {
            Some(pair) => lens::frame_with(stage, pair),
            None => lens::frame(stage),
        },
    };
    let aspect = size.width as f32 / size.height as f32;
    View { center: wanted.center, height: wanted.height * if aspect < COMPOSED_FOR { COMPOSED_FOR / aspect } else { 1.0 } }
}

/// The pair that the scene itself watches, else the one most worth watching.
pub fn scene_pair(document: &Document, stage: &Stage) -> Option<(ColliderId, ColliderId)> {
    let named = document.view.as_ref().and_then(|view| view.pair.as_ref());
    named.and_then(|[a, b]| pair::find_pair(stage, &format!("{a},{b}")).ok()).or_else(|| lens::default_pair(stage))
}

/// The lens of this id as the lens room spells it.
pub(super) fn known_lens(id: &str) -> Result<&'static str, String> {
    let known = || lens::lenses().iter().map(|lens| lens.id).collect::<Vec<_>>().join(", ");
    lens::find(id).map(|lens| lens.id).ok_or_else(|| format!("there is no lens `{id}`; there are: {}", known()))
}
