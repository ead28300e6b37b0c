// Package etag gives the JSON of responses their ETags, by RFC 9110.
package etag

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"
)

// Writer adds an ETag to the JSON of a response, and replaces JSON that the client
// has by 304 Not Modified.
type Writer struct {
	http.ResponseWriter
	known   string // If-None-Match
	version string // name of the header with the version, "" for none
	status  int    // set by WriteHeader, and not yet sent
	sent    bool
	omitted bool // the client has the body
}

// NewWriter returns a Writer for a request with an If-None-Match, and for a thing
// whose version is in the header with the given name; "" for things without
// versions. Call Send after the handler.
func NewWriter(w http.ResponseWriter, known, version string) *Writer {
	return &Writer{ResponseWriter: w, known: known, version: version}
}

// Versions returns the versions in If-Match, which contains ETags or versions in
// quotes. It returns nil if a request has no such header, or one that allows every
// version. Unlike in RFC 9110, a weak ETag can match, because only the version in it
// counts.
func Versions(h http.Header) []int64 {
	values, isGiven := h["If-Match"]
	ifMatch := strings.TrimSpace(strings.Join(values, ","))
	if !isGiven || ifMatch == "*" {
		return nil
	}
	versions := []int64{}
	for etag := range strings.SplitSeq(ifMatch, ",") {
		text, _, _ := strings.Cut(strings.Trim(strings.TrimPrefix(strings.TrimSpace(etag), "W/"), `"`), "-")
		if version, err := strconv.ParseInt(text, 10, 64); err == nil {
			versions = append(versions, version)
		}
	}
	return versions
}

// WriteHeader implements http.ResponseWriter.
func (t *Writer) WriteHeader(status int) { t.status = status }

// Send sends what a handler without a body left to be sent.
func (t *Writer) Send() {
	if !t.sent && t.status != 0 {
		t.ResponseWriter.WriteHeader(t.status)
	}
	t.sent = true
}

// Write implements http.ResponseWriter. The handler writes the whole body at once.
func (t *Writer) Write(p []byte) (int, error) {
	if !t.sent && t.status == http.StatusOK {
		t.tag(p)
	}
	t.Send()
	if t.omitted {
		return len(p), nil
	}
	return t.ResponseWriter.Write(p)
}

// tag sets the ETag of a body. It is weak, because the body may be compressed.
func (t *Writer) tag(body []byte) {
	etag := strconv.FormatUint(xxh3.Hash(body), 36)
	if t.version != "" {
		version := t.Header().Get(t.version)
		if version == "" { // it is deleted
			return
		}
		etag = version + "-" + etag
	}
	etag = `W/"` + etag + `"`
	t.Header()["Etag"] = []string{etag}
	if t.known != "" && isListed(t.known, etag) {
		t.status, t.omitted = http.StatusNotModified, true
		t.Header().Del("Content-Type")
	}
}

// Unwrap implements the interface of http.ResponseController.
func (t *Writer) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// isListed reports whether If-None-Match names a weak ETag, by the weak comparison
// of RFC 9110.
func isListed(ifNoneMatch, etag string) bool {
	for listed := range strings.SplitSeq(ifNoneMatch, ",") {
		listed = strings.TrimSpace(listed)
		if listed == "*" || strings.TrimPrefix(listed, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}
