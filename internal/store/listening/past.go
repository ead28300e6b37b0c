package listening

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// BeginImport stores an import of the viewer, of which nothing is there yet.
func (s *Store) BeginImport(ctx context.Context, v music.Viewer, i *history.Import) error {
	err := kernel.Found(s.db.Write.Exec(ctx, "insert into import (account, id, at, files) select a.seq, ?, cast(? as bigint), ? from account a where a.id = ?",
		i.ID, kernel.Millis(i.At), kernel.Clean(strings.Join(i.Files, "\n")), v.AccountID))
	if err != nil {
		return fmt.Errorf("begin an import: %w", err)
	}
	return nil
}

// pastID is what the IDs of the plays of an import begin with.
func pastID(importID string) string { return "import-" + importID + "-" }

// AddPast adds plays to an import, of tracks that the viewer may see. first is the number
// of the first of them within the import. The plays count, but they are not sent to
// services, nor part of what operators see of listening on their server.
func (s *Store) AddPast(ctx context.Context, v music.Viewer, importID string, first int, plays []history.Past) error {
	return s.db.Update(ctx, "add past plays", func(tx *kernel.Tx) error {
		added := 0
		for i, p := range plays {
			q := (&kernel.Query{}).Add(`insert into play (account, id, track, started_at, listened, pending, counted, is_rolled)
				select a.seq, ?, t.seq, cast(? as bigint), cast(? as bigint), true, 1, true from account a, track t where a.id = ? and t.id = ? and `,
				pastID(importID)+strconv.Itoa(first+i), kernel.Millis(p.At), p.Listened.Milliseconds(), v.AccountID, p.TrackID).CanSee(v).Add(" on conflict do nothing")
			n, err := tx.Exec(ctx, q.Text.String(), q.Args...)
			if err != nil {
				return err
			}
			added += n
		}
		return kernel.Found(tx.Exec(ctx, "update import set plays = plays + ? where id = ? and account = "+kernel.AccountSeq, added, importID, v.AccountID))
	})
}

// NoteMade records what an import made.
func (s *Store) NoteMade(ctx context.Context, v music.Viewer, importID string, kind history.Made, ids []string) error {
	column := map[history.Made]string{history.MadeLike: "likes", history.MadePlaylist: "playlists"}[kind]
	return s.db.Update(ctx, "record what an import made", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, "update import set "+column+" = "+column+" + ? where id = ? and account = "+kernel.AccountSeq, len(ids), importID, v.AccountID)); err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := tx.Exec(ctx, "insert into import_item (import, kind, item) select i.seq, ?, ? from import i where i.id = ? on conflict do nothing", string(kind), id, importID); err != nil {
				return err
			}
		}
		return nil
	})
}

type importRow struct {
	i     history.Import
	at    int64
	files string
}

func (r *importRow) Dest() []any {
	return []any{&r.i.ID, &r.at, &r.files, &r.i.Plays, &r.i.Likes, &r.i.Playlists}
}

func (r *importRow) Value() history.Import {
	i := r.i
	i.At, i.Files = kernel.Moment(r.at), strings.Split(r.files, "\n")
	return i
}

// maxImports is the maximum number of imports that are listed.
const maxImports = 200

// Imports returns the viewer's imports, latest first.
func (s *Store) Imports(ctx context.Context, v music.Viewer) ([]history.Import, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &importRow{}, "select id, at, files, plays, likes, playlists from import where account = "+kernel.AccountSeq+" order by at desc, seq desc limit ? + 0", v.AccountID, maxImports)
	if err != nil {
		return nil, fmt.Errorf("list imports: %w", err)
	}
	return list, nil
}

// MadeBy returns what one of the viewer's imports made. It returns NotFound if there is no
// such import.
func (s *Store) MadeBy(ctx context.Context, v music.Viewer, importID string) (map[history.Made][]string, error) {
	found, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[int64]{}, "select seq from import where id = ? and account = "+kernel.AccountSeq, kernel.Clean(importID), v.AccountID)
	if err == nil && len(found) == 0 {
		err = music.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, string]{}, "select kind, item from import_item where import = ? order by kind, item", found[0])
	if err != nil {
		return nil, fmt.Errorf("read what an import made: %w", err)
	}
	made := map[history.Made][]string{}
	for _, row := range rows {
		made[history.Made(row.A)] = append(made[history.Made(row.A)], row.B)
	}
	return made, nil
}

