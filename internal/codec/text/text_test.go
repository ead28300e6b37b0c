package text

import (
	"encoding/binary"
	"testing"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	for b, want := range map[string]string{
		"Ad\xc3\xa9": "Adé", "Ad\xe9": "Adé", "\xef\xbb\xbfa": "a", "\x93a\x94": "“a”", "": "",
	} {
		if got := Decode([]byte(b)); got != want {
			t.Errorf("%q: %q, want %q", b, got, want)
		}
	}
	for b, want := range map[string]string{"a\x00": "a", "\xfe\xff\x00a": "a", "\xff\xfea\x00\x00": "a"} {
		if got := UTF16([]byte(b), binary.LittleEndian); got != want {
			t.Errorf("%q: %q, want %q", b, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x81\x8d"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, s := range []string{Decode(b), UTF16(b, binary.LittleEndian)} {
			if !utf8.ValidString(s) {
				t.Errorf("%x became %q", b, s)
			}
		}
	})
}
