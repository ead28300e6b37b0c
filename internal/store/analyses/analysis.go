package analyses

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"time"

	"sonora/internal/sound"
	"sonora/internal/store/kernel"
)

// isQueued is the condition that the track t waits for an analysis of a
// version, with a its row of analysis or null.
const isQueued = `t.missing_at = 0 and t.analysed < ? and (a.track is null or a.leased_until <= ? and a.run_at <= ?
	and (a.attempts < ` + maxAttempts + ` or a.tried < ?))`

const maxAttempts = "3"

// MaxAttempts

// interest is how many of the latest plays and likes go before what is newest.
const interest = 200

type taskRow struct {
	seq, audioKey, duration int64
	folder, name            string
	t                       sound.Task
}

func (r *taskRow) Dest() []any {
	return []any{&r.seq, &r.t.TrackID, &r.t.Root, &r.folder, &r.name, &r.audioKey, &r.duration, &r.t.Attempts}
}

func (r *taskRow) Value() taskRow {
	row := *r
	t := &row.t
	t.Root, t.Path = kernel.TextPath(t.Root), path.Join(kernel.TextPath(r.folder), kernel.TextPath(r.name))
	t.AudioKey, t.Duration = uint64(r.audioKey), kernel.Length(r.duration)
	return row
}

// ClaimAnalyses takes tracks whose analysis is older than version until the
// lease's end: those played and liked latest first, then the newest. They are
// up to most tracks of up to the given length together, but always one. A
// track that failed before comes alone, so that it spoils nothing but itself.
func (s *Store) ClaimAnalyses(ctx context.Context, version, most int, length time.Duration, now, until time.Time) ([]sound.Task, error) {
	var tasks []sound.Task
	err := s.db.Update(ctx, "claim analyses", func(tx *kernel.Tx) error {
		tasks = nil
		candidates, err := s.queuedTracks(ctx, tx, version, most, now)
		if err != nil {
			return err
		}
		for _, c := range choose(candidates, most, length) {
			mine, err := kernel.Collect(ctx, tx, &kernel.Cell[int]{}, `insert into analysis (track, tried, attempts, leased_until, error)
				values (?, ?, 1, ?, ?) on conflict (track) do update set leased_until = excluded.leased_until, error = excluded.error,
					attempts = case when analysis.tried < excluded.tried then 1 else analysis.attempts + 1 end, tried = excluded.tried
				where analysis.leased_until <= ? returning attempts`, c.seq, version, kernel.Millis(until), stoppedInMiddle, kernel.Millis(now))
			if err != nil {
				return err
			}
			if len(mine) > 0 { // else somebody was faster
				c.t.Attempts = mine[0]
				tasks = append(tasks, c.t)
			}
		}
		return nil
	})
	return tasks, err
}

// stoppedInMiddle stays as the reason when nobody writes down how it ended.
const stoppedInMiddle = "The server stopped while it worked on this track."

// queuedTracks lists who is next. The newest are searched version by version,
// so that an index brings them in order.
func (s *Store) queuedTracks(ctx context.Context, tx *kernel.Tx, version, most int, now time.Time) ([]taskRow, error) {
	const columns = `select t.seq, t.id, r.path, f.path, t.name, t.audio_key, t.duration, coalesce(a.attempts, 0)
		from track t join folder f on f.seq = t.folder join root r on r.seq = f.root left join analysis a on a.track = t.seq where `
	condition := []any{version, kernel.Millis(now), kernel.Millis(now), version}
	tasks, err := kernel.Collect(ctx, tx, &taskRow{}, columns+isQueued+` and t.seq in (select track from (
			select track from (select track, started_at from play order by started_at desc limit ? + 0) x
			union select track from (select track, at from liked order by at desc limit ? + 0) y) z)
		order by t.seq desc limit ? + 0`, append(condition, interest, interest, most)...)
	for v := 0; err == nil && v < version && len(tasks) < most; v++ {
		var more []taskRow
		more, err = kernel.Collect(ctx, tx, &taskRow{}, columns+isQueued+" and t.analysed = ? order by t.seq desc limit ? + 0",
			append(condition, v, most)...)
		tasks = append(tasks, more...)
	}
	return tasks, err
}

