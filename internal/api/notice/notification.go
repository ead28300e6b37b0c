package notice

import (
	"context"
	"net/http"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/words"
)

type notificationJSON struct {
	ID        string          `json:"id" doc:"ID of the notification."`
	Kind      string          `json:"kind" doc:"For example announcement, new-music, playlist-change, playlist-joined, new-follower or followed-person-playlist. More may be added."`
	Text      string          `json:"text" doc:"A sentence in the language of the request."`
	Link      string          `json:"link" doc:"A path in the web app, or the web address in an announcement; may be empty."`
	ImageURL  *string         `json:"imageUrl" doc:"Address of a picture; null for none."`
	CreatedAt edge.Time       `json:"createdAt" doc:"When it happened."`
	ReadAt    edge.TimeOrNull `json:"readAt" doc:"When you read it; null if you did not."`
}

func encodeNotification(language string) func(*notice.Notification) notificationJSON {
	return func(n *notice.Notification) notificationJSON {
		return notificationJSON{
			ID: n.ID, Kind: string(n.Kind), Text: words.Render(language, n.Sentence()), Link: n.Link, ImageURL: edge.OrNull(n.Data.Image),
			CreatedAt: edge.Time(n.CreatedAt), ReadAt: edge.TimeOrNull(n.ReadAt),
		}
	}
}

type notificationsInput struct{ edge.Paging }

func (a *API) notifications(ctx context.Context, in *notificationsInput) (*edge.PageOf[notificationJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Notifications(ctx, edge.Viewer(ctx).AccountID, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeNotification(music.LanguageOf(ctx))), nil
}

type unreadJSON struct {
	Unread int `json:"unread" doc:"Number of unread notifications."`
}

func (a *API) unread(ctx context.Context, _ *struct{}) (*edge.Body[unreadJSON], error) {
	n, err := a.Store.Unread(ctx, edge.Viewer(ctx).AccountID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(unreadJSON{n})
}

type readInput struct {
	Body struct {
		IDs []string `json:"ids,omitempty" maxItems:"1000" doc:"The notifications to mark as read."`
		All bool     `json:"all,omitempty" doc:"Mark all notifications as read."`
	}
}

func (a *API) readNotifications(ctx context.Context, in *readInput) (*edge.Body[unreadJSON], error) {
	ids := in.Body.IDs
	if in.Body.All {
		ids = nil
	} else if ids == nil {
		ids = []string{}
	}
	n, err := a.Notify.Read(ctx, edge.Viewer(ctx), ids)
	if err != nil {
		return nil, err
	}
	return edge.Reply(unreadJSON{n})
}

func (a *API) dismissNotification(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Notify.Dismiss(ctx, edge.Viewer(ctx), in.ID)
}

func (a *API) restoreNotification(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Notify.Restore(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The update is back.")
}

type choicesJSON struct {
	Digest string `json:"digest" enum:"never,daily,weekly" doc:"How often unread notifications are sent by mail."`
	Email  bool   `json:"email" doc:"Whether to send mail other than about the account."`
	Push   bool   `json:"push" doc:"Whether to send push messages to devices."`
}

type choicesAnswer struct {
	Digest        string `json:"digest" enum:"never,daily,weekly" doc:"How often unread notifications are sent by mail."`
	Email         bool   `json:"email" doc:"Whether to send mail other than about the account."`
	Push          bool   `json:"push" doc:"Whether to send push messages to devices."`
	EmailVerified bool   `json:"emailVerified" doc:"Digests are sent to verified addresses only."`
}

func (a *API) notificationChoices(ctx context.Context, _ *struct{}) (*edge.Body[choicesAnswer], error) {
	c, reachable, err := a.Notify.Choices(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(choicesAnswer{string(c.Digest), c.Email, c.Push, reachable})
}

func (a *API) saveNotificationChoices(ctx context.Context, in *edge.Body[choicesJSON]) (*edge.Body[choicesAnswer], error) {
	c := notice.Choices{Digest: notice.Digest(in.Body.Digest), Email: in.Body.Email, Push: in.Body.Push}
	if err := a.Notify.Choose(ctx, edge.Viewer(ctx), c); err != nil {
		return nil, err
	}
	return a.notificationChoices(ctx, nil)
}

type unsubscribeInput struct {
	Token string `query:"token" maxLength:"500" doc:"The token from the mail."`
}

// unsubscribeDigest also accepts the one-click form of mail programs (RFC 8058).
func (a *API) unsubscribeDigest(ctx context.Context, in *unsubscribeInput) (*edge.Body[edge.Detail], error) {
	if err := a.Notify.EndDigest(ctx, in.Token); err != nil {
		return nil, err
	}
	return edge.Say("You will get no more summaries by email.")
}

// unsubscribePage redirects to the page that asks for confirmation. Opening the
// link, as mail scanners do, must not change anything.
func (a *API) unsubscribePage(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/unsubscribe#"+fragment(r.URL.Query().Get("token")), http.StatusSeeOther)
}

// fragment keeps the characters that a token may contain.
func fragment(token string) string {
	kept := []rune{}
	for _, r := range token {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
