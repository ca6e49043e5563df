// EnableKinesisStreamingDestination, DisableKinesisStreamingDestination and UpdateKinesisStreamingDestination. There is
// no Kinesis here, so no stream that a table's changes could go to: each of these operations always fails.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_EnableKinesisStreamingDestination.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DisableKinesisStreamingDestination.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateKinesisStreamingDestination.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/enum_field.h"
#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

// [open] The order in which the service lists these values in errors was not captured.
enum class CreationTimePrecision { kMillisecond, kMicrosecond };
template <>
struct EnumNames<CreationTimePrecision> {
  using E = CreationTimePrecision;
  static constexpr EnumName<E> kNames[] = {{E::kMillisecond, "MILLISECOND"}, {E::kMicrosecond, "MICROSECOND"}};
};

struct KinesisStreamingConfiguration {
  EnumField<CreationTimePrecision> approximate_creation_date_time_precision;
};

struct EnableKinesisStreamingDestinationRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> stream_arn;
  std::optional<KinesisStreamingConfiguration> enable_kinesis_streaming_configuration;
};
struct DisableKinesisStreamingDestinationRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> stream_arn;
  std::optional<KinesisStreamingConfiguration> enable_kinesis_streaming_configuration;
};
struct UpdateKinesisStreamingDestinationRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> stream_arn;
  std::optional<KinesisStreamingConfiguration> update_kinesis_streaming_configuration;
};
struct EnableKinesisStreamingDestinationResponse {};
struct DisableKinesisStreamingDestinationResponse {};
struct UpdateKinesisStreamingDestinationResponse {};

// Errors: ValidationException, also for a valid request; ResourceNotFoundException for a table that does not exist;
// AccessDeniedException for a table's ARN of another account.
Result<EnableKinesisStreamingDestinationResponse> EnableKinesisStreamingDestination(
    DatabaseState& database, const EnableKinesisStreamingDestinationRequest& request);
Result<DisableKinesisStreamingDestinationResponse> DisableKinesisStreamingDestination(
    DatabaseState& database, const DisableKinesisStreamingDestinationRequest& request);
Result<UpdateKinesisStreamingDestinationResponse> UpdateKinesisStreamingDestination(
    DatabaseState& database, const UpdateKinesisStreamingDestinationRequest& request);

}  // namespace holdfast
