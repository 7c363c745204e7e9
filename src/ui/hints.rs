//! What a label or a button says when it is pointed at: one table for all rows of the inspector and for buttons that
//! stand in several panels. What belongs to an action is said by the action's own row ([`super::actions`]), with its
//! key.

/// Names, in the order of the inspector, and one sentence on each.
const HINTS: &[(&str, &str)] = &[
    // -- the scene and its world
    ("Title", "The scene's name in the window's title and in the scene picker."),
    ("Edit title and text", "Changes the scene's name and the text about it."),
    ("Done", "Closes the text field."),
    ("Gravity", "Acceleration of every dynamic body, to the right and upwards."),
    ("Steps per second", "How often the world is computed in a simulated second."),
    ("Sub-steps", "Parts that a step is split into: more hold stacks and joints stiffer, and take longer."),
    ("Solver", "How contacts and joints are turned into impulses."),
    ("Narrow phase", "How two shapes are tested for contact."),
    ("Broad phase", "How pairs that may touch are found among all bodies."),
    ("Joint solver", "How joints are held together."),
    ("Kinetic energy", "Energy of motion, now."),
    ("Potential energy", "Energy of height, from the height 0, now."),
    ("Momentum", "Sum of mass times velocity, to the right and upwards, now."),
    ("Contacts", "Pairs that touch now."),
    ("Add material", "Adds a named set of density, friction and restitution for several shapes."),
    // -- a body
    ("Id", "Its name in the file, in joints and in messages; each is there once."),
    ("Kind", "Dynamic, static or kinematic: what moves the body."),
    ("Body type", "Dynamic, static or kinematic: what moves the body."),
    ("Position", "Place of the body's origin in the world: to the right, upwards."),
    ("Angle", "Turned to the left by this much."),
    ("Velocity", "Linear velocity: to the right, upwards."),
    ("Initial velocity", "Linear velocity at the start: to the right, upwards."),
    ("Spin", "Angular velocity; positive turns to the left."),
    ("Angular velocity", "Positive turns to the left."),
    ("Initial angular velocity", "Angular velocity at the start; positive turns to the left."),
    ("Gravity scale", "Gravity counts this many times for this body; negative: it falls upwards."),
    ("Linear damping", "Rate at which the velocity is lost, as by drag: c in exp(−c·t)."),
    ("Angular damping", "Rate at which the angular velocity is lost: c in exp(−c·t)."),
    ("Moved by", "How far its frame is moved, in the frame that it stands in."),
    ("Turned by", "How far its frame is turned about the pivot, to the left."),
    ("Scaled by", "Factors along its axes, about the pivot; negative ones flip. Uneven ones make polygons of circles and capsules."),
    ("Pivot", "The point of its own frame about which it is turned and scaled; moving it moves nothing else."),
    ("Earlier", "This part acts earlier: what stands in the group moves."),
    ("Later", "This part acts later: what stands in the group moves."),
    ("Select what stands in it", "The bodies, launchers, lamps and groups that stand in it directly."),
    ("Wears", "The picture on it; it changes nothing in the motion."),
    ("Skin offset", "Where the picture's middle lies, from the centre of mass or the body's origin."),
    ("Skin scale", "Metres per pixel across and upwards; negative ones flip the picture."),
    ("Skin angle", "How far the picture is turned on the body, to the left."),
    ("Drawing order", "Skins of a higher number are drawn over those of a lower one."),
    ("Opacity", "0 cannot be seen, 1 hides the shape behind it."),
    ("Take the picture off", "The body shows its shape again; a picture that nothing wears leaves the scene."),
    ("Mass", "Density times area, over all shapes."),
    ("Inertia", "Moment of inertia about the centre of mass."),
    ("Centre of mass", "In the body's own frame."),
    ("Words", "What the note says, one line."),
    ("Points at", "Where its arrow ends, in the same frame as its place."),
    ("Arrow", "An arrow from the words to what they speak of."),
    ("Locked", "The mouse does not move or delete it, and a selection frame leaves it out; a click selects it."),
    ("Velocity x", "To the right, at the start."),
    ("Velocity y", "Upwards, at the start."),
    ("Duplicate", "Adds a copy beside it."),
    ("Delete", "Removes it, with the joints and launchers that hang on it."),
    ("Watch this pair", "The lenses and the microscope show these two."),
    ("only this", "Selects this alone."),
    // -- a force
    ("Force at", "Where it acts, in the body's own frame."),
    ("Pushes with", "To the right and upwards: of the body if it turns with it, else of the world."),
    ("Twists with", "A torque beside that of the force; positive turns to the left."),
    ("Turns with the body", "Like an engine; else its direction in the world stays, like that of the wind."),
    ("Key", "The force acts only while this key is held."),
    ("Add force", "Adds a force that the scene sets on this body."),
    ("Remove force", "Takes this force away."),
    ("Forward key", "The motor drives only while this key is held; without any key it always drives."),
    ("Backward key", "The motor drives the other way while this key is held."),
    ("Breaking force", "The joint breaks when it carries more."),
    ("Breaking torque", "The joint breaks when it carries more."),
    ("Broke", "When in the run this joint broke; Reset mends it, and so does a change of its strength."),
    // -- a controller
    ("Add controller", "Steers this body to a point, through waypoints, or after another body."),
    ("Remove controller", "Takes the controller away."),
    ("Moves as", "A missile pushes along its nose only; a walker goes anywhere whatever it faces."),
    ("Goes for", "A body that it follows, or the waypoints below."),
    ("Add waypoint", "Adds a point to go through after the last one."),
    ("Remove waypoint", "Takes this point out of the course."),
    ("Waypoint", "A point that it goes through: to the right, upwards."),
    ("Repeat", "After the last waypoint it begins again with the first."),
    ("Reach", "A waypoint counts as reached within this distance."),
    ("Leads its target", "Goes for where the target will be when it gets there, not for where it is."),
    ("Cancels drift", "Points past the goal by as much as it drifts off it."),
    ("Looks at", "Body that the walker faces while it goes elsewhere."),
    ("Desired speed", "How fast it goes towards its goal."),
    ("Max acceleration", "Limit of the acceleration that it gives itself."),
    ("Max angular acceleration", "Limit of the angular acceleration that it gives itself."),
    ("K_p", "Gain of the error: pulls like a spring."),
    ("K_i", "Gain of the error's integral: grows while any error stays, and answers late."),
    ("K_d", "Gain of the error's rate: brakes like a damper."),
    ("Plant gain", "Factor on all three parts."),
    ("Samples", "Samples of the history: for the derivative the last two, for the integral over the history all of them."),
    ("Integral over", "All errors since the goal was set, or those of the history alone."),
    ("Anti-windup", "The integral stands still while the output is at its limit."),
    ("Looks ahead", "P looks at the error as it will be one step later."),
    ("Error now", "From what it does to what is wanted."),
    ("P, I, D", "The three parts of the output, now: K K_p e, K K_i ∫e, K K_d ė."),
    ("Output", "Their sum within the limit; this is what pushes."),
    ("Overshoot", "How far it went past the goal, of the first error."),
    ("Settled", "When the error came within 5 % of its largest to stay there."),
    ("Steady error", "The mean error of late."),
    ("By theory", "The error that stays: desired / (1 + const · K_p); none with an integral since the start."),
    ("Routh", "Whether the linear case is stable: small errors, no limits, sampled without end."),
    ("Test input", "Adds a step, a ramp or a gust to what this controller has to do."),
    ("Signal", "A jump of what is wanted, a steady growth of it, or a push from outside."),
    ("Tests", "Which of the two controllers gets it."),
    ("Size", "rad or m/s, a second for a ramp; of a gust rad/s² or m/s²."),
    ("Begins after", "Seconds from the start of the run."),
    ("Gust duration", "How long the gust pushes."),
    // -- a shape
    ("Radius", "Half the diameter; of a capsule, of its round ends."),
    ("Centre", "Middle of the shape in the body's own frame."),
    ("Width", "Along the shape's own x axis."),
    ("Height", "Along the shape's own y axis."),
    ("Rounding", "Radius of the corners."),
    ("Turned by", "Angle of the shape in the body's own frame."),
    ("End a", "In the body's own frame."),
    ("End b", "In the body's own frame."),
    ("Length", "From end to end."),
    ("Corner", "In the body's own frame: to the right, upwards."),
    ("Material", "Density, friction and restitution by name; the scene's settings list them."),
    ("Density", "Mass of a square metre."),
    ("Friction", "Coefficient μ: largest friction force over normal force. The two of a pair are combined."),
    ("Restitution", "Bounce: speed after over speed before a hit, 0 to 1. The two of a pair are combined."),
    ("On", "Layers that the shape lies on."),
    ("Touches", "Layers whose shapes it may touch."),
    ("Add shape", "Adds one more shape to this body."),
    ("Remove shape", "Takes this shape from the body."),
    ("Circle", "A disc."),
    ("Box", "A rectangle, corners round if wanted."),
    ("Capsule", "A bar with round ends."),
    // -- two materials
    ("Friction rule", "How the friction of a pair follows from those of its two materials."),
    ("Restitution rule", "How the restitution of a pair follows from those of its two materials."),
    ("Weight constant", "How strongly the weighted mean favours one side; 0 is the arithmetic mean, beyond √2 it falls somewhere."),
    ("Show curves", "The rules as curves and maps, with two materials marked."),
    ("Material A", "The one along x."),
    ("Material B", "The one along y, and the strong curve."),
    ("Curves of", "Which of the two coefficients is drawn."),
    ("Friction of a pair", "Above: f(x, y) over x, one curve for each y. Below: lines of equal f, x to the right, y up."),
    ("Restitution of a pair", "Above: f(x, y) over x, one curve for each y. Below: lines of equal f, x to the right, y up."),
    // -- a joint
    ("Body A", "The first of the two that it joins."),
    ("Body B", "The second of the two that it joins."),
    ("Select", "Selects one of the two bodies."),
    ("Anchor", "Where it holds both, in the world."),
    ("Anchor A", "Where it holds body A, in the world."),
    ("Anchor B", "Where it holds body B, in the world."),
    ("Start", "Where the curve begins, in the world."),
    ("Control 1", "The curve leaves its start towards it, in the world."),
    ("Control 2", "The curve comes to its end from it, in the world."),
    ("End", "Where the curve ends, in the world."),
    ("Axis", "Direction of the slide, from the x axis to the left."),
    ("Lower", "The least that the joint may reach."),
    ("Upper", "The most that the joint may reach."),
    ("Speed", "A motor's: the speed it drives at; a launcher's: of the projectile at the muzzle."),
    ("Max torque", "The motor turns no harder than this."),
    ("Max force", "The motor pushes no harder than this."),
    ("Frequency", "Oscillations a second of the undamped spring: higher is stiffer."),
    ("Damping ratio", "0 swings for ever, 1 comes to rest without swinging over."),
    ("Force", "What the joint carries now."),
    ("Torque", "What the joint carries now."),
    (
        "Global solve",
        "What the Lagrange multipliers made of the joint in the last step: held; redundant, as a row follows from other joints; or left to impulses.",
    ),
    ("Error", "How far the joint is from holding exactly, now."),
    // -- a launcher
    ("Fire", "Fires one projectile now."),
    ("Fire all methods", "One shot of each method that finds something to aim at, each in its colour; below stands by how much it missed."),
    ("Time to impact", "When the target is to be met, from the shot: the muzzle speed follows."),
    ("Turns by", "How far the barrel turns in a second, at most."),
    ("Own acceleration", "By an engine of the projectile's own, along the barrel that it left: a rocket."),
    ("Spread", "Shots leave the barrel off its direction by up to this angle to each side, evenly."),
    ("Target", "The body that it leads; nothing: it fires along its rest angle."),
    ("Method", "How the place to aim at is found."),
    ("Lifetime", "The projectile is removed after this time."),
    ("Every", "Time from one shot to the next."),
    ("First after", "Time before the first shot."),
    ("Muzzle", "Where projectiles begin, in the world or in the body that carries the launcher."),
    ("Rest angle", "Direction without a target, from the x axis to the left."),
    ("Shot", "How it ended, or how near it came."),
    // -- a curve
    ("Drawn on", "The body whose frame holds its places, so that it goes along; nothing: the world."),
    ("From", "Where t = 0, in the world or in the body that it is drawn on."),
    ("Through", "Where t = 1: the line or ray goes on from there."),
    ("Middle", "Centre of the circle."),
    ("Control point", "The curve is pulled towards it; it goes through the first and the last."),
    ("Weight", "Pulls the curve nearer to its control point: 1 for all makes a polynomial curve."),
    ("Weights", "A weight for each control point: a rational curve, which can be an arc of a circle."),
    ("Bounces", "How often bodies reflect the ray."),
    ("Degree", "One less than the control points; two curves cross at most as often as the product of their degrees."),
    ("Crosses", "Curves and bodies that it meets now, and at which parameter."),
    // -- a lamp
    ("Add lamp", "A lamp in the middle of what is seen: from then on bodies cast shadows."),
    ("Add sun", "Light from far away: its rays are parallel, and bodies cast shadows."),
    ("Place", "Where the lamp is, in the world or in the body that it hangs on."),
    ("Lamp radius", "Size of the lamp: 0 casts sharp shadows, more casts softer ones."),
    ("Shines towards", "Where the sun's light travels: to the right, upwards."),
    ("Size in the sky", "How large the sun looks: 0 casts sharp shadows, more casts softer ones."),
    ("Darkness of shadows", "The share of light that is missing where only this lamp is hidden, 0 to 1."),
    ("Points of the lamp", "Light is cast from so many points of the lamp: more are softer and cost more."),
    // -- a picture that becomes a body
    ("Solid is", "What makes a pixel solid."),
    ("Threshold", "Pixels above this share of the most are solid."),
    ("Width of the body", "From its leftmost to its rightmost point; the height follows."),
    ("Tolerance", "How far the outline may be from the border of the pixels; more means fewer vertices."),
    ("Becomes", "What is made of the outline."),
    ("Make body", "Adds it in the middle of the view."),
    // -- copies
    ("Columns", "Side by side, the original among them."),
    ("Rows", "One above the other, the original among them."),
    ("Gap", "Between the boxes around the copies: to the right, and upwards."),
    ("Count", "Round the point, the original among them."),
    ("Point", "Round which the copies stand, in the world."),
    // -- windows and questions
    ("Close", "Closes this window (Esc)."),
    ("Overwrite", "Replaces the file by the scene as it is here."),
    ("Save as…", "Asks for another file; this one stays as it is."),
    ("Stop", "The run stays at the step that it has reached (Esc)."),
    ("Cancel", "Goes back; nothing is changed (Esc)."),
    ("Dismiss", "Takes this message away."),
    ("Copy text", "Copies the whole message."),
    ("Discard", "Goes on without saving: the changes are lost."),
];

