// Amazon Resource Names, taken apart: arn:<partition>:<service>:<region>:<account>:<resource>
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html
#pragma once

#include <optional>
#include <string_view>

namespace holdfast {

// The parts after `arn:`, as views into the text that was split.
struct ArnParts {
  std::string_view partition;
  std::string_view service;
  std::string_view region;
  std::string_view account;
  // May itself contain colons: `table/Slots/stream/2026-10-08T23:07:31.275`.
  std::string_view resource;
};

// Whether the text is meant as an ARN, well-formed or not.
inline bool IsArn(std::string_view text) { return text.starts_with("arn:"); }

// Nothing if the text has fewer than six parts. Does not check that the first is `arn`: see IsArn.
std::optional<ArnParts> SplitArn(std::string_view arn);

}  // namespace holdfast
