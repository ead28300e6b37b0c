package api

import "sonora/internal/station"

// Radio is what plays the stations.
type Radio interface {
	// Status is what a station does now; false while nobody knows.
	Status(id string) (station.Status, bool)
	// Statuses are what all stations do of which something is known.
	Statuses() []station.Status
	// Changed is called when a station was added, changed or deleted.
	Changed(id string)
}

// silent is the Radio of a server that plays none.
type silent struct{}

func (silent) Status(string) (station.Status, bool) { return station.Status{}, false }

func (silent) Statuses() []station.Status { return nil }

func (silent) Changed(string) {}
