package studio

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode"

	"sonora/internal/music"
	"sonora/internal/station"
)

// Protocol is the subprotocol of the WebSocket. The browser says hello, the
// server ready; then the browser sends binary messages, each of them one
// packet of sound with its number, and the server acknowledges them in its
// status. What was not acknowledged before a connection broke is sent again
// after the next hello of the same session.
const Protocol = "sonora.studio.1"

// What a browser sends as text.
const (
	typeHello = "hello" // first of all
	typeTitle = "title" // what plays from now on
	typeEnd   = "end"   // goes off air
)

// What the server sends as text.
const (
	typeReady  = "ready"  // hello is taken; Next is the packet it waits for
	typeStatus = "status" // twice a second
	typeOff    = "off"    // off air, and why
)

// incoming is a text message of a browser.
type incoming struct {
	Type     string `json:"type"`
	Session  string `json:"session"` // of a hello after a lost connection
	Codec    string `json:"codec"`   // opus: raw packets (WebCodecs); webm, ogg: pieces of a file (MediaRecorder)
	Channels int    `json:"channels"`
	Bitrate  int    `json:"bitrate"` // bit/s
	Artist   string `json:"artist"`
	Title    string `json:"title"`
}

// outgoing is a text message of the server.
type outgoing struct {
	Type      string        `json:"type"`
	Session   string        `json:"session,omitempty"`
	Next      uint32        `json:"next"`             // the packet it waits for: all before it are here
	State     station.State `json:"state,omitempty"`  // of the station
	Listeners int           `json:"listeners"`        // of the station, all formats
	Level     *float64      `json:"level,omitempty"`  // dBFS of what goes out; absent while unknown
	Buffered  float64       `json:"buffered"`         // seconds that are here and not yet on air
	Reason    string        `json:"reason,omitempty"` // of off, one sentence
	Retry     bool          `json:"retry,omitempty"`  // of off: going on air again can help
}

// maxPacket is more than any packet of sound has: a second of uncompressed
// stereo would not fit, a second of anything a browser encodes does.
const (
	maxPacket = 256 << 10
	maxText   = 16 << 10
)

// packet is a binary message: its number, its length in microseconds, sound.
type packet struct {
	seq      uint32
	duration time.Duration
	data     []byte
}

const packetHeader = 8 // bytes: seq and duration, big-endian

var errPacket = errors.New("a packet of sound needs a number and a length before its bytes")

func parsePacket(message []byte) (packet, error) {
	if len(message) <= packetHeader || len(message) > maxPacket {
		return packet{}, errPacket
	}
	length := time.Duration(binary.BigEndian.Uint32(message[4:])) * time.Microsecond
	if length > 10*time.Second {
		return packet{}, errPacket
	}
	return packet{seq: binary.BigEndian.Uint32(message), duration: length, data: message[packetHeader:]}, nil
}

func parseText(message []byte) (incoming, error) {
	var m incoming
	if len(message) > maxText {
		return m, errPacket
	}
	err := json.Unmarshal(message, &m)
	return m, err
}

// line makes a title one tidy line of bearable length.
func line(text string) string {
	runes := []rune(music.Tidy(strings.Map(printable, text)))
	return string(runes[:min(len(runes), maxTitleRunes)])
}

func printable(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}
