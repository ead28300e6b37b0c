package things

import (
	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/words"
)

// StationEventsJSON lists the data of the events that a visitor receives.
type StationEventsJSON struct {
	Hello    HelloJSON         `json:"hello" doc:"The first event of every stream."`
	Station  StationStatusJSON `json:"station" doc:"The status of a station changed."`
	Stations NoDataJSON        `json:"stations" doc:"A station was made, changed, hidden or deleted. If you show any, request them again."`
	Gap      NoDataJSON        `json:"gap" doc:"Events may have been lost. Request the stations again."`
	Ping     NoDataJSON        `json:"ping" doc:"Sent every 25 seconds. Reconnect if no event arrives for a minute."`
}

type (
	// NoDataJSON is the data of an event that needs none.
	NoDataJSON struct{}

	// HelloJSON is the data of the first event of a stream.
	HelloJSON struct {
		QuietMs int64 `json:"quietMs" minimum:"0" doc:"Milliseconds since the last event that you may receive, or since the server's start. Request again what you requested before that event."`
	}

	// StationStatusJSON is the current status of a station.
	StationStatusJSON struct {
		StationID string            `json:"id" doc:"ID of the station."`
		State     string            `json:"state" enum:"off,idle,relay,autodj,live,hold" doc:"What listeners hear, as in Station."`
		Problem   string            `json:"problem" doc:"One sentence on why it is silent or in trouble; may be empty."`
		Now       *stationOnAirJSON `json:"now" doc:"What is on air; null while unknown."` // null while unknown
		DJ        string            `json:"dj" doc:"The DJ on air; may be empty."`
		Show      string            `json:"show" doc:"Name of the scheduled show; may be empty."`
		Listeners int               `json:"listeners" doc:"Current listeners."`
		At        edge.Time         `json:"at" doc:"When this status began."`
	}
	stationOnAirJSON struct {
		station.OnAir

		// These hide those of the base.
		TrackID *string             `json:"trackId" doc:"ID of the matching library track; null for none."`
		Began   edge.Time           `json:"began" doc:"When it began."`
		Seconds *scalar.Thousandths `json:"seconds" doc:"Length of the track; null if unknown."`
	}

	// StationChatChangeJSON names the station whose chat changed.
	StationChatChangeJSON station.ChatChange
)

// StationStatus decodes the data of an event, which may come from another server.
func StationStatus(e music.Event) (status station.Status, ok bool) {
	if e.Type != music.EventStation {
		return status, false
	}
	err := e.Decode(&status)
	return status, err == nil && status.StationID != ""
}

// IsPublicChange reports whether an event says that a station changed which visitors
// see, or saw before. The event may come from another server.
func IsPublicChange(e music.Event) bool {
	var change station.Change
	return e.Type == music.EventStations && e.Decode(&change) == nil && change.IsPublic
}

// ScanStatus decodes the data of an event, which may come from another server.
func ScanStatus(e music.Event) (status music.ScanStatus, ok bool) {
	if e.Type != music.EventScan {
		return status, false
	}
	err := e.Decode(&status)
	return status, err == nil
}

// EncodeScan encodes the state of a scan in a language. It hides the folder from
// everybody but operators.
func EncodeScan(language string, v music.Viewer, s music.ScanStatus) music.ScanStatus {
	if !v.IsAdmin() {
		s.Folder = ""
	}
	s.Error = words.In(language, s.Error)
	s.StartedAt, s.FinishedAt = s.StartedAt.UTC(), s.FinishedAt.UTC()
	return s
}

// EncodeStatus encodes the status of a station in a language.
func EncodeStatus(language string, s *station.Status) StationStatusJSON {
	var now *stationOnAirJSON
	if s.Now != nil {
		now = &stationOnAirJSON{*s.Now, edge.OrNull(s.Now.TrackID), edge.Time(s.Now.Began), edge.OrNull(scalar.InThousandths(s.Now.Seconds))}
	}
	return StationStatusJSON{
		StationID: s.StationID, State: string(s.State), Problem: words.Render(language, s.Problem), Now: now,
		DJ: s.DJ, Show: s.Show, Listeners: s.Listeners, At: edge.Time(s.At),
	}
}

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (stationOnAirJSON) Schema(r huma.Registry) *huma.Schema {
	type plain stationOnAirJSON
	return Nullable[plain](r)
}
