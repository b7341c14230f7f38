//! Answers to requests.

use lsp_server::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Why a request is refused.
pub(super) type Refused = (ErrorCode, String);

/// An answer, or a refusal.
pub(super) type LspReply = Result<Value, Refused>;

pub(super) fn invalid(what: impl Into<String>) -> Refused {
    (ErrorCode::InvalidParams, what.into())
}

pub(super) fn params<P: DeserializeOwned>(value: Value) -> Result<P, Refused> {
    serde_json::from_value(value).map_err(|error| invalid(error.to_string()))
}

pub(super) fn answer(value: impl Serialize) -> LspReply {
    serde_json::to_value(value).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}
