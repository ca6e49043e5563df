#include "server/dispatch/databases.h"

#include <algorithm>
#include <cstdint>

#include "server/dispatch/http_message.h"

namespace holdfast::server {
namespace {

constexpr std::string_view kDefaultAccount = "000000000000";
constexpr std::string_view kSharedRegion = "us-east-1";
constexpr size_t kAccountDigits = 12;
constexpr uint64_t kAccounts = 1'000'000'000'000;

bool IsAccountId(std::string_view text) {
  return text.size() == kAccountDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The name in `<name>.fork.localhost:8000`; empty if the host is another.
std::string_view ForkName(std::string_view host) {
  constexpr std::string_view kSuffix = ".fork.localhost";
  host = host.substr(0, host.rfind(':'));
  if (host.size() <= kSuffix.size()) return {};
  const size_t end = host.size() - kSuffix.size();
  return EqualsIgnoringCase(host.substr(end), kSuffix) ? host.substr(0, end) : std::string_view();
}

// FNV-1a.
uint64_t Hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string AccountId(uint64_t number) {
  const std::string digits = std::to_string(number % kAccounts);
  return std::string(kAccountDigits - digits.size(), '0') + digits;
}

// For a database that the engine keeps for as long as it lives.
std::shared_ptr<Database> Uncounted(Database* database) { return {std::shared_ptr<Database>(), database}; }

}  // namespace

std::shared_ptr<Database> Databases::Of(const Caller& caller, std::string_view host) {
  const std::string_view fork = ForkName(host);
  if (!fork.empty()) return engine_->fork(AccountOf(caller), RegionOf(caller), fork);
  return Uncounted(&Own(caller));
}

Database& Databases::Own(const Caller& caller) { return engine_->database(AccountOf(caller), RegionOf(caller)); }

std::string Databases::AccountOf(const Caller& caller) {
  if (isolation_ == Isolation::kByAccessKey) return OwnAccount(caller.access_key_id);
  const bool is_account = isolation_ == Isolation::kByAccount && IsAccountId(caller.access_key_id);
  return std::string(is_account ? caller.access_key_id : kDefaultAccount);
}

std::string_view Databases::RegionOf(const Caller& caller) const {
  return isolation_ == Isolation::kShared ? kSharedRegion : caller.region;
}

std::string Databases::OwnAccount(std::string_view access_key_id) {
  uint64_t number = IsAccountId(access_key_id) ? std::stoull(std::string(access_key_id)) : Hash(access_key_id);
  LatchLock lock(&latch_);
  for (;; ++number) {
    std::string account = AccountId(number);
    // Two keys may hash alike: whoever comes second takes the next account.
    if (key_of_account_.try_emplace(account, access_key_id).first->second == access_key_id) return account;
  }
}

std::shared_ptr<Database> CallerDatabase::Of(const Caller& caller, std::string_view host) {
  if (!ForkName(host).empty()) return databases_->Of(caller, host);
  if (database_ == nullptr || access_key_id_ != caller.access_key_id || region_ != caller.region) {
    database_ = &databases_->Own(caller);
    access_key_id_ = caller.access_key_id;
    region_ = caller.region;
  }
  return Uncounted(database_);
}

}  // namespace holdfast::server
