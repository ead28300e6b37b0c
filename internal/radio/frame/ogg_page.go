package frame

import (
	"bytes"
	"encoding/binary"
)

const (
	pageHeaderSize = 27
	pageContinued  = 1
	pageBegins     = 2
	noGranule      = -1
)

// page is a page of Ogg (RFC 3533, section 6).
type page struct {
	flags    byte
	granule  int64
	serial   uint32
	sequence uint32
	lacing   []byte
	body     []byte
}

// readPage returns the page that begins here with its length; false when none
// does, or it is damaged. It is good until the next use of the input.
func readPage(in *input) (p page, size int, ok bool) {
	b := in.peek(pageHeaderSize)
	if len(b) < pageHeaderSize || !bytes.HasPrefix(b, []byte("OggS\x00")) {
		return p, 0, false
	}
	head := pageHeaderSize + int(b[26])
	if b, ok = in.has(head); !ok {
		return p, 0, false
	}
	size = head
	for _, n := range b[pageHeaderSize:] {
		size += int(n)
	}
	if b, ok = in.has(size); !ok {
		return p, 0, false
	}
	crc := crc32Ogg(0, b[:22])
	crc = crc32Ogg(crc, []byte{0, 0, 0, 0})
	if crc32Ogg(crc, b[26:]) != binary.LittleEndian.Uint32(b[22:]) {
		return p, 0, false
	}
	return page{
		flags: b[5], granule: int64(binary.LittleEndian.Uint64(b[6:])), serial: binary.LittleEndian.Uint32(b[14:]),
		sequence: binary.LittleEndian.Uint32(b[18:]), lacing: b[pageHeaderSize:head], body: b[head:],
	}, size, true
}

// packets calls each with every piece of a packet in the page and whether the
// packet ends with it.
func (p page) packets(each func(piece []byte, ends bool)) {
	begin, end := 0, 0
	for i, n := range p.lacing {
		end += int(n)
		if n < 255 {
			each(p.body[begin:end], true)
			begin = end
		} else if i == len(p.lacing)-1 {
			each(p.body[begin:end], false)
		}
	}
}
