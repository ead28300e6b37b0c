package ai

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/generation"
)

func TestInTurn(t *testing.T) {
	now := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)
	ago := func(minutes int) time.Time { return now.Add(-time.Duration(minutes) * time.Minute) }
	queue := []generation.Waiting{
		{ID: "a1", OwnerID: "ana", ServedAt: ago(1)},
		{ID: "a2", OwnerID: "ana", ServedAt: ago(1)},
		{ID: "b1", OwnerID: "ben", ServedAt: ago(5)},
		{ID: "c1", OwnerID: "cleo"},
		{ID: "b2", OwnerID: "ben", ServedAt: ago(5)},
	}
	var got []string
	for _, w := range inTurn(queue, now) {
		got = append(got, w.ID)
	}
	if want := []string{"c1", "b1", "a1", "b2", "a2"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if len(inTurn(nil, now)) != 0 {
		t.Error("an empty queue is not empty")
	}
}
