package webhook

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/webhook"
	"sonora/internal/webhooks"
	"sonora/internal/words"
)

// HookJSON is a webhook as its owner sees it.
type HookJSON struct {
	ID         string          `json:"id" doc:"ID of the webhook."`
	Address    string          `json:"address" doc:"Where events are posted."`
	Events     []webhook.Event `json:"events" enum:"play,like,rating,playlist,notification" doc:"The kinds of events that are posted."`
	CreatedAt  edge.Time       `json:"createdAt" doc:"When it was added."`
	IsPaused   bool            `json:"isPaused" doc:"Whether you paused it."`
	IsStopped  bool            `json:"isStopped" doc:"Whether the server stopped it, because it failed for too long."`
	Problem    string          `json:"problem" doc:"Why the last attempt failed, in the language of the request; empty if it did not."`
	Waiting    int             `json:"waiting" doc:"Number of events that wait to be sent."`
	Sent       int             `json:"sent" doc:"Number of events sent so far."`
	LastSentAt edge.TimeOrNull `json:"lastSentAt" doc:"When an event was last sent; null for never."`
}

func encodeWebhook(language string) func(*webhook.Webhook) HookJSON {
	return func(w *webhook.Webhook) HookJSON {
		return HookJSON{
			ID: w.ID, Address: w.Address, Events: w.Events, CreatedAt: edge.Time(w.CreatedAt), IsPaused: w.Paused, IsStopped: w.Stopped,
			Problem: words.Render(language, w.Problem), Waiting: w.Waiting, Sent: w.Sent, LastSentAt: edge.TimeOrNull(w.SentAt),
		}
	}
}

func (a *API) list(ctx context.Context, in *edge.Part) (*edge.PageOf[HookJSON], error) {
	list, err := a.webhooks.List(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, encodeWebhook(music.LanguageOf(ctx)))
}

type makeWebhookInput struct {
	Body struct {
		Address string          `json:"address" maxLength:"1000" doc:"Where events are posted; begins with https://."`
		Events  []webhook.Event `json:"events" maxItems:"20" enum:"play,like,rating,playlist,notification" doc:"The kinds of events that are posted."`
	}
}

// newHookJSON is a webhook with its secret, which is shown only once.
type newHookJSON struct {
	HookJSON

	Secret string `json:"secret" doc:"The secret that signs messages. Shown only once."`
}

func (a *API) make(ctx context.Context, in *makeWebhookInput) (*edge.Secret[newHookJSON], error) {
	w, secret, err := a.webhooks.Add(ctx, edge.Viewer(ctx), in.Body.Address, in.Body.Events)
	return withSecret(ctx, w, secret, err)
}

func withSecret(ctx context.Context, w *webhook.Webhook, secret string, err error) (*edge.Secret[newHookJSON], error) {
	if err != nil {
		return nil, err
	}
	return edge.Secretly(newHookJSON{encodeWebhook(music.LanguageOf(ctx))(w), secret}), nil
}

type changeWebhookInput struct {
	edge.ItemPath
	Body struct {
		Address  *string         `json:"address,omitempty" maxLength:"1000" doc:"Where events are posted; begins with https://."`
		Events   []webhook.Event `json:"events,omitempty" maxItems:"20" enum:"play,like,rating,playlist,notification" doc:"The kinds of events that are posted."`
		IsPaused *bool           `json:"isPaused,omitempty" doc:"true pauses it. false resumes it, also after the server stopped it."`
	}
}

func (a *API) change(ctx context.Context, in *changeWebhookInput) (*edge.Body[HookJSON], error) {
	w, err := a.webhooks.Change(ctx, edge.Viewer(ctx), in.ID, webhooks.Change{Address: in.Body.Address, Events: in.Body.Events, Paused: in.Body.IsPaused})
	return edge.Encoded(w, err, encodeWebhook(music.LanguageOf(ctx)))
}

func (a *API) remove(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.webhooks.Delete(ctx, edge.Viewer(ctx), in.ID)
}

func (a *API) renew(ctx context.Context, in *edge.ItemPath) (*edge.Secret[newHookJSON], error) {
	w, secret, err := a.webhooks.Renew(ctx, edge.Viewer(ctx), in.ID)
	return withSecret(ctx, w, secret, err)
}

func (a *API) test(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.webhooks.Try(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The test message was accepted.")
}

type hookDeliveryJSON struct {
	ID        string        `json:"id" doc:"ID of the delivery. The header Webhook-Id is msg_ and this."`
	Event     webhook.Event `json:"event" enum:"play,like,rating,playlist,notification" doc:"The kind of event."`
	State     webhook.State `json:"state" enum:"waiting,sent,failed" doc:"Waiting for its first or next attempt, sent, or failed for good."`
	Attempts  int           `json:"attempts" doc:"Number of attempts so far."`
	Reason    string        `json:"reason" doc:"Why the last attempt failed, in the language of the request; empty if it did not."`
	At        edge.Time     `json:"at" doc:"When the event happened."`
	UpdatedAt edge.Time     `json:"updatedAt" doc:"When it was last attempted."`
}

type deliveriesInput struct {
	edge.ItemPath
	edge.Paging
}

func (a *API) deliveries(ctx context.Context, in *deliveriesInput) (*edge.PageOf[hookDeliveryJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.webhooks.Deliveries(ctx, edge.Viewer(ctx), in.ID, page)
	if err != nil {
		return nil, err
	}
	language := music.LanguageOf(ctx)
	return edge.Answer(&in.Paging, list, func(d *webhook.Delivery) hookDeliveryJSON {
		return hookDeliveryJSON{
			ID: d.ID, Event: d.Event, State: d.State, Attempts: d.Attempts, Reason: words.Render(language, d.Reason), At: edge.Time(d.At), UpdatedAt: edge.Time(d.UpdatedAt),
		}
	}), nil
}

type retryInput struct {
	ID       string `path:"id" maxLength:"64" doc:"ID of the webhook."`
	Delivery string `path:"delivery" maxLength:"64" doc:"ID of the delivery."`
}

func (a *API) retry(ctx context.Context, in *retryInput) (*edge.Body[edge.Detail], error) {
	if err := a.webhooks.Retry(ctx, edge.Viewer(ctx), in.ID, in.Delivery); err != nil {
		return nil, err
	}
	return edge.Say("The event is on its way again.")
}
