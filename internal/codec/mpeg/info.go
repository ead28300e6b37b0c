package mpeg

import (
	"encoding/binary"
	"math"
	"strings"
)

// Kind is the format of the information in a first frame.
type Kind string

// The kinds. Each is the marker that the frame contains.
const (
	Xing Kind = "Xing" // the bitrate is variable
	CBR  Kind = "Info" // LAME's variant for a constant bitrate
	VBRI Kind = "VBRI" // Fraunhofer's format
)

// Info describes a whole file. Encoders put it into the first frame, which then
// has no sound.
type Info struct {
	Kind    Kind
	Frames  int64 // number of frames, without this one; 0 if unknown
	Bytes   int64 // 0 when unknown
	Delay   int64 // samples that the encoder added before the sound
	Padding int64 // samples that the encoder added after the sound
}

// vbriAt is where Fraunhofer's information always is: after the side
// information of a stereo frame.
const vbriAt = HeaderSize + 32

// ParseInfo reads the information in the frame that begins with h. ok is false
// for a frame with sound. There is no standard. The marker follows the side
// information. Its position does not depend on whether the frame is protected:
// LAME leaves no room for a checksum, and LAME and ffmpeg read it accordingly.
// The side information need not be empty: encoders that fill it are more common
// than sound that has the marker at exactly this position.
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

// xing reads what follows the marker: flags, the fields that the flags
// announce, and LAME's extension.
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

// hasDelay reports whether an encoder writes LAME's extension.
func hasDelay(encoder string) bool {
	switch encoder {
	case "LAME", "Lavf", "Lavc", "GOGO":
		return true
	}
	return strings.HasPrefix(encoder, "L3.9")
}

// Bitrate returns the average bitrate, in kbit/s, of a file whose frames have
// headers like h; 0 if unknown.
func (i Info) Bitrate(h Header) int {
	total := float64(i.Frames) * float64(h.Samples())
	if i.Bytes == 0 || total == 0 {
		return 0
	}
	return int(math.Round(float64(i.Bytes) * 8 / 1000 * float64(h.Rate) / total))
}

// The frame that Frame writes: MPEG 1, layer 3, joint stereo.
const (
	xingAt   = HeaderSize + 32 // after the side information
	lameAt   = xingAt + 4 + 4 + 4 + 4
	lameSize = 36
)

// Frame returns the first frame of a file with a constant bitrate. It states
// the length of the sound. header and size, in bytes, are those of the frames
// after it.
func (i Info) Frame(header []byte, size int) []byte {
	b := make([]byte, max(size, lameAt+lameSize))
	copy(b, header[:HeaderSize])
	copy(b[xingAt:], CBR)
	binary.BigEndian.PutUint32(b[xingAt+4:], 1|2) // frames and bytes follow
	binary.BigEndian.PutUint32(b[xingAt+8:], uint32(i.Frames))
	binary.BigEndian.PutUint32(b[xingAt+12:], uint32(i.Bytes))
	copy(b[lameAt:], "Lavc")
	delay := uint32(i.Delay)<<12 | uint32(i.Padding)&0xfff
	b[lameAt+21], b[lameAt+22], b[lameAt+23] = byte(delay>>16), byte(delay>>8), byte(delay)
	return b
}
