#include "conformance/systems/scheduling/scheduling_tables.h"

namespace holdfast::conformance::scheduling {

TableDefinition EventTypesTable() {
  return {"scheduling_event_types", R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"},
        {"AttributeName":"GSI1_PK","AttributeType":"S"},
        {"AttributeName":"GSI2_PK","AttributeType":"S"},{"AttributeName":"GSI2_SK","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[
        {"IndexName":"GSI1","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI1_PK","KeyType":"HASH"}]},
        {"IndexName":"GSI2","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI2_PK","KeyType":"HASH"},{"AttributeName":"GSI2_SK","KeyType":"RANGE"}]}],
      "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})",
          ""};
}

TableDefinition BookingsTable() {
  return {"scheduling_bookings", R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"},
        {"AttributeName":"GSI1_PK","AttributeType":"S"},
        {"AttributeName":"GSI2_PK","AttributeType":"S"},{"AttributeName":"GSI2_SK","AttributeType":"S"},
        {"AttributeName":"GSI3_PK","AttributeType":"S"},{"AttributeName":"GSI3_SK","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[
        {"IndexName":"GSI1","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI1_PK","KeyType":"HASH"}]},
        {"IndexName":"GSI2","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI2_PK","KeyType":"HASH"},{"AttributeName":"GSI2_SK","KeyType":"RANGE"}]},
        {"IndexName":"GSI3","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI3_PK","KeyType":"HASH"},{"AttributeName":"GSI3_SK","KeyType":"RANGE"}]}],
      "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})",
          ""};
}

TableDefinition CalendarConnectionsTable() {
  return {"scheduling_calendar_connections", R"("BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"S"},
        {"AttributeName":"GSI1_PK","AttributeType":"S"},{"AttributeName":"GSI1_SK","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[
        {"IndexName":"GSI1","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"GSI1_PK","KeyType":"HASH"},{"AttributeName":"GSI1_SK","KeyType":"RANGE"}]}],
      "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})",
          ""};
}

Tables AllTables(TableSet& tables) {
  return {tables.Ensure(EventTypesTable()), tables.Ensure(BookingsTable()), tables.Ensure(CalendarConnectionsTable())};
}

}  // namespace holdfast::conformance::scheduling
