package mixes

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// commentRow is a row of commentColumns. It leaves out the names of private
// profiles for all viewers but themselves.
type commentRow struct {
	viewer      string // account
	c           djmix.Comment
	private     bool
	at, created int64
}

func (r *commentRow) Dest() []any {
	c := &r.c
	return []any{&c.ID, &c.MixID, &c.AccountID, &r.private, &c.ByName, &r.at, &c.Text, &r.created}
}

func (r *commentRow) Value() djmix.Comment {
	c := r.c
	c.At, c.CreatedAt = kernel.Length(r.at), kernel.Moment(r.created)
	if r.private && c.AccountID != r.viewer {
		c.ByName = ""
	}
	return c
}

const (
	commentColumns = "x.id, m.id, a.id, a.is_private, " + kernel.PersonName + ", x.at, x.text, x.created_at"
	fromComment    = "mix_comment x join mix m on m.seq = x.mix join account a on a.seq = x.account"
)

var commentsNewest = kernel.Order{Name: "x.newest", Seq: "x.seq", Desc: true}

// MixComments returns a page of the comments on a mix that the viewer may see,
// newest first.
func (s *Store) MixComments(ctx context.Context, v music.Viewer, mixID string, p music.Page) (music.List[djmix.Comment], error) {
	where := (&kernel.Query{}).Add("m.id = ? and x.removed_at = 0 and ", mixID).CanPlayMix(v)
	list, err := kernel.Page(ctx, s.db, &commentRow{viewer: v.AccountID}, kernel.Listing{
		Columns: commentColumns, From: fromComment, Where: where, Order: commentsNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list comments on mix: %w", err)
	}
	return list, nil
}

// AddMixComment adds a comment of the viewer to a mix. It returns Invalid if the
// comment breaks a rule, NotFound if the viewer may not see the mix, and TooMany
// if they wrote too many within a minute.
func (s *Store) AddMixComment(ctx context.Context, v music.Viewer, c *djmix.Comment) error {
	kernel.Normal(&c.Text)
	id := cmp.Or(c.ID, music.NewID())
	err := s.db.Update(ctx, "add comment on mix", func(tx *kernel.Tx) error {
		q := (&kernel.Query{}).Add("select m.seq, m.duration from mix m where m.id = ? and ", c.MixID).CanPlayMix(v)
		mix, err := kernel.One(ctx, tx, &kernel.Pair[int64, int64]{}, q.Text.String(), q.Args...)
		if err != nil {
			return err
		}
		if err := c.Check(kernel.Length(mix.B)); err != nil {
			return err
		}
		account, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where id = ?"+s.db.Dialect.Locked, v.AccountID)
		if err != nil {
			return err
		}
		if err := mayComment(ctx, tx, account, c.CreatedAt); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "insert into mix_comment (id, mix, account, at, text, created_at) values (?, ?, ?, ?, ?, ?)",
			id, mix.A, account, c.At.Milliseconds(), c.Text, kernel.Millis(c.CreatedAt))
		return err
	})
	if err != nil {
		return err
	}
	made, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &commentRow{viewer: v.AccountID}, "select "+commentColumns+" from "+fromComment+" where x.id = ?", id))
	if err != nil {
		return fmt.Errorf("read comment: %w", err)
	}
	*c = *made
	return nil
}

// mayComment enforces the rate limit of comments. Removed comments count.
func mayComment(ctx context.Context, tx *kernel.Tx, account int64, at time.Time) error {
	written, err := kernel.One(ctx, tx, &kernel.Pair[int, int64]{}, "select count(*), coalesce(min(created_at), 0) from mix_comment where account = ? and created_at > ?",
		account, kernel.Millis(at.Add(-time.Minute)))
	if err == nil && written.A >= djmix.MaxCommentsPerMinute {
		wait := kernel.Moment(written.B).Add(time.Minute).Sub(at)
		err = &music.Error{
			Code: music.TooMany, Detail: music.Say("You are sending messages too quickly. Try again in a minute."), RetryAfter: max(time.Second, wait.Round(time.Second)),
		}
	}
	return err
}

// RemoveMixComment removes a comment on a mix: the viewer's own, or anybody's. It
// returns NotFound if there is no such comment.
func (s *Store) RemoveMixComment(ctx context.Context, v music.Viewer, mixID, id string, anybodys bool, at time.Time) error {
	q := (&kernel.Query{}).Add("update mix_comment set text = '', removed_at = ? where id = ? and removed_at = 0 and mix = (select seq from mix where mix.id = ?)", kernel.Millis(at), id, mixID)
	if !anybodys {
		q.Add(" and account = "+kernel.AccountSeq, v.AccountID)
	}
	return kernel.Found(s.db.Write.Exec(ctx, q.Text.String(), q.Args...))
}

type writtenCommentRow struct {
	w           djmix.Written
	at, created int64
}

func (r *writtenCommentRow) Dest() []any {
	w := &r.w
	return []any{&w.Seq, &w.ID, &w.MixID, &w.Mix, &w.AccountID, &r.at, &w.Text, &r.created}
}

func (r *writtenCommentRow) Value() djmix.Written {
	w := r.w
	w.At, w.CreatedAt = kernel.Length(r.at), kernel.Moment(r.created)
	return w
}

// WrittenMixComments returns up to limit of a person's comments on mixes after the
// given one, oldest first.
func (s *Store) WrittenMixComments(ctx context.Context, accountID string, after int64, limit int) ([]djmix.Written, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &writtenCommentRow{}, `select x.seq, x.id, m.id, m.title, a.id, x.at, x.text, x.created_at from `+fromComment+`
		where a.id = ? and x.removed_at = 0 and x.seq > ? order by x.seq limit ? + 0`, accountID, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list a person's comments on mixes: %w", err)
	}
	return list, nil
}
