//! Broad phase.

use super::Bug;

pub const BUGS: [Bug; 10] = [
    Bug { name: "a query forgets right children", file: "broad/tree.rs", place: "⟦stack.push(node.children[1])⟧;", wrong: "()" },
    Bug {
        name: "boxes above a new leaf do not grow",
        file: "broad/tree.rs",
        place: "self.nodes[index as usize].aabb = ⟦self.nodes[left as usize].aabb.union(self.nodes[right as usize].aabb)⟧;",
        wrong: "self.nodes[index as usize].aabb",
    },
    Bug {
        name: "what ancestors grow by is forgotten",
        file: "broad/tree.rs",
        place: "let cost_here = ⟦with_leaf + inherited⟧;",
        wrong: "with_leaf",
    },
    Bug {
        name: "insertion goes where it costs more",
        file: "broad/tree.rs",
        place: "return ⟦cost_left < cost_right⟧;",
        wrong: "cost_left > cost_right",
    },
    Bug {
        name: "a rotated grandchild keeps its parent",
        file: "broad/tree.rs",
        place: "self.nodes[grand as usize].parent = ⟦top⟧;",
        wrong: "other",
    },
    Bug {
        name: "rotations that gain nothing are done",
        file: "broad/tree.rs",
        place: "if gain > ⟦best.map_or(0.0, |b| b.0)⟧ {",
        wrong: "best.map_or(-1.0, |b| b.0)",
    },
    Bug {
        name: "boxes above a removed leaf do not shrink",
        file: "broad/tree.rs",
        place: "⟦self.refit_from(grandparent, &mut crate::engine::probe::NoProbe)⟧;",
        wrong: "()",
    },
    Bug {
        name: "boxes that only share a column overlap",
        file: "aabb.rs",
        place: "self.min.x <= other.max.x && other.min.x <= self.max.x && ⟦self.min.y <= other.max.y && other.min.y <= self.max.y⟧",
        wrong: "true",
    },
    Bug {
        name: "boxes that begin in the cell to the left are missed",
        file: "broad/cells.rs",
        place: "Cells { x0: ⟦floor(low.x) - 1⟧,",
        wrong: "floor(low.x)",
    },
    Bug {
        name: "pairs never end",
        file: "broad/update.rs",
        place: "let stays = ⟦proxies.boxes[partner.proxy as usize].overlap(bound)⟧;",
        wrong: "true",
    },
];
