package plan

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// steady returns a track with a steady beat.
func steady(bpm, seconds float64, key music.Key, energy float64) Track {
	return Track{Title: strconv.FormatFloat(bpm, 'f', -1, 64), Duration: seconds, Sound: &sound.Analysis{
		Tempo: sound.Tempo{BPM: bpm, Confidence: 0.9}, Grid: []sound.GridSegment{{Start: 0.3, BPM: bpm, Beats: int((seconds - 0.3) * bpm / 60)}},
		Meter: 4, Key: key, KeyTrust: 1, Energy: energy, Loudness: sound.Loudness{Integrated: -10, TruePeak: -0.5},
	}}
}

func build(t *testing.T, tracks []Track, o Options) *Plan {
	t.Helper()
	p, err := Build(tracks, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// order returns the tracks of a plan, in order.
func order(p *Plan) (list []int) {
	for _, e := range p.Entries {
		list = append(list, e.Track)
	}
	return list
}

func TestTransitionsByKind(t *testing.T) {
	ambient := Track{Title: "ambient", Duration: 200}
	waltz := steady(124, 200, 0, 0.5)
	waltz.Sound.Meter = 3
	drifting := steady(124, 200, 0, 0.5)
	drifting.Sound.Grid = append(drifting.Sound.Grid, sound.GridSegment{Start: 100, BPM: 131, Beats: 200})
	first, second := steady(80, 100, 0, 0.5), steady(120, 100, 0, 0.5)
	for i, s := range []*Track{&first, &second} {
		s.AlbumID, s.Disc, s.Number = "album", 1, i+1
	}
	fading := first
	fading.Sound = new(sound.Analysis)
	*fading.Sound = *first.Sound
	fading.Sound.Cues = []sound.Cue{{Kind: sound.CueStart, At: 0}, {Kind: sound.CueEnd, At: 98.5}}
	for _, c := range []struct {
		name string
		a, b Track
		lock bool
		kind Kind
		bars int
		code string
	}{
		{"near", steady(124, 200, 0, 0.5), steady(126, 200, 0, 0.5), false, Blend, 16, "tempo"},
		{"half the tempo", steady(140, 200, 0, 0.5), steady(70, 200, 0, 0.5), false, Blend, 16, "tempo"},
		{"clashing keys", steady(124, 200, 0, 0.5), steady(126, 200, 6, 0.5), false, Blend, 8, "key-clash"},
		{"short", steady(124, 200, 0, 0.5), steady(124, 45, 0, 0.5), false, Blend, 8, "phrase"},
		{"too short", steady(124, 200, 0, 0.5), steady(124, 20, 0, 0.5), false, Cut, 0, "short"},
		{"another meter", steady(124, 200, 0, 0.5), waltz, false, Cut, 0, "meter"},
		{"7 % apart, with key lock", steady(120, 200, 0, 0.5), steady(128.4, 200, 0, 0.5), true, Blend, 16, "tempo"},
		{"7 % apart, without", steady(120, 200, 0, 0.5), steady(128.4, 200, 0, 0.5), false, Fade, 0, "clash"},
		{"far apart", steady(120, 200, 0, 0.5), steady(150, 200, 0, 0.5), true, Fade, 0, "clash"},
		{"no beat after", steady(120, 200, 0, 0.5), ambient, true, Echo, 0, "no-beat"},
		{"no beat before", ambient, steady(120, 200, 0, 0.5), true, Fade, 0, "no-beat"},
		{"drifting", drifting, ambient, true, Fade, 0, "no-beat"},
		{"an album", first, second, true, Gapless, 0, "album"},
		{"an album with pauses", fading, second, true, Fade, 0, "clash"},
	} {
		p := build(t, []Track{c.a, c.b}, Options{KeepOrder: true, KeyLock: c.lock})
		j := p.Joins[0]
		said := slices.ContainsFunc(j.Reasons, func(m music.Message) bool { return m.Code == c.code })
		if j.Kind != c.kind || j.Bars != c.bars || !said {
			t.Errorf("%s: %s of %d bars because %v, want %s of %d because %s", c.name, j.Kind, j.Bars, j.Reasons, c.kind, c.bars, c.code)
		}
		if c.code == "clash" && j.Frames > 2*Rate {
			t.Errorf("%s: two beats run against each other for %.1f s", c.name, float64(j.Frames)/Rate)
		}
		if c.kind == Gapless && (p.Entries[0].Gain != p.Entries[1].Gain || p.Frames != 200*Rate || p.Entries[1].From != 0) {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}

func TestFullSectionsAreLong(t *testing.T) {
	section := func(start, end, energy float64) sound.Section {
		return sound.Section{Start: start, End: end, Energy: energy}
	}
	track := steady(160, 200, 0, 0.5)
	track.Sound.Sections = []sound.Section{
		section(0, 18.8, 0.2), section(18.8, 24.8, 0.65), section(24.8, 90, 0.8), section(90, 110, 0.3), section(110, 180, 0.9),
		section(180, 186, 0.6), section(186, 200, 0.2),
	}
	if from, to := track.full(); from != 24.8 || to != 180 {
		t.Errorf("the full sections last from %v to %v s", from, to)
	}
	// Many short sections are as full as one that is long.
	track.Sound.Sections = []sound.Section{
		section(0, 20, 0.2), section(20, 110, 0.8), section(110, 150, 0.4), section(150, 154, 0.6), section(154, 158, 0.6),
		section(158, 164, 0.7), section(164, 170, 0.6), section(170, 174, 0.6), section(174, 200, 0.2),
	}
	if from, to := track.full(); from != 20 || to != 170 {
		t.Errorf("the full sections last from %v to %v s", from, to)
	}
}

// TestBlendsAreAligned compares the beats of both tracks of each blend.
func TestBlendsAreAligned(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var tracks []Track
	for range 30 {
		tracks = append(tracks, steady(100+50*random.Float64(), 90+200*random.Float64(), music.Key(random.IntN(24)), random.Float64()))
	}
	p := build(t, tracks, Options{KeyLock: true, Seed: 1})
	blends := 0
	for i, j := range p.Joins {
		if j.Kind != Blend {
			continue
		}
		blends++
		for k := range 2 {
			e := p.Entries[i+k]
			g := tracks[e.Track].Sound.Grid[0]
			for beat := range j.Bars * j.Meter {
				// The planned beat, in the track.
				at := j.At + int64(float64(beat)*60/j.BPM*Rate)
				n := (e.at(at-e.At) - g.Start) * g.BPM / 60
				if off := math.Abs(n-math.Round(n)) * 60 / g.BPM; off > 0.001 {
					t.Fatalf("join %d: beat %d of track %d is %.1f ms off", i, beat, k, off*1000)
				}
			}
			if bar := (e.at(j.At-e.At) - g.Start) * g.BPM / 60 / 4; math.Abs(bar-math.Round(bar)) > 0.001 {
				t.Errorf("join %d does not begin on a downbeat of track %d", i, k)
			}
		}
	}
	if blends < len(p.Joins)/2 {
		t.Errorf("only %d of %d joins are blends", blends, len(p.Joins))
	}
}

// at returns the time of the track at a frame of the entry.
func (e *Entry) at(frame int64) float64 {
	low, high := e.From, e.From+2*float64(frame)/Rate+1
	for range 60 {
		if middle := (low + high) / 2; e.framesTo(middle) < frame {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

func TestOrderFollowsTheCurve(t *testing.T) {
	var tracks []Track
	for _, energy := range []float64{0.9, 0.1, 0.5, 0.3, 0.7} {
		tracks = append(tracks, steady(124, 200, 0, energy))
	}
	for curve, want := range map[Curve][]int{Rise: {1, 3, 2, 4, 0}, Peak: {1, 2, 4, 0, 3}} {
		if got := order(build(t, tracks, Options{Curve: curve})); curve == Rise && !slices.Equal(got, want) || curve == Peak && got[3] != 0 && got[2] != 0 {
			t.Errorf("%s: order %v, want %v", curve, got, want)
		}
	}
}

func TestOrderPrefersKeysAndTempos(t *testing.T) {
	keys := []music.Key{0, 6, 7, 1} // C and G go together, F# and Db do
	var tracks []Track
	for i, k := range keys {
		tracks = append(tracks, steady([]float64{120, 130, 121, 129}[i], 200, k, 0.5))
	}
	got := order(build(t, tracks, Options{KeyLock: true}))
	if place := func(i int) int { return slices.Index(got, i) }; max(place(0), place(2))-min(place(0), place(2)) != 1 {
		t.Errorf("order is %v", got)
	}
}

// TestExactOrderIsTheCheapest compares the exact order with all possible
// orders.
func TestExactOrderIsTheCheapest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, curve := range Curves {
		var tracks []Track
		for range 6 {
			tracks = append(tracks, steady(100+50*random.Float64(), 100, music.Key(random.IntN(24)), random.Float64()))
		}
		o := newOrders(tracks, &Options{Curve: curve})
		cheapest := math.Inf(1)
		permute([]int{0, 1, 2, 3, 4, 5}, 0, func(order []int) { cheapest = min(cheapest, o.total(order)) })
		if got := o.total(o.best(0)); got > cheapest+1e-9 {
			t.Errorf("%s: costs %.3f, the cheapest %.3f", curve, got, cheapest)
		}
		if got, greedy := o.total(o.refined(random)), o.total(o.greedy()); got > greedy || got < cheapest-1e-9 {
			t.Errorf("%s: refined costs %.3f, before %.3f", curve, got, greedy)
		}
	}
}

func permute(order []int, from int, each func([]int)) {
	if from == len(order) {
		each(order)
	}
	for i := from; i < len(order); i++ {
		order[from], order[i] = order[i], order[from]
		permute(order, from+1, each)
		order[from], order[i] = order[i], order[from]
	}
}

func TestAlbumsStayTogether(t *testing.T) {
	var tracks []Track
	for i := range 8 {
		tr := steady(100+5*float64(7*i%8), 100, music.Key(5*i%12), 0.5)
		if i >= 2 && i < 5 {
			tr.AlbumID, tr.Number = "album", i
		}
		tracks = append(tracks, tr)
	}
	got := order(build(t, tracks, Options{Curve: Rise}))
	if at := slices.Index(got, 2); at+2 >= len(got) || got[at+1] != 3 || got[at+2] != 4 {
		t.Errorf("order is %v", got)
	}
}

func TestBuildRefusesWhatCannotBeMixed(t *testing.T) {
	silent := steady(120, 60, 0, 0)
	silent.Title, silent.Sound.Loudness.Integrated = "Rest", sound.SilenceLUFS
	for name, c := range map[string]struct {
		tracks []Track
		says   string
	}{
		"nothing":   {nil, "A mix consists of 1 to 200 tracks."},
		"too many":  {make([]Track, MaxTracks+1), "A mix consists of 1 to 200 tracks."},
		"a click":   {[]Track{{Title: "Click", Duration: 0.5}}, "The track “Click” cannot be part of the mix. It is too short or too long for a mix."},
		"no length": {[]Track{{Title: "Odd", Duration: math.NaN()}}, "The track “Odd” cannot be part of the mix. It is too short or too long for a mix."},
		"silence":   {[]Track{steady(120, 60, 0, 0), silent}, "The track “Rest” cannot be part of the mix. It is silent."},
	} {
		if _, err := Build(c.tracks, Options{}); music.CodeOf(err) != music.Invalid || err.Error() != c.says {
			t.Errorf("%s: %v, want %s", name, err, c.says)
		}
	}
}

// FuzzBuild plans mixes of arbitrary tracks: every entry must be within its
// track and the mix, and played at a bounded speed.
func FuzzBuild(f *testing.F) {
	f.Add(uint64(1), []byte("0123456789abcdef0123456789abcdef0123456789abcdef"), true)
	f.Fuzz(func(t *testing.T, seed uint64, b []byte, isLocked bool) {
		tracks := fuzzed(b)
		if len(tracks) == 0 {
			return
		}
		o := Options{Curve: Curves[seed%4], Seed: seed, KeyLock: isLocked, Joins: map[int]Choice{
			int(seed % 5): {Kind: Kinds[seed/7%5], Bars: []int{0, 4, 8, 16}[seed/3%4]},
		}}
		p := build(t, tracks, o)
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if again := build(t, tracks, o); !reflect.DeepEqual(p, again) {
			t.Fatal("another plan of the same tracks")
		}
		if sorted := order(p); len(sorted) != len(tracks) {
			t.Fatalf("%d of %d tracks", len(sorted), len(tracks))
		} else if slices.Sort(sorted); len(slices.Compact(sorted)) != len(tracks) {
			t.Fatalf("a track is played twice: %s", text)
		}
		checkPlan(t, p, tracks, isLocked, string(text))
		for i := range p.Joins {
			next, err := p.Rejoin(tracks, i, Options{KeyLock: isLocked, Joins: map[int]Choice{i: {Kind: Kinds[(seed+uint64(i))%5]}}})
			if err == nil {
				checkPlan(t, next, tracks, isLocked, string(text))
			} else if !errors.Is(err, ErrNoRoom) {
				t.Fatal(err)
			}
		}
	})
}

func checkPlan(t *testing.T, p *Plan, tracks []Track, isLocked bool, text string) {
	t.Helper()
	limit := math.Sqrt(1+maxPairBent) + 1e-9
	if isLocked {
		limit = math.Sqrt(1+maxPairLocked) + 1e-9
	}
	for i, e := range p.Entries {
		at := e.From - 1e-9
		for _, s := range e.Speeds {
			if s.Rate > limit || s.Rate < 1/limit || s.At < at {
				t.Fatalf("entry %d has the speed %+v: %s", i, s, text)
			}
			at = s.At
		}
		if e.From < 0 || e.From > tracks[e.Track].Duration || e.Frames < 0 || e.At < 0 || e.At+e.Frames > p.Frames || math.IsNaN(e.Gain) || math.Abs(e.Gain) > 24 {
			t.Fatalf("entry %d is %+v: %s", i, e, text)
		}
		if over := float64(e.Frames)/Rate - limit*tracks[e.Track].Duration; over > 0.001 {
			t.Fatalf("entry %d lasts %.1f s longer than its track: %s", i, over, text)
		}
	}
	for i, j := range p.Joins {
		a, b := p.Entries[i], p.Entries[i+1]
		if j.At != b.At || j.End() != a.At+a.Frames || j.Frames < 0 || j.End() > b.At+b.Frames || len(j.Reasons) == 0 || j.Frames > (maxBlend+1)*Rate {
			t.Fatalf("join %d is %+v: %s", i, j, text)
		}
		if i > 0 && j.At < p.Joins[i-1].End() {
			t.Fatalf("joins %d and %d overlap: %s", i-1, i, text)
		}
		if j.Kind == Blend && (j.Swap() <= j.At || j.Swap() >= j.End()) {
			t.Fatalf("join %d changes its bass at %d: %s", i, j.Swap(), text)
		}
	}
}

// TestChosenEchoSaysSo chooses an echo between two steady tracks.
func TestChosenEchoSaysSo(t *testing.T) {
	tracks := []Track{steady(120, 200, 0, 0.5), steady(122, 200, 0, 0.5)}
	j := build(t, tracks, Options{KeepOrder: true, Joins: map[int]Choice{0: {Kind: Echo}}}).Joins[0]
	says := func(code string) bool {
		return slices.ContainsFunc(j.Reasons, func(m music.Message) bool { return m.Code == code })
	}
	if j.Kind != Echo || !says("echo-chosen") || says("echo") {
		t.Errorf("%s because %v", j.Kind, j.Reasons)
	}
}

// TestJoinsAreHeard plans fades, cuts and echoes between tracks whose sections
// and cues are anywhere. Both tracks must sound during the whole join, and a
// fade must not be a cut.
func TestJoinsAreHeard(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	anywhere := func(tr *Track) float64 { return tr.Duration * random.Float64() }
	for n := range 2000 {
		var tracks []Track
		for i := range 4 {
			tr := steady(70+120*random.Float64(), 20+200*random.Float64(), music.Key(random.IntN(24)), 0.5)
			s := tr.Sound
			s.Cues = []sound.Cue{
				{Kind: sound.CueStart, At: 3 * random.Float64()},
				{Kind: sound.CueMixIn, At: anywhere(&tr)},
				{Kind: sound.CueMixOut, At: anywhere(&tr)},
				{Kind: sound.CueEnd, At: tr.Duration - 3*random.Float64()},
			}
			if start := anywhere(&tr); i%2 == 0 {
				s.Sections = []sound.Section{{Start: start, End: tr.Duration, Energy: 0.9}}
			}
			if random.IntN(3) == 0 {
				s.Tempo.Confidence = 0
			}
			tracks = append(tracks, tr)
		}
		p := build(t, tracks, Options{KeepOrder: true, KeyLock: n%2 == 0, JoinStep: 1152, Joins: map[int]Choice{0: {Kind: Fade}, 1: {Kind: Cut}, 2: {Kind: Echo}}})
		for i, j := range p.Joins {
			a, b := &p.Entries[i], &p.Entries[i+1]
			_, end := tracks[a.Track].heard()
			start, _ := tracks[b.Track].heard()
			if over := a.TrackTime(j.End()) - end; over > 0.001 || b.From < start-late-pickup {
				t.Fatalf("set %d, join %d: one track ends %.3f s before the join does; the other begins at %.2f s, before its sound at %.2f s", n, i, over, b.From, start)
			}
			if length := float64(j.Frames) / Rate; (j.Kind == Fade || j.Kind == Echo) && length < 0.9 {
				t.Fatalf("set %d, join %d: %s of %.2f s", n, i, j.Kind, length)
			}
		}
	}
}

// fuzzed makes tracks of bytes, many of them odd.
func fuzzed(b []byte) (tracks []Track) {
	for len(b) >= 16 && len(tracks) < 14 {
		v := func(i int) float64 { return float64(binary.LittleEndian.Uint16(b[i:])) / 65535 }
		tr := steady(20+380*v(0), 1.01+400*v(2)*v(2), music.Key(b[4]%26)-1, 2*v(5)-0.5)
		s := tr.Sound
		s.Meter, s.Downbeat = int(b[6]%6), int(b[7]%9)-1
		s.Grid[0].Start = 20*v(8) - 1
		s.Tempo.Confidence = v(9)
		s.Loudness = sound.Loudness{Integrated: -69 + 79*v(10), TruePeak: -120 + 140*v(11)}
		s.Sections = []sound.Section{{Start: 300 * v(12), End: 400 * v(13), Energy: v(14)}}
		s.Cues = []sound.Cue{{Kind: sound.CueStart, At: 10 * v(13)}, {Kind: sound.CueMixIn, At: 500 * v(12)}, {Kind: sound.CueMixOut, At: 500 * v(14)}, {Kind: sound.CueEnd, At: 500 * v(13)}}
		switch b[15] % 8 {
		case 0:
			tr.Sound = nil
		case 1:
			s.Grid = append(s.Grid, s.Grid[0])
		case 2:
			s.Cues = nil
		case 3:
			tr.AlbumID, tr.Number = "album", len(tracks)+1
		}
		tracks, b = append(tracks, tr), b[16:]
	}
	return tracks
}

func TestOrderKeepsPins(t *testing.T) {
	var tracks []Track
	for i := range 14 {
		tr := steady(100+5*float64(7*i%14), 100, music.Key(5*i%12), 0.5)
		if i >= 2 && i < 5 {
			tr.AlbumID, tr.Number = "album", i
		}
		tracks = append(tracks, tr)
	}
	for _, n := range []int{6, 14} { // below and above maxExact
		for _, pins := range [][2]int{{4, 1}, {1, 4}, {6, 0}, {0, 3}, {5, 3}} {
			got := order(build(t, tracks[:n], Options{First: pins[0], Last: pins[1], Curve: Rise, Seed: 7}))
			if pins[0] > 0 && got[0] != pins[0]-1 || pins[1] > 0 && got[n-1] != pins[1]-1 {
				t.Errorf("order %v does not keep %v", got, pins)
			}
		}
	}
}

func TestJoinsBeginAtSteps(t *testing.T) {
	const step = 1152
	random := rand.New(rand.NewPCG(5, 6))
	var tracks []Track
	for range 20 {
		tracks = append(tracks, steady(100+50*random.Float64(), 90+200*random.Float64(), music.Key(random.IntN(24)), random.Float64()))
	}
	p := build(t, tracks, Options{KeyLock: true, JoinStep: step})
	plain := build(t, tracks, Options{KeyLock: true})
	for i, j := range p.Joins {
		if j.At%step != 0 || j.Kind != plain.Joins[i].Kind || p.Entries[i].FrameOf(p.Entries[i].Out) != j.At {
			t.Errorf("join %d begins at %d, off the step by %d", i, j.At, j.At%step)
		}
		if at := p.Entries[i].TrackTime(j.At); math.Abs(at-p.Entries[i].Out) > 0.0001 {
			t.Errorf("join %d begins at %.4f s of its track, not %.4f s", i, at, p.Entries[i].Out)
		}
		for k, s := range p.Entries[i].Speeds {
			if s.Rate < 0.9 || s.Rate > 1.1 {
				t.Errorf("speed %d of entry %d is %+v", k, i, s)
			}
		}
	}
}

// TestChangedJoinLeavesTheOneBefore changes the only join that needs key lock.
func TestChangedJoinLeavesTheOneBefore(t *testing.T) {
	tracks := []Track{steady(120, 200, 0, 0.5), steady(120, 200, 0, 0.5), steady(127, 200, 0, 0.5)}
	o := Options{KeepOrder: true, KeyLock: true, JoinStep: 1152}
	before := build(t, tracks, o)
	o.Joins = map[int]Choice{1: {Kind: Cut}}
	after := rejoin(t, before, tracks, 1, o)
	if after.sameUntil(before, 0, 0) < before.Joins[0].End() || !before.Entries[1].KeyLock {
		t.Errorf("the plans are the same up to frame %d; the first join is %+v", after.sameUntil(before, 0, 0), before.Joins[0])
	}
}

func rejoin(t *testing.T, p *Plan, tracks []Track, number int, o Options) *Plan {
	t.Helper()
	next, err := p.Rejoin(tracks, number, o)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// TestChangedJoinKeepsTheOthers changes a join of a plan that Build would not
// make today: other joins are elsewhere, and entries do not say where the joins
// before them end.
func TestChangedJoinKeepsTheOthers(t *testing.T) {
	var tracks []Track
	for i := range 5 {
		tracks = append(tracks, steady(120+float64(i%3), 240, 0, 0.5))
	}
	o := Options{KeepOrder: true, KeyLock: true, JoinStep: 1152}
	o.Joins = map[int]Choice{0: {Out: 150}, 1: {Kind: Fade, Out: 160}, 2: {Bars: 4, Out: 140}, 3: {Kind: Cut, Out: 170}}
	old := build(t, tracks, o)
	for i := range old.Entries {
		old.Entries[i].In = 0
		old.Entries[i].Gain -= 3
	}
	for name, c := range map[string]Choice{"cut": {Kind: Cut}, "fade": {Kind: Fade}, "moved": {Out: 120}, "nothing": o.Joins[2]} {
		o.Joins = map[int]Choice{2: c} // without the choices for the others
		p := rejoin(t, old, tracks, 2, o)
		if c.Kind != "" && p.Joins[2].Kind != c.Kind || name == "moved" && math.Abs(p.Entries[2].Out-120) > 1.1 {
			t.Errorf("%s: %+v", name, p.Joins[2])
		}
		for i := range p.Joins {
			a, b := &p.Joins[i], &old.Joins[i]
			if i != 2 && (a.Kind != b.Kind || a.Frames != b.Frames || p.Entries[i].Out != old.Entries[i].Out || p.Entries[i+1].From != old.Entries[i+1].From) || a.At%1152 != 0 {
				t.Errorf("%s: join %d is %+v, before %+v", name, i, a, b)
			}
		}
		for i := range p.Entries {
			if p.Entries[i].Gain != old.Entries[i].Gain {
				t.Errorf("%s: entry %d has another gain", name, i)
			}
		}
		if !p.Entries[4].isSame(&old.Entries[4], p.Entries[4].At-old.Entries[4].At) || p.sameUntil(old, 0, 0) < old.Joins[1].End() {
			t.Errorf("%s: other tracks sound different", name)
		}
		checkPlan(t, p, tracks, true, name)
	}
}

func TestChangedJoinNeedsRoom(t *testing.T) {
	tracks := []Track{steady(120, 200, 0, 0.5), steady(120, 200, 0, 0.5), steady(120, 200, 0, 0.5)}
	o := Options{KeepOrder: true, Joins: map[int]Choice{0: {Kind: Cut}, 1: {Kind: Cut, Out: 20}}}
	old := build(t, tracks, o)
	o.Joins = map[int]Choice{0: {Bars: 16}} // 32 s, but the second track ends after 20 s
	if p := rejoin(t, old, tracks, 0, o); p.Joins[0].Kind != Blend || p.Joins[0].Bars != 8 {
		t.Errorf("%+v", p.Joins[0])
	}
	old.Entries[1].Out = 0.1
	o.Joins = map[int]Choice{0: {Kind: Fade}}
	if _, err := old.Rejoin(tracks, 0, o); !errors.Is(err, ErrNoRoom) {
		t.Errorf("a fade into 0.1 s: %v", err)
	}
}

func TestChosenJoins(t *testing.T) {
	tracks := []Track{steady(124, 200, 0, 0.5), steady(126, 200, 0, 0.5), steady(125, 200, 0, 0.5)}
	if j := build(t, tracks, Options{KeepOrder: true, Bars: 8}).Joins[0]; j.Bars != 8 || j.Keys != SameKey || j.From.BPM != 124 || j.To.BPM != 126 {
		t.Errorf("%+v", j)
	}
	for _, kind := range []Kind{Blend, Cut, Fade} {
		p := build(t, tracks, Options{KeepOrder: true, Joins: map[int]Choice{0: {Kind: kind, Out: 100}}})
		if out := p.Entries[0].Out; p.Joins[0].Kind != kind || math.Abs(out-100) > 1.1 {
			t.Errorf("%s begins at %.2f s", p.Joins[0].Kind, out)
		}
	}
}

// TestSameParts changes the first and the last join. All that is whole between
// the changed entries counts as the same, moved.
func TestSameParts(t *testing.T) {
	var tracks []Track
	for i := range 6 {
		tracks = append(tracks, steady(120+float64(i), 200, 0, 0.5))
	}
	joins := map[int]Choice{}
	o := Options{KeepOrder: true, Joins: joins, JoinStep: 1152}
	old := build(t, tracks, o)
	if all := old.Same(old); !slices.Equal(all, []Span{{0, old.Frames, 0}}) {
		t.Errorf("a plan is the same as itself in %v", all)
	}
	next := old
	for _, i := range []int{0, 4} {
		joins[i] = Choice{Kind: Cut}
		var err error
		if next, err = next.Rejoin(tracks, i, o); err != nil {
			t.Fatal(err)
		}
	}
	moved := next.Entries[2].At - old.Entries[2].At
	from, to := next.Joins[1].End(), next.Joins[3].At
	if want := []Span{{from, to, from - moved}}; moved == 0 || !slices.Equal(next.Same(old), want) {
		t.Errorf("%v are the same instead of %v", next.Same(old), want)
	}
}
