// Package ingest is where people come on air with the programs that radio
// people have: it speaks the source protocols of Icecast 2 (PUT and SOURCE)
// and of SHOUTcast v1 (a bare password), and answers the pages directories
// and applications ask such servers for.
package ingest

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// Door leads to the stations. The engine implements it; whoever comes this
// far has shown a password that is good at this hour.
type Door interface {
	// Admit says before anything is answered whether somebody can begin on a
	// station now. Errors are in words and have a code: ErrInUse while somebody
	// else is on air. It reserves nothing.
	Admit(ctx context.Context, p Pass) error

	// GoOnAir plays a source until it ends, is put off, or ctx ends (the person
	// left, their hour is over, the server stops: context.Cause says which). It
	// asks for frames as it needs them: nothing is read ahead of it. nil is for
	// a source that ended by itself.
	GoOnAir(ctx context.Context, p Pass, s Source) error

	// SetTitle says what a station plays. It may come a moment before GoOnAir:
	// it is kept for 30 seconds then. It is in force when it is of the DJ who
	// is on air.
	SetTitle(ctx context.Context, p Pass, title station.StreamTitle) error

	// PutOff ends the source that is on air, if any.
	PutOff(ctx context.Context, stationID string) error

	// Mounts are the stations as the pages about them show them: those that
	// visitors may hear, and with hidden the others too.
	Mounts(ctx context.Context, hidden bool) ([]Mount, error)

	// Listeners of a station now, at most so many, for those who manage it.
	Listeners(ctx context.Context, stationID string, most int) ([]Listener, error)
}

// Pass is what a password opens: a station, for somebody.
type Pass struct {
	Station   *station.Station
	DJID      string // station_dj.id
	DJ        string // what listeners see them called
	AccountID string // of the person; "" for somebody without an account
}

// Source is somebody's sound.
type Source struct {
	Frames  Frames
	Codec   frame.Codec // as they say; Frames.Codec says it for sure after the first frame
	Bitrate int         // kbit/s, as they say; 0 for unknown
	Client  string      // the name of their program, such as "libshout/2.4.6"
	Address string      // where they come from
	Name    string      // what they call the stream; ""
	Browser bool        // from the desk in the browser
}

// Frames are whole frames of a source, as *frame.Reader gives them.
type Frames interface {
	Next() (frame.Frame, error) // io.EOF at the end
	Codec() frame.Codec         // after the first frame
}

// Mount is a station on the pages about it.
type Mount struct {
	Station     *station.Station
	Status      station.Status
	ContentType string    // of its plain stream
	Bitrate     int       // kbit/s, 0 while unknown
	SampleRate  int       // Hz, 0 while unknown
	Channels    int       // 0 while unknown
	Peak        int       // most listeners since the server began
	Began       time.Time // when it came on air; zero while it is off
	Client      string    // the program of the source; ""
	Address     string    // of the source; "", for those who manage it
}

// Listener is somebody who listens to a station over plain HTTP.
type Listener struct {
	ID      string
	Address string
	Agent   string
	Since   time.Time
}

// ErrInUse is the answer while somebody else is on air.
var ErrInUse = music.NewError(music.Conflict, "Mountpoint in use")
