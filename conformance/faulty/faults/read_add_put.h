// add-as-read-add-put: ADD reads the item, adds, and puts the item back, as in a store that computes updates outside
// its lock. Of two updates of an item that overlap, one may be lost.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/faulty/faults/add_clauses.h"
#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// An UpdateItem that only adds, with its placeholders resolved.
struct AddPlan {
  struct Addition {
    std::string attribute;
    // The attribute value to add, as JSON.
    std::string value;
  };
  std::string table;
  // JSON.
  std::string key;
  std::vector<Addition> additions;
  // NONE, ALL_NEW or UPDATED_NEW.
  std::string return_values;
};

// Returns nothing for other requests; for those that the endpoint refuses because placeholders and their definitions do
// not match, or because they add to a key or twice to one attribute; and for those that ask for old values or metrics.
std::optional<AddPlan> PlanAdd(const Request& update);

// The item to put and the response to the client, as JSON.
struct AddResult {
  std::string put_body;
  std::string response_body;
};

// `read_body` is GetItem's response. Nothing if a value cannot be added.
std::optional<AddResult> ApplyAdd(const AddPlan& plan, const std::string& read_body);

std::unique_ptr<Fault> MakeReadAddPut();

}  // namespace holdfast::conformance::faulty
