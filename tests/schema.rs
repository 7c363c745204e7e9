#[test]
fn show() { println!("{}", collidoscope::scene::schema::schema()); }
