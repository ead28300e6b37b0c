// Package mixxx reads the beats and positions that Mixxx keeps in its database.
// The messages are those of src/proto/beats.proto in
// https://github.com/mixxxdj/mixxx; beats_version names them.
//
// Positions are sound frames of the track. In MP3s Mixxx counts them from the
// first frame of sound (collection.FromSound): it plays the encoder's delay.
// The table of cues counts the samples of both channels.
package mixxx

import (
	"encoding/binary"
	"math"
	"slices"

	"sonora/internal/codec/collection"
)

// Origin is where positions are counted from.
const Origin = collection.FromSound

// The versions of beats.
const (
	gridOld = "BeatGrid-1.0" // the tempo and the first beat, as numbers
	grid    = "BeatGrid-2.0"
	beatMap = "BeatMap-1.0"
)

// maxBeats is the maximum number of beats that are read of a track.
const maxBeats = 200_000

// Seconds converts a position in the table of cues.
func Seconds(position float64, sampleRate int) float64 { return position / 2 / float64(sampleRate) }

// AddBeats adds the beats of a track. It ignores versions and messages that it
// does not understand.
func AddBeats(t *collection.Track, version string, b []byte, sampleRate int) {
	if sampleRate <= 0 {
		return
	}
	rate := float64(sampleRate)
	switch version {
	case gridOld:
		if len(b) == 16 {
			number := func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }
			t.AddTempo(collection.Tempo{At: Seconds(number(b[8:]), sampleRate), BPM: number(b)})
		}
	case grid:
		var bpm, first float64
		fields(b, func(n int, v value) {
			switch n {
			case 1:
				fields(v.bytes, func(n int, v value) {
					if n == 1 {
						bpm = math.Float64frombits(v.number)
					}
				})
			case 2:
				first = frame(v.bytes)
			}
		})
		t.AddTempo(collection.Tempo{At: first / rate, BPM: bpm})
	case beatMap:
		var beats []float64
		fields(b, func(n int, v value) {
			if n == 1 && len(beats) < maxBeats {
				beats = append(beats, frame(v.bytes)/rate)
			}
		})
		slices.Sort(beats)
		t.AddBeats(beats)
	}
}

// frame reads the position in a message Beat.
func frame(b []byte) (position float64) {
	fields(b, func(n int, v value) {
		if n == 1 {
			position = float64(int32(v.number)) //nolint:gosec // an int32 stands in ten bytes when it is negative
		}
	})
	return position
}

// value is the value of a field: a number, or the bytes of a text or message.
type value struct {
	number uint64
	bytes  []byte
}

// fields calls f for the fields of a message
// (https://protobuf.dev/programming-guides/encoding) until the first that is
// broken.
func fields(b []byte, f func(n int, v value)) {
	for len(b) > 0 {
		key, size := binary.Uvarint(b)
		if size <= 0 {
			return
		}
		b = b[size:]
		var v value
		switch key & 7 {
		case 0:
			if v.number, size = binary.Uvarint(b); size <= 0 {
				return
			}
		case 1:
			if size = 8; len(b) < size {
				return
			}
			v.number = binary.LittleEndian.Uint64(b)
		case 2:
			length, head := binary.Uvarint(b)
			if head <= 0 || length > uint64(len(b)-head) {
				return
			}
			v.bytes = b[head:][:length]
			size = head + len(v.bytes)
		case 5:
			if size = 4; len(b) < size {
				return
			}
			v.number = uint64(binary.LittleEndian.Uint32(b))
		default:
			return
		}
		f(int(key>>3), v) //nolint:gosec // numbers beyond those of the messages are ignored
		b = b[size:]
	}
}
