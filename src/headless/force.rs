//! The word that lets a command write over what it would spare.

use clap::Args;

/// What a command may write over.
#[derive(Args, Clone, Copy, Debug)]
pub struct Overwriting {
    /// Write over the file that is read or a file that is marked read-only, too.
    #[arg(long)]
    pub force: bool,
}
