#[test]
fn dump() {
    let Ok(out) = std::env::var("CJ_OUT") else {
        return;
    };
    let played = super::Played::new();
    let words = played.words();
    for (name, who, turn) in [
        ("a", Some("zytal"), 1),
        ("b", Some("zytal"), 2),
        ("p", None, 1),
        ("r", Some("roo"), 2),
    ] {
        let reading = super::reading(&played, who, turn);
        for format in [crate::report::Format::Text, crate::report::Format::Html] {
            match crate::report::render(&words, &reading, format) {
                Ok(text) => {
                    std::fs::write(format!("{out}/{name}.{}", format.ending()), text).unwrap()
                }
                Err(e) => println!("{name} {format:?}: {e}"),
            }
        }
        if who.is_some() {
            match crate::report::form(&words, &reading, "../schemas/time-agent.orders.json") {
                Ok(text) => std::fs::write(format!("{out}/{name}.yaml"), text).unwrap(),
                Err(e) => println!("{name} form: {e}"),
            }
        }
        println!("{:?}", crate::report::subject(&words, &reading));
    }
    println!("{:?}", played.second.flow);
}
