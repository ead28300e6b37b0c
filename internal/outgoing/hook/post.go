// Package hook posts messages to webhooks, and signs them as Standard Webhooks asks.
package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"sonora/internal/music"
	"sonora/internal/outgoing"
)

const (
	timeout      = 10 * time.Second
	maxAnswer    = 64 << 10 // bytes
	maxExcerpt   = 200      // characters of an answer that are shown
	maxRetryWait = time.Hour
)

// Poster posts to webhooks. It is safe for concurrent use.
type Poster struct {
	Config
	client *http.Client
}

// Config limits where a Poster connects to. Only Now is required.
type Config struct {
	Named  *url.URL    // an address in a private network to which it connects, too
	Inside func() bool // whether every address may be in a private network, and without TLS
	Now    func() time.Time
}

// NewPoster returns a Poster. It connects to public networks with TLS, and to what its
// configuration allows beside.
func NewPoster(c Config) *Poster {
	client := outgoing.New(outgoing.Config{Named: c.Named, Inside: c.Inside, MaxBody: maxAnswer, Timeout: timeout})
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Poster{c, client}
}

// Refusal returns why nothing would ever be posted to an address: it has no TLS, or is in
// a private network; the empty message if something would.
func (p *Poster) Refusal(ctx context.Context, address string) music.Message {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.User != nil:
		return music.Say("Enter an https address.")
	case p.Named != nil && u.Host == p.Named.Host && u.Scheme == p.Named.Scheme:
		return music.Message{}
	case u.Scheme != "https" && (u.Scheme != "http" || p.Inside == nil || !p.Inside()):
		return music.Say("Enter an https address.")
	case outgoing.Dialer{Inside: p.Inside}.Check(ctx, u.Hostname()) != nil:
		return music.Say("This address is in a private network, where this server sends nothing.")
	}
	return music.Message{}
}

// Post posts JSON to a webhook. The error says what happened, for its owner. Its
// code is Invalid if another attempt would fail as well.
func (p *Poster) Post(ctx context.Context, target string, header http.Header, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return music.NewError(music.Invalid, "The address of the webhook is not valid.")
	}
	maps.Copy(req.Header, header)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", music.ProductName)
	res, err := p.client.Do(req)
	if err != nil {
		return unreachable(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return unreachable(err)
	}
	return p.judge(res, answer)
}

// unreachable says why there is no answer. The cause has no address, which may be
// secret.
func unreachable(err error) error {
	if inner, ok := errors.AsType[*url.Error](err); ok {
		err = inner.Err
	}
	switch {
	case errors.Is(err, outgoing.ErrAddress):
		return music.NewError(music.Invalid, "The webhook is in a private network, where this server sends nothing.").Because(err)
	case errors.Is(err, outgoing.ErrRedirect):
		return music.NewError(music.Invalid, "The address of the webhook has to begin with https://.").Because(err)
	case errors.Is(err, outgoing.ErrTooLarge):
		return music.NewError(music.Elsewhere, "The answer of the webhook is too long.").Because(err)
	case isTimeout(err):
		return music.NewError(music.Elsewhere, "The webhook did not answer within %d seconds.", int(timeout.Seconds())).Because(err)
	}
	return music.NewError(music.Elsewhere, "The webhook cannot be reached.").Because(err)
}

func isTimeout(err error) bool {
	late, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && late.Timeout()
}

// judge returns nil for an answer that accepts the message.
func (p *Poster) judge(res *http.Response, answer []byte) error {
	status := strconv.Itoa(res.StatusCode)
	cause := fmt.Errorf("status %s: %s", status, music.OneLine(string(answer), maxExcerpt))
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch {
	case res.StatusCode < 300 && kind == "text/html":
		return music.NewError(music.Elsewhere, "The webhook answered with a web page. Is the address right?").Because(cause)
	case res.StatusCode < 300:
		return nil
	case res.StatusCode < 400:
		return music.NewError(music.Invalid, "The webhook answered with a redirect (%s), which is not followed. Enter the address it leads to.", status).Because(cause)
	case res.StatusCode == http.StatusTooManyRequests:
		return p.later(res, music.NewError(music.TooMany, "The webhook gets too many messages (429).").Because(cause))
	case res.StatusCode >= 500 || res.StatusCode == http.StatusRequestTimeout || res.StatusCode == http.StatusTooEarly:
		return p.later(res, music.NewError(music.Elsewhere, "The webhook answered with the error %s.", status).Because(cause))
	}
	isSecret := p.Inside != nil && p.Inside() // it may be of a server that the person cannot reach
	if isSecret || kind == "text/html" || len(answer) == 0 {
		return music.NewError(music.Invalid, "The webhook refused the message (%s).", status).Because(cause)
	}
	return music.NewError(music.Invalid, "The webhook refused the message (%s): %s", status, music.OneLine(string(answer), maxExcerpt)).Because(cause)
}

// later adds how long the webhook asks to wait.
func (p *Poster) later(res *http.Response, e *music.Error) *music.Error {
	text := res.Header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds > 0 { // Discord writes fractions
		e.RetryAfter = min(time.Duration(min(seconds, maxRetryWait.Seconds())*float64(time.Second)), maxRetryWait)
	} else if at, err := http.ParseTime(text); err == nil && at.After(p.Now()) {
		e.RetryAfter = min(at.Sub(p.Now()), maxRetryWait)
	}
	return e
}
