// The Regions of the service in which a global table can have replicas.
// https://docs.aws.amazon.com/general/latest/gr/ddb.html
#pragma once

#include <string>
#include <string_view>

namespace holdfast {

// False also for a name in another spelling, such as US-EAST-1.
bool IsReplicaRegion(std::string_view region);

// `[ap-south-2, ap-south-1, …]`. [open] The order of the service's list was captured only in part.
std::string ListOfReplicaRegions();

}  // namespace holdfast
