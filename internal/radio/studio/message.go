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

// Protocol is the WebSocket subprotocol. The browser sends hello and the server
// answers ready. Then the browser sends binary messages, each with one numbered
// packet of sound, and the server acknowledges them in its status messages.
// Packets that were not acknowledged before a connection broke are sent again
// after the next hello of the same session.
const Protocol = "sonora.studio.1"

// Types of text messages that a browser sends.
const (
	typeHello = "hello" // the first message
	typeTitle = "title" // what plays from now on
	typeEnd   = "end"   // go off air
)

// Types of text messages that the server sends.
const (
	typeReady  = "ready"  // hello accepted; Next is the packet it waits for
	typeStatus = "status" // twice a second
	typeOff    = "off"    // off air, with the reason
)

// BrowserMessage is a text message of a browser.
type BrowserMessage struct {
	Type     string `json:"type" enum:"hello,title,end" doc:"hello comes first, title says what plays from now on, end goes off air."`
	Session  string `json:"session,omitempty" doc:"With hello after a lost connection: the session of the last ready."`
	Codec    string `json:"codec,omitempty" doc:"With hello. opus: raw packets (WebCodecs); webm, ogg: parts of a file (MediaRecorder)."`
	Channels int    `json:"channels,omitempty" doc:"With hello: 1 or 2."`
	Bitrate  int    `json:"bitrate,omitempty" doc:"With hello, in bit/s."`
	Artist   string `json:"artist,omitempty" doc:"With title."`
	Title    string `json:"title,omitempty" doc:"With title."`
}

// ServerMessage is a text message of the server.
type ServerMessage struct {
	Type      string        `json:"type" enum:"ready,status,off" doc:"ready answers hello, status comes twice a second, off says that the browser is off air."`
	Session   string        `json:"session,omitempty" doc:"Identifies the session after a lost connection."`
	Next      uint32        `json:"next" doc:"The packet that the server waits for; all earlier ones have arrived."`
	State     station.State `json:"state,omitempty" doc:"The state of the station."`
	Listeners int           `json:"listeners" doc:"The listeners of the station, in all formats."`
	Level     *float64      `json:"level,omitempty" doc:"The level of the station's output in dBFS; absent while unknown."`
	Buffered  float64       `json:"buffered" doc:"Seconds of sound that have arrived and are not on air yet."`
	Reason    string        `json:"reason,omitempty" doc:"With off: the reason, in the language of the connection."`
	why       music.Message
	Retry     bool `json:"retry,omitempty" doc:"With off: whether it helps to go on air again."`
}

// maxPacket is the maximum size of a packet. A second of sound as browsers
// encode it fits; a second of uncompressed stereo does not.
const (
	maxPacket = 256 << 10
	maxText   = 16 << 10
)

// packet is a binary message: a number, a duration in microseconds, and sound.
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

func parseText(message []byte) (BrowserMessage, error) {
	var m BrowserMessage
	if len(message) > maxText {
		return m, errPacket
	}
	err := json.Unmarshal(message, &m)
	return m, err
}

// line makes a title one line of limited length.
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
