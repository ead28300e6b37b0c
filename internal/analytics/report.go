package analytics

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

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
func (s *Service) Report(ctx context.Context, v music.Viewer, r Range) (*Report, error) {
	c, err := s.calendar(v, r)
	if err != nil {
		return nil, err
	}
	out := &Report{From: c.first.Format(dateLayout), To: c.last.Format(dateLayout), Step: c.step()}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		out.Points, out.All, err = s.points(ctx, c.bounds())
		return err
	})
	g.Go(func() (err error) {
		out.Before, err = s.figures(ctx, c.before())
		return err
	})
	return out, g.Wait()
}

func (s *Service) calendar(v music.Viewer, r Range) (calendar, error) {
	if !v.IsAdmin() {
		return calendar{}, music.ErrForbidden
	}
	return r.read(time.Now())
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
func (s *Service) figures(ctx context.Context, c calendar) (f Figures, err error) {
	span := c.span()
	if f.Total, err = s.Store.Total(ctx, span); err != nil {
		return f, err
	}
	ends := []time.Time{span.From, span.To}
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

func (c calendar) span() analytics.Span {
	return analytics.Span{From: c.midnight(c.first), To: c.midnight(c.last.AddDate(0, 0, 1))}
}

// Tops adds up the items of a kind. Only operators may see them.
func (s *Service) Tops(ctx context.Context, v music.Viewer, r Range, kind analytics.Kind, order analytics.Order) (*analytics.Tops, error) {
	c, err := s.calendar(v, r)
	if err != nil {
		return nil, err
	}
	return s.Store.Top(ctx, kind, c.span(), order)
}

// Cohort is the people whose accounts were created in one week.
type Cohort struct {
	Week time.Time
	analytics.Cohort
}

// Retention tells for each of the last weeks of a range how many of the people who
// came then listened later. Only operators may see it.
func (s *Service) Retention(ctx context.Context, v music.Viewer, r Range) ([]Cohort, error) {
	c, err := s.calendar(v, r)
	if err != nil {
		return nil, err
	}
	weeks := c.weeks()
	cohorts, err := s.Store.Retention(ctx, weeks)
	if err != nil {
		return nil, err
	}
	out := make([]Cohort, len(cohorts))
	for i := range out {
		out[i] = Cohort{weeks[i], cohorts[i]}
	}
	return out, nil
}
