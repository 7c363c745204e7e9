//! Dynamic tree of enlarged boxes.
