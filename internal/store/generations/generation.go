package generations

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const (
	columns = `x.id, a.id, ` + kernel.PersonName + `, x.parent, x.provider, x.prompt, x.seed, x.state, x.stage, x.reason, x.progress, x.playable, x.job,
		x.title, x.style, x.bpm, x.music_key, x.duration, x.plan, x.remote, coalesce((select t.id from track t where t.id = x.track_id), ''), x.cost,
		x.verdict, x.verdict_reason, x.score, x.parts, x.likeness, coalesce(b.id, ''), coalesce(trim(b.first_name || ' ' || b.last_name), ''), x.reviewed_at,
		x.created_at, x.updated_at, x.started_at`
	from = "generation x join account a on a.seq = x.account left join account b on b.seq = x.reviewer"
	// isOwn is the condition that the generation x belongs to an account, which
	// did not delete it.
	isOwn = "x.account = " + kernel.AccountSeq + " and not x.is_hidden"
	// isBusy is the condition that a job works on the generation x.
	isBusy = "x.state in ('composing', 'submitted', 'fetching', 'finishing')"
)

// row is a row of columns.
type row struct {
	x                                                        generation.Generation
	seed, playable, duration, reviewed, created, updated, at int64
	plan, remote, parts, likeness                            string
}

// Dest implements kernel.Row.
func (r *row) Dest() []any {
	x, v := &r.x, &r.x.Review
	return []any{
		&x.ID, &x.OwnerID, &x.OwnerName, &x.ParentID, &x.Provider, &x.Prompt, &r.seed, &x.State, &x.Stage, kernel.IntoMessage(&x.Reason), &x.Progress, &r.playable, &x.Job,
		&x.Title, &x.Style, &x.BPM, &x.Key, &r.duration, &r.plan, &r.remote, &x.TrackID, &x.Cost,
		&v.Verdict, &v.Reason, &v.Score, &r.parts, &r.likeness, &v.ReviewerID, &v.ReviewerName, &r.reviewed,
		&r.created, &r.updated, &r.at,
	}
}

// Value implements kernel.Row.
func (r *row) Value() generation.Generation {
	x := r.x
	x.Seed, x.Playable, x.Duration = uint64(r.seed), kernel.Length(r.playable), kernel.Length(r.duration)
	x.Plan, x.Remote = json.RawMessage(r.plan), json.RawMessage(r.remote)
	x.Review.Parts, x.Review.Likeness, x.Review.At = json.RawMessage(r.parts), json.RawMessage(r.likeness), kernel.Moment(r.reviewed)
	x.CreatedAt, x.UpdatedAt, x.StartedAt = kernel.Moment(r.created), kernel.Moment(r.updated), kernel.Moment(r.at)
	return x
}

// CreateGeneration adds a queued generation, and fills in its ID and state. It
// returns one of the errors of generation.Limits if too many wait, and NotFound if the
// account does not exist.
func (s *Store) CreateGeneration(ctx context.Context, x *generation.Generation, limits generation.Limits) error {
	id := cmp.Or(x.ID, music.NewID())
	kernel.Normal(&x.Title, &x.Prompt)
	err := s.db.Update(ctx, "create generation", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		if err := checkRoom(ctx, tx, x.OwnerID, limits); err != nil {
			return err
		}
		return kernel.Found(insert(ctx, tx, id, x, ""))
	})
	if err == nil {
		x.ID, x.State, x.UpdatedAt, x.Review.Score = id, generation.Queued, x.CreatedAt, generation.NoScore
	}
	return err
}

// insert adds a queued generation.
func insert(ctx context.Context, tx *kernel.Tx, id string, x *generation.Generation, conflict string) (int, error) {
	at := kernel.Millis(x.CreatedAt)
	return tx.Exec(ctx, `insert into generation (id, account, parent, provider, prompt, seed, state, title, style, bpm, music_key, duration,
			plan, remote, cost, folded, created_at, updated_at)
		select ?, a.seq, ?, ?, ?, cast(? as bigint), 'queued', ?, ?, ? + 0.0, ?, cast(? as bigint), ?, ?, cast(? as bigint), ?, cast(? as bigint), cast(? as bigint)
		from account a where a.id = ?`+conflict,
		id, x.ParentID, x.Provider, kernel.Clean(x.Prompt), int64(x.Seed), x.Title, x.Style, x.BPM, x.Key, x.Duration.Milliseconds(),
		string(x.Plan), string(x.Remote), int64(x.Cost), folded(x), at, at, x.OwnerID)
}

