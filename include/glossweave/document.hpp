// Documents, annotations and what is written from them; dictionaries, NIF, ITS.

#ifndef GLOSSWEAVE_DOCUMENT_HPP
#define GLOSSWEAVE_DOCUMENT_HPP

#include "base.hpp"

namespace glossweave {

// A list of annotations.
class Annotations {
  public:
    Annotations() {
        GwAnnotations *made = nullptr;
        checked([&](GwError **error) { return gw_annotations_new(&made, error); });
        handle_.reset(made);
    }
    explicit Annotations(GwAnnotations *taken) : handle_(taken) {}

    std::size_t size() const { return gw_annotations_count(handle_.get()); }
    GwAnnotation operator[](std::size_t index) const {
        GwAnnotation annotation;
        checked([&](GwError **error) {
            return gw_annotations_at(handle_.get(), index, &annotation, error);
        });
        return annotation;
    }
    // A field by its name, such as `ident`, and the number of the value.
    std::optional<std::string_view> value(std::size_t index, std::string_view field,
                                          std::size_t number = 0) const {
        return maybe(gw_annotations_value(handle_.get(), index, str(field), number));
    }
    std::vector<std::pair<std::string_view, std::string_view>> fields(std::size_t index) const {
        std::vector<std::pair<std::string_view, std::string_view>> found;
        for (;;) {
            GwStr name{};
            const GwStr value = gw_annotations_field(handle_.get(), index, found.size(), &name);
            if (value.data == nullptr) return found;
            found.emplace_back(view(name), view(value));
        }
    }
    Annotations &add(std::string_view body, GwSpan span, const Params &fields = {}) {
        checked([&](GwError **error) {
            return gw_annotations_add(handle_.get(), str(body), span, fields.get(), error);
        });
        return *this;
    }
    // Gives the list away, which is then to be freed with `gw_annotations_free`.
    GwAnnotations *release() { return handle_.release(); }
    GwAnnotations *get() { return handle_.get(); }
    const GwAnnotations *get() const { return handle_.get(); }

  private:
    Handle<GwAnnotations, gw_annotations_free> handle_;
};

// The list that a call makes.
template <class F> Annotations annotated(F &&function) {
    GwAnnotations *found = nullptr;
    checked([&](GwError **error) { return function(&found, error); });
    return Annotations(found);
}

// A document given back.
class Reply {
  public:
    explicit Reply(GwReply *taken) : handle_(taken) {}

    std::string_view bytes() const { return view(gw_reply_bytes(handle_.get())); }
    // Of `Session::call` and `CallBatch`; empty for others.
    std::string_view media_type() const { return view(gw_reply_media_type(handle_.get())); }
    std::vector<GwPlacement> placements() const {
        return all(get(), gw_reply_placement_count(get()), gw_reply_placement);
    }
    // Where insertions stand in the bytes.
    std::vector<GwSpan> inserted() const {
        return all(get(), gw_reply_inserted_count(get()), gw_reply_inserted);
    }
    // Bytes of the source that translations replaced, and what stands there.
    std::vector<std::pair<GwSpan, GwSpan>> replaced() const {
        std::vector<std::pair<GwSpan, GwSpan>> spans(gw_reply_replaced_count(get()));
        for (std::size_t i = 0; i < spans.size(); i++) {
            checked([&](GwError **error) {
                return gw_reply_replaced(get(), i, &spans[i].first, &spans[i].second, error);
            });
        }
        return spans;
    }
    std::vector<GwPart> parts() const {
        return all(get(), gw_reply_part_count(get()), gw_reply_part);
    }
    // What became of the sentences of a translated document.
    std::vector<GwSegment> segments() const {
        return all(get(), gw_reply_segment_count(get()), gw_reply_segment);
    }
    // The entities for which a template failed.
    std::vector<GwFailure> failures() const {
        return all(get(), gw_reply_failure_count(get()), gw_reply_failure);
    }
    // What was left out of the input, such as strings of NIF that are wrong.
    std::vector<GwSkipped> skipped() const {
        return all(get(), gw_reply_skipped_count(get()), gw_reply_skipped);
    }
    const GwReply *get() const { return handle_.get(); }

