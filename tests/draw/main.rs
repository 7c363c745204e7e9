//! The paper: palette, label layout, grid, outlines, SVG and PNG.

mod colours;
mod figures;
mod layout;
mod roles;
mod strips;
