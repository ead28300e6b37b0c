package music

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"": "fine", "https://a.example": "fine", "http://localhost:8000/stream;?a=b": "fine", "HTTPS://müller.example/ä": "fine", "http://[2001:db8::1]:8000/": "fine",
		"/media/audio/upl_9.mp3": "ours", "/api/tracks/01AR/stream": "ours", "/api/covers/0f-_.jpg": "ours",
		"javascript:alert(1)": "bad", "JaVaScRiPt://a.example/%0aalert(1)": "bad", "data:text/html,x": "bad", "blob:https://a.example/x": "bad", "file:///etc/passwd": "bad",
		"//a.example/x": "bad", "/media/../api/logout": "bad", "/media/./x": "bad", "/media//x": "bad", "/media/x/": "bad", "/media/%2e%2e/api/logout": "bad",
		"/media/x?y": "bad", "/media/x#y": "bad", "/api/logout": "bad", "media/x": "bad", `/media\x`: "bad", "/media/": "bad", "https://u:p@a.example": "bad",
		"https://": "bad", "https://a b.example": "bad", "https://a..example": "bad", "https://a.example/\"><script>": "bad", "https://a.example/\x00": "bad",
		"https://a.example/" + strings.Repeat("a", maxAddress): "bad",
	} {
		for _, ours := range []bool{true, false} {
			f := FieldErrors{}
			f.CheckAddress("url", text, ours)
			if good := len(f) == 0; good != (want == "fine" || want == "ours" && ours) {
				t.Errorf("%.60q, ours %v: %v", text, ours, f)
			}
		}
	}
}

func TestParseInvalidNumbers(t *testing.T) {
	for _, bpm := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		m := NewMix()
		m.Title, m.AudioURL, m.BPM = "x", "https://a.example", bpm
		if err := m.Check(); CodeOf(err) != Invalid {
			t.Errorf("%v: %v", bpm, err)
		}
	}
}

func TestWeekChange(t *testing.T) {
	for _, c := range []struct {
		week, before int
		percent      float64
		ok           bool
	}{{1152, 1000, 15.2, true}, {0, 4, -100, true}, {3, 3, 0, true}, {5, 0, 0, false}} {
		s := AdminStats{StreamsWeek: c.week, StreamsWeekAgo: c.before}
		if percent, ok := s.WeekChange(); ok != c.ok || math.Abs(percent-c.percent) > 1e-9 {
			t.Errorf("%d after %d: %v %v", c.week, c.before, percent, ok)
		}
	}
}

func TestDayBegan(t *testing.T) {
	at := time.Date(2026, 3, 14, 2, 30, 0, 0, time.UTC)
	for zone, want := range map[string]string{"UTC": "2026-03-14T00:00:00Z", "America/New_York": "2026-03-13T04:00:00Z", "Nowhere": "2026-03-14T00:00:00Z"} {
		s := Settings{Timezone: zone}
		if got := s.DayBegan(at).UTC().Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", zone, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"  Ana \t\r\n Dawn\u2028":       "Ana Dawn",
		"a\x00\x1b[31mb\x7f":            "a[31mb",
		"\u202eabc\u2066\ufeff":         "abc",
		"so\u00adft\u200b space":        "soft space",
		"na\u200cme \u0915\u094d\u200d": "na\u200cme \u0915\u094d\u200d",
		"caf\xe9 \ufffd\uffff":          "caf",
		"<b> & “x”":                     "<b> & “x”",
	} {
		if got := OneLine(text, 0); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for limit, want := range map[int]string{1: "é", 2: "é", 3: "é ü", 9: "é ü ñ"} {
		if got := OneLine(" é  ü ñ", limit); got != want {
			t.Errorf("%d: %q, want %q", limit, got, want)
		}
	}
	for limit, want := range map[int]string{1: "é…", 2: "é…", 3: "é ü…", 5: "é ü ñ"} {
		if got := Shorten("é ü ñ", limit); got != want {
			t.Errorf("%d: %q, want %q", limit, got, want)
		}
	}
}
