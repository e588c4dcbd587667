// The Python face of bootstrap and permutation of AUCs.
#include "bindings.hpp"
#include "batches.hpp"
#include "parallel.hpp"
#include "permutation.hpp"
#include "resampling.hpp"
#include "studentised.hpp"
#include "units.hpp"

namespace aucurate {

namespace {

struct BootstrapRun {
    std::vector<Presort> presorts;
    std::size_t positives, negatives;
    bool stratified;
    std::uint64_t key, first_replicate;
    Matrix<double> aucs;
    unsigned threads;
    nb::handle progress;
};

// body(worker, first, size) for batches of up to sixteen replicates, each thread with its own worker.
template <class Worker, class Body>
void in_batches(std::size_t replicates, unsigned threads, nb::handle progress, const Worker& worker, Body body) {
    const std::size_t each = std::clamp<std::size_t>((replicates + threads - 1) / threads, 1, kLanes);
    const std::size_t batches = (replicates + each - 1) / each;
    Monitor monitor(progress, batches);
    std::vector<Worker> workers(worker_count(batches, threads), worker);
    parallel_for(batches, threads, &monitor, [&](std::size_t number, unsigned thread) {
        const std::size_t first = number * each;
        body(workers[thread], first, static_cast<unsigned>(std::min(each, replicates - first)));
    });
}

void bootstrap_in_batches(const BootstrapRun& run) {
    const std::size_t classifiers = run.aucs.shape(1);
    std::vector<MergedOrder> orders;
    for (const Presort& presort : run.presorts) orders.emplace_back(presort, run.positives, run.negatives);
    in_batches(run.aucs.shape(0), run.threads, run.progress, Batch(run.positives, run.negatives),
               [&](Batch& batch, std::size_t first, unsigned size) {
                   batch.draw(run.key, run.first_replicate + first, size, run.stratified);
                   for (std::size_t k = 0; k < classifiers; ++k)
                       batch.aucs(orders[k], run.aucs.data() + first * classifiers + k, classifiers);
               });
}

void bootstrap_one_by_one(const BootstrapRun& run) {
    const std::size_t classifiers = run.aucs.shape(1), replicates = run.aucs.shape(0);
    Monitor monitor(run.progress, replicates);
    const std::size_t workers = worker_count(replicates, run.threads);
    std::vector<Draws> draws(workers, Draws(run.positives, run.negatives));
    std::vector<std::vector<std::uint32_t>> below(workers, std::vector<std::uint32_t>(run.positives + 1));
    parallel_for(replicates, run.threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draws[worker].draw(PhiloxStream(run.key, run.first_replicate + replicate), run.stratified);
        for (std::size_t k = 0; k < classifiers; ++k)
            run.aucs.data()[replicate * classifiers + k] = resampled_auc(run.presorts[k], draws[worker], below[worker]);
    });
}

void bootstrap_aucs(Matrix<const std::uint32_t> positive_order, Matrix<const std::uint32_t> negative_order,
                    Matrix<const std::uint32_t> positives_less, Matrix<const std::uint32_t> positives_not_greater,
                    bool stratified, std::uint64_t key, std::uint64_t first_replicate, Matrix<double> aucs,
                    unsigned threads, nb::handle progress) {
    const std::size_t m = positive_order.shape(1), n = negative_order.shape(1);
    BootstrapRun run{{}, m, n, stratified, key, first_replicate, aucs, threads, progress};
    for (std::size_t k = 0; k < aucs.shape(1); ++k)
        run.presorts.push_back({positive_order.data() + k * m, negative_order.data() + k * n,
                                positives_less.data() + k * n, positives_not_greater.data() + k * n});
    nb::gil_scoped_release unlocked;
    (m + n < kBatchLimit ? bootstrap_in_batches : bootstrap_one_by_one)(run);
}

void bootstrap_counts(bool stratified, std::uint64_t key, std::uint64_t replicate, Vector<std::int64_t> positives,
                      Vector<std::int64_t> negatives) {
    Draws draws(positives.size(), negatives.size());
    draws.draw(PhiloxStream(key, replicate), stratified);
    std::copy_n(draws.positives(), positives.size(), positives.data());
    std::copy_n(draws.negatives(), negatives.size(), negatives.data());
}

void permutation_differences(Vector<const std::uint32_t> steps, std::size_t observations, std::size_t units,
                             std::uint64_t key, std::uint64_t first_replicate, Vector<std::int64_t> differences,
                             unsigned threads, nb::handle progress) {
    nb::gil_scoped_release unlocked;
    if (observations < kFlipLimit) {
        in_batches(differences.size(), threads, progress, FlipRows(units),
                   [&](FlipRows& rows, std::size_t first, unsigned size) {
                       Lanes found;
                       rows.draw(key, first_replicate + first);
                       swapped_differences(steps.data(), steps.size(), rows.data(), found);
                       for (unsigned lane = 0; lane < size; ++lane)
                           differences.data()[first + lane] = static_cast<std::int32_t>(found[lane]);
                   });
        return;
    }
    Monitor monitor(progress, differences.size());
    const std::size_t workers = worker_count(differences.size(), threads);
    std::vector<std::vector<std::uint8_t>> flips(workers, std::vector<std::uint8_t>(units));
    parallel_for(differences.size(), threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draw_flips(PhiloxStream(key, first_replicate + replicate), flips[worker]);
        differences.data()[replicate] = swapped_difference(steps.data(), steps.size(), flips[worker]);
    });
}

