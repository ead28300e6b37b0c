package radio

import (
	"context"
	"time"

	"sonora/internal/radio/record"
	"sonora/internal/station"
)

// Recorder records live shows; *record.Service implements it.
type Recorder interface {
	// Begin records what listeners hear of a show's source. Call end when the
	// source has ended.
	Begin(show record.Show) (end func())
}

// Rewind keeps the last hours of stations as HLS segments; *hls.Service
// implements it.
type Rewind interface {
	// Keep keeps the last hours of a station; 0 keeps none.
	Keep(stationID string, hours int)
	// Kick starts a station's segments now instead of at the next look.
	Kick(stationID string)
	// Remove deletes the segments of a deleted station.
	Remove(stationID string)
}

// RecordWith sets what records live shows and what keeps the last hours of
// stations. Call it before Run; without it nothing is kept.
func (s *Service) RecordWith(recorder Recorder, rewind Rewind) {
	s.recorder, s.rewind = recorder, rewind
}

// calendarPatience limits the wait for the calendar when a DJ goes on air.
const calendarPatience = time.Second

// recordShow records a live show if the station's owner or the calendar asks
// for it. Call end when the source has ended.
func (s *Service) recordShow(st *station.Station, accountID, dj, source string) (end func()) {
	if s.recorder == nil {
		return func() {}
	}
	s.rewind.Kick(st.ID)
	title, isWanted := "", st.Options.RecordShows
	if hour := s.LiveShow(s.ctx, st.ID, time.Now()); hour != nil {
		title, isWanted = hour.Show.Name, isWanted || hour.Show.IsRecorded
	}
	if !isWanted {
		return func() {}
	}
	return s.recorder.Begin(record.Show{Station: st, AccountID: accountID, DJ: dj, Title: title, Source: source})
}

// LiveShow returns the live show in the calendar to which a broadcast belongs that
// began at since; nil for none.
func (s *Service) LiveShow(ctx context.Context, stationID string, since time.Time) *station.ShowTime {
	if s.Planner == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, calendarPatience)
	defer cancel()
	hour, err := s.Planner.LiveShow(ctx, stationID, since, time.Now())
	if err != nil {
		s.Log.Warn("read calendar failed; the show is taken for one that is not in it", "station", stationID, "error", err)
	}
	return hour
}

// keepRewind keeps the last hours of a station as its owner configured it.
// Relays are not kept. st is nil for a deleted station.
func (s *Service) keepRewind(id string, st *station.Station) {
	switch {
	case s.rewind == nil:
	case st == nil:
		s.rewind.Remove(id)
	case st.Mode == station.ModeRelay:
		s.rewind.Keep(id, 0)
	default:
		s.rewind.Keep(id, st.Options.RewindHours)
	}
}
