package analytics

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/calendar"
	"sonora/internal/music"
	"sonora/internal/store/analytics"
)

// Figures are the sums of one period.
type Figures struct {
	analytics.Total
	NewAccounts int64
	Cost        int64 // of AI music, in millionths of a dollar
}

// Point is the sums of one step.
type Point struct {
	At, End time.Time
	Figures
	Storage map[string]int64 // bytes by kind at its end; nil if they were not measured
}

// Listeners returns how many people listened to stations at once on average.
func (p *Point) Listeners() float64 {
	return p.Sources[analytics.StationSource].Listened.Seconds() / p.End.Sub(p.At).Seconds()
}

// Report is the figures of a range of days.
type Report struct {
	From, To    string // YYYY-MM-DD
	Step        Step
	Points      []Point
	All, Before Figures // Before: the days before, as many as these
}

// Report computes the figures of a range. Only operators may see them.
func (s *Service) Report(ctx context.Context, v music.Viewer, d calendar.Days) (*Report, error) {
	r, err := s.read(v, d)
	if err != nil {
		return nil, err
	}
	out := &Report{From: r.First.Format(time.DateOnly), To: r.Last.Format(time.DateOnly), Step: stepOf(r)}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		out.Points, out.All, err = s.points(ctx, bounds(r))
		return err
	})
	g.Go(func() (err error) {
		out.Before, err = s.figures(ctx, before(r))
		return err
	})
	return out, g.Wait()
}

func (s *Service) read(v music.Viewer, d calendar.Days) (calendar.Range, error) {
	if !v.IsAdmin() {
		return calendar.Range{}, music.ErrForbidden
	}
	return d.Read(time.Now(), mostDays)
}

func (s *Service) points(ctx context.Context, bounds []time.Time) (points []Point, all Figures, err error) {
	series, total, err := s.Store.Series(ctx, bounds)
	if err != nil {
		return nil, all, err
	}
	accounts, err := s.Store.NewAccounts(ctx, bounds)
	if err != nil {
		return nil, all, err
	}
	spent, err := s.Store.Spent(ctx, bounds)
	if err != nil {
		return nil, all, err
	}
	storage, err := s.Store.Storage(ctx, bounds)
	if err != nil {
		return nil, all, err
	}
	all.Total = total
	points = make([]Point, len(series))
	for i := range points {
		points[i] = Point{bounds[i], bounds[i+1], Figures{series[i], accounts[i], spent[i]}, storage[i]}
		all.NewAccounts += accounts[i]
		all.Cost += spent[i]
	}
	return points, all, nil
}

// figures computes the sums of a range, without its steps.
func (s *Service) figures(ctx context.Context, r calendar.Range) (f Figures, err error) {
	in := span(r)
	if f.Total, err = s.Store.Total(ctx, in); err != nil {
		return f, err
	}
	ends := []time.Time{in.From, in.To}
	accounts, err := s.Store.NewAccounts(ctx, ends)
	if err != nil {
		return f, err
	}
	spent, err := s.Store.Spent(ctx, ends)
	if err != nil {
		return f, err
	}
	f.NewAccounts, f.Cost = accounts[0], spent[0]
	return f, nil
}

// Tops adds up the items of a kind. Only operators may see them.
func (s *Service) Tops(ctx context.Context, v music.Viewer, d calendar.Days, kind analytics.Kind, order analytics.Order) (*analytics.Tops, error) {
	r, err := s.read(v, d)
	if err != nil {
		return nil, err
	}
	return s.Store.Top(ctx, kind, span(r), order)
}

// Cohort is the people whose accounts were created in one week.
type Cohort struct {
	Week time.Time
	analytics.Cohort
}

// Retention tells for each of the last weeks of a range how many of the people who
// came then listened later. Only operators may see it.
func (s *Service) Retention(ctx context.Context, v music.Viewer, d calendar.Days) ([]Cohort, error) {
	r, err := s.read(v, d)
	if err != nil {
		return nil, err
	}
	starts := weeks(r)
	cohorts, err := s.Store.Retention(ctx, starts)
	if err != nil {
		return nil, err
	}
	out := make([]Cohort, len(cohorts))
	for i := range out {
		out[i] = Cohort{starts[i], cohorts[i]}
	}
	return out, nil
}
