package music

import "time"

// UploadState says how far an upload is.
type UploadState string

// States of an Upload.
const (
	UploadReceiving UploadState = "receiving" // bytes are missing
	UploadReady     UploadState = "ready"     // looked at, and waits to become a track
	UploadRefused   UploadState = "refused"   // not audio, or not audio that is taken; Reason says why
	UploadUsed      UploadState = "used"      // a track is made of it
)

// Upload is a file on its way from a person into the library.
type Upload struct {
	ID        string
	AccountID string
	FileName  string // as the client calls it, without folders
	Length    int64  // bytes in all
	State     UploadState
	Reason    string     // why it was refused, one sentence for the person
	Audio     *AudioFile // what the file says, once it is ready
	TrackID   string     // once it is used
	CreatedAt time.Time
	ExpiresAt time.Time // when what is not a track by then goes
}

// UploadsRoot names the place of uploaded tracks among the library's folders.
// Where that is, the configuration says.
const UploadsRoot = "uploads"
