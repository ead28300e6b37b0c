package profile

import (
	"context"
	"net/url"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
)

type followRecord struct {
	Kind people.FollowKind `json:"kind"`
	ID   string            `json:"id"`
	At   time.Time         `json:"at"`
}

// follows lists what the person follows.
func (a *archive) follows(ctx context.Context) error {
	var last people.FollowRecord
	return stream(a, "follows.json", func() ([]followRecord, error) {
		list, err := a.store.FollowHistory(ctx, a.account.ID, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1]
		}
		return encoded(list, func(f *people.FollowRecord) followRecord { return followRecord{f.Kind, f.Item, f.At} }), err
	})
}

type notificationRecord struct {
	Kind      notice.Kind `json:"kind"`
	Data      notice.Data `json:"data"`
	Link      string      `json:"link"`
	CreatedAt time.Time   `json:"createdAt"`
	ReadAt    *time.Time  `json:"readAt"`
}

// notifications lists the person's notifications.
func (a *archive) notifications(ctx context.Context) error {
	return paged(a, "notifications.json", func(p music.Page) (music.List[notice.Notification], error) {
		return a.store.Notifications(ctx, a.account.ID, p)
	}, func(n *notice.Notification) notificationRecord {
		return notificationRecord{n.Kind, n.Data, n.Link, n.CreatedAt, moment(n.ReadAt)}
	})
}

type pushRecord struct {
	Service    string     `json:"service"`
	UserAgent  string     `json:"userAgent"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastSentAt *time.Time `json:"lastSentAt"`
}

// pushes lists the devices that receive push messages, without the full
// endpoint, because anyone who has it could send messages.
func (a *archive) pushes(ctx context.Context) error {
	list, err := a.store.PushHistory(ctx, a.account.ID)
	return listing(a, "push-devices.json", list, err, func(p *notice.PushSubscription) pushRecord {
		service := ""
		if u, err := url.Parse(p.Endpoint); err == nil {
			service = u.Host
		}
		return pushRecord{service, p.UserAgent, p.CreatedAt, moment(p.LastSentAt)}
	})
}
