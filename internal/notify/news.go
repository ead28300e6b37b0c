package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	// lookBack is how old news may be: a server that was down for less misses none.
	lookBack = 24 * time.Hour
	// freshPlaylist is how long after it was made a playlist is news when it
	// is shown to others, or gets its first track.
	freshPlaylist = 7 * 24 * time.Hour
	notePart      = 500 // notifications written at once
)

// newMusic tells who follows artists of whom there are new tracks. Those of
// one artist and day are one notification, which grows.
func (s *Service) newMusic(ctx context.Context) error {
	news, err := s.Store.NewMusic(ctx, s.firstDay())
	if err != nil {
		return err
	}
	return s.notifyNews(ctx, news, func(n *store.Happening) music.Notification {
		return music.Notification{
			AccountID: n.AccountID, Kind: music.NoticeNewMusic, Topic: fmt.Sprintf("%s:%s:%d", music.NoticeNewMusic, n.Item, n.Day),
			Data: music.NotificationData{What: n.Name, Count: n.Count, Image: "/api/artists/" + n.Item + "/cover"}, Link: "/artists/" + n.Item,
		}
	})
}

// firstDay is where counting begins: at the beginning of a day, so that the
// count of a day is never of a part of it.
func (s *Service) firstDay() time.Time { return s.now().Add(-lookBack).UTC().Truncate(24 * time.Hour) }

// playlistChanged tells who is concerned by what others did to a playlist.
func (s *Service) playlistChanged(ctx context.Context, id string) error {
	added, err := s.Store.PlaylistAdditions(ctx, id, s.firstDay())
	errs := []error{err, s.notifyNews(ctx, added, func(n *store.Happening) music.Notification {
		return playlistNotice(n, music.NoticePlaylistChange, fmt.Sprintf("%s:%d", n.Item, n.Day))
	})}
	joined, err := s.Store.PlaylistJoins(ctx, id, s.now().Add(-lookBack))
	errs = append(errs, err, s.notifyNews(ctx, joined, func(n *store.Happening) music.Notification {
		return playlistNotice(n, music.NoticePlaylistJoined, n.Item+":"+n.ActorID)
	}))
	made, err := s.Store.NewPlaylist(ctx, id, s.now().Add(-freshPlaylist))
	errs = append(errs, err, s.notifyNews(ctx, made, func(n *store.Happening) music.Notification {
		return playlistNotice(n, music.NoticeNewPlaylist, n.Item)
	}))
	return errors.Join(errs...)
}

func playlistNotice(n *store.Happening, kind music.NotificationKind, topic string) music.Notification {
	return music.Notification{
		AccountID: n.AccountID, Kind: kind, Topic: string(kind) + ":" + topic, Actor: n.ActorID,
		Data: music.NotificationData{Who: n.Who, What: n.Name, Count: n.Count, Image: "/api/playlists/" + n.Item + "/cover"}, Link: "/playlists/" + n.Item,
	}
}

func (s *Service) notifyNews(ctx context.Context, news []store.Happening, notice func(*store.Happening) music.Notification) error {
	for len(news) > 0 {
		part := news[:min(len(news), notePart)]
		news = news[len(part):]
		list := make([]music.Notification, len(part))
		for i := range part {
			list[i] = notice(&part[i])
		}
		if err := s.Notify(ctx, list...); err != nil {
			return err
		}
	}
	return nil
}
