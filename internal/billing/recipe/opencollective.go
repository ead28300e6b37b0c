package recipe

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

type collectiveActivity struct {
	ID        int64     `json:"id"`
	Type      string    `json:"type"`
	CreatedAt time.Time `json:"createdAt"`
	Data      struct {
		Order       collectiveOrder `json:"order"`
		From        collectivePayer `json:"fromCollective"`
		Tier        collectiveTier  `json:"tier"`
		Transaction struct {
			Order    int64 `json:"OrderId"`
			IsRefund bool  `json:"isRefund"`
		} `json:"transaction"`
	} `json:"data"`
}

type collectiveOrder struct {
	ID          int64  `json:"id"`
	Amount      int64  `json:"totalAmount"` // in hundredths of any currency
	Currency    string `json:"currency"`
	Description string `json:"description"`
	Interval    string `json:"interval"`
	From        int64  `json:"FromCollectiveId"`
}

type collectivePayer struct {
	ID   int64  `json:"id"`
	Slug string `json:"slug"`
}

type collectiveTier struct {
	Name string `json:"name"`
}

// readOpenCollective reads an activity of Open Collective, which does not sign: a secret
// in the address proves it. It tells no email address, so that an operator assigns the
// first payment of each payer.
func readOpenCollective(r Request) (Notice, error) {
	if !isSame(r.Proof, r.Secret) {
		return Notice{}, ErrForged
	}
	var a collectiveActivity
	if err := json.Unmarshal(r.Body, &a); err != nil {
		return Notice{}, malformed(err)
	}
	n := Notice{ID: number(a.ID), At: a.CreatedAt, Member: a.payer(), Plan: a.plan()}
	order := a.Data.Order
	switch a.Type {
	case "order.processed":
		n.Kind, n.Payment, n.Currency, n.Period = Pays, number(a.ID), currencyOf(order.Currency), Period(order.Interval)
		var err error
		if n.Amount, err = ofHundredths(order.Amount, n.Currency); err != nil {
			return Notice{}, err
		}
	case "subscription.canceled":
		n.Kind = Ends
	case "collective.transaction.created":
		if !a.Data.Transaction.IsRefund {
			return Notice{}, ErrIrrelevant // order.processed tells of it
		}
		n.Kind = Refunds
	default:
		return Notice{}, ErrIrrelevant
	}
	if n.Member == "" {
		return Notice{}, malformed(errNoOrder)
	}
	return n, nil
}

// payer names who pays. Orders of people who stay incognito have only a number.
func (a *collectiveActivity) payer() string {
	switch {
	case a.Data.From.ID != 0:
		return number(a.Data.From.ID)
	case a.Data.Order.From != 0:
		return number(a.Data.Order.From)
	}
	return ""
}

// plan returns the name of the tier: of the tier itself, or what is in the last
// parentheses of the order's description, as in "Monthly contribution to X (Supporter)".
func (a *collectiveActivity) plan() string {
	if a.Data.Tier.Name != "" {
		return a.Data.Tier.Name
	}
	text, ok := strings.CutSuffix(strings.TrimSpace(a.Data.Order.Description), ")")
	if i := strings.LastIndexByte(text, '('); ok && i >= 0 {
		return text[i+1:]
	}
	return ""
}

func number(id int64) string {
	if id <= 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}
