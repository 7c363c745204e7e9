//! Opening, saving, exporting, and the questions around them.
