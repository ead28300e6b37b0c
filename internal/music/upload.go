package music

import (
	"strconv"
	"time"
)

// UploadState says how far an upload is.
type UploadState string

// States of an Upload.
const (
	UploadReceiving UploadState = "receiving" // bytes are missing
	UploadReady     UploadState = "ready"     // looked at, and waits to become a track
	UploadRefused   UploadState = "refused"   // not audio, or not audio that is taken; Reason says why
	UploadUsed      UploadState = "used"      // a track is made of it
	UploadGone      UploadState = "gone"      // its track is deleted; the bytes are still to be
)

// Upload is a file on its way from a person into the library.
type Upload struct {
	ID        string
	AccountID string // "" when the account is deleted
	FileName  string // as the client calls it, without folders
	Metadata  string // what the client wants to hear again, see tus
	Length    int64  // bytes in all
	State     UploadState
	Reason    string     // why it was refused, one sentence for the person
	Audio     *AudioFile // what the file says, once it is ready
	Place     string     // key of its bytes below UploadsRoot, once it is ready
	TrackID   string     // once it is used
	CreatedAt time.Time
	ExpiresAt time.Time // when what is not a track by then goes
}

// UploadsRoot names the place of uploaded tracks among the library's folders.
// Where that is, the configuration says.
const UploadsRoot = "uploads"

// UploadedFile is what a person made of an upload when they keep it as a track.
type UploadedFile struct {
	Upload   *Upload
	Audio    *AudioFile // with the tags as the person wants them
	Size     int64
	ModTime  int64 // Unix nanoseconds
	IsPublic bool
	IsAI     bool
	Override *TagOverride // what of the tags is the person's and not the file's; nil for nothing
	Replaces string       // id of an own track it takes the place of; "" for a new one
}

// UploadUse is what a person's uploads take.
type UploadUse struct {
	Bytes int64
	Files int // tracks
}

// NoRoom returns TooLarge for what does not fit into the left bytes of a
// person's quota. It counts as the settings do, 1 MB of 1,048,576 bytes, and
// never promises more than there is.
func NoRoom(left, quota int64) *Error {
	return NewError(TooLarge, "There is not enough room left for your uploads: %s MB of %s MB.", megabytes(left), megabytes(quota))
}

// megabytes writes bytes with at most one decimal, rounded down.
func megabytes(n int64) string {
	tenths := max(n, 0) / (1 << 10) * 10 / (1 << 10)
	return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
}
