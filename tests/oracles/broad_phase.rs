//! Judge of the broad phase: a walker of its own over the tree's nodes, every box against every box, and the cost of
//! every choice counted anew.

use super::coverage::Coverage;
use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::broad::grid::GridStep;
use collidoscope::engine::broad::sweep_and_prune::SweepStep;
use collidoscope::engine::broad::tree::{Tree, TreeChoice, TreeNode, TreeStep};
use collidoscope::engine::probe::Probe;
use std::collections::BTreeMap;

/// Keeps the steps of each method.
#[derive(Debug, Default)]
pub struct Watcher {
    pub tree: Vec<TreeStep>,
    pub grid: Vec<GridStep>,
    pub sweep: Vec<SweepStep>,
}

impl Probe<SweepStep> for Watcher {
    fn record(&mut self, step: impl FnOnce() -> SweepStep) {
        self.sweep.push(step());
    }
}

impl Probe<TreeStep> for Watcher {
    fn record(&mut self, step: impl FnOnce() -> TreeStep) {
        self.tree.push(step());
    }
}

impl Probe<GridStep> for Watcher {
    fn record(&mut self, step: impl FnOnce() -> GridStep) {
        self.grid.push(step());
    }
}

/// True when two boxes share a point.
pub fn overlap(a: Aabb, b: Aabb) -> bool {
    !(a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y)
}

fn around(a: Aabb, b: Aabb) -> [f64; 4] {
    let of = |x: f32| f64::from(x);
    [of(a.min.x).min(of(b.min.x)), of(a.min.y).min(of(b.min.y)), of(a.max.x).max(of(b.max.x)), of(a.max.y).max(of(b.max.y))]
}

/// Half the circumference of the smallest box around two.
fn cost(a: Aabb, b: Aabb) -> f64 {
    let [x0, y0, x1, y1] = around(a, b);
    x1 - x0 + y1 - y0
}

/// The nodes by number, with their children, left first.
struct Diagram {
    nodes: BTreeMap<u32, TreeNode>,
    children: BTreeMap<u32, Vec<u32>>,
    root: Option<u32>,
}

impl Diagram {
    fn of(tree: &Tree) -> Diagram {
        let mut diagram = Diagram { nodes: BTreeMap::new(), children: BTreeMap::new(), root: None };
        for node in tree.nodes() {
            assert!(diagram.nodes.insert(node.node, node).is_none(), "each node once");
            match node.parent {
                Some(parent) => {
                    assert_eq!(node.depth, diagram.nodes[&parent].depth + 1);
                    diagram.children.entry(parent).or_default().push(node.node);
                }
                None => diagram.root = Some(node.node),
            }
        }
        for (number, node) in &diagram.nodes {
            match diagram.children.get(number).map(Vec::as_slice) {
                Some([left, right]) => {
                    let [x0, y0, x1, y1] = around(diagram.nodes[left].aabb, diagram.nodes[right].aabb);
                    let found = [node.aabb.min.x, node.aabb.min.y, node.aabb.max.x, node.aabb.max.y].map(f64::from);
                    assert_eq!(found, [x0, y0, x1, y1], "an inner box is the smallest around its children");
                    assert_eq!(node.proxy, None);
                }
                None => assert!(node.proxy.is_some(), "a leaf has a proxy"),
                other => panic!("{other:?}"),
            }
        }
        diagram
    }

    fn surface(&self) -> f64 {
        self.nodes.values().map(|node| cost(node.aabb, node.aabb)).sum()
    }

    fn leaves(&self) -> BTreeMap<u32, Aabb> {
        self.nodes.values().filter_map(|node| node.proxy.map(|proxy| (proxy, node.aabb))).collect()
    }
}

