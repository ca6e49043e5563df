// Shared ownership of immutable (or copy-on-write) objects by a count kept inside the object.
//
// Thread safety: the count is atomic, so references may be copied and dropped from any thread. The class of the object
// defines which accesses to it are safe. HasOneReference states the rule on which copy-on-write relies.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace holdfast {

// Derive as `class Item : public RefCounted<Item>`. A new object has a count of one, owned by the `Ref` that
// adopts it. The last reference calls `T::Destroy(const T*)`.
template <typename T>
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  void AddReference() const { references_.fetch_add(1, std::memory_order_relaxed); }
  void DropReference() const {
    // A sole owner needs no read-modify-write: no other thread can change the count.
    if (references_.load(std::memory_order_acquire) == 1 || references_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      T::Destroy(static_cast<const T*>(this));
    }
  }
  // True if the caller's reference is the only one. It then remains the only one until it is copied, so a caller that
  // keeps other threads from copying it may change the object in place.
  bool HasOneReference() const { return references_.load(std::memory_order_acquire) == 1; }

 private:
  mutable std::atomic<uint32_t> references_{1};
};

template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  // Takes over the reference that a new object starts with.
  static Ref Adopt(T* object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  Ref(const Ref& other) : object_(other.object_) {
    if (object_ != nullptr) object_->AddReference();
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  // A reference to T becomes one to const T.
  template <typename U>
  requires std::is_convertible_v<U*, T*> Ref(Ref<U> other) : object_(other.Release()) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->DropReference();
  }

  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool unique() const { return object_->HasOneReference(); }
  // Gives the reference up without dropping it; the counterpart of `Adopt`.
  T* Release() { return std::exchange(object_, nullptr); }

  friend bool operator==(const Ref& a, const Ref& b) { return a.object_ == b.object_; }
  friend bool operator==(const Ref& a, std::nullptr_t) { return a.object_ == nullptr; }

 private:
  T* object_ = nullptr;
};

}  // namespace holdfast
