//! Tokenizers of other libraries. They only count tokens, so that the compiler cannot omit the work.

use std::cell::Cell;

use html5ever::local_name;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use lol_html::{HtmlRewriter, Settings, doc_comments, doc_text, element};

use crate::Result;

struct Count(Cell<usize>);

impl TokenSink for Count {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let weight = match &token {
            Token::CharacterTokens(text) => text.len(),
            _ => 1,
        };
        self.0.set(self.0.get() + weight);
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => match tag.name {
                local_name!("script") => TokenSinkResult::RawData(RawKind::ScriptData),
                local_name!("style") => TokenSinkResult::RawData(RawKind::Rawtext),
                local_name!("title") | local_name!("textarea") => {
                    TokenSinkResult::RawData(RawKind::Rcdata)
                }
                _ => TokenSinkResult::Continue,
            },
            _ => TokenSinkResult::Continue,
        }
    }
}

/// Runs html5ever's tokenizer without its tree builder.
pub fn html5ever(text: &str) -> Result<usize> {
    let tokenizer = Tokenizer::new(Count(Cell::new(0)), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(text));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    Ok(tokenizer.sink.0.get())
}

/// Runs lol_html with handlers for elements, text and comments that change nothing.
pub fn lol_html(bytes: &[u8]) -> Result<usize> {
    let count = Cell::new(0);
    let mut written = 0;
    let mut rewriter = HtmlRewriter::new(
        Settings::new()
            .append_element_content_handler(element!("*", |element| {
                count.set(count.get() + element.source_location().bytes().len());
                Ok(())
            }))
            .append_document_content_handler(doc_text!(|text| {
                count.set(count.get() + text.as_str().len());
                Ok(())
            }))
            .append_document_content_handler(doc_comments!(|comment| {
                count.set(count.get() + comment.text().len());
                Ok(())
            })),
        |chunk: &[u8]| written += chunk.len(),
    );
    rewriter.write(bytes)?;
    rewriter.end()?;
    Ok(count.get() + written)
}

/// Runs html5gum's tokenizer with its default events.
pub fn html5gum(text: &str) -> Result<usize> {
    let mut count = 0;
    for token in html5gum::Tokenizer::new(text) {
        let Ok(token) = token;
        count += match &token {
            html5gum::Token::String(text) => text.len(),
            _ => 1,
        };
    }
    Ok(count)
}
