package analyses_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/storetest"
)

// claimed returns the paths of tasks.
func claimed(tasks []sound.Task) []string {
	paths := []string{}
	for _, t := range tasks {
		paths = append(paths, t.Path)
	}
	return paths
}

func analysisQueue(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"), storetest.Song("c.flac", "C"), storetest.Song("d.flac", "D"))
	ana := f.Member("ana", music.Listener)
	storetest.Get(f.Like(ctx, ana, f.TracksByTitle(storetest.Admin)["B"].ID, storetest.Now))(t)

	// Liked tracks come first, then the newest, up to the batch size.
	first := f.Claim(8, storetest.Now)
	if diff := cmp.Diff([]string{"b.flac", "d.flac", "c.flac"}, claimed(first)); diff != "" {
		t.Fatal(diff)
	}
	if first[0].Root != "/music" || first[0].Attempts != 1 || first[0].Duration != 200*time.Second || first[0].AudioKey == 0 {
		t.Errorf("task %+v", first[0])
	}
	if second := f.Claim(8, storetest.Now); !cmp.Equal(claimed(second), []string{"a.flac"}) {
		t.Errorf("second: %v", claimed(second))
	}
	q := storetest.Get(f.AnalysisQueue(ctx, sound.Version, storetest.Now))(t)
	if q.Waiting != 0 || q.Running != 4 || len(q.Current) != 4 || q.Done != 0 {
		t.Errorf("queue %+v", q)
	}

	// One task is finished, one released, one fails, and the lease of the fourth
	// expires.
	f.Must(f.SaveAnalysis(ctx, &first[0], storetest.Measured(128, 21, -9, 0.75), storetest.Now))
	f.Must(f.ReturnAnalysis(ctx, &first[1]))
	f.Must(f.FailAnalysis(ctx, &first[2], music.Say("The sound cannot be decoded."), storetest.Now.Add(time.Hour), false))
	f.Must(f.HoldAnalysis(ctx, &sound.Task{TrackID: f.TracksByTitle(storetest.Admin)["A"].ID, Attempts: 1}, storetest.Now.Add(2*time.Minute)))
	f.Code(f.SaveAnalysis(ctx, &first[0], storetest.Measured(1, 1, 1, 1), storetest.Now), music.NotFound)
	if again := f.Claim(8, storetest.Now.Add(time.Second)); !cmp.Equal(claimed(again), []string{"d.flac"}) {
		t.Errorf("again: %v", claimed(again))
	}
	later := storetest.Now.Add(3 * time.Hour)
	for _, want := range []string{"d.flac", "c.flac", "a.flac"} { // in batches of one after a failure or an expired lease
		if tasks := f.Claim(8, later); !cmp.Equal(claimed(tasks), []string{want}) || tasks[0].Attempts != 2 {
			t.Errorf("%+v, want %s", tasks, want)
		}
	}
	b := f.TracksByTitle(storetest.Admin)["B"]
	if b.Analysed != sound.Version || b.Tempo != 128 || b.Key != 21 || b.Loudness != -9 || b.Energy != 0.75 {
		t.Errorf("shown: %+v", b)
	}
	if a := f.TracksByTitle(storetest.Admin)["A"]; a.Analysed != 0 || a.Tempo != 0 || a.Key != music.NoKey || a.Loudness != music.UnknownLoudness || a.Energy >= 0 {
		t.Errorf("not analysed: %+v", a)
	}
}

