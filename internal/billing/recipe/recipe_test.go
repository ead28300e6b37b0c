package recipe

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var received = time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)

const (
	kofiToken     = "3f1d2a9e-0b59-4a83-9f06-2a1f4e7c6b10"
	genericSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	plainSecret   = "a secret of both sides"
)

func mac(algorithm func() hash.Hash, secret string, body []byte) string {
	m := hmac.New(algorithm, []byte(secret))
	m.Write(body)
	return hex.EncodeToString(m.Sum(nil))
}

// signed returns a request as each platform sends it.
func signed(s Source, body []byte) Request {
	r := Request{Header: http.Header{}, Body: body, Secret: plainSecret, At: received}
	switch s {
	case KoFi:
		r.Secret = kofiToken
		r.Body = []byte(url.Values{"data": {string(body)}}.Encode())
	case Patreon:
		r.Header.Set(patreonEvent, "members:pledge:create")
		r.Header.Set(patreonSignature, mac(md5.New, r.Secret, body))
	case BTCPay:
		r.Header.Set(btcpaySignature, "sha256="+mac(sha256.New, r.Secret, body))
	case OpenCollective:
		r.Proof = r.Secret
	case Generic:
		r.Secret = genericSecret
		r.Header.Set(headerID, "msg_1")
		r.Header.Set(headerTimestamp, strconv.FormatInt(received.Unix(), 10))
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(genericSecret, secretPrefix))
		r.Header.Set(headerSignature, "v1,bm90IHRoaXM= "+standardSignature(key, r.Header, body))
	}
	return r
}

func documented(t testing.TB, s Source) []byte {
	t.Helper()
	body, err := os.ReadFile("testdata/" + string(s) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestDocumentedPayloads reads what the platforms document.
func TestDocumentedPayloads(t *testing.T) {
	const email = "jo.example@example.com"
	paid := time.Date(2026, 5, 3, 18, 4, 30, 0, time.UTC)
	charged := time.Date(2026, 5, 1, 8, 24, 5, 0, time.UTC)
	const member = "0f6d6a7e-1c2b-4a55-8d0f-4a3f6f1b2c3d"
	for _, want := range []Notice{
		{Source: KoFi, ID: "7c2d6a2b-4f5b-4b6f-a0a2-0a3c2a0c9d11", Kind: Pays, Payment: "00000000-1111-2222-3333-444444444444", Email: email, Plan: "Premium", Amount: 500, Currency: "EUR", Period: Month, At: paid},
		{Source: Patreon, ID: digest("members:pledge:create", string(documented(t, Patreon))), Kind: Pays, Payment: member + " 2026-05-01T08:24:05Z", Member: member, Email: email, Plan: "Premium", Amount: 500, Currency: "EUR", Period: Month, Until: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), At: charged},
		{Source: BTCPay, ID: "9tXbqk1mVvV1oDqvLw3mZP", Kind: Pays, Payment: "VbTg6rM8uF2qYd4xW1zKpA", Email: email, Plan: "premium", At: paid},
		{Source: OpenCollective, ID: "4076674", Kind: Pays, Payment: "4076674", Member: "502816", Plan: "Premium", Amount: 500, Currency: "EUR", Period: Month, At: paid},
		{Source: Generic, ID: "msg_1", Kind: Pays, Payment: "transfer-2026-118", Member: "jo", Email: email, Plan: "premium", Amount: 5000, Currency: "EUR", Period: Year, Until: time.Date(2027, 5, 3, 18, 4, 30, 0, time.UTC), At: paid},
	} {
		got, err := Read(want.Source, signed(want.Source, documented(t, want.Source)))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", want.Source, err, diff)
		}
	}
}

