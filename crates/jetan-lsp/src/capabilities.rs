//! What the server can do, and what the client can.

use lsp_types::{
    CallHierarchyServerCapability, ClientCapabilities, CodeActionKind, CodeActionOptions,
    CodeActionProviderCapability, CodeLensOptions, CompletionOptions, DocumentLinkOptions,
    DocumentOnTypeFormattingOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    InitializeParams, InitializeResult, MarkupKind, OneOf, PositionEncodingKind, RenameOptions,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, ServerInfo, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    WorkDoneProgressOptions,
};

use crate::answers::tokens;

/// The signs after which proposals are asked for.
const COMPLETION_SIGNS: [&str; 6] = ["$", ".", "%", ",", " ", "\""];

/// The abilities of a client that change what is sent.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the protocol")]
pub(crate) struct ClientAbilities {
    pub(crate) hover_markdown: bool,
    pub(crate) completion_markdown: bool,
    pub(crate) watches_files: bool,
    pub(crate) nested_symbols: bool,
}

impl ClientAbilities {
    pub(crate) fn of(capabilities: &ClientCapabilities) -> ClientAbilities {
        let document = capabilities.text_document.as_ref();
        let has_markdown = |kinds: Option<&Vec<MarkupKind>>| {
            kinds.is_some_and(|k| k.contains(&MarkupKind::Markdown))
        };
        let hover = document.and_then(|document| document.hover.as_ref());
        let completion = document.and_then(|document| document.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        let symbols = document.and_then(|document| document.document_symbol.as_ref());
        let workspace = capabilities.workspace.as_ref();
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files);
        ClientAbilities {
            hover_markdown: has_markdown(hover.and_then(|hover| hover.content_format.as_ref())),
            completion_markdown: has_markdown(
                item.and_then(|item| item.documentation_format.as_ref()),
            ),
            watches_files: watched.and_then(|one| one.dynamic_registration).unwrap_or(false),
            nested_symbols: symbols
                .and_then(|one| one.hierarchical_document_symbol_support)
                .unwrap_or(false),
        }
    }
}

/// The first folder that the client has open.
#[expect(deprecated, reason = "older clients say it in the older way only")]
pub(crate) fn folder(params: &InitializeParams) -> Option<&Uri> {
    let folders = params.workspace_folders.as_deref().unwrap_or_default();
    folders.first().map(|folder| &folder.uri).or(params.root_uri.as_ref())
}

/// The answer to `initialize`.
pub(crate) fn answer() -> InitializeResult {
    InitializeResult {
        capabilities: capabilities(),
        server_info: Some(ServerInfo {
            name: "jetan".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

fn capabilities() -> ServerCapabilities {
    let signs = |signs: &[&str]| Some(signs.iter().map(|&sign| sign.to_owned()).collect());
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(true.into()),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: signs(&COMPLETION_SIGNS),
            resolve_provider: Some(true),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: signs(&[" ", ",", "("]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: None,
        }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: tokens::types(),
                    token_modifiers: tokens::modifiers(),
                },
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}
