// Package ape reads the headers, footers and items of APEv2 tags, which come
// before or after the sound (https://wiki.hydrogenaud.io/index.php?title=APEv2_specification).
package ape

import (
	"bytes"
	"encoding/binary"
)

const (
	// Magic begins a header or footer.
	Magic = "APETAGEX"
	// MarkSize is the length of a header or footer in bytes.
	MarkSize = 32

	isHeader  = 1 << 29
	hasHeader = 1 << 31
)

// Mark is the header or the footer of a tag.
type Mark struct {
	Size      int64 // bytes of the items and the footer
	Items     uint32
	Header    bool // whether this is the header
	HasHeader bool // whether the tag has a header
}

// ParseMark reads a header or footer.
func ParseMark(b []byte) (m Mark, ok bool) {
	if len(b) < MarkSize || string(b[:len(Magic)]) != Magic {
		return m, false
	}
	le := binary.LittleEndian
	flags := le.Uint32(b[20:])
	return Mark{Size: int64(le.Uint32(b[12:])), Items: le.Uint32(b[16:]), Header: flags&isHeader != 0, HasHeader: flags&hasHeader != 0}, true
}

// Item is one item of a tag.
type Item struct {
	Key   string
	Value []byte
	Text  bool // UTF-8; NUL separates several values
	Size  int  // bytes of the whole item
}

// ParseItem reads the item at the beginning of b.
func ParseItem(b []byte) (i Item, ok bool) {
	if len(b) < 9 {
		return i, false
	}
	size, flags := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	key, rest, found := bytes.Cut(b[8:], []byte{0})
	if !found || uint64(size) > uint64(len(rest)) {
		return i, false
	}
	return Item{Key: string(key), Value: rest[:size], Text: flags&6 == 0, Size: 8 + len(key) + 1 + int(size)}, true
}
