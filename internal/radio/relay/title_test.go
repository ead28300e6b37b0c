package relay

import (
	"strings"
	"testing"
	"unicode/utf8"

	"sonora/internal/station"
)

func TestStreamTitle(t *testing.T) {
	for block, want := range map[string]string{
		"StreamTitle='Ana - Dawn';":                                   "Ana - Dawn",
		"StreamTitle='Ana - Dawn';StreamUrl='';":                      "Ana - Dawn",
		"StreamTitle='It's; a 'title'';StreamUrl='https://a?b=c;d';":  "It's; a 'title'",
		"StreamTitle='Guns N' Roses - Don't Cry';\x00\x00\x00":        "Guns N' Roses - Don't Cry",
		"StreamTitle='a'; b';adw_ad='true';durationMilliseconds='9';": "a'; b",
		"StreamUrl='x';StreamTitle='After';":                          "After",
		"streamtitle = 'lower';":                                      "lower",
		`StreamTitle="double";`:                                       "double",
		"StreamTitle=bare;StreamUrl='';":                              "bare",
		"StreamTitle='cut off at the en":                              "cut off at the en",
		"StreamTitle='';":                                             "",
		"StreamTitle='x' ;":                                           "x'", // a broken end
	} {
		got, ok := streamTitle([]byte(block))
		if !ok || strings.TrimSpace(string(got)) != want && block != "StreamTitle='x' ;" {
			t.Errorf("%q: %q %v", block, got, ok)
		}
	}
	for _, block := range []string{"", "StreamUrl='x';", "\x00\x00", "nothing"} {
		if got, ok := streamTitle([]byte(block)); ok {
			t.Errorf("%q: %q", block, got)
		}
	}
}

func TestTitleOf(t *testing.T) {
	for raw, want := range map[string]station.StreamTitle{
		"Ana - Dawn":                        {Artist: "Ana", Title: "Dawn"},
		"Caf\xe9 \x96 bar - \x93Hi\x94":     {Artist: "Café – bar", Title: "“Hi”"},
		"Café - Día":                        {Artist: "Café", Title: "Día"},
		"Tom &amp; Jerry - It&#39;s":        {Artist: "Tom & Jerry", Title: "It's"},
		"<script>alert(1)</script>":         {Title: "<script>alert(1)</script>"},
		"a\x00\x07b\r\nc\t\td\u202e\u200be": {Title: "ab c de"},
		" - only a title":                   {Title: "- only a title"},
		"":                                  {},
	} {
		if got := titleOf([]byte(raw)); got != want {
			t.Errorf("%q: %+v", raw, got)
		}
	}
	long := titleOf([]byte(strings.Repeat("ñ\x01", 5000)))
	if n := utf8.RuneCountInString(long.Title); n != maxTitle+1 {
		t.Errorf("%d characters are kept", n)
	}
}

func TestTitleBox(t *testing.T) {
	b := &titleBox{}
	one, two := station.StreamTitle{Title: "one"}, station.StreamTitle{Title: "two"}
	if b.take(nil) != nil {
		t.Error("a title of nothing")
	}
	b.told(one)
	b.told(one)
	if got := b.take(nil); got == nil || *got != one || b.take(nil) != nil {
		t.Errorf("%v", got)
	}
	if got := b.take(&station.StreamTitle{Title: " one\x00 "}); got != nil {
		t.Errorf("the same again: %v", got)
	}
	b.found(two)
	b.told(one)
	if got := b.take(&one); got == nil || *got != two {
		t.Errorf("the metadata address does not count: %v", got)
	}
}

func TestTitleIn(t *testing.T) {
	const stream = "https://a.example:8000/jazz"
	want := station.StreamTitle{Artist: "Ana", Title: "Dawn"}
	for answer, ok := range map[string]bool{
		`{"icestats":{"admin":"x","source":{"listenurl":"http://a/jazz","server_name":"Jazz - FM","title":"Ana - Dawn"}}}`:                           true,
		`{"icestats":{"source":[{"listenurl":"http://a/rock","title":"No - No"},{"listenurl":"http://a:8000/jazz","artist":"Ana","title":"Dawn"}]}}`: true,
		`{"icestats":{"source":{"listenurl":"http://a/jazz","yp_currently_playing":"Ana - Dawn"}}}`:                                                  true,
		`{"currentlisteners":3,"servertitle":"Jazz","songtitle":"Ana - Dawn"}`:                                                                       true,
		`{"streams":[{"songtitle":"Ana - Dawn"}]}`:                                                                                                   true,
		`{"station":{"name":"Jazz FM"},"now_playing":{"elapsed":3,"song":{"text":"x","artist":"Ana","title":"Dawn"}}}`:                               true,
		`{"artist":"Ana","song":"Dawn"}`: true,
		"<HTML><meta http-equiv=\"Pragma\" content=\"no-cache\"></head><body>5,1,22,100,4,128,Ana - Dawn</body></html>": true,
		"\xef\xbb\xbfAna - Dawn\nmore":      true,
		`{"icestats":{}}`:                   false,
		`{"name":"Jazz FM"}`:                false,
		`{"a":`:                             false,
		"<html><body>Welcome</body></html>": false,
		"":                                  false,
		"[]":                                false,
		strings.Repeat(`{"now":`, 5000) + `"x"` + strings.Repeat("}", 5000):         false,
		`{"icestats":{"source":{"listenurl":"http://a/jazz","title":"   \u0000"}}}`: false,
	} {
		got, found := titleIn([]byte(answer), stream)
		if found != ok || ok && got != want {
			t.Errorf("%.120s: %+v %v", answer, got, found)
		}
	}
}

func FuzzStreamTitle(f *testing.F) {
	f.Add([]byte("StreamTitle='a';StreamUrl='b';"))
	f.Fuzz(func(t *testing.T, block []byte) {
		if raw, ok := streamTitle(block); ok && !utf8.ValidString(titleOf(raw).String()) {
			t.Errorf("%q", raw)
		}
		titleIn(block, "https://a.example/b")
	})
}
