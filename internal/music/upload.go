package music

import (
	"strconv"
	"time"
)

// UploadState is the state of an upload.
type UploadState string

// The states of an upload.
const (
	UploadReceiving UploadState = "receiving" // bytes are missing
	UploadReady     UploadState = "ready"     // checked, and ready to become a track
	UploadRefused   UploadState = "refused"   // not audio, or an unsupported kind; Reason says why
	UploadUsed      UploadState = "used"      // became a track
	UploadGone      UploadState = "gone"      // its track is deleted; its bytes are about to be
)

// Upload is a file that a person is adding to the library.
type Upload struct {
	ID        string
	AccountID string // "" if the account is deleted
	FileName  string // given by the client, without folders
	Metadata  string // Upload-Metadata of tus, returned to the client
	Length    int64  // bytes in total
	State     UploadState
	Reason    Message    // why it was refused
	Audio     *AudioFile // data from the file, once ready
	Place     string     // key of its bytes in UploadsRoot, once ready
	TrackID   string     // once used
	CreatedAt time.Time
	ExpiresAt time.Time // when it is deleted unless it becomes a track
}

// MediaAudio begins the addresses of the audio of uploads and of their tracks:
// /media/audio/ID.EXTENSION.
const MediaAudio = "/media/audio/"

// UploadsRoot is the name of the root for uploaded tracks. The configuration
// determines its place.
const UploadsRoot = "uploads"

// UploadedFile is an upload that a person keeps as a track.
type UploadedFile struct {
	Upload   *Upload
	Audio    *AudioFile // with the tags that the person wants
	Size     int64
	ModTime  int64 // Unix nanoseconds
	IsPublic bool
	IsAI     bool
	Override *TagOverride // tags that come from the person instead of the file; nil if there are none
	Replaces string       // ID of the person's track that it replaces; "" for a new track
}

// UploadUse is the storage used by a person's uploads.
type UploadUse struct {
	Bytes int64
	Files int // tracks
}

// NoRoom returns TooLarge for an upload that does not fit into the remaining
// bytes of a person's quota. Like the settings, it counts 1 MB as 1,048,576
// bytes. It rounds down, so it never overstates the remaining space.
func NoRoom(left, quota int64) *Error {
	return NewError(TooLarge, "There is not enough room left for your uploads: %s MB of %s MB.", megabytes(left), megabytes(quota)).Coded(CodeQuotaExceeded)
}

// megabytes formats bytes as MB with at most one decimal, rounded down.
func megabytes(n int64) string {
	tenths := max(n, 0) / (1 << 10) * 10 / (1 << 10)
	return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
}
