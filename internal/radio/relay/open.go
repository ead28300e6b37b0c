package relay

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sonora/internal/codec/text"
	"sonora/internal/radio/frame"
)

const (
	maxHops    = 8 // URLs requested on the way to one stream, without redirects
	maxEntries = 5 // entries of a playlist that are tried
	sniffBytes = 512
)

// trail counts the steps on the way to a stream.
type trail struct{ hops int }

// open requests a URL and whatever it leads to.
func (c *Client) open(ctx context.Context, text string, t *trail) (*Stream, error) {
	address, err := parseAddress(text)
	if err != nil {
		return nil, err
	}
	if t.hops++; t.hops > maxHops {
		return nil, errCircles
	}
	res, err := c.ask(ctx, address)
	if err != nil {
		return nil, err
	}
	body := bufio.NewReaderSize(res.Body, 16<<10)
	head, _ := body.Peek(sniffBytes) // an error shows when the body is read
	switch kind := kindOf(contentType(res), head); kind {
	case aStream:
		return streamOf(res, body), nil
	case aPage:
		res.Body.Close()
		return nil, errPage
	default:
		at := res.Request.URL // after redirects
		list, err := readPlaylist(res.Body, body)
		if err != nil {
			return nil, err
		}
		if kind == anHLS {
			return c.openHLS(ctx, at, list, t)
		}
		return c.openEntries(ctx, at, entriesOf(kind, list), t)
	}
}

func parseAddress(text string) (*url.URL, error) {
	address, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return nil, errAddress.Because(err)
	case address.Scheme != "http" && address.Scheme != "https", address.Hostname() == "":
		return nil, errAddress
	}
	return address, nil
}

// readPlaylist reads a playlist completely and closes it.
func readPlaylist(closer io.Closer, body io.Reader) ([]byte, error) {
	patience := time.AfterFunc(playlistTime, func() { closer.Close() })
	defer patience.Stop()
	defer closer.Close()
	return readAll(body, maxPlaylist)
}

// openEntries opens the first entry of a playlist that answers.
func (c *Client) openEntries(ctx context.Context, base *url.URL, entries []string, t *trail) (*Stream, error) {
	failed := error(errNoStream)
	for _, entry := range entries[:min(len(entries), maxEntries)] {
		relative, err := url.Parse(entry)
		if err != nil {
			continue
		}
		stream, err := c.open(ctx, base.ResolveReference(relative).String(), t)
		if err == nil || ctx.Err() != nil {
			return stream, err
		}
		failed = err
	}
	return nil, failed
}

// streamOf returns the stream of an endless response.
func streamOf(res *http.Response, body io.Reader) *Stream {
	titles := &titleBox{}
	if every := metaint(res.Header.Get("Icy-Metaint")); every > 0 {
		body = newICYReader(body, every, titles.told)
	}
	info := infoOf(res)
	return &Stream{Info: info, frames: frame.NewReader(body, info.ContentType), titles: titles, body: res.Body}
}

func infoOf(res *http.Response) Info {
	say := func(names ...string) string {
		for _, name := range names {
			if value := clean(text.Decode([]byte(res.Header.Get(name)))); value != "" {
				return value
			}
		}
		return ""
	}
	bitrate, _, _ := strings.Cut(say("Icy-Br", "Ice-Bitrate"), ",")
	kbits, err := strconv.Atoi(strings.TrimSpace(bitrate))
	if err != nil || kbits < 0 || kbits > 10_000 {
		kbits = 0
	}
	return Info{
		Name: say("Icy-Name", "Ice-Name"), Description: say("Icy-Description", "Ice-Description"), Genre: say("Icy-Genre", "Ice-Genre"),
		Bitrate: kbits, ContentType: contentType(res),
	}
}

func contentType(res *http.Response) string {
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err != nil {
		kind, _, _ = strings.Cut(res.Header.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(kind))
}

// kind is the kind of a response.
type kind int

const (
	aStream kind = iota
	aPage
	aPLS
	anM3U
	anXSPF
	anHLS
)

// kindOf tells playlists from streams by their first bytes, because the content
// types that servers send are often wrong.
func kindOf(contentType string, head []byte) kind {
	text := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"))
	switch {
	case bytes.HasPrefix(text, []byte("#extm3u")):
		if bytes.Contains(text, []byte("#ext-x-")) {
			return anHLS
		}
		return anM3U
	case bytes.HasPrefix(text, []byte("[playlist]")):
		return aPLS
	case bytes.HasPrefix(text, []byte("<")):
		if bytes.Contains(text, []byte("xspf")) || bytes.HasPrefix(text, []byte("<asx")) {
			return anXSPF
		}
		return aPage
	case bytes.HasPrefix(text, []byte("http://")), bytes.HasPrefix(text, []byte("https://")):
		return anM3U
	}
	switch contentType {
	case "audio/x-scpls", "application/pls+xml":
		return aPLS
	case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl":
		return anM3U
	}
	return aStream
}
