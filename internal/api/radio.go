package api

import "sonora/internal/music"

// Radio is what plays the stations.
type Radio interface {
	// Status is what a station does now; false while nobody knows.
	Status(id string) (music.StationStatus, bool)
	// Statuses are what all stations do of which something is known.
	Statuses() []music.StationStatus
	// Changed is called when a station was added, changed or deleted.
	Changed(id string)
}

// silent is the Radio of a server that plays none.
type silent struct{}

func (silent) Status(string) (music.StationStatus, bool) { return music.StationStatus{}, false }
func (silent) Statuses() []music.StationStatus           { return nil }
func (silent) Changed(string)                            {}
