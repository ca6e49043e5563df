#include "engine/operations/tables/requested_settings.h"

namespace holdfast {

std::string KmsKeyArn(const DatabaseState& database, const std::optional<std::string>& key_id) {
  if (key_id && key_id->starts_with("arn:")) return *key_id;
  std::string arn = "arn:aws:kms:" + database.region + ":" + database.account + ":";
  if (key_id && key_id->starts_with("alias/")) return arn += *key_id;
  arn += "key/";
  return arn += key_id ? *key_id : "00000000-0000-4000-8000-000000000000";
}

GlobalIndexSettings IndexSettingsFrom(const GlobalSecondaryIndex& index, BillingMode billing_mode) {
  GlobalIndexSettings settings;
  settings.provisioned = ProvisionedUnits(index.provisioned_throughput);
  settings.on_demand = index.on_demand_throughput.value_or(OnDemandThroughput());
  settings.warm = WarmUnits(index.warm_throughput, billing_mode, settings.provisioned);
  if (HasMembers(index.warm_throughput)) settings.requested_warm = settings.warm;
  return settings;
}

}  // namespace holdfast
