//! Requests and notifications of the protocol.
//!
//! Comes in: method names with parameters. Goes out: results as JSON. Must not depend on: how messages travel.

use gen_lsp_types::{
    CodeActionParams, CompletionParams, DefinitionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentHighlightParams, HoverParams, PrepareRenameParams, PublishDiagnosticsParams,
    ReferenceParams, RenameParams, SemanticTokensParams, TextDocumentContentChangeEvent, TextDocumentPositionParams,
};
use lsp_server::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::documents::{Documents, View};
use super::settings::Settings;
use super::{actions, completion, definition, diagnostics, hover, references, tokens};

/// Why there is no result.
type Failure = (ErrorCode, String);

/// What an editor may ask.
pub fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 1 },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": ["#", "."] },
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": tokens::MODIFIERS },
            "full": true,
        },
    })
}

/// The documents of an editor, and what is known about them.
pub struct Server {
    documents: Documents,
}

impl Server {
    /// A server with the editor's `initializationOptions`.
    pub fn new(options: &Value) -> Self {
        Self { documents: Documents::new(Settings::read(options)) }
    }

    /// Answers a request.
    pub fn answer(&mut self, method: &str, parameters: Value) -> Result<Value, Failure> {
        match method {
            "textDocument/hover" => {
                let it: HoverParams = read(parameters)?;
                self.at(&it.text_document_position_params, hover::hover)
            }
            "textDocument/definition" => {
                let it: DefinitionParams = read(parameters)?;
                self.at(&it.text_document_position_params, |view, offset| Some(definition::definition(view, offset)))
            }
            "textDocument/references" => {
                let it: ReferenceParams = read(parameters)?;
                let (place, declaration) = (it.text_document_position_params, it.context.include_declaration);
                self.named(&place, |all, uri, offset| Ok(references::references(all, uri, offset, declaration)))
            }
            "textDocument/documentHighlight" => {
                let it: DocumentHighlightParams = read(parameters)?;
                self.named(&it.text_document_position_params, |all, uri, offset| {
                    Ok(references::highlights(all, uri, offset))
                })
            }
            "textDocument/prepareRename" => {
                let it: PrepareRenameParams = read(parameters)?;
                self.at(&it.text_document_position_params, references::renamable)
            }
            "textDocument/rename" => {
                let it: RenameParams = read(parameters)?;
                self.named(&it.text_document_position_params, |all, uri, offset| {
                    references::rename(all, uri, offset, &it.new_name)
                })
            }
            "textDocument/completion" => {
                let it: CompletionParams = read(parameters)?;
                self.completion(&it.text_document_position_params)
            }
            "textDocument/codeAction" => {
                let it: CodeActionParams = read(parameters)?;
                let view = self.documents.view(&it.text_document.uri.0);
                Ok(json!(view.map(|view| actions::actions(&view, &it.range)).unwrap_or_default()))
            }
            "textDocument/semanticTokens/full" => {
                let it: SemanticTokensParams = read(parameters)?;
                let view = self.documents.view(&it.text_document.uri.0);
                Ok(json!(view.map(|view| tokens::tokens(&view))))
            }
            _ => Err((ErrorCode::MethodNotFound, format!("there is no method {method}"))),
        }
    }

    /// What `how` finds at a position.
    fn at<T: serde::Serialize>(
        &mut self,
        place: &TextDocumentPositionParams,
        how: impl FnOnce(&View<'_>, usize) -> Option<T>,
    ) -> Result<Value, Failure> {
        let view = self.documents.view(&place.text_document.uri.0);
        Ok(json!(view.and_then(|view| how(&view, view.offset(&place.position)))))
    }

    /// What `how` finds about the name at a position in all documents.
    fn named<T: serde::Serialize>(
        &mut self,
        place: &TextDocumentPositionParams,
        how: impl FnOnce(&mut Documents, &str, usize) -> Result<T, String>,
    ) -> Result<Value, Failure> {
        let uri = &place.text_document.uri.0;
        let Some(offset) = self.documents.view(uri).map(|view| view.offset(&place.position)) else {
            return Ok(Value::Null);
        };
        let found = how(&mut self.documents, uri, offset);
        found.map(|it| json!(it)).map_err(|reason| (ErrorCode::RequestFailed, reason))
    }

    /// Names that may stand at a position. A member that is still being typed is no statement yet, so it is completed first.
    fn completion(&mut self, place: &TextDocumentPositionParams) -> Result<Value, Failure> {
        let uri = &place.text_document.uri.0;
        let Some(view) = self.documents.view(uri) else { return Ok(Value::Null) };
        let offset = view.offset(&place.position);
        if !completion::is_member(view.text(), offset) {
            return Ok(json!(completion::completion(&view, offset)));
        }
        let text = completion::completed(view.text(), offset);
        Ok(json!(self.documents.with_text(uri, text, |view| completion::completion(view, offset))))
    }

    /// Takes note of a change.
    pub fn notice(&mut self, method: &str, parameters: Value) {
        match method {
            "textDocument/didOpen" => {
                let Ok(it) = read::<DidOpenTextDocumentParams>(parameters) else { return };
                self.documents.set(it.text_document.uri.0, it.text_document.text, it.text_document.version);
            }
            "textDocument/didChange" => {
                let Ok(it) = read::<DidChangeTextDocumentParams>(parameters) else { return };
                // Each event has the whole text.
                if let Some(TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(last)) =
                    it.content_changes.into_iter().last()
                {
                    let document = it.text_document;
                    self.documents.set(document.text_document_identifier.uri.0, last.text, document.version);
                }
            }
            "textDocument/didClose" => {
                let Ok(it) = read::<DidCloseTextDocumentParams>(parameters) else { return };
                self.documents.close(&it.text_document.uri.0);
            }
            // Included files may have changed on disk.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.documents.forget_all(),
            _ => {}
        }
    }

    /// The diagnostics of everything that has changed since the last call.
    pub fn publish(&mut self) -> Vec<PublishDiagnosticsParams> {
        diagnostics::publish(&mut self.documents)
    }
}

fn read<T: DeserializeOwned>(parameters: Value) -> Result<T, Failure> {
    serde_json::from_value(parameters).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}
