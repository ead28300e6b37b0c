package cluster

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"time"

	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// Wire format of a chunk, all numbers big-endian:
//
//	epoch 8 · seq 8 · at 8 (ns since 1970) · duration 8 (ns) · flags 1
//	title: length 4, JSON · header: length 4, bytes · sound: length 4, bytes
const (
	fixedPart = 33
	flagKey   = 1
	flagNew   = 2 // Header starts here
	flagTitle = 4
)

var errChunk = errors.New("a chunk from another server is damaged")

func appendChunk(b []byte, c *hub.Chunk) []byte {
	b = binary.BigEndian.AppendUint64(b, c.Epoch)
	b = binary.BigEndian.AppendUint64(b, c.Seq)
	b = binary.BigEndian.AppendUint64(b, uint64(c.At.UnixNano()))
	b = binary.BigEndian.AppendUint64(b, uint64(c.Duration))
	var flags byte
	if c.Key {
		flags |= flagKey
	}
	if c.NewHeader {
		flags |= flagNew
	}
	var title []byte
	if c.Title != nil {
		flags |= flagTitle
		title, _ = json.Marshal(c.Title) // two strings always marshal
	}
	b = append(b, flags)
	for _, part := range [][]byte{title, c.Header, c.Data} {
		b = binary.BigEndian.AppendUint32(b, uint32(len(part)))
		b = append(b, part...)
	}
	return b
}

// readChunk returns the first chunk of b and the remaining bytes. The chunk
// shares memory with b.
func readChunk(b []byte) (*hub.Chunk, []byte, error) {
	if len(b) < fixedPart {
		return nil, nil, errChunk
	}
	c := &hub.Chunk{
		Epoch: binary.BigEndian.Uint64(b), Seq: binary.BigEndian.Uint64(b[8:]),
		At: time.Unix(0, int64(binary.BigEndian.Uint64(b[16:]))), Duration: time.Duration(binary.BigEndian.Uint64(b[24:])),
		Key: b[32]&flagKey != 0, NewHeader: b[32]&flagNew != 0,
	}
	if c.Duration < 0 || c.Duration > time.Minute {
		return nil, nil, errChunk
	}
	hasTitle := b[32]&flagTitle != 0
	var parts [3][]byte
	rest := b[fixedPart:]
	for i := range parts {
		if len(rest) < 4 {
			return nil, nil, errChunk
		}
		n := binary.BigEndian.Uint32(rest)
		if uint64(n) > uint64(len(rest)-4) || n > math.MaxInt32 {
			return nil, nil, errChunk
		}
		parts[i], rest = rest[4:4+n:4+n], rest[4+n:]
	}
	if hasTitle {
		c.Title = new(station.StreamTitle)
		if err := json.Unmarshal(parts[0], c.Title); err != nil {
			return nil, nil, errChunk
		}
	}
	if len(parts[1]) > 0 {
		c.Header = parts[1]
	}
	c.Data = parts[2]
	return c, rest, nil
}
