package automix

import (
	"context"
	"log/slog"

	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/setlist"
	"sonora/internal/store"
)

// The kinds of jobs.
const (
	planKind   = "automix-plan"   // plans a mix
	jobKind    = "automix"        // renders a whole mix
	changeKind = "automix-change" // renders changed joins
)

// Lanes run the jobs of automixes. A whole mix takes minutes, and a plan or a changed
// join usually seconds: these do not wait for the mix of somebody else.
type Lanes struct{ Plans, Renders, Changes *job.Service }

// NewLanes returns lanes that run one job each at a time, because each job keeps a
// processor busy.
func NewLanes(db *store.Store, log *slog.Logger) Lanes {
	return Lanes{job.NewLane(db, log, 1), job.NewLane(db, log, 1), job.NewLane(db, log, 1)}
}

// All returns the lanes.
func (l Lanes) All() []*job.Service { return []*job.Service{l.Plans, l.Renders, l.Changes} }

// enqueue queues the next job of an automix that is being made.
func (s *Service) enqueue(ctx context.Context, x *setlist.Automix) error {
	lane, kind := s.Jobs.Renders, jobKind
	switch {
	case x.Revision > 0:
		lane, kind = s.Jobs.Changes, changeKind
	case x.State == setlist.Planning:
		lane, kind = s.Jobs.Plans, planKind
	}
	_, err := lane.Enqueue(ctx, kind, x.OwnerID, payload{x.ID})
	return err
}

// jobsOf returns the jobs of an automix.
func (s *Service) jobsOf(ctx context.Context, x *setlist.Automix) ([]music.Job, error) {
	var all []music.Job
	for _, kind := range []string{planKind, jobKind, changeKind} {
		jobs, err := s.Store.Jobs(ctx, x.OwnerID, kind)
		if err != nil {
			return nil, err
		}
		for i := range jobs {
			if automixOf(&jobs[i]) == x.ID {
				all = append(all, jobs[i])
			}
		}
	}
	return all, nil
}