  private:
    Handle<GwReply, gw_reply_free> handle_;
};

// The reply that a call makes.
template <class F> Reply replied(F &&function) {
    GwReply *reply = nullptr;
    checked([&](GwError **error) { return function(&reply, error); });
    return Reply(reply);
}

// Saves the units of TMX or XLIFF that are right as a translation memory; `skipped` tells the others.
inline Reply build_memory_lenient(std::string_view source, std::string_view informat,
                                  std::string_view path) {
    return replied([&](GwReply **report, GwError **error) {
        return gw_memory_build(glossweave::bytes(source), str(informat), str(path), report, error);
    });
}

// The issues of translations. Their texts live as long as it does.
class Issues {
  public:
    explicit Issues(GwIssues *taken) : handle_(taken) {}

    std::vector<GwIssue> all() const {
        return glossweave::all(get(), gw_issue_count(get()), gw_issue);
    }
    const GwIssues *get() const { return handle_.get(); }

  private:
    Handle<GwIssues, gw_issues_free> handle_;
};

// A document. What it hands out lives as long as it does.
class Document {
  public:
    static Document decode(std::string_view source, std::string_view format,
                           const Params &params = {}) {
        return made([&](GwDocument **document, GwError **error) {
            return gw_decode(glossweave::bytes(source), str(format), params.get(), document, error);
        });
    }
    // The document that is in a file in XLIFF that was made from it.
    static Document from_xliff(std::string_view xliff, const Params &params = {}) {
        return made([&](GwDocument **document, GwError **error) {
            return gw_xliff_document(glossweave::bytes(xliff), params.get(), document, error);
        });
    }
    explicit Document(GwDocument *taken) : handle_(taken) {}

