mod peers;
mod sentence_transformer;
mod token_classifier;
