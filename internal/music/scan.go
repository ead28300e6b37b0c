package music

import "time"

// The states of a library scan.
const (
	ScanIdle      = "idle"      // no scan has run yet
	ScanRunning   = "running"   //
	ScanFinished  = "finished"  //
	ScanCancelled = "cancelled" // by a person, or because the server stopped; the next scan continues
	ScanFailed    = "failed"    // Error says why
)

// ScanStatus is the progress of the current scan or the result of the last one.
type ScanStatus struct {
	ID         string    `json:"id" doc:"ID of the scan."`
	State      string    `json:"state" doc:"What the scan does or how it ended."`
	StartedAt  time.Time `json:"startedAt,omitzero" doc:"When it began."`
	FinishedAt time.Time `json:"finishedAt,omitzero" doc:"When it ended; absent while it runs."`
	Folder     string    `json:"folder" doc:"Folder that is being read, for display."`
	Found      int       `json:"found" doc:"Audio files found so far."`
	Checked    int       `json:"checked" doc:"Files processed so far: unchanged, read or broken."`
	Walked     bool      `json:"walked" doc:"Whether found is final."`
	Added      int       `json:"added" doc:"Files that are new."`
	Updated    int       `json:"updated" doc:"Files that changed."`
	Moved      int       `json:"moved" doc:"Files that were found at another place."`
	Missing    int       `json:"missing" doc:"Files that are newly missing."`
	Problems   int       `json:"problems" doc:"All known problems of the library."`
	Error      string    `json:"error" doc:"Why the scan failed, in one sentence; may be empty."`
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