/// Inserts a leaf and judges the way that it takes; the answer is its node.
pub fn insert_and_judge(tree: &mut Tree, aabb: Aabb, proxy: u32, met: &mut Coverage) -> u32 {
    let before = Diagram::of(tree);
    let mut steps: Vec<TreeStep> = Vec::new();
    let leaf = tree.insert(aabb, proxy, &mut steps);
    let after = Diagram::of(tree);
    let mut expected = before.leaves();
    expected.insert(proxy, aabb);
    assert_eq!(after.leaves(), expected, "all leaves, and nothing else");
    let Some(root) = before.root else {
        assert!(steps.is_empty());
        return leaf;
    };

    let size = cost(aabb, aabb);
    let (mut at, mut inherited, mut sibling) = (root, 0.0, None);
    let mut rotated = 0.0;
    for step in &steps {
        match *step {
            TreeStep::Descend { node, aabb: found, cost_here, cost_left, cost_right, choice } => {
                let own = before.nodes[&at];
                assert!(node == at && found == own.aabb && sibling.is_none(), "{step:?} is not on the way, {steps:#?}");
                let grown = cost(own.aabb, aabb);
                let near = |x: f32, y: f64| (f64::from(x) - y).abs() < 1e-4 * (1.0 + y.abs());
                assert!(near(cost_here, grown + inherited), "{} {step:?}", grown + inherited);
                let below = inherited + grown - cost(own.aabb, own.aabb);
                let of_child = |child: u32| {
                    let node = before.nodes[&child];
                    below + cost(node.aabb, aabb) + if node.proxy.is_some() { 0.0 } else { size - cost(node.aabb, node.aabb) }
                };
                let children = before.children.get(&at);
                let costs = children.map(|pair| [of_child(pair[0]), of_child(pair[1])]);
                let told = cost_left.zip(cost_right);
                assert_eq!(told.is_some(), costs.is_some(), "{step:?}");
                if let (Some((left, right)), Some(costs), Some(children)) = (told, costs, children) {
                    assert!(near(left, costs[0]) && near(right, costs[1]), "{costs:?} {step:?}");
                    let here = grown + inherited;
                    let slack = 1e-4 * (1.0 + here.abs());
                    match choice {
                        TreeChoice::Here => assert!(here < costs[0].min(costs[1]) + slack, "{here} {costs:?} {step:?}"),
                        TreeChoice::Left => assert!(costs[0] < costs[1] + slack && costs[0] < here + slack, "{here} {costs:?} {step:?}"),
                        TreeChoice::Right => assert!(costs[1] < costs[0] + slack && costs[1] < here + slack, "{here} {costs:?} {step:?}"),
                    }
                    if choice != TreeChoice::Here {
                        at = children[usize::from(choice == TreeChoice::Right)];
                    }
                } else {
                    assert_eq!(choice, TreeChoice::Here, "a leaf is the end of the way");
                }
                if choice == TreeChoice::Here {
                    sibling = Some(at);
                    inherited += grown + size;
                } else {
                    inherited = below;
                }
                met.note(choice);
            }
            TreeStep::Rotate { gain, .. } => {
                assert!(gain > 0.0 && sibling.is_some());
                rotated += f64::from(gain);
                met.note("Rotate");
            }
            TreeStep::Visit { .. } => panic!("a query within an insertion"),
        }
    }
    let sibling = sibling.expect("the way ends somewhere");
    if rotated == 0.0 {
        let parent = after.nodes[&leaf].parent.unwrap();
        assert!(after.children[&parent].contains(&sibling), "the new leaf hangs beside the node at which its way ended");
    }
    // The circumferences grow by what the way promised, and shrink by what the rotations gained.
    let promised = before.surface() + inherited - rotated;
    assert!((after.surface() - promised).abs() < 1e-4 * (1.0 + promised), "{} {promised} {steps:#?}", after.surface());
    leaf
}

/// Asks the tree and judges what it looked at: every node below an overlapping one, no other, and exactly the
/// overlapping leaves.
pub fn query_and_judge(tree: &Tree, region: Aabb, met: &mut Coverage) {
    let diagram = Diagram::of(tree);
    let (mut steps, mut found): (Vec<TreeStep>, Vec<u32>) = (Vec::new(), Vec::new());
    tree.query(region, &mut steps, |proxy| found.push(proxy));
    let mut expected = Vec::new();
    let mut open: Vec<u32> = diagram.root.into_iter().collect();
    while let Some(number) = open.pop() {
        let node = diagram.nodes[&number];
        let overlaps = overlap(node.aabb, region);
        expected.push(TreeStep::Visit { node: number, aabb: node.aabb, leaf: node.proxy.is_some(), overlaps });
        met.note(format!("{} {}", if node.proxy.is_some() { "leaf" } else { "inner" }, if overlaps { "hit" } else { "pruned" }));
        if overlaps {
            open.extend(diagram.children.get(&number).into_iter().flatten().rev());
        }
    }
    assert_eq!(steps, expected, "the walk of {region:?}");
    found.sort_unstable();
    let all: Vec<u32> = diagram.leaves().into_iter().filter(|(_, aabb)| overlap(*aabb, region)).map(|(proxy, _)| proxy).collect();
    assert_eq!(found, all, "every overlapping leaf once, {region:?}");
}

/// Judges the grid's comparisons against the boxes themselves; answers how many there were.
pub fn judge_grid(steps: &[GridStep], region: Option<Aabb>, boxes: &BTreeMap<u32, Aabb>, met: &mut Coverage) -> usize {
    let (mut left, mut count) = (0, 0);
    for step in steps {
        match *step {
            GridStep::Cells { region: cells, cell, entries } => {
                assert_eq!(left, 0, "a row of cells is read to its end");
                assert!(cell > 0.0 && cells.size().y == cell && cells.size().x >= cell, "{step:?}");
                left = entries;
                met.note("Cells");
            }
            GridStep::Candidate { proxy, aabb, overlaps } => {
                left = left.saturating_sub(1);
                count += 1;
                if let Some(known) = boxes.get(&proxy) {
                    assert_eq!(*known, aabb, "{step:?}");
                    if let Some(region) = region {
                        assert_eq!(overlaps, overlap(aabb, region), "{step:?}");
                    }
                } else {
                    assert!(!overlaps, "one that is gone overlaps nothing, {step:?}");
                }
                met.note(if overlaps { "candidate hit" } else { "candidate missed" });
            }
        }
    }
    assert_eq!(left, 0);
    count
}

