package profile

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/player"
	"sonora/internal/scrobble"
	"sonora/internal/webhook"
)

// listenRecord is a play as ListenBrainz exports and imports them.
type listenRecord struct {
	At   int64      `json:"listened_at"` // Unix time in seconds
	Song songRecord `json:"track_metadata"`
}

type songRecord struct {
	Artist string `json:"artist_name"`
	Title  string `json:"track_name"`
	Album  string `json:"release_name,omitempty"`
}

// listens adds the plays once more, in a format that other services read.
func (a *archive) listens(ctx context.Context) error {
	w, err := a.begin("listens.jsonl")
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	var last people.HistoryEntry
	for {
		list, err := a.store.PlayHistory(ctx, a.viewer, last, archivePart)
		if err != nil || len(list) == 0 {
			return err
		}
		last = list[len(list)-1]
		for _, p := range list {
			if p.Title == "" || p.Artist == "" {
				continue // no service takes it
			}
			if err := encoder.Encode(listenRecord{p.At.Unix(), songRecord{p.Artist, p.Title, p.Album}}); err != nil {
				return err
			}
		}
	}
}

type queueRecord struct {
	TrackIDs  []string  `json:"trackIds"`
	Current   int       `json:"current"` // position of the current track
	Position  float64   `json:"positionSeconds"`
	ChangedAt time.Time `json:"changedAt"`
	ChangedBy string    `json:"changedBy"`
}

// queue adds the queue that music apps keep, if there is one.
func (a *archive) queue(ctx context.Context) error {
	q, err := a.store.Queue(ctx, a.account.ID)
	if music.CodeOf(err) == music.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return a.document("queue.json", queueRecord{q.TrackIDs, q.Current, q.Position.Seconds(), q.ChangedAt, q.ChangedBy})
}

type bookmarkRecord struct {
	TrackID   string    `json:"trackId"`
	Title     string    `json:"title"`
	Artist    string    `json:"artist"`
	Position  float64   `json:"positionSeconds"`
	Comment   string    `json:"comment"`
	CreatedAt time.Time `json:"createdAt"`
	ChangedAt time.Time `json:"changedAt"`
}

func (a *archive) bookmarks(ctx context.Context) error {
	list, err := a.store.Bookmarks(ctx, a.viewer)
	return listing(a, "bookmarks.json", list, err, func(b *player.Bookmark) bookmarkRecord {
		return bookmarkRecord{b.Track.ID, b.Track.Title, b.Track.Artist, b.Position.Seconds(), b.Comment, b.CreatedAt, b.ChangedAt}
	})
}

type favouriteRecord struct {
	Kind    people.Liked `json:"kind"`
	ItemID  string       `json:"itemId"`
	Title   string       `json:"title"` // "" for what is not in the library any more
	Artist  string       `json:"artist"`
	LikedAt *time.Time   `json:"likedAt"`
	Stars   int          `json:"stars"` // 0 for no rating
}

// favourites adds the albums and artists that the person likes or rates.
func (a *archive) favourites(ctx context.Context) error {
	records := []favouriteRecord{}
	for _, kind := range []people.Liked{people.LikedAlbum, people.LikedArtist} {
		all, err := a.store.Favourites(ctx, a.account.ID, kind, nil)
		if err != nil {
			return err
		}
		maps.DeleteFunc(all, func(_ string, f people.Favourite) bool { return f.LikedAt.IsZero() && f.Stars == 0 }) // taken back
		for ids := range slices.Chunk(slices.Sorted(maps.Keys(all)), archivePart) {
			names, err := a.favouriteNames(ctx, kind, ids)
			if err != nil {
				return err
			}
			for _, id := range ids {
				records = append(records, favouriteRecord{kind, id, names[id].title, names[id].artist, moment(all[id].LikedAt), all[id].Stars})
			}
		}
	}
	return a.document("favourites.json", records)
}

type favouriteName struct{ title, artist string }

// favouriteNames returns the names of albums or artists by their IDs.
func (a *archive) favouriteNames(ctx context.Context, kind people.Liked, ids []string) (map[string]favouriteName, error) {
	names := map[string]favouriteName{}
	if kind == people.LikedArtist {
		artists, err := a.store.ArtistsByID(ctx, a.viewer, ids)
		for i := range artists {
			names[artists[i].ID] = favouriteName{artists[i].Name, artists[i].Name}
		}
		return names, err
	}
	albums, err := a.store.AlbumsByID(ctx, a.viewer, ids)
	for i := range albums {
		names[albums[i].ID] = favouriteName{albums[i].Title, albums[i].Artist}
	}
	return names, err
}

type connectionRecord struct {
	Service     scrobble.Service `json:"service"`
	Server      string           `json:"server"`
	Name        string           `json:"name"`
	ConnectedAt time.Time        `json:"connectedAt"`
	Waiting     int              `json:"waiting"`
	Sent        int              `json:"sent"`
	Refused     int              `json:"refused"`
	LastSentAt  *time.Time       `json:"lastSentAt"`
}

// connections adds the services to which listens are sent, without their secrets.
func (a *archive) connections(ctx context.Context) error {
	list, err := a.store.Connections(ctx, a.account.ID)
	return listing(a, "connections.json", list, err, func(c *scrobble.Connection) connectionRecord {
		return connectionRecord{c.Service, c.Server, c.Name, c.ConnectedAt, c.Waiting, c.Sent, c.Refused, moment(c.SentAt)}
	})
}

type webhookRecord struct {
	Address    string          `json:"address"`
	Events     []webhook.Event `json:"events"`
	CreatedAt  time.Time       `json:"createdAt"`
	Sent       int             `json:"sent"`
	LastSentAt *time.Time      `json:"lastSentAt"`
}

// webhooks adds the addresses to which events are posted, without their secrets.
func (a *archive) webhooks(ctx context.Context) error {
	list, err := a.store.Webhooks(ctx, a.account.ID)
	return listing(a, "webhooks.json", list, err, func(w *webhook.Webhook) webhookRecord {
		return webhookRecord{w.Address, w.Events, w.CreatedAt, w.Sent, moment(w.SentAt)}
	})
}

type importRecord struct {
	At        time.Time `json:"at"`
	Files     []string  `json:"files"`
	Plays     int       `json:"plays"`
	Likes     int       `json:"likes"`
	Playlists int       `json:"playlists"`
}

// imports adds what the person brought from other services.
func (a *archive) imports(ctx context.Context) error {
	list, err := a.store.Imports(ctx, a.viewer)
	return listing(a, "imports.json", list, err, func(i *history.Import) importRecord {
		return importRecord{i.At, i.Files, i.Plays, i.Likes, i.Playlists}
	})
}
