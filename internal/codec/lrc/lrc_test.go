package lrc_test

import (
	"testing"
	"time"

	"sonora/internal/codec/lrc"
)

func TestParse(t *testing.T) {
	const ms = time.Millisecond
	lines := lrc.Parse("[ar:Ada]\n[offset:+100]\n[00:02.50]third\r\n[00:01.00][00:03.00]twice\n[00:00.50]<00:00.50>one <00:00.90>two\nno time\n")
	want := []struct {
		at   time.Duration
		text string
	}{{400 * ms, "one two"}, {900 * ms, "twice"}, {2400 * ms, "third"}, {2900 * ms, "twice"}}
	if len(lines) != len(want) {
		t.Fatalf("%d lines: %+v", len(lines), lines)
	}
	for i, w := range want {
		if lines[i].At != w.at || lines[i].Text != w.text {
			t.Errorf("line %d: %v %q, want %v %q", i, lines[i].At, lines[i].Text, w.at, w.text)
		}
	}
	if words := lines[0].Words; len(words) != 2 || words[0].Text != "one " || words[1].At != 800*ms {
		t.Errorf("words: %+v", words)
	}
	if len(lrc.Parse("")) != 0 || len(lrc.Parse("no times\nat all")) != 0 {
		t.Error("lines of nothing")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[offset:-99999999]\n[99:99.999]<0:0>x<1:1.1>\n[0:0][0:0]")
	f.Fuzz(func(t *testing.T, text string) {
		for i, line := range lrc.Parse(text) {
			if line.At < 0 || i > len(text) {
				t.Errorf("%+v", line)
			}
		}
	})
}
