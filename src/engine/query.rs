//! Point, box and ray queries.
