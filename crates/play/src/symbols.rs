//! Loads the SVG files that the rules name as pictures of pieces.

use linstock_base::{Diagnostic, Diagnostics, Sources, did_you_mean};
use linstock_draw::symbol_elements;
use linstock_model::{Art, SymbolFile};

/// Reads the symbols of a checked game; reports files that are missing or no symbols.
pub(crate) fn load(art: &mut Art, sources: &Sources, found: &mut Diagnostics) {
    let own_faces = art.own_faces.values_mut();
    for face in art.faces.values_mut().chain(own_faces) {
        let Some(symbol) = &mut face.symbol else {
            continue;
        };
        match read(symbol, sources) {
            Ok(elements) => symbol.elements = Some(elements.into()),
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
}

fn read(symbol: &SymbolFile, sources: &Sources) -> Result<String, Box<Diagnostic>> {
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let mut files = sources.iter().map(|(_, source)| source);
    let Some(source) = files.find(|source| base(&source.path) == symbol.file) else {
        let known = sources.iter().map(|(_, source)| base(&source.path));
        let known: Vec<String> = known.filter(|path| path.ends_with(".svg")).collect();
        let known = known.iter().map(String::as_str);
        let hint = did_you_mean(&symbol.file, known).unwrap_or_else(|| {
            "put an SVG file with this name in the folder of the rules".to_owned()
        });
        let message = format!("there is no file `{}`", symbol.file);
        let missing = Diagnostic::error("E0329", symbol.span, message);
        return Err(Box::new(missing.hint(hint)));
    };
    symbol_elements(&source.text).map_err(|fault| {
        let message = format!("`{}` cannot be a symbol: {fault}", symbol.file);
        let hint = "a symbol consists of paths and simple shapes, without styles, texts, scripts and links; in Inkscape, save it as Optimised SVG with attributes instead of styles";
        Box::new(Diagnostic::error("E0330", symbol.span, message).hint(hint))
    })
}
