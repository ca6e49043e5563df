// The CancellationReasons of a TransactionCanceledException.
#pragma once

#include <string>
#include <vector>

#include "engine/errors/error_detail.h"

namespace holdfast::server {

// Appends the array: `[{"Code":"None"},{"Code":"ConditionalCheckFailed","Message":"…","Item":{…}}]`.
void AppendCancellationReasons(const std::vector<CancellationReason>& reasons, std::string* json);

}  // namespace holdfast::server
