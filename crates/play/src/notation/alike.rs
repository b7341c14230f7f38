//! Whether two moves can have the same text.

use linstock_model::{MoveRule, TextPart};

/// A character of a text, or a placeholder for any character of a name.
#[derive(Clone, Copy)]
enum Sign {
    /// This character.
    One(char),
    /// One or more characters of a hole.
    Some(fn(char) -> bool),
}

/// Returns whether both moves can have the same text. If both are offered, they are then offered as one.
pub(crate) fn may_be_alike(a: &MoveRule, b: &MoveRule) -> bool {
    let (a, b) = (signs(&a.text), signs(&b.text));
    // The pairs of positions that the same text can reach in both, and whether each is inside a hole.
    let mut reached = vec![vec![[[false; 2]; 2]; b.len() + 1]; a.len() + 1];
    reached[0][0][0][0] = true;
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            for (inside_a, inside_b) in [(false, false), (true, false), (false, true), (true, true)]
            {
                if !reached[i][j][usize::from(inside_a)][usize::from(inside_b)] {
                    continue;
                }
                for in_a in steps(&a, i, inside_a) {
                    for in_b in steps(&b, j, inside_b) {
                        if meet(in_a.sign, in_b.sign) && (in_a.behind, in_b.behind) != (i, j) {
                            reached[in_a.behind][in_b.behind][usize::from(in_a.more)]
                                [usize::from(in_b.more)] = true;
                        }
                    }
                }
            }
        }
    }
    let ends = &reached[a.len()][b.len()];
    ends.iter().flatten().any(|reached| *reached)
}

/// A possible next character of a text.
struct NextSign {
    /// The position behind it.
    behind: usize,
    sign: Sign,
    /// Whether more characters of the same hole may follow.
    more: bool,
}

/// Returns the possible next characters of a text.
fn steps(text: &[Sign], at: usize, inside: bool) -> impl Iterator<Item = NextSign> {
    let more = (inside && at > 0).then(|| NextSign {
        behind: at,
        sign: text[at - 1],
        more: true,
    });
    let next = text.get(at).map(|sign| NextSign {
        behind: at + 1,
        sign: *sign,
        more: matches!(sign, Sign::Some(_)),
    });
    more.into_iter().chain(next)
}

/// Returns whether one character can match both.
fn meet(a: Sign, b: Sign) -> bool {
    match (a, b) {
        (Sign::One(a), Sign::One(b)) => a == b,
        (Sign::One(sign), Sign::Some(is)) | (Sign::Some(is), Sign::One(sign)) => is(sign),
        // Every name may contain letters or digits.
        (Sign::Some(_), Sign::Some(_)) => true,
    }
}

fn signs(text: &[TextPart]) -> Vec<Sign> {
    let of_point = |sign: char| sign.is_alphanumeric();
    let of_name = |sign: char| sign.is_alphanumeric() || sign == '-';
    let of_multiset = |sign: char| sign.is_alphanumeric() || sign == '-' || sign == ' ';
    let mut signs = Vec::new();
    for part in text {
        match part {
            TextPart::Literal(letters) => signs.extend(letters.chars().map(Sign::One)),
            TextPart::Place(_) => signs.push(Sign::Some(of_point)),
            TextPart::Num(_) | TextPart::Member(..) => signs.push(Sign::Some(of_name)),
            TextPart::Multiset(..) => signs.push(Sign::Some(of_multiset)),
        }
    }
    signs
}
