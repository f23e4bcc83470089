// Stylesheets in XSLT.

#ifndef GLOSSWEAVE_XSLT_HPP
#define GLOSSWEAVE_XSLT_HPP

#include <string_view>

#include "params.hpp"
#include "range.hpp"

namespace glossweave {

// The result of a stylesheet. Its bytes, texts and ranges are valid as long as the result.
class XsltReply {
  public:
    // Takes over a result of the C interface.
    explicit XsltReply(GwXsltReply *taken) : handle_(taken) {}

    // Returns the bytes of the main result.
    [[nodiscard]] std::string_view bytes() const { return view(value().bytes); }
    // Returns the media type, without parameters.
    [[nodiscard]] std::string_view media_type() const {
        return view(value().media_type);
    }
    // Returns the name of the encoding.
    [[nodiscard]] std::string_view encoding() const { return view(value().encoding); }
    // Returns the output method: `xml`, `html`, `xhtml` or `text`.
    [[nodiscard]] std::string_view method() const { return view(value().method); }
    // Returns the messages of the stylesheet: a range of `GwXsltMessage`.
    [[nodiscard]] auto messages() const & {
        return detail::Array<GwXsltMessage>(value().messages, value().message_count);
    }
    void messages() const && = delete;
    // Returns the results in addition to the main result: a range of `GwXsltDocument`.
    [[nodiscard]] auto documents() const & {
        return detail::Array<GwXsltDocument>(value().documents, value().document_count);
    }
    void documents() const && = delete;
    // Returns the result of the C interface.
    [[nodiscard]] const GwXsltReply *get() const noexcept { return handle_.get(); }

  private:
    const GwXsltReply &value() const { return detail::value_of(get()); }

    detail::Handle<GwXsltReply, gw_xslt_reply_free> handle_;
};

// A compiled stylesheet. Any number of threads may run it at once.
class Xslt {
  public:
    // Compiles a stylesheet.
    [[nodiscard]] static Xslt compile(std::string_view stylesheet, const Params &params = {}) {
        return detail::make<Xslt>([&](GwXslt **xslt, GwError **error) {
            return gw_xslt_compile(detail::bytes(stylesheet), params.get(), xslt, error);
        });
    }
    // Takes over a stylesheet of the C interface.
    explicit Xslt(GwXslt *taken) : handle_(taken) {}

    // Returns the version that the stylesheet declares.
    [[nodiscard]] std::string_view version() const { return view(gw_xslt_version(get())); }
    // Returns the processor, `libxslt` or `saxon`.
    [[nodiscard]] std::string_view processor() const { return view(gw_xslt_processor(get())); }
    // Returns the global parameters: a range of `GwXsltParameter`.
    [[nodiscard]] auto parameters() const & {
        return detail::Range<gw_xslt_parameter_count, gw_xslt_parameter>(get());
    }
    void parameters() const && = delete;
    // Transforms a document.
    [[nodiscard]] XsltReply run(std::string_view input, const Params &params = {}) const {
        return detail::make<XsltReply>([&](GwXsltReply **reply, GwError **error) {
            return gw_xslt_run(get(), detail::bytes(input), params.get(), reply, error);
        });
    }
    // Returns the stylesheet of the C interface.
    [[nodiscard]] const GwXslt *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwXslt, gw_xslt_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_XSLT_HPP
