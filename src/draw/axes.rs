//! Curves on axes, as a figure for slides and papers. The crate plotters lays out axes and marks as SVG; PNG is
//! painted from that, so both show the same. In a browser plotters would ask for a page of wasm-bindgen's, which ours
//! is not: there a graph leaves as a table alone.

use super::palette::Theme;
use super::plot::{Format, Plot};
use super::png;

#[cfg(not(target_arch = "wasm32"))]
pub use ink::to_svg;

/// True where pictures of graphs can be made.
pub const CAN_DRAW: bool = cfg!(not(target_arch = "wasm32"));

/// A graph as the bytes of a file of this format.
///
/// # Errors
/// A size that no picture has ([`png::to_png`]).
pub fn bytes(plot: &Plot, table: &str, format: Format, size: (u32, u32), theme: Theme) -> Result<Vec<u8>, String> {
    match format {
        Format::Csv => Ok(table.to_owned().into_bytes()),
        Format::Svg => Ok(to_svg(plot, size, theme)?.into_bytes()),
        Format::Png => png::svg_to_png(&to_svg(plot, size, theme)?, size, theme),
    }
}

/// The picture as SVG text.
///
/// # Errors
/// Always.
#[cfg(target_arch = "wasm32")]
pub fn to_svg(_plot: &Plot, _size: (u32, u32), _theme: Theme) -> Result<String, String> {
    Err("pictures of graphs are not made in a browser; export the table".into())
}

#[cfg(not(target_arch = "wasm32"))]
mod ink {
    use crate::draw::labels::PxBox;
    use crate::draw::legend::{self, Legend, Placed};
    use crate::draw::palette::{Rgba, Theme, style, tokens};
    use crate::draw::plot::{Plot, PlotCurve};
    use crate::draw::quantity::mark;
    use crate::draw::{Role, fonts};
    use glam::Vec2;
    use plotters::coord::Shift;
    use plotters::coord::types::RangedCoordf64;
    use plotters::element::DashedPathElement;
    use plotters::prelude::*;
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    use std::ops::Range;

    type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
    type Axes<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
    type Problem<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

    /// Parts of a pixel: plotters puts points on whole units, and curves on whole pixels have steps.
    const FINE: u32 = 8;
    /// The legend takes no more of the picture's height above the axes: then it stands over curves rather.
    const MOST_ROWS: f32 = 0.3;

    /// The picture as SVG text.
    ///
    /// # Errors
    /// The size leaves no room for axes.
    pub fn to_svg(plot: &Plot, size: (u32, u32), theme: Theme) -> Result<String, String> {
        let mut text = String::new();
        let fine = (size.0 * FINE, size.1 * FINE);
        draw(plot, SVGBackend::with_string(&mut text, fine), theme).map_err(|error| format!("the graph cannot be drawn: {error}"))?;
        // The page keeps its fine units and is shown at its size.
        let shown = |size: (u32, u32)| format!("width=\"{}\" height=\"{}\"", size.0, size.1);
        Ok(text.replacen(&shown(fine), &shown(size), 1))
    }

