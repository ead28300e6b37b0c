package event

import (
	"fmt"
	"testing"

	"sonora/internal/music"
)

// TestNobodyTakesAllStreams opens as many streams as each kind of client gets.
func TestNobodyTakesAllStreams(t *testing.T) {
	fill := func(w *watchers, account, address func(i int) string) (n int, last error) {
		for ; n < 10_000; n++ {
			if _, last = w.enter(account(n), address(n)); last != nil {
				return n, last
			}
		}
		return n, nil
	}
	one := func(text string) func(int) string { return func(int) string { return text } }
	many := func(pattern string) func(int) string {
		return func(i int) string { return fmt.Sprintf(pattern, i/250, i%250) }
	}
	for name, c := range map[string]struct {
		max              int
		account, address func(int) string
		want             int
	}{
		"one person":                      {4000, one("ada"), many("192.0.%d.%d"), 64},
		"one person, few descriptors":     {200, one("ada"), many("192.0.%d.%d"), 25},
		"one address":                     {4000, many("person-%d-%d"), one("192.0.2.1"), 200},
		"one subscriber with IPv6":        {4000, many("person-%d-%d"), many("2001:db8::%d:%d"), 200},
		"one address, few descriptors":    {200, many("person-%d-%d"), one("192.0.2.1"), 50},
		"a proxy on this machine":         {4000, many("person-%d-%d"), one("127.0.0.1"), 4000},
		"visitors from everywhere":        {4000, one(""), many("192.0.%d.%d"), 2000},
		"visitors at one address":         {4000, one(""), one("192.0.2.1"), 200},
		"members from everywhere":         {4000, many("person-%d-%d"), many("192.0.%d.%d"), 4000},
		"members with hardly any streams": {1, many("person-%d-%d"), many("192.0.%d.%d"), 1},
	} {
		n, err := fill(newWatchers(c.max), c.account, c.address)
		if n != c.want || music.CodeOf(err) != music.TooMany {
			t.Errorf("%s: %d streams, want %d; %v", name, n, c.want, err)
		}
	}
}

func TestStreamsThatEndMakeRoom(t *testing.T) {
	w := newWatchers(4)
	leave, err := w.enter("ada", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.enter("ada", "192.0.2.2"); music.CodeOf(err) != music.TooMany {
		t.Errorf("a second stream: %v", err)
	}
	leave()
	if _, err := w.enter("ada", "192.0.2.1"); err != nil {
		t.Error(err)
	}
	if len(w.of) != 2 || w.all != 1 {
		t.Errorf("counted: %v, %d", w.of, w.all)
	}
}
