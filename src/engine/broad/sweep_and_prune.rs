//! Sweep and prune: the boxes' ends sorted along x, kept sorted from step to step, and swept once for all pairs
//! (J. Cohen, M. Lin, D. Manocha and M. Ponamgi, "I-COLLIDE: an interactive and exact collision detection system for
//! large-scale environments", 1995; C. Ericson, *Real-Time Collision Detection*, 2005, section 7.5).
//!
//! Two boxes overlap when their intervals do on both axes. Along x each box has two *endpoints*: where it begins and
//! where it ends. In their order, a box that has begun and not ended yet is *active*, and a box that begins overlaps
//! all active ones on x. Only with those is y compared:
//!
//! ```text
//!   box a     ├───────────┤                      read from the left:   begin a   active {a}
//!   box b           ├──────────────┤                                   begin b   compare y of b and a, active {a, b}
//!   box c                             ├────┤                           end a     active {b}
//!             │     │     │        │  │    │                           end b     active {}
//!   ──────────┴─────┴─────┴────────┴──┴────┴──▶ x                      begin c   nothing to compare with
//! ```
//!
//! *Coherence.* From one step to the next boxes move little, so last step's order is nearly right. *Insertion sort*
//! repairs it: each endpoint is swapped with the one to its left until they stand in order. An order that is still
//! right costs one comparison per endpoint and no swap; each swap is one endpoint that passed another. Boxes that are
//! new are sorted by themselves and merged in, as insertion sort would carry them through the whole list.
//!
//! *Where it is poor.* The sweep knows only x. In a tower all boxes are active at once, and it compares all with all;
//! a box that jumps far is swapped with every endpoint on its way.
//!
//! *Regions.* Each endpoint knows the earliest begin whose box is still open there. A query reads the list from that
//! of its left side up to its right side.

use super::sides::Sides;
use crate::engine::aabb::Aabb;
use crate::engine::probe::{Probe, ran};

/// Where a box begins or ends along x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endpoint {
    /// Coordinate, world, metres.
    pub x: f32,
    /// Whose box.
    pub proxy: u32,
    /// False where the box begins.
    pub is_end: bool,
    /// Place of the earliest begin whose box is open at this endpoint, this one included.
    open_from: u32,
}

/// What sorting, the sweep or a query did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SweepStep {
    /// A box that was not in the list is put in.
    New {
        /// Its proxy.
        proxy: u32,
    },
    /// Two neighbours in the list changed places.
    Swap {
        /// The endpoint that goes to the left, at `place` from now on.
        moving: Endpoint,
        /// The one that it passes.
        passed: Endpoint,
        /// Where `passed` stood.
        place: u32,
    },
    /// The order is repaired.
    Sorted {
        /// Pairs of neighbours that were compared.
        comparisons: u32,
        /// Pairs of neighbours that changed places.
        swaps: u32,
    },
    /// The sweep comes to where a box begins: it is compared with all active ones, and active then.
    Begin {
        /// Its proxy.
        proxy: u32,
        /// How many are active before.
        active: u32,
    },
    /// A box that begins was compared on y with an active one.
    Compare {
        /// The one that begins.
        proxy: u32,
        /// The active one.
        other: u32,
        /// True when their boxes overlap.
        overlaps: bool,
    },
    /// The sweep comes to where a box ends: it is not active any more.
    End {
        /// Its proxy.
        proxy: u32,
        /// How many are active after.
        active: u32,
    },
    /// A query compared a box with its region.
    Candidate {
        /// Its proxy.
        proxy: u32,
        /// Its box.
        aabb: Aabb,
        /// True when it overlaps.
        overlaps: bool,
    },
}

/// What is known of a proxy.
#[derive(Clone, Copy, Debug, Default)]
struct Listing {
    /// Its box is to be found.
    present: bool,
    /// Its endpoints are in the list.
    listed: bool,
    /// They are where its box is.
    current: bool,
    /// It stands among the changed ones.
    waits: bool,
}

/// Endpoints in order.
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    /// Two of each listed box.
    endpoints: Vec<Endpoint>,
    /// By proxy.
    listings: Vec<Listing>,
    /// Proxies whose boxes have changed since the last sorting; some may be gone.
    changed: Vec<u32>,
    /// True when listed boxes are gone.
    some_gone: bool,
    /// How many boxes are present.
    count: usize,
    swaps: u32,
    /// Endpoints of new boxes while they are sorted.
    arriving: Vec<Endpoint>,
}

