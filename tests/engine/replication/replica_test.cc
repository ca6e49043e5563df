// The changes that the replicas of a group send to each other. There are no tables: the test itself sends the writes of
// each Region, and removes changes from an inbox as a table does after it has applied them.
#include "engine/replication/replica.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/base/stored_bytes.h"
#include "engine/values/attribute_value.h"

namespace holdfast {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t kHash = 7;

ItemRef Version(std::string_view text) {
  return Item::Create(AttributeMap{{"text", AttributeValue::String(std::string(text))}});
}
void Write(Replica& replica, std::string_view key, const ItemRef& version) {
  replica.Send({key, "sort"}, kHash, version);
}
std::string Text(const ReplicatedChange& change) {
  const std::string text =
      change.version == nullptr ? "(deleted)" : std::string(change.version->attributes().Find("text")->bytes());
  return change.partition + "/" + change.sort + " " + text;
}
std::vector<std::string> Inbox(Replica& replica) {
  std::vector<std::string> texts;
  for (const ReplicatedChange& change : replica.PendingChanges(100)) texts.push_back(Text(change));
  return texts;
}

class ReplicaTest : public ::testing::Test {
 protected:
  Replica us_{"us-east-1", nullptr};
  Replica eu_{us_, "eu-west-1", absl::UnixEpoch()};
  Replica ap_{us_, "ap-south-1", absl::UnixEpoch()};
};

TEST_F(ReplicaTest, AWriteReachesTheOtherReplicasInOrder) {
  Write(us_, "b", Version("1"));
  Write(us_, "a", Version("2"));
  Write(eu_, "c", Version("3"));
  EXPECT_THAT(Inbox(us_), ElementsAre("c/sort 3"));
  EXPECT_THAT(Inbox(eu_), ElementsAre("b/sort 1", "a/sort 2"));
  EXPECT_THAT(Inbox(ap_), ElementsAre("b/sort 1", "a/sort 2", "c/sort 3"));
  EXPECT_EQ(ap_.PendingChanges(2).size(), 2u);
  EXPECT_EQ(ap_.PendingChanges(2)[0].hash, kHash);
}

TEST_F(ReplicaTest, ALaterWriteOfAKeyReplacesAnEarlierOneInItsPosition) {
  Write(us_, "a", Version("1"));
  Write(us_, "b", Version("2"));
  Write(us_, "a", nullptr);
  EXPECT_THAT(Inbox(eu_), ElementsAre("a/sort (deleted)", "b/sort 2"));
  Write(eu_, "a", Version("3"));
  EXPECT_THAT(Inbox(eu_), ElementsAre("b/sort 2")) << "a write removes the change of its key from its own inbox";
  EXPECT_THAT(Inbox(us_), ElementsAre("a/sort 3"));
  EXPECT_THAT(Inbox(ap_), ElementsAre("a/sort 3", "b/sort 2"));
}

TEST_F(ReplicaTest, AChangeThatWasReplacedIsNotPendingAnyMore) {
  Write(us_, "a", Version("1"));
  const ReplicatedChange first = eu_.PendingChanges(1).front();
  EXPECT_TRUE(eu_.IsPending(first));
  Write(ap_, "a", Version("2"));
  EXPECT_FALSE(eu_.IsPending(first));
  eu_.RemoveApplied(first);
  EXPECT_THAT(Inbox(eu_), ElementsAre("a/sort 2")) << "the later change stays in the inbox";
  const ReplicatedChange second = eu_.PendingChanges(1).front();
  EXPECT_TRUE(eu_.IsPending(second));
  eu_.RemoveApplied(second);
  EXPECT_FALSE(eu_.IsPending(second));
  EXPECT_FALSE(eu_.has_pending());
}

TEST_F(ReplicaTest, AnInboxHasOneChangeForEachKey) {
  const size_t before = StoredBytes::Total();
  for (int i = 0; i < 100'000; ++i) Write(us_, "key" + std::to_string(i % 3), Version("x"));
  EXPECT_EQ(eu_.PendingChanges(100).size(), 3u);
  EXPECT_LT(StoredBytes::Total(), before + 4'000'000);
  // Two Regions write one key alternately, and apply no changes.
  for (int i = 0; i < 1'000; ++i) Write(i % 2 == 0 ? us_ : eu_, "key0", Version("x"));
  EXPECT_EQ(ap_.PendingChanges(100).size(), 3u);
}

TEST_F(ReplicaTest, AChangeInTheInboxIsLaterThanADeletionByTimeToLive) {
  Write(us_, "a", Version("renewed"));
  EXPECT_TRUE(eu_.HasChangeOf({"a", "sort"}));
  eu_.SendExpiry({"a", "sort"}, kHash);
  EXPECT_THAT(Inbox(eu_), ElementsAre("a/sort renewed"));
  EXPECT_THAT(Inbox(us_), IsEmpty());
  EXPECT_THAT(Inbox(ap_), ElementsAre("a/sort renewed"));
  us_.SendExpiry({"a", "sort"}, kHash);
  EXPECT_THAT(Inbox(eu_), ElementsAre("a/sort (deleted)"));
}

TEST_F(ReplicaTest, ItemsInAnInboxCountAsStored) {
  const size_t before = StoredBytes::Total();
  const std::string megabyte(1'000'000, 'x');
  for (const char* key : {"a", "b", "c"}) Write(us_, key, Version(megabyte));
  EXPECT_GT(StoredBytes::Total(), before + 8'500'000)
      << "each of three items of 1 MB counts once for itself and once for each of two inboxes";
  for (const char* key : {"a", "b", "c"}) Write(us_, key, Version("x"));
  EXPECT_LT(StoredBytes::Total(), before + 500'000);
}

TEST(ReplicaWorker, IsWokenOnceForEachInboxUntilThatInboxIsRead) {
  const auto background = std::make_shared<BackgroundQueue>();
  int wakes = 0;
  background->SetWorker([&wakes] { ++wakes; });
  Replica us("us-east-1", background);
  Replica eu(us, "eu-west-1", absl::UnixEpoch());
  Write(eu, "a", Version("1"));
  Write(eu, "b", Version("1"));
  EXPECT_EQ(wakes, 1);
  EXPECT_THAT(Inbox(eu), IsEmpty());
  Write(us, "c", Version("1"));
  EXPECT_EQ(wakes, 2) << "the other inbox has received a change for the first time";
  EXPECT_EQ(Inbox(us).size(), 2u);
  Write(eu, "a", Version("2"));
  EXPECT_EQ(wakes, 3);
  background->SetWorker(nullptr);
}

TEST_F(ReplicaTest, ANewReplicaReceivesChangesThatItsSourceHasNotApplied) {
  Write(us_, "a", Version("1"));
  Write(eu_, "b", Version("2"));
  Replica sa(eu_, "sa-east-1", absl::UnixEpoch());
  EXPECT_THAT(Inbox(sa), ElementsAre("a/sort 1"));
  Write(us_, "c", Version("3"));
  EXPECT_THAT(Inbox(sa), ElementsAre("a/sort 1", "c/sort 3"));
  EXPECT_TRUE(us_.HasReplicaAddedInRegionSince("eu-west-1", absl::UnixEpoch() - absl::Seconds(1)));
  EXPECT_FALSE(us_.HasReplicaAddedInRegionSince("eu-west-1", absl::UnixEpoch()));
  EXPECT_FALSE(us_.HasReplicaAddedInRegionSince("ap-south-1", absl::InfinitePast()));
}

TEST_F(ReplicaTest, AReplicaThatStopsNeitherSendsNorReceives) {
  Write(us_, "a", Version("1"));
  Write(eu_, "b", Version("2"));
  eu_.set_status(ReplicaStatus::kDeleting);
  eu_.Stop();
  EXPECT_THAT(Inbox(eu_), IsEmpty());
  Write(us_, "c", Version("3"));
  Write(eu_, "d", Version("4"));
  EXPECT_THAT(Inbox(eu_), IsEmpty());
  EXPECT_THAT(Inbox(us_), ElementsAre("b/sort 2")) << "changes that were sent before Stop arrive";
  ASSERT_EQ(us_.OtherReplicas().size(), 2u);
  EXPECT_EQ(us_.OtherReplicas()[0].status, ReplicaStatus::kDeleting);
  eu_.Leave();
  eu_.Leave();
  ASSERT_EQ(us_.OtherReplicas().size(), 1u);
  EXPECT_EQ(us_.OtherReplicas()[0].region, "ap-south-1");
}

TEST(LastReplica, SendsNothingAndItsWriteRemovesAChangeOfItsInbox) {
  Replica us("us-east-1", nullptr);
  {
    Replica eu(us, "eu-west-1", absl::UnixEpoch());
    Write(eu, "a", Version("1"));
    Write(eu, "b", Version("2"));
  }
  EXPECT_EQ(us.other_count(), 0u);
  Write(us, "a", Version("3"));
  EXPECT_THAT(Inbox(us), ElementsAre("b/sort 2")) << "its own write is later than the change of its key";
}

TEST_F(ReplicaTest, OneChangeOfSettingsIsMadeAtATime) {
  us_.set_status(ReplicaStatus::kActive);
  EXPECT_FALSE(us_.BeginRequest(/*all_active=*/true)) << "the two other replicas are CREATING";
  eu_.set_status(ReplicaStatus::kActive);
  ap_.set_status(ReplicaStatus::kActive);
  ASSERT_TRUE(us_.BeginRequest(true));
  EXPECT_FALSE(eu_.BeginRequest(true)) << "another request is in progress";
  us_.EndRequest({});
  ASSERT_TRUE(eu_.BeginRequest(true)) << "the request of us-east-1 has ended without copies for the others";
  eu_.EndRequest(eu_.CopiesForOthers(TimeToLiveSpecification{true, "expires"}));
  EXPECT_FALSE(eu_.BeginRequest(true)) << "other Regions have not repeated the request";
  EXPECT_FALSE(eu_.NextRequest().has_value());
  ASSERT_TRUE(us_.NextRequest().has_value());
  EXPECT_EQ(std::get<TimeToLiveSpecification>(*us_.NextRequest()).attribute_name, "expires");
  us_.RemoveRequest();
  EXPECT_FALSE(us_.NextRequest().has_value());
  EXPECT_FALSE(us_.BeginRequest(true));
  ap_.Stop();
  EXPECT_TRUE(us_.BeginRequest(true)) << "a stopped replica need not repeat the earlier request";
}

}  // namespace
}  // namespace holdfast
