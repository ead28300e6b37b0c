// Package listen sends stations to listeners over HTTP: with a burst at the
// start, ICY titles on request, and a policy for slow readers so that no
// listener delays another.
package listen

import (
	"time"

	"sonora/internal/radio/hub"
)

// Listening describes one listener and what they want to hear.
type Listening struct {
	Hub     *hub.Hub
	Session Session // who listens to what; see Sessions
	Right   *Right  // their permission; nil if it is never revoked

	Name         string // of the station, for the icy- headers
	Description  string
	Genre        string
	Home         string        // URL of the station's page; "" for none
	Bitrate      int           // kbit/s; 0 while unknown
	Public       bool          // icy-pub
	Burst        time.Duration // sound sent at once; 0 for DefaultBurst, negative for none
	MaxListeners int           // limit of the station; 0 for no limit

	// Done is called once with the reason when the listener has left. It may be
	// nil.
	Done func(Left)
}

// Left describes how a session ended.
type Left struct {
	Reason  Reason
	Bytes   int64
	Jumps   int // how often sound was skipped because they were slow
	Seconds float64
}

// Reason says why a listener left.
type Reason string

// Reasons.
const (
	Gone    Reason = "gone"    // they closed the connection
	Slow    Reason = "slow"    // they fell behind too often
	Stalled Reason = "stalled" // they read nothing for too long
	Ended   Reason = "ended"   // the stream ended
	Stopped Reason = "stopped" // the server is stopping
	Revoked Reason = "revoked" // they may not listen any more
)

// Limits for bursts and lag are in seconds of sound, so that they suit every
// bitrate.
const (
	DefaultBurst = 3500 * time.Millisecond // at most 4 s with whole chunks
	maxBurst     = 16 * time.Second
	maxLag       = 15 * time.Second // a listener who is further behind jumps
	maxStall     = 20 * time.Second // without reading a byte
	jumpsKept    = 3                // jumps allowed in jumpWindow; one more and they are disconnected
	jumpWindow   = 5 * time.Minute
	metaInterval = 16000 // bytes of sound between two ICY titles, the default of Icecast
)
