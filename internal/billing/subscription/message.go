package subscription

import (
	"context"
	"encoding/json"
	"errors"

	"sonora/internal/billing/recipe"
	"sonora/internal/billing/stripe"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// errForged is the answer to everybody who does not know the secret.
var errForged = music.NewError(music.Unauthenticated, "The signature is not valid.")

// FromStripe takes a message of Stripe: it checks the signature and keeps the message. A
// job processes it.
func (s *Service) FromStripe(ctx context.Context, body []byte, signature string) error {
	e, err := stripe.ReadEvent(body, signature, s.Settings().StripeWebhookSecret, s.Now())
	if err != nil {
		return refused(err)
	}
	if !e.Concerns() {
		return nil
	}
	return s.keep(ctx, premium.Stripe, e.ID, e.Type, e)
}

// From takes a message of another service.
func (s *Service) From(ctx context.Context, source recipe.Source, r recipe.Request) error {
	settings := s.Settings()
	r.Secret, r.At = secretOf(source, &settings), s.Now()
	n, err := recipe.Read(source, r)
	if errors.Is(err, recipe.ErrIrrelevant) {
		return nil
	}
	if err != nil {
		return refused(err)
	}
	return s.keep(ctx, premium.PaymentService(source), n.ID, string(n.Kind), n)
}

func secretOf(source recipe.Source, s *music.Settings) string {
	return map[recipe.Source]string{
		recipe.KoFi: s.KofiToken, recipe.Patreon: s.PatreonSecret, recipe.BTCPay: s.BTCPaySecret, recipe.OpenCollective: s.OpenCollectiveSecret, recipe.Generic: s.PaymentWebhookSecret,
	}[source]
}

// refused says why a message is not taken.
func refused(err error) error {
	if errors.Is(err, stripe.ErrForged) || errors.Is(err, recipe.ErrForged) {
		return errForged.Because(err)
	}
	return music.NewError(music.Invalid, "This message cannot be read.").Because(err)
}

// keep stores a message once and has a job process it. Its body is what was read of it,
// and nothing else of the person. If the server stops before the job is stored, sweep
// finds the message.
func (s *Service) keep(ctx context.Context, service premium.PaymentService, id, kind string, read any) error {
	body, err := json.Marshal(read)
	if err != nil {
		return err
	}
	n := &premium.Notice{Service: service, ExternalID: id, Kind: kind, Body: string(body), ReceivedAt: s.Now()}
	isNew, err := s.Store.AddEvent(ctx, n)
	if err != nil || !isNew {
		return err
	}
	if service == premium.Stripe {
		_, err = s.StripeJobs.Enqueue(ctx, jobStripe, "", messageJob{n.ID})
	} else {
		_, err = s.Jobs.Enqueue(ctx, jobMessage, "", messageJob{n.ID})
	}
	return err
}

type messageJob struct {
	ID string `json:"id"`
}

func (s *Service) processJob(ctx context.Context, j *music.Job, _ func(float64)) (any, error) {
	var p messageJob
	if err := json.Unmarshal(j.Payload, &p); err != nil {
		return nil, music.NewError(music.Invalid, "The job cannot be read.").Because(err)
	}
	return nil, s.Process(ctx, p.ID)
}

// Process does what a message asks for, unless that has been done. A message that cannot
// be processed is recorded as such; while Stripe is down, it waits.
func (s *Service) Process(ctx context.Context, id string) error {
	n, err := s.Store.Event(ctx, id)
	if err != nil {
		return err
	}
	if !n.ProcessedAt.IsZero() {
		return nil
	}
	err = s.process(ctx, n)
	var reason music.Message
	if e, ok := errors.AsType[*music.Error](err); ok && e.Code == music.Invalid {
		reason, err = e.Detail, nil
		s.Log.Warn("message of a payment service refused", "service", n.Service, "message", n.ID, "error", e)
	}
	if err != nil {
		return err
	}
	return s.Store.FinishEvent(ctx, id, s.Now(), reason)
}

func (s *Service) process(ctx context.Context, n *premium.Notice) error {
	if n.Service == premium.Stripe {
		var e stripe.Event
		if err := json.Unmarshal([]byte(n.Body), &e); err != nil {
			return err
		}
		customer, err := s.concerned(ctx, &e)
		if err != nil || customer == "" {
			return err
		}
		return s.Sync(ctx, customer)
	}
	var r recipe.Notice
	if err := json.Unmarshal([]byte(n.Body), &r); err != nil {
		return err
	}
	return s.Billing.Receive(ctx, paymentOf(r))
}

// concerned returns the customer whom an event concerns; "" for nobody.
func (s *Service) concerned(ctx context.Context, e *stripe.Event) (customer string, err error) {
	if e.Customer != "" || e.Charge == "" {
		return e.Customer, nil
	}
	client, err := s.stripe()
	if err != nil {
		return "", err
	}
	return client.CustomerOf(ctx, e.Charge)
}

var paymentKinds = map[recipe.Kind]premium.PaymentKind{recipe.Pays: premium.Paid, recipe.Refunds: premium.Refunded, recipe.Ends: premium.Stopped}

func paymentOf(n recipe.Notice) *premium.Payment {
	return &premium.Payment{
		Service: premium.PaymentService(n.Source), ExternalID: n.ID, Kind: paymentKinds[n.Kind], Email: n.Email, Payer: n.Member, Reference: n.Payment,
		Money: premium.Money{Amount: n.Amount, Currency: n.Currency}, Tier: n.Plan, Interval: premium.Interval(n.Period), Until: n.Until, At: n.At,
	}
}

// sweep gives jobs to messages that have waited, and deletes old ones.
func (s *Service) sweep(ctx context.Context) error {
	ids, err := s.Store.WaitingEvents(ctx, s.Now().Add(-waitFor))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Process(ctx, id); err != nil {
			s.Log.Warn("message of a payment service waits", "message", id, "error", err)
			if stripe.IsDown(err) {
				break // the others would wait for Stripe one after another
			}
		}
	}
	_, err = s.Store.TidyEvents(ctx, s.Now().Add(-keepFor))
	return err
}
