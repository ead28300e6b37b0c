package ai

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/ai/provider"
	"sonora/internal/generation"
)

var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return noon.Add(-d) }

// foretold returns the pieces of a lane in the order in which they are taken, each with when it begins.
func foretold(lane generation.Lane, queue []generation.Waiting, busy ...generation.Generation) string {
	var out []string
	for f := newForecast(lane, queue, busy, noon); len(f.queue) > 0; {
		id, at := f.next()
		out = append(out, fmt.Sprint(id, " ", at))
	}
	return strings.Join(out, ", ")
}

// piece returns a queued piece by the composer that takes a number of seconds to make.
func piece(id, owner string, seconds int, servedAt time.Time) generation.Waiting {
	return generation.Waiting{ID: id, OwnerID: owner, Lane: generation.Composer, Duration: time.Duration(seconds) * speed * time.Second, ServedAt: servedAt}
}

func TestWhoIsNext(t *testing.T) {
	queue := []generation.Waiting{
		piece("a1", "ana", 10, ago(time.Minute)), piece("a2", "ana", 10, ago(time.Minute)), piece("b1", "ben", 20, ago(5*time.Minute)),
		{ID: "elsewhere", OwnerID: "dan", Lane: generation.Services},
		piece("c1", "cleo", 10, time.Time{}), piece("b2", "ben", 10, ago(5*time.Minute)),
	}
	if got, want := foretold(generation.Composer, queue), "c1 0s, b1 0s, a1 10s, b2 20s, a2 20s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := foretold(generation.Composer, nil); got != "" {
		t.Errorf("in an empty queue: %s", got)
	}
}

// TestNobodyHasTwoInTheMaking holds with workers that have nothing to do.
func TestNobodyHasTwoInTheMaking(t *testing.T) {
	composing := generation.Generation{OwnerID: "ana", Provider: generation.BuiltIn, Duration: 240 * time.Second, StartedAt: noon}
	queue := []generation.Waiting{piece("a1", "ana", 30, noon), piece("a2", "ana", 30, noon), piece("b1", "ben", 50, noon)}
	if got, want := foretold(generation.Composer, queue, composing), "b1 0s, a1 30s, a2 1m0s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	ordered := generation.Generation{OwnerID: "ana", Provider: provider.Suno, Progress: 0.25, StartedAt: noon}
	waiting := []generation.Waiting{{ID: "a1", OwnerID: "ana", Lane: generation.Services, ServedAt: noon}, {ID: "b1", OwnerID: "ben", Lane: generation.Services, ServedAt: noon}}
	if got, want := foretold(generation.Services, waiting, ordered), "b1 0s, a1 1m30s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	ordered.StartedAt = ago(7 * time.Minute)
	if got, want := foretold(generation.Services, waiting, ordered), "b1 0s, a1 5m0s"; got != want {
		t.Errorf("behind an order that is 5 minutes late: %s, want %s", got, want)
	}
}

// TestBriefPieces are made beside each other, but not beside a long one.
func TestBriefPieces(t *testing.T) {
	queue := []generation.Waiting{piece("deck a", "ana", 10, noon), piece("deck b", "ana", 10, noon), piece("album", "ana", 30, noon)}
	if got, want := foretold(generation.Composer, queue), "deck a 0s, deck b 0s, album 10s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	composing := generation.Generation{OwnerID: "ana", Provider: generation.BuiltIn, Duration: 240 * time.Second, StartedAt: noon}
	if got, want := foretold(generation.Composer, queue[:1], composing), "deck a 30s"; got != want {
		t.Errorf("beside a long one: %s, want %s", got, want)
	}
}

func TestAllWorkersAreBusy(t *testing.T) {
	busy := []generation.Generation{
		{OwnerID: "dan", Provider: generation.BuiltIn, Duration: 400 * time.Second, Progress: 0.5},
		{OwnerID: "eva", Provider: generation.BuiltIn, Duration: 80 * time.Second},
	}
	queue := slices.Repeat([]generation.Waiting{piece("a", "ana", 100, noon)}, 2)
	if got, want := foretold(generation.Composer, queue, busy...), "a 10s, a 1m50s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