    std::string_view text() const { return view(gw_document_text(get())); }
    std::string_view text(GwSpan span) const {
        const std::string_view all = text();
        if (span.start > span.end || span.end > all.size()) {
            throw Error(GW_STATUS_INVALID, "the span is beyond the text");
        }
        return all.substr(span.start, span.end - span.start);
    }
    std::string_view encoding() const { return view(gw_document_encoding(get())); }
    std::vector<GwUnit> units() const {
        return all(get(), gw_document_unit_count(get()), gw_document_unit);
    }
    std::vector<GwSection> sections() const {
        return all(get(), gw_document_section_count(get()), gw_document_section);
    }
    std::vector<GwWarning> warnings() const {
        return all(get(), gw_document_warning_count(get()), gw_document_warning);
    }
    std::vector<GwPart> parts() const {
        return all(get(), gw_document_part_count(get()), gw_document_part);
    }
    // What the markup says.
    Annotations annotations() const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_document_annotations(get(), found, error);
        });
    }
    GwSpan source_span(GwSpan text) const { return led(gw_document_source_span, text); }
    GwSpan char_span(GwSpan text) const { return led(gw_document_char_span, text); }
    GwSpan text_span(GwSpan chars) const { return led(gw_document_text_span, chars); }
    Buffer marked_text(GwSpan text) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_document_marked_text(get(), text, buffer, error);
        });
    }
    // The translations that the source gives.
    Document target() const {
        return made([&](GwDocument **target, GwError **error) {
            return gw_document_target(get(), target, error);
        });
    }
    std::size_t target_unit(std::size_t index) const {
        std::size_t target = 0;
        checked([&](GwError **error) { return gw_document_target_unit(get(), index, &target, error); });
        return target;
    }
    // Gives the document back with annotations woven in.
    Reply encode(const Annotations &annotations, const Params &params = {}) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_encode(get(), annotations.get(), params.get(), reply, error);
        });
    }
    Reply exported(const Annotations &annotations, std::string_view format,
                   const Params &params = {}) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_export(get(), annotations.get(), str(format), params.get(), reply, error);
        });
    }
    Buffer nif(const Annotations &annotations, std::string_view format,
               const Params &params = {}) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_write(get(), annotations.get(), str(format), params.get(), buffer, error);
        });
    }
    Buffer skeleton(std::string_view format, const Params &params = {}) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_skeleton(get(), str(format), params.get(), buffer, error);
        });
    }
    Buffer web_annotations(const Annotations &annotations, const Params &params) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_web_annotation_write(get(), annotations.get(), params.get(), buffer, error);
        });
    }
    // Reads Web Annotations of this document; `source` is its IRI, or empty.
    Annotations read_web_annotations(std::string_view json, std::string_view source = {}) const {
        GwAnnotations *found = nullptr;
        checked([&](GwError **error) {
            return gw_web_annotation_read(get(), glossweave::bytes(json), str(source), &found,
                                          nullptr, error);
        });
        return Annotations(found);
    }
    // The texts without a translation as a file in XLIFF to translate.
    Buffer xliff(const Params &params) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_xliff_write(get(), params.get(), buffer, error);
        });
    }
    // The translations of a file in XLIFF that was made from this document.
    Annotations merge_xliff(std::string_view xliff) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_xliff_merge(get(), glossweave::bytes(xliff), found, error);
        });
    }
    // The faults of the translations that the source gives.
    Issues check_translations(const Params &params = {}) const {
        GwIssues *issues = nullptr;
        checked([&](GwError **error) {
            return gw_translations_check(get(), params.get(), &issues, error);
        });
        return Issues(issues);
    }
    Buffer chunks(const Annotations &annotations, const Params &params) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_chunks_write(get(), annotations.get(), params.get(), buffer, error);
        });
    }
    const GwDocument *get() const { return handle_.get(); }

  private:
    friend class Nif;
    template <class F> static Document made(F &&function) {
        GwDocument *document = nullptr;
        checked([&](GwError **error) { return function(&document, error); });
        return Document(document);
    }
    GwSpan led(GwStatus (*lead)(const GwDocument *, GwSpan, GwSpan *, GwError **),
               GwSpan from) const {
        GwSpan to;
        checked([&](GwError **error) { return lead(get(), from, &to, error); });
        return to;
    }
    Handle<GwDocument, gw_document_free> handle_;
};

// A list of names that finds its names in text.
class Dictionary {
  public:
    static Dictionary from_csv(std::string_view table) {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) { return gw_dictionary_from_csv(bytes(table), &made, error); });
        return Dictionary(made);
    }
    // The same for a large table.
    static Dictionary from_csv(std::string_view table, Progress progress) {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) {
            return gw_dictionary_from_csv_watched(bytes(table), told(progress), &progress, &made, error);
        });
        return Dictionary(made);
    }
    // Built from the files of a public vocabulary; `summary` tells what was taken and left out.
    static Dictionary from_vocabulary(std::string_view vocabulary, const Params &params,
                                      Progress progress = {}, Buffer *summary = nullptr) {
        GwDictionary *made = nullptr;
        Buffer text;
        checked([&](GwError **error) {
            return gw_dictionary_from_vocabulary(str(vocabulary), params.get(), told(progress),
                                                 &progress, &made, text.get(), error);
        });
        if (summary != nullptr) *summary = std::move(text);
        return Dictionary(made);
    }
    static Dictionary open(std::string_view path) {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) { return gw_dictionary_open(str(path), &made, error); });
        return Dictionary(made);
    }
    void save(std::string_view path) const {
        checked([&](GwError **error) { return gw_dictionary_save(get(), str(path), error); });
    }
    // A dictionary of the same names, which finds them where the mention model of a file says. Parameters: `threshold`,
    // `tagger`.
    Dictionary with_mention_model(std::string_view path, const Params &params = {}) const {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) {
            return gw_dictionary_with_mention_model(get(), str(path), params.get(), &made, error);
        });
        return Dictionary(made);
    }
    Annotations recognize(const Document &document) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_dictionary_recognize(get(), document.get(), found, error);
        });
    }
    const GwDictionary *get() const { return handle_.get(); }

  private:
    explicit Dictionary(GwDictionary *taken) : handle_(taken) {}
    Handle<GwDictionary, gw_dictionary_free> handle_;
};

