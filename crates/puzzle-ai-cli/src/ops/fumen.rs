//! `fumen.*`: fumens and their pages.

use serde_json::{Map, Value, json};
use tetromino::fumen::{
    ColourField, ColourFieldError, DecodeError, EncodeError, Flags, Fumen, Operation, Page,
    rotation_from_name, rotation_name,
};

use crate::jsonl::fields::{Field, Fields};
use crate::jsonl::op::OpError;

const FLAGS: [(&str, Flags); 5] = [
    ("quiz", Flags::QUIZ),
    ("lock", Flags::LOCK),
    ("mirror", Flags::MIRROR),
    ("colorize", Flags::COLORIZE),
    ("rise", Flags::RISE),
];

/// The pages of a fumen.
pub(crate) fn decode(mut fields: Fields) -> Result<Value, OpError> {
    let at = fields.path("fumen");
    let text: String = fields.required("fumen")?;
    fields.finish()?;
    let fumen = Fumen::decode(&text).map_err(|error| match error {
        DecodeError::TooLong { .. } | DecodeError::TooManyPages => OpError::new("too_large", error).at(&at),
        error => OpError::bad_value(&at, error),
    })?;
    Ok(shown(&fumen))
}

/// The fumen of pages.
pub(crate) fn encode(fields: Fields) -> Result<Value, OpError> {
    let text = read(fields)?.encode().map_err(|error| {
        let part = match error {
            EncodeError::Comment { .. } => ".comment",
            EncodeError::Outside { .. } => ".operation",
            _ => "",
        };
        let page = error.page().map(|page| format!("[{page}]")).unwrap_or_default();
        let code = match error {
            EncodeError::Comment { .. } | EncodeError::TooManyPages { .. } => "too_large",
            _ => "bad_value",
        };
        OpError::new(code, error).at(&format!("$.pages{page}{part}"))
    })?;
    Ok(json!({ "fumen": text }))
}

/// The answer of `fumen.decode`.
pub(crate) fn shown(fumen: &Fumen) -> Value {
    json!({ "pages": fumen.pages.iter().map(page).collect::<Vec<_>>() })
}

fn page(page: &Page) -> Value {
    let operation = page.operation.map(|operation| {
        let Operation { piece, rotation, x, y } = operation;
        json!({ "type": piece.to_string(), "rotation": rotation_name(rotation), "x": x, "y": y })
    });
    let flags = FLAGS.map(|(name, flag)| (name.to_owned(), page.flags.contains(flag).into()));
    let mut shown = json!({
        "field": page.field.rows().collect::<Vec<_>>().join("/"),
        "comment": page.comment,
        "operation": operation,
        "flags": flags.into_iter().collect::<Map<_, _>>(),
    });
    if page.field.garbage() != ColourField::EMPTY.garbage() {
        let row: String = page.field.garbage().iter().map(|block| block.symbol()).collect();
        shown["garbage"] = row.into();
    }
    shown
}

/// Reads the request of `fumen.encode`.
pub(crate) fn read(mut fields: Fields) -> Result<Fumen, OpError> {
    let at = fields.path("pages");
    let values: Vec<Value> = fields.required("pages")?;
    fields.finish()?;
    if values.len() > Fumen::MAX_PAGES {
        return Err(OpError::new("too_large", EncodeError::TooManyPages { pages: values.len() }).at(&at));
    }
    let mut pages: Vec<Page> = Vec::with_capacity(values.len());
    for (index, value) in values.into_iter().enumerate() {
        let mut page = Fields::read(value, &format!("{at}[{index}]"))?;
        let field_at = page.path("field");
        let garbage_at = page.path("garbage");
        let field = page.optional::<Rows>("field")?;
        let garbage: Option<String> = page.optional("garbage")?;
        let comment = page.or("comment", String::new())?;
        let operation = page.optional::<Option<Operation>>("operation")?.flatten();
        let flags = page.optional::<Fields>("flags")?;
        page.finish()?;
        let left = pages.last().map_or(ColourField::EMPTY, Page::field_after);
        let mut field = match field {
            Some(Rows(rows)) => ColourField::from_rows(rows.iter().map(String::as_str))
                .map_err(|error| refuse(error, &field_at))?,
            None => left,
        };
        if let Some(row) = garbage {
            field = field.with_garbage(
                ColourField::row(&row, 1).map_err(|error| OpError::bad_value(&garbage_at, error))?,
            );
        }
        let flags = flags_of(flags, index == 0)?;
        pages.push(Page { field, comment, operation, flags });
    }
    Ok(Fumen { pages })
}

fn refuse(error: ColourFieldError, at: &str) -> OpError {
    match error {
        ColourFieldError::Height(_) => OpError::new("too_large", error).at(at),
        error => OpError::bad_value(at, error),
    }
}

/// The flags that are left out are those of a plain page.
fn flags_of(fields: Option<Fields>, first: bool) -> Result<Flags, OpError> {
    let mut flags = Flags::LOCK;
    flags.set(Flags::COLORIZE, first);
    if let Some(mut fields) = fields {
        for (name, flag) in FLAGS {
            flags.set(flag, fields.or(name, flags.contains(flag))?);
        }
        fields.finish()?;
    }
    Ok(flags)
}

/// Rows in one text, joined by `/`, or as an array.
struct Rows(Vec<String>);

impl Field for Rows {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value {
            Value::String(text) if text.is_empty() => Ok(Self(Vec::new())),
            Value::String(text) => Ok(Self(text.split('/').map(str::to_owned).collect())),
            other => Vec::read(other, at).map(Self),
        }
    }
}

impl Field for Operation {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let mut fields = Fields::read(value, at)?;
        let rotation_at = fields.path("rotation");
        let piece = fields.required("type")?;
        let name: String = fields.required("rotation")?;
        let (x, y) = (fields.required("x")?, fields.required("y")?);
        fields.finish()?;
        let rotation = rotation_from_name(&name).ok_or_else(|| {
            OpError::bad_value(&rotation_at, format!("{name:?} is none of spawn, right, reverse, left"))
        })?;
        Ok(Self { piece, rotation, x, y })
    }
}
