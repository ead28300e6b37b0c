package tag

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"sonora/internal/codec/ogg"
)

// oggPages splits a file into pages.
func oggPages(t testing.TB, content []byte) (pages [][]byte) {
	t.Helper()
	for len(content) > 0 {
		n := ogg.HeaderSize + int(content[26])
		for _, v := range content[ogg.HeaderSize:n] {
			n += int(v)
		}
		pages = append(pages, bytes.Clone(content[:n]))
		content = content[n:]
	}
	return pages
}

// shared changes a sample so that its header ends on the page where audio begins.
func shared(t testing.TB, content []byte) []byte {
	t.Helper()
	s, err := newSource(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h, err := readOggHeader(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	pages := oggPages(t, content)
	last, first := pages[h.pages-1], pages[h.pages]
	lastBody, firstBody := ogg.HeaderSize+int(last[26]), ogg.HeaderSize+int(first[26])
	segments := append(bytes.Clone(last[ogg.HeaderSize:lastBody]), first[ogg.HeaderSize:firstBody]...)
	if len(segments) > 255 {
		t.Fatalf("%d segments for one page", len(segments))
	}
	granule := int64(binary.LittleEndian.Uint64(first[6:]))
	out := bytes.Join(pages[:h.pages-1], nil)
	out = h.page(out, uint32(h.pages-1), last[5]|first[5], granule, segments, append(bytes.Clone(last[lastBody:]), first[firstBody:]...))
	for _, p := range pages[h.pages+1:] {
		renumber(p, ^uint32(0))
		out = append(out, p...)
	}
	return out
}

// checkPages checks the checksums and numbers of all pages.
func checkPages(t *testing.T, content []byte) {
	t.Helper()
	for i, p := range oggPages(t, content) {
		if n := binary.LittleEndian.Uint32(p[18:]); n != uint32(i) {
			t.Fatalf("page %d is numbered %d", i, n)
		}
		if damageOf(p) != 0 {
			t.Fatalf("page %d has a wrong checksum", i)
		}
	}
}

// TestHeaderSharesPage changes files whose header ends in the middle of a page.
// The header has one page or several, and grows or shrinks.
func TestHeaderSharesPage(t *testing.T) {
	for _, name := range []string{"vorbis.ogg", "sine.opus", "flac.oga"} {
		t.Run(name, func(t *testing.T) {
			before := []byte(readSample(t, name))
			long, _ := rewritten(t, before, Change{Fields: map[string][]string{"LYRICS": {strings.Repeat("la la la\n", 30_000)}}})
			for _, odd := range [][]byte{shared(t, before), shared(t, long)} {
				checkPages(t, odd)
				if a, b := streamHash(t, before), streamHash(t, odd); a != b {
					t.Fatalf("the test's own file is another: %s, was %s", b, a)
				}
				c := everything()
				c.Cover = &Cover{samplePicture(t, 400, true)}
				grown, f := rewritten(t, odd, c)
				checkPages(t, grown)
				sameSound(t, odd, grown)
				if got := f.fields.tags(); got.Title != c.Fields["TITLE"][0] {
					t.Errorf("the title is %q", got.Title)
				}
				checkPicture(t, f, c.Cover.Data)
				shrunk, f := rewritten(t, grown, Change{Fields: map[string][]string{"TITLE": nil, "LYRICS": nil}, Cover: &Cover{}})
				checkPages(t, shrunk)
				sameSound(t, odd, shrunk)
				if got := f.fields.tags(); got.Title != "" {
					t.Errorf("the title is %q", got.Title)
				}
			}
		})
	}
}

// TestDamageOfSharedPageStays checks that a page with a wrong checksum keeps it.
func TestDamageOfSharedPageStays(t *testing.T) {
	odd := shared(t, []byte(readSample(t, "vorbis.ogg")))
	pages := oggPages(t, odd)
	at := len(pages[0])
	odd[at+22] ^= 0x55
	out, _ := rewritten(t, odd, everything())
	damaged := 0
	for _, p := range oggPages(t, out) {
		if damageOf(p) == 0x55 {
			damaged++
		}
	}
	if damaged != 1 {
		t.Errorf("%d damaged pages", damaged)
	}
}
