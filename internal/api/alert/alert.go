package alert

import (
	"context"

	"sonora/internal/alert"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

type alertJSON struct {
	ID         string          `json:"id" doc:"ID of the alert."`
	Kind       string          `json:"kind" doc:"For example new-station, review-pending, user-action, station-trouble, failed-sign-ins, failing-jobs, disk-filling, server-fault, backup-failed or refund-failed. More may be added."`
	Severity   string          `json:"severity" enum:"notice,warning,trouble" doc:"How much it matters: worth knowing, to be looked at, or something does not work."`
	Title      string          `json:"title" doc:"Heading of the kind in the language of the request; may be empty."`
	Text       string          `json:"text" doc:"A sentence in the language of the request."`
	Link       string          `json:"link" doc:"A path in the web app."`
	Count      int             `json:"count" doc:"How often it happened."`
	Read       bool            `json:"read" doc:"Whether you have read it since it happened last."`
	CreatedAt  edge.Time       `json:"createdAt" doc:"When it happened first."`
	UpdatedAt  edge.Time       `json:"updatedAt" doc:"When it happened last."`
	SolvedAt   edge.TimeOrNull `json:"solvedAt" doc:"When it was over; null while it lasts, and for what does not last."`
	Deliveries int             `json:"deliveries" doc:"How often it was sent by mail or to a webhook."`
	Failed     int             `json:"failed" doc:"How many of these deliveries failed for good."`
}

func encodeAlert(language string) func(*alert.Alert) alertJSON {
	return func(a *alert.Alert) alertJSON {
		return alertJSON{
			ID: a.ID, Kind: string(a.Kind), Severity: string(a.Kind.Severity()), Title: words.Render(language, a.Kind.Title()), Text: words.Render(language, a.Sentence()), Link: a.Link, Count: a.Count, Read: a.IsRead,
			CreatedAt: edge.Time(a.CreatedAt), UpdatedAt: edge.Time(a.UpdatedAt), SolvedAt: edge.TimeOrNull(a.SolvedAt), Deliveries: a.Deliveries, Failed: a.Failed,
		}
	}
}

type alertsInput struct {
	edge.Paging
	Kind   string `query:"kind" maxLength:"50" doc:"Only alerts of this kind."`
	Unread bool   `query:"unread" doc:"Only alerts you have not read since they happened last."`
}

func (a *API) alerts(ctx context.Context, in *alertsInput) (*edge.PageOf[alertJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Alerts(ctx, edge.Viewer(ctx).AccountID, alert.Filter{Kind: alert.Kind(in.Kind), Unread: in.Unread}, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeAlert(music.LanguageOf(ctx))), nil
}

type unreadAlertsJSON struct {
	Unread int `json:"unread" doc:"Number of alerts you have not read."`
}

func (a *API) unread(ctx context.Context, _ *struct{}) (*edge.Body[unreadAlertsJSON], error) {
	n, err := a.Store.UnreadAlerts(ctx, edge.Viewer(ctx).AccountID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(unreadAlertsJSON{n})
}

type readAlertsInput struct {
	Body struct {
		IDs []string `json:"ids,omitempty" maxItems:"1000" doc:"The alerts to mark as read."`
		All bool     `json:"all,omitempty" doc:"Mark all alerts as read."`
	}
}

func (a *API) read(ctx context.Context, in *readAlertsInput) (*edge.Body[unreadAlertsJSON], error) {
	ids := in.Body.IDs
	if in.Body.All {
		ids = nil
	} else if ids == nil {
		ids = []string{}
	}
	n, err := a.Alerts.Read(ctx, edge.Viewer(ctx), ids)
	if err != nil {
		return nil, err
	}
	return edge.Reply(unreadAlertsJSON{n})
}

type alertDeliveryJSON struct {
	ID        string          `json:"id" doc:"ID of the delivery."`
	Channel   string          `json:"channel" enum:"email,slack,discord,webhook" doc:"Where it is sent."`
	State     string          `json:"state" enum:"waiting,sent,failed" doc:"Waiting for its first or next attempt, sent, or failed for good. Mail is sent when it is in the outbox."`
	Attempts  int             `json:"attempts" doc:"Number of attempts so far."`
	Reason    string          `json:"reason" doc:"Why the last attempt failed, in the language of the request; empty if it did not."`
	Text      string          `json:"text" doc:"The sentence of the alert in the language of the request."`
	CreatedAt edge.Time       `json:"createdAt" doc:"When it was to be sent."`
	UpdatedAt edge.Time       `json:"updatedAt" doc:"When it was last attempted."`
	NextAt    edge.TimeOrNull `json:"nextAt" doc:"When the next attempt is due; null if there is none."`
}

type deliveriesInput struct {
	edge.Paging
	Alert    string `query:"alert" maxLength:"50" doc:"Only the deliveries of the alert with this ID."`
	Troubled bool   `query:"troubled" doc:"Only those that failed, or wait after a failure."`
}

func (a *API) deliveries(ctx context.Context, in *deliveriesInput) (*edge.PageOf[alertDeliveryJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, told, err := a.Alerts.Deliveries(ctx, alert.DeliveryFilter{AlertID: in.Alert, Troubled: in.Troubled}, page)
	if err != nil {
		return nil, err
	}
	language := music.LanguageOf(ctx)
	return edge.Answer(&in.Paging, list, func(d *alert.Delivery) alertDeliveryJSON {
		about := told[d.AlertID]
		return alertDeliveryJSON{
			ID: d.ID, Channel: string(d.Channel), State: string(d.State), Attempts: d.Attempts, Reason: words.Render(language, d.Reason),
			Text: words.Render(language, about.Sentence()), CreatedAt: edge.Time(d.CreatedAt), UpdatedAt: edge.Time(d.UpdatedAt), NextAt: edge.TimeOrNull(d.NextAt),
		}
	}), nil
}

type retryDeliveryInput struct {
	ID string `path:"id" doc:"ID of the delivery."`
}

func (a *API) retry(ctx context.Context, in *retryDeliveryInput) (*edge.Body[edge.Detail], error) {
	if err := a.Alerts.Retry(ctx, in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The alert is on its way again.")
}

type testAlertsInput struct {
	Body struct {
		Channel string `json:"channel" enum:"email,slack,discord,webhook" doc:"Where to send it."`
	}
}

func (a *API) test(ctx context.Context, in *testAlertsInput) (*edge.Body[edge.Detail], error) {
	if err := a.Alerts.Try(ctx, alert.Channel(in.Body.Channel)); err != nil {
		return nil, err
	}
	return edge.Say("The test message was accepted.")
}
