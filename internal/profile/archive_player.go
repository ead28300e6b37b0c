package profile

import (
	"context"
	"encoding/json"
	"time"

	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/player"
)

type shareRecord struct {
	Kind        link.Kind  `json:"kind"`
	ItemID      string     `json:"itemId"`
	Title       string     `json:"title"`    // "" if the item is gone or may not be shared any more
	Subtitle    string     `json:"subtitle"` // its artist, owner or genre
	CreatedAt   time.Time  `json:"createdAt"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	Visits      int        `json:"visits"`
	LastVisitAt *time.Time `json:"lastVisitAt"`
}

// shares lists what the person shared by links, without the links' addresses,
// because anyone who has one could use it.
func (a *archive) shares(ctx context.Context) error {
	return paged(a, "shares.json", func(p music.Page) (named music.List[link.Shared], err error) {
		list, err := a.store.Shares(ctx, a.account.ID, p)
		if err == nil {
			named.Next = list.Next
			named.Items, err = a.links.DescribeAll(ctx, list.Items)
		}
		return named, err
	}, func(s *link.Shared) shareRecord {
		l := s.Link
		return shareRecord{l.Kind, l.ItemID, s.Title, s.Subtitle, l.CreatedAt, moment(l.ExpiresAt), l.Visits, moment(l.LastVisitAt)}
	})
}

type playerRecord struct {
	Name     string          `json:"name"`
	TrackID  string          `json:"trackId"`
	Title    string          `json:"title"`
	Artist   string          `json:"artist"`
	Position float64         `json:"positionSeconds"`
	State    player.State    `json:"state"`
	Volume   float64         `json:"volume"`
	SeenAt   time.Time       `json:"seenAt"`
	Queue    json.RawMessage `json:"queue"`
}

// players lists the person's devices and what they play.
func (a *archive) players(ctx context.Context) error {
	list, err := a.store.Players(ctx, a.account.ID)
	if err != nil {
		return err
	}
	for i := range list {
		full, err := a.store.PlayerQueue(ctx, a.account.ID, list[i].ID)
		switch {
		case music.CodeOf(err) == music.NotFound: // removed meanwhile
		case err != nil:
			return err
		default:
			list[i] = *full
		}
	}
	return listing(a, "players.json", list, nil, func(d *player.Device) playerRecord {
		return playerRecord{d.Name, d.TrackID, d.Title, d.Artist, d.Position.Seconds(), d.State, d.Volume, d.SeenAt, d.Queue}
	})
}