// choose keeps what makes a good batch.
func choose(candidates []taskRow, most int, longest time.Duration) []taskRow {
	var batch []taskRow
	var total time.Duration
	seen := map[int64]bool{}
	for _, c := range candidates {
		if seen[c.seq] || len(batch) == most {
			continue
		}
		seen[c.seq] = true
		if len(batch) == 0 && c.t.Attempts > 0 {
			return append(batch, c)
		}
		if total += c.t.Duration; c.t.Attempts > 0 || len(batch) > 0 && total > longest {
			continue
		}
		batch = append(batch, c)
	}
	return batch
}

// holdingAnalysis is the condition that a track is still the task of who claimed it.
const holdingAnalysis = " where track = (select seq from track where id = ?) and attempts = ? and leased_until > 0"

// HoldAnalysis renews the lease of a task. NotFound when somebody else has it
// or the track is gone.
func (s *Store) HoldAnalysis(ctx context.Context, t *sound.Task, until time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update analysis set leased_until = ?"+holdingAnalysis, kernel.Millis(until), t.TrackID, t.Attempts))
}

// ReturnAnalysis gives a task back as if it had not been begun. NotFound as
// with HoldAnalysis.
func (s *Store) ReturnAnalysis(ctx context.Context, t *sound.Task) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update analysis set leased_until = 0, attempts = attempts - 1, error = ''"+holdingAnalysis, t.TrackID, t.Attempts))
}

// FailAnalysis gives a task back with the reason why it failed, to be tried
// again at a time unless it was tried often enough or final says that this
// would not help. NotFound as with HoldAnalysis.
func (s *Store) FailAnalysis(ctx context.Context, t *sound.Task, reason string, at time.Time, final bool) error {
	attempts := t.Attempts
	if final {
		attempts = max(attempts, sound.MaxAttempts)
	}
	return kernel.Found(s.db.Write.Exec(ctx, "update analysis set leased_until = 0, run_at = ?, error = ?, attempts = ?"+holdingAnalysis,
		kernel.Millis(at), kernel.Clean(reason), attempts, t.TrackID, t.Attempts))
}

// SaveAnalysis ends a task with what was measured, and has lists show it.
// NotFound as with HoldAnalysis.
func (s *Store) SaveAnalysis(ctx context.Context, t *sound.Task, m *sound.Analysis, at time.Time) error {
	result, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("save analysis: %w", err)
	}
	return s.db.UpdateCatalogue(ctx, "save analysis", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, `update analysis set version = ?, audio_key = ?, result = ?, vector = ?, overview = ?, tempo = ?, music_key = ?,
				loudness = ?, energy = ?, attempts = 0, run_at = 0, leased_until = 0, error = '', analysed_at = ?`+holdingAnalysis,
			m.Version, int64(t.AudioKey), string(result), kernel.VectorBytes(m.Vector), m.Overview, m.Tempo.BPM, int(m.Key),
			m.Loudness.Integrated, m.Energy, kernel.Millis(at), t.TrackID, t.Attempts))
		if err != nil {
			return err
		}
		return Show(ctx, tx, (&kernel.Query{}).Add("track.id = ?", t.TrackID))
	})
}

// Show brings what lists show of the tracks of a condition in line
// with their analyses: corrected before measured before the file's tag. What
// was measured of another sound does not count; a version below 0 counts until
// it is measured again.
func Show(ctx context.Context, tx *kernel.Tx, where *kernel.Query) error {
	q := (&kernel.Query{}).Add(`update track set
		analysed = case when a.version > 0 and a.audio_key = track.audio_key then a.version else 0 end,
		tempo = coalesce(a.edit_tempo, case when a.version <> 0 and a.audio_key = track.audio_key and a.tempo > 0 then a.tempo else track.bpm end),
		music_key = coalesce(a.edit_key, case when a.version <> 0 and a.audio_key = track.audio_key then a.music_key else -1 end),
		loudness = case when a.version <> 0 and a.audio_key = track.audio_key then a.loudness else -1000 end,
		energy = case when a.version <> 0 and a.audio_key = track.audio_key then a.energy else -1 end
		from analysis a where a.track = track.seq and `).Append(where)
	_, err := tx.Exec(ctx, q.Text.String(), q.Args...)
	return err
}
