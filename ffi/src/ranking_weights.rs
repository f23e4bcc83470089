//! Training of ranking weights.

use std::mem::MaybeUninit;

use glossweave::entity::{LinkedCorpus, MentionModel, RankingWeights};
use glossweave::{Error, rdf};

use crate::guard::guard;
use crate::training::options;
use crate::{GwBytes, GwError, GwParams, GwStatus, GwStr};

/// Trains the weights of entity linking on texts whose names are linked to entities of a vocabulary, and
/// saves them to the file `path`, for the setting `ranking-weights`. `graph` is the vocabulary, in the
/// format of RDF `graph_format`. `params` may be NULL, or contain `informat` (a format of RDF if the texts
/// are NIF, or the format of a document; by default, columns of CoNLL with tags such as
/// `B-http://example.org/cork`) and `model` (the path of a mention model whose word classes are used, as
/// engines do). Returns `GW_STATUS_MALFORMED`, with the location, if an input cannot be read, and
/// `GW_STATUS_INVALID` if no name has several candidates that include the right entity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_ranking_weights_train(
    corpus: GwBytes,
    graph: GwBytes,
    graph_format: GwStr,
    params: Option<&GwParams>,
    path: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (format, options) = options(params)?;
        let mut model = None;
        for (name, value) in options {
            match name {
                "model" => model = Some(MentionModel::open(value)?),
                _ => return Err(Error::no_option(name, &["informat", "model"])),
            }
        }
        let corpus = LinkedCorpus::read(corpus.get("corpus")?, format)?;
        let graph =
            rdf::read(graph.get("graph")?, graph_format.get("graph_format")?.parse()?, None)?;
        let classes = model.as_ref().map(MentionModel::word_classes);
        RankingWeights::train_graph(&corpus, &graph, classes)?.save(path.get("path")?)
    })
}
