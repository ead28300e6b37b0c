package provider

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/outgoing"
)

// TestHostsOfFiles runs without the guard of the network: the adapter itself
// refuses hosts that are not the service's, and sends them no credentials.
func TestHostsOfFiles(t *testing.T) {
	for name, c := range map[string]struct {
		address, moved string // moved is where the address redirects to
		status         int
		length         int64
		kind           Kind // "" for success
		signed         bool // whether the last request has the key
	}{
		"own":             {"/a.mp3", "", 200, 0, "", true},
		"below":           {"https://cdn1.suno.ai/a", "", 200, 0, "", false},
		"moved below":     {"/a.mp3", "https://cdn1.suno.ai/a", 200, 0, "", false},
		"moved elsewhere": {"https://cdn1.suno.ai/a", "https://evil.example/a", 200, 0, Unusable, false},
		"without TLS":     {"http://cdn1.suno.ai/a", "", 200, 0, Unusable, false},
		"similar":         {"https://notsuno.ai/a", "", 200, 0, Unusable, false},
		"expired":         {"https://cdn1.suno.ai/a", "", 403, 0, Gone, false},
		"refused":         {"/a.mp3", "", 403, 0, Auth, true},
		"2 GB":            {"/a.mp3", "", 200, 2 << 30, Unusable, true},
	} {
		t.Run(name, func(t *testing.T) {
			signed := false
			client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				signed = r.Header.Get("X-Key") != "" // net/http drops only the usual ones
				res := &http.Response{StatusCode: c.status, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(string(song))), ContentLength: c.length}
				if c.moved != "" && r.URL.String() != c.moved {
					res.StatusCode = http.StatusFound
					res.Header.Set("Location", c.moved)
				}
				return res, nil
			})}
			p, err := New(Suno, Config{URL: "https://service.example", Key: secret}, func(*url.URL) *http.Client { return client })
			if err != nil {
				t.Fatal(err)
			}
			a := p.(*suno)
			a.headers = map[string]string{"X-Key": secret}
			o, err := a.output(c.address)
			if err == nil {
				_, err = o.Open(t.Context())
			}
			if c.kind == "" && err != nil {
				t.Error(err)
			} else if c.kind != "" {
				if e := as(t, err); e.Kind != c.kind {
					t.Error(e)
				}
			}
			if signed != c.signed {
				t.Errorf("sent the key: %v", signed)
			}
		})
	}
}

// body is a file that sends its beginning and then does what the function says.
type body struct {
	io.Reader

	then func() error
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = b.then()
	}
	return n, err
}

// TestDownloadEnds reads files that do not end as they should.
func TestDownloadEnds(t *testing.T) {
	for name, c := range map[string]struct {
		then  func(ctx context.Context) error
		kind  Kind
		after time.Duration
	}{
		"stands still":               {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, Transient, answerTime},
		"larger than the guard lets": {func(context.Context) error { return outgoing.ErrTooLarge }, Unusable, 0},
		"cut off":                    {func(context.Context) error { return io.ErrUnexpectedEOF }, Transient, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
				content := &body{bytes.NewReader(song), func() error { return c.then(r.Context()) }}
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r, Body: io.NopCloser(content), ContentLength: -1}, nil
			})}
			p, err := New(Suno, Config{URL: "https://service.example", Key: secret}, func(*url.URL) *http.Client { return client })
			if err != nil {
				t.Fatal(err)
			}
			o, err := p.(*suno).output("/a.mp3")
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			file, err := o.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			_, err = io.Copy(io.Discard, file)
			if e := as(t, err); e.Kind != c.kind || time.Since(began) != c.after {
				t.Errorf("%s: after %s: %v", name, time.Since(began), e)
			}
		})
	}
}
