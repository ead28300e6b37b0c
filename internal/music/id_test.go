package music

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestNewIDIsULID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		<-time.After(time.Until(time.UnixMilli(1469918176385))) // the example of the ULID specification
		if id := NewID(); id[:10] != "01ARYZ6S41" || len(id) != 26 {
			t.Errorf("got %s, want 26 characters beginning 01ARYZ6S41", id)
		}
	})
}

func TestNewIDsDifferAndSortByTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ids []string
		for range 1000 {
			ids = append(ids, NewID())
			<-time.After(time.Millisecond)
		}
		if !slices.IsSorted(ids) {
			t.Error("ids made later sort before earlier ones")
		}
		if n := len(slices.Compact(slices.Clone(ids))); n != len(ids) {
			t.Errorf("%d of %d ids are distinct", n, len(ids))
		}
	})
}