func analysisFailed(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"))
	at := storetest.Now
	for range sound.MaxAttempts {
		for tasks := f.Claim(1, at); len(tasks) > 0; tasks = f.Claim(1, at) {
			f.Must(f.FailAnalysis(ctx, &tasks[0], music.Say("The file cannot be read: %s.", "{} %s"), at.Add(time.Minute), false))
		}
		at = at.Add(time.Hour)
	}
	if tasks := f.Claim(8, at); len(tasks) > 0 {
		t.Errorf("tried again: %v", claimed(tasks))
	}
	if tasks := storetest.Get(f.ClaimAnalyses(ctx, sound.Version+1, 8, time.Hour, at, at.Add(time.Minute)))(t); len(tasks) != 1 || tasks[0].Attempts != 1 {
		t.Errorf("with other methods: %+v", tasks)
	} else {
		f.Must(f.FailAnalysis(ctx, &tasks[0], music.Message{ID: "As earlier releases wrote it, 100% sure."}, at, true))
	}
	first := storetest.Get(f.FailedAnalyses(ctx, sound.Version, music.Page{Limit: 1}))(t)
	if len(first.Items) != 1 || first.Total != 2 || first.Items[0].Title != "B" || first.Items[0].Reason.IsZero() {
		t.Errorf("failed: %+v", first)
	}
	rest := storetest.Get(f.FailedAnalyses(ctx, sound.Version, music.Page{Limit: 1, After: first.Next}))(t)
	if len(rest.Items) != 1 || rest.Items[0].Title != "A" || rest.Items[0].Reason.String() != "The file cannot be read: {} %s." {
		t.Errorf("failed: %+v", rest)
	}
	if q := storetest.Get(f.AnalysisQueue(ctx, sound.Version, at))(t); q.Failed != 2 || q.Waiting != 0 {
		t.Errorf("queue %+v", q)
	}
	state := storetest.Get(f.TrackAnalysis(ctx, storetest.Admin, f.TracksByTitle(storetest.Admin)["A"].ID))(t)
	if state.State != sound.StateFailed || state.Reason.String() != "The file cannot be read: {} %s." {
		t.Errorf("state %+v", state)
	}
	if n := storetest.Get(f.RetryAnalyses(ctx))(t); n != 2 {
		t.Errorf("%d put back", n)
	}
	if tasks := f.Claim(8, at.Add(time.Hour)); len(tasks) != 2 {
		t.Errorf("after retry: %v", claimed(tasks))
	}
}

func analysisEdits(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	tagged := func(s *music.ScannedFile) { s.Audio.Tags.BPM = 99 }
	f.Scan(storetest.Song("a.flac", "A", tagged))
	id := f.TracksByTitle(storetest.Admin)["A"].ID
	if a := f.TracksByTitle(storetest.Admin)["A"]; a.Tempo != 99 {
		t.Errorf("by the tag: %v", a.Tempo)
	}
	f.Analyse(map[string]*sound.Analysis{"a.flac": storetest.Measured(64, 3, -12, 0.25)})

	f.Member("admin", music.Admin)
	ana := f.Member("ana", music.Listener)
	faster := func(a *sound.TrackAnalysis) error {
		bpm, key := 2*a.Measured.Tempo.BPM, music.Key(21)
		a.Edit.BPM, a.Edit.Key = &bpm, &key
		return nil
	}
	_, err := f.EditAnalysis(ctx, ana, id, storetest.Now, faster)
	f.Code(err, music.Forbidden)
	_, err = f.EditAnalysis(ctx, music.Viewer{}, id, storetest.Now, faster) // a visitor does not see it
	f.Code(err, music.NotFound)
	f.Code(f.AnalyseAgain(ctx, ana, id), music.Forbidden)
	edited := storetest.Get(f.EditAnalysis(ctx, storetest.Admin, id, storetest.Now, faster))(t)
	if *edited.Edit.BPM != 128 || edited.Measured.Vector[0] != 0.5 || edited.State != sound.StateDone {
		t.Errorf("edited: %+v", edited)
	}
	for v, want := range map[music.Viewer]int{ana: 1, {}: 0} {
		for longest, count := range map[time.Duration]int{200 * time.Second: want, 199 * time.Second: 0} {
			if ids := storetest.Get(f.AnalysedSongs(ctx, v, time.Second, longest))(t); len(ids) != count {
				t.Errorf("%+v, up to %v: %q", v, longest, ids)
			}
		}
	}
	several := storetest.Get(f.TrackAnalyses(ctx, ana, []string{id, "none"}))(t)
	if len(several) != 1 || several[0].TrackID != id || *several[0].Edit.BPM != 128 || several[0].Measured == nil {
		t.Errorf("several: %+v", several)
	}
	if hidden := storetest.Get(f.TrackAnalyses(ctx, music.Viewer{}, []string{id}))(t); len(hidden) != 0 {
		t.Errorf("a visitor sees %+v", hidden)
	}
	shown := func(want float64, key music.Key, analysed int) {
		t.Helper()
		if a := f.TracksByTitle(storetest.Admin)["A"]; a.Tempo != want || a.Key != key || a.Analysed != analysed {
			t.Errorf("shown %v %v %v, want %v %v %v", a.Tempo, a.Key, a.Analysed, want, key, analysed)
		}
	}
	shown(128, 21, sound.Version)
	f.Scan(storetest.Song("a.flac", "A", tagged)) // other tags, the same sound
	shown(128, 21, sound.Version)

	// Corrections survive another analysis, and another sound.
	f.Must(f.AnalyseAgain(ctx, storetest.Admin, id))
	shown(128, 21, 0)
	f.Scan(storetest.Song("a.flac", "A", tagged))
	shown(128, 21, 0)
	f.Analyse(map[string]*sound.Analysis{"a.flac": storetest.Measured(70, 3, -12, 0.25)})
	shown(128, 21, sound.Version)
	f.Scan(storetest.Song("a.flac", "A", tagged, func(s *music.ScannedFile) { s.Audio.AudioKey++ }))
	shown(128, 21, 0)
	if a := storetest.Get(f.TrackAnalysis(ctx, storetest.Admin, id))(t); a.Measured != nil || a.Edit.BPM == nil || a.State != sound.StateWaiting {
		t.Errorf("another sound: %+v", a)
	}
	storetest.Get(f.EditAnalysis(ctx, storetest.Admin, id, storetest.Now, func(a *sound.TrackAnalysis) error {
		a.Edit = sound.Edit{}
		return nil
	}))(t)
	shown(99, music.NoKey, 0)
}

