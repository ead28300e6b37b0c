// Package ingest lets source clients go on air: it speaks the source protocols
// of Icecast 2 (PUT and SOURCE) and SHOUTcast v1 (a bare password), and serves
// the status pages that directories and applications request from such servers.
package ingest

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// Stations puts sources on air. The radio service implements it. Its callers have
// checked that the password is valid at this time.
type Stations interface {
	// Admit reports, before any response, whether a source can go on air now.
	// Errors are sentences with a code: ErrInUse while another source is on
	// air. It reserves nothing on this server, but in a cluster the station stays
	// here for a moment.
	Admit(ctx context.Context, p Pass) error

	// GoOnAir plays a source until it ends, is disconnected, or ctx ends (the
	// source left, its show is over, the server stops: context.Cause says
	// which). It reads frames as needed and never ahead. It returns nil for a
	// source that ended normally.
	GoOnAir(ctx context.Context, p Pass, s Source) error

	// SetTitle sets the title of a station. It may be called up to 30 seconds
	// before GoOnAir. It takes effect if it comes from the DJ who is on air.
	SetTitle(ctx context.Context, p Pass, title station.StreamTitle) error

	// Disconnect disconnects the source that is on air, if any.
	Disconnect(ctx context.Context, stationID string) error

	// Mounts returns the stations for status pages: those that visitors may
	// hear, and with hidden all others too.
	Mounts(ctx context.Context, hidden bool) ([]Mount, error)

	// Listeners returns up to limit current listeners of a station, for the people
	// who manage it.
	Listeners(ctx context.Context, stationID string, limit int) ([]Listener, error)
}

// Pass is what a password gives access to: a station, as a DJ.
type Pass struct {
	Station   *station.Station
	DJID      string // station_dj.id
	DJ        string // the name that listeners see
	AccountID string // of the person; "" for a DJ without an account
}

// Source is a connected source.
type Source struct {
	Frames  Frames
	Codec   frame.Codec // as the client says; Frames.Codec is authoritative after the first frame
	Bitrate int         // kbit/s, as the client says; 0 for unknown
	Client  string      // name of the source client, for example "libshout/2.4.6"
	Address string      // where the client connects from
	Name    string      // the client's name for the stream; ""
	Browser bool        // from the studio in the browser
	OnAir   func()      // called when the station has put it on air; may be nil
}

// Frames provides the whole frames of a source, as *frame.Reader does.
type Frames interface {
	Next() (frame.Frame, error) // io.EOF at the end
	Codec() frame.Codec         // known after the first frame
}

// Mount is a station on status pages.
type Mount struct {
	Station     *station.Station
	Status      station.Status
	ContentType string    // of its main stream
	Bitrate     int       // kbit/s; 0 while unknown
	SampleRate  int       // Hz; 0 while unknown
	Channels    int       // 0 while unknown
	Peak        int       // maximum number of listeners since the server started
	Began       time.Time // on air since; zero while off air
	Client      string    // the source client; ""
	Address     string    // of the source, for those who manage the station; ""
}

// Listener is somebody who listens to a station over plain HTTP.
type Listener struct {
	ID      string
	Address string
	Agent   string
	Since   time.Time
}

// ErrInUse is the error while another source is on air. Its text is Icecast's,
// which source clients know.
var ErrInUse = music.NewError(music.Conflict, "Mountpoint in use")
