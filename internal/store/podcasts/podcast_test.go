package podcasts_test

import (
	"reflect"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

// feed subscribes the viewer to a feed with episodes.
func addFeed(f *storetest.Fixture, v music.Viewer, url string, episodes ...feed.Episode) string {
	f.T.Helper()
	id := storetest.Get(f.AddFeed(f.T.Context(), store.NewFeed{URL: url, Title: url}, storetest.Now))(f.T)
	f.Must(f.Subscribe(f.T.Context(), v, id, feed.NewSubscription(), storetest.Now))
	storetest.Get(f.SaveFeed(f.T.Context(), store.ReadFeed{ID: id, Next: storetest.Now, Show: show("Tea Talk"), Episodes: episodes}, storetest.Now))(f.T)
	return id
}

func show(title string) *feed.Podcast {
	return &feed.Podcast{Title: title, Author: "Ann", Categories: []string{"Arts > Food"}, Medium: "podcast"}
}

func item(guid string, days int) feed.Episode {
	return feed.Episode{
		GUID: guid, Title: "About " + guid, AudioURL: "https://cdn.example/" + guid + ".mp3", MIME: "audio/mpeg", Kind: feed.EpisodeFull,
		State: feed.EpisodePublished, PublishedAt: storetest.Now.AddDate(0, 0, -days), Duration: time.Hour,
		Chapters: feed.ChapterSource{List: []feed.Chapter{{Start: 1.5, Title: "Kettle"}}},
	}
}

func podcasts(t *testing.T, f *storetest.Fixture) {
	ctx, ann, ben := t.Context(), f.Member("ann", music.Creator), f.Member("ben", music.Listener)
	tea := addFeed(f, ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	secret := storetest.Get(f.AddFeed(ctx, store.NewFeed{URL: "https://club.example/feed", AccountID: ann.AccountID, Credentials: []byte{1}, Title: "Club"}, storetest.Now))(t)
	f.Must(f.Subscribe(ctx, ann, secret, feed.NewSubscription(), storetest.Now))
	again := storetest.Get(f.AddFeed(ctx, store.NewFeed{URL: "https://tea.example/feed"}, storetest.Now))(t)
	if again != tea {
		t.Error("one feed became two podcasts")
	}
	names := func(v music.Viewer, filter feed.Filter) []string {
		out := []string{}
		for _, p := range storetest.Get(f.Podcasts(ctx, v, filter, music.Page{}, storetest.Now))(t).Items {
			out = append(out, p.Title)
		}
		return out
	}
	storetest.Same(t, "ann's", names(ann, feed.Filter{Sort: feed.SortName}), []string{"Club", "Tea Talk"})
	storetest.Same(t, "ben's", names(ben, feed.Filter{}), []string{"Tea Talk"})
	storetest.Same(t, "the operator's", names(storetest.Admin, feed.Filter{}), []string{"Tea Talk"})
	storetest.Same(t, "visitors'", names(music.Viewer{}, feed.Filter{}), []string{})
	storetest.Same(t, "found", names(ann, feed.Filter{Search: "tälk"}), []string{"Tea Talk"})
	storetest.Same(t, "subscribed", names(ben, feed.Filter{Subscribed: true}), []string{})
	f.Code(second(f.Podcast(ctx, ben, secret, storetest.Now)), music.NotFound)
	f.Code(f.Subscribe(ctx, ben, secret, feed.NewSubscription(), storetest.Now), music.NotFound)

	bad := feed.NewSubscription()
	bad.Speed = 9
	f.Code(f.Subscribe(ctx, ben, tea, bad, storetest.Now), music.Invalid)
	p := storetest.Get(f.Podcast(ctx, ann, tea, storetest.Now))(t)
	if p.Episodes != 2 || !p.NewestAt.Equal(storetest.Now.AddDate(0, 0, -1)) || p.Subscription == nil || p.Subscription.Keep != 5 || p.Categories[0] != "Arts > Food" {
		t.Errorf("read back: %+v", p)
	}
	f.Must(f.Unsubscribe(ctx, ann.AccountID, secret))
	f.Code(second(f.Podcast(ctx, ann, secret, storetest.Now)), music.NotFound)
	f.Code(f.Unsubscribe(ctx, ann.AccountID, secret), music.NotFound)
	f.Must(f.Unsubscribe(ctx, ann.AccountID, tea))
	f.Must(f.TidyPodcasts(ctx, storetest.Now.Add(time.Hour), storetest.Now, storetest.Now))
	f.Code(second(f.Podcast(ctx, ann, tea, storetest.Now)), music.NotFound)
}

func second[A any](_ A, err error) error { return err }

func feedChanges(t *testing.T, f *storetest.Fixture) {
	ctx, ann := t.Context(), f.Member("ann", music.Creator)
	tea := addFeed(f, ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	episodes := func() map[string]feed.Episode {
		out := map[string]feed.Episode{}
		for _, e := range storetest.Get(f.Episodes(ctx, ann, feed.EpisodeFilter{PodcastID: tea}, music.Page{}, storetest.Now))(t).Items {
			out[e.GUID] = e
		}
		return out
	}
	before := episodes()
	renamed, moved := item("one", 2), item("two", 1)
	renamed.GUID = "https://tea.example/?p=1"
	moved.AudioURL = "https://tracker.example/r/cdn.example/two.mp3?token=2"
	added := storetest.Get(f.SaveFeed(ctx, store.ReadFeed{ID: tea, Next: storetest.Now, Show: show("Tea Talk"), Episodes: []feed.Episode{renamed, moved, item("three", 0)}}, storetest.Now))(t)
	if len(added) != 1 || added[0].GUID != "three" {
		t.Errorf("new: %+v", added)
	}
	after := episodes()
	if len(after) != 3 || after["https://tea.example/?p=1"].ID != before["one"].ID || after["two"].ID != before["two"].ID {
		t.Errorf("after: %v, before: %v", after, before)
	}
	if c := after["two"].Chapters.List; len(c) != 1 || c[0].Title != "Kettle" {
		t.Errorf("chapters: %+v", c)
	}

	due := storetest.Get(f.ClaimFeeds(ctx, storetest.Now, storetest.Now.Add(time.Minute), 5))(t)
	if len(due) != 1 || due[0].ID != tea || due[0].FirstTime {
		t.Errorf("due: %+v", due)
	}
	if more := storetest.Get(f.ClaimFeeds(ctx, storetest.Now, storetest.Now.Add(time.Minute), 5))(t); len(more) != 0 {
		t.Errorf("claimed twice: %+v", more)
	}
	f.Must(f.FailFeed(ctx, tea, music.Say("The file cannot be read: %s.", "{} %s"), storetest.Now, storetest.Now.Add(time.Hour)))
	if p := storetest.Get(f.Podcast(ctx, ann, tea, storetest.Now))(t); p.Problem.String() != "The file cannot be read: {} %s." {
		t.Errorf("problem: %+v", p)
	}
	due = storetest.Get(f.ClaimFeeds(ctx, storetest.Now.Add(time.Hour), storetest.Now.Add(2*time.Hour), 5))(t)
	if len(due) != 1 || due[0].Failures != 1 {
		t.Errorf("tried again: %+v", due)
	}
	other := addFeed(f, f.Member("ben", music.Listener), "https://new.example/feed")
	f.Must(f.MoveFeed(ctx, due[0], "https://new.example/feed"))
	if p := storetest.Get(f.Podcast(ctx, ann, other, storetest.Now))(t); p.Subscription == nil {
		t.Error("the subscription did not move")
	}
	f.Code(second(f.Podcast(ctx, ann, tea, storetest.Now)), music.NotFound)
}

func episodeProgress(t *testing.T, f *storetest.Fixture) {
	ctx, ann, ben := t.Context(), f.Member("ann", music.Creator), f.Member("ben", music.Listener)
	tea := addFeed(f, ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	list := storetest.Get(f.Episodes(ctx, ann, feed.EpisodeFilter{PodcastID: tea}, music.Page{Limit: 1}, storetest.Now))(t)
	if list.Total != 2 || list.Items[0].GUID != "two" || list.Next == "" {
		t.Fatalf("first page: %+v", list)
	}
	id := list.Items[0].ID
	progress := func(v music.Viewer, position float64, done bool, at time.Time) bool {
		return storetest.Get(f.SaveEpisodeProgress(ctx, v, feed.EpisodeProgress{EpisodeID: id, Position: position, Done: done, At: at}, storetest.Now))(t)
	}
	if !progress(ann, 61.5, false, storetest.Now) || progress(ann, 3, false, storetest.Now.Add(-time.Second)) {
		t.Error("the latest report has to count")
	}
	e := storetest.Get(f.Episode(ctx, ann, id, storetest.Now))(t)
	if e.Position != 61500*time.Millisecond || e.Done || !e.HeardAt.Equal(storetest.Now) {
		t.Errorf("progress: %+v", e)
	}
	if e := storetest.Get(f.Episode(ctx, ben, id, storetest.Now))(t); e.Position != 0 {
		t.Errorf("ben's: %+v", e)
	}
	if on := storetest.Get(f.Episodes(ctx, ann, feed.EpisodeFilter{Unfinished: true}, music.Page{}, storetest.Now))(t); len(on.Items) != 1 || on.Items[0].ID != id {
		t.Errorf("to go on with: %+v", on)
	}
	progress(ann, 3600, true, storetest.Now.Add(time.Second))
	if fresh := storetest.Get(f.Episodes(ctx, ann, feed.EpisodeFilter{New: true}, music.Page{}, storetest.Now))(t); len(fresh.Items) != 1 || fresh.Items[0].GUID != "one" {
		t.Errorf("new: %+v", fresh)
	}

	for i, want := range []bool{true, false, true} {
		at := storetest.Now.Add(time.Duration(i) * 13 * time.Hour)
		if got := storetest.Get(f.AddEpisodePlay(ctx, &feed.EpisodePlay{EpisodeID: id, Who: "ann", App: "mpv", At: at}))(t); got != want {
			t.Errorf("play %d counted: %v", i, got)
		}
	}
	if p := storetest.Get(f.Podcast(ctx, ann, tea, storetest.Now.Add(48*time.Hour)))(t); p.Plays != 2 {
		t.Errorf("plays: %d", p.Plays)
	}
}

func keptEpisodes(t *testing.T, f *storetest.Fixture) {
	ctx, ann := t.Context(), f.Member("ann", music.Creator)
	tea := addFeed(f, ann, "https://tea.example/feed", item("one", 3), item("two", 2), item("three", 1))
	sub := feed.NewSubscription()
	sub.AutoDownload, sub.Keep = true, 2
	f.Must(f.Subscribe(ctx, ann, tea, sub, storetest.Now))
	f.Must(f.WantEpisodes(ctx, tea))
	var got []string
	for range 2 {
		w := storetest.Get(f.ClaimWanted(ctx, storetest.Now, storetest.Now.Add(time.Hour), 3))(t)
		got = append(got, w.URL)
		f.Must(f.KeptEpisode(ctx, w.ID, "podcasts/"+w.ID, 10))
	}
	storetest.Same(t, "wanted", storetest.Sorted(got), []string{"https://cdn.example/three.mp3", "https://cdn.example/two.mp3"})
	f.Code(second(f.ClaimWanted(ctx, storetest.Now.Add(2*time.Hour), storetest.Now.Add(3*time.Hour), 3)), music.NotFound)
	sub.Keep = 1
	f.Must(f.Subscribe(ctx, ann, tea, sub, storetest.Now))
	f.Must(f.WantEpisodes(ctx, tea))
	keys := storetest.Get(f.DropUnwanted(ctx, 10))(t)
	if len(keys) != 1 {
		t.Errorf("dropped: %v", keys)
	}
	if known := storetest.Get(f.KeptKeys(ctx, append(keys, "podcasts/x")))(t); len(known) != 0 {
		t.Errorf("still known: %v", known)
	}
}

func publishedPodcasts(t *testing.T, f *storetest.Fixture) {
	ctx, ann, ben := t.Context(), f.Member("ann", music.Creator), f.Member("ben", music.Creator)
	p := feed.NewPodcast()
	p.Title, p.OwnerID, p.CreatedAt = "Mine", ann.AccountID, storetest.Now
	f.Must(f.CreatePodcast(ctx, &p))
	bad := feed.NewPodcast()
	bad.OwnerID = ann.AccountID
	f.Code(f.CreatePodcast(ctx, &bad), music.Invalid)
	made := func(title string, state feed.EpisodeState, at time.Time) string {
		e := feed.Episode{PodcastID: p.ID, Title: title, Kind: feed.EpisodeFull, State: state, PublishedAt: at, TrackID: "t", CreatedAt: storetest.Now}
		f.Must(f.CreateEpisode(ctx, ann, &e))
		return e.ID
	}
	out, draft, later := made("Out", feed.EpisodePublished, storetest.Now), made("Draft", feed.EpisodeDraft, storetest.Now), made("Later", feed.EpisodeScheduled, storetest.Now.Add(time.Hour))
	seen := func(v music.Viewer, drafts bool, at time.Time) []string {
		list := []string{}
		for _, e := range storetest.Get(f.Episodes(ctx, v, feed.EpisodeFilter{PodcastID: p.ID, Drafts: drafts}, music.Page{}, at))(t).Items {
			list = append(list, e.Title)
		}
		return storetest.Sorted(list)
	}
	storetest.Same(t, "visitors see", seen(music.Viewer{}, false, storetest.Now), []string{"Out"})
	storetest.Same(t, "an hour on", seen(music.Viewer{}, false, storetest.Now.Add(2*time.Hour)), []string{"Later", "Out"})
	storetest.Same(t, "who publishes it", seen(ann, true, storetest.Now), []string{"Draft", "Later", "Out"})
	storetest.Same(t, "another", seen(ben, true, storetest.Now), []string{"Out"})
	for _, id := range []string{draft, later} {
		f.Code(second(f.Episode(ctx, ben, id, storetest.Now)), music.NotFound)
	}
	f.Code(f.DeleteEpisode(ctx, ben, out, storetest.Now), music.Forbidden)
	f.Code(f.DeletePodcast(ctx, ben, p.ID), music.Forbidden)
	f.Code(second(f.ChangePodcast(ctx, ben, p.ID, func(*feed.Podcast) {})), music.Forbidden)
	storetest.Get(f.ChangePodcast(ctx, ann, p.ID, func(p *feed.Podcast) { p.IsPublic = false }))(t)
	f.Code(second(f.Podcast(ctx, ben, p.ID, storetest.Now)), music.NotFound)
	for i := range 3 {
		storetest.Get(f.AddEpisodePlay(ctx, &feed.EpisodePlay{EpisodeID: out, Who: strconv.Itoa(i), App: "mpv", At: storetest.Now}))(t)
	}
	storetest.Get(f.AddEpisodePlay(ctx, &feed.EpisodePlay{EpisodeID: out, Who: "a day later", App: "cast", At: storetest.Now.AddDate(0, 0, 1)}))(t)
	figures := storetest.Get(f.PodcastFigures(ctx, ann, p.ID, storetest.Now.Add(-time.Hour)))(t)
	today := time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC)
	if want := (&store.PodcastFigures{
		Episodes: []store.EpisodeFigure{{ID: out, Title: "Out", Plays: 4}},
		Apps:     []store.AppFigure{{Name: "mpv", Plays: 3}, {Name: "cast", Plays: 1}},
		Days:     []store.DayFigure{{Day: today, Plays: 3}, {Day: today.AddDate(0, 0, 1), Plays: 1}},
	}); !reflect.DeepEqual(figures, want) {
		t.Errorf("figures: %+v, want %+v", figures, want)
	}
	f.Must(f.DeletePodcast(ctx, ann, p.ID))
	f.Code(second(f.Episode(ctx, ann, out, storetest.Now)), music.NotFound)
}

// concurrentEdits checks that no edit undoes another one that is made at the same time.
func concurrentEdits(t *testing.T, f *storetest.Fixture) {
	const edits = 8
	ctx, ann := t.Context(), f.Member("ann", music.Creator)
	p := feed.NewPodcast()
	p.Title, p.OwnerID, p.CreatedAt = "Mine", ann.AccountID, storetest.Now
	f.Must(f.CreatePodcast(ctx, &p))
	e := feed.Episode{PodcastID: p.ID, Title: "One", Kind: feed.EpisodeFull, State: feed.EpisodePublished, PublishedAt: storetest.Now, TrackID: "t", CreatedAt: storetest.Now}
	f.Must(f.CreateEpisode(ctx, ann, &e))
	var g errgroup.Group
	for range edits {
		g.Go(func() error {
			_, err := f.ChangeEpisode(ctx, ann, e.ID, storetest.Now, func(e *feed.Episode) { e.Season++ })
			return err
		})
		g.Go(func() error {
			_, err := f.ChangePodcast(ctx, ann, p.ID, func(p *feed.Podcast) { p.Author += "+" })
			return err
		})
	}
	f.Must(g.Wait())
	if got := storetest.Get(f.Episode(ctx, ann, e.ID, storetest.Now))(t).Season; got != edits {
		t.Errorf("%d of %d edits of the episode are left", got, edits)
	}
	if got := len(storetest.Get(f.Podcast(ctx, ann, p.ID, storetest.Now))(t).Author); got != edits {
		t.Errorf("%d of %d edits of the podcast are left", got, edits)
	}
}

func searchPodcasts(t *testing.T, f *storetest.Fixture) {
	ctx, ann, ben := t.Context(), f.Member("ann", music.Creator), f.Member("ben", music.Listener)
	tea := addFeed(f, ann, "https://tea.example/feed", item("kettles", 2), item("two kettles", 1))
	secret := storetest.Get(f.AddFeed(ctx, store.NewFeed{URL: "https://club.example/feed", AccountID: ann.AccountID, Title: "Teapot Club"}, storetest.Now))(t)
	f.Must(f.Subscribe(ctx, ann, secret, feed.NewSubscription(), storetest.Now))
	p := feed.NewPodcast()
	p.Title, p.OwnerID, p.CreatedAt = "Tea", ben.AccountID, storetest.Now
	f.Must(f.CreatePodcast(ctx, &p))
	for title, state := range map[string]feed.EpisodeState{"Kettle 100%": feed.EpisodePublished, "Kettle draft": feed.EpisodeDraft} {
		f.Must(f.CreateEpisode(ctx, ben, &feed.Episode{PodcastID: p.ID, Title: title, Kind: feed.EpisodeFull, State: state, PublishedAt: storetest.Now.AddDate(0, 0, -9), TrackID: "t", CreatedAt: storetest.Now}))
	}
	later := feed.Episode{PodcastID: p.ID, Title: "Later kettle", Kind: feed.EpisodeFull, State: feed.EpisodeScheduled, PublishedAt: storetest.Now.Add(time.Hour), TrackID: "t", CreatedAt: storetest.Now}
	f.Must(f.CreateEpisode(ctx, ben, &later))
	found := func(v music.Viewer, kind, text string) []string {
		return f.Find(v, discovery.Query{Text: text, Now: storetest.Now})[kind]
	}
	storetest.Same(t, "the exact name first", found(ann, "podcasts", "TEA"), []string{"Tea", "Teapot Club", "Tea Talk"})
	storetest.Same(t, "not another's private feed", found(ben, "podcasts", "tea"), []string{"Tea", "Tea Talk"})
	storetest.Same(t, "for visitors what is published here", found(music.Viewer{}, "podcasts", "tea"), []string{"Tea"})
	storetest.Same(t, "by the author", found(ben, "podcasts", "ann"), []string{"Tea Talk"})
	storetest.Same(t, "episodes", found(ann, "episodes", "kettle"), []string{"Kettle 100%", "About two kettles", "About kettles"})
	storetest.Same(t, "not of what one does not subscribe to, nor what is not out", found(ben, "episodes", "kettle"), []string{"Kettle 100%"})
	storetest.Same(t, "once it is out", f.Find(music.Viewer{}, discovery.Query{Text: "later", Now: storetest.Now.Add(2 * time.Hour)})["episodes"], []string{"Later kettle"})
	storetest.Same(t, "of a genre", f.Find(ann, discovery.Query{Text: "kettle", Genre: "Jazz", Now: storetest.Now})["episodes"], nil)
	f.Must(f.Unsubscribe(ctx, ann.AccountID, tea))
	storetest.Same(t, "after the subscription", found(ann, "episodes", "kettle"), []string{"Kettle 100%"})
}

func episodeHistory(t *testing.T, f *storetest.Fixture) {
	ctx, ann, ben := t.Context(), f.Member("ann", music.Creator), f.Member("ben", music.Listener)
	tea := addFeed(f, ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	for _, e := range storetest.Get(f.Episodes(ctx, ann, feed.EpisodeFilter{PodcastID: tea}, music.Page{}, storetest.Now))(t).Items {
		storetest.Get(f.SaveEpisodeProgress(ctx, ann, feed.EpisodeProgress{EpisodeID: e.ID, Position: 61.5, At: storetest.Now}, storetest.Now))(t)
	}
	first := storetest.Get(f.EpisodeHistory(ctx, ann.AccountID, 0, 1))(t)
	if len(first) != 1 || first[0].Title != "About one" || first[0].PodcastTitle != "Tea Talk" || first[0].Position != 61500*time.Millisecond || !first[0].HeardAt.Equal(storetest.Now) {
		t.Fatalf("%+v", first)
	}
	if rest := storetest.Get(f.EpisodeHistory(ctx, ann.AccountID, first[0].Seq, 9))(t); len(rest) != 1 || rest[0].GUID != "two" {
		t.Errorf("%+v", rest)
	}
	if none := storetest.Get(f.EpisodeHistory(ctx, ben.AccountID, 0, 9))(t); len(none) != 0 {
		t.Errorf("%+v", none)
	}
	p := feed.NewPodcast()
	p.Title, p.OwnerID, p.CreatedAt = "Mine", ann.AccountID, storetest.Now
	f.Must(f.CreatePodcast(ctx, &p))
	f.Must(f.CreateEpisode(ctx, ann, &feed.Episode{PodcastID: p.ID, Title: "Draft", Kind: feed.EpisodeFull, State: feed.EpisodeDraft, TrackID: "t", CreatedAt: storetest.Now}))
	if own := storetest.Get(f.Episodes(ctx, ann, feed.EpisodeFilter{Own: true, Drafts: true}, music.Page{}, storetest.Now))(t).Items; len(own) != 1 || own[0].Title != "Draft" {
		t.Errorf("own: %+v", own)
	}
}
