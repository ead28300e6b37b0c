// Package notify tells people what happened while they were away: on the
// page of their updates, live while they are there, by web push to their
// devices and in a digest by mail.
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

// Mailer writes to people.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Config is what the service stands on. All fields but the last are required.
type Config struct {
	Store     *store.Store
	Jobs      *job.Service
	Mail      Mailer
	Events    Events
	Settings  func() music.Settings // as they are now
	Box       *seal.Box
	Log       *slog.Logger
	PublicURL *url.URL
	// PushService is the address of a push service in one's own network, which
	// otherwise none may be in. nil is for none.
	PushService *url.URL
}

const (
	pushTimeout = 20 * time.Second
	maxAnswer   = 64 << 10 // bytes; nothing of it matters
)

// Service notifies people. It is safe for concurrent use.
type Service struct {
	Config
	now    func() time.Time
	keys   vapidKeys
	client *http.Client
	look   *looker
}

// Open returns the service. It makes the key that signs web push where there
// is none, and takes on the work of its kinds from the jobs.
func Open(ctx context.Context, c Config) (*Service, error) {
	s := &Service{Config: c, now: time.Now, look: newLooker()}
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

// Notify tells people something: what is news is on their page at once, and
// on its way to their devices. Telling the same again changes nothing.
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

// tell has a person's open tabs show how many are unread.
func (s *Service) tell(ctx context.Context, accountID string) {
	unread, err := s.Store.Unread(ctx, accountID)
	if err != nil {
		s.Log.Warn("open tabs are not told of a notification", "error", err)
		return
	}
	s.Events.Publish(music.Event{Type: music.EventNotification, Account: accountID, Data: music.NotificationChange{Unread: &unread}})
}

// Read notes that the viewer read some notifications, nil for all, and returns how many are unread still.
func (s *Service) Read(ctx context.Context, v music.Viewer, ids []string) (unread int, err error) {
	changed, err := s.Store.ReadNotifications(ctx, v.AccountID, ids, s.now())
	if err != nil {
		return 0, fmt.Errorf("note what is read: %w", err)
	}
	if changed > 0 {
		s.tell(ctx, v.AccountID)
	}
	return s.Store.Unread(ctx, v.AccountID)
}

// Dismiss takes a notification of the viewer away. NotFound when there is none.
func (s *Service) Dismiss(ctx context.Context, v music.Viewer, id string) error {
	return s.dismiss(ctx, v, id, s.now())
}

// Restore brings one back that was dismissed lately.
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

// link makes an absolute address of a path of the web app.
func (s *Service) link(path string) string {
	u, err := url.Parse(path)
	if err != nil {
		return s.PublicURL.String()
	}
	return s.PublicURL.ResolveReference(u).String()
}
