package music

import "time"

// ScanState says where a scan of the library stands.
type ScanState string

const (
	ScanIdle      ScanState = "idle"      // none has run yet
	ScanRunning   ScanState = "running"   //
	ScanFinished  ScanState = "finished"  //
	ScanCancelled ScanState = "cancelled" // by a person or by the server's stop; the next one goes on
	ScanFailed    ScanState = "failed"    // Error says why
)

// ScanStatus is the progress of the present or the result of the last scan.
type ScanStatus struct {
	ID         string    `json:"id"`
	State      ScanState `json:"state"`
	StartedAt  time.Time `json:"startedAt,omitzero"`
	FinishedAt time.Time `json:"finishedAt,omitzero"`
	Folder     string    `json:"folder"`  // being read now, for a person to see
	Found      int       `json:"found"`   // audio files seen so far
	Checked    int       `json:"checked"` // of those, looked at: unchanged, read or broken
	Walked     bool      `json:"walked"`  // Found is final
	Added      int       `json:"added"`
	Updated    int       `json:"updated"`
	Moved      int       `json:"moved"`
	Missing    int       `json:"missing"`  // newly missing
	Problems   int       `json:"problems"` // all known problems of the library
	Error      string    `json:"error"`    // public sentence
}

// LibraryStats counts what a library holds; missing tracks are not in Tracks.
type LibraryStats struct {
	Tracks, Albums, Artists, Genres int
	Missing, Problems               int
	Duration                        time.Duration
	Bytes                           int64
}

// KnownFile is what the store remembers of one file, for a scan to compare.
type KnownFile struct {
	Folder   string // relative to the root, with slashes; "" is the root itself
	Name     string
	Size     int64
	ModTime  int64 // Unix nanoseconds
	AudioKey uint64
	TrackID  string // "" when the file is a known Problem
	Missing  bool
}

// ScannedFile is one file a scan has read: either Audio or Problem is set.
type ScannedFile struct {
	Folder  string
	Name    string
	Size    int64
	ModTime int64 // Unix nanoseconds
	Audio   *AudioFile
	// Cover is the picture to show: the embedded one, else the folder's.
	Cover *CoverSource
	// MovedFrom is the track whose file this was before; "" for a new or a changed one.
	MovedFrom string
	Problem   *Problem
}

// CoverSource says where the bytes of a picture are: inside an audio file, or a file of their own.
type CoverSource struct {
	Picture
	Folder, Name string // of the file that holds it
	Embedded     bool
}