// AddGeneration adds a generation that was not queued, under its ID, or changes the one
// of that ID. It returns NotFound if the account does not exist.
func (s *Store) AddGeneration(ctx context.Context, x *generation.Generation) error {
	kernel.Normal(&x.Title, &x.Prompt)
	return s.db.Update(ctx, "add generation", func(tx *kernel.Tx) error {
		if _, err := insert(ctx, tx, x.ID, x, " on conflict (id) do nothing"); err != nil {
			return err
		}
		return update(ctx, tx, x)
	})
}

// folded returns the text that searches look into.
func folded(x *generation.Generation) string {
	return kernel.Fold(kernel.Clean(x.Title + " " + x.Prompt))
}

// checkRoom returns an error if an account may not queue another generation.
func checkRoom(ctx context.Context, tx *kernel.Tx, accountID string, limits generation.Limits) error {
	waiting, err := kernel.One(ctx, tx, &kernel.Pair[int, int]{}, `select count(*) filter (where x.account = `+kernel.AccountSeq+`), count(*)
		from generation x where x.state = 'queued'`, accountID)
	switch {
	case err != nil:
		return err
	case waiting.A >= limits.Own:
		return generation.ErrOwn
	case waiting.B >= limits.All:
		return generation.ErrQueue
	case limits.Since.IsZero():
		return nil
	}
	made, err := madeSince(ctx, tx, accountID, limits.Since)
	if err == nil && made >= limits.Made {
		err = generation.ErrMade
	}
	return err
}

var newest = kernel.Order{Name: "g.newest", Seq: "x.seq", Desc: true}

// Generations returns a page of the viewer's generations, newest first.
func (s *Store) Generations(ctx context.Context, v music.Viewer, p music.Page) (music.List[generation.Generation], error) {
	list, err := kernel.Page(ctx, s.db, &row{}, kernel.Listing{
		Columns: columns, From: from, Where: (&kernel.Query{}).Add(isOwn, v.AccountID), Order: newest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list generations: %w", err)
	}
	return list, nil
}

// Generation returns one of the viewer's generations, or NotFound.
func (s *Store) Generation(ctx context.Context, v music.Viewer, id string) (*generation.Generation, error) {
	return s.one(ctx, "x.id = ? and "+isOwn, id, v.AccountID)
}

// GenerationsByID returns those of the viewer's generations that have one of the IDs,
// in no particular order.
func (s *Store) GenerationsByID(ctx context.Context, v music.Viewer, ids []string) ([]generation.Generation, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &row{}, "select "+columns+" from "+from+" where x.id in "+s.db.Dialect.Texts+" and "+isOwn, kernel.Array(ids), v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("read generations: %w", err)
	}
	return list, nil
}

// LatestGeneration returns the viewer's newest generation, or NotFound.
func (s *Store) LatestGeneration(ctx context.Context, v music.Viewer) (*generation.Generation, error) {
	return s.one(ctx, isOwn+newest.By()+" limit 1", v.AccountID)
}

// GenerationByID returns anybody's generation, or NotFound.
func (s *Store) GenerationByID(ctx context.Context, id string) (*generation.Generation, error) {
	return s.one(ctx, "x.id = ?", id)
}

// GenerationOfTrack returns the generation that became a track, or NotFound.
func (s *Store) GenerationOfTrack(ctx context.Context, trackID string) (*generation.Generation, error) {
	return s.one(ctx, "x.track_id = ? and x.track_id <> ''", trackID)
}

func (s *Store) one(ctx context.Context, where string, args ...any) (*generation.Generation, error) {
	x, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &row{}, "select "+columns+" from "+from+" where "+where, args...))
	if err != nil {
		return nil, fmt.Errorf("read generation: %w", err)
	}
	return x, nil
}