void weighted_permutation_differences(Vector<const std::uint32_t> steps, Vector<const std::int64_t> weights,
                                      std::size_t units, std::uint64_t key, std::uint64_t first_replicate,
                                      Vector<double> differences, unsigned threads, nb::handle progress) {
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, differences.size());
    const std::size_t workers = worker_count(differences.size(), threads);
    std::vector<std::vector<std::uint8_t>> flips(workers, std::vector<std::uint8_t>(units));
    parallel_for(differences.size(), threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draw_flips(PhiloxStream(key, first_replicate + replicate), flips[worker]);
        differences.data()[replicate] =
            static_cast<double>(swapped_weighted_difference(steps.data(), weights.data(), steps.size(), flips[worker]));
    });
}

void permutation_flips(std::uint64_t key, std::uint64_t replicate, Vector<std::uint8_t> flips) {
    std::vector<std::uint8_t> drawn(flips.size());
    draw_flips(PhiloxStream(key, replicate), drawn);
    std::copy(drawn.begin(), drawn.end(), flips.data());
}

void studentised_bootstrap(Matrix<const std::uint32_t> positive_order, Matrix<const std::uint32_t> negatives_less,
                           Matrix<const std::uint32_t> negatives_not_greater, Matrix<const std::uint32_t> negative_order,
                           Matrix<const std::uint32_t> positives_less, Matrix<const std::uint32_t> positives_not_greater,
                           Vector<const std::int64_t> contrast, bool stratified, std::uint64_t key,
                           std::uint64_t first_replicate, Matrix<double> aucs, Vector<double> variances, unsigned threads,
                           nb::handle progress) {
    const std::size_t classifiers = aucs.shape(1), replicates = aucs.shape(0);
    const std::size_t m = positive_order.shape(1), n = negative_order.shape(1);
    std::vector<Standing> positives(classifiers), negatives(classifiers);
    for (std::size_t k = 0; k < classifiers; ++k) {
        positives[k] = {positive_order.data() + k * m, negatives_less.data() + k * m, negatives_not_greater.data() + k * m};
        negatives[k] = {negative_order.data() + k * n, positives_less.data() + k * n, positives_not_greater.data() + k * n};
    }
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, replicates);
    const std::size_t workers = worker_count(replicates, threads);
    std::vector<Draws> draws(workers, Draws(m, n));
    std::vector<StudentisedScratch> scratch(workers, StudentisedScratch(m, n));
    parallel_for(replicates, threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        draws[worker].draw(PhiloxStream(key, first_replicate + replicate), stratified);
        for (std::size_t k = 0; k < classifiers; ++k) {
            const Presort presort{positives[k].order, negatives[k].order, negatives[k].others_less,
                                  negatives[k].others_not_greater};
            aucs.data()[replicate * classifiers + k] = resampled_auc(presort, draws[worker], scratch[worker].below);
        }
        variances.data()[replicate] =
            resampled_variance(positives, negatives, contrast.data(), draws[worker], scratch[worker]);
    });
}

template <class Value>
const Value* or_null(const Vector<const Value>& values) {
    return values.size() > 0 ? values.data() : nullptr;
}

std::vector<std::size_t> sizes_of(const Vector<const std::int64_t>& strata) {
    return {strata.data(), strata.data() + strata.size()};
}

