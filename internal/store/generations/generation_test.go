package generations_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

var most = generation.Limits{Own: 3, All: 4}

// order queues a generation of an account.
func order(f *storetest.Fixture, v music.Viewer, title string) *generation.Generation {
	f.T.Helper()
	x := &generation.Generation{
		OwnerID: v.AccountID, Provider: generation.BuiltIn, Prompt: "lluvia en " + title, Seed: generation.MaxSeed - 1, Title: title, Style: "lo-fi", BPM: 84.5, Key: "D minor",
		Duration: 2 * time.Minute, Plan: json.RawMessage(`{"seed":"1"}`), CreatedAt: storetest.Now,
	}
	f.Must(f.CreateGeneration(f.T.Context(), x, most))
	return x
}

func generations(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	boss := f.Member("boss", music.Admin)
	first := order(f, ana, "Cafe\u0301")
	read := storetest.Get(f.Generation(ctx, ana, first.ID))(t)
	if first.Title != "Café" || read.OwnerName == "" {
		t.Errorf("%+v", read)
	}
	first.OwnerName, first.Remote, first.Review.Parts, first.Review.Likeness = read.OwnerName, json.RawMessage(""), json.RawMessage(""), json.RawMessage("")
	if diff := cmp.Diff(first, read); diff != "" {
		t.Errorf("read: %s", diff)
	}
	for _, v := range []music.Viewer{ben, boss, {}} {
		_, err := f.Generation(ctx, v, first.ID)
		f.Code(err, music.NotFound)
		if list := storetest.Get(f.GenerationsByID(ctx, v, []string{first.ID}))(t); len(list) != 0 {
			t.Errorf("somebody else reads %+v", list)
		}
	}
	if list := storetest.Get(f.GenerationsByID(ctx, ana, []string{first.ID, "unknown", first.ID}))(t); len(list) != 1 || list[0].Title != read.Title {
		t.Errorf("by ID: %+v", list)
	}
	err := f.CreateGeneration(ctx, &generation.Generation{OwnerID: "nobody", CreatedAt: storetest.Now}, most)
	f.Code(err, music.NotFound)

	second := order(f, ana, "second")
	order(f, ana, "third")
	if err := f.CreateGeneration(ctx, &generation.Generation{OwnerID: ana.AccountID, CreatedAt: storetest.Now}, most); !errors.Is(err, generation.ErrOwn) {
		t.Errorf("a fourth one of a person: %v", err)
	}
	order(f, ben, "Ben's")
	if err := f.CreateGeneration(ctx, &generation.Generation{OwnerID: ben.AccountID, CreatedAt: storetest.Now}, most); !errors.Is(err, generation.ErrQueue) {
		t.Errorf("a fifth one of all: %v", err)
	}

	later := storetest.Now.Add(time.Minute)
	changed := storetest.Get(f.ChangeGeneration(ctx, first.ID, later, func(x *generation.Generation) error {
		x.State, x.Stage, x.Reason, x.Progress, x.Playable = generation.Failed, generation.Mixing, music.Say("The file %s is missing.", "a"), 0.5, time.Minute
		x.Title, x.Cost, x.Remote = "Tango", 45_100, json.RawMessage(`{"ref":"1"}`)
		x.Review = generation.Review{
			Verdict: generation.Rejected, Reason: "too loud", Score: 7.5, Parts: json.RawMessage(`[]`), Likeness: json.RawMessage(`[]`),
			ReviewerID: boss.AccountID, At: later,
		}
		return nil
	}))(t)
	again := storetest.Get(f.GenerationByID(ctx, first.ID))(t)
	changed.Review.ReviewerName = again.Review.ReviewerName
	if diff := cmp.Diff(changed, again); diff != "" || again.Review.ReviewerName == "" || !again.UpdatedAt.Equal(later) {
		t.Errorf("changed: %s%+v", diff, again)
	}
	refused := errors.New("no")
	if _, err := f.ChangeGeneration(ctx, first.ID, later, func(*generation.Generation) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	_, err = f.ChangeGeneration(ctx, "unknown", later, func(*generation.Generation) error { return nil })
	f.Code(err, music.NotFound)

	page := storetest.Get(f.Generations(ctx, ana, music.Page{Limit: 2}))(t)
	if page.Total != 3 || page.Items[1].ID != second.ID || page.Next == "" {
		t.Errorf("first page: %+v", page)
	}
	page = storetest.Get(f.Generations(ctx, ana, music.Page{Limit: 2, After: page.Next}))(t)
	if len(page.Items) != 1 || page.Items[0].ID != first.ID {
		t.Errorf("second page: %+v", page)
	}
	f.Must(f.HideGeneration(ctx, first.ID))
	_, err = f.Generation(ctx, ana, first.ID)
	f.Code(err, music.NotFound)
	storetest.Get(f.GenerationByID(ctx, first.ID))(t)
	ordered := func(want int64) {
		t.Helper()
		if n := storetest.Get(f.GenerationsSince(ctx, ana.AccountID, storetest.Now))(t); n != want {
			t.Errorf("%d pieces count, want %d", n, want)
		}
	}
	ordered(2) // the first one failed
	more := func(made int64) error {
		x := &generation.Generation{OwnerID: ana.AccountID, Provider: generation.BuiltIn, CreatedAt: storetest.Now}
		return f.CreateGeneration(ctx, x, generation.Limits{Own: 9, All: 9, Since: storetest.Now, Made: made})
	}
	if err := more(2); err == nil || !strings.Contains(err.Error(), generation.ErrMade.Error()) {
		t.Errorf("one more than a person may ask for: %v", err)
	}
	f.Must(f.AddGenerationLog(ctx, &generation.Log{AccountID: ana.AccountID, GenerationID: second.ID, Status: generation.LogSuccess, CreatedAt: later}))
	ordered(2)
	f.Must(f.DropGeneration(ctx, second.ID))
	ordered(2)
	f.Code(f.DropGeneration(ctx, second.ID), music.NotFound)
	f.Code(f.HideGeneration(ctx, second.ID), music.NotFound)
	if x := storetest.Get(f.LatestGeneration(ctx, ana))(t); x.Title != "third" {
		t.Errorf("latest: %+v", x)
	}
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	_, err = f.GenerationByID(ctx, first.ID)
	f.Code(err, music.NotFound)
}

func queue(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	_, err := f.TakeGeneration(ctx, "job", generation.Composer, storetest.Now)
	f.Code(err, music.NotFound)
	a1, a2 := order(f, ana, "a1"), order(f, ana, "a2")
	at := storetest.Now
	take := func(job string) *generation.Generation {
		t.Helper()
		at = at.Add(time.Second)
		return storetest.Get(f.TakeGeneration(ctx, job, generation.Composer, at))(t)
	}
	x := take("one")
	if x.ID != a1.ID || x.State != generation.Composing || x.Job != "one" || !x.StartedAt.Equal(at) {
		t.Errorf("took %+v", x)
	}
	_, err = f.TakeGeneration(ctx, "two", generation.Composer, at) // Ana has one in the making
	f.Code(err, music.NotFound)
	b1 := order(f, ben, "b1")
	if again := take("one"); again.ID != a1.ID || !again.StartedAt.Equal(x.StartedAt) {
		t.Errorf("after an interruption: %+v", again)
	}
	waiting := storetest.Get(f.QueuedGenerations(ctx))(t)
	if len(waiting) != 2 || waiting[0].ID != a2.ID || !waiting[0].ServedAt.Equal(x.StartedAt) || waiting[0].Duration != 2*time.Minute || !waiting[1].ServedAt.IsZero() || waiting[1].OwnerID != ben.AccountID {
		t.Errorf("queue: %+v", waiting)
	}
	f.Must(f.NoteGeneration(ctx, a1.ID, "one", 0.5, time.Minute))
	f.Code(f.NoteGeneration(ctx, a1.ID, "two", 0.5, time.Minute), music.NotFound)
	if busy := storetest.Get(f.BusyGenerations(ctx))(t); len(busy) != 1 || busy[0].Progress != 0.5 || busy[0].Playable != time.Minute {
		t.Errorf("busy: %+v", busy)
	}
	storetest.Get(f.ChangeGeneration(ctx, a1.ID, at, func(x *generation.Generation) error { x.State = generation.Cancelled; return nil }))(t)
	f.Code(f.NoteGeneration(ctx, a1.ID, "one", 0.5, time.Minute), music.NotFound)
	if x := take("three"); x.ID != b1.ID { // Ana asked earlier, but was served
		t.Errorf("took %+v", x)
	}
	if x := take("one"); x.ID != a2.ID {
		t.Errorf("took %+v", x)
	}
	o := &generation.Generation{OwnerID: ana.AccountID, Provider: "suno", Title: "o", CreatedAt: storetest.Now}
	f.Must(f.CreateGeneration(ctx, o, most))
	_, err = f.TakeGeneration(ctx, "four", generation.Composer, at)
	f.Code(err, music.NotFound)
	if waiting := storetest.Get(f.QueuedGenerations(ctx))(t); len(waiting) != 1 || waiting[0].Lane != generation.Services || !waiting[0].ServedAt.IsZero() {
		t.Errorf("queue: %+v", waiting)
	}
	if x := storetest.Get(f.TakeGeneration(ctx, "four", generation.Services, at))(t); x.ID != o.ID || x.State != generation.Submitted { // beside a2
		t.Errorf("took %+v", x)
	}
	cleo := f.Member("cleo", music.Creator)
	for _, title := range []string{"deck a", "deck b"} {
		x := &generation.Generation{OwnerID: cleo.AccountID, Provider: generation.BuiltIn, Title: title, Duration: generation.Brief, CreatedAt: storetest.Now}
		f.Must(f.CreateGeneration(ctx, x, most))
		if taken := take(title); taken.ID != x.ID { // both at once
			t.Errorf("took %+v", taken)
		}
	}
	order(f, cleo, "long")
	_, err = f.TakeGeneration(ctx, "five", generation.Composer, at)
	f.Code(err, music.NotFound)
}

func messages(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	said := []generation.Message{
		{AccountID: ana.AccountID, Content: "una canción\x00", CreatedAt: storetest.Now},
		{AccountID: ana.AccountID, Reply: music.Say("Here is %s.", "Dawn"), GenerationID: "g", CreatedAt: storetest.Now},
	}
	f.Must(f.AddMessages(ctx, said))
	f.Code(f.AddMessages(ctx, []generation.Message{{AccountID: "nobody", Content: "x"}}), music.NotFound)
	list := storetest.Get(f.Messages(ctx, ana, music.Page{}))(t)
	if list.Total != 2 || !list.Items[0].IsReply() || list.Items[1].IsReply() {
		t.Errorf("%+v", list)
	}
	for i, m := range list.Items {
		if m.ID != said[1-i].ID || m.Content != said[1-i].Content || !m.Reply.Equal(said[1-i].Reply) || m.GenerationID != said[1-i].GenerationID {
			t.Errorf("%d: %+v", i, m)
		}
	}
	if list := storetest.Get(f.Messages(ctx, ben, music.Page{}))(t); list.Total != 0 {
		t.Errorf("of somebody else: %+v", list)
	}
	f.Must(f.ClearMessages(ctx, ben))
	if list := storetest.Get(f.Messages(ctx, ana, music.Page{Limit: 1}))(t); list.Total != 2 || list.Next == "" {
		t.Errorf("%+v", list)
	}
	f.Must(f.ClearMessages(ctx, ana))
	if list := storetest.Get(f.Messages(ctx, ana, music.Page{}))(t); list.Total != 0 {
		t.Errorf("cleared: %+v", list)
	}
}

func review(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana := f.Member("ana", music.Creator)
	f.Scan(storetest.Song("a/1.mp3", "one"), storetest.Song("a/2.mp3", "two"))
	tracks := f.TracksByTitle(ana)
	one, two := tracks["one"].ID, tracks["two"].ID
	x, y := order(f, ana, "Ámbar"), order(f, ana, "Tango")
	order(f, ana, "still waiting")
	decide := func(x *generation.Generation, verdict generation.Verdict, track string) {
		t.Helper()
		storetest.Get(f.ChangeGeneration(ctx, x.ID, storetest.Now, func(x *generation.Generation) error {
			x.State, x.Review.Verdict, x.TrackID = generation.Ready, verdict, track
			return nil
		}))(t)
	}
	decide(x, generation.Pending, one)
	decide(y, generation.Approved, two)
	storetest.Get(f.Like(ctx, ana, two, storetest.Now))(t)
	found := func(verdict generation.Verdict, words ...string) (titles []string) {
		t.Helper()
		for _, g := range storetest.Get(f.GenerationTable(ctx, generation.Table{Verdict: verdict, Text: strings.Join(words, " ")}, music.Page{}))(t).Items {
			titles = append(titles, g.Title)
		}
		return titles
	}
	storetest.Same(t, "all", found(""), []string{"Tango", "Ámbar"})
	storetest.Same(t, "pending", found(generation.Pending), []string{"Ámbar"})
	storetest.Same(t, "of the prompt and the title", found("", "LLUVIA", "ambar"), []string{"Ámbar"})
	storetest.Same(t, "of the owner", found("", "ana"), []string{"Tango", "Ámbar"})
	storetest.Same(t, "of nothing", found("", "%"), nil)
	if list := storetest.Get(f.GenerationTable(ctx, generation.Table{Verdict: generation.Approved}, music.Page{}))(t); list.Items[0].Likes != 1 || list.Items[0].TrackID != two {
		t.Errorf("%+v", list.Items[0])
	}
	if g := storetest.Get(f.GenerationOfTrack(ctx, two))(t); g.ID != y.ID {
		t.Errorf("%+v", g)
	}
	_, err := f.GenerationOfTrack(ctx, "")
	f.Code(err, music.NotFound)
	uncompared := func() []string {
		return storetest.IDs(storetest.Get(f.UncomparedGenerations(ctx))(t), func(x generation.Generation) string { return x.ID })
	}
	storetest.Same(t, "not analysed", uncompared(), []string{})
	f.Analyse(map[string]*sound.Analysis{"a/1.mp3": storetest.Measured(120, 0, -9, 0.5), "a/2.mp3": storetest.Measured(120, 0, -9, 0.5)})
	storetest.Same(t, "not compared", uncompared(), []string{x.ID, y.ID})
	f.Must(f.NoteLikeness(ctx, x.ID, []byte("[]")))
	f.Code(f.NoteLikeness(ctx, "unknown", []byte("[]")), music.NotFound)
	storetest.Same(t, "compared", uncompared(), []string{y.ID})
	songs := func(account string, longest time.Duration) []string {
		return storetest.IDs(storetest.Get(f.SongsToCompare(ctx, account, longest))(t), func(s store.Song) string { return s.Title })
	}
	storetest.Same(t, "all but Ana's", songs(ana.AccountID, time.Hour), []string{})
	storetest.Same(t, "all", songs("somebody", time.Hour), []string{"one", "two"})
	storetest.Same(t, "short ones", songs("somebody", time.Second), []string{})

	for i, cost := range []generation.Money{45_100, 200_000} {
		f.Must(f.AddGenerationLog(ctx, &generation.Log{
			AccountID: ana.AccountID, GenerationID: x.ID, Provider: "suno", Prompt: "lluvia", Status: generation.LogSuccess, Cost: cost, CreatedAt: storetest.Now.Add(time.Duration(i) * time.Hour),
		}))
	}
	if spent := storetest.Get(f.GenerationSpend(ctx, ana.AccountID, storetest.Now.Add(time.Minute)))(t); spent != 200_000 {
		t.Errorf("spent %d", spent)
	}
	if spent := storetest.Get(f.GenerationSpend(ctx, "somebody", storetest.Now))(t); spent != 0 {
		t.Errorf("somebody spent %d", spent)
	}
	if figures := storetest.Get(f.GenerationFigures(ctx, storetest.Now))(t); figures.Generated != 2 || figures.Pending != 1 || figures.Approved != 1 || figures.Rejected != 0 || figures.Spent != 245_100 {
		t.Errorf("%+v", figures)
	}
	upload := &generation.Generation{OwnerID: ana.AccountID, Provider: generation.Uploaded, Title: "copy", CreatedAt: storetest.Now}
	f.Must(f.CreateGeneration(ctx, upload, most))
	decide(upload, generation.Pending, "")
	if figures := storetest.Get(f.GenerationFigures(ctx, storetest.Now))(t); figures.Generated != 2 || figures.Pending != 2 {
		t.Errorf("with an uploaded copy: %+v", figures)
	}
	log := storetest.Get(f.GenerationLogs(ctx, generation.LogTable{}, music.Page{}))(t)
	if log.Total != 2 || log.Items[0].Cost != 200_000 || log.Items[0].OwnerName == "" || log.Items[0].Prompt != "lluvia" || log.Items[0].Status != generation.LogSuccess {
		t.Errorf("%+v", log)
	}
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	if log := storetest.Get(f.GenerationLogs(ctx, generation.LogTable{}, music.Page{}))(t); log.Total != 2 || log.Items[0].OwnerName != "" || log.Items[0].Prompt != "" || log.Items[0].Cost != 200_000 {
		t.Errorf("of a deleted account: %+v", log)
	}
}

func alternatives(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Creator), f.Member("ben", music.Listener)
	first := &generation.Generation{OwnerID: ana.AccountID, Provider: "suno", Title: "Rain", CreatedAt: storetest.Now}
	f.Must(f.CreateGeneration(ctx, first, most))
	second := *first
	second.ID, second.ParentID, second.State, second.TrackID = first.ID+"-2", first.ID, generation.Ready, "none"
	f.Must(f.AddGeneration(ctx, &second))
	f.Must(f.AddGeneration(ctx, &second)) // after an interruption
	changed := order(f, ana, "slower")

	found := func(v music.Viewer) map[string][]string {
		return storetest.Get(f.Alternatives(ctx, v, []string{first.Order(), second.Order(), changed.Order()}))(t)
	}
	if diff := cmp.Diff(map[string][]string{first.ID: {second.ID}}, found(ana)); diff != "" {
		t.Errorf("while the first is in the making: %s", diff)
	}
	storetest.Get(f.ChangeGeneration(ctx, first.ID, storetest.Now, func(x *generation.Generation) error { x.State = generation.Ready; return nil }))(t)
	if diff := cmp.Diff(map[string][]string{first.ID: {first.ID, second.ID}}, found(ana)); diff != "" {
		t.Error(diff)
	}
	if others := found(ben); len(others) > 0 {
		t.Errorf("somebody else's: %v", others)
	}
	second.ID, second.OwnerID = "third", "nobody"
	f.Code(f.AddGeneration(ctx, &second), music.NotFound)
}

