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
	maxCause   = 200 // bytes of an answer in the log

	answerTime   = 15 * time.Second // for one answer
	questionTime = 30 * time.Second // for a question: waiting for one's turn, and the answer
	patience     = 40 * time.Second // for all questions that a call takes
	usualPause   = 5 * time.Second  // after an answer that says «not now» and not how long
	longestPause = time.Hour
)

// source is somebody who is asked. It is safe for concurrent use.
type source struct {
	name   string // for people, at the beginning of a sentence
	base   *url.URL
	client *http.Client
	agent  func() string // what it is told about who asks
	turns  *rate.Limiter
	memory *memory
	asking singleflight.Group

	mu     sync.Mutex
	paused time.Time // not asked before
}

// newSource returns a source at its own address, or at the one the operator gave.
func newSource(name, given, own string, every time.Duration, most int64) (*source, error) {
	base, err := url.Parse(strings.TrimSuffix(cmp.Or(given, own), "/"))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Hostname() == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("%s: %q is no address to ask; give one such as %s", name, given, own)
	}
	c := outgoing.Config{MaxBody: most, Timeout: answerTime}
	if given != "" {
		c.Named = base
	}
	return &source{name: name, base: base, client: outgoing.New(c), turns: rate.NewLimiter(rate.Every(every), 1)}, nil
}

// ask returns what decode makes of the answer, the zero T when there is none
// (404). Answers are remembered for a while, and who asks the same meanwhile
// waits for the same answer. decode returns an error for what is no answer,
// and how many bytes its result takes.
func ask[T any](ctx context.Context, s *source, path string, query url.Values, decode func([]byte) (T, error)) (T, error) {
	u := s.base.JoinPath(path)
	u.RawQuery = query.Encode()
	address := u.String()
	var none T
	if known, ok := s.memory.get(address); ok {
		return known.(T), nil //nolint:forcetypeassert // one address is always decoded alike
	}
	answer := s.asking.DoChan(address, func() (any, error) {
		// Who leaves does not spoil it for the others who wait.
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
		return a.Val.(T), nil //nolint:forcetypeassert // see above
	}
}

// fetch returns the body of an answer, nil when there is none to the question.
func (s *source) fetch(ctx context.Context, address string) ([]byte, error) {
	if err := s.turn(ctx); err != nil {
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
		return nil, s.fault(fmt.Errorf("read the answer: %w", err))
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

// turn waits until the source may be asked.
func (s *source) turn(ctx context.Context) error {
	s.mu.Lock()
	wait := time.Until(s.paused)
	s.mu.Unlock()
	if wait > 0 {
		return s.busy(wait, errors.New("it asked for a pause"))
	}
	if err := s.turns.Wait(ctx); err != nil {
		return s.busy(questionTime, err)
	}
	return nil
}

// pause leaves the source alone for a while.
func (s *source) pause(wait time.Duration, err error) error {
	s.mu.Lock()
	s.paused = time.Now().Add(wait)
	s.mu.Unlock()
	return s.busy(wait, err)
}

func (s *source) busy(wait time.Duration, err error) error {
	e := music.NewError(music.Unavailable, fmt.Sprintf("%s has too many questions to answer at the moment. Please try again soon.", s.name)).
		Because(fmt.Errorf("ask %s: %w", s.base.Host, err))
	e.RetryAfter = wait
	return e
}

func (s *source) fault(err error) error {
	return music.NewError(music.Unavailable, fmt.Sprintf("%s does not answer as it should at the moment. Please try again later.", s.name)).
		Because(fmt.Errorf("ask %s: %w", s.base.Host, err))
}

// retryAfter is how long a source wants to be left alone.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	wait := usualPause
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		wait = time.Duration(min(seconds, int(longestPause/time.Second))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = time.Until(at)
	}
	return min(max(wait, time.Second), longestPause)
}
