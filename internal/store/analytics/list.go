package analytics

import (
	"cmp"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// cell is one sum of a list.
type cell struct {
	key      int64 // of an hour: number * slots + slot; of a longer period: number
	plays    int64
	listened int64 // ms
}

// list holds sums in ascending order of their keys.
type list []cell

var errDamaged = errors.New("a roll-up is damaged")

// encode writes each cell as the distance from the previous key, plays and
// listening time, and of a set only the distance, as varints.
func (l list) encode(isSet bool) []byte {
	data := make([]byte, 0, len(l)*5)
	last := int64(-1)
	for _, c := range l {
		data = binary.AppendUvarint(data, uint64(c.key-last))
		if last = c.key; !isSet {
			data = binary.AppendUvarint(binary.AppendUvarint(data, uint64(c.plays)), uint64(c.listened))
		}
	}
	return data
}

// decode calls f for each cell of an encoded list.
func decode(data []byte, isSet bool, f func(c cell)) error {
	c := cell{key: -1}
	for len(data) > 0 {
		for _, field := range []*int64{&c.key, &c.plays, &c.listened} {
			value, n := binary.Uvarint(data)
			if n <= 0 {
				return errDamaged
			}
			data = data[n:]
			if field == &c.key {
				value += uint64(c.key)
			}
			if *field = int64(value); isSet {
				break
			}
		}
		f(c)
	}
	return nil
}

// sums adds cells up by key.
type sums map[int64]cell

func (s sums) add(key, plays, listened int64) {
	c := s[key]
	s[key] = cell{key, c.plays + plays, c.listened + listened}
}

// list returns the sums in order.
func (s sums) list() list {
	return slices.SortedFunc(maps.Values(s), func(a, b cell) int { return cmp.Compare(a.key, b.key) })
}
