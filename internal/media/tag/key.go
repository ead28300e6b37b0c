package tag

import (
	"encoding/binary"

	"github.com/zeebo/xxh3"
)

// keyPiece is the size in bytes of each piece of audio that is hashed.
const keyPiece = 4 << 10

// audioKey hashes the size of the audio in [start, end) and pieces from its
// beginning, middle and end. It also reports whether the middle and the end
// contain only zeros.
func audioKey(s *source, start, end int64) (key uint64, zeros bool, err error) {
	size := end - start
	h := newKey(size)
	if size <= 3*keyPiece {
		b, err := s.peek(start, int(size))
		if err != nil {
			return 0, false, err
		}
		h.add(b)
		return h.sum(), allZero(b[len(b)/2:]), nil
	}
	zeros = true
	for i, off := range []int64{start, start + size/2, end - keyPiece} {
		b, err := s.peek(off, keyPiece)
		if err != nil {
			return 0, false, err
		}
		h.add(b)
		zeros = zeros && (i == 0 || allZero(b))
	}
	return h.sum(), zeros, nil
}

// keyHash hashes pieces of audio of a known size.
type keyHash struct{ h *xxh3.Hasher }

func newKey(size int64) keyHash {
	k := keyHash{xxh3.New()}
	k.add(binary.LittleEndian.AppendUint64(nil, uint64(size)))
	return k
}

func (k keyHash) add(b []byte) { _, _ = k.h.Write(b) } // never fails

func (k keyHash) sum() uint64 { return k.h.Sum64() }

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}
