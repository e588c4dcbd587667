// Confusion matrices of many weight vectors: the observations are laid out anew a tile at a time, so
// that a few stay in the fastest cache while all vectors decide them.
#pragma once

#include "weighted.hpp"

namespace aucurate {

// Bytes of scores that are decided by one vector after the other.
constexpr std::size_t kCachedBytes = 16 * 1024;

// Bytes of scores that a tile may hold, and observations of each label that fill its packs well.
constexpr std::size_t kTileBytes = std::size_t(32) << 20, kTileOfLabel = 1600;

// Counts of one thread join those of the others here.
inline void add_to(std::int64_t& total, std::int64_t more) { __atomic_fetch_add(&total, more, __ATOMIC_RELAXED); }

// The scores of all classes for all observations, and the label of each observation as its class.
template <class Score>
struct Table {
    const Score* values;
    const std::int64_t* codes;
    std::size_t classes, observations;
};

// Whether the observations of each label get packs of their own, so that a pack is counted at once.
// Arranging them costs more with every class, which a few vectors do not pay back.
inline bool worth_grouping(std::size_t classes, std::size_t vectors) {
    return classes <= kMostClasses && 2 * vectors > classes;
}

inline std::size_t tile_size(std::size_t classes, bool grouped) {
    if (!grouped) return 32 * kPack;
    return std::min(kTileOfLabel * classes, (kTileBytes / (classes * sizeof(Row)) - classes) * kPack);
}

// Some observations in packs. Where they are grouped by label, packs are filled up with scores of 0,
// for which every vector decides the first class; otherwise each observation is counted by itself.
class Tile {
public:
    Tile(std::size_t classes, bool grouped, std::size_t observations)
        : classes_(classes), grouped_(grouped), places_(observations), labels_(observations),
          sizes_(grouped_ ? classes : 1), begins_(sizes_.size() + 1),
          rows_(classes * std::min(observations, observations / kPack + sizes_.size())) {}

    template <class Score>
    void load(const Table<Score>& table, std::size_t begin, std::size_t end) {
        const std::size_t count = end - begin;
        std::copy_n(table.codes + begin, count, labels_.begin());
        arrange(count);
        double* scores = rows_.data()->of;
        for (std::size_t label = 0; label < classes_; ++label) {
            const Score* values = table.values + label * table.observations + begin;
            for (std::size_t i = 0; i < count; ++i) scores[places_[i] + label * kPack] = static_cast<double>(values[i]);
        }
    }

    // Adds to confusions[v][label][decided] for the vectors v from `begin` to `end`.
    void count(const WeightVectors& vectors, std::size_t begin, std::size_t end, std::int64_t* confusions) {
        if (!grouped_) return count_each(vectors, begin, end, confusions);
        for (std::size_t label = 0; label < classes_; ++label)
            if (sizes_[label] > 0) count_label(label, vectors, begin, end, confusions);
    }

private:
    std::size_t classes_;
    bool grouped_;
    std::vector<std::size_t> places_;
    std::vector<std::int64_t> labels_;
    std::vector<std::size_t> sizes_, begins_;  // of each group: its observations, and its first pack
    std::vector<Row> rows_;
    std::vector<std::uint32_t> counts_;

    std::size_t group(std::size_t i) const { return grouped_ ? static_cast<std::size_t>(labels_[i]) : 0; }

    // Where the score that the first class gives to each observation stands among the scores.
    void arrange(std::size_t count) {
        std::fill(sizes_.begin(), sizes_.end(), 0);
        for (std::size_t i = 0; i < count; ++i) ++sizes_[group(i)];
        std::vector<std::size_t> next(sizes_.size());
        for (std::size_t g = 0; g < sizes_.size(); ++g) {
            next[g] = begins_[g] * kPack;
            begins_[g + 1] = begins_[g] + (sizes_[g] + kPack - 1) / kPack;
            if (sizes_[g] % kPack != 0) std::fill_n(rows_.data() + (begins_[g + 1] - 1) * classes_, classes_, Row{});
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t place = next[group(i)]++;
            places_[i] = place / kPack * kPack * classes_ + place % kPack;
        }
    }

    void count_label(std::size_t label, const WeightVectors& vectors, std::size_t begin, std::size_t end,
                     std::int64_t* confusions) {
        const std::size_t most = std::clamp<std::size_t>(kCachedBytes / (classes_ * sizeof(Row)), 4, kMostPacks);
        counts_.assign((end - begin) * classes_, 0);
        for (std::size_t pack = begins_[label]; pack < begins_[label + 1]; pack += most)
            for (std::size_t v = begin; v < end; ++v)
                aucurate::count(rows_.data() + pack * classes_, std::min(most, begins_[label + 1] - pack), classes_,
                                vectors[v], counts_.data() + (v - begin) * classes_);
        const std::size_t filled = (begins_[label + 1] - begins_[label]) * kPack - sizes_[label];
        for (std::size_t v = begin; v < end; ++v) {
            std::uint32_t* counts = counts_.data() + (v - begin) * classes_;
            counts[0] -= static_cast<std::uint32_t>(filled);
            for (std::size_t decided = 0; decided < classes_; ++decided)
                if (counts[decided] > 0) add_to(confusions[(v * classes_ + label) * classes_ + decided], counts[decided]);
        }
    }

    void count_each(const WeightVectors& vectors, std::size_t begin, std::size_t end, std::int64_t* confusions) const {
        std::uint32_t decided[kPack];
        for (std::size_t first = 0; first < sizes_[0]; first += kPack)
            for (std::size_t v = begin; v < end; ++v) {
                decide(rows_.data() + first / kPack * classes_, classes_, vectors[v], decided);
                for (std::size_t i = 0; i < std::min<std::size_t>(kPack, sizes_[0] - first); ++i) {
                    const std::size_t label = static_cast<std::size_t>(labels_[first + i]);
                    add_to(confusions[(v * classes_ + label) * classes_ + decided[i]], 1);
                }
            }
    }
};

}  // namespace aucurate
