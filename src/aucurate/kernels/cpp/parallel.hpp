// Work shared out over threads, with a way for the caller to watch and to stop it.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace aucurate {

namespace nb = nanobind;

// Raised through to Python as kernels.Cancelled when the progress callback answers False.
struct Cancelled : std::exception {
    const char* what() const noexcept override { return "cancelled by the progress callback"; }
};

// Tells Python how far a kernel is, at most twenty times a second, and carries Ctrl-C and
// "stop" back. Only the calling thread ticks; the interpreter lock is held just for that.
class Monitor {
public:
    Monitor(nb::handle callback, std::size_t total)
        : callback_(callback), total_(total), last_(Clock::now()) {}

    void tick(std::size_t done) {
        const auto now = Clock::now();
        if (done < total_ && now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        finished_ = done >= total_;
        nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (callback_.is_none()) return;
        nb::object answer = callback_(done, total_);
        if (answer.is(nb::bool_(false))) throw Cancelled();
    }

    // The last word, where another thread than the ticking one did the last piece of work.
    void finish() {
        if (!finished_) tick(total_);
    }

private:
    using Clock = std::chrono::steady_clock;
    nb::handle callback_;  // borrowed: counting references needs the lock
    std::size_t total_;
    Clock::time_point last_;
    bool finished_ = false;
};

// How many workers parallel_for sets to work: those that need memory of their own make no more of it.
inline std::size_t worker_count(std::size_t items, unsigned threads) {
    return items < threads ? (items > 0 ? items : 1) : threads;
}

// body(item, worker) for every item below `items`; workers are numbered from 0 (the caller).
template <class Body>
void parallel_for(std::size_t items, unsigned threads, Monitor* monitor, Body body) {
    std::atomic<std::size_t> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::exception_ptr failure;
    std::mutex failure_lock;

    auto work = [&](unsigned worker) {
        try {
            while (!stop.load(std::memory_order_relaxed)) {
                const std::size_t item = next.fetch_add(1, std::memory_order_relaxed);
                if (item >= items) break;
                body(item, worker);
                const std::size_t finished = done.fetch_add(1, std::memory_order_relaxed) + 1;
                if (worker == 0 && monitor != nullptr) monitor->tick(finished);
            }
        } catch (...) {
            std::lock_guard<std::mutex> held(failure_lock);
            if (!failure) failure = std::current_exception();
            stop.store(true);
        }
    };

    std::vector<std::thread> crew;
    const std::size_t helpers = worker_count(items, threads) - 1;
    crew.reserve(helpers);
    for (unsigned worker = 1; worker <= helpers; ++worker) {
        try {
            crew.emplace_back(work, worker);
        } catch (const std::exception&) {
            break;  // no more threads or memory to be had: those there are do the work
        }
    }
    work(0);
    for (auto& thread : crew) thread.join();
    if (failure) std::rethrow_exception(failure);
    if (monitor != nullptr) monitor->finish();
}

}  // namespace aucurate
