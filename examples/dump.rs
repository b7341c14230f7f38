use linstock::{base::*, model};
fn main() {
    let mut sources = Sources::new();
    for path in std::env::args().skip(1) { sources.add(path.clone(), std::fs::read_to_string(&path).unwrap()); }
    let (files, found) = model::read(&sources);
    let (m, d) = model::check(&files, &model::Choices::default());
    println!("{}{}", found.render(&sources, Style::Plain), d.render(&sources, Style::Plain));
    println!("{}", m.map_or("none".into(), |m| serde_json::to_string(&m).unwrap()));
}
