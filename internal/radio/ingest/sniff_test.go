package ingest

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
)

func TestSniff(t *testing.T) {
	for first, want := range map[string]speech{
		"":                                      unclear,
		"G":                                     unclear,
		"GET":                                   unclear,
		"GET /":                                 web,
		"GET / HTTP/1.1\r\n":                    web,
		"PRI * HTTP/2.0\r\n\r\nSM":              web,
		"OPTIONS * HTTP/1.1\r\n":                web,
		"S":                                     unclear,
		"SOURCE":                                unclear,
		"SOURCE ":                               source,
		"SOURCE /jazz ICE/1.0\n":                source,
		"PUT /ja":                               unclear,
		"PUT /jazz ":                            source,
		"PUT /jazz HTTP/1.1\r\n":                source,
		"PUT /radio/jazz HTTP/1.1\r\n":          source,
		"PUT /api/radios/1 HTTP/1.1\r\n":        web,
		"PUT /api HTTP/1.1\r\n":                 web,
		"PUT / HTTP/1.1\r\n":                    web,
		"PUT /" + strings.Repeat("x", maxFirst): web,
		"!POKE\n":                               shoutcast,
		"hackme":                                unclear,
		"hackme\r\n":                            shoutcast,
		"nina:hackme\n":                         shoutcast,
		"\r\n":                                  web,
		"\n":                                    web,
		"two words\r\n":                         web,
		strings.Repeat("x", maxBare+1):          web,
		strings.Repeat("x", maxBare+1) + "\n":   web,
		"\x16\x03\x01\x02\x00":                  web,
		"pass\x00word\n":                        web,
	} {
		if got := sniff([]byte(first), looksLikeMount); got != want {
			t.Errorf("%.60q: %d, want %d", first, got, want)
		}
	}
	if sniff([]byte("PUT /api/x HTTP/1.1\n"), anyTarget) != source {
		t.Error("PUT on the radio port")
	}
}

func TestMountOf(t *testing.T) {
	for target, want := range map[string]string{
		"/jazz": "jazz", "jazz": "jazz", "/radio/jazz": "jazz", "/jazz.mp3": "jazz", "/radio/jazz.opus?x=1": "jazz", "/": "", "": "", "/radio/": "radio",
		"//jazz/": "jazz",
	} {
		if got := mountOf(target); got != want {
			t.Errorf("%q: %q, want %q", target, got, want)
		}
	}
}

// FuzzSniff checks that the detected protocol does not depend on how the first
// bytes are split, and does not change once it is known.
func FuzzSniff(f *testing.F) {
	for _, seed := range []string{"GET / HTTP/1.1\r\n\r\n", "SOURCE /a ICE/1.0\n\n", "PUT /a HTTP/1.1\r\n", "PUT /api/a HTTP/1.1\r\n", "!POKE\n", "secret\r\nicy-name:x\r\n", "\x16\x03"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, first []byte) {
		first = first[:min(len(first), maxFirst)]
		was := unclear
		for n := range len(first) + 1 {
			now := sniff(first[:n], looksLikeMount)
			if was != unclear && now != was && was != web {
				t.Fatalf("%q was %d after %d bytes, now %d", first[:n], was, n-1, now)
			}
			if was == unclear {
				was = now
			}
			if was == web {
				return // the connection continued
			}
		}
	})
}

// FuzzHead checks that arbitrary headers are limited and do not break the parser.
func FuzzHead(f *testing.F) {
	for _, seed := range []string{
		"SOURCE /jazz HTTP/1.0\r\nAuthorization: Basic c291cmNlOnB3\r\nice-audio-info: ice-bitrate=128;channels=2\r\n\r\n",
		"PUT /jazz\nicy-br:96,96\nContent-Length: -1\nExpect: 100-Continue\n\n", "SOURCE\n\n", ":\n:\n\n", "A B C\n" + strings.Repeat("x", 5000),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := readHead(bufio.NewReaderSize(bytes.NewReader(text), 64))
		if err != nil {
			return
		}
		if len(text) > maxHead && !bytes.Contains(text[:maxHead], []byte("\n\n")) && !bytes.Contains(text[:maxHead], []byte("\n\r\n")) {
			t.Fatal("a head above the limit was accepted")
		}
		if user, password, ok := h.credentials(); ok && password == "" {
			t.Fatalf("%q without a password", user)
		}
		about := describe(h, "")
		if about.bitrate < 0 || about.bitrate > 10_000 || strings.ContainsAny(about.client+about.name, "\r\n\x00") {
			t.Fatalf("%+v", about)
		}
		if h.length() < -1 || welcome(h) == "" || mountOf(h.target) == "\n" {
			t.Fatal(h)
		}
	})
}

// FuzzForm parses badly escaped forms.
func FuzzForm(f *testing.F) {
	f.Add("mode=updinfo&song=100%;x%2&charset=koi8-r")
	f.Add("song=%FF%FE%00&artist=+&title=<b>")
	f.Fuzz(func(t *testing.T, query string) {
		form := values{}
		form.read(query)
		title := titleOf(form)
		if strings.ContainsAny(title.String(), "\r\n\x00") || len([]rune(title.Title)) > maxLineRunes || len([]rune(title.Artist)) > maxLineRunes {
			t.Fatalf("%q", title)
		}
	})
}

// TestFirstBytes sends a request with a long first line. It is passed on
// completely, and the buffer for inspecting it is released.
func TestFirstBytes(t *testing.T) {
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	request := "PUT /" + strings.Repeat("x", 2*usualFirst) + " HTTP/1.1\r\n"
	go func() { _, _ = io.WriteString(far, request) }() // the reader notices missing bytes
	c := &conn{Conn: near, l: &listener{isMount: func(string) bool { return false }}, heard: func() {}}
	got := make([]byte, len(request))
	if _, err := io.ReadFull(c, got); err != nil || string(got) != request {
		t.Fatalf("%q, %v", got, err)
	}
	if c.first != nil {
		t.Error("the buffer was not released")
	}
}
