// Package operator answers what the people who run a server ask of it: how it is
// doing, what its jobs do, and where something is.
package operator

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/vitals"
)

// Config is what the Service uses.
type Config struct {
	Store  *store.Store
	Vitals *vitals.Service
	// Statuses returns the statuses of all known stations.
	Statuses func() []station.Status
	// Faults lists the parts of the server that do not work.
	Faults func() []music.Fault
}

// Service answers. It is safe for concurrent use.
type Service struct{ Config }

var theServer = music.System("status")

// New returns a Service.
func New(c Config) *Service { return &Service{c} }

// failedFor is how long a failed job is shown as a problem.
const failedFor = 24 * time.Hour

// Status is how the server is doing.
type Status struct {
	Vitals *vitals.Reading
	Faults []music.Fault
	Jobs   store.JobFigures // those that failed within the last day
	// Stations on this server and the others of its cluster, and who listens to them.
	Stations, OnAir, Listeners int
	// Interrupted stations have lost their source, or have a problem.
	Interrupted []Interruption
	Engine      string // of the database
}

// Interruption is a station that its listeners cannot hear as they should.
type Interruption struct {
	Station *station.Station
	Problem music.Message // zero if it has lost its source
}

// Status returns how the server is doing.
func (s *Service) Status(ctx context.Context) (*Status, error) {
	now := time.Now()
	jobs, err := s.Store.JobFigures(ctx, now.Add(-failedFor))
	if err != nil {
		return nil, err
	}
	out := &Status{Vitals: s.Vitals.Read(), Faults: s.Faults(), Jobs: jobs, Engine: s.Store.Engine()}
	if out.Stations, err = s.Store.CountStations(ctx); err != nil {
		return nil, err
	}
	for _, one := range s.Statuses() {
		if one.State.IsOnAir() {
			out.OnAir++
		}
		out.Listeners += one.Listeners
		if one.State != station.StateHold && one.Problem.IsZero() {
			continue
		}
		x, err := s.Store.Station(ctx, theServer, one.StationID)
		if music.CodeOf(err) == music.NotFound {
			continue // it was deleted a moment ago
		}
		if err != nil {
			return nil, err
		}
		out.Interrupted = append(out.Interrupted, Interruption{x, one.Problem})
	}
	out.OnAir = min(out.OnAir, out.Stations)
	return out, nil
}

// FailedJobs returns a page of the jobs that failed permanently, newest first.
func (s *Service) FailedJobs(ctx context.Context, p music.Page) (music.List[music.Job], error) {
	return s.Store.FailedJobs(ctx, p)
}

// RestartJob runs a job again that failed permanently. It returns NotFound if there is
// no such job, and Conflict while the same work is in the queue already. Workers take it
// at their next look at the queue.
func (s *Service) RestartJob(ctx context.Context, id string) error {
	return s.Store.RestartJob(ctx, id, time.Now())
}