// TestVariants changes one thing of a documented payload at a time.
func TestVariants(t *testing.T) {
	for _, test := range []struct {
		name     string
		source   Source
		old, new string
		err      error
		is       func(Notice) bool
	}{
		{"a donation", KoFi, `"type": "Subscription"`, `"type": "Donation"`, nil, func(n Notice) bool { return n.Kind == Pays }},
		{"an order in the shop", KoFi, `"type": "Subscription"`, `"type": "Shop Order"`, ErrIrrelevant, nil},
		{"yen", KoFi, `"5.00",`, `"500","x":"",`, nil, func(n Notice) bool { return n.Amount == 50000 }},
		{"more decimals than cents", KoFi, `"5.00"`, `"5.001"`, ErrMalformed, nil},
		{"a negative amount", KoFi, `"5.00"`, `"-5.00"`, ErrMalformed, nil},
		{"an enormous amount", KoFi, `"5.00"`, `"99999999999999999999.00"`, ErrMalformed, nil},
		{"an amount above the limit", KoFi, `"5.00"`, `"10000000000.01"`, ErrMalformed, nil},
		{"a fraction as an amount", KoFi, `"5.00"`, `"1/3"`, ErrMalformed, nil},
		{"a currency that is none", KoFi, `"EUR"`, `"€"`, ErrMalformed, nil},
		{"an unknown currency", KoFi, `"EUR"`, `"xqz"`, nil, func(n Notice) bool { return n.Currency == "XQZ" && n.Amount == 500 }},
		{"no email", KoFi, `"Jo.Example@Example.com"`, `"anonymous"`, nil, func(n Notice) bool { return n.Email == "" }},
		{"a payment from the future", KoFi, `2026-05-03T`, `2031-05-03T`, nil, func(n Notice) bool { return n.At.Equal(received) }},
		{"no ID", KoFi, `"message_id": "7c2d6a2b-4f5b-4b6f-a0a2-0a3c2a0c9d11"`, `"message_id": ""`, ErrMalformed, nil},
		{"another patron's token", KoFi, kofiToken, "0", ErrForged, nil},

		{"a charge that was declined", Patreon, `"last_charge_status": "Paid"`, `"last_charge_status": "Declined"`, ErrIrrelevant, nil},
		{"a charge that is pending", Patreon, `"last_charge_status": "Paid"`, `"last_charge_status": "Pending"`, ErrIrrelevant, nil},
		{"a refund", Patreon, `"last_charge_status": "Paid"`, `"last_charge_status": "Refunded"`, nil, func(n Notice) bool {
			return n.Kind == Refunds && strings.HasSuffix(n.Payment, " 2026-05-01T08:24:05Z")
		}},
		{"a former patron", Patreon, `"active_patron"`, `"former_patron"`, nil, func(n Notice) bool { return n.Kind == Ends && n.At.Equal(received) && n.Until.Month() == time.June }},
		{"a follower who pays nothing", Patreon, `"active_patron"`, `null`, ErrIrrelevant, nil},
		{"a year", Patreon, `"pledge_cadence": 1`, `"pledge_cadence": 12`, nil, func(n Notice) bool { return n.Period == Year }},
		{"no currency", Patreon, `"currency": "EUR", `, ``, nil, func(n Notice) bool { return n.Currency == "" && n.Amount == 500 }},
		{"a member without ID", Patreon, `"0f6d6a7e-1c2b-4a55-8d0f-4a3f6f1b2c3d",
    "rel`, `"",
    "rel`, ErrMalformed, nil},

		{"an invoice that is only processing", BTCPay, `InvoiceSettled`, `InvoiceProcessing`, ErrIrrelevant, nil},
		{"no invoice", BTCPay, `"invoiceId"`, `"invoice"`, ErrMalformed, nil},
		{"nobody's email", BTCPay, `"buyerEmail"`, `"buyer"`, nil, func(n Notice) bool { return n.Email == "" && n.Plan == "premium" }},
		{"a time in another age", BTCPay, `1777831470`, `-100000000000000000`, ErrMalformed, nil},
		{"a time beyond what counts", BTCPay, `1777831470`, `9223372036854775807`, ErrMalformed, nil},
		{"a time far in the future", BTCPay, `1777831470`, `100000000000000000`, nil, func(n Notice) bool { return n.At.Equal(received) }},
		{"a description by the payer", BTCPay, `"plan"`, `"itemCode"`, nil, func(n Notice) bool { return n.Plan == "" }},

		{"a canceled contribution", OpenCollective, `order.processed`, `subscription.canceled`, nil, func(n Notice) bool { return n.Kind == Ends && n.Member == "502816" && n.Payment == "" }},
		{"a transaction", OpenCollective, `order.processed`, `collective.transaction.created`, ErrIrrelevant, nil},
		{"a refund of a transaction", OpenCollective, `"order.processed",`, `"collective.transaction.created", "data": {"transaction": {"isRefund": true}},`, nil, func(n Notice) bool { return n.Kind == Refunds }},
		{"a yearly contribution", OpenCollective, `"interval": "month"`, `"interval": "year"`, nil, func(n Notice) bool { return n.Period == Year }},
		{"one contribution", OpenCollective, `"interval": "month"`, `"interval": null`, nil, func(n Notice) bool { return n.Period == Once }},
		{"hundredths of a yen", OpenCollective, `"EUR"`, `"JPY"`, nil, func(n Notice) bool { return n.Amount == 5 }},
		{"an incognito payer", OpenCollective, `"id": 502816,`, ``, nil, func(n Notice) bool { return n.Member == "502816" }},
		{"a tier with a name", OpenCollective, `"id": 34567 }`, `"name": "Gold" }`, nil, func(n Notice) bool { return n.Plan == "Gold" }},
		{"an interval that is none", OpenCollective, `"interval": "month"`, `"interval": "week"`, ErrMalformed, nil},

		{"a refund of another service", Generic, `payment.received`, `payment.refunded`, nil, func(n Notice) bool { return n.Kind == Refunds }},
		{"an end", Generic, `payment.received`, `membership.ended`, nil, func(n Notice) bool { return n.Kind == Ends }},
		{"another event", Generic, `payment.received`, `payment.failed`, ErrIrrelevant, nil},
		{"a negative amount in JSON", Generic, `5000`, `-5000`, ErrMalformed, nil},
		{"an amount beyond integers", Generic, `5000`, `5e30`, ErrMalformed, nil},
		{"an end in another age", Generic, `2027-05-03T18`, `9027-05-03T18`, ErrMalformed, nil},
		{"a zero byte", Generic, `"jo"`, `"\u0000"`, ErrMalformed, nil},
	} {
		body := documented(t, test.source)
		if bytes.Count(body, []byte(test.old)) == 0 {
			t.Fatalf("%s: %q is not in the payload", test.name, test.old)
		}
		n, err := Read(test.source, signed(test.source, bytes.Replace(body, []byte(test.old), []byte(test.new), 1)))
		if !errors.Is(err, test.err) || test.is != nil && !test.is(n) {
			t.Errorf("%s: %+v, %v", test.name, n, err)
		}
	}
}

