package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

// maxHappenings is the maximum number of results of one query.
const maxHappenings = 10_000

// dayOf converts a time in milliseconds to days since 1970.
const dayOf = "%s / 86400000"

// Happening is an event to notify a person about.
type Happening struct {
	AccountID string // the person to notify
	Item      string // ID of an artist or playlist
	Name      string // name of the item
	Who       string // name of the person who caused it; "" for nobody or several people
	ActorID   string // account ID of that person
	Day       int64  // days since 1970
	Count     int
}

type happeningRow struct{ n Happening }

func (r *happeningRow) Dest() []any {
	n := &r.n
	return []any{&n.AccountID, &n.Item, &n.Name, &n.Who, &n.ActorID, &n.Day, &n.Count}
}

func (r *happeningRow) Value() Happening { return r.n }

func (s *Store) happenings(ctx context.Context, what, query string, args ...any) ([]Happening, error) {
	found, err := kernel.Collect(ctx, s.db.Read, &happeningRow{}, query+" limit ? + 0", append(args, maxHappenings)...)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", what, err)
	}
	return found, nil
}

// NewMusic returns, by follower, artist and day, how many tracks were added
// since a time by artists that the follower already followed and may see. A
// person's own uploads do not count.
func (s *Store) NewMusic(ctx context.Context, since time.Time) ([]Happening, error) {
	day := fmt.Sprintf(dayOf, "t.added_at")
	return s.happenings(ctx, "new music", `select a.id, ar.id, ar.name, '', '', `+day+`, count(distinct t.seq)
		from track t join track_artist ta on ta.track = t.seq and ta.role < 2 join artist ar on ar.seq = ta.artist
		join follow f on f.kind = 'artist' and f.item = ar.id join account a on a.seq = f.account
		where t.added_at >= ? and t.missing_at = 0 and t.added_at > f.at and a.disabled_at = 0
			and (t.is_public or t.owner is null or a.role = 'admin') and coalesce(t.owner, '') <> a.id
		group by a.id, ar.id, ar.name, `+day+" order by a.id, ar.id", kernel.Millis(since))
}

// anybody is the displayed name of an account b.
const anybody = "trim(b.first_name || ' ' || b.last_name)"

// PlaylistAdditions returns, by person and day, how many entries other people
// added to a playlist since a time, for its owner and those who were members by
// then.
func (s *Store) PlaylistAdditions(ctx context.Context, playlistID string, since time.Time) ([]Happening, error) {
	day := fmt.Sprintf(dayOf, "e.added_at")
	return s.happenings(ctx, "additions to a playlist", `select a.id, p.id, p.name, case when count(distinct b.seq) = 1 then min(`+anybody+`) else '' end,
			case when count(distinct b.seq) = 1 then min(b.id) else '' end, `+day+`, count(*)
		from playlist p
		join (select q.seq as playlist, q.account as account, q.created_at as since from playlist q where q.id = ?
			union all select m.playlist, m.account, m.joined_at from playlist_member m join playlist q on q.seq = m.playlist where q.id = ?) r on r.playlist = p.seq
		join account a on a.seq = r.account
		join playlist_entry e on e.playlist = p.seq and e.account <> r.account and e.added_at >= ? and e.added_at >= r.since
		join account b on b.seq = e.account
		where p.id = ? and a.disabled_at = 0
		group by a.id, p.id, p.name, `+day+" order by a.id", playlistID, playlistID, kernel.Millis(since), playlistID)
}

// PlaylistJoins returns who joined a playlist since a time, for its owner.
func (s *Store) PlaylistJoins(ctx context.Context, playlistID string, since time.Time) ([]Happening, error) {
	return s.happenings(ctx, "who joined a playlist", `select a.id, p.id, p.name, `+anybody+`, b.id, 0, 0
		from playlist p join account a on a.seq = p.account join playlist_member m on m.playlist = p.seq join account b on b.seq = m.account
		where p.id = ? and m.joined_at >= ? and m.account <> p.account order by m.joined_at`, playlistID, kernel.Millis(since))
}

// NewPlaylist returns the followers to notify about a new playlist, if it is
// public, not empty, and was created since a time.
func (s *Store) NewPlaylist(ctx context.Context, playlistID string, since time.Time) ([]Happening, error) {
	return s.happenings(ctx, "followers of a playlist's owner", `select a.id, p.id, p.name, `+anybody+`, b.id, 0, 0
		from playlist p join account b on b.seq = p.account join follow f on f.kind = ? and f.item = b.id join account a on a.seq = f.account
		where p.id = ? and p.is_public and (p.entries > 0 or p.kind = 'smart') and p.created_at >= ? and p.created_at > f.at
			and not b.is_private and b.disabled_at = 0 and b.delete_at = 0 and a.disabled_at = 0 order by a.id`,
		string(people.FollowPerson), playlistID, kernel.Millis(since))
}
