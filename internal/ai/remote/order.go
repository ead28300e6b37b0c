package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"sonora/internal/ai/provider"
	"sonora/internal/generation"
)

// Store stores the state of orders. package store implements it.
type Store interface {
	ChangeGeneration(ctx context.Context, id string, at time.Time, alter func(*generation.Generation) error) (*generation.Generation, error)
	BusyGenerations(ctx context.Context) ([]generation.Generation, error)
	GenerationSpend(ctx context.Context, accountID string, since time.Time) (generation.Money, error)
}

const (
	firstWait = 2 * time.Second // between two questions, growing
	longWait  = 30 * time.Second
	patience  = time.Hour // for one order
	maxPages  = 10        // answers in a row that are web pages: the address leads elsewhere
	maxTries  = 5         // of what is certain to have had no effect
)

// record is what the database keeps of an order (generation.Generation.Remote).
// A record with a time and no Ref is that of an order whose answer is not
// known.
type record struct {
	SentAt time.Time `json:"sentAt"`
	Ref    string    `json:"ref,omitempty"`
	Secret string    `json:"secret,omitempty"` // of the address at which the provider calls back; see CalledBack
}

// Work is what Make needs to know beyond the generation.
type Work struct {
	Request  provider.Request
	Progress func(float64)                         // 0 to 1
	Save     func(index int, file io.Reader) error // stores a file; its errors end the work
	Surplus  func(files int)                       // is told how many files more than an order has the provider named
}

// Make has a generation made by its provider, and saves the files: usually one, of
// some providers two. It continues where it was interrupted, and never orders twice:
// if the answer to an order is lost, it fails. Its errors that are not temporary are of
// the code Conflict. The cost of the generation is what it probably cost: what was sent
// counts from then on, unless the provider refused it or gave it up for free, or sent nothing
// that is music.
func (s *Service) Make(ctx context.Context, x *generation.Generation, w Work) error {
	p, configured, err := s.supplier(x.Provider)
	if !configured || err != nil {
		return missing(x.Provider)
	}
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var known record
	if len(x.Remote) > 0 {
		if err := json.Unmarshal(x.Remote, &known); err != nil {
			return fmt.Errorf("read the order: %w", err)
		}
	}
	order := order{Service: s, p: p, id: x.ID, owner: x.OwnerID, work: w, record: known, secret: known.Secret, calls: make(chan struct{}, 1)}
	s.expect(&order)
	defer s.forget(&order)
	return order.make(ctx)
}

// Cancel tells the provider that nobody wants a generation any more. Many
// providers make and charge it all the same.
func (s *Service) Cancel(ctx context.Context, x *generation.Generation) error {
	p, configured, err := s.supplier(x.Provider)
	var known record
	if !configured || err != nil || json.Unmarshal(x.Remote, &known) != nil || known.Ref == "" {
		return nil //nolint:nilerr // there is nothing to cancel, or nobody to tell
	}
	if err := p.Cancel(ctx, known.Ref); err != nil && !errors.Is(err, provider.ErrUnsupported) {
		return fmt.Errorf("cancel an order: %w", err)
	}
	return nil
}

// order is a generation that a provider is making.
type order struct {
	*Service
	p         *supplier
	id, owner string
	work      Work
	record    record
	hasSaved  bool   // a file
	secret    string // as in record; guarded by Service.mu
	calls     chan struct{}
	woken     int // how often calls have ended a wait
}

func (o *order) label() string { return o.p.Capabilities().Label }

func (o *order) make(ctx context.Context) error {
	var job provider.Job
	var err error
	switch {
	case o.record.Ref != "":
		job = provider.Job{Ref: o.record.Ref, State: provider.Running}
	case !o.record.SentAt.IsZero():
		return lost(o.label(), errors.New("interrupted while ordering"))
	default:
		job, err = o.submit(ctx)
	}
	for try := 1; err == nil; try++ {
		if job, err = o.finish(ctx, job); err != nil {
			break
		}
		if err = o.fetch(ctx, job); err == nil {
			return nil
		}
		if o.record.Ref == "" && isWorthAnotherTry(err) {
			return lost(o.label(), err)
		}
		if try == maxTries || !isWorthAnotherTry(err) && !isGone(err) { // a file that is gone may have a new address
			break
		}
		job, err = provider.Job{Ref: o.record.Ref, State: provider.Running}, nil
	}
	if e, ok := errors.AsType[*provider.Error](err); ok && e.Kind == provider.Unusable && !o.hasSaved {
		if err := o.book(ctx, 0); err != nil {
			return err
		}
	}
	return said(err)
}

// book notes what the order costs.
func (o *order) book(ctx context.Context, cost generation.Money) error {
	return o.note(ctx, func(x *generation.Generation) { x.Cost = cost })
}

