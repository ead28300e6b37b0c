package music

// Event is something that happened and that other parts or a person's other
// tabs want to know. It travels on the bus and, when Account is empty or
// names the viewer, to browsers by server-sent events.
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

	EventAnalysis = "analysis" // tracks were analysed or corrected; Data: AnalysisChange

	EventSettings = "settings" // the operator saved settings; no Data
)

// LikeChange tells a person's other tabs about a like.
type LikeChange struct {
	TrackID string `json:"trackId"`
	Liked   bool   `json:"liked"`
}

// AnalysisChange names tracks whose analysis is another now.
type AnalysisChange struct {
	TrackIDs []string `json:"trackIds"`
}
