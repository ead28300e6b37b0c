package music

// Event is something that happened and that other parts of the server or a
// person's other tabs want to know. It travels on the bus and, if Account is
// empty or the viewer's, to browsers by server-sent events.
type Event struct {
	Type    string `json:"type"`              // one of the Event constants
	Account string `json:"account,omitempty"` // only for this account; "" for every member
	Data    any    `json:"data,omitempty"`
}

// Event types. Browsers receive the same names.
const (
	EventScan    = "scan"    // Data: ScanStatus
	EventLibrary = "library" // tracks were added, changed or went missing; no Data
	EventLike    = "like"    // Data: LikeChange
	EventPlay    = "play"    // the viewer's history grew; no Data
	EventRating  = "rating"  // Data: RatingChange

	EventAnalysis = "analysis" // tracks were analysed or corrected; Data: AnalysisChange

	EventDevice  = "device"  // one of the viewer's players does something else; Data: DeviceChange
	EventCommand = "command" // for one of the viewer's players; Data: PlayerCommand

	EventSettings = "settings" // the operator saved settings; no Data

	EventNotification = "notification" // a person's notifications changed; Data: NotificationChange

	EventStation     = "station" // what a station does changed; Data: Status
	EventStationChat = "chat"    // of a station; Data: ChatChange

	EventEpisode = "episode" // how far the viewer is in one; Data: EpisodeProgress

	EventPlaylist = "playlist" // one that the viewer owns or joined; Data: PlaylistChange
)

// LikeChange tells a person's other tabs about a like.
type LikeChange struct {
	TrackID string `json:"trackId"`
	Liked   bool   `json:"liked"`
}

// RatingChange tells a person's other tabs about a rating.
type RatingChange struct {
	TrackID string `json:"trackId"`
	Stars   int    `json:"stars"` // 0: taken back
}

// NotificationChange tells a person's tabs how many notifications are unread.
type NotificationChange struct {
	Unread *int `json:"unread,omitempty"` // nil: request it, because it differs by person
}

// AnalysisChange names tracks whose analysis changed.
type AnalysisChange struct {
	TrackIDs []string `json:"trackIds"`
}
