/*
 * voxnav: what the objects of voxnav.hpp are made of: errors as exceptions or as values, owners of handles, views of
 * lists, and functions of C++ that the library calls.
 */
#ifndef VOXNAV_BASE_HPP
#define VOXNAV_BASE_HPP

#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "voxnav.h"

#if !defined(VOXNAV_NO_EXCEPTIONS) && !defined(__cpp_exceptions)
#define VOXNAV_NO_EXCEPTIONS
#endif

namespace voxnav {

using Point = VoxnavPoint;
using Cell = VoxnavCell;
using Cells = VoxnavCells;
using Status = VoxnavStatus;

/* An error of the library, with its message. */
class Error : public std::runtime_error {
public:
    Error(Status status, const std::string &message) : std::runtime_error(message), status_(status) {}
    Status status() const noexcept { return status_; }

private:
    Status status_;
};

#ifdef VOXNAV_NO_EXCEPTIONS
/* The first error of the thread since `expected` began. */
inline std::optional<Error> &first_error() {
    thread_local std::optional<Error> first;
    return first;
}
#endif

/* Throws an error, or keeps it where nothing is thrown. */
inline Status failed(Status status, const char *message) {
#ifdef VOXNAV_NO_EXCEPTIONS
    if (!first_error()) {
        first_error().emplace(status, message);
    }
    return status;
#else
    throw Error(status, message);
#endif
}

/* Throws what is an error, and returns what is not. */
inline Status checked(Status status) { return status < 0 ? failed(status, voxnav_last_error()) : status; }

/* An answer, or the error in its place. */
template <class T> class Expected {
public:
    Expected(T value) : value_(std::move(value)) {}
    Expected(Error error) : error_(std::move(error)) {}
    explicit operator bool() const noexcept { return !error_.has_value(); }
    T &operator*() { return *value_; }
    T *operator->() { return &*value_; }
    const Error &error() const { return *error_; }

private:
    std::optional<T> value_;
    std::optional<Error> error_;
};

/* Returns what a function of yours answers, or the error of the library that ended it. */
template <class Run> auto expected(Run run) {
    using Answer = std::conditional_t<std::is_void_v<decltype(run())>, std::monostate, decltype(run())>;
    auto answer = [&]() -> Answer {
        if constexpr (std::is_void_v<decltype(run())>) {
            run();
            return {};
        } else {
            return run();
        }
    };
#ifdef VOXNAV_NO_EXCEPTIONS
    first_error().reset();
    Expected<Answer> got(answer());
    return first_error() ? Expected<Answer>(*std::exchange(first_error(), std::nullopt)) : std::move(got);
#else
    try {
        return Expected<Answer>(answer());
    } catch (const Error &error) {
        return Expected<Answer>(error);
    }
#endif
}

/* A view of values in a row: of a vector, an array, a list in braces, or a pointer and a length. */
template <class T> class Span {
public:
    Span(const T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    Span(std::initializer_list<T> list) noexcept : Span(list.begin(), list.size()) {}
    template <class List, class = decltype(std::data(std::declval<const List &>()))>
    Span(const List &list) noexcept : Span(std::data(list), std::size(list)) {}
    const T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

private:
    const T *data_;
    std::size_t size_;
};

/* A struct with its size, and all else zero. */
template <class T> T sized() {
    T value{};
    value.size = sizeof(T);
    return value;
}

/* The answer that a function writes through its last pointer, and that of one with a size. */
template <class T, class Ask, class... Given> T asked(Ask ask, Given... given) {
    T answer{};
    checked(ask(given..., &answer));
    return answer;
}
template <class T, class Ask, class... Given> T told(Ask ask, Given... given) {
    auto answer = sized<T>();
    checked(ask(given..., &answer));
    return answer;
}
/* The same where there may be nothing. */
template <class T, class Given = T, class Ask, class... Rest> std::optional<T> perhaps(Ask ask, Rest... rest) {
    Given answer{};
    return checked(ask(rest..., &answer)) == VOXNAV_STATUS_OK ? std::make_optional<T>(answer) : std::nullopt;
}

/* A list that a function writes as far as there is room: `ask(buffer, capacity, &count)`. */
template <class T, class Ask> std::vector<T> listed(Ask ask) {
    std::size_t count = 0;
    checked(ask(static_cast<T *>(nullptr), std::size_t{0}, &count));
    std::vector<T> values(count);
    if (count > 0) {
        checked(ask(values.data(), values.size(), &count));
    }
    return values;
}

/* The owner of a handle. */
class Object {
public:
    Object() noexcept = default;
    explicit Object(std::uint64_t handle) noexcept : handle_(handle) {}
    Object(Object &&other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
    Object &operator=(Object &&other) noexcept {
        if (this != &other) {
            reset();
            handle_ = std::exchange(other.handle_, 0);
        }
        return *this;
    }
    Object(const Object &) = delete;
    Object &operator=(const Object &) = delete;
    ~Object() { reset(); }

    std::uint64_t handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != 0; }
    /* Gives the handle away, to be freed by the caller. */
    std::uint64_t release() noexcept { return std::exchange(handle_, 0); }
    void reset() noexcept {
        if (handle_ != 0) {
            /* An agent may be gone with its navigator. */
            (void)voxnav_free(std::exchange(handle_, 0));
        }
    }

protected:
    std::uint64_t handle_ = 0;
};

/* Calls a function of C++ for the library; what it throws waits for `rethrow`. */
template <class Answer, class... Given> class Callback {
public:
    explicit Callback(std::function<Answer(Given...)> function, Answer instead)
        : function_(std::move(function)), instead_(instead) {}
    static Answer call(void *user, Given... given) noexcept {
        auto *self = static_cast<Callback *>(user);
#ifdef VOXNAV_NO_EXCEPTIONS
        return self->function_(given...);
#else
        if (self->thrown_) {
            return self->instead_;
        }
        try {
            return self->function_(given...);
        } catch (...) {
            self->thrown_ = std::current_exception();
            return self->instead_;
        }
#endif
    }
    void rethrow() {
        if (thrown_) {
            std::rethrow_exception(std::exchange(thrown_, nullptr));
        }
    }

private:
    std::function<Answer(Given...)> function_;
    Answer instead_;
    std::exception_ptr thrown_;
};

} // namespace voxnav

#endif
