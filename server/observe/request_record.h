// What is known of one request: written while it is handled, read later by the thread that formats it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace holdfast::server {

// The kinds of texts in a record.
enum class RecordField : uint8_t {
  kActor,
  kAccessKey,
  kAccount,
  kRegion,
  kFork,
  kOperation,
  // The kind of a transaction's action, such as `Put`. The tables, keys and conditions that follow, up to the next
  // kAction, belong to this action.
  kAction,
  kTable,
  kIndex,
  // The type and the name of an attribute of the primary key (`Sroom`), whose value is the next field. If no kKeyValue
  // follows, the attribute has a value that no key can have; then `?` stands for a type other than S, N and B.
  kKeyName,
  kKeyValue,
  // A ConditionExpression as it was sent, or the legacy Expected without values.
  kCondition,
  kKeyCondition,
  kFilter,
  kStatement,
  kRequestBody,
  // The name of the exception.
  kError,
  // The text of the exception, if it is known to contain no attribute values.
  kMessage,
  // The reasons of a cancelled transaction, separated by `, `.
  kReasons,
  kResponseBody,
};
inline constexpr size_t kRecordFields = static_cast<size_t>(RecordField::kResponseBody) + 1;

// At most this much memory is kept for the texts of the next record.
inline constexpr size_t kRecordBytesKeptMax = 4'096;

// Texts of bounded length in one string, so that a record needs one block of memory, which the next record can reuse.
// Not thread-safe.
class RecordTexts {
 public:
  struct Entry {
    RecordField field;
    std::string_view text;
    // Add has cut off the rest of the text.
    bool cut;
  };

  // Adds the first `bytes_max` bytes of the text.
  void Add(RecordField field, std::string_view text, size_t bytes_max);
  // Removes the first entry from `*bytes`, and returns it. `*bytes` must be bytes(), or what earlier calls have left of
  // it, and not be empty.
  static Entry Take(std::string_view* bytes);

  std::string_view bytes() const { return bytes_; }
  // Removes what was added since bytes() had this size.
  void TruncateTo(size_t bytes) { bytes_.resize(bytes); }
  // Removes everything, and frees memory that a long record needed.
  void Clear();

 private:
  std::string bytes_;
};

// What a record has beside texts.
struct RecordFacts {
  using Clock = std::chrono::steady_clock;

  // Microseconds since 1970, by the machine's clock.
  int64_t time_us = 0;
  Clock::time_point begun;
  Clock::time_point ended;
  // 0: there was no response.
  int status = 0;
  // The operation's number: OperationNumber in dispatch/operation_table.h.
  size_t operation = 0;
  // A batch of writes, reads or statements. ExecuteTransaction counts as one, too.
  bool is_batch = false;
  // A batch was answered with 200, and something of it was not executed.
  bool left_unprocessed = false;
  // The number of items or statements of a batch, or of actions of a transaction.
  uint32_t items = 0;
  // The numbers of tables and statements that were left out of the texts.
  uint32_t more_tables = 0;
  uint32_t more_statements = 0;

  bool refused() const { return status != 200 || left_unprocessed; }
};

struct RequestRecord : RecordFacts {
  RecordTexts texts;
};

// A record whose texts are stored elsewhere. `texts`: as RecordTexts::bytes.
struct RecordView : RecordFacts {
  std::string_view texts;
};

// The bounds of the texts of a record: the bytes of each, and how many are stored.
namespace record_limits {
inline constexpr size_t kNameBytesMax = 256;
inline constexpr size_t kKeyValueBytesMax = 256;
inline constexpr size_t kConditionBytesMax = 1'024;
inline constexpr size_t kMessageBytesMax = 512;
inline constexpr size_t kReasonsBytesMax = 4'096;
inline constexpr size_t kBodyBytesMax = 8'192;
// More of a statement is stored than is shown, so that it is cut after its literals are masked: a cut before could
// remove the end of a literal.
inline constexpr size_t kStatementBytesMax = 8'192;
inline constexpr size_t kStatementsMax = 4;
inline constexpr size_t kTablesMax = 8;
// Actions whose key and condition are stored; DynamoDB allows a hundred.
inline constexpr size_t kActionsMax = 100;
// Once all texts of a record have more bytes than this, no further actions are stored.
inline constexpr size_t kActionTextBytesMax = 65'536;
}  // namespace record_limits

}  // namespace holdfast::server
