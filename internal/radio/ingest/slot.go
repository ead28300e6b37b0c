package ingest

import (
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/autodj"
	"sonora/internal/station"
)

// lookAhead is how far ahead somebody who comes too early is told of their show.
const lookAhead = 7 * 24 * time.Hour

// MayGoOnAir returns nil while a DJ has an hour on air: at any time for who
// has no slots to keep, else while a live show of theirs, or one for every DJ
// of the station, is due. The error says when they can come back.
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
	return music.NewError(music.Forbidden, fmt.Sprintf("Your next show begins at %s.", next.In(zone).Format("2006-01-02 15:04")))
}

var errDisabled = music.NewError(music.Forbidden, "You cannot go on air on this station any more.")
