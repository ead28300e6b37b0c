package library

import (
	"io"
	"testing"
	"time"
)

func TestRecentCoversAreBounded(t *testing.T) {
	var r recentCovers
	now := time.Now()
	cover := func(n int) coverVersion {
		return coverVersion{hash: string(rune('a' + n)), size: n, format: jpegFormat}
	}
	fits := maxRecentBytes / maxRecentCover
	for n := range fits {
		r.add(cover(n), make([]byte, maxRecentCover), now)
	}
	if r.open(cover(0), now) == nil {
		t.Fatal("a cover is gone although all fit")
	}
	r.add(cover(fits), make([]byte, maxRecentCover), now)
	if r.open(cover(0), now) == nil || r.open(cover(1), now) != nil {
		t.Error("the cover that was not requested for longest stayed, or another one went")
	}
	if r.bytes != maxRecentBytes || len(r.known) != fits || r.order.Len() != fits {
		t.Errorf("%d bytes, %d known, %d in order, want %d, %d, %d", r.bytes, len(r.known), r.order.Len(), maxRecentBytes, fits, fits)
	}
}

func TestRecentCoverIsReadAgain(t *testing.T) {
	var r recentCovers
	now, v := time.Now(), coverVersion{"cover", 300, jpegFormat}
	r.add(v, []byte("first"), now)
	if got, err := io.ReadAll(r.add(v, []byte("second"), now).File); err != nil || string(got) != "second" || r.bytes != len("second") {
		t.Errorf("%q, %v, %d bytes", got, err, r.bytes)
	}
	if r.open(v, now.Add(touchEvery+time.Second)) != nil || r.bytes != 0 {
		t.Error("a cover is in memory although its use has to be recorded again")
	}
	r.add(v, []byte("third"), now)
	r.forget(v)
	if r.open(v, now) != nil || r.bytes != 0 {
		t.Error("a cover is in memory although it was forgotten")
	}
}

// Covers that do not fit are never read into memory, however often all are requested.
func TestCoverIsReadAtItsSecondRequest(t *testing.T) {
	var r recentCovers
	now := time.Now()
	few, many := 10, 2*maxRecentBytes/maxRecentCover
	request := func(n int) (again int) {
		for i := range n {
			if r.isAgain(coverVersion{"cover", i, jpegFormat}, maxRecentCover, now) {
				again++
			}
		}
		return again
	}
	if first, second := request(few), request(few); first != 0 || second != few {
		t.Errorf("%d and %d of %d covers were requested before", first, second, few)
	}
	if r.open(coverVersion{"cover", 0, jpegFormat}, now) != nil {
		t.Error("a cover without content was opened")
	}
	request(many)
	if again := request(many); again != 0 {
		t.Errorf("%d of %d covers would be read although they do not fit", again, many)
	}
	if r.bytes > maxRecentBytes {
		t.Errorf("%d bytes", r.bytes)
	}
}
