package archive

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// samples are rows with all kinds of values, at the limits of every length.
func samples() (all [][]any) {
	wide := []any{}
	for _, n := range []int64{0, 1, 23, 24, 255, 256, 65535, 65536, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt64 - 1, math.MaxInt64} {
		wide = append(wide, n, -n, -n-1)
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1.5, -0.1, math.SmallestNonzeroFloat64, math.MaxFloat64, math.Inf(1), math.Inf(-1)} {
		wide = append(wide, f)
	}
	for _, n := range []int{0, 1, 23, 24, 255, 256, 65535, 65536} {
		wide = append(wide, strings.Repeat("ñ", n), bytes.Repeat([]byte{0xff}, n))
	}
	return [][]any{{}, {nil}, {int64(7), "no UTF-8: \xff\x00", nil, []byte{}, ""}, wide, make([]any, maxColumns)}
}

// TestRowsAreCBOR compares the bytes of rows with those that an independent library
// writes, as earlier versions did, and reads them back.
func TestRowsAreCBOR(t *testing.T) {
	var content []byte
	for _, row := range samples() {
		begin := len(content)
		var err error
		if content, err = appendRow(content, row); err != nil {
			t.Fatal(err)
		}
		want, err := cbor.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(content[begin:], want) {
			t.Errorf("a row of %d values is written as %x, not %x", len(row), content[begin:], want)
		}
	}
	r := newRows(content)
	for _, want := range samples() {
		got, _, err := r.next()
		if err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("a row of %d values is read as %v, %v", len(want), got, err)
		}
	}
	if row, _, err := r.next(); row != nil || err != nil {
		t.Errorf("after the last row: %v, %v", row, err)
	}
}

func TestNotANumberSurvives(t *testing.T) {
	encoded, err := appendRow(nil, []any{math.NaN()})
	if err != nil {
		t.Fatal(err)
	}
	if want, err := cbor.Marshal([]any{math.NaN()}); err != nil || !bytes.Equal(encoded, want) {
		t.Errorf("it is written as %x, not %x, %v", encoded, want, err)
	}
	row, _, err := newRows(encoded).next()
	if err != nil || len(row) != 1 {
		t.Fatal(row, err)
	}
	if f, ok := row[0].(float64); !ok || !math.IsNaN(f) {
		t.Errorf("it is read as %v", row[0])
	}
}

func TestRowsOfOtherKindsAreRefused(t *testing.T) {
	for name, content := range map[string]string{
		"no array": "\x01", "cut off": "\x82\x01", "cut off in a number": "\x81\x1b\x00", "a text that is too long": "\x81\x7b\xff\xff\xff\xff\xff\xff\xff\xff",
		"a number that is too large": "\x81\x1b\xff\xff\xff\xff\xff\xff\xff\xff", "without a length": "\x9f\x01\xff", "a map": "\x81\xa0", "a tag": "\x81\xc1\x01",
		"an array in a row": "\x81\x80", "too many values": "\x99\x04\x01" + strings.Repeat("\x01", maxColumns+1), "another float": "\x81\xf9\x3c\x00", "true": "\x81\xf5",
	} {
		if row, _, err := newRows([]byte(content)).next(); !errors.Is(err, errEncoding) {
			t.Errorf("%s: %v, %v", name, row, err)
		}
	}
	if _, err := appendRow(nil, []any{true}); err == nil {
		t.Error("a truth value is written")
	}
}

// FuzzRows reads any bytes; rows that are accepted are written as the same ones.
func FuzzRows(f *testing.F) {
	for _, row := range samples()[:3] {
		content, err := appendRow(nil, row)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for r := newRows(content); ; {
			row, encoded, err := r.next()
			if row == nil {
				return
			}
			again, writeErr := appendRow(nil, row)
			if err != nil || writeErr != nil || len(again) > len(encoded) {
				t.Fatalf("%x became %x: %v, %v", encoded, again, err, writeErr)
			}
		}
	})
}
