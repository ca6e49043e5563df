#include "engine/streams/stream_arn.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

TEST(StreamArnTest, DistinguishesStreamArnsFromOtherTexts) {
  for (const char* arn : {"arn:aws:dynamodb:us-east-1:000000000000:table/Slots/stream/2026-10-08T23:07:31.275",
                          "arn:aws-cn:dynamodb:cn-north-1:123456789012:table/a.b-c_d/stream/x"}) {
    EXPECT_TRUE(IsStreamArn(arn)) << arn;
  }
  for (const char* text :
       {"", "Slots", "arn:aws:dynamodb", "arn:aws:dynamodb:us-east-1:000000000000:table/Slots",
        "arn:aws:dynamodb:us-east-1:000000000000:table/Slots/stream/",
        "arn:aws:dynamodb:us-east-1:000000000000:table/Slots/index/x",
        "arn:aws:dynamodb:us-east-1:000000000000:table/Slots/stream/x/y",
        "arn:aws:dynamodb:us-east-1:000000000000:table/ab/stream/x",
        "arn:aws:dynamodb:us-east-1:000000000000:table/Sl*ts/stream/x",
        "arn:aws:dynamodb::000000000000:table/Slots/stream/x", "arn:aws:dynamodb:us-east-1::table/Slots/stream/x",
        "arn:aws:kinesis:us-east-1:000000000000:table/Slots/stream/x",
        "arn:gcp:dynamodb:us-east-1:000000000000:table/Slots/stream/x",
        "urn:aws:dynamodb:us-east-1:000000000000:table/Slots/stream/x"}) {
    EXPECT_FALSE(IsStreamArn(text)) << text;
  }
}

}  // namespace
}  // namespace holdfast
