package recipe

import (
	"crypto/md5"
	"encoding/json"
	"strings"
	"time"
)

// Headers of Patreon.
const (
	patreonSignature = "X-Patreon-Signature"
	patreonEvent     = "X-Patreon-Event"
)

type patreonDocument struct {
	Data struct {
		ID         string `json:"id"`
		Type       string `json:"type"`
		Attributes struct {
			Email        string    `json:"email"`
			PatronStatus string    `json:"patron_status"`
			ChargeStatus string    `json:"last_charge_status"`
			ChargeDate   time.Time `json:"last_charge_date"`
			NextCharge   time.Time `json:"next_charge_date"`
			Entitled     int64     `json:"currently_entitled_amount_cents"`
			WillPay      int64     `json:"will_pay_amount_cents"`
			Cadence      int       `json:"pledge_cadence"` // months
		} `json:"attributes"`
		Relationships struct {
			Tiers struct {
				Data []struct {
					ID string `json:"id"`
				} `json:"data"`
			} `json:"currently_entitled_tiers"`
		} `json:"relationships"`
	} `json:"data"`
	Included []patreonResource `json:"included"`
}

type patreonResource struct {
	ID         string `json:"id"`
	Type       string `json:"type"`
	Attributes struct {
		Title    string `json:"title"`
		Amount   int64  `json:"amount_cents"`
		Currency string `json:"currency"`
	} `json:"attributes"`
}

// readPatreon reads an event of Patreon, which signs with HMAC-MD5. Patreon gives events
// no ID and sends several for one charge: a member and the date of the charge name it.
func readPatreon(r Request) (Notice, error) {
	if !isSigned(md5.New, r.Secret, r.Body, r.Header.Get(patreonSignature)) {
		return Notice{}, ErrForged
	}
	event := r.Header.Get(patreonEvent)
	if !strings.HasPrefix(event, "members:") {
		return Notice{}, ErrIrrelevant
	}
	var d patreonDocument
	if err := json.Unmarshal(r.Body, &d); err != nil {
		return Notice{}, malformed(err)
	}
	a := d.Data.Attributes
	n := Notice{
		ID: digest(event, string(r.Body)), Member: d.Data.ID, Email: a.Email, Plan: d.tier(),
		Amount: a.Entitled, Currency: d.currency(), Until: a.NextCharge, At: a.ChargeDate,
	}
	switch a.Cadence {
	case 1:
		n.Period = Month
	case 12:
		n.Period = Year
	}
	if !a.ChargeDate.IsZero() {
		n.Payment = d.Data.ID + " " + a.ChargeDate.UTC().Format(time.RFC3339)
	}
	var err error
	n.Kind, err = d.kind(event)
	if n.Kind == Ends {
		n.At = r.At // Patreon does not tell when somebody left
	}
	return n, err
}

// kind returns what an event means. A charge that is pending or was declined changes
// nothing yet: Patreon tries again.
func (d *patreonDocument) kind(event string) (Kind, error) {
	a := d.Data.Attributes
	switch {
	case d.Data.ID == "" || d.Data.Type != "" && d.Data.Type != "member":
		return "", malformed(errNoMember)
	case a.ChargeStatus == "Refunded" || a.ChargeStatus == "Fraud":
		return Refunds, nil
	case strings.HasSuffix(event, ":delete") || a.PatronStatus == "former_patron":
		return Ends, nil
	case a.PatronStatus == "active_patron" && a.ChargeStatus == "Paid" && a.Entitled > 0:
		return Pays, nil
	}
	return "", ErrIrrelevant
}

// tier returns the title of the dearest tier that somebody is entitled to.
func (d *patreonDocument) tier() string {
	title, amount := "", int64(-1)
	for _, entitled := range d.Data.Relationships.Tiers.Data {
		for _, r := range d.Included {
			if r.Type == "tier" && r.ID == entitled.ID && r.Attributes.Amount > amount {
				title, amount = r.Attributes.Title, r.Attributes.Amount
			}
		}
	}
	return title
}

// currency returns the currency of the campaign, or nothing if the event does not tell.
func (d *patreonDocument) currency() string {
	for _, r := range d.Included {
		if r.Type == "campaign" && r.Attributes.Currency != "" {
			return currencyOf(r.Attributes.Currency)
		}
	}
	return ""
}
