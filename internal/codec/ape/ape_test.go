package ape

import "testing"

func FuzzTag(f *testing.F) {
	f.Add([]byte("APETAGEX\xd0\x07\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xa0\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x00Title\x00a"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, ok := ParseMark(b); ok && m.Size < 0 {
			t.Errorf("%+v", m)
		}
		if i, ok := ParseItem(b); ok && (i.Size > len(b) || len(i.Value) > len(b)) {
			t.Errorf("%+v", i)
		}
	})
}

func TestItem(t *testing.T) {
	i, ok := ParseItem([]byte("\x03\x00\x00\x00\x00\x00\x00\x00Title\x00a\x00brest"))
	if !ok || i.Key != "Title" || string(i.Value) != "a\x00b" || !i.Text || i.Size != 8+6+3 {
		t.Errorf("%+v %v", i, ok)
	}
	if _, ok := ParseItem([]byte("\xff\x00\x00\x00\x00\x00\x00\x00Title\x00a")); ok {
		t.Error("a value beyond the end")
	}
}
