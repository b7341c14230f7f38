// What the designer's page takes from CodeMirror.
export { EditorState, StateEffect, StateField, Compartment, RangeSet } from "@codemirror/state";
export {
  Decoration, EditorView, ViewPlugin, drawSelection, dropCursor, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap,
  lineNumbers,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { bracketMatching, indentUnit } from "@codemirror/language";
export { autocompletion, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
