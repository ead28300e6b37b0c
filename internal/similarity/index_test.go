package similarity

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// madeUp returns vectors in clusters, like those of real music, whose numbers
// have different spreads.
func madeUp(n int) []sound.TrackVector {
	r := rand.New(rand.NewPCG(7, 7))
	centers := make([][dsp.VectorSize]float64, max(n/100, 5))
	for c := range centers {
		for i := range centers[c] {
			centers[c][i] = r.NormFloat64()
		}
	}
	rows := make([]sound.TrackVector, n)
	for t := range rows {
		v := make([]float32, dsp.VectorSize)
		center := &centers[r.IntN(len(centers))]
		for i := range v {
			v[i] = float32(float64(i+1) * (center[i] + 0.7*r.NormFloat64()))
		}
		rows[t] = sound.TrackVector{
			Seq: int64(t + 1), ArtistID: string(rune('A' + t%97)), IsPublic: true, AudioKey: r.Uint64(),
			AnalysedAt: time.UnixMilli(int64(t)), Vector: v,
		}
	}
	return rows
}

func indexOf(rows []sound.TrackVector) *index {
	var sample [][]float32
	for i := range rows {
		sample = append(sample, rows[i].Vector)
	}
	x := newIndex(fit(sample))
	x.put(rows)
	return x
}

// slow returns the distance of two codes, computed number by number.
func slow(a, b *code) (sum uint32) {
	for i := range dsp.VectorSize {
		sum += uint32(math.Abs(float64(a.at(i)) - float64(b.at(i))))
	}
	return sum
}

func TestDistanceOfCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		var a, b code
		for i := range dsp.VectorSize {
			a.set(i, uint8(r.IntN(levels)))
			b.set(i, [3]uint8{0, levels - 1, uint8(r.IntN(levels))}[r.IntN(3)])
		}
		want := slow(&a, &b)
		if got := a.distance(&b, math.MaxUint32); got != want || b.distance(&a, want) != want {
			t.Fatalf("distance %d, want %d", got, want)
		}
		if got := a.distance(&b, want/2); got <= want/2 {
			t.Fatalf("given up at %d though the limit is %d", got, want/2)
		}
	}
}

func TestNearestIsExact(t *testing.T) {
	rows := madeUp(17_000) // enough for a search by two goroutines
	x := indexOf(rows)
	all := x.hits(seqsOf(rows))
	for _, seed := range []int{0, 9000, 16_999} {
		by := like(all[seed : seed+1])
		want := slices.Clone(all)
		for i := range want {
			want[i].distance = slow(all[seed].code, want[i].code)
		}
		slices.SortStableFunc(want, func(a, b hit) int { return int(a.distance) - int(b.distance) })
		got := x.nearest(&search{maxCount: 50, by: by, except: map[int64]bool{want[1].seq: true}})
		want = slices.Delete(want, 1, 2)
		for i := range got {
			if got[i].seq != want[i].seq || got[i].distance != want[i].distance {
				t.Fatalf("seed %d, hit %d: track %d at %d, want %d at %d", seed, i, got[i].seq, got[i].distance, want[i].seq, want[i].distance)
			}
		}
	}
}

