// Package mp4 reads MP4 and QuickTime files with sound: their boxes and what
// the index says about the audio (ISO/IEC 14496-12; 14496-14 for MP4; 14496-1
// and 14496-3 for the description of AAC; RFC 9639 and the mappings of ALAC and
// Opus). It also changes an index in memory.
package mp4

import (
	"encoding/binary"
	"errors"
	"slices"
)

const (
	// MaxBoxes is the maximum number of boxes that are read on one level. A
	// long fragmented file has thousands.
	MaxBoxes = 1 << 16
	// MaxDepth is the maximum depth of nested boxes; 4 is usual.
	MaxDepth = 8

	maxTable = 8 << 10  // bytes of a table read at a time
	maxPeek  = 64 << 10 // bytes of an index read in advance
)

var (
	// ErrDepth means that boxes are nested too deeply.
	ErrDepth = errors.New("boxes are nested too deeply")
	// ErrDamaged means that the boxes of an index do not fit together.
	ErrDamaged = errors.New("the boxes do not fit together")
	// ErrFragmented means that the samples are in fragments, which have their
	// own offsets.
	ErrFragmented = errors.New("the samples are in fragments")
	// ErrOffset means that an index cannot hold the offset of a chunk.
	ErrOffset = errors.New("an offset does not fit into the index")
)

// Source is the content of a file.
type Source interface {
	// Peek returns the n bytes at off, valid until the next call. It fails if
	// the file ends before them.
	Peek(off int64, n int) ([]byte, error)
	// Size returns the length of the file in bytes.
	Size() int64
}

// Box is a box of a file (ISO/IEC 14496-12, section 4.2).
type Box struct {
	Kind       string // four letters
	At         int64  // offset of its header
	Start, End int64  // offsets of its content; End may be beyond the end of the file
}

// Size returns the length of the content in bytes.
func (b Box) Size() int64 { return b.End - b.Start }

// IsCut reports whether the box ends beyond end, the end of its parent or file.
func (b Box) IsCut(end int64) bool { return b.End > end }

// Each calls read for the boxes in [off, end) until read returns an error. A
// box that reaches beyond end is the last one; a box with an impossible size
// ends the list.
func Each(s Source, off, end int64, read func(b Box) error) error {
	for range MaxBoxes {
		if off+8 > min(end, s.Size()) {
			return nil
		}
		h, err := s.Peek(off, int(min(16, s.Size()-off)))
		if err != nil {
			return err
		}
		b := Box{Kind: string(h[4:8]), At: off, Start: off + 8}
		switch size := int64(binary.BigEndian.Uint32(h)); {
		case size == 0: // the box extends to the end
			b.End = end
		case size == 1 && len(h) == 16:
			b.Start, b.End = off+16, off+int64(min(binary.BigEndian.Uint64(h[8:]), 1<<62))
		default:
			b.End = off + size
		}
		if b.End < b.Start {
			return nil
		}
		if err := read(b); err != nil {
			return err
		}
		off = b.End
	}
	return nil
}

// Children calls read for the boxes inside a box that are not cut off.
func (b Box) Children(s Source, read func(child Box) error) error {
	return Each(s, b.Start, b.End, func(child Box) error {
		if child.IsCut(b.End) {
			return nil
		}
		return read(child)
	})
}

// peek returns at most the first n bytes of the content of a box.
func (b Box) peek(s Source, n int64) ([]byte, error) {
	return s.Peek(b.Start, int(min(n, b.Size())))
}

// eachEntry calls read for the entries of a table until it returns false. A
// version, flags and the number of entries precede the entries.
func eachEntry(s Source, b Box, size int64, read func(entry []byte) bool) error {
	if b.Size() < 8 {
		return nil
	}
	h, err := s.Peek(b.Start+4, 4)
	if err != nil {
		return err
	}
	return eachRow(s, b.Start+8, min(int64(binary.BigEndian.Uint32(h)), (b.Size()-8)/size), size, read)
}

// eachRow is eachEntry for a table of n entries at off.
func eachRow(s Source, off, n, size int64, read func(entry []byte) bool) error {
	for n > 0 {
		now := min(n, maxTable/size)
		rows, err := s.Peek(off, int(now*size))
		if err != nil {
			return err
		}
		for ; len(rows) > 0; rows = rows[size:] {
			if !read(rows[:size]) {
				return nil
			}
		}
		off, n = off+now*size, n-now
	}
	return nil
}

// IsFile reports whether a file with the beginning b may be MP4 or QuickTime.
func IsFile(b []byte) bool { return begins(b, "ftyp", "moov", "mdat", "wide", "free", "skip") }

// IsSegment reports whether a segment of a stream with the beginning b may be
// fragmented MP4.
func IsSegment(b []byte) bool {
	return begins(b, "ftyp", "styp", "moof", "sidx", "moov", "emsg", "prft")
}

// begins reports whether b begins with a box of one of the kinds.
func begins(b []byte, kinds ...string) bool {
	return len(b) >= 8 && slices.Contains(kinds, string(b[4:8]))
}
