package subscription

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"sonora/internal/billing/stripe"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

// Kinds of differences between Stripe and this server.
const (
	Unknown = "unknown" // Stripe has a subscription of an account that is not here
	Missing = "missing" // Stripe has a subscription that is not stored here
	Differs = "differs" // what is stored is older than what Stripe knows
	Absent  = "absent"  // a subscription is stored that Stripe does not have
	Double  = "double"  // an account has another subscription that runs
	Leaving = "leaving" // it runs on, but its account is to be deleted
	Erased  = "erased"  // it runs, but its account was erased
)

// What repairs a difference.
const (
	RepairSync   = "sync"   // store what Stripe knows
	RepairCancel = "cancel" // end it at Stripe
	RepairEnd    = "end"    // end it here
)

// Side is what Stripe, or this server, knows of a subscription.
type Side struct {
	Status   premium.Status   `json:"status"`
	PlanID   string           `json:"planId"`
	Price    premium.Money    `json:"price"`
	Interval premium.Interval `json:"interval"`
	EndsAt   time.Time        `json:"endsAt"` // of what is paid
}

func (s *Service) side(m *premium.Membership) *Side {
	return &Side{m.StatusAt(s.Now()), m.PlanID, m.Price, m.Interval, m.EndsAt}
}

// Difference is something that Stripe and this server do not agree on.
type Difference struct {
	Kind         string `json:"kind"`
	Subscription string `json:"subscription"`
	AccountID    string `json:"accountId"`
	Email        string `json:"-"`     // of the account; empty for none
	Here         *Side  `json:"here"`  // nil for none
	There        *Side  `json:"there"` // nil for none
	Repair       string `json:"repair"`
	Repaired     bool   `json:"repaired"`
	customer     string
}

// maxDifferences is how many differences a report lists.
const maxDifferences = 1000

// Report is the result of a reconciliation.
type Report struct {
	Checked     int          `json:"checked"`     // subscriptions
	Found       int          `json:"found"`       // differences
	Differences []Difference `json:"differences"` // the first of these, with those that were not repaired in front
}

type reconcileJob struct {
	By     string   `json:"by"`     // account ID of the operator; empty for the server itself
	Repair []string `json:"repair"` // IDs of subscriptions
	Sync   bool     `json:"sync"`   // repair everything that only has to be stored
}

func (j *reconcileJob) repairs(d *Difference) bool {
	return j.Sync && d.Repair == RepairSync || slices.Contains(j.Repair, d.Subscription)
}

// Reconcile has a job compare everything with Stripe for an operator, and repair the
// differences of some subscriptions. It returns Conflict while another one runs.
func (s *Service) Reconcile(ctx context.Context, v music.Viewer, repair []string) error {
	if _, err := s.stripe(); err != nil {
		return err
	}
	_, err := s.StripeJobs.EnqueueNow(ctx, JobReconcile, reconcileJob{By: v.AccountID, Repair: repair})
	return err
}

// ask has a job repair what no message told: it stores what Stripe knows.
func (s *Service) ask(ctx context.Context) error {
	if !s.IsConfigured() {
		return nil
	}
	_, err := s.StripeJobs.EnqueueNow(ctx, JobReconcile, reconcileJob{Sync: true})
	if music.CodeOf(err) == music.Conflict {
		return nil // another server asks
	}
	return err
}

// Comparison says how the comparisons with Stripe stand.
type Comparison struct {
	Newest *music.Job // nil before the first one
	Why    Why        // the newest one failed so far; "" if it did not
	Done   *music.Job // the last one that is done; nil for none
	By     string     // who started that one; empty for the server itself
	Report Report     // of that one
}

