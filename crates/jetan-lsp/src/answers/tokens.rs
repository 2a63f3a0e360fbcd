//! Semantic tokens: the kind of every word, for colours.

use jetan_ide::classes::{PlacedToken, TokenClass};
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensParams,
    SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult,
};

use super::{AnswerContext, AnswerError, AskedFile};

/// The types, by their numbers in tokens.
const TYPES: [SemanticTokenType; 10] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::DECORATOR,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::MACRO,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::ENUM_MEMBER,
];

/// Where a label is defined.
const DEFINITION: u32 = 1;
/// An instruction that the assembler replaces by others.
const ABSTRACT: u32 = 2;

pub(crate) fn types() -> Vec<SemanticTokenType> {
    TYPES.to_vec()
}

/// The modifiers, by their bits.
pub(crate) fn modifiers() -> Vec<SemanticTokenModifier> {
    vec![SemanticTokenModifier::DEFINITION, SemanticTokenModifier::ABSTRACT]
}

/// The type and the modifiers of a class; none for what an editor's own colours are right for.
fn encoded(class: TokenClass) -> Option<(SemanticTokenType, u32)> {
    use SemanticTokenType as T;
    Some(match class {
        TokenClass::Comment => (T::COMMENT, 0),
        TokenClass::Instruction => (T::KEYWORD, 0),
        TokenClass::PseudoInstruction => (T::KEYWORD, ABSTRACT),
        TokenClass::Directive => (T::DECORATOR, 0),
        TokenClass::Register => (T::VARIABLE, 0),
        TokenClass::Number => (T::NUMBER, 0),
        TokenClass::Character | TokenClass::String => (T::STRING, 0),
        TokenClass::LabelDefinition => (T::FUNCTION, DEFINITION),
        TokenClass::Label => (T::FUNCTION, 0),
        TokenClass::Macro => (T::MACRO, 0),
        TokenClass::Parameter => (T::PARAMETER, 0),
        TokenClass::Equivalent => (T::ENUM_MEMBER, 0),
        TokenClass::Unknown | TokenClass::Punctuation | TokenClass::Error => return None,
    })
}

pub(crate) fn full(
    context: &mut AnswerContext<'_>,
    params: &SemanticTokensParams,
) -> Result<Option<SemanticTokensResult>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let words = asked.analysis().placed_classes(asked.file);
    Ok(Some(SemanticTokensResult::Tokens(tokens(words.iter()))))
}

pub(crate) fn range(
    context: &mut AnswerContext<'_>,
    params: &SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let lines = AskedFile::lines(params.range);
    let words = asked.analysis().placed_classes(asked.file);
    let inside = words.iter().filter(|word| lines.contains(&word.line));
    Ok(Some(SemanticTokensRangeResult::Tokens(tokens(inside))))
}

/// Words as the protocol has them: each relative to the one before it.
fn tokens<'w>(words: impl Iterator<Item = &'w PlacedToken>) -> SemanticTokens {
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    for word in words {
        let Some((kind, modifiers)) = encoded(word.class) else { continue };
        let number = TYPES.iter().position(|one| *one == kind).unwrap_or(0);
        let delta_line = word.line - line;
        data.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { word.start - column } else { word.start },
            length: word.end - word.start,
            token_type: number as u32,
            token_modifiers_bitset: modifiers,
        });
        (line, column) = (word.line, word.start);
    }
    SemanticTokens { result_id: None, data }
}
