package library_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"sonora/internal/music"
)

// TestTotalsAreUsedAgainDuringAScan tells from a context that has ended whether
// the tracks are counted: counting them would fail.
func TestTotalsAreUsedAgainDuringAScan(t *testing.T) {
	h := newHouse(t, 1)
	h.SetTotalsLife(time.Hour)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	change := func() {
		if _, err := h.store.PublishScanned(t.Context(), true); err != nil {
			t.Error(err)
		}
	}
	h.song("a.mp3", 1)
	h.scan()
	change()
	if _, err := h.Totals(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("before a scan: %v", err)
	}
	if stats, err := h.Totals(t.Context()); err != nil || stats.Tracks != 1 {
		t.Errorf("before a scan: %+v, %v", stats, err)
	}

	h.song("b.mp3", 2)
	h.InjectReader(func(read func(string) (*music.AudioFile, error)) func(string) (*music.AudioFile, error) {
		return func(name string) (*music.AudioFile, error) {
			change()
			if stats, err := h.Totals(ended); err != nil || stats.Tracks != 1 {
				t.Errorf("during a scan: %+v, %v", stats, err)
			}
			return read(name)
		}
	})
	h.scan()
	if stats, err := h.Totals(t.Context()); err != nil || stats.Tracks != 2 {
		t.Errorf("after a scan: %+v, %v", stats, err)
	}
}
