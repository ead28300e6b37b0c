package stripe

import (
	"crypto/hmac"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"
)

// tolerance is how old a signature may be. Stripe signs again when it sends again, so that
// an older one was recorded by somebody else.
const tolerance = 5 * time.Minute

// maxSeconds is the latest moment that can be written: the end of the year 9999.
const maxSeconds = 253402300799

var (
	// ErrForged is returned for an event that Stripe did not sign with the secret just now.
	ErrForged = errors.New("the event is not signed with the secret")
	// ErrMalformed is returned for a signed event that cannot be read.
	ErrMalformed = errors.New("the event cannot be read")
)

// Event is a hint that something changed. What changed is asked from Stripe, because
// events come late, twice and in any order.
type Event struct {
	ID, Type string
	At       time.Time
	Customer string // whom it concerns; may be empty
	Charge   string // of a refund or a dispute, which do not say whom they concern
	Object   string // ID of the thing that changed
}

// ReadEvent checks the signature of an event and reads it.
func ReadEvent(body []byte, signature, secret string, now time.Time) (Event, error) {
	if secret == "" || !isSigned(body, signature, secret, now) {
		return Event{}, ErrForged
	}
	var e struct {
		ID      string `json:"id"`
		Type    string `json:"type"`
		Created int64  `json:"created"`
		Data    struct {
			Object struct {
				ID       string          `json:"id"`
				Object   string          `json:"object"`
				Customer json.RawMessage `json:"customer"`
				Charge   json.RawMessage `json:"charge"`
			} `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return Event{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if e.ID == "" || len(e.ID) > 200 || e.Type == "" {
		return Event{}, fmt.Errorf("%w: no ID", ErrMalformed)
	}
	if e.Created < 0 || e.Created > maxSeconds {
		return Event{}, fmt.Errorf("%w: created at %d", ErrMalformed, e.Created)
	}
	found := Event{ID: e.ID, Type: e.Type, At: instant(e.Created), Object: e.Data.Object.ID}
	found.Customer, found.Charge = text(e.Data.Object.Customer), text(e.Data.Object.Charge)
	if e.Data.Object.Object == "customer" {
		found.Customer = e.Data.Object.ID
	}
	return found, nil
}

// text returns a text of JSON; "" for anything else, such as an object instead of its ID.
func text(from json.RawMessage) (text string) {
	if json.Unmarshal(from, &text) != nil {
		return ""
	}
	return text
}

// isSigned reports whether the header of a signature, such as t=1,v1=0a, has a signature
// of the body that was made just now. The SDK's own check takes the time of the system.
func isSigned(body []byte, header, secret string, now time.Time) bool {
	var at time.Time
	var signatures [][]byte
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			seconds, err := strconv.ParseInt(value, 10, 64)
			if err != nil || !at.IsZero() {
				return false // with two times, a recorded signature could be passed off as new
			}
			at = time.Unix(seconds, 0)
		case "v1":
			if s, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, s)
			}
		}
	}
	if age := now.Sub(at); age > tolerance || age < -tolerance {
		return false
	}
	right := sdk.ComputeSignature(at, body, secret)
	return slices.ContainsFunc(signatures, func(s []byte) bool { return hmac.Equal(s, right) })
}

// Concerns reports whether an event is about something that a membership depends on.
func (e Event) Concerns() bool {
	for _, prefix := range []string{"customer.subscription.", "checkout.session.completed", "checkout.session.async_payment_", "invoice.paid", "invoice.payment_", "charge.refund", "refund.", "charge.dispute.", "customer.deleted"} {
		if strings.HasPrefix(e.Type, prefix) {
			return true
		}
	}
	return false
}
