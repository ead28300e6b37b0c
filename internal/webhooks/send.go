package webhooks

import (
	"context"
	"errors"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/outgoing/hook"
	"sonora/internal/webhook"
)

const (
	sendersAtOnce = 8
	claimTime     = time.Minute     // for one attempt
	turn          = 5 * time.Second // of one webhook, until others are due
	maxAttempts   = 12              // of one delivery, over six hours
	stopAfter     = 3 * 24 * time.Hour
	// A webhook that has more than maxWaiting deliveries is stopped after stopFullAfter.
	maxWaiting    = 1000
	stopFullAfter = 6 * time.Hour
)

// sendDue posts the events of all webhooks that are due.
func (s *Service) sendDue(ctx context.Context) error {
	for {
		now := s.Now()
		claimed, err := s.Store.ClaimWebhooks(ctx, now, now.Add(claimTime), sendersAtOnce)
		if err != nil || len(claimed) == 0 {
			return err
		}
		g, ctx := errgroup.WithContext(ctx)
		for i := range claimed {
			g.Go(func() error { return s.sendTurn(ctx, &claimed[i]) })
		}
		if err := g.Wait(); err != nil {
			return err
		}
	}
}

// sendTurn posts the events that wait for a claimed webhook in the order in which they
// happened, until one fails or the turn ends.
func (s *Service) sendTurn(ctx context.Context, w *webhook.Webhook) error {
	for end := s.Now().Add(turn); s.Now().Before(end); {
		d, err := s.Store.NextDelivery(ctx, w)
		if music.CodeOf(err) == music.NotFound {
			break
		}
		if err != nil {
			return err
		}
		if goOn, err := s.attempt(ctx, w, d); err != nil || !goOn {
			return err
		}
	}
	return s.Store.ReleaseWebhook(ctx, w)
}

// attempt posts one event, records what it led to, and reports whether the next one can be
// posted at once.
func (s *Service) attempt(ctx context.Context, w *webhook.Webhook, d *webhook.Delivery) (goOn bool, err error) {
	account, err := s.Store.AccountByID(ctx, w.AccountID)
	if err != nil {
		return false, err
	}
	body, err := s.bodyOf(ctx, account, d)
	if err != nil {
		return false, err
	}
	cause := s.post(ctx, w, d.ID, body)
	if ctx.Err() != nil {
		return false, ctx.Err() // the server stops, and the claim ends
	}
	next, err := s.record(w, d, cause)
	if err != nil {
		return false, err
	}
	if err := s.Store.SaveAttempt(ctx, w, d, next); err != nil {
		return false, err
	}
	if w.Stopped {
		return false, s.tellStopped(ctx, w)
	}
	return d.State != webhook.Waiting, nil
}

func (s *Service) post(ctx context.Context, w *webhook.Webhook, id string, body []byte) error {
	secret, err := s.Box.Open(w.Secret)
	if err != nil {
		return errSecret.Because(err)
	}
	header, err := hook.Signed(string(secret), id, s.Now(), body)
	if err != nil {
		return errSecret.Because(err)
	}
	return s.posts.Post(ctx, w.Address, header, body)
}

var errSecret = music.NewError(music.Invalid, "This server can no longer read the secret of the webhook. Make a new secret.")

// record writes into a delivery and its webhook what an attempt led to, and returns when
// the next attempt is due. Its error is a cause that is no fault of the webhook.
func (s *Service) record(w *webhook.Webhook, d *webhook.Delivery, cause error) (next time.Time, err error) {
	now := s.Now()
	d.Attempts++
	d.UpdatedAt = now
	if cause == nil {
		d.State, d.Reason = webhook.Sent, music.Message{}
		w.Resume()
		w.Sent++
		w.SentAt = now
		return now.Add(claimTime), nil
	}
	e, ok := errors.AsType[*music.Error](cause)
	if !ok || e.Code == music.Internal {
		return now, cause
	}
	if w.Failures++; w.FailingSince.IsZero() {
		w.FailingSince = now
	}
	w.Problem, d.Reason = e.Detail, e.Detail
	failing := now.Sub(w.FailingSince)
	w.Stopped = failing >= stopAfter || failing >= stopFullAfter && w.Waiting > maxWaiting
	if e.Code == music.Invalid || d.Attempts >= maxAttempts {
		d.State = webhook.Failed
	}
	s.Log.Info("a webhook failed", "webhook", w.ID, "attempt", d.Attempts, "error", cause)
	if d.State == webhook.Failed {
		return now.Add(claimTime), nil
	}
	return now.Add(max(background.Pause(w.Failures), e.RetryAfter)), nil
}

func (s *Service) tellStopped(ctx context.Context, w *webhook.Webhook) error {
	s.Log.Info("a webhook was stopped", "webhook", w.ID, "account", w.AccountID)
	return s.Notifier.Notify(ctx, notice.Notification{
		AccountID: w.AccountID, Kind: notice.NoticeWebhookStopped, Topic: string(notice.NoticeWebhookStopped) + ":" + w.ID + ":" + w.FailingSince.UTC().Format(time.RFC3339),
		Data: notice.Data{What: hostOf(w.Address)}, Link: "/settings?tab=webhooks",
	})
}

// hostOf returns the host of an address, whose path may be secret.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Host
}

// Try posts a test message to a webhook of the viewer while they wait. Its error says what
// went wrong: NotFound if there is no such webhook, Elsewhere otherwise.
func (s *Service) Try(ctx context.Context, v music.Viewer, id string) error {
	w, err := s.Store.Webhook(ctx, v.AccountID, id)
	if err != nil {
		return err
	}
	body, err := encodeTest(s.Now())
	if err != nil {
		return err
	}
	err = s.post(ctx, w, music.NewID(), body)
	if e, ok := errors.AsType[*music.Error](err); ok && e.Code != music.Internal {
		return music.NewError(music.Elsewhere, "%s", e.Detail).Because(err)
	}
	return err
}
