package online

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"sonora/internal/music"
	"sonora/internal/outgoing"
)

const (
	maxJSON    = 1 << 20
	maxPicture = 15 << 20
	maxCause   = 200 // bytes of a response in the log

	answerTime   = 15 * time.Second // for one response
	questionTime = 30 * time.Second // for one request, including the wait for the rate limit
	patience     = 40 * time.Second // for all requests of a call
	usualPause   = 5 * time.Second  // after a "not now" response that does not say how long
	maxPause     = time.Hour
)

// source is a web service that is asked. It is safe for concurrent use.
type source struct {
	name    string // for people, at the start of a sentence
	base    *url.URL
	client  *http.Client
	agent   func() string // User-Agent
	limiter *rate.Limiter
	memory  *memory
	asking  singleflight.Group

	mu     sync.Mutex
	paused time.Time // no requests before
}

// newSource returns a source at its own address, or at the one that the
// operator configured.
func newSource(name, given, own string, every time.Duration, maxBody int64) (*source, error) {
	base, err := url.Parse(strings.TrimSuffix(cmp.Or(given, own), "/"))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("%s: %q is not an http or https address; enter one such as %s", name, given, own)
	}
	c := outgoing.Config{MaxBody: maxBody, Timeout: answerTime}
	if given != "" {
		c.Named = base
	}
	return &source{name: name, base: base, client: outgoing.New(c), limiter: rate.NewLimiter(rate.Every(every), 1)}, nil
}

// ask returns the decoded response, or the zero T if there is none (404). It
// caches responses for a while, and concurrent callers with the same request
// share one response. decode returns an error for an unexpected response.
func ask[T any](ctx context.Context, s *source, path string, query url.Values, decode func([]byte) (T, error)) (T, error) {
	u := s.base.JoinPath(path)
	u.RawQuery = query.Encode()
	address := u.String()
	var none T
	if known, ok := s.memory.get(address); ok {
		return known.(T), nil // the same address is always decoded the same way
	}
	answer := s.asking.DoChan(address, func() (any, error) {
		// A caller who leaves must not cancel the request for the others.
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), questionTime)
		defer stop()
		body, err := s.fetch(ctx, address)
		if err != nil {
			return none, err
		}
		value := none
		if body != nil {
			if value, err = decode(body); err != nil {
				return none, s.fault(fmt.Errorf("%w: %.*q", err, maxCause, body))
			}
		}
		s.memory.put(address, value, len(body))
		return value, nil
	})
	select {
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return none, s.fault(ctx.Err())
		}
		return none, ctx.Err()
	case a := <-answer:
		if a.Err != nil {
			return none, a.Err
		}
		return a.Val.(T), nil // see above
	}
}

// fetch returns the body of a response, or nil for 404.
func (s *source) fetch(ctx context.Context, address string) ([]byte, error) {
	if err := s.waitForLimit(ctx); err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, s.fault(err)
	}
	r.Header.Set("User-Agent", s.agent())
	res, err := s.client.Do(r)
	if err != nil {
		return nil, s.fault(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, s.fault(fmt.Errorf("read the response: %w", err))
	}
	switch res.StatusCode {
	case http.StatusOK:
		return body, nil
	case http.StatusNotFound:
		return nil, nil
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return nil, s.pause(retryAfter(res.Header), fmt.Errorf("%s: %.*q", res.Status, maxCause, body))
	}
	return nil, s.fault(fmt.Errorf("%s: %.*q", res.Status, maxCause, body))
}

// waitForLimit waits until a request to the source is allowed.
func (s *source) waitForLimit(ctx context.Context) error {
	s.mu.Lock()
	wait := time.Until(s.paused)
	s.mu.Unlock()
	if wait > 0 {
		return s.busy(wait, errors.New("the source asked for a pause"))
	}
	if err := s.limiter.Wait(ctx); err != nil {
		return s.busy(questionTime, err)
	}
	return nil
}

// pause sends no more requests to the source for a while.
func (s *source) pause(wait time.Duration, err error) error {
	s.mu.Lock()
	s.paused = time.Now().Add(wait)
	s.mu.Unlock()
	return s.busy(wait, err)
}

func (s *source) busy(wait time.Duration, err error) error {
	e := music.NewError(music.Unavailable, "%s has too many questions to answer at the moment. Please try again soon.", s.name).
		Because(fmt.Errorf("ask %s: %w", s.base.Host, err))
	e.RetryAfter = wait
	return e
}

func (s *source) fault(err error) error {
	return music.NewError(music.Unavailable, "%s does not answer as it should at the moment. Please try again later.", s.name).
		Because(fmt.Errorf("ask %s: %w", s.base.Host, err))
}

// retryAfter returns how long a source wants no requests.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	wait := usualPause
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		wait = time.Duration(min(seconds, int(maxPause/time.Second))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = time.Until(at)
	}
	return min(max(wait, time.Second), maxPause)
}
