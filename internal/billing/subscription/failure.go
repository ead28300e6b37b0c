package subscription

import (
	"errors"
	"slices"
	"strings"

	"sonora/internal/billing/stripe"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// Why is why a comparison failed.
type Why string

// The reasons.
const (
	IsUnreachable Why = "unreachable"    // Stripe does not answer now
	IsKeyRefused  Why = "key_refused"    // Stripe does not accept the key
	IsUnset       Why = "not_configured" // there is no key any more
	IsRefused     Why = "refused"        // Stripe did not do what it was asked
	IsInternal    Why = "internal"       // something is wrong on this server
)

var everyWhy = []Why{IsUnreachable, IsKeyRefused, IsUnset, IsRefused, IsInternal}

// failure is an error of a comparison. What a job keeps of it begins with the reason, and
// has the causes for the log behind it.
type failure struct{ err error }

func (f *failure) Error() string { return string(f.why()) + ": " + f.err.Error() }

func (f *failure) Unwrap() error { return f.err }

func (f *failure) why() Why {
	e, ok := errors.AsType[*music.Error](f.err)
	switch {
	case !ok:
		return IsInternal
	case e.Detail.Code == premium.CodePaymentsNotConfigured:
		return IsUnset
	case e.Code == music.Unavailable:
		return IsKeyRefused
	case e.Code == music.Elsewhere && stripe.IsDown(e):
		return IsUnreachable
	case e.Code == music.Elsewhere:
		return IsRefused
	default:
		return IsInternal
	}
}

// whyOf returns why the last attempt of a comparison failed; "" if it did not.
func whyOf(j *music.Job) Why {
	if j.Error == "" {
		return ""
	}
	why, _, _ := strings.Cut(j.Error, ": ")
	if !slices.Contains(everyWhy, Why(why)) {
		return IsInternal
	}
	return Why(why)
}
