// Stylesheets.

#ifndef GLOSSWEAVE_XSLT_HPP
#define GLOSSWEAVE_XSLT_HPP

#include <string_view>
#include <vector>

#include "params.hpp"

namespace glossweave {

// What a stylesheet made of a document. What it hands out lives as long as it does.
class XsltReply {
  public:
    explicit XsltReply(GwXsltReply *taken) : handle_(taken) {}

    std::string_view bytes() const { return view(gw_xslt_reply_bytes(get())); }
    std::string_view media_type() const { return view(gw_xslt_reply_media_type(get())); }
    std::string_view encoding() const { return view(gw_xslt_reply_encoding(get())); }
    std::string_view method() const { return view(gw_xslt_reply_method(get())); }
    std::vector<GwXsltMessage> messages() const {
        return all(get(), gw_xslt_reply_message_count(get()), gw_xslt_reply_message);
    }
    // The results beside the main one.
    std::vector<GwXsltDocument> documents() const {
        return all(get(), gw_xslt_reply_document_count(get()), gw_xslt_reply_document);
    }
    const GwXsltReply *get() const { return handle_.get(); }

  private:
    Handle<GwXsltReply, gw_xslt_reply_free> handle_;
};

// The result that a call makes.
template <class F> XsltReply transformed(F &&function) {
    GwXsltReply *reply = nullptr;
    checked([&](GwError **error) { return function(&reply, error); });
    return XsltReply(reply);
}

// A compiled stylesheet.
class Xslt {
  public:
    static Xslt compile(std::string_view stylesheet, const Params &params = {}) {
        GwXslt *made = nullptr;
        checked([&](GwError **error) {
            return gw_xslt_compile(bytes(stylesheet), params.get(), &made, error);
        });
        return Xslt(made);
    }
    std::string_view version() const { return view(gw_xslt_version(get())); }
    std::string_view processor() const { return view(gw_xslt_processor(get())); }
    std::vector<GwXsltParameter> parameters() const {
        return all(get(), gw_xslt_parameter_count(get()), gw_xslt_parameter);
    }
    XsltReply run(std::string_view input, const Params &params = {}) const {
        return transformed([&](GwXsltReply **reply, GwError **error) {
            return gw_xslt_run(get(), bytes(input), params.get(), reply, error);
        });
    }
    const GwXslt *get() const { return handle_.get(); }

  private:
    explicit Xslt(GwXslt *taken) : handle_(taken) {}
    Handle<GwXslt, gw_xslt_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_XSLT_HPP