// LastComparison returns how the comparisons with Stripe stand.
func (s *Service) LastComparison(ctx context.Context) (*Comparison, error) {
	newest, err := s.Store.LatestJob(ctx, JobReconcile, "")
	if music.CodeOf(err) == music.NotFound {
		return &Comparison{}, nil
	}
	if err != nil {
		return nil, err
	}
	c := &Comparison{Newest: newest, Why: whyOf(newest)}
	if c.Done, err = s.Store.LatestJob(ctx, JobReconcile, music.JobDone); music.CodeOf(err) == music.NotFound {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	return c, s.read(ctx, c)
}

// read reads the report of a comparison, with the people in it.
func (s *Service) read(ctx context.Context, c *Comparison) error {
	var by reconcileJob
	if err := json.Unmarshal(c.Done.Payload, &by); err != nil {
		return err
	}
	if err := json.Unmarshal(c.Done.Result, &c.Report); err != nil {
		return err
	}
	ids := []string{by.By}
	for i := range c.Report.Differences {
		ids = append(ids, c.Report.Differences[i].AccountID)
	}
	known, err := s.Store.AccountsByID(ctx, ids)
	if err != nil {
		return err
	}
	accounts := make(map[string]*music.Account, len(known))
	for i := range known {
		accounts[known[i].ID] = &known[i]
	}
	if a := accounts[by.By]; a != nil {
		c.By = a.FullName()
	}
	for i := range c.Report.Differences {
		d := &c.Report.Differences[i]
		if a := accounts[d.AccountID]; a != nil {
			d.Email = a.Email
		}
	}
	return nil
}

func (s *Service) reconcileJob(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	var p reconcileJob
	if err := json.Unmarshal(j.Payload, &p); err != nil {
		return nil, music.NewError(music.Invalid, "The job cannot be read.").Because(err)
	}
	report, err := s.compare(ctx, &p, progress)
	if err != nil {
		return nil, &failure{err}
	}
	return report, nil
}

// compare finds the differences and repairs those that a job names.
func (s *Service) compare(ctx context.Context, j *reconcileJob, progress func(float64)) (*Report, error) {
	client, err := s.stripe()
	if err != nil {
		return nil, err
	}
	there, err := client.All(ctx)
	if err != nil {
		return nil, err
	}
	here, err := s.Store.Subscriptions(ctx, premium.ByStripe)
	if err != nil {
		return nil, err
	}
	differences, err := s.differences(ctx, there, here)
	if err != nil {
		return nil, err
	}
	for i := range differences {
		if d := &differences[i]; j.repairs(d) {
			if err := s.repair(ctx, client, j.By, d); err != nil {
				return nil, err
			}
			d.Repaired = true
		}
		progress(float64(i+1) / float64(len(differences)))
	}
	if j.Sync {
		if err := s.askReturned(ctx, client); err != nil {
			return nil, err
		}
	}
	return &Report{len(there), len(differences), listed(differences)}, nil
}

// askFor is for how long back the server asks for money that went back and that no message
// told of.
const askFor = 7 * 24 * time.Hour

func (s *Service) askReturned(ctx context.Context, client *stripe.Client) error {
	customers, err := client.ReturnedTo(ctx, s.Now().Add(-askFor))
	if err != nil {
		return err
	}
	for _, customer := range customers {
		if err := s.Sync(ctx, customer); err != nil {
			return err
		}
	}
	return nil
}

// listed returns the differences that a report lists.
func listed(all []Difference) []Difference {
	left, repaired := []Difference{}, []Difference{}
	for _, d := range all {
		if d.Repaired {
			repaired = append(repaired, d)
		} else {
			left = append(left, d)
		}
	}
	left = append(left, repaired...)
	return left[:min(len(left), maxDifferences)]
}

func (s *Service) differences(ctx context.Context, there []*stripe.Subscription, here []premium.Membership) ([]Difference, error) {
	found := []Difference{}
	stored, running := map[string]premium.Membership{}, map[string]bool{}
	for _, m := range here {
		stored[m.Reference] = m
	}
	owners, err := s.owners(ctx, there)
	if err != nil {
		return nil, err
	}
	for _, sub := range slices.Backward(there) { // the oldest first: it stays
		m, isStored := stored[sub.ID]
		delete(stored, sub.ID)
		after := m
		apply(&after, sub, s)
		d := Difference{Subscription: sub.ID, AccountID: sub.Account, There: s.side(&after), Repair: RepairSync, customer: sub.Customer}
		if isStored {
			d.Here = s.side(&m)
		}
		switch owner := owners[sub.Account]; {
		case sub.Runs() && owner == isErased:
			d.Kind = Erased
		case sub.Runs() && owner == isStranger && !isStored:
			d.Kind, d.Repair = Unknown, RepairCancel
		case sub.Runs() && running[sub.Account]:
			d.Kind = Double
		case !isStored && sub.Runs():
			d.Kind = Missing
		case sub.RunsOn() && owner == isLeaving:
			d.Kind = Leaving
		case isStored && after != m:
			d.Kind = Differs
		}
		running[sub.Account] = running[sub.Account] || sub.Runs()
		if d.Kind != "" {
			found = append(found, d)
		}
	}
	for _, m := range here {
		if _, is := stored[m.Reference]; is {
			found = append(found, Difference{Kind: Absent, Subscription: m.Reference, AccountID: m.AccountID, Here: s.side(&m), Repair: RepairEnd})
		}
	}
	return found, nil
}

// owner is what became of the account of a subscription.
type owner int

const (
	isStranger owner = iota // it is not here and never was
	isStaying
	isLeaving // it is to be deleted
	isErased
)

// owners returns what became of the accounts of the subscriptions that run.
func (s *Service) owners(ctx context.Context, there []*stripe.Subscription) (map[string]owner, error) {
	owners := map[string]owner{}
	for _, sub := range there {
		if sub.Runs() {
			owners[sub.Account] = isStranger
		}
	}
	known, err := s.Store.AccountsByID(ctx, slices.Collect(maps.Keys(owners)))
	if err != nil {
		return nil, err
	}
	for i := range known {
		owners[known[i].ID] = isStaying
		if !known[i].DeleteAt.IsZero() {
			owners[known[i].ID] = isLeaving
		}
	}
	for id, is := range owners {
		if is != isStranger {
			continue
		}
		_, err := s.Store.ErasedAt(ctx, id)
		if err == nil {
			owners[id] = isErased
		} else if music.CodeOf(err) != music.NotFound {
			return nil, err
		}
	}
	return owners, nil
}

// repair repairs a difference for an operator, or for the server itself if by is "".
func (s *Service) repair(ctx context.Context, client *stripe.Client, by string, d *Difference) error {
	switch d.Repair {
	case RepairCancel:
		if _, err := client.CancelNow(ctx, d.Subscription); err != nil {
			return err
		}
	case RepairEnd:
		m, err := s.Store.MembershipByReference(ctx, premium.ByStripe, d.Subscription)
		if err != nil {
			return err
		}
		m.Status, m.CanceledAt, m.UpdatedAt = premium.Ended, s.Now(), s.Now()
		if err := s.Store.SaveMembership(ctx, m); err != nil {
			return err
		}
		if err := s.Billing.Renewed(ctx, m.AccountID); err != nil {
			return err
		}
	default:
		return s.Sync(ctx, d.customer)
	}
	return s.Audit.NoteBy(ctx, by, people.MembershipEnded, d.AccountID, "Stripe, "+d.Subscription+": the comparison found "+d.Kind)
}
