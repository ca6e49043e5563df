// Failures of UpdateTable with ReplicaUpdates, and of changes of a table that has replicas in other Regions. Texts as
// the service gave them in October 2026, unless a comment says otherwise.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

// ReplicaUpdates.
Error NoReplicaAction();
Error SeveralKindsOfReplicaAction();
Error SeveralReplicaActions();
Error ReplicaInLocalRegion();
// `regions`: a list in brackets.
Error RegionNotSupported(std::string_view region, std::string_view regions);
Error ReplicaAlreadyExists(std::string_view table);
Error NotAReplica(std::string_view region);
Error ReplicaNeedsOnDemand();
Error ReplicaKmsKeyMissing();

// In the last 24 hours a request in this Region added a replica in another Region, and that replica still exists.
Error ReplicaIsSource();
Error ReplicaIsDeletionProtected(std::string_view table, std::string_view region);
Error DisablingStreamOfReplica();
// A ResourceInUseException: the global table is changing in this Region or another.
Error GlobalTableIsChanging();

// Global tables of version 2017.11.29. NoReplicasOf is for the auto scaling of replicas: the text of NoSuchGlobalTable
// in a ResourceNotFoundException.
Error NoSuchGlobalTable(std::string_view table);
Error GlobalTableVersionNotSupported();
Error NoReplicasOf(std::string_view table);

// Refusals that only Holdfast makes; the texts are Holdfast's own.
Error ReplicaOverrideNotSupported(std::string_view member);
Error NoOtherRegions();
// A LimitExceededException: see EngineOptions::databases_max.
Error TooManyDatabases();
Error NotSupportedOfGlobalTable(std::string_view what);

}  // namespace holdfast::errors
