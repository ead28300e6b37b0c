package listening

import (
	"context"
	"slices"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
)

// maxTops is the length of the rankings of tracks, artists, albums and genres.
const maxTops = 50

// Listening returns the viewer's statistics for a range of days. It returns
// Invalid for days or a time zone that do not exist.
func (s *Service) Listening(ctx context.Context, v music.Viewer, d Days) (*history.Listening, error) {
	c, err := d.read(s.now())
	if err != nil {
		return nil, err
	}
	heard, tops, err := s.Store.Listening(ctx, v, c.span(), maxTops)
	if err != nil {
		return nil, err
	}
	l := sumUp(c, heard)
	l.Tops = tops
	return l, nil
}

// sumUp adds quarters of an hour up to the days and hours of a calendar.
func sumUp(c calendar, slices []history.Slice) *history.Listening {
	l := &history.Listening{From: c.first.Format(dateLayout), To: c.last.Format(dateLayout), Days: c.days()}
	at := map[string]int{}
	for i, d := range l.Days {
		at[d.Date] = i
	}
	for _, s := range slices {
		local := s.At.In(c.zone)
		i, ok := at[local.Format(dateLayout)]
		if !ok {
			continue
		}
		l.Days[i].Listened += s.Listened
		l.Days[i].Plays += s.Plays
		l.Listened += s.Listened
		l.Plays += s.Plays
		l.Hours[local.Hour()] += s.Listened
	}
	return l
}

// Years lists the years in which the viewer listened to something in a time zone,
// latest first.
func (s *Service) Years(ctx context.Context, v music.Viewer, zone string) ([]int, error) {
	c, err := Days{Zone: zone}.read(s.now())
	if err != nil {
		return nil, err
	}
	first, err := s.Store.FirstListen(ctx, v.AccountID)
	if err != nil || first.IsZero() {
		return []int{}, err
	}
	heard, err := s.Store.ListeningSlices(ctx, v.AccountID, history.Span{From: first, To: s.now().Add(time.Hour)})
	if err != nil {
		return nil, err
	}
	years := []int{}
	for _, slice := range heard {
		if year := slice.At.In(c.zone).Year(); !slices.Contains(years, year) {
			years = append(years, year)
		}
	}
	slices.Reverse(years)
	return years, nil
}
