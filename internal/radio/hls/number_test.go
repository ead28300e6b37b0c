package hls

import (
	"testing"
	"time"
)

// TestNumbersAfterATakeover lets servers take over from one that died, shortly
// after it published a segment: no number is used twice.
func TestNumbersAfterATakeover(t *testing.T) {
	t.Parallel()
	const takeover = 3 * time.Second
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for after := time.Duration(0); after < 3*segmentTime; after += 100 * time.Millisecond {
		for lasted := time.Duration(0); lasted < 5*segmentTime; lasted += 100 * time.Millisecond {
			var dead, next tape
			from := begin.Add(after)
			dead.skipTo(from)
			last := dead.cut.next + int64(lasted/segmentTime) // the sound of the first is there at once
			next.skipTo(from.Add(lasted + takeover))
			if next.cut.next <= last {
				t.Fatalf("begun %v into a segment, died after %v: %d follows %d", after, lasted, next.cut.next, last)
			}
		}
	}
}
