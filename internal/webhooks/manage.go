package webhooks

import (
	"context"
	"slices"

	"sonora/internal/music"
	"sonora/internal/outgoing/hook"
	"sonora/internal/webhook"
)

const (
	maxWebhooks = 10 // per person
	maxAddress  = 1000
)

// List returns the viewer's webhooks, oldest first.
func (s *Service) List(ctx context.Context, v music.Viewer) ([]webhook.Webhook, error) {
	return s.Store.Webhooks(ctx, v.AccountID)
}

// Add adds a webhook of the viewer and returns it with its secret, which cannot be shown
// again. It returns Invalid for an address to which nothing would be posted, and Conflict
// if there are too many.
func (s *Service) Add(ctx context.Context, v music.Viewer, address string, events []webhook.Event) (*webhook.Webhook, string, error) {
	f := music.FieldErrors{}
	s.checkAddress(ctx, f, address)
	if err := checkEvents(f, events).Err("address", "events"); err != nil {
		return nil, "", err
	}
	secret := hook.NewSecret()
	w := &webhook.Webhook{AccountID: v.AccountID, Address: address, Events: inOrder(events), Secret: s.Box.Close([]byte(secret)), CreatedAt: s.Now()}
	return w, secret, s.Store.AddWebhook(ctx, w, maxWebhooks)
}

// Change is what a person changes of a webhook; nil is left as it is.
type Change struct {
	Address *string
	Events  []webhook.Event
	Paused  *bool // false also starts a webhook again that was stopped
}

// Change changes a webhook of the viewer and returns it. It returns NotFound if there is
// none, and otherwise the errors of Add.
func (s *Service) Change(ctx context.Context, v music.Viewer, id string, c Change) (*webhook.Webhook, error) {
	f := music.FieldErrors{}
	if c.Address != nil {
		s.checkAddress(ctx, f, *c.Address)
	}
	if c.Events != nil {
		checkEvents(f, c.Events)
	}
	if err := f.Err("address", "events"); err != nil {
		return nil, err
	}
	return s.Store.ChangeWebhook(ctx, v.AccountID, id, func(w *webhook.Webhook) {
		if c.Address != nil {
			w.Address = *c.Address
		}
		if c.Events != nil {
			w.Events = inOrder(c.Events)
		}
		if c.Paused != nil {
			w.Resume()
			w.Paused = *c.Paused
		}
	})
}

// Renew replaces the secret of a webhook of the viewer and returns the new one, or
// NotFound. The old one is no longer used.
func (s *Service) Renew(ctx context.Context, v music.Viewer, id string) (*webhook.Webhook, string, error) {
	secret := hook.NewSecret()
	w, err := s.Store.ChangeWebhook(ctx, v.AccountID, id, func(w *webhook.Webhook) { w.Secret = s.Box.Close([]byte(secret)) })
	return w, secret, err
}

// Delete deletes a webhook of the viewer. Events that wait are not posted any more. It
// returns NotFound if there is none.
func (s *Service) Delete(ctx context.Context, v music.Viewer, id string) error {
	return s.Store.DeleteWebhook(ctx, v.AccountID, id)
}

// Deliveries returns a page of what was posted to a webhook of the viewer, newest first,
// or NotFound.
func (s *Service) Deliveries(ctx context.Context, v music.Viewer, id string, p music.Page) (music.List[webhook.Delivery], error) {
	w, err := s.Store.Webhook(ctx, v.AccountID, id)
	if err != nil {
		return music.List[webhook.Delivery]{}, err
	}
	return s.Store.WebhookDeliveries(ctx, w, p)
}

// Retry has a delivery to a webhook of the viewer posted again that failed for good. It
// returns NotFound if there is none, and Conflict if it did not fail.
func (s *Service) Retry(ctx context.Context, v music.Viewer, id, delivery string) error {
	w, err := s.Store.Webhook(ctx, v.AccountID, id)
	if err != nil {
		return err
	}
	err = s.Store.RetryWebhookDelivery(ctx, w, delivery)
	if music.CodeOf(err) == music.NotFound {
		return music.NewError(music.Conflict, "This delivery has not failed.")
	}
	return err
}

func (s *Service) checkAddress(ctx context.Context, f music.FieldErrors, address string) {
	f.CheckLine("address", address, maxAddress)
	if len(f["address"]) > 0 {
		return
	}
	if refusal := s.posts.Refusal(ctx, address); !refusal.IsZero() {
		f.Note("address", refusal)
	}
}

func checkEvents(f music.FieldErrors, events []webhook.Event) music.FieldErrors {
	switch {
	case len(events) == 0:
		f.Add("events", "Choose at least one kind of event.")
	case slices.ContainsFunc(events, func(e webhook.Event) bool { return !slices.Contains(webhook.Events, e) }):
		f.Add("events", "Choose from %s.", "play, like, rating, playlist, notification")
	}
	return f
}

// inOrder returns each event once, in the usual order.
func inOrder(events []webhook.Event) []webhook.Event {
	return slices.DeleteFunc(slices.Clone(webhook.Events), func(e webhook.Event) bool { return !slices.Contains(events, e) })
}
