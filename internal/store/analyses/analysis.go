package analyses

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/kernel"
)

// isQueued is the condition that the track t waits for an analysis. a is its
// row of analysis, or null.
const isQueued = `t.missing_at = 0 and t.analysed < ? and (a.track is null or a.leased_until <= ? and a.run_at <= ?
	and (a.attempts < ` + maxAttempts + ` or a.tried < ?))`

const maxAttempts = "3" // sound.MaxAttempts

// recentListens is the number of latest plays and likes that take precedence over
// new tracks.
const recentListens = 200

// recentLikes is how old a like may be to take precedence.
const recentLikes = 30 * 24 * time.Hour

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

// ClaimAnalyses claims tracks without an analysis of this version until the
// given time: recently played and liked tracks first, then the newest. It
// returns up to limit tracks with up to the given total length, but at least
// one. A track that failed before is returned alone, so that it cannot affect
// others.
func (s *Store) ClaimAnalyses(ctx context.Context, version, limit int, length time.Duration, now, until time.Time) ([]sound.Task, error) {
	var tasks []sound.Task
	err := s.db.Update(ctx, "claim analyses", func(tx *kernel.Tx) error {
		tasks = nil
		candidates, err := s.queuedTracks(ctx, tx, version, limit, now)
		if err != nil {
			return err
		}
		for _, c := range choose(candidates, limit, length) {
			isMine, err := claim(ctx, tx, &c, version, now, until)
			if err != nil {
				return err
			}
			if isMine {
				tasks = append(tasks, c.t)
			}
		}
		return nil
	})
	return tasks, err
}

// ClaimAnalysis claims one track, whatever waits before it. It returns NotFound
// if the track does not wait for an analysis of this version: it has one,
// somebody is working on it, or it failed.
func (s *Store) ClaimAnalysis(ctx context.Context, version int, id string, now, until time.Time) (task *sound.Task, err error) {
	err = s.db.Update(ctx, "claim analysis", func(tx *kernel.Tx) error {
		c, err := kernel.One(ctx, tx, &taskRow{}, taskColumns+isQueued+" and t.id = ?", version, kernel.Millis(now), kernel.Millis(now), version, id)
		if err != nil {
			return err
		}
		isMine, err := claim(ctx, tx, &c, version, now, until)
		if err == nil && !isMine {
			err = music.ErrNotFound
		}
		task = &c.t
		return err
	})
	if err != nil {
		return nil, err
	}
	return task, nil
}

// claim claims a track and reports whether that succeeded: another server may
// have claimed it.
func claim(ctx context.Context, tx *kernel.Tx, c *taskRow, version int, now, until time.Time) (bool, error) {
	mine, err := kernel.Collect(ctx, tx, &kernel.Cell[int]{}, `insert into analysis (track, tried, attempts, leased_until, error)
		values (?, ?, 1, ?, ?) on conflict (track) do update set leased_until = excluded.leased_until, error = excluded.error,
			attempts = case when analysis.tried < excluded.tried then 1 else analysis.attempts + 1 end, tried = excluded.tried
		where analysis.leased_until <= ? returning attempts`, c.seq, version, kernel.Millis(until), stoppedInMiddle, kernel.Millis(now))
	if err != nil || len(mine) == 0 {
		return false, err
	}
	c.t.Attempts = mine[0]
	return true, nil
}

// taskColumns selects tracks as tasks; the condition follows.
const taskColumns = `select t.seq, t.id, r.path, f.path, t.name, t.audio_key, t.duration, coalesce(a.attempts, 0)
	from track t join folder f on f.seq = t.folder join root r on r.seq = f.root left join analysis a on a.track = t.seq where `

// stoppedInMiddle is the reason of an attempt whose outcome was never recorded.
var stoppedInMiddle = music.Say("The server stopped while it worked on this track.").Encode()

// queuedTracks returns the next tracks. It searches the newest version by
// version, so that an index provides the order.
func (s *Store) queuedTracks(ctx context.Context, tx *kernel.Tx, version, limit int, now time.Time) ([]taskRow, error) {
	condition := []any{version, kernel.Millis(now), kernel.Millis(now), version}
	tasks, err := kernel.Collect(ctx, tx, &taskRow{}, taskColumns+isQueued+` and t.seq in (select track from (
			select track from (select track, started_at from play order by started_at desc limit ? + 0) x
			union select track from (select l.track, l.at from account o cross join liked l where l.account = o.seq and l.at >= ? order by l.at desc limit ? + 0) y) z)
		order by t.seq desc limit ? + 0`, append(condition, recentListens, kernel.Millis(now.Add(-recentLikes)), recentListens, limit)...)
	for v := 0; err == nil && v < version && len(tasks) < limit; v++ {
		var more []taskRow
		more, err = kernel.Collect(ctx, tx, &taskRow{}, taskColumns+isQueued+" and t.analysed = ? order by t.seq desc limit ? + 0",
			append(condition, v, limit)...)
		tasks = append(tasks, more...)
	}
	return tasks, err
}

// choose selects the tracks for a good batch.
func choose(candidates []taskRow, limit int, longest time.Duration) []taskRow {
	var batch []taskRow
	var total time.Duration
	seen := map[int64]bool{}
	for _, c := range candidates {
		if seen[c.seq] || len(batch) == limit {
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

// holdingAnalysis is the condition that a claim on a track is still valid.
const holdingAnalysis = " where track = (select seq from track where id = ?) and attempts = ? and leased_until > 0"

// HoldAnalysis renews the lease of a task. It returns NotFound if another
// server has claimed it or the track is gone.
func (s *Store) HoldAnalysis(ctx context.Context, t *sound.Task, until time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update analysis set leased_until = ?"+holdingAnalysis, kernel.Millis(until), t.TrackID, t.Attempts))
}

// ReturnAnalysis returns a task to the queue as if it had not been started. It
// returns NotFound like HoldAnalysis.
func (s *Store) ReturnAnalysis(ctx context.Context, t *sound.Task) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update analysis set leased_until = 0, attempts = attempts - 1, error = ''"+holdingAnalysis, t.TrackID, t.Attempts))
}

// FailAnalysis records why an attempt failed. The task is retried at the given
// time, unless final is set or it reached the maximum number of attempts. It
// returns NotFound like HoldAnalysis.
func (s *Store) FailAnalysis(ctx context.Context, t *sound.Task, reason music.Message, at time.Time, final bool) error {
	attempts := t.Attempts
	if final {
		attempts = max(attempts, sound.MaxAttempts)
	}
	return kernel.Found(s.db.Write.Exec(ctx, "update analysis set leased_until = 0, run_at = ?, error = ?, attempts = ?"+holdingAnalysis,
		kernel.Millis(at), kernel.Clean(reason.Encode()), attempts, t.TrackID, t.Attempts))
}

// SaveAnalysis stores the result of a task and updates the values shown in
// lists. It returns NotFound like HoldAnalysis.
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

// Show updates the values shown in lists from the analyses of the selected
// tracks: the corrected value, else the measured one, else the file's tag. An
// analysis of a different sound does not count. One with a version below 0
// counts until it is replaced.
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