/// An endpoint as the judge knows it: place, then begins before ends, then the proxy.
type End = (f64, bool, u32);

/// Judges one sorting and sweep. `order` are the endpoints before, from left to right (proxy, and true for an end),
/// without those that are gone; `boxes` the boxes now.
pub fn judge_sweep(steps: &[SweepStep], order: &[(u32, bool)], boxes: &BTreeMap<u32, Aabb>, met: &mut Coverage) {
    let end_of = |proxy: u32, is_end: bool| -> End {
        let aabb = boxes[&proxy];
        (f64::from(if is_end { aabb.max.x } else { aabb.min.x }), is_end, proxy)
    };
    // As many swaps are needed as there are pairs in the wrong order, and each is one of neighbours.
    let mut list: Vec<End> = order.iter().map(|&(proxy, is_end)| end_of(proxy, is_end)).collect();
    let wrong = (0..list.len()).map(|i| (i + 1..list.len()).filter(|&j| list[j] < list[i]).count()).sum::<usize>();
    let (mut swapped, mut sorted, mut active, mut compared) = (0, false, Vec::new(), 0);
    let mut met_pairs = Vec::new();
    for step in steps {
        match *step {
            SweepStep::Swap { moving, passed, place } => {
                let two = [list[place as usize], list[place as usize + 1]];
                let told = [passed, moving].map(|e| (f64::from(e.x), e.is_end, e.proxy));
                assert_eq!(two, told, "the two stand side by side");
                assert!(two[1] < two[0] && !sorted, "{step:?}");
                list.swap(place as usize, place as usize + 1);
                swapped += 1;
                met.note("Swap");
            }
            SweepStep::Sorted { comparisons, swaps } => {
                assert_eq!((swaps as usize, swapped), (wrong, wrong));
                assert!((swaps..=swaps + list.len() as u32).contains(&comparisons), "{step:?}");
                assert!(list.is_sorted_by(|a, b| a <= b));
                sorted = true;
                met.note(if swaps == 0 { "nothing to sort" } else { "Sorted" });
            }
            SweepStep::New { proxy } => {
                assert!(sorted && boxes.contains_key(&proxy) && !order.iter().any(|end| end.0 == proxy), "{step:?}");
                met.note("New");
            }
            SweepStep::Begin { proxy, active: count } => {
                assert_eq!((compared, count as usize), (0, active.len()), "{step:?}");
                compared = active.len();
                active.push(proxy);
                met.note("Begin");
            }
            SweepStep::Compare { proxy, other, overlaps } => {
                assert_eq!(active.last(), Some(&proxy));
                assert_eq!(active[active.len() - 1 - compared], other, "all active ones, in the order in which they began");
                assert_eq!(overlaps, overlap(boxes[&proxy], boxes[&other]), "{step:?}");
                let (a, b) = (boxes[&proxy], boxes[&other]);
                assert!(a.min.x <= b.max.x && b.min.x <= a.max.x, "only those that overlap on x are compared");
                compared -= 1;
                if overlaps {
                    met_pairs.push((proxy.min(other), proxy.max(other)));
                }
                met.note(if overlaps { "sweep hit" } else { "sweep missed" });
            }
            SweepStep::End { proxy, active: count } => {
                let place = active.iter().position(|&other| other == proxy).expect("it has begun");
                active.remove(place);
                assert_eq!((compared, count as usize), (0, active.len()), "{step:?}");
                met.note("End");
            }
            SweepStep::Candidate { .. } => panic!("a query within an update"),
        }
    }
    assert_eq!((compared, active.len()), (0, 0), "every box ends");
    met_pairs.sort_unstable();
    let all: Vec<(u32, u32)> = boxes
        .iter()
        .flat_map(|(&a, &box_a)| boxes.range(a + 1..).filter(move |(_, b)| overlap(box_a, **b)).map(move |(&b, _)| (a, b)))
        .collect();
    assert_eq!(met_pairs, all, "each overlapping pair once");
}

/// Judges a query of the endpoints: just what overlaps is found, and each box is looked at once.
pub fn judge_sweep_query(steps: &[SweepStep], region: Aabb, boxes: &BTreeMap<u32, Aabb>, met: &mut Coverage) {
    let mut seen = Vec::new();
    for step in steps {
        let SweepStep::Candidate { proxy, aabb, overlaps } = *step else { panic!("{step:?} within a query") };
        assert_eq!((aabb, overlaps), (boxes[&proxy], overlap(boxes[&proxy], region)), "{step:?}");
        assert!(!seen.contains(&proxy), "{proxy} is looked at twice");
        seen.push(proxy);
        met.note(if overlaps { "stretch hit" } else { "stretch missed" });
    }
}
