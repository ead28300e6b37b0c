package mix

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestSlowMachine checks that a deck plays even if it is not full in time.
func TestSlowMachine(t *testing.T) {
	for _, c := range []struct {
		decoded time.Duration
		want    error
	}{{3 * time.Second, nil}, {time.Second, ErrSlow}, {0, ErrSlow}} {
		synctest.Test(t, func(t *testing.T) {
			d := &deck{filled: make(chan struct{})}
			d.spool.Store(&spool{ring: NewRing(deckBuffer), done: make(chan struct{})})
			d.ring().TryWrite(make([]float32, int(c.decoded.Seconds()*Rate)*Channels))
			began := time.Now()
			if err := d.wait(t.Context()); !errors.Is(err, c.want) || time.Since(began) != loadTime {
				t.Errorf("%v decoded: %v after %v", c.decoded, err, time.Since(began))
			}
		})
	}
}