/// What is said of a label; its own words where nothing more is to be said. A number at its end ("Corner 3"), a sign
/// before it and what it belongs to ("Density of wood") count for nothing.
pub(crate) fn of(label: &str) -> &str {
    let find = |name: &str| HINTS.iter().find(|(known, _)| *known == name).map(|(_, hint)| *hint);
    let plain = label.trim_start_matches(|c: char| !c.is_alphanumeric());
    let stem = plain.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let whose = plain.split(" of ").next().unwrap_or(plain);
    find(plain).or_else(|| find(stem)).or_else(|| find(whose)).unwrap_or(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_an_owner_and_a_sign_do_not_hide_the_hint() {
        assert!(of("Corner 12").starts_with("In the body"));
        assert!(of("Density of old wood").starts_with("Mass of"));
        assert!(of("Centre of mass").starts_with("In the body"));
        assert_eq!(of("Edit title and text"), of("\u{e3d4} Edit title and text"));
        assert_eq!(of("no such thing"), "no such thing");
    }

    #[test]
    fn each_name_is_there_once() {
        for (i, (name, hint)) in HINTS.iter().enumerate() {
            assert!(HINTS[..i].iter().all(|(other, _)| other != name), "{name}");
            assert!(hint.ends_with('.') || hint.ends_with(')'), "{name}: {hint}");
        }
    }
}
