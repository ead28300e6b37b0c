package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// measured is an analysis with what lists show.
func measured(bpm float64, key music.Key, loudness, energy float64) *sound.Analysis {
	return &sound.Analysis{
		Version: sound.Version, SampleRate: 44_100, Samples: 8_820_000, Key: key, Energy: energy,
		Loudness: sound.Loudness{Integrated: loudness}, Tempo: sound.Tempo{BPM: bpm},
		Vector: []float32{0.5, -1}, Overview: []byte{1, 2, 3},
	}
}

// claim takes up to most tracks.
func (f *fixture) claim(most int, at time.Time) []sound.Task {
	f.t.Helper()
	return get(f.ClaimAnalyses(f.t.Context(), sound.Version, most, 10*time.Minute, at, at.Add(time.Minute)))(f.t)
}

// claimed are the paths of tasks.
func claimed(tasks []sound.Task) []string {
	paths := []string{}
	for _, t := range tasks {
		paths = append(paths, t.Path)
	}
	return paths
}

// analyse takes every track and gives each what of says for its path.
func (f *fixture) analyse(of map[string]*sound.Analysis) {
	f.t.Helper()
	for tasks := f.claim(8, now); len(tasks) > 0; tasks = f.claim(8, now) {
		for _, task := range tasks {
			if m := of[task.Path]; m != nil {
				f.must(f.SaveAnalysis(f.t.Context(), &task, m, now))
			}
		}
	}
}

func analysisQueue(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "A"), song("b.flac", "B"), song("c.flac", "C"), song("d.flac", "D"))
	ana := f.member("ana", music.Listener)
	get(f.Like(ctx, ana, f.tracks(admin)["B"].ID, now))(t)

	// What somebody likes first, then the newest, as much as fits.
	first := f.claim(8, now)
	if diff := cmp.Diff([]string{"b.flac", "d.flac", "c.flac"}, claimed(first)); diff != "" {
		t.Fatal(diff)
	}
	if first[0].Root != "/music" || first[0].Attempts != 1 || first[0].Duration != 200*time.Second || first[0].AudioKey == 0 {
		t.Errorf("task %+v", first[0])
	}
	if second := f.claim(8, now); !cmp.Equal(claimed(second), []string{"a.flac"}) {
		t.Errorf("second: %v", claimed(second))
	}
	q := get(f.AnalysisQueue(ctx, sound.Version, now))(t)
	if q.Waiting != 0 || q.Running != 4 || len(q.Current) != 4 || q.Done != 0 {
		t.Errorf("queue %+v", q)
	}

	// One is done, one given back, one fails; the fourth is lost.
	f.must(f.SaveAnalysis(ctx, &first[0], measured(128, 21, -9, 0.75), now))
	f.must(f.ReturnAnalysis(ctx, &first[1]))
	f.must(f.FailAnalysis(ctx, &first[2], "The sound cannot be decoded.", now.Add(time.Hour), false))
	f.must(f.HoldAnalysis(ctx, &sound.Task{TrackID: f.tracks(admin)["A"].ID, Attempts: 1}, now.Add(2*time.Minute)))
	f.code(f.SaveAnalysis(ctx, &first[0], measured(1, 1, 1, 1), now), music.NotFound)
	if again := f.claim(8, now.Add(time.Second)); !cmp.Equal(claimed(again), []string{"d.flac"}) {
		t.Errorf("again: %v", claimed(again))
	}
	later := now.Add(3 * time.Hour)
	for _, want := range []string{"d.flac", "c.flac", "a.flac"} { // alone, as each failed or was lost
		if tasks := f.claim(8, later); !cmp.Equal(claimed(tasks), []string{want}) || tasks[0].Attempts != 2 {
			t.Errorf("%+v, want %s", tasks, want)
		}
	}
	b := f.tracks(admin)["B"]
	if b.Analysed != sound.Version || b.Tempo != 128 || b.Key != 21 || b.Loudness != -9 || b.Energy != 0.75 {
		t.Errorf("shown: %+v", b)
	}
	if a := f.tracks(admin)["A"]; a.Analysed != 0 || a.Tempo != 0 || a.Key != music.NoKey || a.Loudness != music.UnknownLoudness || a.Energy >= 0 {
		t.Errorf("not analysed: %+v", a)
	}
}

