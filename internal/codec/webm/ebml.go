// Package webm reads and writes the elements of EBML (RFC 8794) and those of
// Matroska (RFC 9559) that WebM files and streams with sound have.
package webm

import (
	"encoding/binary"
	"iter"
	"math"
	"math/bits"
)

// IDs of elements (RFC 9559, section 5.1).
const (
	EBML              = 0x1a45dfa3 // begins a file
	Segment           = 0x18538067
	Info              = 0x1549a966
	TimestampScale    = 0x2ad7b1 // nanoseconds per tick
	Duration          = 0x4489
	Title             = 0x7ba9
	Tracks            = 0x1654ae6b
	TrackEntry        = 0xae
	TrackNumber       = 0xd7
	TrackType         = 0x83
	CodecID           = 0x86
	Audio             = 0xe1
	SamplingFrequency = 0xb5
	Channels          = 0x9f
	Cluster           = 0x1f43b675
	Timestamp         = 0xe7 // of a cluster
	SimpleBlock       = 0xa3
	BlockGroup        = 0xa0
	BlockID           = 0xa1
)

const (
	// UnknownSize is the size of an element that ends where the next one of its
	// level begins (RFC 8794, section 6.2).
	UnknownSize = -1
	// MaxHead is the length of the longest head of an element.
	MaxHead = 12
	// MaxSize is the largest size that AppendElement writes.
	MaxSize = 1<<28 - 2
)

// Element is the head of an element (RFC 8794, section 4).
type Element struct {
	ID   uint32
	Head int // length of ID and size in bytes
	Size int // of the content in bytes, or UnknownSize
}

// Parse reads the head of the element at the beginning of b. It rejects IDs of
// more than four bytes, content above 2 GiB, and sizes whose first byte is 0.
func Parse(b []byte) (e Element, ok bool) {
	if len(b) == 0 || b[0] < 0x10 {
		return e, false
	}
	n := bits.LeadingZeros8(b[0]) + 1
	if len(b) <= n || b[n] == 0 {
		return e, false
	}
	for _, c := range b[:n] {
		e.ID = e.ID<<8 | uint32(c)
	}
	size, length, ok := Vint(b[n:])
	if !ok || size > math.MaxInt32 {
		return e, false
	}
	e.Head, e.Size = n+length, int(size)
	return e, true
}

// Vint reads an integer of variable length (RFC 8794, section 4). length is in
// bytes. The value is UnknownSize if all of its bits are ones.
func Vint(b []byte) (value int64, length int, ok bool) {
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
		value = UnknownSize
	}
	return value, length, true
}

// AppendVint appends an integer below 2^56-1 with variable length, in one byte
// or in eight.
func AppendVint(b []byte, value int64) []byte {
	if value < 0x7f {
		return append(b, 0x80|byte(value))
	}
	return binary.BigEndian.AppendUint64(b, 1<<56|uint64(value))
}

// Child is a whole element inside another one.
type Child struct {
	ID      uint32
	Whole   []byte // with its head
	Content []byte
}

// Children yields the elements in b until one is cut off or broken.
func Children(b []byte) iter.Seq[Child] {
	return func(yield func(Child) bool) {
		for len(b) > 0 {
			e, ok := Parse(b)
			if !ok || e.Size < 0 || e.Size > len(b)-e.Head {
				return
			}
			end := e.Head + e.Size
			if !yield(Child{ID: e.ID, Whole: b[:end], Content: b[e.Head:end]}) {
				return
			}
			b = b[end:]
		}
	}
}

// Unsigned reads the content of an unsigned integer (RFC 8794, section 7.2), at
// most eight bytes of it.
func Unsigned(b []byte) (value uint64) {
	for _, c := range b[:min(len(b), 8)] {
		value = value<<8 | uint64(c)
	}
	return value
}

// Float reads the content of a floating-point number (RFC 8794, section 7.3).
// It returns 0 for an invalid length.
func Float(b []byte) float64 {
	switch len(b) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	default:
		return 0
	}
}

// AppendElement appends an element of at most MaxSize bytes, with its size in
// four bytes.
func AppendElement(b []byte, id uint32, content []byte) []byte {
	b = appendID(b, id)
	b = binary.BigEndian.AppendUint32(b, 1<<28|uint32(len(content)))
	return append(b, content...)
}

// AppendOpen appends the head of an element of unknown size.
func AppendOpen(b []byte, id uint32) []byte {
	return append(appendID(b, id), 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
}

func appendID(b []byte, id uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		if id>>shift != 0 {
			b = append(b, byte(id>>shift))
		}
	}
	return b
}
