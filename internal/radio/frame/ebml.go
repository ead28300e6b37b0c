package frame

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Elements of Matroska (RFC 9559) that matter here.
const (
	idEBML        = 0x1a45dfa3
	idSegment     = 0x18538067
	idInfo        = 0x1549a966
	idScale       = 0x2ad7b1
	idDuration    = 0x4489
	idTitle       = 0x7ba9
	idTracks      = 0x1654ae6b
	idTrack       = 0xae
	idTrackNumber = 0xd7
	idTrackType   = 0x83
	idCodec       = 0x86
	idAudio       = 0xe1
	idRate        = 0xb5
	idChannels    = 0x9f
	idCluster     = 0x1f43b675
	idTime        = 0xe7
	idSimpleBlock = 0xa3
	idBlockGroup  = 0xa0
	idBlock       = 0xa1
)

var (
	ebmlMagic    = []byte{0x1a, 0x45, 0xdf, 0xa3}
	clusterMagic = []byte{0x1f, 0x43, 0xb6, 0x75}
)

// unknownSize is that of an element that goes on until another begins.
const unknownSize = -1

// element is the head of an element of EBML (RFC 8794).
type element struct {
	id   uint32
	head int // length of id and size
	size int // of its content
}

const mostElementHead = 12

func parseElement(b []byte) (e element, ok bool) {
	if len(b) == 0 || b[0] < 0x10 {
		return e, false
	}
	n := bits.LeadingZeros8(b[0]) + 1
	if len(b) <= n || b[n] == 0 {
		return e, false
	}
	for _, c := range b[:n] {
		e.id = e.id<<8 | uint32(c)
	}
	size, length, ok := vint(b[n:])
	if !ok || size > math.MaxInt32 {
		return e, false
	}
	e.head, e.size = n+length, int(size)
	return e, true
}

// vint reads a number of variable length; all ones are unknownSize.
func vint(b []byte) (value int64, length int, ok bool) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0, false
	}
	length = bits.LeadingZeros8(b[0]) + 1
	if len(b) < length {
		return 0, 0, false
	}
	value = int64(b[0]) & (1<<(8-length) - 1)
	for _, c := range b[1:length] {
		value = value<<8 | int64(c)
	}
	if value == 1<<(7*length)-1 {
		value = unknownSize
	}
	return value, length, true
}

// children calls each with every element in b, until one is broken.
func children(b []byte, each func(id uint32, whole, content []byte)) {
	for len(b) > 0 {
		e, ok := parseElement(b)
		if !ok || e.size < 0 || e.head+e.size > len(b) {
			return
		}
		each(e.id, b[:e.head+e.size], b[e.head:e.head+e.size])
		b = b[e.head+e.size:]
	}
}

func unsigned(b []byte) (value uint64) {
	for _, c := range b[:min(len(b), 8)] {
		value = value<<8 | uint64(c)
	}
	return value
}

func float(b []byte) float64 {
	switch len(b) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	default:
		return 0
	}
}

// appendElement writes an element, its size in four bytes.
func appendElement(b []byte, id uint32, content []byte) []byte {
	b = appendID(b, id)
	b = binary.BigEndian.AppendUint32(b, 1<<28|uint32(len(content)))
	return append(b, content...)
}

func appendID(b []byte, id uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		if id>>shift != 0 {
			b = append(b, byte(id>>shift))
		}
	}
	return b
}