impl SweepAndPrune {
    /// Takes in a proxy's box, which is read when the list is sorted.
    pub(super) fn insert(&mut self, proxy: u32) {
        let place = proxy as usize;
        if self.listings.len() <= place {
            self.listings.resize(place + 1, Listing::default());
        }
        let listing = &mut self.listings[place];
        self.count += usize::from(!listing.present);
        (listing.present, listing.current) = (true, false);
        if !listing.waits {
            listing.waits = true;
            self.changed.push(proxy);
        }
    }

    /// Takes a proxy's box out. Its endpoints stay until the list is sorted: if it comes back, they start from there.
    pub(super) fn remove(&mut self, proxy: u32) {
        let listing = &mut self.listings[proxy as usize];
        self.count -= usize::from(listing.present);
        (listing.present, listing.current) = (false, false);
        self.some_gone |= listing.listed;
    }

    /// How many boxes there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True without boxes.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The endpoints in the order of the last sorting.
    pub fn endpoints(&self) -> &[Endpoint] {
        &self.endpoints
    }

    /// Pairs of neighbours that changed places in the last sorting that had something to do.
    pub fn swaps(&self) -> u32 {
        self.swaps
    }

    /// Brings the list in order, if something has changed. `boxes` are those of all proxies.
    pub(super) fn settle<P: Probe<SweepStep>>(&mut self, boxes: &[Sides], probe: &mut P) {
        ran!();
        if self.changed.is_empty() && !self.some_gone {
            return;
        }
        if self.some_gone {
            let listings = &mut self.listings;
            self.endpoints.retain(|endpoint| {
                let listing = &mut listings[endpoint.proxy as usize];
                listing.listed = listing.present;
                listing.present
            });
            self.some_gone = false;
        }
        for endpoint in &mut self.endpoints {
            if !self.listings[endpoint.proxy as usize].current {
                endpoint.x = x_of(boxes[endpoint.proxy as usize], endpoint.is_end);
            }
        }
        self.swaps = insertion_sort(&mut self.endpoints, probe); // [broad.sweep_start]
        self.merge_new(boxes, probe);
        self.find_open();
    }

    /// Puts the boxes that are not listed yet into the sorted list.
    fn merge_new<P: Probe<SweepStep>>(&mut self, boxes: &[Sides], probe: &mut P) {
        let SweepAndPrune { endpoints, listings, changed, arriving, .. } = self;
        arriving.clear();
        for proxy in changed.drain(..) {
            let listing = &mut listings[proxy as usize];
            listing.waits = false;
            listing.current = listing.present;
            if listing.present && !listing.listed {
                listing.listed = true;
                probe.record(|| SweepStep::New { proxy });
                arriving.extend([false, true].map(|is_end| Endpoint {
                    x: x_of(boxes[proxy as usize], is_end),
                    proxy,
                    is_end,
                    open_from: 0,
                }));
            }
        }
        arriving.sort_unstable_by(|a, b| if comes_before(a, b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });
        // From the back, so that the list is merged where it lies.
        let mut old = endpoints.len();
        endpoints.extend_from_slice(arriving);
        let mut place = endpoints.len();
        while let Some(&last) = arriving.last() {
            place -= 1;
            if old > 0 && comes_before(&last, &endpoints[old - 1]) {
                old -= 1;
                endpoints[place] = endpoints[old];
            } else {
                endpoints[place] = last;
                arriving.pop();
            }
        }
    }

    /// Writes down at each endpoint where the earliest box begins that is open there.
    fn find_open(&mut self) {
        let (endpoints, listings) = (&mut self.endpoints, &mut self.listings);
        // `current` is false for a while for those that have ended.
        let mut first = 0;
        for place in 0..endpoints.len() {
            endpoints[place].open_from = first as u32;
            if endpoints[place].is_end {
                listings[endpoints[place].proxy as usize].current = false;
            }
            while first <= place && (endpoints[first].is_end || !listings[endpoints[first].proxy as usize].current) {
                first += 1;
            }
        }
        endpoints.iter().for_each(|endpoint| listings[endpoint.proxy as usize].current = true);
    }

    /// Calls `found(a, b)` once for each two of the sorted boxes that overlap. Where `found` is false it ends. Returns
    /// how many boxes were compared.
    pub(super) fn sweep<P: Probe<SweepStep>>(
        &self,
        boxes: &[Sides],
        active: &mut Vec<u32>,
        probe: &mut P,
        mut found: impl FnMut(u32, u32) -> bool,
    ) -> u64 {
        ran!();
        let mut compared = 0;
        active.clear();
        for endpoint in &self.endpoints {
            let proxy = endpoint.proxy;
            if endpoint.is_end {
                active.retain(|&other| other != proxy); // [broad.sweep_end]
                probe.record(|| SweepStep::End { proxy, active: active.len() as u32 });
                continue;
            }
            probe.record(|| SweepStep::Begin { proxy, active: active.len() as u32 });
            let bound = boxes[proxy as usize].bound();
            compared += active.len() as u64;
            for &other in active.iter() {
                let overlaps = boxes[other as usize].overlap(bound); // [broad.sweep_compare]
                probe.record(|| SweepStep::Compare { proxy, other, overlaps });
                if overlaps && !found(proxy, other) {
                    return compared;
                }
            }
            active.push(proxy); // [broad.sweep_begin]
        }
        compared
    }

