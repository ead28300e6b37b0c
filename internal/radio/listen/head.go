package listen

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"sonora/internal/radio/frame"
)

// wantsTitles reports whether the listener asked for ICY titles and the codec
// can carry them. Ogg and WebM have titles of their own.
func wantsTitles(r *http.Request, codec frame.Codec) bool {
	return r.Header.Get("Icy-MetaData") == "1" && codec.IsPlain()
}

// describe sets the headers that describe the stream to players.
func (l *Listening) describe(h http.Header, titles bool) {
	h.Set("Content-Type", l.Hub.Codec().ContentType())
	h.Set("Cache-Control", "no-cache, no-store")
	h.Set("Accept-Ranges", "none")
	h.Set("X-Accel-Buffering", "no") // nginx would buffer the burst
	for name, value := range map[string]string{
		"icy-name": l.Name, "icy-description": l.Description, "icy-genre": l.Genre, "icy-url": l.Home,
	} {
		if value != "" {
			h[name] = []string{oneLine(value)} // lower case: old players compare the names literally
		}
	}
	if l.Bitrate > 0 {
		h["icy-br"] = []string{strconv.Itoa(l.Bitrate)}
	}
	h["icy-pub"] = []string{"0"}
	if l.Public {
		h["icy-pub"] = []string{"1"}
	}
	if titles {
		h["icy-metaint"] = []string{strconv.Itoa(metaInterval)}
	}
}

// head returns the response head for a connection that was hijacked. The stream
// ends with the connection.
func head(r *http.Request, h http.Header, now time.Time) []byte {
	h.Set("Connection", "close")
	h.Set("Date", now.UTC().Format(http.TimeFormat))
	h.Del("Content-Length")
	h.Del("Transfer-Encoding")
	var b bytes.Buffer
	version := "1.0"
	if r.ProtoAtLeast(1, 1) {
		version = "1.1"
	}
	fmt.Fprintf(&b, "HTTP/%s 200 OK\r\n", version)
	_ = h.Write(&b) // a buffer never fails
	b.WriteString("\r\n")
	return b.Bytes()
}
