//! A stack for walks down the tree.

/// The nodes still to visit: a fixed array for usual depths, so that queries do not allocate, and a vector beyond.
pub(super) struct WalkStack {
    near: [u32; 64],
    count: usize,
    far: Vec<u32>,
}

impl WalkStack {
    pub(super) fn starting_at(root: Option<u32>) -> WalkStack {
        let mut stack = WalkStack { near: [0; 64], count: 0, far: Vec::new() };
        if let Some(root) = root {
            stack.push(root);
        }
        stack
    }

    pub(super) fn push(&mut self, node: u32) {
        if self.count < self.near.len() {
            self.near[self.count] = node;
            self.count += 1;
        } else {
            self.far.push(node);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        self.far.pop().or_else(|| {
            self.count = self.count.checked_sub(1)?;
            Some(self.near[self.count])
        })
    }
}
