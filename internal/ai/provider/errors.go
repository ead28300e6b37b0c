package provider

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Kind classifies the errors of services by what can be done about them.
type Kind string

// The kinds of errors.
const (
	Auth      Kind = "auth"      // the key is wrong or may not do this
	Quota     Kind = "quota"     // the account at the service has no money or credits left
	Rate      Kind = "rate"      // too many requests or orders at the moment
	Policy    Kind = "policy"    // the service does not make this music
	Invalid   Kind = "invalid"   // the service does not understand the order
	Gone      Kind = "gone"      // the order or the file no longer exists
	GaveUp    Kind = "gaveUp"    // the service reports that it could not make the music
	Unusable  Kind = "unusable"  // the service answered with something that cannot be used
	Transient Kind = "transient" // the service does not answer, or has a fault
)

// Error is what went wrong with a service. Its text is for the log and contains
// no keys.
type Error struct {
	Kind Kind
	// Uncertain means that the service may have accepted the order and may charge
	// for it, so the order must not be sent again.
	Uncertain bool
	// IsPage means that a web page came instead of an answer: what answered does not speak
	// for the service, so it is taken to have made and charged nothing.
	IsPage     bool
	RetryAfter time.Duration // how long the service wants no requests; 0 if it does not say
	Label      string        // of the service
	Err        error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %v", e.Label, e.Kind, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// ErrUnsupported is the error of Cancel for a service that cannot cancel orders.
var ErrUnsupported = errors.New("the service cannot do this")

var (
	errNoMusic   = errors.New("the order is finished, but there is no music")
	errNoRef     = errors.New("the answer does not name the order")
	errUnknown   = errors.New("unknown state")
	errForeign   = errors.New("the file is not on a host of the service")
	errTooLarge  = errors.New("the file is too large")
	errNotAudio  = errors.New("the file is not music")
	errRedirects = errors.New("too many redirects")
)

// kindOf returns the usual meaning of an HTTP status. A service may give it another.
func kindOf(status int) Kind {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		return Auth
	case http.StatusPaymentRequired:
		return Quota
	case http.StatusTooManyRequests:
		return Rate
	case http.StatusUnavailableForLegalReasons:
		return Policy
	case http.StatusNotFound, http.StatusGone:
		return Gone
	case http.StatusRequestTimeout, http.StatusTooEarly:
		return Transient
	}
	if status >= 400 && status < 500 {
		return Invalid
	}
	return Transient
}

// isUncertain reports whether a service may have accepted an order to which it replied
// with this status. A redirect may point to the music that it began to make, unless it asks for
// the same order at another address. A timeout does not tell how much of the order it read.
func isUncertain(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return false
	}
	return status < 400 || status == http.StatusRequestTimeout || status >= 500 && status != http.StatusServiceUnavailable
}

const maxPause = time.Hour

// retryAfter returns how long a service asks its clients to wait; 0 if it does not say.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	var wait time.Duration
	if seconds, err := strconv.Atoi(text); err == nil {
		wait = time.Duration(min(seconds, int(maxPause/time.Second))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = time.Until(at)
	}
	return min(max(wait, 0), maxPause)
}