    /// Calls `found` once with the proxy of every box that overlaps the region.
    pub(super) fn query<P: Probe<SweepStep>>(&self, boxes: &[Sides], region: Aabb, probe: &mut P, mut found: impl FnMut(u32)) {
        let bound = Sides::of(region).bound();
        let mut compare = |proxy: u32| {
            let overlaps = boxes[proxy as usize].overlap(bound);
            probe.record(|| SweepStep::Candidate { proxy, aabb: boxes[proxy as usize].aabb(), overlaps });
            if overlaps {
                found(proxy);
            }
        };
        let waiting = self.changed.iter().filter(|&&proxy| self.listings[proxy as usize].present);
        waiting.for_each(|&proxy| compare(proxy));
        let from = self.endpoints.partition_point(|endpoint| endpoint.x < region.min.x);
        let Some(first) = self.endpoints.get(from).map(|endpoint| endpoint.open_from) else { return };
        let read = self.endpoints[first as usize..].iter().take_while(|endpoint| endpoint.x <= region.max.x);
        for endpoint in read.filter(|endpoint| !endpoint.is_end && self.listings[endpoint.proxy as usize].current) {
            compare(endpoint.proxy);
        }
    }

    /// True when the proxy's box can be found.
    pub(super) fn holds(&self, proxy: u32) -> bool {
        self.listings.get(proxy as usize).is_some_and(|listing| listing.present)
    }

    /// Checks the order and that each listed box has its two endpoints; the number of boxes, or the first breach in
    /// words.
    pub(super) fn validate(&self, boxes: &[Sides]) -> Result<usize, String> {
        if let Some(place) = self.endpoints.windows(2).position(|two| !comes_before(&two[0], &two[1])) {
            return Err(format!("the endpoints at {place} and after it are not in order"));
        }
        let mut met = vec![0_u32; self.listings.len()];
        for endpoint in &self.endpoints {
            let proxy = endpoint.proxy as usize;
            met[proxy] += 1;
            if self.listings[proxy].current && endpoint.x != x_of(boxes[proxy], endpoint.is_end) {
                return Err(format!("an endpoint of proxy {proxy} is not where its box is"));
            }
        }
        for (proxy, (listing, &met)) in self.listings.iter().zip(&met).enumerate() {
            let waits = self.changed.contains(&(proxy as u32));
            if met != 2 * u32::from(listing.listed) || waits != listing.waits || listing.present && !(listing.current || waits) {
                return Err(format!("proxy {proxy} has {met} endpoints and is {listing:?}"));
            }
        }
        Ok(self.listings.iter().filter(|listing| listing.present).count())
    }
}

/// Where a box begins or ends, metres. Without a negative zero.
fn x_of(sides: Sides, is_end: bool) -> f32 {
    let Aabb { min, max } = sides.aabb();
    (if is_end { max.x } else { min.x }) + 0.0
}

/// The order along x. Where several are in one place, boxes begin before others end, as boxes that only touch overlap;
/// and the proxy decides, so that the order does not depend on what was before.
#[inline]
fn comes_before(a: &Endpoint, b: &Endpoint) -> bool {
    if a.x != b.x { a.x < b.x } else { (a.is_end, a.proxy) < (b.is_end, b.proxy) }
}

/// Sorts; the answer is how often two neighbours changed places.
fn insertion_sort<P: Probe<SweepStep>>(endpoints: &mut [Endpoint], probe: &mut P) -> u32 {
    ran!();
    let (mut comparisons, mut swaps) = (0, 0);
    for next in 1..endpoints.len() {
        let mut place = next;
        while place > 0 {
            comparisons += 1;
            if !comes_before(&endpoints[place], &endpoints[place - 1]) {
                break; // [broad.sort_stays]
            }
            let (moving, passed) = (endpoints[place], endpoints[place - 1]);
            endpoints.swap(place, place - 1); // [broad.sort_swap]
            swaps += 1;
            place -= 1;
            probe.record(|| SweepStep::Swap { moving, passed, place: place as u32 });
        }
    }
    probe.record(|| SweepStep::Sorted { comparisons, swaps });
    swaps
}
