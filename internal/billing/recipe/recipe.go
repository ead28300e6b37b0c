// Package recipe reads what payment platforms tell by webhook: Ko-fi, Patreon, BTCPay
// Server, Open Collective, and any service that signs as Standard Webhooks do. Each
// proves who sent it in its own way. It becomes a Notice, the same for all of them.
package recipe

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Source is a platform that sends webhooks.
type Source string

// The platforms, by the names that their addresses have.
const (
	KoFi           Source = "kofi"
	Patreon        Source = "patreon"
	BTCPay         Source = "btcpay"
	OpenCollective Source = "opencollective"
	Generic        Source = "generic"
)

// Kind is what a notice is about.
type Kind string

const (
	Pays    Kind = "pays"    // somebody has paid, or paid again
	Ends    Kind = "ends"    // somebody will not pay again; what is paid for still runs
	Refunds Kind = "refunds" // a payment was returned
)

// Period is for how long a payment counts.
type Period string

const (
	Once  Period = "" // paid once: the amount decides
	Month Period = "month"
	Year  Period = "year"
)

// Notice is what a platform told. It has no more data of the person than a payment
// needs to be matched with an account.
type Notice struct {
	Source   Source    `json:"source"`
	ID       string    `json:"id"`                 // of this notice; the same if it is sent again
	Kind     Kind      `json:"kind"`               //
	Payment  string    `json:"payment,omitempty"`  // the platform's name of the payment; several notices may be about one
	Member   string    `json:"member,omitempty"`   // the platform's name of the payer, where it has one
	Email    string    `json:"email,omitempty"`    // in lower case; empty if the platform does not tell
	Plan     string    `json:"plan,omitempty"`     // a hint: the name of the tier
	Amount   int64     `json:"amount,omitempty"`   // in minor units
	Currency string    `json:"currency,omitempty"` // empty if the platform does not tell what was paid
	Period   Period    `json:"period,omitempty"`
	Until    time.Time `json:"until,omitzero"` // until when it is paid, where the platform says so
	At       time.Time `json:"at"`             // when it happened: in the last ten years, never in the future
}

// Request is a webhook as it came in.
type Request struct {
	Header http.Header
	Body   []byte
	Proof  string    // of Open Collective: the secret in the address
	Secret string    // that the operator and the platform share
	At     time.Time // when it came in
}

var (
	// ErrForged is returned for a request that does not prove who sent it.
	ErrForged = errors.New("the request is not signed with the secret")
	// ErrMalformed is returned for a request that proves who sent it and cannot be read.
	ErrMalformed = errors.New("the request is not what the platform documents")
	// ErrIrrelevant is returned for a notice of something that changes no membership.
	ErrIrrelevant = errors.New("the notice is not about a membership")
)

// readers are the recipes.
var readers = map[Source]func(Request) (Notice, error){
	KoFi: readKoFi, Patreon: readPatreon, BTCPay: readBTCPay, OpenCollective: readOpenCollective, Generic: readGeneric,
}

// Sources returns all platforms, sorted.
func Sources() []Source { return []Source{BTCPay, Generic, KoFi, OpenCollective, Patreon} }

// Read checks who sent a request and returns what it tells. Without a secret nothing is
// believed.
func Read(s Source, r Request) (Notice, error) {
	read, ok := readers[s]
	if !ok {
		return Notice{}, fmt.Errorf("%w: %q is no platform", ErrMalformed, s)
	}
	if r.Secret == "" {
		return Notice{}, ErrForged
	}
	n, err := read(r)
	if err != nil {
		return Notice{}, err
	}
	n.Source = s
	return n.tidied(r.At)
}

// Limits of what a notice may say. Nobody pays ten billion units of any currency for
// music, nor for longer than ten years, and no platform tells later what is older.
const (
	maxText   = 200
	maxID     = 200
	maxEmail  = 254
	maxAmount = 1_000_000_000_000
	maxYears  = 10
)

// tidied returns a notice of which every value is within its limits.
func (n Notice) tidied(now time.Time) (Notice, error) {
	if n.At.IsZero() || n.At.After(now) {
		n.At = now
	}
	n.At, n.Until = n.At.UTC().Truncate(time.Second), n.Until.UTC().Truncate(time.Second)
	n.Email = strings.ToLower(strings.TrimSpace(n.Email))
	if !strings.Contains(n.Email, "@") || len(n.Email) > maxEmail {
		n.Email = ""
	}
	n.Plan = strings.TrimSpace(n.Plan)
	for _, text := range []string{n.ID, n.Payment, n.Member, n.Email, n.Plan} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return Notice{}, fmt.Errorf("%w: text", ErrMalformed)
		}
	}
	switch {
	case n.ID == "" || max(len(n.ID), len(n.Payment), len(n.Member)) > maxID:
		return Notice{}, fmt.Errorf("%w: the ID", ErrMalformed)
	case n.Amount < 0 || n.Amount > maxAmount:
		return Notice{}, fmt.Errorf("%w: the amount", ErrMalformed)
	case n.Currency != "" && !isCurrency(n.Currency):
		return Notice{}, fmt.Errorf("%w: the currency", ErrMalformed)
	case n.At.Before(now.AddDate(-maxYears, 0, 0)):
		return Notice{}, fmt.Errorf("%w: the time", ErrMalformed)
	case n.Until.After(now.AddDate(maxYears, 0, 0)):
		return Notice{}, fmt.Errorf("%w: the end", ErrMalformed)
	case !slices.Contains([]Period{Once, Month, Year}, n.Period):
		return Notice{}, fmt.Errorf("%w: the period", ErrMalformed)
	}
	if r := []rune(n.Plan); len(r) > maxText {
		n.Plan = string(r[:maxText])
	}
	return n, nil
}

// isSame compares secrets in constant time.
func isSame(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// isSigned reports whether signature is the HMAC of a text in hexadecimal digits.
func isSigned(algorithm func() hash.Hash, secret string, text []byte, signature string) bool {
	given, err := hex.DecodeString(signature)
	mac := hmac.New(algorithm, []byte(secret))
	mac.Write(text)
	return err == nil && hmac.Equal(given, mac.Sum(nil))
}

// digest names a notice for which the platform has no ID by what it says: sent again, it
// says the same.
func digest(parts ...string) string {
	sum := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(sum, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(sum.Sum(nil))[:40]
}

// malformed wraps the reason why a body cannot be read.
func malformed(err error) error { return fmt.Errorf("%w: %w", ErrMalformed, err) }