// Writes the entries of a public vocabulary as a table in CSV, which datasets read, to a file. The summary.
inline Buffer write_vocabulary_table(std::string_view vocabulary, const Params &params,
                                     std::string_view table, Progress progress = {}) {
    return written([&](GwBuffer *summary, GwError **error) {
        return gw_vocabulary_write_table(str(vocabulary), params.get(), str(table), told(progress),
                                         &progress, summary, error);
    });
}

// NIF that was read.
class Nif {
  public:
    static Nif read(std::string_view source, std::string_view format, std::string_view base = {}) {
        GwNif *made = nullptr;
        checked([&](GwError **error) {
            return gw_nif_read(glossweave::bytes(source), str(format), str(base), &made, error);
        });
        return Nif(made);
    }
    // What is wrong is left out, and `skipped` tells it.
    static Nif read_lenient(std::string_view source, std::string_view format,
                            std::string_view base = {}) {
        GwNif *made = nullptr;
        checked([&](GwError **error) {
            return gw_nif_read_lenient(glossweave::bytes(source), str(format), str(base), &made,
                                       error);
        });
        return Nif(made);
    }
    std::vector<GwSkipped> skipped() const {
        return all(get(), gw_nif_skipped_count(get()), gw_nif_skipped);
    }
    // A line for each rule that is broken.
    static Buffer check(std::string_view source, std::string_view format,
                        std::string_view base = {}) {
        return written([&](GwBuffer *findings, GwError **error) {
            return gw_nif_check(glossweave::bytes(source), str(format), str(base), findings, error);
        });
    }
    std::vector<GwContext> contexts() const {
        return all(get(), gw_nif_context_count(get()), gw_nif_context);
    }
    Document document(std::size_t index) const {
        return Document::made([&](GwDocument **document, GwError **error) {
            return gw_nif_document(get(), index, document, error);
        });
    }
    Annotations annotations(std::size_t index) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_nif_annotations(get(), index, found, error);
        });
    }
    Annotations annotations(const Document &document) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_nif_annotations_of(get(), document.get(), found, error);
        });
    }
    void annotate(std::size_t index, const Annotations &annotations) {
        checked([&](GwError **error) {
            return gw_nif_annotate(handle_.get(), index, annotations.get(), error);
        });
    }
    Buffer bytes(std::string_view format) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_bytes(get(), str(format), buffer, error);
        });
    }
    const GwNif *get() const { return handle_.get(); }

  private:
    explicit Nif(GwNif *taken) : handle_(taken) {}
    Handle<GwNif, gw_nif_free> handle_;
};

// What holds for the nodes of a document in a data category of ITS.
class Its {
  public:
    static Its analyze(std::string_view source, std::string_view format, std::string_view category,
                       const Params &params = {}) {
        GwIts *made = nullptr;
        checked([&](GwError **error) {
            return gw_its_analyze(bytes(source), str(format), str(category), params.get(), &made,
                                  error);
        });
        return Its(made);
    }
    std::size_t size() const { return gw_its_count(get()); }
    std::string_view path(std::size_t index) const { return view(gw_its_path(get(), index)); }
    std::vector<std::pair<std::string_view, std::string_view>> values(std::size_t index) const {
        std::vector<std::pair<std::string_view, std::string_view>> found;
        for (;;) {
            GwStr name{};
            const GwStr value = gw_its_value(get(), index, found.size(), &name);
            if (value.data == nullptr) return found;
            found.emplace_back(view(name), view(value));
        }
    }
    const GwIts *get() const { return handle_.get(); }

  private:
    explicit Its(GwIts *taken) : handle_(taken) {}
    Handle<GwIts, gw_its_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_DOCUMENT_HPP
