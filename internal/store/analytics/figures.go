package analytics

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/store/kernel"
)

// Sum is how often something was played, and for how long.
type Sum struct {
	Plays    int64
	Listened time.Duration
}

func (s *Sum) add(plays, listened int64) {
	s.Plays += plays
	s.Listened += kernel.Length(listened)
}

// Total is what was heard in a time range.
type Total struct {
	Sources map[Source]Sum
	People  int // accounts with a play that counts
}

// Plays returns the plays of tracks, mixes and episodes. Listening to a station is
// not a play of something.
func (t *Total) Plays() int64 {
	return t.Sources[TrackSource].Plays + t.Sources[MixSource].Plays + t.Sources[EpisodeSource].Plays
}

// Listened returns the time that people listened to anything.
func (t *Total) Listened() time.Duration {
	var all time.Duration
	for _, s := range t.Sources {
		all += s.Listened
	}
	return all
}

func (t *Total) add(source, plays, listened int64) {
	if t.Sources == nil {
		t.Sources = map[Source]Sum{}
	}
	sum := t.Sources[Source(source)]
	sum.add(plays, listened)
	t.Sources[Source(source)] = sum
}

// Plays returns what was heard in a time range, without the people.
func (s *Store) Plays(ctx context.Context, in Span) (t Total, err error) {
	if err = s.each(ctx, total, in, t.add); err != nil {
		return t, fmt.Errorf("add up plays: %w", err)
	}
	return t, nil
}

// Total returns what was heard in a time range.
func (s *Store) Total(ctx context.Context, in Span) (Total, error) {
	t, err := s.Plays(ctx, in)
	if err != nil {
		return t, err
	}
	set, err := s.people(ctx, in)
	t.People = set.count()
	return t, err
}

// people returns who listened in a time range.
func (s *Store) people(ctx context.Context, in Span) (set people, err error) {
	if err = s.each(ctx, person, in, func(number, _, _ int64) { set.add(number) }); err != nil {
		return nil, fmt.Errorf("count people: %w", err)
	}
	return set, nil
}

// steps finds the step of a time: step i goes from at[i] to at[i+1].
type steps []int64

func stepsOf(bounds []time.Time) steps {
	at := make(steps, len(bounds))
	for i, b := range bounds {
		at[i] = kernel.Millis(b)
	}
	return at
}

func (s steps) of(at int64) int {
	i, found := slices.BinarySearch(s, at)
	if !found {
		i--
	}
	if i >= len(s)-1 {
		return -1
	}
	return i
}

// hours returns the hours that contain all steps.
func (s steps) hours() hours {
	return hours{s[0] / hourMillis, (s[len(s)-1] + hourMillis - 1) / hourMillis}
}

// eachSlot calls f for the sums of a subject in steps, which begin at multiples of
// Slot, or of the shorter slots of a subject.
func (s *Store) eachSlot(ctx context.Context, of subject, in steps, f func(step int, number, plays, listened int64)) error {
	slots := of.slots()
	at := make([]int, slots)
	return eachRow(ctx, s.db.Read, of, 0, in.hours(), func(hour int64, data []byte) error {
		for i := range at {
			at[i] = in.of(hour*hourMillis + int64(i)*hourMillis/slots)
		}
		return decode(data, of.isSet(), func(c cell) {
			if step := at[c.key%slots]; step >= 0 {
				f(step, c.key/slots, c.plays, c.listened)
			}
		})
	})
}

// Series returns what was heard in each step, of which step i goes from bounds[i]
// to bounds[i+1], and in all of them.
func (s *Store) Series(ctx context.Context, bounds []time.Time) (series []Total, all Total, err error) {
	series = make([]Total, len(bounds)-1)
	everybody := people{}
	for i := range series {
		in := Span{bounds[i], bounds[i+1]}
		if series[i], err = s.Plays(ctx, in); err != nil {
			return nil, all, err
		}
		set, err := s.people(ctx, in)
		if err != nil {
			return nil, all, err
		}
		series[i].People = set.count()
		everybody.unite(set)
		for source, sum := range series[i].Sources {
			all.add(int64(source), sum.Plays, sum.Listened.Milliseconds())
		}
	}
	all.People = everybody.count()
	return series, all, nil
}

// Curve returns how long people listened to a station in each step, as in Series,
// and how often somebody began to. The steps begin at multiples of five minutes.
// An empty ID selects all stations.
func (s *Store) Curve(ctx context.Context, stationID string, bounds []time.Time) ([]Sum, error) {
	curve := make([]Sum, len(bounds)-1)
	numbers, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[int64]{}, "select seq from rollup_item where kind = ? and id = ?", string(Stations), stationID)
	if err == nil && (stationID == "" || len(numbers) > 0) {
		err = s.eachSlot(ctx, Stations.subject(), stepsOf(bounds), func(step int, number, plays, listened int64) {
			if stationID == "" || number == numbers[0] {
				curve[step].add(plays, listened)
			}
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the listeners of stations: %w", err)
	}
	return curve, nil
}
