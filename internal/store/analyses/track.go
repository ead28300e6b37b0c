package analyses

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/kernel"
)

type analysisRow struct {
	t                              sound.TrackAnalysis
	seq                            int64
	analysed, attempts             int
	result, edit                   string
	vector, overview               []byte
	measured, audioKey, analysedAt int64
}

func (r *analysisRow) Dest() []any {
	return []any{
		&r.seq, &r.t.TrackID, &r.t.OwnerID, &r.analysed, &r.attempts, &r.result, &r.edit, &r.vector, &r.overview,
		&r.measured, &r.audioKey, kernel.IntoMessage(&r.t.Reason), &r.t.Color, &r.analysedAt,
	}
}

func (r *analysisRow) Value() analysisRow { return *r }

// decode decodes the JSON columns of the row.
func (r *analysisRow) decode() (*sound.TrackAnalysis, error) {
	t := r.t
	switch {
	case r.analysed >= sound.Version:
		t.State, t.Reason = sound.StateDone, music.Message{}
	case r.attempts >= sound.MaxAttempts:
		t.State = sound.StateFailed
	default:
		t.State, t.Reason = sound.StateWaiting, music.Message{}
	}
	if r.edit != "" {
		if err := json.Unmarshal([]byte(r.edit), &t.Edit); err != nil {
			return nil, fmt.Errorf("read the corrections of %s: %w", t.TrackID, err)
		}
	}
	if r.result == "" || r.measured != r.audioKey {
		return &t, nil
	}
	t.Measured = &sound.Analysis{Vector: kernel.VectorOf(r.vector), Overview: r.overview}
	if err := json.Unmarshal([]byte(r.result), t.Measured); err != nil {
		return nil, fmt.Errorf("read the analysis of %s: %w", t.TrackID, err)
	}
	t.Measured.CreatedAt = kernel.Moment(r.analysedAt)
	return &t, nil
}

// TrackAnalysis returns everything known about the sound of a track. Its State
// is never StateOff, because the store does not know the settings. It returns
// NotFound if the viewer may not see the track.
func (s *Store) TrackAnalysis(ctx context.Context, v music.Viewer, id string) (*sound.TrackAnalysis, error) {
	row, err := s.analysisRow(ctx, s.db.Read, v, id, "")
	if err != nil {
		return nil, fmt.Errorf("read analysis: %w", err)
	}
	return row.decode()
}

// TrackAnalyses is TrackAnalysis for many tracks, in no particular order. It
// leaves out tracks that the viewer may not see.
func (s *Store) TrackAnalyses(ctx context.Context, v music.Viewer, ids []string) ([]sound.TrackAnalysis, error) {
	q := (&kernel.Query{}).Add(analysisQuery+" where t.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).CanSee(v)
	rows, err := kernel.Collect(ctx, s.db.Read, &analysisRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read analyses: %w", err)
	}
	list := make([]sound.TrackAnalysis, len(rows))
	for i := range rows {
		t, err := rows[i].decode()
		if err != nil {
			return nil, err
		}
		list[i] = *t
	}
	return list, nil
}

// AnalysedSongs returns the IDs of the analysed tracks in the viewer's lists whose
// lengths are within two limits, without the sound of mixes, also of withdrawn ones.
func (s *Store) AnalysedSongs(ctx context.Context, v music.Viewer, shortest, longest time.Duration) ([]string, error) {
	q := (&kernel.Query{}).Add(`select t.id from track t where t.analysed > 0 and t.duration between ? and ?
		and not exists (select 1 from upload u where u.track_id <> '' and u.track_id = t.id and u.is_mix) and `, shortest.Milliseconds(), longest.Milliseconds()).CanList(v).Add(" order by t.seq")
	ids, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list analysed songs: %w", err)
	}
	return ids, nil
}

