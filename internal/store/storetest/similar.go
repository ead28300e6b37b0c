package storetest

import (
	"slices"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
)

func seqsOf(rows []sound.TrackVector) []int64 {
	seqs := []int64{}
	for _, r := range rows {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

func vectors(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "A", by("Ana")), song("b.flac", "B"), song("c.flac", "C"), song("d.flac", "D"))
	tracks := f.tracks(admin)
	at := now
	analyse := func(path string) {
		t.Helper()
		for _, task := range f.claim(8, at) {
			if task.Path == path {
				f.must(f.SaveAnalysis(ctx, &task, measured(120, 0, -9, 0.5), at))
			} else {
				f.must(f.ReturnAnalysis(ctx, &task))
			}
		}
	}
	for _, path := range []string{"c.flac", "a.flac", "b.flac"} {
		analyse(path)
		at = at.Add(time.Minute)
	}
	a, b, c := tracks["A"].Seq, tracks["B"].Seq, tracks["C"].Seq
	all := get(f.Vectors(ctx, 0, 1, 9))(t)
	if !slices.Equal(seqsOf(all), []int64{a, b, c}) {
		t.Fatalf("vectors of %v", seqsOf(all))
	}
	first := all[0]
	if !slices.Equal(first.Vector, []float32{0.5, -1}) || first.ArtistID != tracks["A"].ArtistID || first.IsPublic || first.OwnerID != "" || first.AudioKey == 0 || !first.AnalysedAt.Equal(now.Add(time.Minute)) {
		t.Errorf("%+v", first)
	}
	for _, c := range []struct {
		what string
		got  []sound.TrackVector
		want []int64
	}{
		{"the rest", get(f.Vectors(ctx, a, 1, 1))(t), []int64{b}},
		{"every seventh", get(f.Vectors(ctx, 0, 1_000_000, 9))(t), []int64{}},
		{"those since", get(f.VectorsSince(ctx, now.Add(time.Minute), 9))(t), []int64{a, b}},
		{"some", get(f.VectorsOf(ctx, []int64{c, tracks["D"].Seq}))(t), []int64{c}},
		{"the list", get(f.VectorTracks(ctx, a, 9))(t), []int64{b, c}},
	} {
		if got := seqsOf(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
	if n := get(f.CountVectors(ctx))(t); n < 3 {
		t.Errorf("%d vectors", n)
	}

	// Another sound at the same place, and a file that is gone.
	f.scan(song("c.flac", "C", func(s *music.ScannedFile) { s.Audio.AudioKey++ }))
	get(f.MarkMissing(ctx, []string{tracks["A"].ID}, now))(t)
	if left := seqsOf(get(f.VectorTracks(ctx, 0, 9))(t)); !slices.Equal(left, []int64{b}) {
		t.Errorf("left: %v", left)
	}
}

func seeds(t *testing.T, f *fixture) {
	ctx := t.Context()
	bpm := func(v float64) func(*music.ScannedFile) { return tags(func(g *music.Tags) { g.BPM = v }) }
	f.scan(
		song("1", "Mine", by("Ana"), genre("Jazz"), bpm(100)), song("2", "Sister", by("Ana"), genre("Pop")),
		song("3", "Cousin", by("Bo"), genre("jazz"), bpm(102)), song("4", "Uncle", by("Cy"), genre("Jazz"), bpm(150)),
		song("5", "Step", by("Di"), genre("Rock"), bpm(97)), song("6", "Stranger", by("Ed"), genre("Rock"), bpm(170)),
	)
	all := f.tracks(admin)
	ids := []string{all["Step"].ID, "nothing", all["Mine"].ID, all["Step"].ID}
	got := get(f.Seeds(ctx, admin, ids))(t)
	if len(got) != 2 || got[1].ID != all["Step"].ID || got[0].Seq != all["Mine"].Seq || got[0].Tempo != 100 || got[0].Genre != "Jazz" || got[0].ArtistID != all["Mine"].ArtistID || got[0].AudioKey == 0 {
		t.Errorf("%+v", got)
	}
	if n := len(get(f.Seeds(ctx, music.Viewer{}, ids))(t)); n != 0 {
		t.Errorf("a visitor sees %d", n)
	}
	order := func(seeds []sound.Seed) (seqs []int64) {
		for _, s := range seeds {
			seqs = append(seqs, s.Seq)
		}
		return seqs
	}
	related := get(f.RelatedTracks(ctx, admin, got[:1], 9))(t)
	same(t, "related", titles(get(f.TracksInOrder(ctx, admin, order(related)))(t)), []string{"Sister", "Mine", "Cousin", "Uncle", "Step", "Stranger"})
	same(t, "newest", titles(get(f.TracksInOrder(ctx, admin, order(get(f.RelatedTracks(ctx, admin, nil, 2))(t))))(t)), []string{"Stranger", "Step"})
	ofArtist := get(f.SeedsOf(ctx, admin, music.TrackFilter{ArtistID: all["Mine"].ArtistID}, 9))(t)
	same(t, "of an artist", titles(get(f.TracksInOrder(ctx, admin, order(ofArtist)))(t)), []string{"Mine", "Sister"})
	ofAlbum := get(f.SeedsOf(ctx, admin, music.TrackFilter{AlbumID: all["Cousin"].AlbumID}, 9))(t)
	same(t, "of an album", titles(get(f.TracksInOrder(ctx, admin, order(ofAlbum)))(t)), []string{"Cousin"})
	if n := len(get(f.TracksInOrder(ctx, music.Viewer{}, order(related)))(t)); n != 0 {
		t.Errorf("a visitor sees %d", n)
	}
}
