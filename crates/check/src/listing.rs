//! The entry of a game in a list of games: title, players and options. It is found without resolving the rest of the rules.

use crate::resolver::Resolver;
use crate::{Choices, of_game_texts, of_used, pick, variants};
use linstock_base::{CheckFuel, Diagnostics, Sources};
use linstock_model::GameOption;
use linstock_syntax::ast::RulesFile;
use linstock_syntax::parse_listed;
use std::rc::Rc;

/// The entry of a game in a list of games.
#[derive(Clone, Debug)]
pub struct GameListing {
    /// The name of the root: the game, or the variant over it.
    pub name: String,
    /// Its title.
    pub title: String,
    /// All named players, including those who play only at larger numbers of players.
    pub players: Vec<String>,
    /// The smallest and the largest number of players.
    pub player_counts: (usize, usize),
    /// Its options.
    pub options: Vec<OptionListing>,
}

/// The entry of an option in a list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionListing {
    /// Its name.
    pub name: String,
    /// Its default as text.
    pub default: String,
    /// The values it may have, as text: `yes | no`, `none | 1..99`.
    pub choices: String,
}

impl From<GameOption> for OptionListing {
    fn from(option: GameOption) -> Self {
        Self {
            name: option.name,
            default: option.default,
            choices: option.choices,
        }
    }
}

/// Returns the entry of a game. The first text is its root, as for [`check`](crate::check).
///
/// Boards, moves and other declarations are not resolved, so their mistakes are not found.
///
/// # Errors
/// The mistakes in the parts that are resolved.
pub fn listing(sources: &Sources) -> Result<GameListing, Diagnostics> {
    let fuel = Rc::new(CheckFuel::default());
    let mut found = Diagnostics::default();
    let mut files: Vec<RulesFile> = Vec::new();
    for (id, source) in of_game_texts(sources) {
        let (file, more) = parse_listed(id, &source.text, &fuel);
        found.extend(more);
        files.extend(file);
    }
    let choices = Choices::default();
    let Ok((game, laid)) = pick(&files, &choices, &mut found) else {
        return Err(found);
    };
    let found = of_used(found, game, &laid);
    // Edits of declarations that are not read find no target; that is not a mistake.
    let merged = variants::apply(game, &laid, &mut Diagnostics::default());
    let mut resolver = Resolver::new(&merged, found, &fuel);
    resolver.collect_names(&choices);
    let options = resolver.options(&choices);
    let listed = options.map(|options| GameListing {
        name: merged.name.clone(),
        title: merged.title.clone(),
        players: resolver.all_players(),
        player_counts: resolver.player_counts,
        options: options.into_iter().map(OptionListing::from).collect(),
    });
    resolver.finish(listed).map(|(listed, _)| listed)
}

#[cfg(test)]
mod tests {
    use super::listing;
    use linstock_base::{Sources, Style};

    const GAME: &str = r#"
        game race "Race"
        players 2..3 of a, b, c
        options { first a | b "who begins"; steps none | 1..9 "how far" }
        board 3 x 3
        move go "{here}" { a mistake that nobody reads }
    "#;

    fn listed<const N: usize>(texts: [(&str, &str); N]) -> String {
        let sources = Sources::from(texts);
        let found = match listing(&sources) {
            Ok(found) => found,
            Err(found) => return found.render(&sources, Style::Plain),
        };
        let options = found.options.iter();
        let options = options.map(|o| format!("{} {} of {}", o.name, o.default, o.choices));
        format!(
            "{} {:?}: {:?} of {}; {}",
            found.name,
            found.title,
            found.player_counts,
            found.players.join(" "),
            options.collect::<Vec<_>>().join("; ")
        )
    }

    #[test]
    fn title_players_and_options_are_told() {
        insta::assert_snapshot!(listed([("race.game", GAME)]), @r#"race "Race": (2, 3) of a b c; first a of a | b; steps none of none | 1..9"#);
    }

    #[test]
    fn a_variant_changes_what_is_told() {
        let variant = r#"
            variant far of race "Far Race"
            rename player a to ann
            rename piece man to woman
            set first b
            remove move go
            @R-1 replace options { steps 1..4 = 2 "how far" }
            options { slow no | yes "with care" }
        "#;
        let texts = [("far.game", variant), ("race.game", GAME)];
        insta::assert_snapshot!(listed(texts), @r#"far "Far Race": (2, 3) of ann b c; first b of ann | b; steps 2 of 1..4; slow no of no | yes"#);
    }

    #[test]
    fn mistakes_in_what_is_told_are_found() {
        let wrong = r#"
            game race "Race"
            players a, a
            options { steps 9..1 "how far" }
        "#;
        insta::assert_snapshot!(listed([("race.game", wrong)]), @r#"
        error[E0209]: there is already a player `a`
         --> race.game:3:24
          |
        3 |             players a, a
          |                     -  ^ this name is taken
          |                     |
          |                     it is declared here
          |
          = help: give one of them another name

        error[E0274]: the range 9..1 goes down
         --> race.game:4:29
          |
        4 |             options { steps 9..1 "how far" }
          |                             ^^^^ holds no number
          |
          = help: write 1..9
        "#);
    }
}