// submit orders the music. An order that was certainly not accepted is sent
// again, unless that is no use.
func (o *order) submit(ctx context.Context) (provider.Job, error) {
	wait := firstWait
	for try := 1; ; try++ {
		if err := o.reserve(ctx); err != nil {
			return provider.Job{}, err
		}
		job, err := o.p.Submit(ctx, o.work.Request)
		if err == nil {
			o.record.Ref = job.Ref
			return job, o.note(ctx, nil)
		}
		e, ok := errors.AsType[*provider.Error](err)
		if !ok || e.Uncertain && !e.IsPage {
			return job, lost(o.label(), err)
		}
		o.record = record{}
		if err := o.book(ctx, 0); err != nil {
			return job, err
		}
		if try == maxTries || e.IsPage || e.Kind != provider.Rate && e.Kind != provider.Transient {
			return job, e
		}
		if err := o.sleep(ctx, max(wait, e.RetryAfter)); err != nil {
			return job, err
		}
		wait = min(2*wait, longWait)
	}
}

// reserve checks the budgets and notes that the order is about to be sent.
func (o *order) reserve(ctx context.Context) error {
	o.buying.Lock()
	defer o.buying.Unlock()
	cost := money(o.p.Quote(o.work.Request))
	if err := o.afford(ctx, o.owner, o.id, cost); err != nil {
		return err
	}
	o.record = record{SentAt: time.Now()}
	o.awaitCalls()
	return o.book(ctx, cost)
}

// note stores the record. What was ordered is stored even if the work is
// cancelled meanwhile.
func (o *order) note(ctx context.Context, alter func(*generation.Generation)) error {
	text, err := json.Marshal(o.record)
	if err != nil {
		return err
	}
	if o.record.SentAt.IsZero() {
		text = nil
	}
	_, err = o.store.ChangeGeneration(context.WithoutCancel(ctx), o.id, time.Now(), func(x *generation.Generation) error {
		x.Remote = text
		if alter != nil {
			alter(x)
		}
		return nil
	})
	return err
}

// finish waits until the provider is done. A question that fails is asked again.
func (o *order) finish(ctx context.Context, job provider.Job) (provider.Job, error) {
	wait := firstWait
	for pages := 0; job.State == provider.Running; {
		if err := o.pause(ctx, wait); err != nil {
			return job, err
		}
		wait = min(wait*3/2, longWait)
		next, err := o.p.Poll(ctx, o.record.Ref)
		if err != nil && !isWorthAnotherTry(err) {
			return job, err
		}
		if e, ok := errors.AsType[*provider.Error](err); ok {
			wait = max(wait, e.RetryAfter)
			if !e.IsPage {
				pages = 0
			} else if pages++; pages == maxPages {
				return job, unreadable(o.label())
			}
		} else {
			job, pages = next, 0
			o.work.Progress(job.Progress)
		}
		if job.State == provider.Running && time.Since(o.record.SentAt) > patience {
			return job, late(o.label())
		}
	}
	if job.State == provider.Failed {
		return job, o.fail(ctx, &job)
	}
	return job, nil
}

// fail returns why the provider gave an order up, and takes its cost back unless the
// provider charges for it all the same.
func (o *order) fail(ctx context.Context, job *provider.Job) error {
	if !o.p.Capabilities().ChargesFailed {
		if err := o.book(ctx, 0); err != nil {
			return err
		}
	}
	return job.Failure
}

// isWorthAnotherTry reports whether a question may be answered later: the service is
// busy or broken, or the operator has to mend a key.
func isWorthAnotherTry(err error) bool {
	e, ok := errors.AsType[*provider.Error](err)
	return ok && (e.Kind == provider.Transient || e.Kind == provider.Rate || e.Kind == provider.Auth)
}

func isGone(err error) bool {
	e, ok := errors.AsType[*provider.Error](err)
	return ok && e.Kind == provider.Gone
}

// fetch saves the files of a finished job at once: their addresses expire.
func (o *order) fetch(ctx context.Context, job provider.Job) error {
	err := o.note(ctx, func(x *generation.Generation) { x.State = generation.Fetching })
	if err != nil {
		return err
	}
	if job.Surplus > 0 {
		o.work.Surplus(job.Surplus)
	}
	for i, output := range job.Outputs {
		file, err := output.Open(ctx)
		if err != nil {
			return err
		}
		err = o.work.Save(i, file)
		file.Close()
		if err != nil {
			return err
		}
		o.hasSaved = true
	}
	return nil
}

// sleep waits for a time, a little more or less so that orders do not ask at the same
// moment.
func (o *order) sleep(ctx context.Context, wait time.Duration) error {
	return o.wait(ctx, wait, nil)
}

// wait is sleep, which a call ends.
func (o *order) wait(ctx context.Context, wait time.Duration, calls <-chan struct{}) error {
	wait += time.Duration((o.jitter() - 0.5) / 5 * float64(wait))
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-calls:
		o.woken++
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
