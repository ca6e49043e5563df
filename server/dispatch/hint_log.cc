#include "server/dispatch/hint_log.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "engine/operations/tables/describe_table.h"
#include "engine/operations/tables/list_tables.h"
#include "server/dispatch/operation_table.h"
#include "server/log/standard_error.h"

namespace holdfast::server {
namespace {

constexpr size_t kQuotedBytesMax = 80;
constexpr size_t kListedTablesMax = 3;
constexpr size_t kListedDatabasesMax = 3;
// A program that repeats the health check this many times probably waits for another status.
constexpr int kHealthChecksBeforeHint = 10;

// Replaces unprintable characters, so that a client cannot write control codes to a terminal, and bounds the length.
std::string QuoteForLog(std::string_view text) {
  std::string quoted(text.substr(0, kQuotedBytesMax));
  std::replace_if(
      quoted.begin(), quoted.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > kQuotedBytesMax) quoted += "...";
  return quoted;
}

std::string FormatDatabaseName(const DatabaseName& name) {
  std::string text = "account " + QuoteForLog(name.account) + " in " + QuoteForLog(name.region);
  if (!name.fork.empty()) text += ", fork " + QuoteForLog(name.fork);
  return text;
}

// The names of the database's first tables. If `table_name` is not empty, only that table, if it exists.
std::vector<std::string> ListTableNames(Database& database, std::string_view table_name) {
  if (!table_name.empty()) {
    const bool has = database.DescribeTable({.table_name = std::string(table_name)}).ok();
    return has ? std::vector<std::string>{std::string(table_name)} : std::vector<std::string>();
  }
  ListTablesRequest request;
  request.limit = kListedTablesMax;
  auto tables = database.ListTables(request);
  return tables.ok() ? std::move(tables.value().table_names) : std::vector<std::string>();
}

// Whether the request was refused because a condition, filter or key condition computes: DynamoDB's message then names
// a plus or minus sign as the token that is out of place.
bool RefusesArithmetic(std::string_view message) {
  const bool is_condition = message.find("ConditionExpression") != std::string_view::npos ||
                            message.find("FilterExpression") != std::string_view::npos;
  return is_condition && (message.find("Syntax error; token: \"-\"") != std::string_view::npos ||
                          message.find("Syntax error; token: \"+\"") != std::string_view::npos);
}

// The name, such as `user-id`, for whose hyphen the request was refused; empty if there was another reason. The
// difference of two attributes is taken for such a name if it is written without blanks.
std::string_view RefusedHyphenatedName(std::string_view message) {
  constexpr std::string_view kBefore = "Syntax error; token: \"-\", near: \"";
  const size_t at = message.find(kBefore);
  if (at == std::string_view::npos) return {};
  const std::string_view near = message.substr(at + kBefore.size());
  const std::string_view name = near.substr(0, near.find('"'));
  const auto is_in_name = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  };
  const bool is_name = !name.empty() && absl::ascii_isalpha(static_cast<unsigned char>(name.front())) &&
                       name.back() != '-' && std::all_of(name.begin(), name.end(), is_in_name);
  return is_name ? name : std::string_view();
}

// The reserved word for which the request was refused; empty if there was another reason.
std::string_view RefusedReservedWord(std::string_view message) {
  constexpr std::string_view kBefore = "reserved keyword: ";
  const size_t at = message.find(kBefore);
  return at == std::string_view::npos ? std::string_view() : message.substr(at + kBefore.size());
}

std::string JoinForLog(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : ", ").append(QuoteForLog(part));
  return text;
}

}  // namespace

HintLog::HintLog() : HintLog(WriteMessage) {}

void HintLog::OnAssumedScope(const Caller& caller) {
  if (caller.region_assumed && IsFirst(&assumed_region_)) {
    Write(
        "a request is signed for an empty region, which AWS refuses; us-east-1 is assumed. Set the region of the "
        "client (AWS_REGION; with Go, SigningRegion of the endpoint resolver)");
  }
  if (caller.service_assumed && IsFirst(&assumed_service_)) {
    Write("a request is signed for an empty service, which AWS refuses; dynamodb is assumed");
  }
}

