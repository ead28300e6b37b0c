package catalogue_test

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/storetest"
)

func seqsOf(rows []sound.TrackVector) []int64 {
	seqs := []int64{}
	for _, r := range rows {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

func vectors(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "A", storetest.By("Ana")), storetest.Song("b.flac", "B"), storetest.Song("c.flac", "C"), storetest.Song("d.flac", "D"))
	tracks := f.TracksByTitle(storetest.Admin)
	at := storetest.Now
	analyse := func(path string) {
		t.Helper()
		for _, task := range f.Claim(8, at) {
			if task.Path == path {
				f.Must(f.SaveAnalysis(ctx, &task, storetest.Measured(120, 0, -9, 0.5), at))
			} else {
				f.Must(f.ReturnAnalysis(ctx, &task))
			}
		}
	}
	for _, path := range []string{"c.flac", "a.flac", "b.flac"} {
		analyse(path)
		at = at.Add(time.Minute)
	}
	a, b, c := tracks["A"].Seq, tracks["B"].Seq, tracks["C"].Seq
	all := storetest.Get(f.Vectors(ctx, 0, 1, 9))(t)
	if !slices.Equal(seqsOf(all), []int64{a, b, c}) {
		t.Fatalf("vectors of %v", seqsOf(all))
	}
	first := all[0]
	if !slices.Equal(first.Vector, []float32{0.5, -1}) || first.ArtistID != tracks["A"].ArtistID || first.IsPublic || first.OwnerID != "" || first.AudioKey == 0 || !first.AnalysedAt.Equal(storetest.Now.Add(time.Minute)) {
		t.Errorf("%+v", first)
	}
	for _, c := range []struct {
		what string
		got  []sound.TrackVector
		want []int64
	}{
		{"the rest", storetest.Get(f.Vectors(ctx, a, 1, 1))(t), []int64{b}},
		{"every seventh", storetest.Get(f.Vectors(ctx, 0, 1_000_000, 9))(t), []int64{}},
		{"those since", storetest.Get(f.VectorsSince(ctx, storetest.Now.Add(time.Minute), 9))(t), []int64{a, b}},
		{"some", storetest.Get(f.VectorsOf(ctx, []int64{c, tracks["D"].Seq}))(t), []int64{c}},
		{"the list", storetest.Get(f.VectorTracks(ctx, a, 9))(t), []int64{b, c}},
	} {
		if got := seqsOf(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
	if n := storetest.Get(f.CountVectors(ctx))(t); n < 3 {
		t.Errorf("%d vectors", n)
	}

	// Another sound at the same path, and a missing file.
	f.Scan(storetest.Song("c.flac", "C", func(s *music.ScannedFile) { s.Audio.AudioKey++ }))
	storetest.Get(f.MarkMissing(ctx, []string{tracks["A"].ID}, storetest.Now))(t)
	if left := seqsOf(storetest.Get(f.VectorTracks(ctx, 0, 9))(t)); !slices.Equal(left, []int64{b}) {
		t.Errorf("left: %v", left)
	}
}

func seeds(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	bpm := func(v float64) func(*music.ScannedFile) { return storetest.Tags(func(g *music.Tags) { g.BPM = v }) }
	f.Scan(
		storetest.Song("1", "Mine", storetest.By("Ana"), storetest.Genre("Jazz"), bpm(100)), storetest.Song("2", "Sister", storetest.By("Ana"), storetest.Genre("Pop")),
		storetest.Song("3", "Cousin", storetest.By("Bo"), storetest.Genre("jazz"), bpm(102)), storetest.Song("4", "Uncle", storetest.By("Cy"), storetest.Genre("Jazz"), bpm(150)),
		storetest.Song("5", "Step", storetest.By("Di"), storetest.Genre("Rock"), bpm(97)), storetest.Song("6", "Stranger", storetest.By("Ed"), storetest.Genre("Rock"), bpm(170)),
	)
	all := f.TracksByTitle(storetest.Admin)
	ids := []string{all["Step"].ID, "nothing", all["Mine"].ID, all["Step"].ID}
	got := storetest.Get(f.Seeds(ctx, storetest.Admin, ids))(t)
	if len(got) != 2 || got[1].ID != all["Step"].ID || got[0].Seq != all["Mine"].Seq || got[0].Tempo != 100 || got[0].Genre != "Jazz" || got[0].ArtistID != all["Mine"].ArtistID || got[0].AudioKey == 0 {
		t.Errorf("%+v", got)
	}
	if n := len(storetest.Get(f.Seeds(ctx, music.Viewer{}, ids))(t)); n != 0 {
		t.Errorf("a visitor sees %d", n)
	}
	order := func(seeds []sound.Seed) (seqs []int64) {
		for _, s := range seeds {
			seqs = append(seqs, s.Seq)
		}
		return seqs
	}
	related := storetest.Get(f.RelatedTracks(ctx, storetest.Admin, got[:1], 9))(t)
	storetest.Same(t, "related", storetest.Titles(storetest.Get(f.TracksInOrder(ctx, storetest.Admin, order(related)))(t)), []string{"Sister", "Mine", "Cousin", "Uncle", "Step", "Stranger"})
	storetest.Same(t, "newest", storetest.Titles(storetest.Get(f.TracksInOrder(ctx, storetest.Admin, order(storetest.Get(f.RelatedTracks(ctx, storetest.Admin, nil, 2))(t))))(t)), []string{"Stranger", "Step"})
	ofArtist := storetest.Get(f.SeedsOf(ctx, storetest.Admin, music.TrackFilter{ArtistID: all["Mine"].ArtistID}, 9))(t)
	storetest.Same(t, "of an artist", storetest.Titles(storetest.Get(f.TracksInOrder(ctx, storetest.Admin, order(ofArtist)))(t)), []string{"Mine", "Sister"})
	ofAlbum := storetest.Get(f.SeedsOf(ctx, storetest.Admin, music.TrackFilter{AlbumID: all["Cousin"].AlbumID}, 9))(t)
	storetest.Same(t, "of an album", storetest.Titles(storetest.Get(f.TracksInOrder(ctx, storetest.Admin, order(ofAlbum)))(t)), []string{"Cousin"})
	if n := len(storetest.Get(f.TracksInOrder(ctx, music.Viewer{}, order(related)))(t)); n != 0 {
		t.Errorf("a visitor sees %d", n)
	}
}
