package stream

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/music"
)

func (b *bench) ready(form Form) int {
	b.spares.mu.Lock()
	defer b.spares.mu.Unlock()
	if f := b.spares.forms[form]; f != nil {
		return len(f.ready)
	}
	return 0
}

func TestSpareOutputIsIdentical(t *testing.T) {
	b := open(t, nil)
	for _, form := range []Form{{Format: music.Opus, Bitrate: 160}, {Format: music.FLAC}, {Format: music.AAC, Bitrate: 96, Fragmented: true}} {
		r := b.song("it's a \\ song%d\n#1.wav", 3, 44_100)
		r.Form, r.TrackID = form, "cold"
		cold := b.whole(r)
		await(t, "spares are ready", func() bool { return b.ready(form) == perForm })
		spare := b.spares.forms[form].ready[0]
		r.TrackID = "warm"
		if warm := b.whole(r); !bytes.Equal(cold, warm) {
			t.Errorf("%s: %d bytes cold, %d by a spare", form, len(cold), len(warm))
		}
		if spare.process.Wait() != nil {
			t.Error("the spare was not used")
		}
		await(t, "spares are ready again", func() bool { return b.ready(form) == perForm })
	}
}

func TestSpareFails(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 1, 44_100)
	r.TrackID = "first"
	want := b.whole(r)
	await(t, "spares are ready", func() bool { return b.ready(r.Form) == perForm })
	for _, spare := range b.spares.forms[r.Form].ready {
		spare.process.Discard()
	}
	r.TrackID = "second"
	if got := b.whole(r); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}

func TestUnusedSparesAreStopped(t *testing.T) {
	b := open(t, nil)
	for i := range maxForms + 1 {
		b.spares.used(Form{Format: music.FLAC, Deep: i%2 == 0, Fragmented: i >= 2, Bitrate: i / 4})
	}
	if n := len(b.spares.forms); n != maxForms {
		t.Errorf("%d forms have spares", n)
	}
	b.spares.used(Form{Format: music.FLAC})
	now := time.Now()
	b.now = func() time.Time { return now.Add(spareLife) }
	b.spares.tidy()
	if n := len(b.spares.forms); n > 0 {
		t.Errorf("%d forms still have spares", n)
	}
	await(t, "their folders are gone", func() bool {
		left, err := filepath.Glob(filepath.Join(b.cache.folder, sparesName+"*"))
		return err == nil && len(left) == 0
	})
	if _, err := os.Stat(b.cache.folder); err != nil {
		t.Error(err)
	}
}
