package listening

import (
	"context"
	"slices"
	"time"

	"sonora/internal/calendar"
	"sonora/internal/history"
	"sonora/internal/music"
)

// maxTops is the length of the rankings of tracks, artists, albums and genres.
const maxTops = 50

var mostDays = calendar.Limit{Days: 3 * 366, TooMany: music.Say("Choose at most three years.")}

// Listening returns the viewer's statistics for a range of days. It returns
// Invalid for days or a time zone that do not exist.
func (s *Service) Listening(ctx context.Context, v music.Viewer, d calendar.Days) (*history.Listening, error) {
	c, err := d.Read(s.now(), mostDays)
	if err != nil {
		return nil, err
	}
	heard, tops, err := s.Store.Listening(ctx, v, span(c), maxTops)
	if err != nil {
		return nil, err
	}
	l := sumUp(c, heard)
	l.Tops = tops
	return l, nil
}

func span(c calendar.Range) history.Span { return history.Span{From: c.Begin(), To: c.End()} }

// days returns an empty entry for every day.
func days(c calendar.Range) []history.Day {
	days := make([]history.Day, c.Len())
	for i := range days {
		days[i].Date = c.First.AddDate(0, 0, i).Format(time.DateOnly)
	}
	return days
}

// sumUp adds quarters of an hour up to the days and hours of a range.
func sumUp(c calendar.Range, slices []history.Slice) *history.Listening {
	l := &history.Listening{From: c.First.Format(time.DateOnly), To: c.Last.Format(time.DateOnly), Days: days(c)}
	at := map[string]int{}
	for i, d := range l.Days {
		at[d.Date] = i
	}
	for _, s := range slices {
		local := s.At.In(c.Zone)
		i, ok := at[local.Format(time.DateOnly)]
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
	c, err := calendar.Days{Zone: zone}.Read(s.now(), mostDays)
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
		if year := slice.At.In(c.Zone).Year(); !slices.Contains(years, year) {
			years = append(years, year)
		}
	}
	slices.Reverse(years)
	return years, nil
}
