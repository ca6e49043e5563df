// Answers HTTP requests with what the engine's operations answer: everything between a read message and the
// engine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "server/admin/admin_surface.h"
#include "server/dispatch/answer_head.h"
#include "server/dispatch/content_encoding.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatch_options.h"
#include "server/dispatch/endpoint.h"
#include "server/dispatch/http_message.h"
#include "server/json/json_document.h"

namespace holdfast::server {

// One for each thread.
class Dispatcher final : public RequestHandler {
 public:
  // `databases` and `admin` are shared by all dispatchers and must outlive them. `seed`: where request ids
  // come from; different for each dispatcher.
  Dispatcher(Databases* databases, AdminSurface* admin, uint64_t seed, DispatchOptions options = {})
      : databases_(databases), admin_(admin), options_(std::move(options)), head_writer_(seed) {}

  void Handle(const HttpRequest& request, HttpAnswer* answer) override;
  void Refuse(UnreadableRequest problem, HttpAnswer* answer) override;

 private:
  // Appends the body of the answer to an API request, and returns the answer's status.
  int Answer(const HttpRequest& request, std::string_view fork, std::string* body);
  int AnswerHealthCheck(const HttpRequest& request, std::string* body);
  void AnswerAdmin(const HttpRequest& request, HttpAnswer* answer);
  void Finish(const HttpRequest& request, AnswerHead head, HttpAnswer* answer);

  Databases* const databases_;
  AdminSurface* const admin_;
  const DispatchOptions options_;
  AnswerHeadWriter head_writer_;
  ContentCompressor compressor_;
  JsonDocument document_;
  // Where Authenticate decodes a credential.
  std::string decoded_credential_;
};

}  // namespace holdfast::server
