package billing

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/ifmatch"
	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/store/kernel"
)

const planColumns = `p.id, p.name, p.description, p.rank, p.month_amount, p.month_currency, p.year_amount, p.year_currency,
	p.trial_days, p.family_members, p.grants, p.is_offered, p.archived_at, p.version, p.created_at, p.updated_at`

const selectPlan = "select " + planColumns + " from plan p where p.id = ?"

type planRow struct {
	p                          premium.Plan
	month, year                priceColumns
	grants                     string
	archived, created, updated int64
}

// priceColumns are the columns of a price, whose amount is null for none.
type priceColumns struct {
	amount   *int64
	currency string
}

func (c *priceColumns) price() *premium.Money {
	if c.amount == nil {
		return nil
	}
	return &premium.Money{Amount: *c.amount, Currency: c.currency}
}

func columnsOf(p *premium.Money) (amount any, currency string) {
	if p == nil {
		return nil, ""
	}
	return p.Amount, p.Currency
}

func (r *planRow) Dest() []any {
	p, m, y := &r.p, &r.month, &r.year
	return []any{
		&p.ID, &p.Name, &p.Description, &p.Rank, &m.amount, &m.currency, &y.amount, &y.currency,
		&p.TrialDays, &p.FamilyMembers, &r.grants, &p.IsOffered, &r.archived, &p.Version, &r.created, &r.updated,
	}
}

func (r *planRow) Value() premium.Plan {
	p := r.p
	p.Month, p.Year = r.month.price(), r.year.price()
	p.ArchivedAt, p.CreatedAt, p.UpdatedAt = kernel.Moment(r.archived), kernel.Moment(r.created), kernel.Moment(r.updated)
	var grants premium.Grants
	_ = json.Unmarshal([]byte(r.grants), &grants) // what cannot be read is as in the first plans
	p.Grants = grants.Completed(p.IsFree())
	return p
}

// Plans returns every plan, also those that were archived, the highest first.
func (s *Store) Plans(ctx context.Context) ([]premium.Plan, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &planRow{}, "select "+planColumns+" from plan p order by p.rank desc, p.seq")
	if err != nil {
		return nil, fmt.Errorf("list plans: %w", err)
	}
	return list, nil
}

// AddPlans adds those plans whose IDs no plan has yet.
func (s *Store) AddPlans(ctx context.Context, plans []premium.Plan) error {
	return s.db.Update(ctx, "add plans", func(tx *kernel.Tx) error {
		for i := range plans {
			if err := insertPlan(ctx, tx, &plans[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func insertPlan(ctx context.Context, tx *kernel.Tx, p *premium.Plan) error {
	grants, err := json.Marshal(p.Grants)
	if err != nil {
		return fmt.Errorf("encode grants: %w", err)
	}
	month, monthCurrency := columnsOf(p.Month)
	year, yearCurrency := columnsOf(p.Year)
	_, err = tx.Exec(ctx, `insert into plan (id, name, description, rank, month_amount, month_currency, year_amount, year_currency,
		trial_days, family_members, grants, is_offered, version, created_at, updated_at) values (`+kernel.Marks(15)+`) on conflict (id) do nothing`,
		p.ID, kernel.Clean(p.Name), kernel.Clean(p.Description), p.Rank, month, monthCurrency, year, yearCurrency,
		p.TrialDays, p.FamilyMembers, string(grants), p.IsOffered, p.Version, kernel.Millis(p.CreatedAt), kernel.Millis(p.UpdatedAt))
	return err
}

// SavePlan replaces a plan and fills in its next version, and returns what it was before.
// It returns NotFound if it does not exist or was archived. A caller who knows another
// version gets ifmatch.ErrChanged.
func (s *Store) SavePlan(ctx context.Context, p *premium.Plan) (before *premium.Plan, err error) {
	grants, err := json.Marshal(p.Grants)
	if err != nil {
		return nil, fmt.Errorf("encode grants: %w", err)
	}
	err = s.db.Update(ctx, "save a plan", func(tx *kernel.Tx) error {
		if before, err = planToChange(ctx, tx, p.ID); err != nil {
			return err
		}
		p.Version, p.CreatedAt = before.Version+1, before.CreatedAt
		month, monthCurrency := columnsOf(p.Month)
		year, yearCurrency := columnsOf(p.Year)
		_, err := tx.Exec(ctx, `update plan set name = ?, description = ?, rank = ?, month_amount = ?, month_currency = ?,
			year_amount = ?, year_currency = ?, trial_days = ?, family_members = ?, grants = ?, is_offered = ?, version = ?, updated_at = ? where id = ?`,
			kernel.Clean(p.Name), kernel.Clean(p.Description), p.Rank, month, monthCurrency,
			year, yearCurrency, p.TrialDays, p.FamilyMembers, string(grants), p.IsOffered, p.Version, kernel.Millis(p.UpdatedAt), p.ID)
		return err
	})
	return before, err
}

// planToChange returns a plan that nobody else changes meanwhile.
func planToChange(ctx context.Context, tx *kernel.Tx, id string) (*premium.Plan, error) {
	if err := tx.OneAtATime(ctx); err != nil {
		return nil, err
	}
	p, err := kernel.One(ctx, tx, &planRow{}, selectPlan, id)
	if err == nil && !p.ArchivedAt.IsZero() {
		err = music.ErrNotFound
	}
	if err == nil {
		err = ifmatch.Check(ctx, p.Version)
	}
	return &p, err
}

// ArchivePlan ends a plan for those who do not have it yet, and returns it. Errors are
// those of SavePlan.
func (s *Store) ArchivePlan(ctx context.Context, id string, at time.Time) (archived *premium.Plan, err error) {
	err = s.db.Update(ctx, "archive a plan", func(tx *kernel.Tx) error {
		if archived, err = planToChange(ctx, tx, id); err != nil {
			return err
		}
		archived.ArchivedAt, archived.UpdatedAt, archived.Version = at, at, archived.Version+1
		_, err := tx.Exec(ctx, "update plan set archived_at = ?, updated_at = ?, version = version + 1 where id = ?", kernel.Millis(at), kernel.Millis(at), id)
		return err
	})
	return archived, err
}
