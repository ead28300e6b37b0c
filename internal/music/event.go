package music

import (
	"encoding/json"
	"fmt"
)

// Event tells other parts of the server and a person's other tabs that
// something happened. It is published on the bus. Browsers receive it as a
// server-sent event if it is for them.
type Event struct {
	Type         string `json:"type"`              // one of the Event constants
	Account      string `json:"account,omitempty"` // only for this account; "" for every member
	ForOperators bool   `json:"forOperators,omitempty"`
	Data         any    `json:"data,omitempty"`
}

// Decode reads the Data of an event. After its way over the bus, Data no longer
// has the Go type with which it was published.
func (e Event) Decode(into any) error {
	text, err := json.Marshal(e.Data)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("decode event %s: %w", e.Type, err)
	}
	return nil
}

// Event types. Browsers receive the same names.
const (
	EventScan    = "scan"    // Data: ScanStatus
	EventLibrary = "library" // tracks were added, changed or went missing; no Data
	EventLike    = "like"    // Data: LikeChange
	EventPlay    = "play"    // the viewer's history grew; no Data
	EventRating  = "rating"  // Data: RatingChange

	EventAnalysis = "analysis" // tracks were analysed or corrected; Data: AnalysisChange

	EventDevice  = "device"  // the state of one of the viewer's players changed; Data: player.Change
	EventCommand = "command" // for one of the viewer's players; Data: player.Command

	EventSettings = "settings" // the operator saved settings; no Data

	EventNotification = "notification" // a person's notifications changed; Data: notice.NotificationChange

	EventStation     = "station"  // a station's state changed; Data: station.Status
	EventStations    = "stations" // a station was made, changed or deleted; Data: station.Change
	EventStationChat = "chat"     // a station's chat changed; Data: station.ChatChange

	EventEpisode = "episode" // the viewer's progress in an episode changed; Data: feed.EpisodeProgress

	EventPlaylist = "playlist" // a playlist that the viewer owns or joined changed; Data: PlaylistChange

	EventAutomix = "automix" // one of the viewer's automixes changed or progressed; Data: setlist.AutomixChange

	EventMix = "mix" // a mix or a recording was made, changed or deleted; no Data

	// EventGap means that events of any type may have been lost. Whoever keeps
	// what events change reads it again. Each server's bus creates it; nobody
	// publishes it. No Data.
	EventGap = "gap"
)

// LikeChange reports a like to a person's other tabs.
type LikeChange struct {
	TrackID string `json:"trackId" doc:"ID of the track."`
	Liked   bool   `json:"liked" doc:"Whether you like it now."`
}

// RatingChange reports a rating to a person's other tabs.
type RatingChange struct {
	TrackID string `json:"trackId" doc:"ID of the track."`
	Stars   int    `json:"stars" doc:"Your rating; 0 if it was removed."`
}

// AnalysisChange lists tracks whose analysis changed.
type AnalysisChange struct {
	TrackIDs []string `json:"trackIds" doc:"IDs of the tracks."`
}
