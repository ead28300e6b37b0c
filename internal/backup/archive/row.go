package archive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Rows are CBOR arrays (RFC 8949) of nil, int64, float64, string and []byte. Of all
// the ways to write these, there is one: the shortest head, and floats of 64 bits
// unless they are infinite or no number. Equal rows are equal bytes, which digests
// rely on, also those of earlier versions.

// Kinds of CBOR items, in the upper three bits of their first byte.
const (
	positiveKind = iota << 5
	negativeKind
	bytesKind
	textKind
	arrayKind
)

// First bytes of other items.
const (
	nullItem  = 0xf6
	halfItem  = 0xf9 // a float of 16 bits
	floatItem = 0xfb // a float of 64 bits
)

// The floats of 16 bits.
const (
	notANumber       = 0x7e00
	infinity         = 0x7c00
	negativeInfinity = 0xfc00
)

// maxColumns limits the values of a row.
const maxColumns = 1024

// appendRow appends an encoded row.
func appendRow(b []byte, row []any) ([]byte, error) {
	b = appendHead(b, arrayKind, uint64(len(row)))
	for _, v := range row {
		switch v := v.(type) {
		case nil:
			b = append(b, nullItem)
		case int64:
			if v < 0 {
				b = appendHead(b, negativeKind, uint64(^v))
			} else {
				b = appendHead(b, positiveKind, uint64(v))
			}
		case float64:
			b = appendFloat(b, v)
		case string:
			b = append(appendHead(b, textKind, uint64(len(v))), v...)
		case []byte:
			b = append(appendHead(b, bytesKind, uint64(len(v))), v...)
		default:
			return b, fmt.Errorf("a value of the kind %T has no place in a row", v)
		}
	}
	return b, nil
}

// appendHead appends the kind of an item and its number or length.
func appendHead(b []byte, kind byte, n uint64) []byte {
	switch {
	case n < 24:
		return append(b, kind|byte(n))
	case n <= math.MaxUint8:
		return append(b, kind|24, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(b, kind|25), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(b, kind|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, kind|27), n)
}

func appendFloat(b []byte, v float64) []byte {
	var half uint16
	switch {
	case math.IsNaN(v):
		half = notANumber
	case math.IsInf(v, 1):
		half = infinity
	case math.IsInf(v, -1):
		half = negativeInfinity
	default:
		return binary.BigEndian.AppendUint64(append(b, floatItem), math.Float64bits(v))
	}
	return binary.BigEndian.AppendUint16(append(b, halfItem), half)
}

// rows decodes the rows of an entry.
type rows struct {
	bytes []byte
	text  string // the same: texts are parts of it, and need no copy each
	at    int
	row   []any // the last one
}

// errEncoding means that an entry is not made of rows.
var errEncoding = errors.New("the encoding of a row is wrong")

func newRows(content []byte) *rows { return &rows{bytes: content, text: string(content)} }

// next returns the next row and its bytes; nil after the last. The row is valid
// until the next call, and its values for longer.
func (r *rows) next() (row []any, encoded []byte, err error) {
	begin := r.at
	if begin == len(r.bytes) {
		return nil, nil, nil
	}
	kind, width, err := r.head()
	if err != nil {
		return nil, nil, err
	}
	if kind != arrayKind || width > maxColumns {
		return nil, nil, errEncoding
	}
	r.row = slices.Grow(r.row[:0], int(width))
	for range width {
		v, err := r.value()
		if err != nil {
			return nil, nil, err
		}
		r.row = append(r.row, v)
	}
	return r.row, r.bytes[begin:r.at], nil
}

func (r *rows) value() (any, error) {
	if r.at == len(r.bytes) {
		return nil, errEncoding
	}
	switch r.bytes[r.at] {
	case nullItem:
		r.at++
		return nil, nil
	case floatItem, halfItem:
		return r.float()
	}
	kind, n, err := r.head()
	if err != nil {
		return nil, err
	}
	switch kind {
	case positiveKind, negativeKind:
		if n > math.MaxInt64 {
			return nil, errEncoding
		}
		if kind == negativeKind {
			return ^int64(n), nil
		}
		return int64(n), nil
	case textKind, bytesKind:
		begin := r.at
		if n > uint64(len(r.bytes)-begin) {
			return nil, errEncoding
		}
		r.at += int(n)
		if kind == textKind {
			return r.text[begin:r.at], nil
		}
		return r.bytes[begin:r.at:r.at], nil
	}
	return nil, errEncoding
}

// head reads the kind of an item and its number or length.
func (r *rows) head() (kind byte, n uint64, err error) {
	first := r.bytes[r.at]
	r.at++
	kind, short := first&^31, first&31
	if short < 24 {
		return kind, uint64(short), nil
	}
	if short > 27 {
		return 0, 0, errEncoding
	}
	n, err = r.number(1 << (short - 24))
	return kind, n, err
}

// number reads a number of so many bytes.
func (r *rows) number(size int) (n uint64, err error) {
	if len(r.bytes)-r.at < size {
		return 0, errEncoding
	}
	for _, b := range r.bytes[r.at : r.at+size] {
		n = n<<8 | uint64(b)
	}
	r.at += size
	return n, nil
}

func (r *rows) float() (any, error) {
	first := r.bytes[r.at]
	r.at++
	if first == floatItem {
		bits, err := r.number(8)
		return math.Float64frombits(bits), err
	}
	half, err := r.number(2)
	if err != nil {
		return nil, err
	}
	switch half {
	case notANumber:
		return math.NaN(), nil
	case infinity:
		return math.Inf(1), nil
	case negativeInfinity:
		return math.Inf(-1), nil
	}
	return nil, errEncoding
}
