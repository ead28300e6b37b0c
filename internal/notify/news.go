package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sonora/internal/notice"
	"sonora/internal/store"
)

const (
	// lookBack is the maximum age of news. A server that was down for less
	// misses none.
	lookBack = 24 * time.Hour
	// freshPlaylist is how long after its creation a playlist is news when it
	// becomes visible to others or gets its first track.
	freshPlaylist = 7 * 24 * time.Hour
	notePart      = 500 // notifications saved at once
)

// newMusic notifies people of new tracks by artists they follow. The tracks of
// one artist and day are one notification, whose count grows.
func (s *Service) newMusic(ctx context.Context) error {
	news, err := s.Store.NewMusic(ctx, s.firstDay())
	if err != nil {
		return err
	}
	return s.notifyNews(ctx, news, func(n *store.Happening) notice.Notification {
		return notice.Notification{
			AccountID: n.AccountID, Kind: notice.NoticeNewMusic, Topic: fmt.Sprintf("%s:%s:%d", notice.NoticeNewMusic, n.Item, n.Day),
			Data: notice.Data{What: n.Name, Count: n.Count, Image: "/api/artists/" + n.Item + "/cover"}, Link: "/artists/" + n.Item,
		}
	})
}

// firstDay returns the start of the first day to count. Starting at midnight
// makes sure that each day's count is complete.
func (s *Service) firstDay() time.Time { return s.now().Add(-lookBack).UTC().Truncate(24 * time.Hour) }

// playlistChanged notifies the people concerned of what others did to a
// playlist.
func (s *Service) playlistChanged(ctx context.Context, id string) error {
	added, err := s.Store.PlaylistAdditions(ctx, id, s.firstDay())
	errs := []error{err, s.notifyNews(ctx, added, func(n *store.Happening) notice.Notification {
		return playlistNotice(n, notice.NoticePlaylistChange, fmt.Sprintf("%s:%d", n.Item, n.Day))
	})}
	joined, err := s.Store.PlaylistJoins(ctx, id, s.now().Add(-lookBack))
	errs = append(errs, err, s.notifyNews(ctx, joined, func(n *store.Happening) notice.Notification {
		return playlistNotice(n, notice.NoticePlaylistJoined, n.Item+":"+n.ActorID)
	}))
	made, err := s.Store.NewPlaylist(ctx, id, s.now().Add(-freshPlaylist))
	errs = append(errs, err, s.notifyNews(ctx, made, func(n *store.Happening) notice.Notification {
		return playlistNotice(n, notice.NoticeNewPlaylist, n.Item)
	}))
	return errors.Join(errs...)
}

func playlistNotice(n *store.Happening, kind notice.Kind, topic string) notice.Notification {
	return notice.Notification{
		AccountID: n.AccountID, Kind: kind, Topic: string(kind) + ":" + topic, Actor: n.ActorID,
		Data: notice.Data{Who: n.Who, What: n.Name, Count: n.Count, Image: "/api/playlists/" + n.Item + "/cover"}, Link: "/playlists/" + n.Item,
	}
}

func (s *Service) notifyNews(ctx context.Context, news []store.Happening, note func(*store.Happening) notice.Notification) error {
	for len(news) > 0 {
		part := news[:min(len(news), notePart)]
		news = news[len(part):]
		list := make([]notice.Notification, len(part))
		for i := range part {
			list[i] = note(&part[i])
		}
		if err := s.Notify(ctx, list...); err != nil {
			return err
		}
	}
	return nil
}