func analysisFailed(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "A"), song("b.flac", "B"))
	at := now
	for range sound.MaxAttempts {
		for tasks := f.claim(1, at); len(tasks) > 0; tasks = f.claim(1, at) {
			f.must(f.FailAnalysis(ctx, &tasks[0], "No.", at.Add(time.Minute), false))
		}
		at = at.Add(time.Hour)
	}
	if tasks := f.claim(8, at); len(tasks) > 0 {
		t.Errorf("tried again: %v", claimed(tasks))
	}
	if tasks := get(f.ClaimAnalyses(ctx, sound.Version+1, 8, time.Hour, at, at.Add(time.Minute)))(t); len(tasks) != 1 || tasks[0].Attempts != 1 {
		t.Errorf("with other methods: %+v", tasks)
	} else {
		f.must(f.FailAnalysis(ctx, &tasks[0], "No.", at, true))
	}
	first := get(f.FailedAnalyses(ctx, sound.Version, music.Page{Limit: 1}))(t)
	if len(first.Items) != 1 || first.Total != 2 || first.Items[0].Title != "B" || first.Items[0].Reason == "" {
		t.Errorf("failed: %+v", first)
	}
	rest := get(f.FailedAnalyses(ctx, sound.Version, music.Page{Limit: 1, After: first.Next}))(t)
	if len(rest.Items) != 1 || rest.Items[0].Title != "A" || rest.Items[0].Reason != "No." {
		t.Errorf("failed: %+v", rest)
	}
	if q := get(f.AnalysisQueue(ctx, sound.Version, at))(t); q.Failed != 2 || q.Waiting != 0 {
		t.Errorf("queue %+v", q)
	}
	state := get(f.TrackAnalysis(ctx, admin, f.tracks(admin)["A"].ID))(t)
	if state.State != sound.StateFailed || state.Reason != "No." {
		t.Errorf("state %+v", state)
	}
	if n := get(f.RetryAnalyses(ctx))(t); n != 2 {
		t.Errorf("%d put back", n)
	}
	if tasks := f.claim(8, at.Add(time.Hour)); len(tasks) != 2 {
		t.Errorf("after retry: %v", claimed(tasks))
	}
}

