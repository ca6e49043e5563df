#include "server/dispatch/databases.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "server/message/endpoint.h"

namespace holdfast::server {
namespace {

constexpr AccountId kDefaultAccount = {{'0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0'}};
constexpr std::string_view kSharedRegion = "us-east-1";
constexpr uint64_t kAccounts = 1'000'000'000'000;

AccountId ToAccountId(std::string_view digits) {
  AccountId account{};
  std::copy(digits.begin(), digits.end(), account.digits.begin());
  return account;
}

AccountId ToAccountId(uint64_t number) {
  AccountId account{};
  for (auto digit = account.digits.rbegin(); digit != account.digits.rend(); ++digit, number /= 10) {
    *digit = static_cast<char>('0' + number % 10);
  }
  return account;
}

// FNV-1a.
uint64_t Hash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

uint64_t PreferredAccountNumber(std::string_view access_key_id) {
  uint64_t number = 0;
  if (!IsAccountId(access_key_id)) return Hash(access_key_id);
  std::from_chars(access_key_id.data(), access_key_id.data() + access_key_id.size(), number);
  return number;
}

}  // namespace

Result<ResolvedDatabase, WireFailure> Databases::ForCaller(const RequestedDatabase& requested) {
  if (!requested.fork.empty() && !IsForkName(requested.fork)) return BadForkName(requested.fork);
  const std::string_view region = RegionFor(requested.caller);
  AccountId account = kDefaultAccount;
  const bool has_account = FindAccount(requested.caller.access_key_id, &account);
  if (has_account) {
    ResolvedDatabase found{engine_->Find(account.view(), region, requested.fork)};
    if (found.database != nullptr) return found;
  }
  if (StartsAsCopy(requested.fork) && !requested.may_copy) return ResolvedDatabase{nullptr};
  const bool may_create = requested.creates_database || StartsAsCopy(requested.fork);
  if (may_create && engine_->database_count() >= options_.databases_max) {
    return TooManyDatabases(options_.databases_max);
  }
  if (StartsAsCopy(requested.fork)) {
    if (const Status memory = engine_->CheckMemoryLimit(); !memory.ok()) return NoMemoryForCopy(memory.error());
  }
  if (!has_account && may_create && !AssignAccount(requested.caller.access_key_id, &account)) {
    return TooManyDatabases(options_.databases_max);
  }
  if (requested.creates_database) {
    return ResolvedDatabase{.database = engine_->FindOrCreate(account.view(), region, requested.fork), .is_new = true};
  }
  // The engine keeps the database only if it is a copy.
  ResolvedDatabase found{engine_->FindOrEmpty(account.view(), region, requested.fork)};
  found.exists = may_create && engine_->Find(account.view(), region, requested.fork) != nullptr;
  return found;
}

void Databases::DropIfEmpty(ResolvedDatabase created, const RequestedDatabase& requested) {
  created.database = nullptr;
  const DatabaseName name = NameFor(requested);
  engine_->DropIfEmpty(name.account, name.region, name.fork);
}

DatabaseName Databases::NameFor(const RequestedDatabase& requested) const {
  return {AccountOf(requested.caller.access_key_id), std::string(RegionFor(requested.caller)),
          std::string(requested.fork)};
}

std::string Databases::AccountOf(std::string_view access_key_id) const {
  AccountId account = kDefaultAccount;
  FindAccount(access_key_id, &account);
  return std::string(account.view());
}

std::string_view Databases::RegionFor(const Caller& caller) const {
  return options_.isolation == Isolation::kShared ? kSharedRegion : caller.region;
}

bool Databases::FindAccount(std::string_view access_key_id, AccountId* account) const {
  if (options_.isolation != Isolation::kByAccessKey) {
    const bool is_account = options_.isolation == Isolation::kByAccount && IsAccountId(access_key_id);
    *account = is_account ? ToAccountId(access_key_id) : kDefaultAccount;
    return true;
  }
  SharedLock lock(&latch_);
  const auto found = account_by_key_.find(access_key_id);
  const bool has_account = found != account_by_key_.end();
  *account = has_account ? found->second : FreeAccountFor(access_key_id);
  return has_account;
}

bool Databases::AssignAccount(std::string_view access_key_id, AccountId* account) {
  ExclusiveLock lock(&latch_);
  const auto found = account_by_key_.find(access_key_id);
  if (found != account_by_key_.end()) {
    *account = found->second;
    return true;
  }
  if (account_by_key_.size() >= options_.databases_max) EraseKeysWithoutDatabases();
  if (account_by_key_.size() >= options_.databases_max) return false;
  *account = FreeAccountFor(access_key_id);
  account_by_key_.try_emplace(std::string(access_key_id), *account);
  accounts_.emplace(account->view());
  return true;
}

// The account is computed from the key, so that it is the same in every run. If another key has that account, the next
// free one is taken.
AccountId Databases::FreeAccountFor(std::string_view access_key_id) const {
  uint64_t number = PreferredAccountNumber(access_key_id) % kAccounts;
  while (accounts_.contains(ToAccountId(number).view())) number = (number + 1) % kAccounts;
  return ToAccountId(number);
}

void Databases::EraseKeysWithoutDatabases() {
  std::unordered_set<std::string, TextHash, std::equal_to<>> used;
  for (const NamedDatabase& database : engine_->Select({})) used.insert(database.first.account);
  std::erase_if(account_by_key_, [&](const auto& entry) { return !used.contains(entry.second.view()); });
  std::erase_if(accounts_, [&](const std::string& account) { return !used.contains(account); });
}

}  // namespace holdfast::server
