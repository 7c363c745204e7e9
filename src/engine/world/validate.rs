//! Every inner invariant, for tests that change worlds at random.

use super::activity::is_simulated;
use super::pairs::may_touch;
use super::parts::World;
use super::store::Place;
use super::tables::quad_of;
use crate::engine::body::{Body, BodyKind};
use crate::engine::broad;

impl World {
    /// Checks every inner invariant; the first breach in words. For tests.
    pub fn validate(&self) -> Result<(), String> {
        for (id, body) in self.bodies.iter() {
            validate_body(body).map_err(|breach| format!("body {}: {breach}", id.0))?;
            for (index, collider) in body.colliders.iter().enumerate() {
                let proxy = self.broad.proxy(collider.proxy).ok_or_else(|| format!("body {}: collider {index} has no proxy", id.0))?;
                if proxy.owner.body != id || proxy.owner.index != index as u32 {
                    return Err(format!("body {}: collider {index} and its proxy disagree", id.0));
                }
                if !body.is_mobile() && !self.broad.is_at_rest(collider.proxy) {
                    return Err(format!("body {}: collider {index} cannot move and is not among what rests", id.0));
                }
                let tight = collider.shape.aabb(body.pose);
                if self.tables.boxes[collider.proxy as usize] != tight {
                    return Err(format!("body {}: the tight box of collider {index} is not where the body is", id.0));
                }
                let swept = broad::swept_box(tight, body, self.settings.step_seconds());
                // What nothing moves may keep a velocity, which matters no more.
                let moves = body.kind != BodyKind::Static && !body.frozen;
                if moves && self.tables.swept[collider.proxy as usize] != quad_of(swept) {
                    return Err(format!("body {}: the swept box of collider {index} is not that of its velocity", id.0));
                }
                if !broad::still_fits(proxy.fat_aabb, swept) {
                    return Err(format!("body {}: collider {index} has outgrown its enlarged box", id.0));
                }
            }
        }
        if !self.tables.internal_edges.is_right(&self.bodies) {
            return Err("what flush neighbours hide was found for other colliders".into());
        }
        self.broad.validate()?;
        self.validate_contacts()?;
        self.validate_pairs()?;
        self.validate_joints()?;
        self.validate_lists()
    }

    fn validate_contacts(&self) -> Result<(), String> {
        for number in self.graph.store.numbers() {
            let contact = &self.graph.view(number, &self.tables.poses);
            self.validate_place(number)?;
            let (a, b) = (contact.collider_a, contact.collider_b);
            if a >= b || self.collider(a).is_none() || self.collider(b).is_none() {
                return Err(format!("contact {a:?} {b:?} has a wrong party"));
            }
            if !may_touch(&self.bodies, &self.joined, a.body, b.body) {
                return Err(format!("contact {a:?} {b:?} should not exist"));
            }
            let proxies = (self.collider(a).map_or(u32::MAX, |c| c.proxy), self.collider(b).map_or(u32::MAX, |c| c.proxy));
            if !self.broad.is_pair(proxies.0, proxies.1) {
                return Err(format!("contact {a:?} {b:?} is no pair of the broad phase"));
            }
            if contact.count > 2 || (contact.count > 0 && (contact.normal.length() - 1.0).abs() > 1e-3) {
                return Err(format!("contact {a:?} {b:?} has a bad manifold"));
            }
            for point in contact.points() {
                let numbers = [point.separation, point.normal_impulse, point.tangent_impulse, point.warm_normal, point.warm_tangent];
                if !point.position.is_finite() || numbers.iter().any(|x| !x.is_finite()) || point.warm_normal < 0.0 {
                    return Err(format!("contact {a:?} {b:?} has a bad number"));
                }
            }
        }
        Ok(())
    }

    /// A contact's record and the place that it names must agree.
    fn validate_place(&self, number: u32) -> Result<(), String> {
        let key = self.graph.store.head(number).key;
        if self.number_of(key) != Some(number) {
            return Err(format!("contact {key:?} is not found under its own number"));
        }
        let places = [key.0, key.1].map(|id| self.bodies.index_of(id.body).map(|index| index as u32 + 1));
        let [Some(a), Some(b)] = places else { return Err(format!("contact {key:?} has no bodies")) };
        if self.activity.is_current && self.graph.parties(number, &self.tables).slots != [a, b] {
            return Err(format!("the tables name other bodies than contact {key:?}"));
        }
        match self.graph.store.place(number) {
            Place::Separated(index) => {
                let pair = self.graph.store.separated.get(index as usize).filter(|pair| pair.contact == number);
                if pair.is_none_or(|pair| [pair.a, pair.b] != [a, b]) {
                    return Err(format!("contact {key:?} is not where it says among the separated pairs"));
                }
            }
            Place::Colored(address) => {
                let lane = address.lane();
                let (block, manifold) = self.graph.colors.at(address);
                let here = manifold.contact[lane] == number && manifold.present >> lane & 1 == 1;
                if !here || block.slots(lane) != [a, b] {
                    return Err(format!("contact {key:?} is not in the lane that it names"));
                }
                let contact = self.graph.store.record(number).map(|record| &record.contact);
                if contact.is_none_or(|contact| contact.count == 0 || contact.color != Some(address.group)) {
                    return Err(format!("contact {key:?} has a colour but no points, or another colour"));
                }
            }
            Place::Idle | Place::Vacant => {}
        }
        Ok(())
    }

