package mpeg

import (
	"encoding/binary"
	"math"
	"strings"
)

// Kind says who wrote the facts in a first frame.
type Kind string

// The kinds, by the word that the frame holds.
const (
	Xing Kind = "Xing" // of a variable bitrate
	CBR  Kind = "Info" // LAME's, of a constant bitrate
	VBRI Kind = "VBRI" // Fraunhofer's
)

// Info is what the first frame of a file says about all of it instead of
// holding sound.
type Info struct {
	Kind    Kind
	Frames  int64 // without the first one; 0 when it does not say
	Bytes   int64 // 0 when it does not say
	Delay   int64 // samples that the encoder put before the sound
	Padding int64 // and after it
}

// vbriAt is where Fraunhofer's encoder always writes: behind the side
// information of a stereo frame.
const vbriAt = HeaderSize + 32

// ParseInfo reads the facts in the frame that begins with h; ok is false for a
// frame of sound. No standard describes them. The word stands behind the side
// information, at the same place whether the frame is protected by a checksum
// or not, since LAME writes it without making room for one; LAME and ffmpeg
// read it so. The side information in front need not be empty: a chance match
// of the word at exactly this place is rarer than an encoder that fills it.
func ParseInfo(b []byte, h Header) (info Info, ok bool) {
	at := HeaderSize + h.SideInfo()
	b = b[:min(len(b), max(h.Size(0), 0))]
	if h.Layer != 3 || len(b) < at+8 {
		return info, false
	}
	if kind := Kind(b[at : at+4]); kind == Xing || kind == CBR {
		info.Kind = kind
		info.xing(b[at+4:])
		return info, true
	}
	if len(b) < vbriAt+18 || Kind(b[vbriAt:vbriAt+4]) != VBRI {
		return info, false
	}
	return Info{
		Kind: VBRI, Bytes: int64(binary.BigEndian.Uint32(b[vbriAt+10:])), Frames: int64(binary.BigEndian.Uint32(b[vbriAt+14:])),
	}, true
}

// xing reads what follows the word: flags and the fields they announce, then
// LAME's extension.
func (i *Info) xing(b []byte) {
	const encoderSize, delayAt, extension = 4, 21, 24
	flags := binary.BigEndian.Uint32(b)
	b = b[4:]
	for n, size := range [...]int{4, 4, 100, 4} { // frames, bytes, table of contents, quality
		if flags&(1<<n) == 0 {
			continue
		}
		if len(b) < size {
			return
		}
		switch n {
		case 0:
			i.Frames = int64(binary.BigEndian.Uint32(b))
		case 1:
			i.Bytes = int64(binary.BigEndian.Uint32(b))
		}
		b = b[size:]
	}
	if len(b) >= extension && hasDelay(string(b[:encoderSize])) {
		v := int64(b[delayAt])<<16 | int64(b[delayAt+1])<<8 | int64(b[delayAt+2])
		i.Delay, i.Padding = v>>12, v&0xfff
	}
}

// hasDelay knows the encoders that write LAME's extension.
func hasDelay(encoder string) bool {
	switch encoder {
	case "LAME", "Lavf", "Lavc", "GOGO":
		return true
	}
	return strings.HasPrefix(encoder, "L3.9")
}

// Bitrate is the average in kbit/s of a file whose frames are like h; 0 when
// the facts do not say.
func (i Info) Bitrate(h Header) int {
	total := float64(i.Frames) * float64(h.Samples())
	if i.Bytes == 0 || total == 0 {
		return 0
	}
	return int(math.Round(float64(i.Bytes) * 8 / 1000 * float64(h.Rate) / total))
}