// Alternatives returns the IDs of the viewer's finished pieces that services made for
// these orders, oldest first, by order: the ID of the first piece of each.
func (s *Store) Alternatives(ctx context.Context, v music.Viewer, orders []string) (map[string][]string, error) {
	const order = "case when x.parent = '' then x.id else x.parent end"
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, string]{}, "select "+order+", x.id from generation x where "+isOwn+
		" and x.provider <> ? and x.state = 'ready' and "+order+" in "+s.db.Dialect.Texts+" order by x.seq", v.AccountID, generation.BuiltIn, kernel.Array(orders))
	if err != nil {
		return nil, fmt.Errorf("list alternatives: %w", err)
	}
	made := map[string][]string{}
	for _, x := range list {
		made[x.A] = append(made[x.A], x.B)
	}
	return made, nil
}

// BusyGenerations returns the generations that jobs work on, oldest first.
func (s *Store) BusyGenerations(ctx context.Context) ([]generation.Generation, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &row{}, "select "+columns+" from "+from+" where "+isBusy+" order by x.seq")
	if err != nil {
		return nil, fmt.Errorf("list generations in progress: %w", err)
	}
	return list, nil
}

// ChangeGeneration changes a generation with alter and returns the result, or
// NotFound if it does not exist. The caller checks permissions.
func (s *Store) ChangeGeneration(ctx context.Context, id string, at time.Time, alter func(*generation.Generation) error) (x *generation.Generation, err error) {
	err = s.db.Update(ctx, "change generation", func(tx *kernel.Tx) error {
		x, err = change(ctx, tx, id, at, alter)
		return err
	})
	return x, err
}

// change changes a generation with alter.
func change(ctx context.Context, tx *kernel.Tx, id string, at time.Time, alter func(*generation.Generation) error) (*generation.Generation, error) {
	// Lock the row first: a locking read of all columns would lock the accounts too.
	if err := kernel.Found(tx.Exec(ctx, "update generation set updated_at = ? where id = ?", kernel.Millis(at), id)); err != nil {
		return nil, err
	}
	x, err := kernel.Pointer(kernel.One(ctx, tx, &row{}, "select "+columns+" from "+from+" where x.id = ?", id))
	if err != nil {
		return nil, err
	}
	if err := alter(x); err != nil {
		return x, err
	}
	kernel.Normal(&x.Title)
	return x, update(ctx, tx, x)
}

// update writes what may change of a generation.
func update(ctx context.Context, tx *kernel.Tx, x *generation.Generation) error {
	v := &x.Review
	return kernel.Found(tx.Exec(ctx, `update generation set (state, stage, reason, progress, playable, title, style, bpm, music_key, duration, plan, remote, track_id, cost,
		verdict, verdict_reason, score, parts, likeness, reviewer, reviewed_at, folded)
		= (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, `+kernel.AccountSeq+`, ?, ?) where id = ?`,
		string(x.State), string(x.Stage), x.Reason.Encode(), x.Progress, x.Playable.Milliseconds(), x.Title, x.Style, x.BPM, x.Key, x.Duration.Milliseconds(),
		string(x.Plan), string(x.Remote), x.TrackID, int64(x.Cost), string(v.Verdict), kernel.Clean(v.Reason), v.Score, string(v.Parts), string(v.Likeness),
		v.ReviewerID, kernel.Millis(v.At), folded(x), x.ID))
}

// NoteGeneration stores the progress of a generation. It returns NotFound if it is
// deleted, cancelled, or no longer the job's.
func (s *Store) NoteGeneration(ctx context.Context, id, job string, progress float64, playable time.Duration) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update generation as x set progress = ?, playable = ? where id = ? and job = ? and "+isBusy,
		progress, playable.Milliseconds(), id, job))
}

// HideGeneration takes a generation out of its owner's list.
func (s *Store) HideGeneration(ctx context.Context, id string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update generation set is_hidden = ? where id = ?", true, id))
}

// DropGeneration deletes a generation, or returns NotFound.
func (s *Store) DropGeneration(ctx context.Context, id string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "delete from generation where id = ?", id))
}
