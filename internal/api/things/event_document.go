package things

import (
	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/station"
)

// StationEventsJSON lists the data of the events that a visitor receives.
type StationEventsJSON struct {
	Station StationStatusJSON `json:"station"`
}

type (
	// NoDataJSON is the data of an event that has none.
	NoDataJSON struct{} // the event says all there is to say

	// StationStatusJSON is what a station does now.
	StationStatusJSON struct {
		station.Status
		State string           `json:"state" enum:"off,idle,relay,autodj,live,hold"`
		Now   stationOnAirJSON `json:"now"` // null while nothing is known
	}
	stationOnAirJSON station.OnAir

	// StationChatChangeJSON names the station whose chat changed.
	StationChatChangeJSON station.ChatChange
)

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (stationOnAirJSON) Schema(r huma.Registry) *huma.Schema {
	type plain stationOnAirJSON
	return Nullable[plain](r)
}