// TestForgedRequests changes what proves the sender.
func TestForgedRequests(t *testing.T) {
	for _, s := range Sources() {
		body := documented(t, s)
		for name, forge := range map[string]func(*Request){
			"another secret": func(r *Request) {
				r.Secret = "whsec_" + base64.StdEncoding.EncodeToString([]byte("another secret of anybody"))
			},
			"no secret": func(r *Request) { r.Secret = "" },
			"no proof": func(r *Request) {
				r.Header, r.Proof, r.Body = http.Header{}, "", bytes.ReplaceAll(r.Body, []byte(kofiToken), nil)
			},
			"an empty body":     func(r *Request) { r.Body, r.Proof = nil, "" },
			"no JSON, unproved": func(r *Request) { r.Body, r.Proof = []byte("data=%"), "" },
		} {
			r := signed(s, body)
			forge(&r)
			if n, err := Read(s, r); !errors.Is(err, ErrForged) {
				t.Errorf("%s, %s: %+v, %v", s, name, n, err)
			}
		}
	}
	for _, at := range []time.Duration{tolerance + time.Second, -tolerance - time.Second} {
		r := signed(Generic, documented(t, Generic))
		r.At = received.Add(at)
		if _, err := Read(Generic, r); !errors.Is(err, ErrForged) {
			t.Errorf("a signature received %v later: %v", at, err)
		}
	}
	if _, err := Read("paypal", signed(KoFi, documented(t, KoFi))); !errors.Is(err, ErrMalformed) {
		t.Error(err)
	}
}

