package limit

import (
	"net/http"
	"testing"
	"time"
)

// TestEveryAnswerTellsWhatIsLeft takes the requests of a minute, and then some.
func TestEveryAnswerTellsWhatIsLeft(t *testing.T) {
	now := time.Unix(0, 0)
	l := New(func() time.Time { return now })
	const policy = `"write";q=3;w=60`
	for i, c := range []struct {
		after time.Duration
		state string
		wait  time.Duration
	}{
		{0, `"write";r=2;t=20`, 0},
		{5 * time.Second, `"write";r=1;t=15`, 0},
		{0, `"write";r=0;t=15`, 0},
		{0, `"write";r=0;t=15`, 15 * time.Second},
		{15 * time.Second, `"write";r=0;t=20`, 0},
	} {
		now = now.Add(c.after)
		taken := l.Take("write ana", 3)
		h := http.Header{}
		taken.Tell(h)
		if h.Get("RateLimit-Policy") != policy || h.Get("RateLimit") != c.state || taken.Wait.Round(time.Millisecond) != c.wait {
			t.Errorf("%d: %v, wait %s; want %s and %s", i, h, taken.Wait, c.state, c.wait)
		}
	}
}

func BenchmarkTake(b *testing.B) {
	l, h := New(time.Now), http.Header{}
	b.ReportAllocs()
	for b.Loop() {
		taken := l.Take("read ana", 1_000_000)
		taken.Tell(h)
	}
}
