#include "server/observe/masked_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace holdfast::server {
namespace {

constexpr char kMask = '?';

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// Bytes of characters beyond ASCII count as letters.
bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '#' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsWord(char c) { return IsWordStart(c) || IsDigit(c); }

std::string UpperCase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

// Whether a number in brackets can be the index of a list element.
bool IsIndex(std::string_view number) { return std::all_of(number.begin(), number.end(), IsDigit); }

template <size_t size>
bool Contains(const std::array<std::string_view, size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Reads the tokens of a text from left to right, and never fails.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  char Peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  std::string_view Take(size_t bytes) {
    const std::string_view taken = text_.substr(at_, bytes);
    at_ += taken.size();
    return taken;
  }
  std::string_view TakeWhile(bool (*belongs)(char)) {
    size_t bytes = 0;
    while (at_ + bytes < text_.size() && belongs(text_[at_ + bytes])) ++bytes;
    return Take(bytes);
  }
  // Takes a text in quotes, in which two quotes stand for one; without a closing quote, all of the rest.
  std::string_view TakeQuoted() {
    const char quote = Peek();
    size_t end = at_ + 1;
    for (;; end += 2) {
      end = text_.find(quote, end);
      if (end == std::string_view::npos) return Take(text_.size());
      if (end + 1 >= text_.size() || text_[end + 1] != quote) return Take(end + 1 - at_);
    }
  }
  // Takes a number with its point and its exponent, and letters that follow without a blank.
  std::string_view TakeNumber() {
    size_t bytes = 0;
    while (IsWord(Peek(bytes)) || Peek(bytes) == '.' ||
           ((Peek(bytes) == '+' || Peek(bytes) == '-') && bytes > 0 &&
            (Peek(bytes - 1) == 'e' || Peek(bytes - 1) == 'E'))) {
      ++bytes;
    }
    return Take(bytes);
  }
  // Takes the comment that begins here; false if none does.
  bool TakeComment() {
    if (Peek() == '-' && Peek(1) == '-') {
      at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      return true;
    }
    if (Peek() != '/' || Peek(1) != '*') return false;
    const size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
    return true;
  }
  // The next character that is not a blank; 0 at the end.
  char NextNonBlank() const {
    size_t at = at_;
    while (at < text_.size() && IsBlank(text_[at])) ++at;
    return at < text_.size() ? text_[at] : '\0';
  }

 private:
  const std::string_view text_;
  size_t at_ = 0;
};

class StatementMask {
 public:
  explicit StatementMask(std::string_view statement) : scanner_(statement) {}

  std::string Run() && {
    while (!scanner_.at_end()) {
      const char c = scanner_.Peek();
      if (IsBlank(c)) {
        out_ += ' ';
        scanner_.Take(1);
        adjacent_ = false;
      } else if (scanner_.TakeComment()) {
        out_ += ' ';
        adjacent_ = false;
      } else {
        Token(c);
      }
    }
    return std::move(out_);
  }

 private:
  // What encloses a part of the statement.
  struct Bracket {
    // The opening character; `b` stands for the `<<` of a bag.
    char kind;
    // All elements are values: those of a list or a bag, or the operands of IN.
    bool holds_values;
  };

  void Token(char c) {
    if (c == '\'' || c == '`' || c == '"') return Quoted(c);
    if (IsDigit(c) || (c == '.' && IsDigit(scanner_.Peek(1)) && !adjacent_)) return Number();
    if (IsWordStart(c)) return Word();
    Symbol(c);
  }

  bool MapNameExpected() const {
    return !brackets_.empty() && brackets_.back().kind == '{' && (last_ == "{" || last_ == ",");
  }
  // Whether the grammar expects a value here.
  bool ValueExpected() const {
    static constexpr std::array<std::string_view, 16> kTokensBeforeValue = {
        "=", "<", ">", "!", ":", "+", "-", "*", "/", "||", "IN", "%", "|", "VALUE", ";", "BETWEEN"};
    if (Contains(kTokensBeforeValue, last_)) return true;
    if (between_ && last_ == "AND") return true;
    if (brackets_.empty()) return false;
    const Bracket bracket = brackets_.back();
    // The arguments of a function are values, too, except the first.
    return bracket.holds_values || bracket.kind == '{' || (bracket.kind == '(' && last_ == ",");
  }

  void Quoted(char quote) {
    const std::string_view text = scanner_.TakeQuoted();
    const bool closed = text.size() > 1 && text.back() == quote;
    const bool is_map_name = closed && quote != '`' && MapNameExpected() && scanner_.NextNonBlank() == ':';
    const bool is_name = quote == '"' && closed && !ValueExpected();
    if (is_map_name || is_name) {
      out_ += text;
      SetLast("name");
    } else {
      out_ += kMask;
      SetLast("value");
    }
  }

  void Number() {
    const std::string_view number = scanner_.TakeNumber();
    const bool is_index = adjacent_ && last_ == "[" && bracket_is_index_ && scanner_.Peek() == ']' && IsIndex(number);
    if (is_index) {
      out_ += number;
    } else {
      out_ += kMask;
    }
    SetLast("value");
  }