// Without a contrast there are no variances.
void unit_bootstrap(Matrix<const std::uint32_t> steps, Vector<const std::uint32_t> units, Labels positive,
                    Vector<const std::int64_t> weights, Vector<const std::int64_t> strata,
                    Vector<const std::int64_t> sizes, Vector<const std::int64_t> contrast, std::uint64_t key,
                    std::uint64_t first_replicate, Matrix<double> aucs, Vector<double> variances, unsigned threads,
                    nb::handle progress) {
    const std::size_t classifiers = aucs.shape(1), replicates = aucs.shape(0);
    const UnitRows rows{units.data(), or_null(weights), positive.data(), units.size(), sizes_of(strata), or_null(sizes)};
    std::vector<const UnitStep*> orders;
    for (std::size_t k = 0; k < classifiers; ++k) orders.push_back(steps.data() + k * rows.rows);
    nb::gil_scoped_release unlocked;
    Monitor monitor(progress, replicates);
    const bool with_variance = contrast.size() > 0;
    std::vector<UnitReplicate> own(worker_count(replicates, threads), UnitReplicate(rows, with_variance));
    parallel_for(replicates, threads, &monitor, [&](std::size_t replicate, unsigned worker) {
        own[worker].draw(PhiloxStream(key, first_replicate + replicate));
        for (std::size_t k = 0; k < classifiers; ++k)
            aucs.data()[replicate * classifiers + k] = own[worker].wins(orders[k]).auc();
        if (with_variance) variances.data()[replicate] = own[worker].variance(orders, contrast.data());
    });
}

void unit_counts(Vector<const std::int64_t> strata, Vector<const std::int64_t> sizes, std::uint64_t key,
                 std::uint64_t replicate, Vector<std::int64_t> times) {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> results;
    std::vector<std::uint64_t> drawn(times.size());
    draw_units(PhiloxStream(key, replicate), sizes_of(strata), or_null(sizes), bytes, results, drawn);
    std::copy(drawn.begin(), drawn.end(), times.data());
}

void random_words(std::uint64_t key, std::uint64_t replicate, Vector<std::uint32_t> words) {
    PhiloxStream stream(key, replicate);
    for (std::size_t i = 0; i < words.size(); ++i) words.data()[i] = stream.next();
}

bool wide(bool wanted) { return use_wide = wanted && processor_is_wide(); }

}  // namespace

void bind_resampling(nb::module_& module) {
    using namespace nanobind::literals;
    module.def("bootstrap_aucs", &bootstrap_aucs, "positive_order"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "stratified"_a, "key"_a, "first_replicate"_a, "aucs"_a, "threads"_a, "progress"_a.none());
    module.def("bootstrap_counts", &bootstrap_counts, "stratified"_a, "key"_a, "replicate"_a, "positives"_a, "negatives"_a);
    module.def("permutation_differences", &permutation_differences, "steps"_a, "observations"_a, "units"_a, "key"_a, "first_replicate"_a, "differences"_a, "threads"_a, "progress"_a.none());
    module.def("weighted_permutation_differences", &weighted_permutation_differences, "steps"_a, "weights"_a, "units"_a, "key"_a, "first_replicate"_a, "differences"_a, "threads"_a, "progress"_a.none());
    module.def("permutation_flips", &permutation_flips, "key"_a, "replicate"_a, "flips"_a);
    module.def("studentised_bootstrap", &studentised_bootstrap, "positive_order"_a, "negatives_less"_a, "negatives_not_greater"_a, "negative_order"_a, "positives_less"_a, "positives_not_greater"_a, "contrast"_a, "stratified"_a, "key"_a, "first_replicate"_a, "aucs"_a, "variances"_a, "threads"_a, "progress"_a.none());
    module.def("unit_bootstrap", &unit_bootstrap, "steps"_a, "units"_a, "positive"_a, "weights"_a, "strata"_a, "sizes"_a, "contrast"_a, "key"_a, "first_replicate"_a, "aucs"_a, "variances"_a, "threads"_a, "progress"_a.none());
    module.def("unit_counts", &unit_counts, "strata"_a, "sizes"_a, "key"_a, "replicate"_a, "times"_a);
    module.def("use_wide", &wide, "wanted"_a);
    module.def("random_words", &random_words, "key"_a, "replicate"_a, "words"_a);
}

}  // namespace aucurate
