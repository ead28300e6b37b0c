// Package notify tells people what happened while they were away: on their
// updates page, live while they are online, by web push to their devices, and
// in a digest by mail.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/outgoing"
	"sonora/internal/seal"
	"sonora/internal/store"
)

// Events carries events between servers and to browsers.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Mailer sends mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Config holds the dependencies of a Service. All fields but PushService are
// required.
type Config struct {
	Store     *store.Store
	Jobs      *job.Service
	Mail      Mailer
	Events    Events
	Settings  func() music.Settings // current settings
	Box       *seal.Box
	Log       *slog.Logger
	PublicURL *url.URL
	// PushService is the URL of a push service in a private network, where push
	// services are not allowed otherwise. It may be nil.
	PushService *url.URL
}

const (
	pushTimeout = 20 * time.Second
	maxAnswer   = 64 << 10 // bytes of a response, whose content does not matter
)

// Service notifies people. It is safe for concurrent use.
type Service struct {
	Config
	now    func() time.Time
	keys   vapidKeys
	client *http.Client
	look   *looker
}

// Open returns a Service. It creates the key that signs web push messages if
// there is none, and registers its job handlers.
func Open(ctx context.Context, c Config) (*Service, error) {
	s := &Service{Config: c, now: time.Now, look: newLooker(c.Log)}
	var err error
	if s.keys, err = s.openKeys(ctx); err != nil {
		return nil, err
	}
	s.client = outgoing.New(outgoing.Config{Named: c.PushService, MaxBody: maxAnswer, Timeout: pushTimeout})
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.Jobs.Register(pushKind, s.pushJob)
	c.Jobs.Register(announceKind, s.announceJob)
	return s, nil
}

// Notify adds notifications, which appear on people's pages at once and are
// pushed to their devices. Adding the same notification again changes nothing.
func (s *Service) Notify(ctx context.Context, list ...notice.Notification) error {
	news, err := s.Store.Notify(ctx, list, s.now())
	if err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	byAccount := map[string][]string{}
	for _, n := range news {
		byAccount[n.AccountID] = append(byAccount[n.AccountID], n.ID)
	}
	var errs []error
	for account, ids := range byAccount {
		s.tell(ctx, account)
		errs = append(errs, s.enqueuePush(ctx, account, ids))
	}
	return errors.Join(errs...)
}

// tell updates the number of unread notifications in a person's open tabs.
func (s *Service) tell(ctx context.Context, accountID string) {
	unread, err := s.Store.Unread(ctx, accountID)
	if err != nil {
		s.Log.Warn("publish the unread count failed", "error", err)
		return
	}
	s.Events.Publish(music.Event{Type: music.EventNotification, Account: accountID, Data: notice.NotificationChange{Unread: &unread}})
}

// Read marks notifications of the viewer as read (all if ids is nil) and
// returns how many are still unread.
func (s *Service) Read(ctx context.Context, v music.Viewer, ids []string) (unread int, err error) {
	changed, err := s.Store.ReadNotifications(ctx, v.AccountID, ids, s.now())
	if err != nil {
		return 0, fmt.Errorf("mark notifications as read: %w", err)
	}
	if changed > 0 {
		s.tell(ctx, v.AccountID)
	}
	return s.Store.Unread(ctx, v.AccountID)
}

// Dismiss removes a notification of the viewer. It returns NotFound if there is
// none.
func (s *Service) Dismiss(ctx context.Context, v music.Viewer, id string) error {
	return s.dismiss(ctx, v, id, s.now())
}

// Restore brings back a recently dismissed notification. It returns NotFound if
// there is none.
func (s *Service) Restore(ctx context.Context, v music.Viewer, id string) error {
	return s.dismiss(ctx, v, id, time.Time{})
}

func (s *Service) dismiss(ctx context.Context, v music.Viewer, id string, at time.Time) error {
	if err := s.Store.DismissNotification(ctx, v.AccountID, id, at); err != nil {
		return fmt.Errorf("dismiss a notification: %w", err)
	}
	s.tell(ctx, v.AccountID)
	return nil
}

// link returns the absolute URL of a path of the web app.
func (s *Service) link(path string) string {
	u, err := url.Parse(path)
	if err != nil {
		return s.PublicURL.String()
	}
	return s.PublicURL.ResolveReference(u).String()
}