// TestChangedBodiesAreForged changes any byte of what is signed.
func TestChangedBodiesAreForged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom([]Source{Patreon, BTCPay, Generic}).Draw(t, "source")
		body, err := os.ReadFile("testdata/" + string(s) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		r := signed(s, body)
		r.Body = bytes.Clone(body)
		r.Body[rapid.IntRange(0, len(body)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		if _, err := Read(s, r); !errors.Is(err, ErrForged) {
			t.Fatal(err)
		}
	})
}

// TestSentAgain reads every payload twice, the second time later.
func TestSentAgain(t *testing.T) {
	for _, s := range Sources() {
		r := signed(s, documented(t, s))
		first, _ := Read(s, r)
		r.At = r.At.Add(tolerance / 2)
		second, err := Read(s, r)
		if diff := cmp.Diff(first, second); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", s, err, diff)
		}
	}
}

// TestMinorUnits writes amounts in every currency and reads them again.
func TestMinorUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		currency := rapid.SampledFrom([]string{"EUR", "JPY", "BHD", "BTC", "XQZ"}).Draw(t, "currency")
		amount := rapid.Int64Range(0, maxAmount).Draw(t, "amount")
		digits := strconv.FormatInt(amount, 10)
		n := decimalsOf(currency)
		digits = strings.Repeat("0", max(0, n+1-len(digits))) + digits
		text := digits[:len(digits)-n]
		if n > 0 {
			text += "." + digits[len(digits)-n:]
		}
		if got, err := minor(text, currency); err != nil || got != amount {
			t.Fatalf("%s %s: %d, %v", text, currency, got, err)
		}
	})
}

// FuzzRead signs any body and reads it: what is read keeps to the limits.
func FuzzRead(f *testing.F) {
	for i, s := range Sources() {
		f.Add(i, documented(f, s))
	}
	f.Fuzz(func(t *testing.T, i int, body []byte) {
		s := Sources()[(i%5+5)%5]
		n, err := Read(s, signed(s, body))
		if err != nil {
			if !errors.Is(err, ErrForged) && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrIrrelevant) {
				t.Fatal(err)
			}
			return
		}
		if n.ID == "" || len(n.ID) > maxID || n.Amount < 0 || n.Amount > maxAmount || n.At.After(received) || received.AddDate(-maxYears, 0, 0).After(n.At) || n.Kind == "" || n.Source != s || n.Email != strings.ToLower(n.Email) {
			t.Fatalf("%+v", n)
		}
	})
}

// FuzzProof reads any proof: without the secret nothing is believed.
func FuzzProof(f *testing.F) {
	f.Add(0, "sha256=00", "1777885200", []byte("data=%7B%7D"))
	f.Fuzz(func(t *testing.T, i int, proof, at string, body []byte) {
		s := Sources()[(i%5+5)%5]
		r := Request{Header: http.Header{}, Body: body, Proof: proof, Secret: genericSecret, At: received}
		for _, h := range []string{patreonSignature, btcpaySignature, headerSignature, headerID} {
			r.Header.Set(h, proof)
		}
		r.Header.Set(headerTimestamp, at)
		if n, err := Read(s, r); !errors.Is(err, ErrForged) && !bytes.Contains(body, []byte("whsec_")) && proof != genericSecret {
			t.Fatalf("believed %+v, %v", n, err)
		}
	})
}