// ForgetImport deletes an import with its plays, which then no longer count. It returns
// NotFound if there is no such import.
func (s *Store) ForgetImport(ctx context.Context, v music.Viewer, importID string) error {
	return s.db.Update(ctx, "take an import back", func(tx *kernel.Tx) error {
		if err := kernel.Found(tx.Exec(ctx, "delete from import where id = ? and account = "+kernel.AccountSeq, kernel.Clean(importID), v.AccountID)); err != nil {
			return err
		}
		begin := pastID(importID)
		where := " account = " + kernel.AccountSeq + " and substr(id, 1, " + strconv.Itoa(len(begin)) + ") = ?"
		if _, err := rollUp(ctx, tx, " and"+where, v.AccountID, begin); err != nil {
			return err
		}
		tracks, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "delete from play where"+where+" returning track", v.AccountID, begin)
		if err != nil {
			return err
		}
		plays := map[int64]int{}
		for _, track := range tracks {
			plays[track]++
		}
		for track, n := range plays {
			if _, err := tx.Exec(ctx, "update track set plays = case when plays > ? then plays - ? else 0 end where seq = ?", n, n, track); err != nil {
				return err
			}
		}
		return nil
	})
}

// PlayTimes returns when the viewer's plays of tracks began, by the ID of the track, each
// in order.
func (s *Store) PlayTimes(ctx context.Context, v music.Viewer) (map[string][]time.Time, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int64]{}, `select t.id, p.started_at from play p join track t on t.seq = p.track
		where p.account = `+kernel.AccountSeq+" order by p.started_at", v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("read the times of plays: %w", err)
	}
	times := map[string][]time.Time{}
	for _, row := range rows {
		times[row.A] = append(times[row.A], kernel.Moment(row.B))
	}
	return times, nil
}

// LikeSince likes tracks for the viewer since the given times, by ID. It leaves out those
// that the viewer may not see, and keeps the times of those that they like already. Likes of
// the past are not sent to services.
func (s *Store) LikeSince(ctx context.Context, v music.Viewer, trackIDs []string, since map[string]time.Time) error {
	return s.db.Update(ctx, "add past likes", func(tx *kernel.Tx) error {
		for _, id := range trackIDs {
			q := (&kernel.Query{}).Add("insert into liked (account, track, at) select a.seq, t.seq, cast(? as bigint) from account a, track t where a.id = ? and t.id = ? and ",
				kernel.Millis(since[id]), v.AccountID, id).CanSee(v).Add(" on conflict do nothing")
			if _, err := tx.Exec(ctx, q.Text.String(), q.Args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// LikedOf returns those of the given tracks that the viewer likes.
func (s *Store) LikedOf(ctx context.Context, v music.Viewer, trackIDs []string) (map[string]bool, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select t.id from liked l join track t on t.seq = l.track where l.account = "+kernel.AccountSeq+" and t.id in "+s.db.Dialect.Texts,
		v.AccountID, kernel.Array(trackIDs))
	if err != nil {
		return nil, fmt.Errorf("find likes: %w", err)
	}
	liked := map[string]bool{}
	for _, id := range list {
		liked[id] = true
	}
	return liked, nil
}

// RaisePlays makes the play counts of tracks at least so high.
func (s *Store) RaisePlays(ctx context.Context, plays map[string]int) error {
	return s.db.Update(ctx, "raise play counts", func(tx *kernel.Tx) error {
		for _, id := range slices.Sorted(maps.Keys(plays)) {
			if _, err := tx.Exec(ctx, "update track set plays = ? where id = ? and plays < ?", plays[id], id, plays[id]); err != nil {
				return err
			}
		}
		return nil
	})
}
