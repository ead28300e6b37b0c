package recipe

import (
	"encoding/json"
	"net/url"
	"time"
)

// koFiPayment is what Ko-fi sends in the field "data" of a form.
type koFiPayment struct {
	Token        string    `json:"verification_token"`
	MessageID    string    `json:"message_id"`
	Timestamp    time.Time `json:"timestamp"`
	Type         string    `json:"type"`
	Amount       string    `json:"amount"`
	Currency     string    `json:"currency"`
	Email        string    `json:"email"`
	Subscription bool      `json:"is_subscription_payment"`
	Transaction  string    `json:"kofi_transaction_id"`
	Tier         *string   `json:"tier_name"`
}

// readKoFi reads a payment of Ko-fi, which proves itself by a token. Ko-fi tells of
// payments only: memberships on it end by not being paid again.
func readKoFi(r Request) (Notice, error) {
	form, err := url.ParseQuery(string(r.Body))
	if err != nil {
		return Notice{}, ErrForged // no token can be read
	}
	var p koFiPayment
	err = json.Unmarshal([]byte(form.Get("data")), &p)
	if !isSame(p.Token, r.Secret) {
		return Notice{}, ErrForged
	}
	if err != nil {
		return Notice{}, malformed(err)
	}
	if p.Type != "Subscription" && p.Type != "Donation" {
		return Notice{}, ErrIrrelevant // things that somebody buys in a shop, and orders of work
	}
	n := Notice{ID: p.MessageID, Kind: Pays, Payment: p.Transaction, Email: p.Email, Currency: currencyOf(p.Currency), At: p.Timestamp}
	if p.Subscription {
		n.Period = Month
	}
	if p.Tier != nil {
		n.Plan = *p.Tier
	}
	n.Amount, err = minor(p.Amount, n.Currency)
	return n, err
}
