#include "engine/schema/region_names.h"

#include <algorithm>
#include <array>

namespace holdfast {
namespace {

// The Regions of the partition aws. [open] Tables in the Regions of China and GovCloud have replicas only within their
// own partitions; here such replicas are refused, and those in the partition aws are not.
constexpr auto kRegions = std::to_array<std::string_view>(
    {"ap-south-2",     "ap-south-1",     "eu-south-1",     "eu-south-2",     "me-central-1",   "il-central-1",
     "ca-central-1",   "ca-west-1",      "eu-central-1",   "eu-central-2",   "us-west-1",      "us-west-2",
     "af-south-1",     "eu-north-1",     "eu-west-3",      "eu-west-2",      "eu-west-1",      "ap-northeast-3",
     "ap-northeast-2", "ap-northeast-1", "me-south-1",     "sa-east-1",      "ap-east-1",      "ap-east-2",
     "mx-central-1",   "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4", "ap-southeast-5",
     "ap-southeast-6", "ap-southeast-7", "us-east-1",      "us-east-2"});

}  // namespace

bool IsReplicaRegion(std::string_view region) {
  return std::find(kRegions.begin(), kRegions.end(), region) != kRegions.end();
}

std::string ListOfReplicaRegions() {
  std::string list;
  for (const std::string_view region : kRegions) {
    list += list.empty() ? "[" : ", ";
    list += region;
  }
  return list + "]";
}

}  // namespace holdfast
