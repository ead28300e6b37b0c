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
	CreatedAt   time.Time  `json:"createdAt"`
	ExpiresAt   *time.Time `json:"expiresAt"`
	Visits      int        `json:"visits"`
	LastVisitAt *time.Time `json:"lastVisitAt"`
}

// shares lists what the person shared by links, without the links' addresses,
// because anyone who has one could use it.
func (a *archive) shares(ctx context.Context) error {
	return paged(a, "shares.json", func(p music.Page) (music.List[link.Link], error) {
		return a.store.Shares(ctx, a.account.ID, p)
	}, func(s *link.Link) shareRecord {
		return shareRecord{s.Kind, s.ItemID, s.CreatedAt, moment(s.ExpiresAt), s.Visits, moment(s.LastVisitAt)}
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
