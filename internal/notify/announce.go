package notify

import (
	"context"
	"encoding/json"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/notice"
)

// announcement is the state of one announcement's job, which continues after
// the last subscription it reached.
type announcement struct {
	Topic string `json:"topic"`
	After int64  `json:"after"`
}

// Announce sends an announcement of the operator to everyone and returns the
// number of people. It returns Invalid with the fields that are not valid.
func (s *Service) Announce(ctx context.Context, a notice.Announcement) (told int, err error) {
	if err := a.Check(); err != nil {
		return 0, err
	}
	n := notice.Notification{
		Kind: notice.NoticeAnnouncement, Topic: string(notice.NoticeAnnouncement) + ":" + music.NewID(),
		Data: notice.Data{What: a.Text}, Link: a.Link,
	}
	if told, err = s.Store.Announce(ctx, n, s.now()); err != nil {
		return 0, err
	}
	s.Events.Publish(music.Event{Type: music.EventNotification, Data: notice.NotificationChange{}})
	if _, err := s.Jobs.Enqueue(ctx, announceKind, "", announcement{Topic: n.Topic}); err != nil {
		return told, fmt.Errorf("push an announcement: %w", err)
	}
	return told, nil
}

// announceJob creates a push job for each device in a batch, and another job
// for the rest.
func (s *Service) announceJob(ctx context.Context, j *music.Job, _ func(float64)) (any, error) {
	var a announcement
	if err := json.Unmarshal(j.Payload, &a); err != nil {
		return nil, fmt.Errorf("decode the job: %w", err)
	}
	targets, last, err := s.Store.PushTargets(ctx, a.Topic, a.After, s.now(), announcePart)
	if err != nil || len(targets) == 0 {
		return nil, err
	}
	for _, t := range targets {
		if _, err := s.Jobs.Enqueue(ctx, pushKind, t.Account, pushPayload{t.Subscription, []string{t.Notification}}); err != nil {
			return nil, err
		}
	}
	_, err = s.Jobs.Enqueue(ctx, announceKind, "", announcement{a.Topic, last})
	return nil, err
}
