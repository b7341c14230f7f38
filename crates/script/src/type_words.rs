//! The names of Rhai's types in messages.

/// Returns the word for one of Rhai's types.
pub(super) fn type_word(ty: &str) -> String {
    let word = match ty.trim() {
        "i64" => "a number",
        "bool" => "a truth",
        "()" => "`()`",
        "char" => "a letter",
        "array" => "a list",
        "map" => "a map",
        "range" | "range=" => "a range",
        "points" => "points",
        "pos" => "the position",
        "fx" => "`fx`",
        "verdict" => "a verdict",
        ty if ty.contains("tring") => "a text",
        ty if ty.ends_with("Points") => "points",
        ty if ty.ends_with("Verdict") => "a verdict",
        ty => return format!("`{ty}`"),
    };
    word.to_owned()
}
