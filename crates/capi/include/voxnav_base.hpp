/*
 * voxnav: what the objects of voxnav.hpp are made of: errors as exceptions or as values, owners of handles, views of
 * lists, functions of C++ that the library calls, and how functions of voxnav.h are asked.
 */
#ifndef VOXNAV_BASE_HPP
#define VOXNAV_BASE_HPP

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
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
/* Keeps an error. */
inline Status failed(Status status, const char *message) {
    return first_error() ? status : (first_error().emplace(status, message), status);
}
#else
/* Throws an error. */
inline Status failed(Status status, const char *message) { throw Error(status, message); }
#endif

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

/* Whether two lists are as long as each other; an error where they are not. */
inline bool paired(std::size_t one, std::size_t other) {
    return one == other || failed(VOXNAV_STATUS_ERROR_ARGUMENT, "lists that go together are of one length") == 0;
}

/* The owner of an object, whatever its type. */
class Object {
public:
    Object() noexcept = default;
    Object(Object &&other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Object &operator=(Object &&other) noexcept {
        Object taken(std::move(other));
        std::swap(id_, taken.id_);
        return *this;
    }
    /* An agent may be gone with its navigator. */
    ~Object() { (void)(id_ != 0 && voxnav_free(id_)); }

    explicit operator bool() const noexcept { return id_ != 0; }
    void reset() noexcept { Object freed(std::move(*this)); }

protected:
    explicit Object(std::uint64_t id) noexcept : id_(id) {}
    std::uint64_t id_ = 0;
};

/* The owner of an object with a type of handle. */
template <class H, class Base = Object> class Owner : public Base {
public:
    using Handle = H;
    Owner() noexcept = default;
    explicit Owner(H handle) noexcept : Base(handle.id) {}

    H handle() const noexcept { return H{this->id_}; }
    /* Gives the handle away, to be freed by the caller. */
    H release() noexcept { return H{std::exchange(this->id_, 0)}; }
};

/* A function of yours that the library calls, on any thread; what it throws waits for `rethrow`. */
class Called {
public:
    void rethrow() {
        if (is_thrown_) {
            std::unique_lock<std::mutex> lock(mutex_);
            auto thrown = std::exchange(thrown_, nullptr);
            is_thrown_ = false;
            lock.unlock();
            thrown ? std::rethrow_exception(thrown) : void();
        }
    }

protected:
    void keep(std::exception_ptr thrown) noexcept {
        std::lock_guard<std::mutex> lock(mutex_);
        thrown_ = std::move(thrown);
        is_thrown_ = true;
    }
    std::atomic<bool> is_thrown_{false};

private:
    std::mutex mutex_;
    std::exception_ptr thrown_;
};

/* What of the caller's has to live as long as something that was made with it. */
using Kept = std::shared_ptr<Called>;

template <class Answer, class... Given> class Callback : public Called {
public:
    Callback(std::function<Answer(Given...)> function, Answer instead)
        : function_(std::move(function)), instead_(instead) {}
    static Answer call(void *user, Given... given) noexcept {
        auto *self = static_cast<Callback *>(user);
#ifdef VOXNAV_NO_EXCEPTIONS
        return self->function_(given...);
#else
        try {
            return self->is_thrown_ ? self->instead_ : self->function_(given...);
        } catch (...) {
            self->keep(std::current_exception());
            return self->instead_;
        }
#endif
    }

private:
    std::function<Answer(Given...)> function_;
    Answer instead_;
};

/* A value that is all zero, but for its size if it has one. */
template <class T, class = void> struct HasSize : std::false_type {};
template <class T> struct HasSize<T, std::void_t<decltype(T::size)>> : std::true_type {};
template <class T> T sized() {
    T value{};
    if constexpr (HasSize<T>::value) {
        value.size = sizeof(T);
    }
    return value;
}

/* What voxnav.h takes for an object, for a struct of yours, and for anything else. */
template <class T> auto given(const T &value) {
    if constexpr (std::is_base_of_v<Object, T>) {
        return value.handle();
    } else {
        return value;
    }
}

/* Calls a function of voxnav.h, throws what is an error or what a function of yours threw, and returns the outcome. */
inline Status checked(Status status) { return status < 0 ? failed(status, voxnav_last_error()) : status; }
template <class Ask, class... Given> Status called(Ask ask, const Given &...arguments) {
    return checked(ask(given(arguments)...));
}
template <class Ask, class... Given> Status kept_called(const Kept &kept, Ask ask, const Given &...arguments) {
    Status status = ask(given(arguments)...);
    kept ? kept->rethrow() : void();
    return checked(status);
}
/* Whether it succeeds, where the other outcome is that it does not. */
template <class Ask, class... Given> bool is(Ask ask, const Given &...arguments) {
    return called(ask, arguments...) == VOXNAV_STATUS_OK;
}

/* The type to which the nth last pointer of a function leads. */
template <std::size_t N, class... All>
using Out = std::remove_pointer_t<std::tuple_element_t<sizeof...(All) - N, std::tuple<All...>>>;

/* What a function writes through its last pointer; the same where there may be nothing; and an object. */
template <class... All, class... Given> auto asked(Status (*ask)(All...), const Given &...arguments) {
    auto answer = sized<Out<1, All...>>();
    called(ask, arguments..., &answer);
    return answer;
}
template <class... All, class... Given> auto perhaps(Status (*ask)(All...), const Given &...arguments) {
    auto answer = sized<Out<1, All...>>();
    return is(ask, arguments..., &answer) ? std::make_optional(answer) : std::nullopt;
}
template <class T, class Ask, class... Given> T made(Ask ask, const Given &...arguments) {
    typename T::Handle handle{};
    called(ask, arguments..., &handle);
    return T(handle);
}
template <class T, class Ask, class... Given> std::optional<T> perhaps_made(Ask ask, const Given &...arguments) {
    auto object = made<T>(ask, arguments...);
    return object ? std::make_optional(std::move(object)) : std::nullopt;
}

/* A list that a function writes as far as there is room: it is asked how long it is, and then for all of it. */
template <class... All, class... Given> auto listed(Status (*ask)(All...), const Given &...arguments) {
    using T = Out<3, All...>;
    std::size_t count = 0;
    called(ask, arguments..., static_cast<T *>(nullptr), std::size_t{0}, &count);
    std::vector<T> values(count);
    if (count > 0) {
        called(ask, arguments..., values.data(), values.size(), &count);
    }
    return values;
}

} // namespace voxnav

#endif
