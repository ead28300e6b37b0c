package ingest

import (
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/autodj"
	"sonora/internal/station"
)

// lookAhead is how far ahead a DJ who is too early learns of their next show.
const lookAhead = 7 * 24 * time.Hour

// MayGoOnAir returns nil while a DJ may go on air: at any time if they are not
// bound to the calendar, otherwise during a live show of theirs or one open to
// every DJ of the station. The error says when they can return.
func MayGoOnAir(d *station.DJ, shows []station.Show, zone *time.Location, now time.Time) error {
	if !d.IsEnabled {
		return errDisabled
	}
	if d.AnyTime {
		return nil
	}
	own := autodj.Calendar{Zone: zone}
	for _, show := range shows {
		if show.Kind == station.ShowLive && (show.DJID == "" || show.DJID == d.ID) {
			own.Shows = append(own.Shows, show)
		}
	}
	var next time.Time
	for _, hour := range own.Times(now, now.Add(lookAhead)) {
		if !hour.From.After(now) && hour.To.After(now) {
			return nil
		}
		if next.IsZero() && hour.From.After(now) {
			next = hour.From
		}
	}
	if next.IsZero() {
		return music.NewError(music.Forbidden, "You have no show at this hour.")
	}
	return music.NewError(music.Forbidden, "Your next show begins on %s.", next.In(zone))
}

var errDisabled = music.NewError(music.Forbidden, "You cannot go on air on this station any more.")
