package recipe

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Headers of Standard Webhooks (standardwebhooks.com).
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
	secretPrefix    = "whsec_"
	signaturePrefix = "v1,"
)

// tolerance is how old or how far in the future the time of a signature may be: an older
// one was recorded and is sent again.
const tolerance = 5 * time.Minute

// genericEvent is what the operator's own services send.
type genericEvent struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      struct {
		Payment  string    `json:"payment"`
		Member   string    `json:"member"`
		Email    string    `json:"email"`
		Plan     string    `json:"plan"`
		Amount   int64     `json:"amount"` // in minor units
		Currency string    `json:"currency"`
		Period   Period    `json:"period"`
		Until    time.Time `json:"until"`
	} `json:"data"`
}

// genericKinds are the types of events.
var genericKinds = map[string]Kind{"payment.received": Pays, "payment.refunded": Refunds, "membership.ended": Ends}

// readGeneric reads an event that is signed as Standard Webhooks are.
func readGeneric(r Request) (Notice, error) {
	if !isStandard(r) {
		return Notice{}, ErrForged
	}
	var e genericEvent
	if err := json.Unmarshal(r.Body, &e); err != nil {
		return Notice{}, malformed(err)
	}
	kind, ok := genericKinds[e.Type]
	if !ok {
		return Notice{}, ErrIrrelevant
	}
	d := e.Data
	return Notice{
		ID: r.Header.Get(headerID), Kind: kind, Payment: d.Payment, Member: d.Member, Email: d.Email, Plan: d.Plan,
		Amount: d.Amount, Currency: currencyOf(d.Currency), Period: d.Period, Until: d.Until, At: e.Timestamp,
	}, nil
}

// isStandard reports whether one of the signatures of a request is right, and new.
func isStandard(r Request) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(r.Secret, secretPrefix))
	seconds, bad := strconv.ParseInt(r.Header.Get(headerTimestamp), 10, 64)
	if err != nil || bad != nil || len(key) == 0 {
		return false
	}
	if age := r.At.Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	right := standardSignature(key, r.Header, r.Body)
	for given := range strings.FieldsSeq(r.Header.Get(headerSignature)) {
		if hmac.Equal([]byte(given), []byte(right)) {
			return true
		}
	}
	return false
}

func standardSignature(key []byte, h http.Header, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(h.Get(headerID) + "." + h.Get(headerTimestamp) + "."))
	mac.Write(body)
	return signaturePrefix + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
