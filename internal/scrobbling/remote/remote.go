// Package remote asks services to which listens are sent.
package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"sonora/internal/music"
	"sonora/internal/outgoing"
)

const (
	timeout      = 20 * time.Second
	maxAnswer    = 1 << 20 // bytes
	maxCause     = 200     // bytes of an answer in the log
	maxRetryWait = time.Hour
)

// Client sends requests to one kind of service. It is safe for concurrent use.
type Client struct {
	http    *http.Client
	title   string // of the service
	version string // of this program
}

// NewClient returns a client for the service with a title. It connects to public
// networks and to the address named, which may be nil; while inside returns true, also to
// private networks.
func NewClient(title, version string, named *url.URL, inside func() bool) *Client {
	c := outgoing.New(outgoing.Config{Named: named, Inside: inside, MaxBody: maxAnswer, Timeout: timeout})
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // requests contain secrets
	return &Client{c, title, version}
}

// Answer is a response with its JSON.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	title  string
}

// Ask sends a request. It returns Elsewhere if there is no answer or it is not JSON,
// whatever its status, and TooMany if the service asks for a pause.
func (c *Client) Ask(r *http.Request) (*Answer, error) {
	r.Header.Set("User-Agent", music.ProductName+"/"+c.version)
	res, err := c.http.Do(r)
	if err != nil {
		return nil, c.unreachable(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, c.unreachable(err)
	}
	a := &Answer{res.StatusCode, res.Header, body, c.title}
	switch {
	case a.Status == http.StatusTooManyRequests:
		return nil, a.Pause()
	case a.Status >= http.StatusInternalServerError, a.Status >= http.StatusMultipleChoices && a.Status < http.StatusBadRequest, !json.Valid(body):
		e := a.Fault()
		e.RetryAfter = waitOf(a.Header)
		return nil, e
	}
	return a, nil
}

// Fault is the error for an answer that is not what the service should answer.
func (a *Answer) Fault() *music.Error {
	return music.NewError(music.Elsewhere, "%s does not answer as it should at the moment.", a.title).Because(a.Cause())
}

// Pause is the error for an answer that asks for a pause.
func (a *Answer) Pause() *music.Error {
	e := music.NewError(music.TooMany, "%s gets too many requests at the moment.", a.title).Because(a.Cause())
	e.RetryAfter = waitOf(a.Header)
	return e
}

// Cause describes an answer in the log.
func (a *Answer) Cause() error { return fmt.Errorf("status %d: %.*q", a.Status, maxCause, a.Body) }

// unreachable says why there is no answer. The cause has no address, which may be secret.
func (c *Client) unreachable(err error) error {
	if inner, ok := errors.AsType[*url.Error](err); ok {
		err = inner.Err
	}
	switch {
	case errors.Is(err, outgoing.ErrAddress), errors.Is(err, outgoing.ErrRedirect):
		return music.NewError(music.Elsewhere, "The server is in a private network or has no https address. An operator can allow that in the settings.").Because(err)
	default:
		return music.NewError(music.Elsewhere, "%s cannot be reached at the moment.", c.title).Because(err)
	}
}

// waitOf returns how long a service asks to wait; 0 if it does not say.
func waitOf(h http.Header) time.Duration {
	for _, name := range []string{"X-RateLimit-Reset-In", "Retry-After"} {
		if seconds, err := strconv.Atoi(h.Get(name)); err == nil && seconds > 0 {
			return time.Duration(min(seconds, int(maxRetryWait/time.Second))) * time.Second
		}
	}
	return 0
}
