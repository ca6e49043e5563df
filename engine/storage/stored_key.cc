#include "engine/storage/stored_key.h"

#include <new>

#include "engine/base/stored_bytes.h"

namespace holdfast {

StoredKey::StoredKey(std::string_view key) {
  if (key.size() <= kInPlaceBytesMax) {
    bytes_[0] = static_cast<char>(key.size() * 2 + 1);
    if (!key.empty()) std::memcpy(bytes_ + 1, key.data(), key.size());
    return;
  }
  const Block* block = Block::Create(key);
  std::memcpy(bytes_, &block, sizeof block);
}

const StoredKey::Block* StoredKey::Block::Create(std::string_view key) {
  void* memory = ::operator new(sizeof(Block) + key.size());
  StoredBytes::Add(sizeof(Block) + key.size());
  Block* block = new (memory) Block(key.size());
  std::memcpy(static_cast<char*>(memory) + sizeof(Block), key.data(), key.size());
  return block;
}

void StoredKey::Block::Destroy(const Block* block) {
  StoredBytes::Subtract(sizeof(Block) + block->size_);
  block->~Block();
  ::operator delete(const_cast<Block*>(block));
}

}  // namespace holdfast
