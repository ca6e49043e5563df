// Runs a fuzz target without libFuzzer, as a test that any compiler can build.
//
//   PROGRAM CORPUS MUTATIONS CURRENT_INPUT DICTIONARY...
//       runs the target on each file of the folder CORPUS, and then on MUTATIONS (a number) inputs, each of them a copy
//       of one of these files that has been mutated once or a few times. The mutations depend only on the corpus, the
//       dictionaries and a seed: HOLDFAST_SEED, or else kSeed.
//   PROGRAM FILE
//       runs the target on this file only
//
// The first form writes each input to the file CURRENT_INPUT before it runs the target on it, so that the input is
// available after a sanitizer, a signal or a timeout has ended the process.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzer_interface.h"
#include "tests/fuzz/input_mutations.h"

// Weak, because not every target defines it.
extern "C" __attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t*, size_t, size_t, unsigned int);

namespace holdfast {
namespace {

constexpr uint64_t kSeed = 1;
constexpr size_t kMutatedInputBytesMax = 16'384;
constexpr uint64_t kMutationsPerMutatedInputMax = 4;

// The mutator that LLVMFuzzerMutate uses. It is global because that function has no parameter for it.
InputMutator* mutator = nullptr;

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "Cannot read %s\n", path.c_str());
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> ReadCorpus(const char* directory) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const auto& path : paths) corpus.push_back(ReadFile(path));
  return corpus;
}

// The file that holds the current input.
class CurrentInput {
 public:
  explicit CurrentInput(const char* path) : path_(path), file_(::open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644)) {
    if (file_ >= 0) return;
    std::fprintf(stderr, "Cannot write %s\n", path);
    std::exit(2);
  }
  // Deletes the file, as the destructor runs only if the target has passed on all inputs.
  ~CurrentInput() {
    ::close(file_);
    ::unlink(path_);
  }
  CurrentInput(const CurrentInput&) = delete;
  CurrentInput& operator=(const CurrentInput&) = delete;

  void Write(std::string_view input) {
    const bool written = ::pwrite(file_, input.data(), input.size(), 0) == static_cast<ssize_t>(input.size()) &&
                         ::ftruncate(file_, static_cast<off_t>(input.size())) == 0;
    if (!written) std::fprintf(stderr, "Cannot write %s\n", path_);
  }

 private:
  const char* const path_;
  const int file_;
};

void RunOne(std::string_view input) {
  // A copy without spare capacity, so that a sanitizer detects reads beyond the input.
  const std::vector<uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

void MutateOnce(std::string* input) {
  const size_t size = std::min(input->size(), kMutatedInputBytesMax);
  input->resize(kMutatedInputBytesMax);
  auto* const data = reinterpret_cast<uint8_t*>(input->data());
  const auto seed = static_cast<unsigned int>(mutator->random().Next());
  const size_t new_size = LLVMFuzzerCustomMutator != nullptr
                              ? LLVMFuzzerCustomMutator(data, size, kMutatedInputBytesMax, seed)
                              : LLVMFuzzerMutate(data, size, kMutatedInputBytesMax);
  input->resize(new_size);
}

int RunAll(const char* corpus_directory, uint64_t mutated_input_count, const char* current_input_path,
           std::span<char*> dictionaries) {
  const std::vector<std::string> corpus = ReadCorpus(corpus_directory);
  std::vector<std::string> tokens;
  for (const char* dictionary : dictionaries) {
    for (std::string& token : ReadDictionary(ReadFile(dictionary))) tokens.push_back(std::move(token));
  }
  const char* const given_seed = std::getenv("HOLDFAST_SEED");
  const uint64_t seed = given_seed != nullptr ? std::strtoull(given_seed, nullptr, 10) : kSeed;
  InputMutator input_mutator(seed, &corpus, &tokens);
  mutator = &input_mutator;

  std::fprintf(stderr, "HOLDFAST_SEED=%llu. An input that ends this process is left in %s\n",
               static_cast<unsigned long long>(seed), current_input_path);
  CurrentInput current_input(current_input_path);
  for (const std::string& input : corpus) {
    current_input.Write(input);
    RunOne(input);
  }
  for (uint64_t i = 0; i < mutated_input_count; ++i) {
    std::string input = corpus[i % corpus.size()];
    for (uint64_t left = 1 + input_mutator.random().Below(kMutationsPerMutatedInputMax); left > 0; --left) {
      MutateOnce(&input);
    }
    current_input.Write(input);
    RunOne(input);
  }
  std::fprintf(stderr, "%zu inputs of the corpus and %llu mutations\n", corpus.size(),
               static_cast<unsigned long long>(mutated_input_count));
  return 0;
}

}  // namespace
}  // namespace holdfast

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t size_max) {
  std::string input(reinterpret_cast<const char*>(data), size);
  holdfast::mutator->Mutate(size_max, &input);
  std::memcpy(data, input.data(), input.size());
  return input.size();
}

int main(int argc, char** argv) {
  if (argc == 2) {
    holdfast::RunOne(holdfast::ReadFile(argv[1]));
    return 0;
  }
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s CORPUS MUTATIONS CURRENT_INPUT DICTIONARY... | FILE\n", argv[0]);
    return 2;
  }
  const std::span<char*> dictionaries = std::span(argv, static_cast<size_t>(argc)).subspan(4);
  return holdfast::RunAll(argv[1], std::strtoull(argv[2], nullptr, 10), argv[3], dictionaries);
}
