//! Islands: bodies that touch or are joined, asleep or awake together.
