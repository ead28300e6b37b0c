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

// ForgetPerson removes what a person wrote from the log, and the sound of what operators
// approved. The rest of their generations is deleted with the account.
func ForgetPerson(ctx context.Context, tx *kernel.Tx, accountID string) error {
	_, err := tx.Exec(ctx, "update generation_log set prompt = '' where account = "+kernel.AccountSeq, accountID)
	if err != nil {
		return fmt.Errorf("forget the log of generations: %w", err)
	}
	return forgetSounds(ctx, tx, accountID)
}

// GenerationsSince returns how many pieces an account has asked for since a moment,
// without those that failed or were cancelled. Deleted ones count.
func (s *Store) GenerationsSince(ctx context.Context, accountID string, since time.Time) (int64, error) {
	return madeSince(ctx, s.db.Read, accountID, since)
}

func madeSince(ctx context.Context, q kernel.Queryer, accountID string, since time.Time) (int64, error) {
	n, err := kernel.One(ctx, q, &kernel.Cell[int64]{}, `select count(*) from (
		select id from generation where account = `+kernel.AccountSeq+` and created_at >= ? and provider <> ? and state not in ('failed', 'cancelled')
		union select generation from generation_log where account = `+kernel.AccountSeq+` and created_at >= ? and provider <> ? and status = ?) as made`,
		accountID, kernel.Millis(since), generation.Uploaded, accountID, kernel.Millis(since), generation.Uploaded, generation.LogSuccess)
	if err != nil {
		return 0, fmt.Errorf("count the generations of an account: %w", err)
	}
	return n, nil
}
