//! The plot of growth: step time over number of bodies, both logarithmic, as SVG.

use crate::engines::Which;
use crate::speed::Timed;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// Draws the step times of growing scenes.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, scenes: &[Timed]) -> Result<(), Box<dyn Error>> {
    let points = |which| -> Vec<(f64, f64)> {
        scenes.iter().filter_map(|timed| timed.of(which).map(|t| (timed.bodies as f64, t.step_ms))).collect()
    };
    let all: Vec<(f64, f64)> = Which::ALL.into_iter().flat_map(points).collect();
    let smallest = |f: fn(&(f64, f64)) -> f64| all.iter().map(f).fold(f64::INFINITY, f64::min);
    let largest = |f: fn(&(f64, f64)) -> f64| all.iter().map(f).fold(0.0, f64::max);
    let (x, y) = ((smallest(|p| p.0), largest(|p| p.0)), (smallest(|p| p.1) / 2.0, largest(|p| p.1) * 2.0));

    let area = SVGBackend::new(path, (900, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Cost of a step", ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(72)
        .build_cartesian_2d((x.0..x.1).log_scale(), (y.0..y.1).log_scale())?;
    let mesh = &mut chart.configure_mesh();
    mesh.x_desc("bodies").y_desc("milliseconds a step").axis_desc_style(("sans-serif", 18)).label_style(("sans-serif", 16));
    mesh.x_label_formatter(&|x| format!("{x:.0}")).y_label_formatter(&|y| y.to_string()).draw()?;
    // Colours that colour-blind people tell apart (Okabe and Ito 2008); the marks differ too.
    let looks = [(Which::Ours, RGBColor(0, 114, 178)), (Which::Rapier, RGBColor(213, 94, 0)), (Which::Box2d, RGBColor(0, 158, 115))];
    for (which, colour) in looks {
        let points = points(which);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(which.name())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(2)));
        match which {
            Which::Ours => drop(chart.draw_series(points.iter().map(|&p| Circle::new(p, 5, colour.filled())))?),
            Which::Rapier => drop(chart.draw_series(points.iter().map(|&p| TriangleMarker::new(p, 6, colour.filled())))?),
            Which::Box2d => drop(chart.draw_series(points.iter().map(|&p| Cross::new(p, 5, colour.stroke_width(2))))?),
        }
    }
    let labels = &mut chart.configure_series_labels();
    labels.label_font(("sans-serif", 16)).position(SeriesLabelPosition::UpperLeft).background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
