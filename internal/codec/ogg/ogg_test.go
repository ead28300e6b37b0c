package ogg

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		packets := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 700), 0, 40).Draw(t, "packets")
		h := Header{
			Flags: rapid.ByteMax(7).Draw(t, "flags"), Granule: rapid.Int64().Draw(t, "granule"),
			Serial: rapid.Uint32().Draw(t, "serial"), Sequence: rapid.Uint32().Draw(t, "sequence"),
		}
		var body []byte
		for _, p := range packets {
			h.Lacing, body = Lace(h.Lacing, len(p)), append(body, p...)
		}
		page := h.Page(body)
		got, status := ParseHeader(page)
		if status != Found || !got.Verify(page) || got.Size()+got.BodySize() != len(page) {
			t.Fatalf("%d: %+v", status, got)
		}
		if got.Flags != h.Flags || got.Granule != h.Granule || got.Serial != h.Serial || got.Sequence != h.Sequence || !bytes.Equal(got.Lacing, h.Lacing) {
			t.Fatalf("%+v became %+v", h, got)
		}
		n := 0
		for piece, ends := range got.Packets(page[got.Size():]) {
			if !ends || !bytes.Equal(piece, packets[n]) {
				t.Fatalf("packet %d: %x %v, want %x", n, piece, ends, packets[n])
			}
			n++
		}
		if n != len(packets) {
			t.Fatalf("%d packets of %d", n, len(packets))
		}
		page[rapid.IntRange(0, len(page)-1).Draw(t, "damaged")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if h, status := ParseHeader(page); status == Found && h.Size()+h.BodySize() == len(page) && h.Verify(page) {
			t.Fatal("damage is not detected")
		}
	})
}

func TestOpenPacket(t *testing.T) {
	h := Header{Lacing: []byte{3, 255, 255}}
	var ends []bool
	var sizes []int
	for piece, end := range h.Packets(make([]byte, 513)) {
		ends, sizes = append(ends, end), append(sizes, len(piece))
	}
	if len(ends) != 2 || !ends[0] || ends[1] || sizes[0] != 3 || sizes[1] != 510 {
		t.Errorf("%v %v", sizes, ends)
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(Header{Flags: First, Lacing: []byte{4}}.Page([]byte("abcd")))
	f.Fuzz(func(t *testing.T, b []byte) {
		h, status := ParseHeader(b)
		if status != Found || h.Size()+h.BodySize() > len(b) {
			return
		}
		size := h.Size() + h.BodySize()
		if size > MaxPage {
			t.Errorf("a page of %d bytes", size)
		}
		n := 0
		for piece := range h.Packets(b[h.Size():size]) {
			n += len(piece)
		}
		if n != h.BodySize() {
			t.Errorf("%d bytes of %d are in packets", n, h.BodySize())
		}
		if again := h.Page(b[h.Size():size]); h.Verify(b[:size]) && !bytes.Equal(again, b[:size]) {
			t.Errorf("%x became %x", b[:size], again)
		}
	})
}