// growing notes a piece while it is composed, anew after an interruption, and as a whole.
func growing(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	known := func(want ...byte) {
		t.Helper()
		var got []byte
		for _, s := range storetest.Get(f.Sounds(ctx))(t) {
			if s.Generation == "grows" && !s.IsApproved {
				got = s.Waveform
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("known %v, not %v", got, want)
		}
	}
	f.Must(f.NoteGrowingSound(ctx, "grows", []byte{1, 2}))
	f.Must(f.NoteGrowingSound(ctx, "grows", []byte{1, 2, 3, 4}))
	f.Must(f.NoteGrowingSound(ctx, "grows", []byte{1, 2, 3}))
	known(1, 2, 3, 4)
	f.Must(f.NoteSound(ctx, "grows", 3, 200, [16]byte{}))
	known(1, 2, 3, 4)
	f.Must(f.NoteWaveform(ctx, "grows", []byte{5, 6}))
	f.Must(f.NoteGrowingSound(ctx, "grows", []byte{1, 2, 3, 4, 5}))
	known(5, 6)
	f.Must(f.NoteSound(ctx, "grows", 4, 200, [16]byte{})) // another file
	known()
}

// sounds keeps the sound of a deleted generation, unless an operator approved it.
func sounds(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Member("boss", music.Admin)
	ana := f.Member("ana", music.Creator)
	approved, rejected := order(f, ana, "approved"), order(f, ana, "rejected")
	for i, x := range []*generation.Generation{approved, rejected} {
		f.Must(f.NoteSound(ctx, x.ID, 1, 2, [16]byte{9}))
		f.Must(f.NoteSound(ctx, x.ID, uint64(i), 100, [16]byte{1, byte(i)})) // after an interruption
	}
	f.Must(f.NoteSound(ctx, "old", 7, 100, [16]byte{}))
	growing(t, f)
	storetest.Get(f.ChangeGeneration(ctx, approved.ID, storetest.Now, func(x *generation.Generation) error { x.Review.Verdict = generation.Approved; return nil }))(t)
	check := func(when string) {
		t.Helper()
		for name, c := range map[string]struct {
			err     error
			waiting bool
		}{
			"approved": {f.CheckSoundReviewed(ctx, 0, 100), false}, "approved again": {f.CheckSamplesReviewed(ctx, [16]byte{1}), false},
			"rejected": {f.CheckSoundReviewed(ctx, 1, 100), true}, "rejected again": {f.CheckSamplesReviewed(ctx, [16]byte{1, 1}), true},
			"another length": {f.CheckSoundReviewed(ctx, 1, 101), false}, "replaced": {f.CheckSamplesReviewed(ctx, [16]byte{9}), false},
			"deleted": {f.CheckSoundReviewed(ctx, 7, 100), true}, "no checksum": {f.CheckSamplesReviewed(ctx, [16]byte{}), false},
		} {
			if errors.Is(c.err, generation.ErrNotReviewed) != c.waiting {
				t.Errorf("%s: %s: %v", when, name, c.err)
			}
		}
	}
	check("reviewed")
	f.Must(f.DeleteAccount(ctx, ana.AccountID))
	check("after the account is gone")
}
