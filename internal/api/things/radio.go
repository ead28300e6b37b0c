package things

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

// Silent is the Radio of a server that plays none.
type Silent struct{}

// Status implements Radio.
func (Silent) Status(string) (station.Status, bool) { return station.Status{}, false }

// Statuses implements Radio.
func (Silent) Statuses() []station.Status { return nil }

// Changed implements Radio.
func (Silent) Changed(string) {}
