// Package ogg reads and writes the pages of Ogg (RFC 3533, section 6).
package ogg

import (
	"encoding/binary"
	"iter"
)

const (
	// Magic begins every page.
	Magic = "OggS"
	// HeaderSize is the length of a page header without its lacing values.
	HeaderSize = 27
	// MaxHeader is the longest header.
	MaxHeader = HeaderSize + 255
	// MaxPage is the longest page.
	MaxPage = MaxHeader + 255*255
	// NoGranule is the granule position of a page on which no packet ends.
	NoGranule = -1
)

// Flags of a page.
const (
	Continued = 1 // the page begins with the rest of a packet
	First     = 2 // the first page of a logical stream
	Last      = 4 // the last page of a logical stream
)

const checksumAt = 22

// Header is the header of a page.
type Header struct {
	Flags    byte
	Granule  int64
	Serial   uint32 // of the logical stream
	Sequence uint32
	Checksum uint32
	Lacing   []byte // lengths of the page's packets; part of the parsed bytes
}

// Status is the result of ParseHeader.
type Status int

// Results of ParseHeader.
const (
	NotOgg Status = iota
	Short         // b ends before the header does
	Found
)

// ParseHeader reads the page header at the beginning of b. It does not detect
// damage; Verify does, if it gets the whole page.
func ParseHeader(b []byte) (h Header, status Status) {
	switch {
	case len(b) < len(Magic)+1:
		return h, Short
	case string(b[:len(Magic)]) != Magic || b[4] != 0:
		return h, NotOgg
	case len(b) < HeaderSize || len(b) < HeaderSize+int(b[26]):
		return h, Short
	}
	le := binary.LittleEndian
	end := HeaderSize + int(b[26])
	return Header{
		Flags: b[5], Granule: int64(le.Uint64(b[6:])), Serial: le.Uint32(b[14:]), Sequence: le.Uint32(b[18:]),
		Checksum: le.Uint32(b[checksumAt:]), Lacing: b[HeaderSize:end:end],
	}, Found
}

// Size returns the length of the header in bytes.
func (h Header) Size() int { return HeaderSize + len(h.Lacing) }

// BodySize returns the length of the page in bytes, without its header.
func (h Header) BodySize() (n int) {
	for _, v := range h.Lacing {
		n += int(v)
	}
	return n
}

// Packets yields every packet, or part of one, in the page's body, and whether
// the packet ends there.
func (h Header) Packets(body []byte) iter.Seq2[[]byte, bool] {
	return func(yield func([]byte, bool) bool) {
		begin, end := 0, 0
		for i, n := range h.Lacing {
			end += int(n)
			if n == 255 && i < len(h.Lacing)-1 {
				continue
			}
			if !yield(body[begin:end], n < 255) {
				return
			}
			begin = end
		}
	}
}

// Lace appends the lacing values of a packet of n bytes.
func Lace(lacing []byte, n int) []byte {
	for ; n >= 255; n -= 255 {
		lacing = append(lacing, 255)
	}
	return append(lacing, byte(n))
}

// Page writes a page. It computes the checksum and ignores the header's. Lacing
// must have at most 255 values, and their sum must be the length of the body.
func (h Header) Page(body []byte) []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, h.Size()+len(body))
	b = append(append(b, Magic...), 0, h.Flags)
	b = le.AppendUint64(b, uint64(h.Granule))
	b = le.AppendUint32(b, h.Serial)
	b = le.AppendUint32(b, h.Sequence)
	b = append(b, 0, 0, 0, 0, byte(len(h.Lacing)))
	b = append(append(b, h.Lacing...), body...)
	le.PutUint32(b[checksumAt:], checksum(0, b))
	return b
}

// Checksum returns the correct checksum of a whole page.
func Checksum(page []byte) uint32 {
	crc := checksum(0, page[:checksumAt])
	crc = checksum(crc, make([]byte, 4))
	return checksum(crc, page[checksumAt+4:])
}

// SetChecksum writes a checksum into a page.
func SetChecksum(page []byte, crc uint32) { binary.LittleEndian.PutUint32(page[checksumAt:], crc) }

// Verify reports whether the checksum of a whole page is correct. Decoders must
// skip pages for which it is not (section 6, CRC_checksum).
func (h Header) Verify(page []byte) bool { return Checksum(page) == h.Checksum }

// tables holds the checksum tables for the polynomial 0x04c11db7, highest bit
// first, with an initial value of 0 and without inversion.
var tables = func() (t [8][256]uint32) {
	for i := range t[0] {
		r := uint32(i) << 24
		for range 8 {
			if r&(1<<31) != 0 {
				r = r<<1 ^ 0x04c11db7
			} else {
				r <<= 1
			}
		}
		t[0][i] = r
	}
	for i := range t[0] {
		for k := 1; k < 8; k++ {
			v := t[k-1][i]
			t[k][i] = v<<8 ^ t[0][v>>24]
		}
	}
	return t
}()

// checksum continues a checksum with b, eight bytes at a time.
func checksum(crc uint32, b []byte) uint32 {
	t := &tables
	for len(b) >= 8 {
		hi := crc ^ binary.BigEndian.Uint32(b)
		crc = t[7][hi>>24] ^ t[6][hi>>16&255] ^ t[5][hi>>8&255] ^ t[4][hi&255] ^ t[3][b[4]] ^ t[2][b[5]] ^ t[1][b[6]] ^ t[0][b[7]]
		b = b[8:]
	}
	for _, v := range b {
		crc = crc<<8 ^ t[0][byte(crc>>24)^v]
	}
	return crc
}
