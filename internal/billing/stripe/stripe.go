// Package stripe is the adapter of Stripe. It keeps no state: what Stripe says is the
// truth, and callers store it. No data of cards passes through it, because people pay on
// Stripe's own pages.
package stripe

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"

	"sonora/internal/music"
	"sonora/internal/outgoing"
)

// URL is the address of Stripe's API.
const URL = "https://api.stripe.com"

const (
	timeout   = 20 * time.Second // for one answer
	maxAnswer = 8 << 20          // bytes
	retries   = 2                // of a request that did not reach Stripe
	pageSize  = 100
)

// Config says how to reach Stripe.
type Config struct {
	Key          string // the secret or a restricted key
	URL          string // empty for Stripe's own; it may be in a private network
	AutomaticTax bool   // whether Stripe computes the tax
}

// Client speaks to Stripe. It is safe for concurrent use.
type Client struct {
	api          *sdk.Client
	automaticTax bool
}

// New returns a Client. It connects to the address in the configuration and, of all
// others, to public ones only.
func New(c Config) (*Client, error) {
	named, err := url.Parse(c.URL)
	if err != nil {
		return nil, music.NewError(music.Invalid, "The address of Stripe's API is not valid.").Because(err)
	}
	if c.URL == "" {
		named = nil
	}
	return withClient(c, outgoing.New(outgoing.Config{Named: named, MaxBody: maxAnswer, Timeout: timeout})), nil
}

func withClient(c Config, client *http.Client) *Client {
	address := strings.TrimSuffix(c.URL, "/")
	if address == "" {
		address = URL
	}
	backends := sdk.NewBackendsWithConfig(&sdk.BackendConfig{
		URL: &address, HTTPClient: client, LeveledLogger: silence{}, MaxNetworkRetries: sdk.Int64(retries), EnableTelemetry: new(false),
	})
	return &Client{sdk.NewClient(c.Key, sdk.WithBackends(backends)), c.AutomaticTax}
}

// silence drops what the SDK logs: every error is returned as well.
type silence struct{}

func (silence) Debugf(string, ...any) {}
func (silence) Errorf(string, ...any) {}
func (silence) Infof(string, ...any)  {}
func (silence) Warnf(string, ...any)  {}

// pause is after what time it makes sense to ask Stripe again that is down.
const pause = 5 * time.Minute

// IsDown reports whether an error is one after which Stripe may do later what it was asked.
func IsDown(err error) bool {
	e, ok := errors.AsType[*music.Error](err)
	return ok && e.RetryAfter > 0
}

// said turns an error of the SDK into one that people may read.
func said(err error) error {
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*sdk.Error](err)
	if !ok {
		return later(music.NewError(music.Elsewhere, "Stripe cannot be reached. What is paid for still works. Try again in a few minutes.").Because(err))
	}
	switch {
	case e.HTTPStatusCode == http.StatusNotFound || e.Code == sdk.ErrorCodeResourceMissing:
		return music.NewError(music.NotFound, "Stripe does not know this.").Because(err)
	case e.HTTPStatusCode == http.StatusUnauthorized || e.HTTPStatusCode == http.StatusForbidden:
		return later(music.NewError(music.Unavailable, "Stripe does not accept this server's key. Ask the operator to check it.").Because(err))
	case e.HTTPStatusCode == http.StatusPaymentRequired:
		return music.NewError(music.Conflict, "The payment did not go through. Check the payment method under “Manage payment”.").Because(err)
	case e.HTTPStatusCode == http.StatusTooManyRequests || e.HTTPStatusCode >= http.StatusInternalServerError:
		return later(music.NewError(music.Elsewhere, "Stripe does not answer now. What is paid for still works. Try again in a few minutes.").Because(err))
	}
	// Such as a price below what Stripe takes, or in another currency than the customer pays.
	return music.NewError(music.Elsewhere, "Stripe did not accept this. Ask the operator, whose log says why.").Because(err)
}

// later says that it makes sense to ask again.
func later(e *music.Error) *music.Error {
	e.RetryAfter = pause
	return e
}

// instant returns a time of Stripe's; zero for none.
func instant(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
