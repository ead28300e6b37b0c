// Package vorbis reads the header packets of Vorbis I, and reads and writes the
// comments that FLAC and Opus also use.
package vorbis

import (
	"encoding/binary"
	"iter"
)

const (
	// HeadMagic begins the first packet.
	HeadMagic = "\x01vorbis"
	// CommentMagic begins the second packet; the comments follow.
	CommentMagic = "\x03vorbis"

	headSize = 30
	// MaxComments is the maximum number of comments that are read from a block.
	MaxComments = 10_000
)

// Head is the first packet of a stream (Vorbis I, section 4.2.2).
type Head struct {
	Channels int
	Rate     int
	Short    int // samples of a short block
	Long     int // samples of a long block
}

// ParseHead reads the first packet. It rejects a stream without channels or
// without a sample rate (section 4.2.2).
func ParseHead(b []byte) (h Head, ok bool) {
	if len(b) < headSize || string(b[:len(HeadMagic)]) != HeadMagic {
		return h, false
	}
	h = Head{Channels: int(b[11]), Rate: int(binary.LittleEndian.Uint32(b[12:])), Short: 1 << (b[28] & 15), Long: 1 << (b[28] >> 4)}
	return h, h.Channels > 0 && h.Rate > 0
}

// Comments yields the NAME=value texts of a comment block without its magic
// number (Vorbis I, section 5.2.1). From a block that is cut off, it yields the
// complete texts.
func Comments(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		_, b, ok := Cut(b) // the encoder's name
		if !ok || len(b) < 4 {
			return
		}
		n := min(binary.LittleEndian.Uint32(b), MaxComments)
		b = b[4:]
		for range n {
			var comment []byte
			if comment, b, ok = Cut(b); !ok || !yield(comment) {
				return
			}
		}
	}
}

// Cut takes a text from b; four bytes before it state its length. ok is false
// if b is too short.
func Cut(b []byte) (text, rest []byte, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	n := binary.LittleEndian.Uint32(b)
	if b = b[4:]; uint64(n) > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:n:n], b[n:], true
}

// Block returns a comment block.
func Block(vendor []byte, comments [][]byte) []byte {
	le := binary.LittleEndian
	out := append(le.AppendUint32(nil, uint32(len(vendor))), vendor...)
	out = le.AppendUint32(out, uint32(len(comments)))
	for _, v := range comments {
		out = append(le.AppendUint32(out, uint32(len(v))), v...)
	}
	return out
}
