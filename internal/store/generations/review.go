package generations

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/library"
)

// Reviewed is a generation in the review, with what listeners made of it.
type Reviewed struct {
	generation.Generation
	Plays int
	Likes int
}

type reviewedRow struct {
	row
	plays, likes int
}

// Dest implements kernel.Row.
func (r *reviewedRow) Dest() []any { return append(r.row.Dest(), &r.plays, &r.likes) }

// Value implements kernel.Row.
func (r *reviewedRow) Value() Reviewed { return Reviewed{r.row.Value(), r.plays, r.likes} }

// ReviewGenerations returns a page of all people's generations with a verdict, or of
// those with any if verdict is "", newest first. Every word of text has to be in the
// title, the prompt or the name of the owner.
func (s *Store) ReviewGenerations(ctx context.Context, verdict generation.Verdict, words []string, p music.Page) (music.List[Reviewed], error) {
	where := (&kernel.Query{}).Add("x.verdict <> ''")
	if verdict != "" {
		where.Add(" and x.verdict = ?", string(verdict))
	}
	for _, word := range words {
		where.Add(` and (x.folded like ? escape '\' or lower(`+kernel.PersonName+`) like ? escape '\')`, like(kernel.Fold(word)), like(word))
	}
	list, err := kernel.Page(ctx, s.db, &reviewedRow{}, kernel.Listing{
		Columns: columns + `, coalesce((select t.plays from track t where t.id = x.track_id), 0),
			(select count(*) from liked l join track t on t.seq = l.track where t.id = x.track_id)`,
		From: from, Where: where, Order: newest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list generations to review: %w", err)
	}
	return list, nil
}

// ReviewGeneration changes the review of a generation with alter and returns the result,
// or NotFound if it does not exist. At the same moment its track becomes public if that
// follows from the review, or stops being so. The caller checks permissions.
func (s *Store) ReviewGeneration(ctx context.Context, id string, at time.Time, alter func(*generation.Generation) error) (x *generation.Generation, err error) {
	err = s.db.UpdateCatalogue(ctx, "review generation", func(tx *kernel.Tx) error {
		if x, err = change(ctx, tx, id, at, alter); err != nil {
			return err
		}
		public, err := x.BecomesPublic()
		if err != nil {
			return err
		}
		_, err = library.ChangedTracks(ctx, s.db, tx, (&kernel.Query{}).Add(
			"update track set is_public = ? where id = ? and is_public <> ? returning seq, coalesce(album, 0)", public, x.TrackID, public))
		return err
	})
	if err != nil {
		return nil, err
	}
	_, err = library.Finish(ctx, s.db)
	return x, err
}

func like(word string) string { return "%" + kernel.LikeText(word) + "%" }

// Figures are the operator's figures of generations.
type Figures struct {
	Generated                   int // pieces that are made, without uploads that copy them
	Pending, Approved, Rejected int // pieces, and uploads that copy them
	Spent                       generation.Money
}

// GenerationFigures counts the generations by verdict, and what all cost since a time.
func (s *Store) GenerationFigures(ctx context.Context, since time.Time) (f Figures, err error) {
	counts, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, int]{}, "select verdict, count(*) from generation where verdict <> '' group by verdict")
	if err != nil {
		return f, fmt.Errorf("count generations: %w", err)
	}
	for _, c := range counts {
		switch generation.Verdict(c.A) {
		case generation.Pending:
			f.Pending = c.B
		case generation.Approved:
			f.Approved = c.B
		case generation.Rejected:
			f.Rejected = c.B
		}
	}
	f.Generated, err = kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from generation where verdict <> '' and provider <> ?", generation.Uploaded)
	if err != nil {
		return f, fmt.Errorf("count generations: %w", err)
	}
	f.Spent, err = s.GenerationSpend(ctx, "", since)
	return f, err
}

// AddGenerationLog adds an entry to the log, and fills in its ID.
func (s *Store) AddGenerationLog(ctx context.Context, l *generation.Log) error {
	l.ID = music.NewID()
	_, err := s.db.Write.Exec(ctx, `insert into generation_log (id, account, generation, provider, prompt, status, cost, created_at)
		values (?, `+kernel.AccountSeq+`, ?, ?, ?, ?, ?, ?)`,
		l.ID, l.AccountID, l.GenerationID, l.Provider, kernel.Clean(l.Prompt), l.Status, int64(l.Cost), kernel.Millis(l.CreatedAt))
	return err
}

// GenerationSpend returns what generations cost since a time: those of an account, or
// of all if it is "".
func (s *Store) GenerationSpend(ctx context.Context, accountID string, since time.Time) (generation.Money, error) {
	spent, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, `select coalesce(sum(cost), 0) from generation_log
		where created_at >= ? and (? = '' or account = `+kernel.AccountSeq+`)`, kernel.Millis(since), accountID, accountID)
	if err != nil {
		return 0, fmt.Errorf("sum the cost of generations: %w", err)
	}
	return generation.Money(spent), nil
}

type logRow struct {
	l       generation.Log
	created int64
}

func (r *logRow) Dest() []any {
	l := &r.l
	return []any{&l.ID, &l.AccountID, &l.OwnerName, &l.GenerationID, &l.Provider, &l.Prompt, &l.Status, &l.Cost, &r.created}
}

func (r *logRow) Value() generation.Log {
	l := r.l
	l.CreatedAt = kernel.Moment(r.created)
	return l
}

// GenerationLogs returns a page of the log, newest first.
func (s *Store) GenerationLogs(ctx context.Context, p music.Page) (music.List[generation.Log], error) {
	list, err := kernel.Page(ctx, s.db, &logRow{}, kernel.Listing{
		Columns: "l.id, coalesce(a.id, ''), coalesce(" + kernel.PersonName + ", ''), l.generation, l.provider, l.prompt, l.status, l.cost, l.created_at",
		From:    "generation_log l left join account a on a.seq = l.account", Where: (&kernel.Query{}).Add("true"),
		Order: kernel.Order{Name: "gl.newest", Seq: "l.seq", Desc: true}, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list the log of generations: %w", err)
	}
	return list, nil
}

// ForgetPerson removes what a person wrote from the log, and the sound of what operators
// approved. The rest of their generations is deleted with the account.
func ForgetPerson(ctx context.Context, tx *kernel.Tx, accountID string) error {
	_, err := tx.Exec(ctx, "update generation_log set prompt = '' where account = "+kernel.AccountSeq, accountID)
	if err != nil {
		return fmt.Errorf("forget the log of generations: %w", err)
	}
	return forgetSounds(ctx, tx, accountID)
}
