#include "conformance/command_line/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/command_line/setters.h"

namespace holdfast::command_line {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class CommandLineTest : public testing::Test {
 protected:
  Program TestProgram() {
    return {.title = "program: does what it is told",
            .flags =
                {
                    {"--port", "PORT", "where to listen", SetNumber(&port_, 0, 65'535)},
                    {"--share", "SHARE", "of the whole", SetNumber(&share_, 0, 1e7)},
                    {"--wait", "SECONDS", "", SetTime<std::chrono::seconds>(&wait_, 1, 10)},
                    {"--only", "NAME[,NAME]...", "these", AddWords(&only_)},
                    {"--file", "FILE", "", SetText(&file_)},
                    {"--loud", "", "without whispering", SetTrue(&loud_)},
                    {"-port", "PORT", "", SetNumber(&port_, 0, 65'535)},
                },
            .notes = "Notes.\n"};
  }
  std::string ProblemOf(const std::vector<std::string_view>& arguments) {
    return Parse(TestProgram(), arguments).value_or("");
  }

  uint16_t port_ = 1;
  std::optional<double> share_;
  std::chrono::milliseconds wait_{0};
  std::vector<std::string> only_;
  std::string file_;
  bool loud_ = false;
};

TEST_F(CommandLineTest, ValuesFollowABlankOrAnEqualsSign) {
  EXPECT_EQ(ProblemOf({"--port=2", "--share", "0.5", "--wait", "3", "--only", "a, b,,c", "--file=x=y", "--loud"}), "");
  EXPECT_EQ(port_, 2);
  EXPECT_EQ(share_, 0.5);
  EXPECT_EQ(wait_, std::chrono::milliseconds(3'000));
  EXPECT_THAT(only_, ElementsAre("a", "b", "c"));
  EXPECT_EQ(file_, "x=y");
  EXPECT_TRUE(loud_);
  EXPECT_EQ(ProblemOf({"-port", "3"}), "");
  EXPECT_EQ(port_, 3);
}

TEST_F(CommandLineTest, ErrorsNameTheFlagAndTheProblem) {
  EXPECT_EQ(ProblemOf({"--port"}), "--port needs a value");
  EXPECT_EQ(ProblemOf({"--file="}), "--file needs a value");
  EXPECT_EQ(ProblemOf({"--only", ","}), "--only needs a value");
  EXPECT_EQ(ProblemOf({"--only", "a", "--only", ","}), "--only needs a value");
  EXPECT_EQ(ProblemOf({"--loud=yes"}), "--loud takes no value");
  EXPECT_EQ(ProblemOf({"--port", "65536"}), "--port needs a whole number from 0 to 65535, not '65536'");
  EXPECT_EQ(ProblemOf({"--port", "1x"}), "--port needs a whole number from 0 to 65535, not '1x'");
  EXPECT_EQ(ProblemOf({"--share", "nan"}), "--share needs a number from 0 to 10000000, not 'nan'");
  EXPECT_EQ(ProblemOf({"--wait", "0"}), "--wait needs a whole number from 1 to 10, not '0'");
  EXPECT_EQ(port_, 1);
}

TEST_F(CommandLineTest, SuggestsSimilarFlags) {
  EXPECT_EQ(ProblemOf({"--prot", "1"}), "unknown flag --prot; did you mean --port? (see --help)");
  EXPECT_EQ(ProblemOf({"--bogus"}), "unknown flag --bogus (see --help)");
  EXPECT_EQ(ProblemOf({"8000"}), "unknown flag 8000 (see --help)");
}

TEST_F(CommandLineTest, AcceptsOperandsIfTheProgramHasAHandlerForThem) {
  std::vector<std::string> operands;
  Program program = TestProgram();
  program.apply_operand = AddWords(&operands);
  EXPECT_EQ(Parse(program, {"first", "--port", "7", "second"}), std::nullopt);
  EXPECT_THAT(operands, ElementsAre("first", "second"));
  EXPECT_EQ(port_, 7);
  EXPECT_EQ(Parse(program, {"--nothing"}).value_or(""), "unknown flag --nothing (see --help)");
}

class VariablesTest : public CommandLineTest {
 protected:
  std::string ProblemWith(const std::vector<std::string_view>& environment,
                          const std::vector<std::string_view>& arguments = {}) {
    Program program = TestProgram();
    program.variable_prefix = "PROGRAM_";
    program.flags.push_back({"--hold-on", "COUNT", "", SetNumber(&hold_on_, 0, 9)});
    program.flags.push_back({"--version", "", "", SetTrue(&version_)});
    variables_ = {};
    return ParseWithEnvironment(program, arguments, environment, &variables_).value_or("");
  }

  int hold_on_ = 0;
  bool version_ = false;
  Variables variables_;
};

TEST_F(VariablesTest, EachFlagWithTwoDashesHasAVariable) {
  EXPECT_EQ(ProblemWith({"PATH=/bin", "PROGRAM_HOLD_ON=7", "PROGRAM_PORT=2", "PROGRAM_FILE=x=y", "PROGRAM_ONLY=a,b"}),
            "");
  EXPECT_EQ(port_, 2);
  EXPECT_EQ(hold_on_, 7);
  EXPECT_EQ(file_, "x=y");
  EXPECT_THAT(only_, ElementsAre("a", "b"));
  EXPECT_THAT(variables_.applied, ElementsAre("PROGRAM_PORT", "PROGRAM_ONLY", "PROGRAM_FILE", "PROGRAM_HOLD_ON"));
  EXPECT_THAT(variables_.warnings, IsEmpty());
}

TEST_F(VariablesTest, TheCommandLineWins) {
  EXPECT_EQ(ProblemWith({"PROGRAM_PORT=2", "PROGRAM_ONLY=a", "PROGRAM_HOLD_ON=7"}, {"--port=3", "--only", "b"}), "");
  EXPECT_EQ(port_, 3);
  EXPECT_THAT(only_, ElementsAre("b"));
  EXPECT_EQ(hold_on_, 7);
  EXPECT_EQ(ProblemWith({"PROGRAM_PORT=bad"}, {"-port", "4"}), "");
  EXPECT_EQ(port_, 4);
  EXPECT_EQ(ProblemWith({"PROGRAM_PORT=2"}, {"--port", "bad"}),
            "--port needs a whole number from 0 to 65535, not 'bad'");
}

TEST_F(VariablesTest, ErrorsNameTheVariable) {
  EXPECT_EQ(ProblemWith({"PROGRAM_PORT=70000"}), "PROGRAM_PORT needs a whole number from 0 to 65535, not '70000'");
  EXPECT_EQ(ProblemWith({"PROGRAM_HOLD_ON=x"}, {"--port", "2"}),
            "PROGRAM_HOLD_ON needs a whole number from 0 to 9, not 'x'");
  EXPECT_EQ(ProblemWith({"PROGRAM_LOUD=yes"}), "PROGRAM_LOUD needs 1, true, 0 or false, not 'yes'");
}

TEST_F(VariablesTest, AFlagWithoutAValueIsOnOrOff) {
  for (const char* const off : {"PROGRAM_LOUD", "PROGRAM_LOUD=", "PROGRAM_LOUD=0", "PROGRAM_LOUD=false"}) {
    EXPECT_EQ(ProblemWith({off}), "") << off;
    EXPECT_FALSE(loud_) << off;
    EXPECT_THAT(variables_.applied, IsEmpty()) << off;
  }
  for (const char* const on : {"PROGRAM_LOUD=1", "PROGRAM_LOUD=true"}) {
    loud_ = false;
    EXPECT_EQ(ProblemWith({on}), "") << on;
    EXPECT_TRUE(loud_) << on;
  }
}

TEST_F(VariablesTest, AnEmptyVariableIsIgnored) {
  EXPECT_EQ(ProblemWith({"PROGRAM_PORT=", "PROGRAM_FILE="}), "");
  EXPECT_EQ(port_, 1);
}

TEST_F(VariablesTest, VersionHasNoVariableAndReadsNone) {
  EXPECT_EQ(ProblemWith({"PROGRAM_VERSION=1.2.3"}), "");
  EXPECT_FALSE(version_);
  EXPECT_THAT(variables_.warnings, IsEmpty());
  EXPECT_EQ(ProblemWith({"PROGRAM_PORT=bad"}, {"--version"}), "");
  EXPECT_TRUE(version_);
}

TEST_F(VariablesTest, AKubernetesServiceAddressIsNotTheValueOfPort) {
  EXPECT_EQ(
      ProblemWith({"PROGRAM_PORT=tcp://10.0.0.7:8000", "PROGRAM_PORT_8000_TCP_PORT=8000",
                   "PROGRAM_PORT_8000_TCP_PROTO=tcp", "PROGRAM_SERVICE_HOST=10.0.0.7", "PROGRAM_SERVICE_PORT=8000"}),
      "");
  EXPECT_EQ(port_, 1);
  EXPECT_THAT(variables_.warnings, IsEmpty());
}

TEST_F(VariablesTest, MisspelledVariablesAreNamedAndUnrelatedOnesIgnored) {
  EXPECT_EQ(ProblemWith({"PROGRAM_HOLDON=7", "PROGRAM_port=2", "PROGRAM_ENDPOINT=http://127.0.0.1", "PROGRAMX=1"}), "");
  EXPECT_EQ(port_, 1);
  EXPECT_THAT(variables_.warnings, ElementsAre("PROGRAM_HOLDON is not a flag's variable; did you mean PROGRAM_HOLD_ON?",
                                               "PROGRAM_port is not a flag's variable; did you mean PROGRAM_PORT?"));
}

TEST_F(VariablesTest, WithoutAPrefixNoVariableIsRead) {
  EXPECT_EQ(ParseWithEnvironment(TestProgram(), {}, {"PROGRAM_PORT=2", "PORT=3", "=4"}, &variables_), std::nullopt);
  EXPECT_EQ(port_, 1);
}

TEST_F(CommandLineTest, HelpListsTheFlagsThatHaveADescription) {
  EXPECT_EQ(Help(TestProgram()),
            "program: does what it is told\n\n"
            "  --port PORT            where to listen\n"
            "  --share SHARE          of the whole\n"
            "  --only NAME[,NAME]...  these\n"
            "  --loud                 without whispering\n\n"
            "Notes.\n");
}

TEST(CommandLineHelp, LongTextsAreBrokenBetweenWords) {
  const std::string words = "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 ";
  const std::string text = words + "0123456789 0123456789 0123456789";
  const std::string help = Help({.title = "t", .flags = {{"--a", "", text, nullptr}}});
  // The first line is 116 columns long: 7 before the text, and ten words of 10 with a blank between them. With another
  // word it would exceed 120.
  EXPECT_EQ(help, "t\n\n  --a  " + words + "0123456789 0123456789\n       0123456789\n");
}

}  // namespace
}  // namespace holdfast::command_line
