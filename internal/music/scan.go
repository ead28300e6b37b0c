package music

import "time"

// ScanState is the state of a library scan.
type ScanState string

const (
	ScanIdle      ScanState = "idle"      // no scan has run yet
	ScanRunning   ScanState = "running"   //
	ScanFinished  ScanState = "finished"  //
	ScanCancelled ScanState = "cancelled" // by a person, or because the server stopped; the next scan continues
	ScanFailed    ScanState = "failed"    // Error says why
)

// ScanStatus is the progress of the current scan or the result of the last one.
type ScanStatus struct {
	ID         string    `json:"id"`
	State      ScanState `json:"state"`
	StartedAt  time.Time `json:"startedAt,omitzero"`
	FinishedAt time.Time `json:"finishedAt,omitzero"`
	Folder     string    `json:"folder"`  // currently being read, for display
	Found      int       `json:"found"`   // audio files found so far
	Checked    int       `json:"checked"` // files processed: unchanged, read or broken
	Walked     bool      `json:"walked"`  // Found is final
	Added      int       `json:"added"`
	Updated    int       `json:"updated"`
	Moved      int       `json:"moved"`
	Missing    int       `json:"missing"`  // newly missing
	Problems   int       `json:"problems"` // all known problems of the library
	Error      string    `json:"error"`    // public sentence
}

// LibraryStats holds the totals of a library. Tracks does not include missing
// tracks.
type LibraryStats struct {
	Tracks, Albums, Artists, Genres int
	Missing, Problems               int
	Duration                        time.Duration
	Bytes                           int64
}

// KnownFile is the store's record of a file, which a scan compares with the
// disk.
type KnownFile struct {
	Folder   string // relative to the root, with slashes; "" for the root
	Name     string
	Size     int64
	ModTime  int64 // Unix nanoseconds
	AudioKey uint64
	TrackID  string // "" if the file is a known Problem
	Missing  bool
}

// ScannedFile is the result of reading a file: either Audio or Problem is set.
type ScannedFile struct {
	Folder  string
	Name    string
	Size    int64
	ModTime int64 // Unix nanoseconds
	Audio   *AudioFile
	// Cover is the picture to show: the embedded one, otherwise the folder's.
	Cover *CoverSource
	// MovedFrom is the track that this file previously belonged to under
	// another path; "" for a new or changed file.
	MovedFrom string
	Problem   *Problem
}

// CoverSource locates the bytes of a picture in an audio file or a file of its
// own.
type CoverSource struct {
	Picture
	Folder, Name string // of the file that contains it
	Embedded     bool
}
