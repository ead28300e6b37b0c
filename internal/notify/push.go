package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/words"
)

const (
	pushKind     = "push"
	announceKind = "announce"
	keepPush     = 24 * time.Hour // how long the push service keeps a message for a device that is off
	maxPushText  = 300            // characters; the message has to fit into one encrypted record
	announcePart = 200            // subscriptions per job
	summaryFrom  = 4              // number of notifications that are combined into one message
)

// pushPayload is the payload of a job that sends a message to one subscription.
type pushPayload struct {
	Subscription  string   `json:"subscription"`
	Notifications []string `json:"notifications"`
}

// message is the content that the service worker shows.
type message struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Link  string `json:"link"`
	Tag   string `json:"tag"` // replaces an earlier message with the same tag
}

// enqueuePush queues push messages for some of a person's notifications.
func (s *Service) enqueuePush(ctx context.Context, accountID string, ids []string) error {
	subscriptions, err := s.Store.PushSubscriptions(ctx, accountID, s.now())
	if err != nil || len(subscriptions) == 0 {
		return err
	}
	groups := [][]string{ids}
	if len(ids) < summaryFrom {
		groups = nil
		for _, id := range ids {
			groups = append(groups, []string{id})
		}
	}
	for _, p := range subscriptions {
		for _, group := range groups {
			if _, err := s.Jobs.Enqueue(ctx, pushKind, accountID, pushPayload{p.ID, group}); err != nil {
				return fmt.Errorf("send a push message: %w", err)
			}
		}
	}
	return nil
}

// pushJob sends one message, unless the person has read the notification or
// signed out on that device meanwhile.
func (s *Service) pushJob(ctx context.Context, j *music.Job, _ func(float64)) (any, error) {
	var p pushPayload
	if err := json.Unmarshal(j.Payload, &p); err != nil {
		return nil, fmt.Errorf("decode the job: %w", err)
	}
	to, err := s.Store.PushSubscription(ctx, p.Subscription, s.now())
	if music.CodeOf(err) == music.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find a subscription: %w", err)
	}
	list, err := s.Store.NotificationsByID(ctx, to.AccountID, p.Notifications)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	account, err := s.Store.AccountByID(ctx, to.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	return nil, s.send(ctx, to, messageOf(account.Language, list))
}

// messageOf shows the newest notification and the number of others.
func messageOf(language string, list []notice.Notification) message {
	first := &list[0]
	m := message{Title: words.Render(language, first.Kind.Title()), Body: words.Render(language, first.Sentence()), Link: first.Link, Tag: first.ID}
	if more := len(list) - 1; more > 0 {
		m.Body += " " + words.Render(language, music.Say("And %d more updates.", more))
		m.Link = "/updates"
	}
	if text := []rune(m.Body); len(text) > maxPushText {
		m.Body = string(text[:maxPushText-1]) + "…"
	}
	return m
}

// errPush means that a push service did not accept a message.
var errPush = errors.New("the push service did not accept the message")

// send delivers a message to the push service of a subscription. It drops a
// subscription that the service no longer knows, which is not an error.
func (s *Service) send(ctx context.Context, to *notice.PushSubscription, m message) error {
	status, err := s.deliver(ctx, to, m)
	switch {
	case err != nil:
		return err
	case status == http.StatusNotFound || status == http.StatusGone:
		return s.Store.DropPushSubscription(ctx, to.ID)
	case status >= http.StatusOK && status < http.StatusMultipleChoices:
		return s.Store.PushSent(ctx, to.ID, s.now())
	case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
		return fmt.Errorf("%w: status %d", errPush, status) // may succeed later
	}
	return music.NewError(music.Invalid, "The push service rejected the message.").Because(fmt.Errorf("%w: status %d", errPush, status))
}

func (s *Service) deliver(ctx context.Context, to *notice.PushSubscription, m message) (status int, err error) {
	opened, err := s.Box.Open(to.Keys)
	if err != nil {
		return 0, fmt.Errorf("decode the keys of a subscription: %w", err)
	}
	target := &webpush.Subscription{Endpoint: to.Endpoint}
	if err := json.Unmarshal(opened, &target.Keys); err != nil {
		return 0, fmt.Errorf("decode the keys of a subscription: %w", err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return 0, fmt.Errorf("encode a push message: %w", err)
	}
	res, err := webpush.SendNotificationWithContext(ctx, text, target, &webpush.Options{
		HTTPClient: s.client, Subscriber: s.contact(), TTL: int(keepPush.Seconds()), Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: s.keys.Public, VAPIDPrivateKey: s.keys.Private,
	})
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errPush, err)
	}
	return res.StatusCode, res.Body.Close()
}

// contact returns the contact for push services: the server's address, or the
// operator's address if the server is not public.
func (s *Service) contact() string {
	if s.PublicURL.Scheme == "https" {
		return s.PublicURL.String()
	}
	if email := s.Settings().AdminEmail; email != "" {
		return email
	}
	return music.ProductSlug + "@" + s.PublicURL.Hostname()
}

// Test sends a message to all of the viewer's devices. It waits, and returns
// how many of them accepted it.
func (s *Service) Test(ctx context.Context, v music.Viewer) (sent, all int, err error) {
	subscriptions, err := s.Store.PushSubscriptions(ctx, v.AccountID, s.now())
	if err != nil {
		return 0, 0, err
	}
	account, err := s.Store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return 0, 0, fmt.Errorf("find the account: %w", err)
	}
	language := account.Language
	if language == "" {
		language = music.LanguageOf(ctx)
	}
	m := message{Title: words.Render(language, music.Say("It works")), Body: words.Render(language, music.Say("Updates reach this device.")), Link: "/updates", Tag: "test"}
	for i := range subscriptions {
		status, err := s.deliver(ctx, &subscriptions[i], m)
		switch {
		case err != nil:
			s.Log.Warn("send test push message failed", "error", err)
		case status == http.StatusNotFound || status == http.StatusGone:
			if err := s.Store.DropPushSubscription(ctx, subscriptions[i].ID); err != nil {
				return sent, len(subscriptions), err
			}
		case status < http.StatusMultipleChoices:
			sent++
		default:
			s.Log.Warn("send test push message failed", "status", status)
		}
	}
	return sent, len(subscriptions), nil
}
