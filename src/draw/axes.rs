//! Curves on axes, as a figure for slides and papers. The crate plotters lays out axes, marks and legend as SVG; PNG is
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
    use crate::draw::palette::{Rgba, Theme, style, tokens};
    use crate::draw::plot::Plot;
    use crate::draw::quantity::mark;
    use crate::draw::{Role, fonts};
    use plotters::element::DashedPathElement;
    use plotters::prelude::*;
    use std::ops::Range;

    /// Parts of a pixel: plotters puts points on whole units, and curves on whole pixels have steps.
    const FINE: u32 = 8;
    /// Length of the line before a name in the legend, pixels.
    const LEGEND: i32 = 22 * FINE as i32;

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

    /// The corner where the legend hides the fewest points; the upper right one when none is freer.
    fn freest_corner(plot: &Plot, x: &Range<f64>, y: &Range<f64>) -> SeriesLabelPosition {
        /// What a legend takes of the width and of the height, about.
        const TAKES: [f64; 2] = [0.4, 0.35];
        let share = |value: f64, range: &Range<f64>| (value - range.start) / (range.end - range.start);
        let points = || plot.curves.iter().flat_map(|curve| curve.parts.iter().flatten());
        // How many points lie near the right side, or the left one, and near the upper or the lower one.
        let hidden = |right: bool, upper: bool| {
            let far = |share: f64, is_end: bool| if is_end { 1.0 - share } else { share };
            points().filter(|p| far(share(p[0], x), right) < TAKES[0] && far(share(p[1], y), upper) < TAKES[1]).count()
        };
        let corners = [
            (SeriesLabelPosition::UpperRight, hidden(true, true)),
            (SeriesLabelPosition::UpperLeft, hidden(false, true)),
            (SeriesLabelPosition::LowerRight, hidden(true, false)),
            (SeriesLabelPosition::LowerLeft, hidden(false, false)),
        ];
        corners.into_iter().min_by_key(|(_, hidden)| *hidden).map_or(SeriesLabelPosition::UpperRight, |(corner, _)| corner)
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
        let mut chart = ChartBuilder::on(&root);
        chart.margin(units(14.0)).margin_right(units(24.0));
        chart.x_label_area_size(units(3.4 * tokens.body_size)).y_label_area_size(units(5.2 * tokens.body_size));
        if !plot.title.is_empty() {
            chart.caption(&plot.title, text(tokens.title_size, tokens.text));
        }
        let corner = freest_corner(plot, &x, &y);
        // plotters sets at most about ten marks.
        let least = [&x, &y].map(|range| (range.end - range.start) / 20.0);
        let mut chart = chart.build_cartesian_2d(x, y)?;
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
            let look = style(theme, Role::Curve(i as u8));
            let pen = rgb(look.stroke).stroke_width(units(look.width_px));
            let [dash, gap] = look.dash_px.map_or([LEGEND, 1], |dashes| dashes.map(|length| (length * fine) as i32));
            // The piece of line before a name in the legend.
            let sample = move |(x, y)| DashedPathElement::new(vec![(x, y), (x + LEGEND, y)], dash, gap, pen);
            let mut is_named = false;
            for part in &curve.parts {
                let path = part.iter().map(|&[x, y]| (x, y));
                let drawn = match look.dash_px {
                    Some([dash, gap]) => chart.draw_series(DashedLineSeries::new(path, units(dash), units(gap), pen))?,
                    None => chart.draw_series(LineSeries::new(path, pen))?,
                };
                if !std::mem::replace(&mut is_named, true) {
                    drawn.label(curve.name.clone()).legend(sample);
                }
            }
        }
        let legend = text(tokens.caption_size, tokens.text);
        chart
            .configure_series_labels()
            .position(corner)
            .margin(units(8.0))
            .legend_area_size(units(30.0))
            .background_style(rgb(tokens.background).mix(0.85))
            .border_style(rgb(tokens.line).stroke_width(FINE))
            .label_font(legend)
            .draw()?;
        root.present()?;
        Ok(())
    }

    fn rgb(colour: Rgba) -> RGBColor {
        RGBColor(colour[0], colour[1], colour[2])
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::draw::plot::PlotCurve;

        /// A printed lesson had its legend over the curve that it was about.
        #[test]
        fn the_legend_stands_where_it_hides_the_least() {
            let along = |slope: f64| {
                let part = (0..100).map(|k| [f64::from(k), slope * f64::from(k)]).collect();
                Plot { curves: vec![PlotCurve { name: "it".into(), parts: vec![part] }], ..Plot::default() }
            };
            assert!(matches!(freest_corner(&along(1.0), &(0.0..99.0), &(0.0..99.0)), SeriesLabelPosition::UpperLeft));
            assert!(matches!(freest_corner(&along(-1.0), &(0.0..99.0), &(-99.0..0.0)), SeriesLabelPosition::UpperRight));
            assert!(matches!(freest_corner(&Plot::default(), &(0.0..1.0), &(0.0..1.0)), SeriesLabelPosition::UpperRight));
        }
    }
}
