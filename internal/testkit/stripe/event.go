package stripe

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Event is an event as it is sent.
type Event struct {
	ID, Type string
	At       time.Time
	Body     []byte
}

// emit records an event that something caused.
func (s *Server) emit(kind string, object map[string]any) {
	e := Event{ID: s.id("evt"), Type: kind, At: s.now}
	var err error
	e.Body, err = json.Marshal(map[string]any{
		"id": e.ID, "object": "event", "api_version": "2026-03-25.dahlia", "created": s.told(s.now), "livemode": false, "type": kind,
		"data": map[string]any{"object": object},
	})
	if err != nil {
		panic(err) // what is written above has no value that JSON does not know
	}
	s.events = append(s.events, e)
}

func (s *Server) emitSubscription(kind string, sub *subscription) {
	s.emit(kind, s.shownSubscription(sub))
}

func (s *Server) emitInvoice(kind string, i *invoice) { s.emit(kind, s.shownInvoice(i)) }

// Events returns the events so far, in the order in which they happened.
func (s *Server) Events() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.events)
}

// Muddled returns events as a bad day delivers them: in any order, some of them several
// times. None is missing.
func Muddled(events []Event, dice *rand.Rand) []Event {
	all := slices.Clone(events)
	for range events {
		all = append(all, events[dice.IntN(len(events))])
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// Sign returns the header Stripe-Signature of a body that is sent at a time.
func (s *Server) Sign(body []byte, at time.Time) string { return Sign(body, s.Secret, at) }

// Sign returns the header Stripe-Signature with any secret.
func Sign(body []byte, secret string, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strconv.FormatInt(at.Unix(), 10) + "."))
	mac.Write(body)
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
}

// Send sends an event to a webhook, signed at a time, and returns the status of the
// answer.
func (s *Server) Send(t testing.TB, webhook string, e Event, signedAt time.Time) (status int) {
	t.Helper()
	return s.SendForged(t, webhook, e.Body, s.Sign(e.Body, signedAt))
}

// SendForged sends any body with any signature, and returns the status of the answer.
func (s *Server) SendForged(t testing.TB, webhook string, body []byte, signature string) (status int) {
	t.Helper()
	status, err := Deliver(context.WithoutCancel(t.Context()), webhook, body, signature)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// Deliver is SendForged outside of tests.
func Deliver(ctx context.Context, webhook string, body []byte, signature string) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, webhook, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	req.Header.Set("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)")
	req.Header.Set("Stripe-Signature", signature)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}
