package listening

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
)

var errTooManyFollows = music.NewError(music.Conflict, "You have reached the maximum number of follows. Unfollow something first.").Coded(music.CodeLimitReached)

// Follow adds a follow and reports whether it is new. The caller checks that
// the item exists. It returns Conflict above notice.MaxFollows.
func (s *Store) Follow(ctx context.Context, accountID string, kind people.FollowKind, item string, at time.Time) (added bool, err error) {
	err = s.db.Update(ctx, "follow", func(tx *kernel.Tx) error {
		n, err := tx.Exec(ctx, `insert into follow (account, kind, item, at) select seq, ?, ?, cast(? as bigint) from account where account.id = ?
			on conflict (account, kind, item) do nothing`, string(kind), item, kernel.Millis(at), accountID)
		if err != nil || n == 0 {
			return err
		}
		added = true
		count, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from follow where account = (select seq from account where account.id = ?)", accountID)
		if err == nil && count > notice.MaxFollows {
			err = errTooManyFollows
		}
		return err
	})
	return added && err == nil, err
}

// Unfollow removes a follow.
func (s *Store) Unfollow(ctx context.Context, accountID string, kind people.FollowKind, item string) error {
	_, err := s.db.Write.Exec(ctx, "delete from follow where kind = ? and item = ? and account = (select seq from account where account.id = ?)", string(kind), item, accountID)
	return err
}

// FollowState returns whether a person follows something, and the number of its
// followers. Only the person themselves see the number of followers of a
// private profile.
func (s *Store) FollowState(ctx context.Context, accountID string, kind people.FollowKind, item string) (people.FollowState, error) {
	found, err := kernel.One(ctx, s.db.Read, &kernel.Pair[int, int]{}, `select count(*), coalesce(sum(case when a.id = ? then 1 else 0 end), 0)
		from follow f join account a on a.seq = f.account where f.kind = ? and f.item = ? and a.disabled_at = 0`, accountID, string(kind), item)
	if err != nil {
		return people.FollowState{}, fmt.Errorf("read follows: %w", err)
	}
	if kind == people.FollowPerson && item != accountID && found.A > 0 {
		hidden, err := kernel.One(ctx, s.db.Read, &kernel.Cell[bool]{}, "select exists (select 1 from account a where a.id = ? and a.is_private)", item)
		if err != nil {
			return people.FollowState{}, fmt.Errorf("read follows: %w", err)
		}
		if hidden {
			found.A = 0
		}
	}
	return people.FollowState{Following: found.B > 0, Followers: found.A}, nil
}

type followRow struct {
	f  people.Follow
	at int64
}

func (r *followRow) Dest() []any {
	return []any{&r.f.Kind, &r.f.Item, &r.f.Name, &r.f.ImageURL, &r.at}
}

func (r *followRow) Value() people.Follow {
	f := r.f
	f.FollowedAt = kernel.Moment(r.at)
	return f
}

var followsNewest = kernel.Order{Name: "f.newest", Seq: "f.seq", Desc: true}

const (
	followColumns = `f.kind, f.item,
		case f.kind when 'artist' then ar.name when 'person' then trim(pe.first_name || ' ' || pe.last_name) when 'station' then st.name else f.item end,
		case f.kind when 'artist' then '/api/artists/' || ar.id || '/cover' when 'person' then pe.profile_image_url when 'station' then case when st.logo <> '' then '/api/radios/' || st.id || '/logo' else st.logo_url end else '' end, f.at`
	// followed joins the followed items that exist and are visible.
	followed = `follow f left join artist ar on f.kind = 'artist' and ar.id = f.item
		left join account pe on f.kind = 'person' and pe.id = f.item and not pe.is_private and pe.disabled_at = 0 and pe.delete_at = 0
		left join station st on f.kind = 'station' and st.id = f.item`
)

// Follows returns a page of a person's follows, of one kind or of all if kind
// is "", latest first. It leaves out items that are deleted or hidden.
func (s *Store) Follows(ctx context.Context, accountID string, kind people.FollowKind, p music.Page) (music.List[people.Follow], error) {
	where := (&kernel.Query{}).Add(`f.account = (select seq from account where account.id = ?)
		and (f.kind = 'dj' or ar.id is not null or pe.id is not null or st.id is not null)`, accountID)
	if kind != "" {
		where.Add(" and f.kind = ?", string(kind))
	}
	found, err := kernel.Page(ctx, s.db, &followRow{}, kernel.Listing{Columns: followColumns, From: followed, Where: where, Order: followsNewest, Personal: true}, p)
	if err != nil {
		return found, fmt.Errorf("list follows: %w", err)
	}
	return found, nil
}

// FollowHistory returns up to limit of all follows of a person after the given
// one, oldest first, including deleted items.
func (s *Store) FollowHistory(ctx context.Context, accountID string, after people.FollowRecord, limit int) ([]people.FollowRecord, error) {
	return kernel.Collect(ctx, s.db.Read, &followRecordRow{}, `select f.kind, f.item, f.at from follow f where f.account = (select seq from account where account.id = ?)
		and (f.at, f.kind, f.item) > (?, ?, ?) order by f.at, f.kind, f.item limit ? + 0`, accountID, kernel.Millis(after.At), string(after.Kind), after.Item, limit)
}

type followRecordRow struct {
	f  people.FollowRecord
	at int64
}

func (r *followRecordRow) Dest() []any { return []any{&r.f.Kind, &r.f.Item, &r.at} }

func (r *followRecordRow) Value() people.FollowRecord {
	return people.FollowRecord{Kind: r.f.Kind, Item: r.f.Item, At: kernel.Moment(r.at)}
}

// HasDJ reports whether the viewer may see a mix by a DJ of this name.
func (s *Store) HasDJ(ctx context.Context, v music.Viewer, name string) (bool, error) {
	q := (&kernel.Query{}).Add("select exists (select 1 from mix m where m.dj_name = ? and ", name).CanPlayMix(v).Add(")")
	return kernel.One(ctx, s.db.Read, &kernel.Cell[bool]{}, q.Text.String(), q.Args...)
}
