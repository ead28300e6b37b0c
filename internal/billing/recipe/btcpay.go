package recipe

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// btcpaySignature is the header with the signature of BTCPay Server.
const btcpaySignature = "BTCPay-Sig"

// Reasons why a body cannot be read.
var (
	errNoMember  = errors.New("no member")
	errNoInvoice = errors.New("no invoice")
	errNoOrder   = errors.New("no order")
)

type btcpayEvent struct {
	Delivery  string         `json:"deliveryId"`
	Original  string         `json:"originalDeliveryId"` // of a delivery that is sent again
	Type      string         `json:"type"`
	Timestamp int64          `json:"timestamp"`
	Invoice   string         `json:"invoiceId"`
	Metadata  btcpayMetadata `json:"metadata"`
}

// btcpayMetadata is what an invoice says beside its amount. A pay button takes the
// description of the item from the address that the payer opens, so it is not read: only
// the shop writes a plan.
type btcpayMetadata struct {
	Email string `json:"buyerEmail"`
	Plan  string `json:"plan"`
}

// readBTCPay reads an event of BTCPay Server. Only an invoice that is settled counts as
// paid. The event does not tell the amount: the plan comes from what the shop wrote about
// the invoice.
func readBTCPay(r Request) (Notice, error) {
	signature, ok := strings.CutPrefix(r.Header.Get(btcpaySignature), "sha256=")
	if !ok || !isSigned(sha256.New, r.Secret, r.Body, signature) {
		return Notice{}, ErrForged
	}
	var e btcpayEvent
	if err := json.Unmarshal(r.Body, &e); err != nil {
		return Notice{}, malformed(err)
	}
	if e.Type != "InvoiceSettled" {
		return Notice{}, ErrIrrelevant
	}
	if e.Invoice == "" {
		return Notice{}, malformed(errNoInvoice)
	}
	return Notice{
		ID: cmp.Or(e.Original, e.Delivery), Kind: Pays, Payment: e.Invoice, Email: e.Metadata.Email,
		Plan: e.Metadata.Plan, At: time.Unix(e.Timestamp, 0),
	}, nil
}
