package accounts

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/kernel"
	"sonora/internal/store/table"
	"sonora/internal/store/uploads"
)

// lastActive is when the account a was last here, as an expression.
const lastActive = "coalesce((select max(s.last_used_at) from session s where s.account = a.seq), a.last_login_at)"

const memberColumns = accountColumns + ", " + uploads.UsedBytes + ", " + lastActive

type memberRow struct {
	accountRow
	storage, active int64
}

func (r *memberRow) Dest() []any { return append(r.accountRow.Dest(), &r.storage, &r.active) }

func (r *memberRow) Value() people.Member {
	return people.Member{Account: r.accountRow.Value(), Storage: r.storage, LastActiveAt: kernel.Moment(r.active)}
}

// memberOrders are the expressions by which the columns of the operator's table
// sort.
var memberOrders = map[people.TableSort]string{
	people.TableByCreated:  "a.seq",
	people.TableByName:     "case when trim(a.folded) = '' then a.email else a.folded end",
	people.TableByEmail:    "a.email",
	people.TableByRole:     "case a.role when 'admin' then 2 when 'creator' then 1 else 0 end",
	people.TableByProvider: "a.auth_provider",
	people.TableByVerified: "case when a.verified_at > 0 then 1 else 0 end",
	people.TableByStorage:  uploads.UsedBytes,
	people.TableByActive:   lastActive,
	people.TableByStatus:   "case when a.delete_at > 0 then 0 when a.disabled_at > 0 then 1 else 2 end",
}

// statuses are the conditions of the states of accounts.
var statuses = map[people.Status]string{
	people.Active:   " and a.disabled_at = 0 and a.delete_at = 0",
	people.Disabled: " and a.disabled_at > 0 and a.delete_at = 0",
	people.Leaving:  " and a.delete_at > 0",
}

// MemberTable returns a page of the people that match a table. Pages start at a
// position. It returns Invalid for an unknown order.
func (s *Store) MemberTable(ctx context.Context, t people.Table, p music.Page) (music.List[people.Member], error) {
	by, isDown, err := table.Column(memberOrders, t.Sort, people.TableByCreated, p)
	if err != nil {
		return music.List[people.Member]{}, err
	}
	list, err := table.Page(ctx, s.db.Read, &memberRow{}, kernel.Listing{
		Columns: memberColumns, From: "account a", Where: memberWhere(t),
		Order: kernel.Order{Key: by, Seq: "a.seq", Desc: isDown},
	}, p)
	if err != nil {
		return list, fmt.Errorf("list people for the operator: %w", err)
	}
	return list, nil
}

func memberWhere(t people.Table) *kernel.Query {
	q := (&kernel.Query{}).Add("true")
	addWords(q, t.Words)
	if t.Role != "" {
		q.Add(" and a.role = ?", string(t.Role))
	}
	q.Add(statuses[t.Status])
	if t.IsVerified != nil {
		q.Add(" and (a.verified_at > 0) = ?", *t.IsVerified)
	}
	return q
}

// addWords adds the condition that the account a has all of the words in its name or
// its address.
func addWords(q *kernel.Query, words []string) {
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		if kernel.HasNUL(word) {
			continue
		}
		name, email := kernel.LikeText(kernel.Fold(word)), kernel.LikeText(strings.ToLower(word))
		q.Add(` and (a.folded like ? escape '\' or a.email like ? escape '\')`, "%"+name+"%", "%"+email+"%")
	}
}

// MemberByID returns an account as the operator's table shows it, or NotFound.
func (s *Store) MemberByID(ctx context.Context, id string) (*people.Member, error) {
	m, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &memberRow{}, "select "+memberColumns+" from account a where a.id = ?", id))
	if err != nil {
		return nil, fmt.Errorf("find account: %w", err)
	}
	return m, nil
}

type useRow struct {
	u        people.Usage
	listened int64
}

func (r *useRow) Dest() []any {
	u := &r.u
	return []any{&u.Tracks, &u.Playlists, &u.Stations, &u.Mixes, &u.Automixes, &u.Compositions, &u.Plays, &r.listened}
}

func (r *useRow) Value() people.Usage {
	u := r.u
	u.Listened = kernel.Length(r.listened)
	return u
}

// UsageOf returns what a person has on the server and did since a moment, or NotFound.
func (s *Store) UsageOf(ctx context.Context, id string, since time.Time) (*people.Usage, error) {
	from := kernel.Millis(since)
	u, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &useRow{}, `select
		(select count(*) from track t where t.owner = a.id),
		(select count(*) from playlist p where p.account = a.seq),
		(select count(*) from station s where s.owner = a.seq),
		(select count(*) from mix m where m.owner = a.seq),
		(select count(*) from automix x where x.account = a.seq),
		(select count(*) from generation g where g.account = a.seq and g.created_at >= ?),
		(select count(*) from play p where p.account = a.seq and p.started_at >= ? and p.counted > 0),
		(select cast(coalesce(sum(p.listened), 0) as bigint) from play p where p.account = a.seq and p.started_at >= ?)
		from account a where a.id = ?`, from, from, from, id))
	if err != nil {
		return nil, fmt.Errorf("sum up what a person uses: %w", err)
	}
	return u, nil
}