func analysisEdits(t *testing.T, f *fixture) {
	ctx := t.Context()
	tagged := func(s *music.ScannedFile) { s.Audio.Tags.BPM = 99 }
	f.scan(song("a.flac", "A", tagged))
	id := f.tracks(admin)["A"].ID
	if a := f.tracks(admin)["A"]; a.Tempo != 99 {
		t.Errorf("by the tag: %v", a.Tempo)
	}
	f.analyse(map[string]*sound.Analysis{"a.flac": measured(64, 3, -12, 0.25)})

	f.member("admin", music.Admin)
	ana := f.member("ana", music.Listener)
	faster := func(a *sound.TrackAnalysis) error {
		bpm, key := 2*a.Measured.Tempo.BPM, music.Key(21)
		a.Edit.BPM, a.Edit.Key = &bpm, &key
		return nil
	}
	_, err := f.EditAnalysis(ctx, ana, id, now, faster)
	f.code(err, music.Forbidden)
	_, err = f.EditAnalysis(ctx, music.Viewer{}, id, now, faster) // a visitor does not see it
	f.code(err, music.NotFound)
	f.code(f.AnalyseAgain(ctx, ana, id), music.Forbidden)
	edited := get(f.EditAnalysis(ctx, admin, id, now, faster))(t)
	if *edited.Edit.BPM != 128 || edited.Measured.Vector[0] != 0.5 || edited.State != sound.StateDone {
		t.Errorf("edited: %+v", edited)
	}
	shown := func(want float64, key music.Key, analysed int) {
		t.Helper()
		if a := f.tracks(admin)["A"]; a.Tempo != want || a.Key != key || a.Analysed != analysed {
			t.Errorf("shown %v %v %v, want %v %v %v", a.Tempo, a.Key, a.Analysed, want, key, analysed)
		}
	}
	shown(128, 21, 1)
	f.scan(song("a.flac", "A", tagged)) // other tags, the same sound
	shown(128, 21, 1)

	// Corrections survive another analysis, and another sound.
	f.must(f.AnalyseAgain(ctx, admin, id))
	shown(128, 21, 0)
	f.scan(song("a.flac", "A", tagged))
	shown(128, 21, 0)
	f.analyse(map[string]*sound.Analysis{"a.flac": measured(70, 3, -12, 0.25)})
	shown(128, 21, 1)
	f.scan(song("a.flac", "A", tagged, func(s *music.ScannedFile) { s.Audio.AudioKey++ }))
	shown(128, 21, 0)
	if a := get(f.TrackAnalysis(ctx, admin, id))(t); a.Measured != nil || a.Edit.BPM == nil || a.State != sound.StateWaiting {
		t.Errorf("another sound: %+v", a)
	}
	get(f.EditAnalysis(ctx, admin, id, now, func(a *sound.TrackAnalysis) error {
		a.Edit = sound.Edit{}
		return nil
	}))(t)
	shown(99, music.NoKey, 0)
}

func soundLists(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "A"), song("b.flac", "B"), song("c.flac", "C"), song("d.flac", "D"))
	f.analyse(map[string]*sound.Analysis{
		"a.flac": measured(90.5, 21, -20, 0.1), // Am, 8A
		"b.flac": measured(174, 0, -7, 0.9),    // C, 8B
		"c.flac": measured(120, 20, -12, 0.5),  // G#m, 1A
	})
	for sort, want := range map[music.TrackSort]string{
		music.TracksByTempo: "ACBD", music.TracksByTempoDown: "BCAD", music.TracksByKey: "CABD", music.TracksByKeyDown: "BACD",
		music.TracksByLoudness: "ACBD", music.TracksByLoudDown: "BCAD", music.TracksByEnergy: "ACBD", music.TracksByEnergyDown: "BCAD",
	} {
		var got []string
		p := music.Page{Limit: 1}
		for range 4 {
			list := get(f.Tracks(ctx, admin, music.TrackFilter{Sort: sort}, p))(t)
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
		list := get(f.Tracks(ctx, admin, c.filter, music.Page{}))(t)
		var got []string
		for _, track := range list.Items {
			got = append(got, track.Title)
		}
		if strings.Join(got, "") != c.want || list.Total != len(c.want) {
			t.Errorf("%s: %s (%d), want %s", name, got, list.Total, c.want)
		}
	}
}

func coverColors(t *testing.T, f *fixture) {
	ctx := t.Context()
	f.scan(song("a.flac", "A", func(s *music.ScannedFile) {
		s.Cover = &music.CoverSource{Picture: music.Picture{Hash: "00000000000000aa", MIME: "image/jpeg"}, Embedded: true}
	}))
	if hash := get(f.UncoloredCover(ctx, ""))(t); hash != "00000000000000aa" {
		t.Errorf("cover %s", hash)
	}
	_, err := f.UncoloredCover(ctx, "00000000000000aa")
	f.code(err, music.NotFound)
	f.must(f.SaveCoverColor(ctx, "00000000000000aa", "#112233"))
	_, err = f.UncoloredCover(ctx, "")
	f.code(err, music.NotFound)
	if a := get(f.TrackAnalysis(ctx, admin, f.tracks(admin)["A"].ID))(t); a.Color != "#112233" {
		t.Errorf("color %q", a.Color)
	}
}