    /// Lowest and highest of some numbers with a little room; for one number alone, room around it.
    fn range(values: impl Iterator<Item = f64>, room: f64) -> Range<f64> {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return 0.0..1.0;
        }
        let span = high - low;
        // What differs by rounding alone shall not look like a change.
        let least = 1e-6 * low.abs().max(high.abs());
        if span > least { low - room * span..high + room * span } else { low - least.max(0.5)..high + least.max(0.5) }
    }

    fn draw(plot: &Plot, backend: SVGBackend<'_>, theme: Theme) -> Result<(), Box<dyn std::error::Error>> {
        let tokens = tokens(theme);
        let fine = FINE as f32;
        let units = |size: f32| (size * fine) as u32;
        let points = || plot.curves.iter().flat_map(|curve| curve.parts.iter().flatten());
        let (x, y) = (range(points().map(|p| p[0]), plot.room), range(points().map(|p| p[1]), 0.05));
        let text = |size: f32, ink: Rgba| (fonts::SVG_FAMILIES, f64::from(size * fine)).into_font().color(&rgb(ink));
        let root = backend.into_drawing_area();
        root.fill(&rgb(tokens.background))?;
        let mut page = root.margin(units(14.0), units(14.0), units(14.0), units(24.0));
        if !plot.title.is_empty() {
            page = page.titled(&plot.title, text(tokens.title_size, tokens.text))?;
        }
        let (mut chart, legend, is_above) = laid_out(plot, &page, [&x, &y], theme)?;
        // plotters sets at most about ten marks.
        let least = [&x, &y].map(|range| (range.end - range.start) / 20.0);
        let [x_words, y_words] = least.map(|least| move |value: &f64| mark(*value, least));
        let small = text(tokens.caption_size, tokens.quiet_text);
        let faint = style(theme, Role::Grid);
        let lines = style(theme, Role::GridMajor);
        chart
            .configure_mesh()
            .max_light_lines(1)
            .set_all_tick_mark_size(units(4.0))
            .bold_line_style(rgb(lines.stroke).stroke_width(FINE))
            .light_line_style(rgb(faint.stroke).stroke_width(FINE))
            .axis_style(rgb(style(theme, Role::GridAxis).stroke).stroke_width(FINE))
            .x_label_formatter(&x_words)
            .y_label_formatter(&y_words)
            .x_desc(plot.x.clone())
            .y_desc(plot.y.clone())
            .label_style(small)
            .axis_desc_style(text(tokens.body_size, tokens.text))
            .draw()?;
        for (i, curve) in plot.curves.iter().enumerate() {
            let (pen, dash) = pen(theme, i);
            for part in &curve.parts {
                let path = part.iter().map(|&[x, y]| (x, y));
                match dash {
                    Some([dash, gap]) => chart.draw_series(DashedLineSeries::new(path, dash, gap, pen))?,
                    None => chart.draw_series(LineSeries::new(path, pen))?,
                };
            }
        }
        let at = |p: Vec2| ((p.x * fine) as i32, (p.y * fine) as i32);
        if !is_above && !legend.names.is_empty() {
            let corners = [at(legend.bounds.min), at(legend.bounds.max)];
            root.draw(&Rectangle::new(corners, rgb(tokens.background).mix(0.85).filled()))?;
            root.draw(&Rectangle::new(corners, rgb(tokens.line).stroke_width(FINE)))?;
        }
        let words = text(tokens.caption_size, tokens.text).pos(Pos::new(HPos::Left, VPos::Center));
        for ((i, curve), left) in named(plot).zip(legend.names) {
            let (pen, dash) = pen(theme, i);
            let [dash, gap] = dash.map_or([at(Vec2::splat(legend::LINE)).0, 1], |dash| dash.map(|length| length as i32));
            let ends = vec![at(left), at(left + Vec2::new(legend::LINE, 0.0))];
            root.draw(&DashedPathElement::new(ends, dash, gap, pen))?;
            root.draw(&Text::new(curve.name.as_str(), at(left + Vec2::new(legend::INDENT, 0.0)), words.clone()))?;
        }
        root.present()?;
        Ok(())
    }

    /// The axes on what is left of a page, the legend, and whether that stands above the axes.
    fn laid_out<'a>(plot: &Plot, page: &Area<'a>, [x, y]: [&Range<f64>; 2], theme: Theme) -> Result<(Axes<'a>, Placed, bool), Problem<'a>> {
        let (tokens, fine) = (tokens(theme), FINE as f32);
        let units = |size: f32| (size * fine) as u32;
        let on = |area: &Area<'a>| {
            let mut chart = ChartBuilder::on(area);
            chart.x_label_area_size(units(3.4 * tokens.body_size)).y_label_area_size(units(5.2 * tokens.body_size));
            chart.build_cartesian_2d(x.clone(), y.clone())
        };
        let chart = on(page)?;
        let (across, down) = chart.plotting_area().get_pixel_range();
        let pixels = |x: i32, y: i32| Vec2::new(x as f32, y as f32) / fine;
        let axes = PxBox { min: pixels(across.start, down.start), max: pixels(across.end, down.end) };
        let at = |p: [f64; 2]| {
            let (x, y) = chart.backend_coord(&(p[0], p[1]));
            pixels(x, y)
        };
        let lines =
            plot.curves.iter().flat_map(|curve| &curve.parts).flat_map(|part| part.windows(2)).map(|ends| [at(ends[0]), at(ends[1])]);
        let legend = Legend::new(named(plot).map(|(_, curve)| curve.name.as_str()), tokens.caption_size);
        let (in_corner, hidden) = legend.in_corner(axes, lines);
        let top = page.get_pixel_range().1.start as f32 / fine;
        let is_above = |rows: &Placed| rows.bounds.size().y < MOST_ROWS * (axes.max.y - top);
        let rows = legend.in_rows(Vec2::new(axes.min.x, top), axes.size().x).filter(is_above);
        match rows {
            Some(rows) if hidden > 0.0 || !axes.contains(in_corner.bounds) => {
                let (_, below) = page.split_vertically(units(rows.bounds.size().y));
                Ok((on(&below)?, rows, true))
            }
            _ => Ok((chart, in_corner, false)),
        }
    }

    /// The curves that have a part to show, with their numbers.
    fn named(plot: &Plot) -> impl Iterator<Item = (usize, &PlotCurve)> {
        plot.curves.iter().enumerate().filter(|(_, curve)| !curve.parts.is_empty())
    }

    /// How a curve is drawn, with its dash and gap.
    fn pen(theme: Theme, curve: usize) -> (ShapeStyle, Option<[u32; 2]>) {
        let look = style(theme, Role::Curve(curve as u8));
        let units = |size: f32| (size * FINE as f32) as u32;
        (rgb(look.stroke).stroke_width(units(look.width_px)), look.dash_px.map(|dash| dash.map(units)))
    }

    fn rgb(colour: Rgba) -> RGBColor {
        RGBColor(colour[0], colour[1], colour[2])
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// Of the texts with these words or this property, the height of the highest, pixels from the top.
        fn height_of(svg: &str, words: &str) -> f32 {
            let y_of = |text: &str| text.split_once(" y=\"")?.1.split('"').next()?.parse::<f32>().ok();
            let texts = svg.split("<text ").skip(1).filter(|text| text.contains(words));
            texts.filter_map(y_of).fold(f32::MAX, f32::min) / FINE as f32
        }

        /// Two waves through all corners: their legend hid a crest.
        #[test]
        fn where_no_corner_is_free_the_legend_stands_above_the_axes() {
            let wave = |name: &str, high: f64| {
                let part = (0..200).map(|k| [f64::from(k), if k % 20 < 10 { high } else { -high }]).collect();
                PlotCurve { name: name.into(), parts: vec![part] }
            };
            let svg = |curves| to_svg(&Plot { curves, ..Plot::default() }, (960, 540), Theme::Light).unwrap();
            let full = svg(vec![wave("one", 1.0), wave("two", 0.9)]);
            assert_eq!(height_of(&full, "\none\n"), height_of(&full, "\ntwo\n"), "side by side");
            assert!(height_of(&full, "\none\n") < height_of(&full, "text-anchor=\"end\"") - 10.0, "over the axes");
            let level = PlotCurve { name: "level".into(), parts: vec![vec![[0.0, -1.0], [1.0, -1.0]], vec![[0.0, 1.0], [0.1, 1.0]]] };
            let free = svg(vec![level]);
            assert!(height_of(&free, "\nlevel\n") > 30.0, "within them");
        }
    }
}