func seqsOf(rows []sound.TrackVector) (seqs []int64) {
	for _, r := range rows {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

// TestBlend checks that numbers in which the seeds agree carry more weight.
func TestBlend(t *testing.T) {
	var a, b, agrees, differs code
	for i := range dsp.VectorSize {
		a.set(i, 60)
		b.set(i, 60)
		agrees.set(i, 60)
		differs.set(i, 60)
	}
	a.set(0, 10)
	b.set(0, 110)
	agrees.set(0, 20)  // differs much where the seeds disagree
	differs.set(1, 90) // differs less, but where the seeds agree
	by := like([]hit{{code: &a}, {code: &b}})
	if near, far := by(&agrees, math.MaxUint32), by(&differs, math.MaxUint32); near >= far {
		t.Errorf("%d, %d", near, far)
	}
}

func TestCodesAreClippedAndWeighted(t *testing.T) {
	rows := madeUp(500)
	x := indexOf(rows)
	far := slices.Clone(rows[0].Vector)
	far[0], far[1] = math.MaxFloat32, -math.MaxFloat32
	c := x.scale.code(far)
	if c.at(0) != levels-1 || c.at(1) != 0 {
		t.Errorf("%d, %d", c.at(0), c.at(1))
	}
	for i := range dsp.VectorSize {
		for _, h := range x.hits(seqsOf(rows)) {
			if limit := weightOf(i) * levels; float64(h.code.at(i)) > limit {
				t.Fatalf("number %d: %d above %.0f", i, h.code.at(i), limit)
			}
		}
	}
}

func TestIndexFollowsTheLibrary(t *testing.T) {
	rows := madeUp(3000)
	x := indexOf(rows[:2000])
	bad := slices.Clone(rows[2000:2003])
	bad[0].Vector, bad[1].Vector = nil, []float32{1}
	bad[2].Vector = slices.Clone(bad[2].Vector)
	bad[2].Vector[5] = float32(math.NaN())
	if x.put(bad); x.live() != 2000 {
		t.Errorf("%d tracks with what is no vector", x.live())
	}
	there := slices.Concat(rows[:500], rows[1500:2500])
	there[0].ArtistID = "another"
	w := x.sweep()
	missing := slices.Concat(w.keep(there[:700]), w.keep(there[700:]))
	w.end()
	if !slices.Equal(missing, seqsOf(rows[2000:2500])) || x.live() != 1000 {
		t.Errorf("%d missing, %d there", len(missing), x.live())
	}
	if x.put(rows[2000:2500]); x.live() != 1500 || len(x.slabs) != 1 {
		t.Errorf("%d there in %d slabs", x.live(), len(x.slabs))
	}
	if h := x.hits([]int64{rows[0].Seq, rows[700].Seq, rows[2100].Seq}); len(h) != 2 || h[0].artist != artistHash("another") {
		t.Errorf("%+v", h)
	}
	moved := rows[2100]
	moved.Vector = rows[3].Vector
	x.put([]sound.TrackVector{moved})
	got := x.nearest(&search{maxCount: 2, by: like(x.hits([]int64{rows[3].Seq}))})
	if len(got) != 2 || got[1].seq != moved.Seq || got[1].distance != 0 || x.live() != 1500 {
		t.Errorf("%+v", got)
	}
}

func TestNearestRespectsVisibility(t *testing.T) {
	rows := madeUp(4)
	rows[1].IsPublic = false
	rows[2].IsPublic, rows[2].OwnerID = false, "ana"
	rows[3].IsPublic, rows[3].OwnerID = false, "bo"
	x := indexOf(rows)
	for _, c := range []struct {
		viewer music.Viewer
		want   []int64
	}{
		{music.Viewer{}, []int64{1}},
		{music.Viewer{AccountID: "ana", Role: music.Listener}, []int64{1, 2, 3}},
		{music.Viewer{AccountID: "cy", Role: music.Admin}, []int64{1, 2, 3, 4}},
	} {
		var got []int64
		for _, h := range x.nearest(&search{viewer: c.viewer, maxCount: 9, by: like(x.hits([]int64{1}))}) {
			got = append(got, h.seq)
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%+v hears %v", c.viewer, got)
		}
	}
}

func BenchmarkNearest(b *testing.B) {
	x := indexOf(madeUp(100_000))
	for _, seeds := range []int{1, 20} {
		b.Run(map[int]string{1: "OneSeed", 20: "TwentySeeds"}[seeds], func(b *testing.B) {
			by := like(x.hits([]int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}[:seeds]))
			for b.Loop() {
				x.nearest(&search{maxCount: 100, by: by})
			}
		})
	}
}
