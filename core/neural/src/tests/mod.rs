mod peers;
mod report;
mod sentence_transformer;
mod span_classifier;
mod token_classifier;