const analysisQuery = `select t.seq, t.id, coalesce(t.owner, ''), t.analysed, coalesce(a.attempts, 0), coalesce(a.result, ''), coalesce(a.edit, ''),
			a.vector, a.overview, coalesce(a.audio_key, 0), t.audio_key, coalesce(a.error, ''),
			coalesce((select color from picture where picture.hash = t.cover), ''), coalesce(a.analysed_at, 0)
		from track t left join analysis a on a.track = t.seq`

func (s *Store) analysisRow(ctx context.Context, from kernel.Queryer, v music.Viewer, id, locked string) (analysisRow, error) {
	q := (&kernel.Query{}).Add(analysisQuery+" where t.id = ? and ", id).CanSee(v).Add(locked)
	return kernel.One(ctx, from, &analysisRow{}, q.Text.String(), q.Args...)
}

// EditAnalysis corrects the analysis of a track: change modifies it, and
// EditAnalysis returns the result. It returns NotFound if the viewer may not
// see the track, Forbidden if they may not correct it, and any error of change.
func (s *Store) EditAnalysis(ctx context.Context, v music.Viewer, id string, at time.Time, change func(*sound.TrackAnalysis) error) (*sound.TrackAnalysis, error) {
	var edited *sound.TrackAnalysis
	err := s.db.UpdateCatalogue(ctx, "correct the analysis", func(tx *kernel.Tx) error {
		row, err := s.analysisRow(ctx, tx, v, id, s.lockedTrack())
		if err != nil {
			return err
		}
		if edited, err = row.decode(); err != nil {
			return err
		}
		if !edited.MayCorrect(v) {
			return music.ErrForbidden
		}
		if err := change(edited); err != nil {
			return err
		}
		if err := saveEdit(ctx, tx, row.seq, v, edited.Edit, at); err != nil {
			return err
		}
		return Show(ctx, tx, (&kernel.Query{}).Add("track.seq = ?", row.seq))
	})
	return edited, err
}

// lockedTrack returns the end of a select that locks the row of a track t.
func (s *Store) lockedTrack() string {
	if s.db.Dialect.Locked == "" {
		return ""
	}
	return s.db.Dialect.Locked + " of t"
}

func saveEdit(ctx context.Context, tx *kernel.Tx, seq int64, v music.Viewer, edit sound.Edit, at time.Time) error {
	text, by := "", v.AccountID
	var tempo, key any
	if !edit.IsZero() {
		b, err := json.Marshal(edit)
		if err != nil {
			return err
		}
		text = string(b)
	} else {
		at, by = time.Time{}, ""
	}
	if edit.BPM != nil {
		tempo = *edit.BPM
	}
	if edit.Key != nil {
		key = int64(*edit.Key)
	}
	_, err := tx.Exec(ctx, `insert into analysis (track, edit, edit_tempo, edit_key, edited_at, edited_by) values (?, ?, ?, ?, ?, ?)
		on conflict (track) do update set edit = excluded.edit, edit_tempo = excluded.edit_tempo, edit_key = excluded.edit_key,
			edited_at = excluded.edited_at, edited_by = excluded.edited_by`, seq, text, tempo, key, kernel.Millis(at), by)
	return err
}

// AnalyseAgain queues a track for another analysis and keeps the current one
// until then. It returns the same errors as EditAnalysis.
func (s *Store) AnalyseAgain(ctx context.Context, v music.Viewer, id string) error {
	return s.db.Update(ctx, "analyse again", func(tx *kernel.Tx) error {
		row, err := s.analysisRow(ctx, tx, v, id, s.lockedTrack())
		if err != nil {
			return err
		}
		if !row.t.MayCorrect(v) {
			return music.ErrForbidden
		}
		if _, err := tx.Exec(ctx, `update analysis set attempts = 0, run_at = 0, error = '', version = -abs(version)
			where track = ? and leased_until = 0`, row.seq); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "update track set analysed = 0 where seq = ?", row.seq)
		return err
	})
}
