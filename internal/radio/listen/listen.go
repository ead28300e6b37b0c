// Package listen sends stations to listeners over HTTP: a burst at once, ICY
// titles where they are asked for, and a policy for whoever reads too slowly,
// so that nobody waits for anybody.
package listen

import (
	"time"

	"sonora/internal/radio/hub"
)

// Listening is one listener's wish.
type Listening struct {
	Hub     *hub.Hub
	Session Session // who listens to what; see Sessions
	Right   *Right  // by which they do; nil for one that is never taken back

	Name         string // of the station, for the icy- headers
	Description  string
	Genre        string
	Home         string        // address of the station's page; "" for none
	Bitrate      int           // kbit/s; 0 while unknown
	Public       bool          // icy-pub
	Burst        time.Duration // sound sent at once; 0 for DefaultBurst, negative for none
	MaxListeners int           // listeners of the station; 0 for no limit of its own

	// Done is called once, when the listener is gone, with why. It may be nil.
	Done func(Left)
}

// Left tells how somebody listened.
type Left struct {
	Reason  Reason
	Bytes   int64
	Jumps   int // times that sound was left out because they were slow
	Seconds float64
}

// Reason says why a listener is gone.
type Reason string

// Reasons.
const (
	Gone    Reason = "gone"    // they closed the connection
	Slow    Reason = "slow"    // they fell behind too often
	Stalled Reason = "stalled" // they took nothing for too long
	Ended   Reason = "ended"   // the stream ended
	Stopped Reason = "stopped" // the server stops
	Revoked Reason = "revoked" // they may not listen any more
)

// Policies. Bursts and lags are seconds of sound, so that they hold for every
// bitrate.
const (
	DefaultBurst = 4 * time.Second
	maxBurst     = 16 * time.Second
	maxLag       = 15 * time.Second // behind that, a listener jumps
	maxStall     = 20 * time.Second // without a byte taken
	jumpsKept    = 3                // in jumpWindow; one more and they are dropped
	jumpWindow   = 5 * time.Minute
	metaInterval = 16000 // bytes of sound between two ICY titles, as Icecast has it
)
