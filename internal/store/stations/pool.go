package stations

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
	"sonora/internal/store/playlists"
)

// StationOwner returns the viewer on whose behalf a station's playlists are
// read: its owner, or a visitor if the owner is deleted or disabled. Listeners hear
// what that viewer reads. It returns NotFound if there is no such station.
func (s *Store) StationOwner(ctx context.Context, stationID string) (music.Viewer, error) {
	owner, err := kernel.One(ctx, s.db.Read, &kernel.Pair[string, string]{}, `select coalesce(a.id, ''), coalesce(a.role, '') from station s
		left join account a on a.seq = s.owner and a.disabled_at = 0 where s.id = ?`, stationID)
	if err != nil {
		return music.Viewer{}, fmt.Errorf("find the owner of a station: %w", err)
	}
	return music.Viewer{AccountID: owner.A, Role: music.Role(owner.B), ForOthers: true}, nil
}

// StationPool is the content of a playlist for a viewer: the seqs of its tracks
// in order, possibly including some without a file, and a mark that identifies
// this content.
type StationPool struct {
	Name  string
	Mark  string
	IsNew bool // the content differs from that of the given mark
	Seqs  []int64
}

// StationPool reads the content of a playlist, up to music.MaxEntries tracks.
// It reads nothing if the mark is unchanged. It returns NotFound if the viewer
// may not open the playlist.
func (s *Store) StationPool(ctx context.Context, v music.Viewer, playlistID string, at time.Time, mark string) (StationPool, error) {
	p, err := s.playlists.Playlist(ctx, v, playlistID)
	if err != nil {
		return StationPool{}, err
	}
	pool := StationPool{Name: p.Name, Mark: p.ID + " " + strconv.FormatInt(p.Version, 10)}
	if p.Kind == music.PlaylistSmart {
		// The tracks of a smart playlist change all the time; twice an hour is
		// enough.
		pool.Mark = fmt.Sprint(p.ID, " ", p.UpdatedAt.UnixMilli(), " ", at.Unix()/smartPoolSeconds)
	}
	if pool.Mark == mark {
		return pool, nil
	}
	pool.IsNew = true
	if p.Kind == music.PlaylistSmart {
		pool.Seqs, err = s.smartPool(ctx, v, p, at)
	} else {
		pool.Seqs, err = s.db.Seqs(ctx, (&kernel.Query{}).Add(s.db.Dialect.Joined+" from (select e.track as seq from playlist_entry e where e.playlist = ? order by e.place limit ? + 0) as t", p.Seq, music.MaxEntries))
	}
	if err != nil {
		return pool, fmt.Errorf("read pool of station: %w", err)
	}
	return pool, nil
}

// StationPoolMark returns a mark that changes when people change a playlist, or
// "" if it is deleted. It does not reflect changes of a smart playlist's
// tracks.
func (s *Store) StationPoolMark(ctx context.Context, playlistID string) (string, error) {
	mark, err := kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, `select case when kind = 'smart' then rules else cast(version as text) end from playlist where id = ?`, playlistID)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return "", fmt.Errorf("read pool of station: %w", err)
	}
	if len(mark) > 32 { // rules
		mark = strconv.FormatUint(xxh3.HashString(mark), 36)
	}
	return mark, nil
}

// smartPoolSeconds is how long the tracks of a smart playlist are used by a
// station.
const smartPoolSeconds = 30 * 60

func (s *Store) smartPool(ctx context.Context, v music.Viewer, p *music.Playlist, at time.Time) ([]int64, error) {
	q, err := playlists.NewSmart(ctx, s.db, v, p.Rules, p.ID, at)
	if err != nil {
		return nil, err
	}
	x, err := q.Extent(ctx, p.Rules.Limit)
	if err != nil {
		return nil, err
	}
	return q.Seqs(ctx, min(x.Items, music.MaxEntries), 0)
}

type songRow struct {
	s        station.Song
	duration int64
}

func (r *songRow) Dest() []any {
	return []any{&r.s.Seq, &r.s.ID, &r.s.Title, &r.s.Artist, &r.s.ArtistID, &r.s.AlbumID, &r.s.Album, &r.s.Cover, &r.duration}
}

func (r *songRow) Value() station.Song {
	s := r.s
	s.Seconds = kernel.Length(r.duration).Seconds()
	return s
}

const songColumns = "t.seq, t.id, t.title, t.artist, t.artist_id, t.album_id, t.album_title, t.cover, t.duration"

// Songs returns the tracks with these seqs that the viewer may hear and whose
// file exists, in no particular order.
func (s *Store) Songs(ctx context.Context, v music.Viewer, seqs []int64) ([]station.Song, error) {
	q := (&kernel.Query{}).Add("select "+songColumns+" from track t where t.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).CanList(v)
	songs, err := kernel.Collect(ctx, s.db.Read, &songRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read songs: %w", err)
	}
	return songs, nil
}

// SongsByID is Songs for track IDs.
func (s *Store) SongsByID(ctx context.Context, v music.Viewer, ids []string) ([]station.Song, error) {
	q := (&kernel.Query{}).Add("select "+songColumns+" from track t where t.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).CanList(v)
	songs, err := kernel.Collect(ctx, s.db.Read, &songRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read songs: %w", err)
	}
	return songs, nil
}

type airedRow struct {
	a           station.Aired
	began, ends int64
}

func (r *airedRow) Dest() []any {
	a := &r.a
	return []any{&r.began, &r.ends, &a.TrackID, &a.ArtistID, &a.AlbumID, &a.Artist, &a.Title, &a.Source}
}

func (r *airedRow) Value() station.Aired {
	a := r.a
	a.At, a.End = kernel.Moment(r.began), kernel.Moment(r.ends)
	return a
}

// Aired returns up to limit plays of a station since a time, latest first.
func (s *Store) Aired(ctx context.Context, stationID string, since time.Time, limit int) ([]station.Aired, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &airedRow{}, `select p.began_at, p.ended_at, coalesce(t.id, ''), coalesce(t.artist_id, ''), coalesce(t.album_id, ''), p.artist, p.title, p.source
		from station_play p left join track t on t.seq = p.track where p.station = (select seq from station where station.id = ?) and p.began_at >= ?
		order by p.began_at desc, p.seq desc limit ? + 0`, stationID, kernel.Millis(since), limit)
	if err != nil {
		return nil, fmt.Errorf("list aired songs: %w", err)
	}
	return rows, nil
}