void HintLog::OnUnknownOperation(std::string_view target_header) {
  if (target_header.empty()) return;
  const std::optional<OperationTarget> target = ParseTarget(target_header);
  if (!target.has_value()) {
    return Write("there is no API " + QuoteForLog(target_header) +
                 "; targets are DynamoDB_20120810.OPERATION and DynamoDBStreams_20120810.OPERATION");
  }
  Write(QuoteForLog(target->operation) +
        " is not an operation of this server, which answers UnknownOperationException; it has " +
        OperationNames(target->service));
}

void HintLog::OnMissingDatabase(const Databases& databases, const DatabaseName& wanted, std::string_view table_name) {
  // At most once a second, because of the time that the search takes.
  const int64_t now = std::chrono::steady_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
  int64_t next = next_search_.load(std::memory_order_relaxed);
  if (now < next || !next_search_.compare_exchange_strong(next, now + 1000, std::memory_order_relaxed)) return;
  std::vector<std::string> others;
  for (const NamedDatabase& other : databases.engine().Select({}, kSearchedDatabasesMax)) {
    const std::vector<std::string> tables = ListTableNames(*other.second, table_name);
    if (tables.empty()) continue;
    others.push_back(FormatDatabaseName(other.first) + " has " + JoinForLog(tables));
    if (others.size() == kListedDatabasesMax) break;
  }
  if (others.empty()) return;
  std::string line = FormatDatabaseName(wanted) + " has no tables; ";
  for (size_t i = 0; i < others.size(); ++i) line.append(i == 0 ? "" : "; ").append(others[i]);
  switch (databases.isolation()) {
    case Isolation::kByAccount:
      line += ". An access key of twelve digits is an account id, all other keys belong to 000000000000";
      break;
    case Isolation::kByAccessKey:
      line += ". Every access key has its own database (--isolate-by access-key)";
      break;
    case Isolation::kShared:
      break;
  }
  Write(line);
}

void HintLog::OnRefusal(const Error& error) {
  if (error.kind != ErrorKind::kValidation) return;
  if (const std::string_view name = RefusedHyphenatedName(error.message); !name.empty() && IsFirst(&hyphenated_name_)) {
    const std::string quoted = QuoteForLog(name);
    Write("in " + quoted +
          " an expression reads the hyphen as a minus. If it is part of a name, write #n there, and "
          "ExpressionAttributeNames {\"#n\": \"" +
          quoted + "\"}");
  }
  if (RefusesArithmetic(error.message)) {
    if (!IsFirst(&arithmetic_)) return;
    return Write(
        "DynamoDB has no arithmetic in conditions. Instead of (quantity - reservedQty) >= :q keep the difference on "
        "the item: SET availableQty = availableQty - :q, reservedQty = reservedQty + :q if availableQty >= :q. "
        "--allow-arithmetic-conditions accepts here what AWS refuses");
  }
  const std::string_view word = RefusedReservedWord(error.message);
  if (word.empty() || !IsFirst(&reserved_word_)) return;
  const std::string quoted = QuoteForLog(word);
  Write(quoted + " is a reserved word, which no expression may contain: write #" + quoted +
        " there, and ExpressionAttributeNames {\"#" + quoted + "\": \"" + quoted + "\"}");
}

void HintLog::OnHealthCheck(bool has_user_agent) {
  if (has_user_agent) return;
  if (health_checks_without_user_agent_.fetch_add(1, std::memory_order_relaxed) + 1 != kHealthChecksBeforeHint) return;
  Write(
      "GET / was asked ten times and answered with 200, as by AWS. A program that waits for 400, as DynamoDB Local "
      "answers (@shelf/jest-dynamodb does), needs --health-check-status 400");
}

void HintLog::Write(const std::string& line) {
  {
    LatchLock lock(&latch_);
    if (written_.size() >= kLinesMax || !written_.insert(line).second) return;
  }
  sink_(line);
}

}  // namespace holdfast::server
