//! The weights for ranking candidates.

use std::collections::HashMap;
use std::path::PathBuf;

use glossweave::entity::{self, Feature};
use glossweave::{Error, rdf};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::call;
use crate::dictionary::MentionModel;
use crate::hint::{self, Dict};
use crate::input::Source;
use crate::training_data::TrainingData;

/// The weights for ranking the entities of a name. A weight is the amount by which one unit of a feature
/// increases the score.
///
/// `weights`: weights by feature name. Other features keep their default weights. To use saved weights in an
/// engine, set `Engine(settings={"models": {"ranking_weights": path}})`.
///
/// >>> from glossweave import RankingWeights
/// >>> graph = """@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
/// ... <http://example.org/city> rdfs:label 'Cork' ; rdfs:comment 'a harbour of Ireland' .
/// ... <http://example.org/bark> rdfs:label 'Cork' ; rdfs:comment 'the bark of an oak' ."""
/// >>> text = "Harbour O\nof O\nCork B-http://example.org/city\n"
/// >>> weights = RankingWeights.train(text, graph, graph_format="turtle")
/// >>> weights.weights["words"] > RankingWeights().weights["words"]
/// True
#[pyclass(frozen, module = "glossweave")]
pub struct RankingWeights(entity::RankingWeights);

#[pymethods]
impl RankingWeights {
    #[new]
    #[pyo3(signature = (weights: "Mapping[str, float]" = HashMap::new()))]
    fn new(py: Python<'_>, weights: HashMap<String, f64>) -> PyResult<RankingWeights> {
        let all = call(py, || {
            let mut all = entity::RankingWeights::default();
            for (name, weight) in weights {
                let known = Feature::ALL.into_iter().find(|feature| feature.name() == name);
                let names = Feature::ALL.map(Feature::name);
                let feature = known.ok_or_else(|| Error::no_option(&name, &names))?;
                all = all.with_weight(feature, weight)?;
            }
            Ok(all)
        });
        all.map(RankingWeights)
    }

    /// Fits the weights to texts whose names are linked to entities of a vocabulary: CoNLL columns with tags
    /// such as `B-http://example.org/cork`, NIF, a document with ITS markup, or pairs of a text and its
    /// annotations.
    ///
    /// `graph`: the vocabulary in RDF, in the format `graph_format`. `format`: the format of the texts, see
    /// `Tagger.train`. `model`: the mention model whose word classes are used; use the mention model of the
    /// engine.
    #[staticmethod]
    #[pyo3(signature = (corpus, graph, *, format = None, graph_format = None, model = None))]
    fn train(
        py: Python<'_>,
        corpus: TrainingData,
        graph: Source,
        format: Option<&str>,
        graph_format: Option<&str>,
        model: Option<&Bound<'_, MentionModel>>,
    ) -> PyResult<RankingWeights> {
        let model = model.map(|model| model.get().inner());
        let fitted = call(py, || {
            let named = graph.format("graph_format", graph_format)?;
            let statements = rdf::read(&graph.bytes, named, None);
            let statements = statements.map_err(|error| graph.explain(error))?;
            let classes = model.as_ref().map(entity::MentionModel::word_classes);
            entity::RankingWeights::train_graph(&corpus.linked(format)?, &statements, classes)
        })?;
        Ok(RankingWeights(fitted))
    }

    /// Reads a file of weights, which `save` wrote.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<RankingWeights> {
        call(py, || entity::RankingWeights::open(path)).map(RankingWeights)
    }

    /// The weights of all features, by feature name.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py, hint::Weights>> {
        let weights = PyDict::new(py);
        for (feature, weight) in self.0.iter() {
            weights.set_item(feature.name(), weight)?;
        }
        Ok(weights.into())
    }

    /// Saves the weights as one file. An existing file is replaced.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        call(py, || self.0.save(path))
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Dict<'py, hint::Weights>,)> {
        Ok((self.weights(py)?,))
    }

    fn __eq__(&self, other: &RankingWeights) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        let weights =
            self.0.iter().map(|(feature, weight)| format!("'{}': {weight}", feature.name()));
        format!("RankingWeights({{{}}})", weights.collect::<Vec<_>>().join(", "))
    }
}