  void Word() {
    const std::string_view word = scanner_.TakeWhile(IsWord);
    const std::string upper = UpperCase(word);
    const bool is_literal = upper == "TRUE" || upper == "FALSE" || (upper == "NULL" && last_ != "IS" && last_ != "NOT");
    // A word that is no literal is a keyword or a name, and is masked only among values, where the grammar has no
    // names.
    const bool in_values = !brackets_.empty() && (brackets_.back().holds_values || brackets_.back().kind == '{');
    if (is_literal || in_values) {
      out_ += kMask;
    } else {
      out_ += word;
    }
    if (upper == "BETWEEN") between_ = true;
    static constexpr std::array<std::string_view, 9> kKeywords = {"IN",  "VALUE", "BETWEEN", "AND",   "IS",
                                                                  "NOT", "WHERE", "SELECT",  "EXISTS"};
    SetLast(is_literal ? "value" : Contains(kKeywords, upper) ? std::string_view(upper) : "name");
  }

  void Symbol(char c) {
    if ((c == '<' || c == '>') && scanner_.Peek(1) == c) {
      out_ += scanner_.Take(2);
      if (c == '<') {
        brackets_.push_back({'b', true});
      } else if (!brackets_.empty()) {
        brackets_.pop_back();
      }
      return SetLast(c == '<' ? "<<" : ">>");
    }
    if (c == '[') {
      bracket_is_index_ = adjacent_ && last_ == "name";
      brackets_.push_back({'[', !bracket_is_index_});
    } else if (c == '{') {
      brackets_.push_back({'{', false});
    } else if (c == '(') {
      brackets_.push_back({'(', last_ == "IN"});
    } else if ((c == ']' || c == '}' || c == ')') && !brackets_.empty()) {
      brackets_.pop_back();
    }
    const std::string_view symbol = scanner_.Take(1);
    // The statement may be malformed, and contain control characters.
    out_ += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    // After a closing bracket the same tokens may follow as after a name.
    SetLast(c == ']' || c == ')' || c == '}' ? "name" : symbol);
  }

  void SetLast(std::string_view last) {
    if (last_ == "AND") between_ = false;
    last_ = last;
    adjacent_ = true;
  }

  Scanner scanner_;
  std::string out_;
  std::vector<Bracket> brackets_;
  // The last token: its text if it is a keyword or a symbol, else its kind, `name` or `value`.
  std::string last_;
  // No blank or comment has followed the last token.
  bool adjacent_ = false;
  // Set from BETWEEN up to the operand after its AND.
  bool between_ = false;
  // The last `[` begins the index of a list element, not a list.
  bool bracket_is_index_ = false;
};

// Takes a name, such as `"Bookings"` or `Bookings`, and returns it without quotation marks.
std::string_view TakeName(Scanner* scanner) {
  if (scanner->Peek() != '"') return scanner->TakeWhile([](char c) { return IsWord(c) || c == '-'; });
  const std::string_view quoted = scanner->TakeQuoted();
  return quoted.substr(1, quoted.size() - (quoted.size() > 1 && quoted.back() == '"' ? 2 : 1));
}

}  // namespace

std::string MaskStatement(std::string_view statement) { return StatementMask(statement).Run(); }

std::string MaskExpression(std::string_view expression) {
  Scanner scanner(expression);
  std::string out;
  while (!scanner.at_end()) {
    const char c = scanner.Peek();
    if (c == '\'' || c == '"' || c == '`') {
      scanner.TakeQuoted();
      out += kMask;
    } else if (IsDigit(c)) {
      const bool in_brackets = !out.empty() && out.back() == '[';
      const std::string_view number = scanner.TakeNumber();
      const bool is_index = in_brackets && scanner.Peek() == ']' && IsIndex(number);
      if (is_index) {
        out += number;
      } else {
        out += kMask;
      }
    } else if (IsWordStart(c) || c == ':') {
      out += scanner.Take(1);
      out += scanner.TakeWhile(IsWord);
    } else {
      out += scanner.Take(1);
    }
  }
  return out;
}

StatementTarget TargetOfStatement(std::string_view statement) {
  Scanner scanner(statement);
  const auto skip_blanks = [&scanner] {
    while (!scanner.TakeWhile(IsBlank).empty() || scanner.TakeComment()) {
    }
  };
  StatementTarget target;
  for (skip_blanks(); !scanner.at_end(); skip_blanks()) {
    const char c = scanner.Peek();
    if (c == '\'' || c == '"' || c == '`') {
      scanner.TakeQuoted();
      continue;
    }
    if (!IsWordStart(c)) {
      scanner.Take(1);
      continue;
    }
    const std::string word = UpperCase(scanner.TakeWhile(IsWord));
    if (word != "FROM" && word != "INTO" && word != "UPDATE") continue;
    skip_blanks();
    target.table = TakeName(&scanner);
    skip_blanks();
    if (scanner.Peek() != '.') break;
    scanner.Take(1);
    skip_blanks();
    target.index = TakeName(&scanner);
    break;
  }
  return target;
}

}  // namespace holdfast::server
