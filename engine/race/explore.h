// The race lab in process: runs a test of several actors under every order of their requests, or under a sample of
// them, and finds the one that breaks.
//
//   race::Exploration found = race::Explore(database, {}, [&](race::Run& run) {
//     run.Actor("alice", [](race::Client& db) { Book(db, "room7", "alice"); });
//     run.Actor("bob", [](race::Client& db) { Book(db, "room7", "bob"); });
//     run.Always("one guest per night", race::Unique("Bookings", {"room", "night"}));
//     run.Check("the room is booked", [&] { return IsBooked(database, "room7"); });
//   });
//   if (!found.verdict.passed) std::cerr << found.verdict.summary << "\n" << found.verdict.witness()->witness;
//
// The function is called before each run, and once before the first to learn the names: what it declares must be the
// same each time, and its local state is the run's own. Actors' functions are run on threads of their own, one at a
// time: a thread waits in its Client while it is not chosen. Between their calls they must be deterministic, and must
// not wait for each other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/race/client.h"
#include "engine/race/history/history.h"
#include "engine/race/history/invariant.h"
#include "engine/race/session.h"

namespace holdfast::race {

// The items of `table` for which `where` is true (by default all) are unique in these attributes.
Invariant Unique(std::string table, std::vector<std::string> attributes, std::string where = {},
                 ExpressionFields fields = {});
// The condition is true of each of them.
Invariant Each(std::string table, std::string condition, ExpressionFields fields = {}, std::string where = {});

// What a test declares for a run.
class Run {
 public:
  // An exception that it throws fails the run.
  void Actor(std::string name, std::function<void(Client&)> function) {
    actors_.emplace_back(std::move(name), std::move(function));
  }
  // Holds after every commit, and at the start.
  void Always(std::string name, Invariant invariant) {
    invariant.name = std::move(name);
    always_.push_back(std::move(invariant));
  }
  // `check` returns what is wrong, or nothing. It reads the database itself, and uses nothing that belongs to a run: all
  // runs have the one that was declared before the first.
  void Always(std::string name, std::function<std::optional<std::string>()> check) {
    always_.push_back({.name = std::move(name), .check = std::move(check)});
  }
  // After the run, when all actors are done. An exception fails the run, too.
  void Check(std::string name, std::function<bool()> holds) { checks_.emplace_back(std::move(name), std::move(holds)); }

  const std::vector<std::pair<std::string, std::function<void(Client&)>>>& actors() const { return actors_; }
  const std::vector<Invariant>& always() const { return always_; }
  const std::vector<std::pair<std::string, std::function<bool()>>>& checks() const { return checks_; }

 private:
  std::vector<std::pair<std::string, std::function<void(Client&)>>> actors_;
  std::vector<Invariant> always_;
  std::vector<std::pair<std::string, std::function<bool()>>> checks_;
};

struct Exploration {
  Verdict verdict;
  // Of the shrunk run if there is one, else of the failing run, else of the last one.
  History history;
  // Why nothing was explored: an option that is wrong. The verdict is then not passed and has this as its summary.
  std::string misuse;
};

// `options`: its actors and invariants are those that `test` declares. The database is used by nothing else meanwhile.
// Every run starts from its state at the call, which it has again when this returns.
Exploration Explore(Database& database, SessionOptions options, const std::function<void(Run&)>& test);

}  // namespace holdfast::race
