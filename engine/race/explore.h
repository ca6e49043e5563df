// The race lab in process: runs a test of several actors under every order of their requests, or under a sample of
// these orders, and finds an order in which the test fails.
//
//   race::Exploration found = race::Explore(database, {}, [&](race::Run& run) {
//     run.Actor("alice", [](race::Client& db) { Book(db, "room7", "alice"); });
//     run.Actor("bob", [](race::Client& db) { Book(db, "room7", "bob"); });
//     run.Always("one guest per night", race::Unique("Bookings", {"room", "night"}));
//     run.Check("the room is booked", [&] { return IsBooked(database, "room7"); });
//   });
//   if (!found.verdict.passed) std::cerr << found.verdict.summary << "\n" << found.verdict.witness()->witness;
//
// The test's function is called before each run, and once more before the first run to learn the names. It must declare
// the same actors, invariants and checks each time; its local variables belong to one run. Each actor's function runs
// on a thread of its own, but only one of them runs at a time: the others wait in a call of their Client. Between these
// calls the functions must be deterministic, and must not wait for each other.
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

// No two items of `table` for which `where` is true (by default: all items) have the same values of these attributes.
Invariant Unique(std::string table, std::vector<std::string> attributes, std::string where = {},
                 ExpressionFields fields = {});
// The condition is true of every item of `table` for which `where` is true (by default: all items).
Invariant Each(std::string table, std::string condition, ExpressionFields fields = {}, std::string where = {});

// The actors, invariants and checks that a test declares for a run.
class Run {
 public:
  // Adds an actor. An exception that `function` throws fails the run.
  void Actor(std::string name, std::function<void(Client&)> function) {
    actors_.emplace_back(std::move(name), std::move(function));
  }
  // Adds an invariant, which must hold in the start state and after every commit.
  void Always(std::string name, Invariant invariant) {
    invariant.name = std::move(name);
    always_.push_back(std::move(invariant));
  }
  // Adds an invariant that is a function: it reads the database itself, and returns a description of the violation or
  // nothing. All runs use the `check` of the first declaration, so it must not use state of a run. Explore throws what
  // `check` throws.
  void Always(std::string name, std::function<std::optional<std::string>()> check) {
    always_.push_back({.name = std::move(name), .check = std::move(check)});
  }
  // Adds a check that is called after the run, when all actors are done. The run fails if it returns false or throws.
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
  // The history of the shrunk run if there is one, else of the failing run, else of the last run.
  History history;
  // Says why the options or the test are invalid; empty if they are valid. A misuse is also the summary of the verdict,
  // which is then not passed.
  std::string misuse;
};

// Takes the actors and invariants from `test`, not from `options`. Nothing else may use the database meanwhile. Every
// run starts from the database's state at the call, and the database has that state again when Explore returns, unless
// Exploration::misuse says that the options or the test are invalid. Explore throws what `test`, the function of an
// invariant or a call of Client::Other throws, after all actors have ended.
Exploration Explore(Database& database, SessionOptions options, const std::function<void(Run&)>& test);

}  // namespace holdfast::race
