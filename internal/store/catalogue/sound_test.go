package catalogue_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/storetest"
)

// trackSound tests the data for converting a track.
func trackSound(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	gain := music.ReplayGain{TrackGain: -7.5, TrackPeak: 0.9, HasTrack: true}
	f.Scan(
		storetest.Song("a.flac", "A", func(s *music.ScannedFile) { s.Audio.BitDepth, s.Audio.Tags.ReplayGain = 24, gain }),
		storetest.Song("b.flac", "B"), storetest.Song("c.flac", "C"), storetest.Song("d.flac", "D"),
	)
	loud := func(lufs, peak float64) *sound.Analysis {
		a := storetest.Measured(120, music.NoKey, lufs, 0.5)
		a.Loudness.TruePeak = peak
		return a
	}
	f.Analyse(map[string]*sound.Analysis{"b.flac": loud(-10, -1), "c.flac": loud(-20, -0.5), "d.flac": loud(sound.SilenceLUFS, -60)})
	all := f.TracksByTitle(storetest.Admin)

	a := storetest.Get(f.TrackSound(ctx, storetest.Admin, all["A"].ID, false))(t)
	if a.Path != "a.flac" || a.Root != "/music" || a.Size != 4_000_000 || a.Duration != 200*time.Second || a.BitDepth != 24 || a.ReplayGain != gain || a.Loudness != nil || a.AlbumLoudness != nil {
		t.Errorf("%+v", a)
	}
	b := storetest.Get(f.TrackSound(ctx, storetest.Admin, all["B"].ID, true))(t)
	if b.Loudness == nil || b.Loudness.Integrated != -10 || b.ReplayGain != (music.ReplayGain{}) {
		t.Errorf("%+v", b)
	}
	// The mean power of -10 and -20 is -12.6; the silence does not count.
	if l := b.AlbumLoudness; l == nil || math.Abs(l.Integrated+12.596) > 0.001 || l.TruePeak != -0.5 {
		t.Errorf("album %+v", l)
	}
	_, err := f.TrackSound(ctx, music.Viewer{}, all["A"].ID, false)
	f.Code(err, music.NotFound)
	_, err = f.TrackSound(ctx, storetest.Admin, "nothing", true)
	f.Code(err, music.NotFound)

	ids := []string{all["A"].ID, "nothing", all["B"].ID}
	if gone := storetest.Get(f.TracksGone(ctx, ids))(t); !slices.Equal(gone, []string{"nothing"}) {
		t.Errorf("gone: %v", gone)
	}
}
