package desk

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/marks"
	"sonora/internal/music"
)

// kept is a store with marks of every track whose ID it holds.
type kept map[string]marks.Kept

func (s kept) Marks(_ context.Context, _ music.Viewer, trackID string) (*marks.Kept, error) {
	k := s[trackID]
	return &k, nil
}

func (s kept) ChangeMarks(_ context.Context, _ music.Viewer, trackIDs []string, _ time.Time, change func(*marks.Kept, time.Duration) error) (changed []marks.Kept, err error) {
	for _, id := range trackIDs {
		k, found := s[id]
		if !found {
			continue
		}
		k.TrackID = id
		before := k.Marks
		if err := change(&k, time.Minute); err != nil {
			return nil, err
		}
		if !k.Equal(&before) {
			k.Version++
			changed = append(changed, k)
			s[id] = k
		}
	}
	return changed, nil
}

type told []music.Event

func (t *told) Publish(e music.Event) { *t = append(*t, e) }

func TestSave(t *testing.T) {
	events := &told{}
	s := New(Config{Store: kept{"one": {}}, Events: events, Now: time.Now})
	ana := music.Viewer{AccountID: "ana"}
	given := &marks.Marks{HotCues: []marks.HotCue{{Slot: 1, At: 2, Name: " Drop "}, {Slot: 0, At: 1}}}
	for range 2 { // the second time changes nothing
		saved, err := s.Save(t.Context(), ana, "one", given)
		if err != nil || saved.Version != 1 || saved.HotCues[1].Name != "Drop" {
			t.Fatalf("%+v %v", saved, err)
		}
	}
	if diff := cmp.Diff(told{{Type: marks.EventMarks, Account: "ana", Data: marks.MarkChange{TrackIDs: []string{"one"}}}}, *events); diff != "" {
		t.Error(diff)
	}
	if _, err := s.Save(t.Context(), ana, "other", given); music.CodeOf(err) != music.NotFound {
		t.Errorf("a track that they may not see: %v", err)
	}
	if _, err := s.Save(t.Context(), ana, "one", &marks.Marks{Cue: new(62.0)}); music.CodeOf(err) != music.Invalid {
		t.Errorf("a cue beyond the track: %v", err)
	}
	if len(*events) != 1 {
		t.Errorf("events of failures: %+v", *events)
	}
}

// TestMarksBehindTheEnd has a track that was shortened since a cue was set.
func TestMarksBehindTheEnd(t *testing.T) {
	for name, test := range map[string]struct {
		change    func(*marks.Kept)
		isRefused bool
	}{
		"left as it is":   {func(*marks.Kept) {}, false},
		"a loop is added": {func(k *marks.Kept) { k.Loops = []marks.Loop{{From: 1, To: 2}} }, true},
		"it is removed":   {func(k *marks.Kept) { k.Cue = nil }, false},
	} {
		s := New(Config{Store: kept{"one": {Marks: marks.Marks{Cue: new(90.0)}}}, Events: &told{}, Now: time.Now})
		err := s.Change(t.Context(), music.Viewer{AccountID: "ana"}, []string{"one"}, test.change)
		if test.isRefused && music.CodeOf(err) != music.Invalid || !test.isRefused && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestChangeOfManyNamesNone(t *testing.T) {
	store, ids, events := kept{}, []string{}, &told{}
	for i := range maxTold + 1 {
		ids = append(ids, strconv.Itoa(i))
		store[ids[i]] = marks.Kept{}
	}
	s := New(Config{Store: store, Events: events, Now: time.Now})
	cue := func(k *marks.Kept) { k.Cue = new(1.0) }
	if err := s.Change(t.Context(), music.Viewer{AccountID: "ana"}, ids, cue); err != nil {
		t.Fatal(err)
	}
	if change, ok := (*events)[0].Data.(marks.MarkChange); !ok || !slices.Equal(change.TrackIDs, []string{}) {
		t.Errorf("told: %+v", *events)
	}
}
