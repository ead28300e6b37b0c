package frame

import (
	"encoding/binary"
	"math"
)

// webmTrack is a track of sound.
type webmTrack struct {
	number         int64
	rate, channels int
}

// findTrack returns the first track of sound. Any film refuses the stream.
func findTrack(tracks []byte) (found webmTrack, err error) {
	children(tracks, func(id uint32, _, content []byte) {
		if id != idTrack || err != nil {
			return
		}
		track, kind, codec := readTrack(content)
		switch {
		case kind == 1:
			err = ErrVideo
		case kind == 2 && found.number == 0 && (codec == "A_OPUS" || codec == "A_VORBIS"):
			found = track
		}
	})
	if err == nil && found.number == 0 {
		err = ErrNotAudio
	}
	return found, err
}

func readTrack(content []byte) (track webmTrack, kind uint64, codec string) {
	track = webmTrack{rate: 8000, channels: 1} // what the format says where nothing else does
	children(content, func(id uint32, _, value []byte) {
		switch id {
		case idTrackNumber:
			track.number = int64(min(unsigned(value), math.MaxInt32))
		case idTrackType:
			kind = unsigned(value)
		case idCodec:
			codec = string(value)
		case idAudio:
			children(value, func(id uint32, _, value []byte) {
				switch id {
				case idRate:
					if rate := float(value); rate >= 1 && rate <= maxRate {
						track.rate = int(rate)
					}
				case idChannels:
					track.channels = int(min(unsigned(value), 255))
				}
			})
		}
	})
	return track, kind, codec
}

// appendTrack writes a track's number as blocks have it.
func appendTrack(b []byte, number int64) []byte {
	if number < 0x7f {
		return append(b, 0x80|byte(number))
	}
	return binary.BigEndian.AppendUint64(b, 1<<56|uint64(number))
}