    /// Each pair that the broad phase has told is a contact, unless a joint forbids it.
    fn validate_pairs(&self) -> Result<(), String> {
        for pair in self.broad.pairs() {
            let told = [pair.proxy_a, pair.proxy_b].iter().all(|&number| self.broad.proxy(number).is_some_and(|p| !p.moved));
            if told && may_touch(&self.bodies, &self.joined, pair.a.body, pair.b.body) && self.contact(pair.a, pair.b).is_none() {
                return Err(format!("pair {pair:?} has no contact"));
            }
        }
        Ok(())
    }

    fn validate_joints(&self) -> Result<(), String> {
        let mut forbidden = Vec::new();
        for (place, (id, joint)) in self.joints.iter().enumerate() {
            if joint.body_a == joint.body_b || self.bodies.get(joint.body_a).is_none() || self.bodies.get(joint.body_b).is_none() {
                return Err(format!("joint {} has a wrong party", id.0));
            }
            let (impulses, angle) = self.joint_memory(place);
            if impulses.iter().any(|x| !x.is_finite()) || !angle.is_finite() || !self.joint_carried(place).is_finite() {
                return Err(format!("joint {} has a bad number: {impulses:?} {angle} {joint:?}", id.0));
            }
            if !joint.collide_connected {
                let (a, b) = (joint.body_a, joint.body_b);
                forbidden.push(if a < b { (a, b) } else { (b, a) });
            }
        }
        forbidden.sort_unstable();
        if forbidden != self.joined {
            return Err("the list of joined bodies is out of date".to_string());
        }
        Ok(())
    }

    fn validate_lists(&self) -> Result<(), String> {
        if !self.activity.is_current {
            return Ok(());
        }
        let simulated = (0..self.bodies.len() as u32).filter(|&i| is_simulated(&self.bodies.values()[i as usize]));
        if !simulated.eq(self.activity.awake.iter().copied()) {
            return Err("the list of simulated bodies is out of date".to_string());
        }
        for (body, build) in self.bodies.values().iter().zip(&self.tables.builds[1..]) {
            let sole = if let [sole] = &body.colliders[..] { Some(sole.proxy) } else { None };
            if build.sole_proxy != sole {
                return Err(format!("the tables know {:?} as a body's sole collider, it has {sole:?}", build.sole_proxy));
            }
        }
        let islands = self.islands();
        let mut asleep: Vec<Option<bool>> = vec![None; self.bodies.len()];
        for (body, island) in self.bodies.values().iter().zip(islands) {
            let Some(island) = island else { continue };
            if *asleep[island as usize].get_or_insert(!body.awake) == body.awake {
                return Err(format!("island {island} is half asleep"));
            }
        }
        Ok(())
    }
}

fn validate_body(body: &Body) -> Result<(), String> {
    let numbers = [
        body.pose.position.x,
        body.pose.position.y,
        body.center.x,
        body.center.y,
        body.linear_velocity.x,
        body.linear_velocity.y,
        body.angular_velocity,
        body.mass,
        body.inertia,
        body.inv_mass,
        body.inv_inertia,
        body.sleep_time,
        body.slow_motion[0],
        body.slow_motion[1],
        body.slow_motion[2],
        body.slow_reach,
    ];
    if numbers.iter().any(|x| !x.is_finite()) {
        return Err("a number is not finite".to_string());
    }
    let rotation = body.pose.rotation;
    if (rotation.cos * rotation.cos + rotation.sin * rotation.sin - 1.0).abs() > 1e-3 {
        return Err("the rotation is not of unit length".to_string());
    }
    // f32 at 1e5 m keeps 8 mm.
    let tolerance = 1e-4 + 1e-6 * body.center.length();
    if (body.pose.transform_point(body.local_center) - body.center).length() > tolerance {
        return Err("centre of mass and pose disagree".to_string());
    }
    if (body.kind == BodyKind::Dynamic) != (body.inv_mass > 0.0) {
        return Err(format!("{:?} with 1/mass {}", body.kind, body.inv_mass));
    }
    if body.kind != BodyKind::Dynamic && !body.awake {
        return Err(format!("{:?} is asleep", body.kind));
    }
    if !body.awake && (body.linear_velocity != crate::engine::math::Vec2::ZERO || body.angular_velocity != 0.0) {
        return Err("asleep with a velocity".to_string());
    }
    Ok(())
}
