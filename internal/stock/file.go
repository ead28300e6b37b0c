package stock

import (
	"time"

	"sonora/internal/intake"
)

// File is what the operator is told about the file of a track.
type File struct {
	Root      string // the library folder, or intake.Root
	Path      string // relative to Root, with slashes
	Size      int64
	ModTime   time.Time // zero if unknown
	Playlists int       // in how many playlists the track is
	Likes     int       // of how many people
}

// Folder returns the library folder of the file; "" for an upload.
func (f *File) Folder() string {
	if f.Root == intake.Root {
		return ""
	}
	return f.Root
}
