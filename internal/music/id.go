package music

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"time"
)

// crockford is the alphabet of the ULID specification.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// NewID returns a new ULID (https://github.com/ulid/spec): 26 characters that
// sort by creation time.
func NewID() string {
	// The encoding has 130 bits. The first two stay zero.
	var b [17]byte
	binary.BigEndian.PutUint64(b[:8], uint64(time.Now().UnixMilli())<<14)
	var random [10]byte
	rand.Read(random[:]) // never fails, see crypto/rand
	copyBits(b[:], 50, random[:])
	return crockford.EncodeToString(b[:])[:26]
}

// copyBits copies src into dst from the given bit of dst on. dst must be zero
// from there on.
func copyBits(dst []byte, bit int, src []byte) {
	i, shift := bit/8, bit%8
	for _, v := range src {
		dst[i] |= v >> shift
		if shift > 0 {
			dst[i+1] |= v << (8 - shift)
		}
		i++
	}
}
