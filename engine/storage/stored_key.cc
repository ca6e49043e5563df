#include "engine/storage/stored_key.h"

#include <new>

namespace holdfast {

StoredKey::StoredKey(std::string_view key) {
  if (key.size() <= kInPlaceBytesMax) {
    bytes_[0] = static_cast<char>(key.size() * 2 + 1);
    if (!key.empty()) std::memcpy(bytes_ + 1, key.data(), key.size());
    return;
  }
  const Block* block = Block::Create(key);
  const size_t size = key.size();
  std::memcpy(bytes_, &block, sizeof block);
  std::memcpy(bytes_ + 8, &size, sizeof size);
}

const StoredKey::Block* StoredKey::Block::Create(std::string_view key) {
  void* memory = ::operator new(sizeof(Block) + key.size());
  Block* block = new (memory) Block();
  std::memcpy(static_cast<char*>(memory) + sizeof(Block), key.data(), key.size());
  return block;
}

void StoredKey::Block::Destroy(const Block* block) {
  block->~Block();
  ::operator delete(const_cast<Block*>(block));
}

}  // namespace holdfast
