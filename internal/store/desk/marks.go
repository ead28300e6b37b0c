package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/ifmatch"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// marksRow is a row of marksColumns.
type marksRow struct {
	k             marks.Kept
	seq, duration int64
	text          string
}

const marksColumns = "t.seq, t.id, t.duration, coalesce(m.version, 0), coalesce(m.marks, '')"

// Dest implements kernel.Row.
func (r *marksRow) Dest() []any {
	return []any{&r.seq, &r.k.TrackID, &r.duration, &r.k.Version, &r.text}
}

// Value implements kernel.Row.
func (r *marksRow) Value() marksRow { return *r }

// decode decodes the JSON of the row.
func (r *marksRow) decode() (marks.Kept, error) {
	k := r.k
	k.Marks = marks.Marks{}
	if r.text != "" {
		if err := json.Unmarshal([]byte(r.text), &k.Marks); err != nil {
			return k, fmt.Errorf("read the marks of %s: %w", k.TrackID, err)
		}
	}
	return k, nil
}

func marksRows(ctx context.Context, d *kernel.Dialect, from kernel.Queryer, v music.Viewer, trackIDs []string) ([]marksRow, error) {
	q := (&kernel.Query{}).Add("select "+marksColumns+` from track t left join marks m on m.track = t.seq and m.account = `+kernel.AccountSeq+`
		where t.id in `+d.Texts+" and ", v.AccountID, kernel.Array(trackIDs)).CanSee(v).Add(" order by t.seq")
	return kernel.Collect(ctx, from, &marksRow{}, q.Text.String(), q.Args...)
}

// Marks returns the viewer's marks of a track, which may be none. It returns
// NotFound if the viewer may not see the track.
func (s *Store) Marks(ctx context.Context, v music.Viewer, trackID string) (*marks.Kept, error) {
	list, err := s.MarksOf(ctx, v, []string{trackID})
	if err == nil && len(list) == 0 {
		err = music.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// MarksOf returns the viewer's marks of many tracks, also of those without marks,
// in no particular order. It leaves out tracks that the viewer may not see.
func (s *Store) MarksOf(ctx context.Context, v music.Viewer, trackIDs []string) ([]marks.Kept, error) {
	rows, err := marksRows(ctx, s.db.Dialect, s.db.Read, v, trackIDs)
	if err != nil {
		return nil, fmt.Errorf("read marks: %w", err)
	}
	list := make([]marks.Kept, len(rows))
	for i := range rows {
		if list[i], err = rows[i].decode(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// ChangeMarks changes the viewer's marks of tracks, all of them or none: change
// modifies those of each track, and gets its length. Tracks that the viewer may not
// see are left out. ChangeMarks returns the marks that differ from before. Marks
// without content are deleted.
func (s *Store) ChangeMarks(ctx context.Context, v music.Viewer, trackIDs []string, at time.Time, change func(k *marks.Kept, length time.Duration) error) ([]marks.Kept, error) {
	var changed []marks.Kept
	err := s.db.Update(ctx, "change marks", func(tx *kernel.Tx) error {
		changed = nil
		account, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where id = ?"+s.db.Dialect.Locked, v.AccountID)
		if err != nil {
			return err
		}
		rows, err := marksRows(ctx, s.db.Dialect, tx, v, trackIDs)
		if err != nil {
			return err
		}
		for i := range rows {
			k, err := changeRow(ctx, tx, account, &rows[i], at, change)
			if err != nil {
				return err
			}
			if k != nil {
				changed = append(changed, *k)
			}
		}
		return nil
	})
	return changed, err
}

// changeRow changes the marks of one track. It returns nil if they are the same
// as before.
func changeRow(ctx context.Context, tx *kernel.Tx, account int64, r *marksRow, at time.Time, change func(*marks.Kept, time.Duration) error) (*marks.Kept, error) {
	k, err := r.decode()
	if err != nil {
		return nil, err
	}
	if err := ifmatch.Check(ctx, k.Version); err != nil {
		return nil, err
	}
	before := k.Marks
	if err := change(&k, kernel.Length(r.duration)); err != nil || k.Equal(&before) {
		return nil, err
	}
	if k.IsZero() {
		k.Version = 0
		_, err := tx.Exec(ctx, "delete from marks where account = ? and track = ?", account, r.seq)
		return &k, err
	}
	for i := range k.HotCues {
		kernel.Normal(&k.HotCues[i].Name)
	}
	for i := range k.Loops {
		kernel.Normal(&k.Loops[i].Name)
	}
	text, err := json.Marshal(k.Marks)
	if err != nil {
		return nil, err
	}
	// The time makes versions unique, also after the marks were deleted.
	k.Version = max(k.Version+1, kernel.Millis(at))
	_, err = tx.Exec(ctx, `insert into marks (account, track, marks, version) values (?, ?, ?, ?)
		on conflict (account, track) do update set marks = excluded.marks, version = excluded.version`, account, r.seq, string(text), k.Version)
	return &k, err
}

type markRecordRow struct {
	marksRow
	title, artist, album string
}

// Dest implements kernel.Row.
func (r *markRecordRow) Dest() []any {
	return append(r.marksRow.Dest(), &r.title, &r.artist, &r.album)
}

// Value implements kernel.Row.
func (r *markRecordRow) Value() markRecordRow { return *r }

// MarkRecords returns up to limit of the viewer's marks behind those of a track, in
// an unspecified order, with tracks that they may no longer see.
func (s *Store) MarkRecords(ctx context.Context, v music.Viewer, afterTrackID string, limit int) ([]marks.Record, error) {
	q := (&kernel.Query{}).Add("select "+marksColumns+", case when ").CanSee(v).Add(" then t.title else '' end, case when ").CanSee(v).
		Add(" then t.artist else '' end, case when ").CanSee(v).Add(` then t.album_title else '' end
			from marks m join track t on t.seq = m.track where m.account = `+kernel.AccountSeq+" and t.id > ? order by t.id limit ? + 0", v.AccountID, afterTrackID, limit)
	rows, err := kernel.Collect(ctx, s.db.Read, &markRecordRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list all marks: %w", err)
	}
	list := make([]marks.Record, len(rows))
	for i := range rows {
		r := &rows[i]
		k, err := r.decode()
		if err != nil {
			return nil, err
		}
		list[i] = marks.Record{Kept: k, Title: r.title, Artist: r.artist, Album: r.album, ChangedAt: kernel.Moment(k.Version)}
	}
	return list, nil
}
