// Package intake is the domain of files that people add to the library.
package intake

import (
	"strings"
	"time"

	"sonora/internal/music"
)

// CodeServerFull is the code of errors with which the server refuses files
// because its disk has no room left.
const CodeServerFull = "server_full"

// State is the state of an upload.
type State string

// The states of an upload.
const (
	Growing   State = "growing"   // its length is not known yet
	Receiving State = "receiving" // bytes are missing
	Ready     State = "ready"     // checked, and ready to become a track
	Refused   State = "refused"   // not audio, or an unsupported kind; Reason says why
	Used      State = "used"      // became a track
	Gone      State = "gone"      // its track is deleted; its bytes are about to be
)

// Upload is a file that a person is adding to the library.
type Upload struct {
	ID        string
	AccountID string // "" if the account is deleted
	FileName  string // given by the client, without folders
	Metadata  string // Upload-Metadata of tus, returned to the client
	Length    int64  // bytes in total; of a growing upload, those that it has room for
	State     State
	// IsRecording is whether it grew while it was made, as recordings of the DJ desk do.
	IsRecording bool
	Reason      music.Message    // why it was refused
	Audio       *music.AudioFile // data from the file, once ready
	Place       string           // key of its bytes in Root, once ready
	TrackID     string           // once used
	CreatedAt   time.Time
	ExpiresAt   time.Time // when it is deleted unless it becomes a track
}

// Arrives reports whether bytes of the upload may still arrive.
func (u *Upload) Arrives() bool { return u.State == Growing || u.State == Receiving }

// MediaAudio begins the addresses of the audio of uploads and of their tracks:
// /media/audio/ID.EXTENSION.
const MediaAudio = "/media/audio/"

// MediaID returns the ID in an address below MediaAudio; "" for other addresses.
func MediaID(address string) string {
	name, ours := strings.CutPrefix(address, MediaAudio)
	if !ours {
		return ""
	}
	id, _, _ := strings.Cut(name, ".")
	return id
}

// Root is the name of the root for uploaded tracks. The configuration
// determines its place.
const Root = "uploads"

// File is an upload that a person keeps as a track.
type File struct {
	Upload   *Upload
	Audio    *music.AudioFile // with the tags that the person wants
	Size     int64
	ModTime  int64 // Unix nanoseconds
	IsPublic bool
	IsAI     bool
	Override *music.TagOverride // tags that come from the person instead of the file; nil if there are none
	Replaces string             // ID of the person's track that it replaces; "" for a new track
}

// Usage is the storage used by a person's uploads.
type Usage struct {
	Bytes int64
	Files int // tracks
}

// NoRoom returns TooLarge for an upload that does not fit into the remaining
// bytes of a person's quota of whole MB. Like the settings, it counts 1 MB as
// 1,048,576 bytes. It rounds down, so it never overstates the remaining space.
func NoRoom(left, quota int64) *music.Error {
	return music.NewError(music.TooLarge, "There is not enough room left for your uploads: %v MB of %v MB.", megabytes(left), quota>>20).Coded(music.CodeQuotaExceeded)
}

// megabytes returns bytes as MB, rounded down to one decimal.
func megabytes(n int64) float64 {
	tenths := max(n, 0) / (1 << 10) * 10 / (1 << 10)
	return float64(tenths) / 10
}
