// A case: one client, one behaviour.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/client/client.h"
#include "conformance/runner/tables.h"

namespace holdfast::conformance {

// The environment of a case: its client and tables, and the complaints it reports. Not thread-safe.
class CaseRun {
 public:
  CaseRun(TableSet* tables, Client* client, std::string key_suffix)
      : tables_(tables), client_(client), key_suffix_(std::move(key_suffix)) {}

  Client& client() { return *client_; }
  TableSet& tables() { return *tables_; }
  const std::string& Table(const TableDefinition& definition) { return tables_->Ensure(definition); }
  // A key that no other case uses.
  std::string Key(std::string_view name) const { return std::string(name) + key_suffix_; }

  // Throws SetupFailed instead of complaining if a request of the case got no response or the run was interrupted. So
  // do the other Expect...
  void Expect(bool holds, std::string complaint);
  // Reports a response that is right except for its error message.
  void ComplainOfWording(std::string complaint) { complaints_.push_back(std::move(complaint)); }
  // `what` describes the request. Throws SetupFailed if the endpoint lacks the operation.
  void ExpectOk(const Response& response, const std::string& what);
  // Expects an error of this name and, unless `message` is empty, with exactly this message.
  void ExpectError(const Response& response, std::string_view error, std::string_view message, const std::string& what);
  void ExpectItem(const std::optional<Item>& item, const Item& expected, const std::string& what);

  const std::vector<std::string>& complaints() const { return complaints_; }
  // False if all complaints are about wording.
  bool has_wrong_effects() const { return has_wrong_effects_; }

 private:
  TableSet* const tables_;
  Client* const client_;
  const std::string key_suffix_;
  std::vector<std::string> complaints_;
  bool has_wrong_effects_ = false;
};

struct CaseDescription {
  std::string name;
  std::string sentence;
  std::function<void(CaseRun& run)> run;
};

}  // namespace holdfast::conformance
