//! Replaces the names of players in what they see, since a variant may rename them without another change.

use serde_json::Value;

/// Replaces players' names by their seats, in texts and keys.
pub(super) fn by_seats(value: &Value, players: &[String]) -> Value {
    match value {
        Value::String(text) => Value::String(words_by_seats(text, players)),
        Value::Array(all) => all.iter().map(|one| by_seats(one, players)).collect(),
        Value::Object(fields) => {
            let named = fields.iter();
            let named =
                named.map(|(key, value)| (words_by_seats(key, players), by_seats(value, players)));
            Value::Object(named.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn words_by_seats(text: &str, players: &[String]) -> String {
    let joins = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut rest = text;
    let mut written = String::with_capacity(text.len());
    while !rest.is_empty() {
        let length = rest.find(|c: char| !joins(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        match players.iter().position(|player| player == word) {
            Some(seat) => written.push_str(&format!("\u{0}{seat}")),
            None => written.push_str(word),
        }
        let signs = after.find(joins).unwrap_or(after.len());
        let (between, next) = after.split_at(signs);
        written.push_str(between);
        rest = next;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::by_seats;
    use serde_json::json;

    #[test]
    fn players_who_are_only_renamed_see_the_same() {
        let players = |names: [&str; 2]| names.map(str::to_owned);
        let ours = json!({ "hand": { "light": 3 }, "last": ["light gives dark-horse 2", "dark"] });
        let theirs =
            json!({ "hand": { "white": 3 }, "last": ["white gives dark-horse 2", "black"] });
        let ours = by_seats(&ours, &players(["light", "dark"]));
        assert_eq!(ours, by_seats(&theirs, &players(["white", "black"])));
        let other =
            json!({ "hand": { "black": 3 }, "last": ["white gives dark-horse 2", "black"] });
        assert_ne!(ours, by_seats(&other, &players(["white", "black"])));
    }
}
