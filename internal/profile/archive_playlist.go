package profile

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
)

type playlistRecord struct {
	ID            string             `json:"id"`
	Name          string             `json:"name"`
	Description   string             `json:"description"`
	IsPublic      bool               `json:"isPublic"`
	IsOwn         bool               `json:"isOwn"` // false for a playlist that the person joined
	Kind          music.PlaylistKind `json:"kind"`
	Rules         *music.SmartRules  `json:"rules,omitempty"`
	CoverImageURL string             `json:"coverImageUrl"`
	CreatedAt     time.Time          `json:"createdAt"`
	UpdatedAt     time.Time          `json:"updatedAt"`
}

func (a *archive) playlists(ctx context.Context) error {
	return paged(a, "playlists.json", func(p music.Page) (music.List[music.Playlist], error) {
		return a.store.Playlists(ctx, a.account.ID, p)
	}, func(p *music.Playlist) playlistRecord {
		record := playlistRecord{
			ID: p.ID, Name: p.Name, Description: p.Description, IsPublic: p.IsPublic, IsOwn: p.OwnerID == a.account.ID, Kind: p.Kind,
			CoverImageURL: p.CoverImageURL, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
		}
		if record.IsOwn {
			record.Rules = p.Rules
		}
		return record
	})
}

type entryRecord struct {
	PlaylistID  string    `json:"playlistId"`
	AddedAt     time.Time `json:"addedAt"`
	AddedBySelf bool      `json:"addedBySelf"`
	TrackID     string    `json:"trackId"`
	Title       string    `json:"title"`
	Artist      string    `json:"artist"`
	Album       string    `json:"album"`
}

// playlistEntries lists the entries of the playlists, in order.
func (a *archive) playlistEntries(ctx context.Context) error {
	last := music.EntryRecord{}
	return stream(a, "playlist-entries.json", func() ([]entryRecord, error) {
		list, err := a.store.EntryRecords(ctx, a.viewer, last, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1]
		}
		return encoded(list, func(e *music.EntryRecord) entryRecord {
			return entryRecord{e.PlaylistID, e.AddedAt, e.IsOwn, e.TrackID, e.Title, e.Artist, e.Album}
		}), err
	})
}

// playlistFiles adds the playlists as files that other players read, each named like its
// playlist.
func (a *archive) playlistFiles(ctx context.Context) error {
	used := map[string]int{}
	for page := (music.Page{Limit: archivePart}); ; {
		list, err := a.store.Playlists(ctx, a.account.ID, page)
		if err != nil {
			return err
		}
		for i := range list.Items {
			for _, format := range []string{"m3u8", "xspf"} {
				if err := a.playlistFile(ctx, list.Items[i].ID, format, used); err != nil {
					return err
				}
			}
		}
		if page.After = list.Next; page.After == "" {
			return nil
		}
	}
}

// playlistFile adds one file, with a number if there is one of the same name already, also
// for file systems on which letter case makes no difference.
func (a *archive) playlistFile(ctx context.Context, id, format string, used map[string]int) error {
	name, data, err := a.asFile(ctx, a.viewer, id, format)
	if music.CodeOf(err) == music.NotFound {
		return nil // deleted meanwhile
	}
	if err != nil {
		return fmt.Errorf("write a playlist as %s: %w", format, err)
	}
	lower := strings.ToLower(name)
	if used[lower]++; used[lower] > 1 {
		name = fmt.Sprintf("%s (%d).%s", strings.TrimSuffix(name, "."+format), used[lower], format)
	}
	w, err := a.begin("playlists/" + name)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// playlistCovers adds the pictures of the person's playlists, each named by its
// playlist.
func (a *archive) playlistCovers(ctx context.Context) error {
	for page := (music.Page{Limit: archivePart}); ; {
		list, err := a.store.Playlists(ctx, a.account.ID, page)
		if err != nil {
			return err
		}
		for _, p := range list.Items {
			if p.OwnerID != a.account.ID || p.Cover == "" {
				continue
			}
			if err := a.playlistCover(&p); err != nil {
				return err
			}
		}
		if page.After = list.Next; page.After == "" {
			return nil
		}
	}
}

func (a *archive) playlistCover(p *music.Playlist) error {
	picture, err := a.picture(p.Cover)
	if music.CodeOf(err) == music.NotFound {
		return nil // replaced meanwhile
	}
	if err != nil {
		return err
	}
	defer picture.Close()
	return a.file("playlist-covers/"+p.ID+".jpg", picture)
}
