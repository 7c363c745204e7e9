//! JSON Schema of the scene format, from the same limits as the loader.

/// The schema as pretty JSON text.
pub fn schema() -> String {
    todo!("scene")
}
