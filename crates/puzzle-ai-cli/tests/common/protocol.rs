//! Asking the protocol in this process.

use serde_json::Value;

/// The answer to a request.
pub(crate) fn answer(request: Value) -> Value {
    let mut out = Vec::new();
    puzzle_ai_cli::serve(request.to_string().as_bytes(), &mut out).expect("memory takes all");
    serde_json::from_slice(&out).expect("JSON")
}

/// Each request is refused with this code at this place.
pub(crate) fn are_refused<'a>(requests: impl IntoIterator<Item = (Value, &'a str, &'a str)>) {
    for (request, code, at) in requests {
        let error = &answer(request.clone())["error"];
        assert_eq!(
            (error["code"].as_str(), error["at"].as_str()),
            (Some(code), Some(at)),
            "{request}: {error}"
        );
    }
}
