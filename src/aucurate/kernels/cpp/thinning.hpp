// The points of a curve that thinning may keep, found bucket by bucket while the scores are sorted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "keys.hpp"

namespace aucurate {

struct CurvePoint {
    std::uint64_t key;
    std::int64_t true_positives, false_positives;
    bool needed;  // whether it is kept even if it is no corner of the hull
};

// The lines whose crossing makes a point worth keeping: see kernels/thinning.py, which lays them.
// All ascend.
struct CurveLines {
    std::int64_t positives, negatives;          // of all observations
    std::int64_t positives_below, negatives_below;  // of those whose scores are below all that are ranked here
    std::vector<std::int64_t> along;            // the first point not below is kept
    std::vector<std::int64_t> true_positives;   // the first point not below is kept
    std::vector<std::int64_t> false_positives;  // the last point not above is kept
    bool every_point;                           // of a curve too short to be thinned
};

// What one bucket contributes, from the highest threshold down.
struct CurvePart {
    std::size_t points = 0;  // how many the curve has in this bucket
    bool first_passes = false;  // a line of false positives, so that the point before is needed
    std::vector<CurvePoint> kept;
};

// Leaves the points that are needed and the corners of the upper hull of all (Andrew 1979).
inline void leave_needed(std::vector<CurvePoint>& points) {
    auto turns_right = [](const CurvePoint& a, const CurvePoint& b, const CurvePoint& c) {
        const auto up = static_cast<__int128>(c.true_positives - a.true_positives);
        const auto across = static_cast<__int128>(c.false_positives - a.false_positives);
        return (b.false_positives - a.false_positives) * up < (b.true_positives - a.true_positives) * across;
    };
    std::vector<std::size_t> hull;
    for (std::size_t c = 0; c < points.size(); ++c) {
        while (hull.size() > 1 && !turns_right(points[hull[hull.size() - 2]], points[hull.back()], points[c]))
            hull.pop_back();
        hull.push_back(c);
    }
    auto corner = hull.begin();
    std::size_t left = 0;
    for (std::size_t at = 0; at < points.size(); ++at) {
        const bool is_corner = corner != hull.end() && *corner == at;
        corner += is_corner;
        if (is_corner || points[at].needed) points[left++] = points[at];
    }
    points.resize(left);
}

// The next of some ascending lines; `crossed` says whether a value has reached it (or passed it).
class NextLine {
public:
    NextLine(const std::vector<std::int64_t>& lines, std::int64_t start, bool passing)
        : at_(passing ? std::lower_bound(lines.begin(), lines.end(), start)
                      : std::upper_bound(lines.begin(), lines.end(), start)),
          end_(lines.end()),
          passing_(passing) {
        look();
    }

    bool crossed(std::int64_t value) {
        if (value < next_) return false;
        while (at_ != end_ && *at_ + passing_ <= value) ++at_;
        look();
        return true;
    }

private:
    void look() { next_ = at_ == end_ ? INT64_MAX : *at_ + passing_; }

    std::vector<std::int64_t>::const_iterator at_, end_;
    bool passing_;
    std::int64_t next_;
};

// The points of a bucket that may be kept: those beside a crossing, both ends, and those where the
// curve turns to the right, of which some are corners of the hull.
class CurveWalk {
public:
    CurveWalk(const CurveLines& lines, const CurvePoint& start)
        : lines_(lines),
          along_(lines.along, along(start), false),
          up_(lines.true_positives, start.true_positives, false),
          across_(lines.false_positives, start.false_positives, true),
          before_(start),
          here_(start) {}

    void step(CurvePoint next) {
        const bool passes = across_.crossed(next.false_positives);
        if (part_.points++ == 0) {
            part_.first_passes = passes;
        } else {
            here_.needed |= passes;
            if (here_.needed || part_.kept.empty() || turns_right(next)) part_.kept.push_back(here_);
            before_ = here_;
        }
        next.needed = lines_.every_point;
        next.needed |= along_.crossed(along(next));
        next.needed |= up_.crossed(next.true_positives);
        here_ = next;
    }

    // The corners of the whole curve's hull that lie in the bucket are corners of the bucket's own.
    CurvePart finish() {
        if (part_.points > 0) part_.kept.push_back(here_);
        leave_needed(part_.kept);
        return std::move(part_);
    }

private:
    std::int64_t along(const CurvePoint& point) const {
        return point.true_positives * lines_.negatives + point.false_positives * lines_.positives;
    }

    bool turns_right(const CurvePoint& next) const {
        return (here_.true_positives - before_.true_positives) * (next.false_positives - here_.false_positives) >
               (next.true_positives - here_.true_positives) * (here_.false_positives - before_.false_positives);
    }

    const CurveLines& lines_;
    NextLine along_, up_, across_;
    CurvePoint before_, here_;
    CurvePart part_;
};

template <class Bucket>
CurvePart thin(const Bucket& bucket, const CurveLines& lines) {
    std::size_t i = bucket.positives, j = bucket.negatives;
    std::int64_t above = lines.positives - lines.positives_below - static_cast<std::int64_t>(bucket.positives_below + i);
    std::int64_t beside = lines.negatives - lines.negatives_below - static_cast<std::int64_t>(bucket.negatives_below + j);
    CurveWalk walk(lines, {0, above, beside, false});
    while (i > 0 || j > 0) {
        const bool from_positive =
            j == 0 || (i > 0 && key_of(bucket.positive[i - 1]) >= key_of(bucket.negative[j - 1]));
        const std::uint64_t key = from_positive ? key_of(bucket.positive[i - 1]) : key_of(bucket.negative[j - 1]);
        for (; i > 0 && key_of(bucket.positive[i - 1]) == key; --i) ++above;
        for (; j > 0 && key_of(bucket.negative[j - 1]) == key; --j) ++beside;
        walk.step({key, above, beside, false});
    }
    return walk.finish();
}

// Neighbouring parts as one, the lowest first.
inline CurvePart joined(const std::vector<CurvePart>& parts) {
    CurvePart all;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        if (part->points == 0) continue;
        if (all.points == 0)
            all.first_passes = part->first_passes;
        else if (part->first_passes)
            all.kept.back().needed = true;
        all.points += part->points;
        all.kept.insert(all.kept.end(), part->kept.begin(), part->kept.end());
    }
    leave_needed(all.kept);
    return all;
}

// The thinned curve from its parts, the lowest first; the point of no calls comes first.
inline CurvePart whole_curve(const std::vector<CurvePart>& parts) {
    std::vector<CurvePart> from_top = parts;
    CurvePart start;
    start.points = 1;
    start.kept.push_back({0, 0, 0, true});
    from_top.push_back(start);
    return joined(from_top);
}

}  // namespace aucurate