func soundLists(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "A"), storetest.Song("b.flac", "B"), storetest.Song("c.flac", "C"), storetest.Song("d.flac", "D"))
	f.Analyse(map[string]*sound.Analysis{
		"a.flac": storetest.Measured(90.5, 21, -20, 0.1), // Am, 8A
		"b.flac": storetest.Measured(174, 0, -7, 0.9),    // C, 8B
		"c.flac": storetest.Measured(120, 20, -12, 0.5),  // G#m, 1A
	})
	for sort, want := range map[music.TrackSort]string{
		music.TracksByTempo: "ACBD", music.TracksByTempoDown: "BCAD", music.TracksByKey: "CABD", music.TracksByKeyDown: "BACD",
		music.TracksByLoudness: "ACBD", music.TracksByLoudDown: "BCAD", music.TracksByEnergy: "ACBD", music.TracksByEnergyDown: "BCAD",
	} {
		var got []string
		p := music.Page{Limit: 1}
		for range 4 {
			list := storetest.Get(f.Tracks(ctx, storetest.Admin, music.TrackFilter{Sort: sort}, p))(t)
			got = append(got, list.Items[0].Title)
			p.After = list.Next
		}
		if strings.Join(got, "") != want || p.After != "" {
			t.Errorf("by %s: %s, want %s", sort, got, want)
		}
	}
	least, most := 100.0, 130.0
	quiet, calm := -12.0, 0.5
	for name, c := range map[string]struct {
		filter music.TrackFilter
		want   string
	}{
		"tempo":     {music.TrackFilter{Tempo: music.Range{Min: &least, Max: &most}}, "C"},
		"slow":      {music.TrackFilter{Tempo: music.Range{Max: &most}}, "CA"},
		"loudness":  {music.TrackFilter{Loudness: music.Range{Max: &quiet}}, "CA"},
		"energy":    {music.TrackFilter{Energy: music.Range{Max: &calm}}, "CA"},
		"keys":      {music.TrackFilter{Keys: []music.Key{21, 0}}, "BA"},
		"both":      {music.TrackFilter{Keys: []music.Key{21, 0}, Tempo: music.Range{Max: &most}}, "A"},
		"no filter": {music.TrackFilter{}, "DCBA"},
	} {
		list := storetest.Get(f.Tracks(ctx, storetest.Admin, c.filter, music.Page{}))(t)
		var got []string
		for _, track := range list.Items {
			got = append(got, track.Title)
		}
		if strings.Join(got, "") != c.want || list.Total != len(c.want) {
			t.Errorf("%s: %s (%d), want %s", name, got, list.Total, c.want)
		}
	}
}

func coverColors(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a.flac", "A", func(s *music.ScannedFile) {
		s.Cover = &music.CoverSource{Picture: music.Picture{Hash: "00000000000000aa", MIME: "image/jpeg"}, Embedded: true}
	}))
	if hash := storetest.Get(f.UncoloredCover(ctx, ""))(t); hash != "00000000000000aa" {
		t.Errorf("cover %s", hash)
	}
	_, err := f.UncoloredCover(ctx, "00000000000000aa")
	f.Code(err, music.NotFound)
	f.Must(f.SaveCoverColor(ctx, "00000000000000aa", "#112233"))
	_, err = f.UncoloredCover(ctx, "")
	f.Code(err, music.NotFound)
	if a := storetest.Get(f.TrackAnalysis(ctx, storetest.Admin, f.TracksByTitle(storetest.Admin)["A"].ID))(t); a.Color != "#112233" {
		t.Errorf("color %q", a.Color)
	}
}
