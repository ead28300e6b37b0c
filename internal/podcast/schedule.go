package podcast

import (
	"slices"
	"time"

	"sonora/internal/feed"
)

const (
	minPoll       = 5 * time.Minute
	maxPoll       = 24 * time.Hour
	usualPoll     = time.Hour
	cadenceSample = 10 // latest episodes from which the publishing interval is calculated
)

// pause returns the time until a feed is read again: a sixth of the interval
// between its latest episodes, less when the next one is due, and longer for
// shows that have stopped publishing.
func pause(episodes []time.Time, hint time.Duration, now time.Time) time.Duration {
	wait := usualPoll
	slices.SortFunc(episodes, func(a, b time.Time) int { return b.Compare(a) })
	if n := min(len(episodes), cadenceSample); n > 1 {
		gaps := []time.Duration{}
		for i := range n - 1 {
			gaps = append(gaps, episodes[i].Sub(episodes[i+1]))
		}
		slices.Sort(gaps)
		gap := gaps[len(gaps)/2]
		wait = gap / 6
		if silent := now.Sub(episodes[0]); silent > 4*gap {
			wait = max(wait, silent/24) // the show has paused or ended
		} else if silent > gap*3/4 {
			wait = min(wait, usualPoll) // the next episode is due
		}
	}
	return clampPoll(max(wait, hint))
}

// clampPoll limits a pause to minPoll and maxPoll.
func clampPoll(wait time.Duration) time.Duration { return min(max(wait, minPoll), maxPoll) }

// retry returns the pause after a failure that follows earlier failures in a
// row, or the longer one that the server asked for.
func retry(earlier int, asked time.Duration) time.Duration {
	wait := minPoll << min(earlier, 10)
	return clampPoll(max(wait, asked))
}

// spread adds up to a tenth, so that feeds are not all read at the same time.
func (s *Service) spread(wait time.Duration) time.Duration {
	return wait + time.Duration(s.jitter()*float64(wait)/10)
}

func datesOf(episodes []feed.Episode) []time.Time {
	dates := make([]time.Time, 0, len(episodes))
	for i := range episodes {
		if episodes[i].PublishedAt.Unix() > 1 {
			dates = append(dates, episodes[i].PublishedAt)
		}
	}
	return dates
}
