package podcast

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sonora/internal/outgoing"
)

const (
	responseTime = 15 * time.Second // to connect, and to receive the response head
	stallTime    = 30 * time.Second // without a byte
	feedTime     = 2 * time.Minute  // for a whole feed
	maxHeader    = 64 << 10
	maxFeed      = 16 << 20 // bytes, uncompressed
	maxText      = 2 << 20  // of a chapters file or a transcript
	maxPicture   = 10 << 20
	maxRedirect  = 6
)

// newClient returns the HTTP client for feeds and episodes, with or without
// TLS. It checks the address at every connection, including those of redirects.
func newClient(inside func() bool) *http.Client {
	dial := outgoing.Dialer{Inside: inside, Stall: stallTime}
	return &http.Client{CheckRedirect: checkRedirect, Transport: &http.Transport{
		ResponseHeaderTimeout: responseTime, TLSHandshakeTimeout: responseTime, MaxResponseHeaderBytes: maxHeader,
		MaxIdleConnsPerHost: 2, MaxIdleConns: 16, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
		DialContext: dial.DialContext,
	}}
}

var (
	errCircles = errors.New("too many redirects")
	errScheme  = errors.New("neither http nor https")
)

type trailKey struct{}

// trail records where a feed moved permanently, as long as every redirect on
// the way is permanent.
type trail struct {
	moved string
	over  bool
}

func checkRedirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer") // do not reveal where the request came from
	switch {
	case len(via) > maxRedirect:
		return errCircles
	case r.URL.Scheme != "http" && r.URL.Scheme != "https" || r.URL.Hostname() == "":
		return errScheme
	}
	r.URL.User = nil // net/http would send it
	if t, ok := r.Context().Value(trailKey{}).(*trail); ok && r.Response != nil {
		permanent := r.Response.StatusCode == http.StatusMovedPermanently || r.Response.StatusCode == http.StatusPermanentRedirect
		if t.over = t.over || !permanent; !t.over {
			t.moved = r.URL.String()
		}
	}
	return nil
}

// login are the credentials of a private feed.
type login struct {
	User     string `json:"user"`
	Password string `json:"password"`
}

// fetchRequest is a GET request to another server.
type fetchRequest struct {
	url            string
	login          *login
	etag, modified string
	accept         string
	maxBytes       int64 // bytes; a longer response is cut off
}

// fetchResponse is what another server returned.
type fetchResponse struct {
	status         int
	body           []byte
	cut            bool // the response was longer
	etag, modified string
	moved          string // its permanent new URL; "" if it did not move
	kind           string // Content-Type
	retryAfter     time.Duration
	maxAge         time.Duration
}

// fetch returns the whole response, up to q.maxBytes bytes.
func (s *Service) fetch(ctx context.Context, q fetchRequest) (*fetchResponse, error) {
	ctx, stop := context.WithTimeout(ctx, feedTime)
	defer stop()
	t := &trail{}
	r, err := s.newRequest(context.WithValue(ctx, trailKey{}, t), q)
	if err != nil {
		return nil, err
	}
	res, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	a := &fetchResponse{
		status: res.StatusCode, etag: header(res, "ETag"), modified: header(res, "Last-Modified"), kind: header(res, "Content-Type"), moved: t.moved,
		retryAfter: retryAfter(res.Header.Get("Retry-After"), s.now()), maxAge: maxAge(res.Header.Get("Cache-Control")),
	}
	if a.status != http.StatusOK {
		return a, nil
	}
	a.body, err = io.ReadAll(io.LimitReader(res.Body, q.maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read response: %w", err)
	}
	if a.cut = int64(len(a.body)) > q.maxBytes; a.cut {
		a.body = a.body[:q.maxBytes]
	}
	return a, nil
}

func (s *Service) newRequest(ctx context.Context, q fetchRequest) (*http.Request, error) {
	u, err := url.Parse(q.url)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, errScheme
	}
	u.User = nil
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", s.agent())
	set := func(name, value string) {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	set("Accept", q.accept)
	set("If-None-Match", q.etag)
	set("If-Modified-Since", q.modified)
	if q.login != nil {
		r.SetBasicAuth(q.login.User, q.login.Password)
	}
	return r, nil
}

// maxValue is the maximum length of a header value that is kept.
const maxValue = 1000

func header(res *http.Response, name string) string {
	value := res.Header.Get(name)
	if len(value) > maxValue || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
		return ""
	}
	return value
}

// retryAfter returns the pause that a server asks for; 0 for none.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		return min(time.Duration(min(seconds, 1<<20))*time.Second, maxPoll)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), maxPoll)
	}
	return 0
}

// maxAge returns how long a response may be cached; 0 if unknown.
func maxAge(text string) time.Duration {
	for part := range strings.SplitSeq(text, ",") {
		if value, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(part)), "max-age="); ok {
			if seconds, err := strconv.Atoi(value); err == nil && seconds > 0 {
				return time.Duration(min(seconds, 1<<20)) * time.Second
			}
		}
	}
	return 0
}
