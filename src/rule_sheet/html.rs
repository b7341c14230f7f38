//! A rule sheet as one page of HTML, with its drawings inside.

use crate::html_page::{HtmlPage, STYLE};
use crate::rule_sheet::quoted_words::pieces;
use linstock_base::SheetPhrasing;
use linstock_draw::PieceLook;
use linstock_play::sheet::{
    OutlineLine, RuleSheet, SheetBlock, SheetDrawing, SheetEntryText, SheetTable, nested,
};
use maud::{Markup, PreEscaped, html};

/// The width of a board for which a column of a printed page is too narrow.
const WIDE: i32 = 640;
/// The number of rules of a long rulebook.
const FEW: usize = 50;

/// Writes the whole page, with its style at an address or inside.
pub(super) fn page(sheet: &RuleSheet, style_at: Option<&str>) -> String {
    let body = html! {
        h1 { (sheet.title) }
        @if !sheet.facts.is_empty() { p.facts { (sheet.facts.join(" · ")) } }
        @if !sheet.for_players { (contents(sheet)) }
        @for section in &sheet.sections {
            section id=(section.id) {
                h2 { (section.title) }
                @for block in &section.blocks { (self::block(block)) "\n" }
            }
        }
    };
    let page = HtmlPage {
        title: &sheet.title,
        language: sheet.language.name(),
        style: STYLE,
        style_at,
        class: Some(class(sheet)),
        body,
    };
    page.text()
}

/// Returns the classes of the page. A long rulebook is printed in smaller letters.
fn class(sheet: &RuleSheet) -> &'static str {
    let numbered = |block: &&SheetBlock| matches!(block, SheetBlock::Numbered(..));
    let blocks = sheet.sections.iter().flat_map(|section| &section.blocks);
    match (sheet.for_players, blocks.filter(numbered).count()) {
        (true, FEW..) => "book long",
        (true, _) => "book",
        (false, _) => "full",
    }
}

fn contents(sheet: &RuleSheet) -> Markup {
    html! {
        nav aria-label=(SheetPhrasing(sheet.language).contents()) {
            ul {
                @for section in &sheet.sections {
                    li { a href=(format!("#{}", section.id)) { (section.title) } }
                }
            }
        }
    }
}

fn block(block: &SheetBlock) -> Markup {
    match block {
        SheetBlock::Text(text) => html! { p { (inline(text)) } },
        SheetBlock::Heading(title) => html! { h3 { (inline(title)) } },
        SheetBlock::Table(table) => self::table(table),
        SheetBlock::Outline(lines) => outline(lines),
        SheetBlock::Entry(entry) => self::entry(entry),
        SheetBlock::Verbatim(text) => html! { pre { (text) } },
        SheetBlock::Drawing(drawing) => self::drawing(drawing),
        SheetBlock::Example(text) => html! { p.example { (inline(text)) } },
        SheetBlock::Numbered(number, text) => html! {
            p.numbered { span.number { (number) } " " (sentence(text)) }
        },
    }
}

/// Writes a sentence whose clause in brackets at the end stays in one line.
fn sentence(text: &str) -> Markup {
    html! {
        span {
            @match text.rsplit_once(' ') {
                Some((before, tag)) if tag.starts_with('(') => {
                    (inline(before)) " " span.tag { (inline(tag)) }
                }
                _ => (inline(text))
            }
        }
    }
}

/// Returns the classes of a drawing.
fn shape(drawing: &SheetDrawing) -> &'static str {
    let sizes = drawing.scenes.iter().map(linstock_draw::Scene::size);
    match sizes.max() {
        _ if drawing.of_move => "move",
        Some((width, height)) if width > WIDE && width > 2 * height => "board wide",
        Some((width, height)) if 2 * height > 3 * width => "board tall",
        _ => "board",
    }
}

/// Writes boards side by side, with an arrow between them, and the caption below.
fn drawing(drawing: &SheetDrawing) -> Markup {
    let title = match drawing.caption.as_str() {
        "" => drawing.legend.replace('`', ""),
        caption => caption.replace('`', ""),
    };
    html! {
        figure class=(shape(drawing)) {
            div {
                @for (at, scene) in drawing.scenes.iter().enumerate() {
                    @if at > 0 { span { "→" } }
                    (PreEscaped(scene.svg(&title)))
                }
            }
            @if !drawing.caption.is_empty() { figcaption { (inline(&drawing.caption)) } }
            @if !drawing.legend.is_empty() { figcaption { (inline(&drawing.legend)) } }
        }
    }
}

fn table(table: &SheetTable) -> Markup {
    let pictured = table.pictures.len() == table.rows.len() && !table.rows.is_empty();
    // A picture shows what the second column says in letters.
    let shown = |cells: &[String]| {
        let cells = cells.iter().enumerate();
        let shown = cells.filter(|(column, _)| !pictured || *column != 1);
        shown.map(|(_, cell)| inline(cell)).collect::<Vec<_>>()
    };
    // On a narrow page, a table of many columns scrolls, also by keyboard.
    let scrolls = (table.columns.len() > 3).then_some("0");
    html! {
        table tabindex=[scrolls] {
            thead { tr { @if pictured { th {} } @for cell in shown(&table.columns) { th { (cell) } } } }
            tbody {
                @for (at, row) in table.rows.iter().enumerate() {
                    tr { @if pictured { (looks(&table.pictures[at])) } @for cell in shown(row) { td { (cell) } } } "\n"
                }
            }
        }
    }
}

/// Draws the pieces of a row.
fn looks(pieces: &[PieceLook]) -> Markup {
    html! { td.pieces { @for piece in pieces { (PreEscaped(piece.svg())) } } }
}

/// Writes an outline as nested lists.
fn outline(lines: &[OutlineLine]) -> Markup {
    let depth = lines.first().map_or(0, |line| line.depth);
    let is_item = |at: &usize| lines[*at].depth <= depth;
    let begins: Vec<usize> = (0..lines.len()).filter(is_item).collect();
    let ends = begins.iter().skip(1).copied().chain([lines.len()]);
    html! {
        @if !lines.is_empty() {
            ul.outline {
                @for (begin, end) in begins.iter().copied().zip(ends) {
                    li { (inline(&lines[begin].text)) (outline(&lines[begin + 1..end])) } "\n"
                }
            }
        }
    }
}

fn entry(entry: &SheetEntryText) -> Markup {
    html! {
        div.entry {
            p { b { (entry.name) } " " (inline(&entry.text)) }
            @if !entry.remarks.is_empty() {
                dl {
                    @for (label, lines) in &entry.remarks {
                        dt { (inline(label)) }
                        dd { (remark(lines)) }
                    }
                }
            }
        }
    }
}

/// Writes the lines of a remark: one below the other, or as nested lists if some lines are nested.
fn remark(lines: &[String]) -> Markup {
    let nested = nested(lines);
    html! {
        @if nested.iter().any(|line| line.depth > 0) {
            (outline(&nested))
        } @else {
            @for line in lines { div { (inline(line)) } }
        }
    }
}

/// Writes a text. Pieces between back quotes are words of the rules, or what one types.
pub(crate) fn inline(text: &str) -> Markup {
    html! {
        @for (code, piece) in pieces(text) {
            @if code { code { (piece) } } @else { (piece) }
        }
    }
}
