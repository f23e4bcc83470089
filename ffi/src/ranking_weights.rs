//! Training of ranking weights.

use std::mem::MaybeUninit;

use glossweave::entity::{LinkedCorpus, MentionModel, RankingWeights};
use glossweave::{Error, rdf};

use crate::guard::guard;
use crate::training::options;
use crate::{GwBytes, GwError, GwParams, GwStatus, GwStr};

/// Fits the weights of linking to texts whose names are linked to entities of a vocabulary, and saves them to a
/// file, for the setting `ranking-weights`. `graph` is the vocabulary, in the format of RDF `graph_format`. Names of
/// `params` (NULL for none): `informat` (a format of RDF if the texts are NIF, or one of a document; columns of
/// CoNLL with tags such as `B-http://example.org/cork` otherwise), `model` (the path of a mention model whose classes
/// of words are used, as engines do). Returns Malformed, with the place, for what cannot be read, and Invalid if no
/// name has several candidates and the right one among them.
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
        RankingWeights::fit_graph(&corpus, &graph, classes)?.save(path.get("path")?)
    })
}
