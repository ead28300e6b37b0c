package storetest

import (
	"strconv"
	"testing"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store"
)

// feed adds a feed the viewer subscribes to, with episodes.
func (f *fixture) feed(v music.Viewer, url string, episodes ...feed.Episode) string {
	f.t.Helper()
	id := get(f.AddFeed(f.t.Context(), store.NewFeed{URL: url, Title: url}, now))(f.t)
	f.must(f.Subscribe(f.t.Context(), v, id, feed.NewSubscription(), now))
	get(f.SaveFeed(f.t.Context(), store.ReadFeed{ID: id, Next: now, Show: show("Tea Talk"), Episodes: episodes}, now))(f.t)
	return id
}

func show(title string) *feed.Podcast {
	return &feed.Podcast{Title: title, Author: "Ann", Categories: []string{"Arts > Food"}, Medium: "podcast"}
}

func item(guid string, days int) feed.Episode {
	return feed.Episode{
		GUID: guid, Title: "About " + guid, AudioURL: "https://cdn.example/" + guid + ".mp3", MIME: "audio/mpeg", Kind: feed.EpisodeFull,
		State: feed.EpisodePublished, PublishedAt: now.AddDate(0, 0, -days), Duration: time.Hour,
		Chapters: feed.ChapterSource{List: []feed.Chapter{{Start: 1.5, Title: "Kettle"}}},
	}
}

func podcasts(t *testing.T, f *fixture) {
	ctx, ann, ben := t.Context(), f.member("ann", music.Creator), f.member("ben", music.Listener)
	tea := f.feed(ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	secret := get(f.AddFeed(ctx, store.NewFeed{URL: "https://club.example/feed", AccountID: ann.AccountID, Credentials: []byte{1}, Title: "Club"}, now))(t)
	f.must(f.Subscribe(ctx, ann, secret, feed.NewSubscription(), now))
	again := get(f.AddFeed(ctx, store.NewFeed{URL: "https://tea.example/feed"}, now))(t)
	if again != tea {
		t.Error("one feed became two podcasts")
	}
	names := func(v music.Viewer, filter feed.Filter) []string {
		out := []string{}
		for _, p := range get(f.Podcasts(ctx, v, filter, music.Page{}, now))(t).Items {
			out = append(out, p.Title)
		}
		return out
	}
	same(t, "ann's", names(ann, feed.Filter{Sort: feed.SortName}), []string{"Club", "Tea Talk"})
	same(t, "ben's", names(ben, feed.Filter{}), []string{"Tea Talk"})
	same(t, "the operator's", names(admin, feed.Filter{}), []string{"Tea Talk"})
	same(t, "visitors'", names(music.Viewer{}, feed.Filter{}), []string{})
	same(t, "found", names(ann, feed.Filter{Search: "tälk"}), []string{"Tea Talk"})
	same(t, "subscribed", names(ben, feed.Filter{Subscribed: true}), []string{})
	f.code(second(f.Podcast(ctx, ben, secret, now)), music.NotFound)
	f.code(f.Subscribe(ctx, ben, secret, feed.NewSubscription(), now), music.NotFound)

	bad := feed.NewSubscription()
	bad.Speed = 9
	f.code(f.Subscribe(ctx, ben, tea, bad, now), music.Invalid)
	p := get(f.Podcast(ctx, ann, tea, now))(t)
	if p.Episodes != 2 || !p.NewestAt.Equal(now.AddDate(0, 0, -1)) || p.Subscription == nil || p.Subscription.Keep != 5 || p.Categories[0] != "Arts > Food" {
		t.Errorf("read back: %+v", p)
	}
	f.must(f.Unsubscribe(ctx, ann.AccountID, secret))
	f.code(second(f.Podcast(ctx, ann, secret, now)), music.NotFound)
	f.code(f.Unsubscribe(ctx, ann.AccountID, secret), music.NotFound)
	f.must(f.Unsubscribe(ctx, ann.AccountID, tea))
	f.must(f.TidyPodcasts(ctx, now.Add(time.Hour), now, now))
	f.code(second(f.Podcast(ctx, ann, tea, now)), music.NotFound)
}

func second[A any](_ A, err error) error { return err }

func feedChanges(t *testing.T, f *fixture) {
	ctx, ann := t.Context(), f.member("ann", music.Creator)
	tea := f.feed(ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	episodes := func() map[string]feed.Episode {
		out := map[string]feed.Episode{}
		for _, e := range get(f.Episodes(ctx, ann, feed.EpisodeFilter{PodcastID: tea}, music.Page{}, now))(t).Items {
			out[e.GUID] = e
		}
		return out
	}
	before := episodes()
	renamed, moved := item("one", 2), item("two", 1)
	renamed.GUID = "https://tea.example/?p=1"
	moved.AudioURL = "https://tracker.example/r/cdn.example/two.mp3?token=2"
	added := get(f.SaveFeed(ctx, store.ReadFeed{ID: tea, Next: now, Show: show("Tea Talk"), Episodes: []feed.Episode{renamed, moved, item("three", 0)}}, now))(t)
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

	due := get(f.ClaimFeeds(ctx, now, now.Add(time.Minute), 5))(t)
	if len(due) != 1 || due[0].ID != tea || due[0].FirstTime {
		t.Errorf("due: %+v", due)
	}
	if more := get(f.ClaimFeeds(ctx, now, now.Add(time.Minute), 5))(t); len(more) != 0 {
		t.Errorf("claimed twice: %+v", more)
	}
	f.must(f.FailFeed(ctx, tea, "No.", now, now.Add(time.Hour)))
	if p := get(f.Podcast(ctx, ann, tea, now))(t); p.Problem != "No." {
		t.Errorf("problem: %+v", p)
	}
	due = get(f.ClaimFeeds(ctx, now.Add(time.Hour), now.Add(2*time.Hour), 5))(t)
	if len(due) != 1 || due[0].Failures != 1 {
		t.Errorf("tried again: %+v", due)
	}
	other := f.feed(f.member("ben", music.Listener), "https://new.example/feed")
	f.must(f.MoveFeed(ctx, due[0], "https://new.example/feed"))
	if p := get(f.Podcast(ctx, ann, other, now))(t); p.Subscription == nil {
		t.Error("the subscription did not move")
	}
	f.code(second(f.Podcast(ctx, ann, tea, now)), music.NotFound)
}

func episodeProgress(t *testing.T, f *fixture) {
	ctx, ann, ben := t.Context(), f.member("ann", music.Creator), f.member("ben", music.Listener)
	tea := f.feed(ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	list := get(f.Episodes(ctx, ann, feed.EpisodeFilter{PodcastID: tea}, music.Page{Limit: 1}, now))(t)
	if list.Total != 2 || list.Items[0].GUID != "two" || list.Next == "" {
		t.Fatalf("first page: %+v", list)
	}
	id := list.Items[0].ID
	progress := func(v music.Viewer, position float64, done bool, at time.Time) bool {
		return get(f.SaveEpisodeProgress(ctx, v, feed.EpisodeProgress{EpisodeID: id, Position: position, Done: done, At: at}, now))(t)
	}
	if !progress(ann, 61.5, false, now) || progress(ann, 3, false, now.Add(-time.Second)) {
		t.Error("the latest report has to count")
	}
	e := get(f.Episode(ctx, ann, id, now))(t)
	if e.Position != 61500*time.Millisecond || e.Done || !e.HeardAt.Equal(now) {
		t.Errorf("progress: %+v", e)
	}
	if e := get(f.Episode(ctx, ben, id, now))(t); e.Position != 0 {
		t.Errorf("ben's: %+v", e)
	}
	if on := get(f.Episodes(ctx, ann, feed.EpisodeFilter{Unfinished: true}, music.Page{}, now))(t); len(on.Items) != 1 || on.Items[0].ID != id {
		t.Errorf("to go on with: %+v", on)
	}
	progress(ann, 3600, true, now.Add(time.Second))
	if fresh := get(f.Episodes(ctx, ann, feed.EpisodeFilter{New: true}, music.Page{}, now))(t); len(fresh.Items) != 1 || fresh.Items[0].GUID != "one" {
		t.Errorf("new: %+v", fresh)
	}

	for i, want := range []bool{true, false, true} {
		at := now.Add(time.Duration(i) * 13 * time.Hour)
		if got := get(f.AddEpisodePlay(ctx, id, "ann", "mpv", at))(t); got != want {
			t.Errorf("play %d counted: %v", i, got)
		}
	}
	if p := get(f.Podcast(ctx, ann, tea, now.Add(48*time.Hour)))(t); p.Plays != 2 {
		t.Errorf("plays: %d", p.Plays)
	}
}

func keptEpisodes(t *testing.T, f *fixture) {
	ctx, ann := t.Context(), f.member("ann", music.Creator)
	tea := f.feed(ann, "https://tea.example/feed", item("one", 3), item("two", 2), item("three", 1))
	sub := feed.NewSubscription()
	sub.AutoDownload, sub.Keep = true, 2
	f.must(f.Subscribe(ctx, ann, tea, sub, now))
	f.must(f.WantEpisodes(ctx, tea))
	var got []string
	for range 2 {
		w := get(f.ClaimWanted(ctx, now, now.Add(time.Hour), 3))(t)
		got = append(got, w.URL)
		f.must(f.KeptEpisode(ctx, w.ID, "podcasts/"+w.ID, 10))
	}
	same(t, "wanted", sorted(got), []string{"https://cdn.example/three.mp3", "https://cdn.example/two.mp3"})
	f.code(second(f.ClaimWanted(ctx, now.Add(2*time.Hour), now.Add(3*time.Hour), 3)), music.NotFound)
	sub.Keep = 1
	f.must(f.Subscribe(ctx, ann, tea, sub, now))
	f.must(f.WantEpisodes(ctx, tea))
	keys := get(f.DropUnwanted(ctx, 10))(t)
	if len(keys) != 1 {
		t.Errorf("dropped: %v", keys)
	}
	if known := get(f.KeptKeys(ctx, append(keys, "podcasts/x")))(t); len(known) != 0 {
		t.Errorf("still known: %v", known)
	}
}

func publishedPodcasts(t *testing.T, f *fixture) {
	ctx, ann, ben := t.Context(), f.member("ann", music.Creator), f.member("ben", music.Creator)
	p := feed.NewPodcast()
	p.Title, p.OwnerID, p.CreatedAt = "Mine", ann.AccountID, now
	f.must(f.CreatePodcast(ctx, &p))
	bad := feed.NewPodcast()
	bad.OwnerID = ann.AccountID
	f.code(f.CreatePodcast(ctx, &bad), music.Invalid)
	made := func(title string, state feed.EpisodeState, at time.Time) string {
		e := feed.Episode{PodcastID: p.ID, Title: title, Kind: feed.EpisodeFull, State: state, PublishedAt: at, TrackID: "t", CreatedAt: now}
		f.must(f.CreateEpisode(ctx, ann, &e))
		return e.ID
	}
	out, draft, later := made("Out", feed.EpisodePublished, now), made("Draft", feed.EpisodeDraft, now), made("Later", feed.EpisodeScheduled, now.Add(time.Hour))
	seen := func(v music.Viewer, drafts bool, at time.Time) []string {
		list := []string{}
		for _, e := range get(f.Episodes(ctx, v, feed.EpisodeFilter{PodcastID: p.ID, Drafts: drafts}, music.Page{}, at))(t).Items {
			list = append(list, e.Title)
		}
		return sorted(list)
	}
	same(t, "visitors see", seen(music.Viewer{}, false, now), []string{"Out"})
	same(t, "an hour on", seen(music.Viewer{}, false, now.Add(2*time.Hour)), []string{"Later", "Out"})
	same(t, "who publishes it", seen(ann, true, now), []string{"Draft", "Later", "Out"})
	same(t, "another", seen(ben, true, now), []string{"Out"})
	for _, id := range []string{draft, later} {
		f.code(second(f.Episode(ctx, ben, id, now)), music.NotFound)
	}
	f.code(f.DeleteEpisode(ctx, ben, out, now), music.Forbidden)
	f.code(f.DeletePodcast(ctx, ben, p.ID), music.Forbidden)
	f.code(second(f.ChangePodcast(ctx, ben, p.ID, func(*feed.Podcast) {})), music.Forbidden)
	get(f.ChangePodcast(ctx, ann, p.ID, func(p *feed.Podcast) { p.IsPublic = false }))(t)
	f.code(second(f.Podcast(ctx, ben, p.ID, now)), music.NotFound)
	for i := range 3 {
		get(f.AddEpisodePlay(ctx, out, strconv.Itoa(i), "mpv", now))(t)
	}
	figures := get(f.PodcastFigures(ctx, ann, p.ID, now.Add(-time.Hour)))(t)
	if len(figures.Episodes) != 1 || figures.Episodes[0].Plays != 3 || figures.Apps[0].Name != "mpv" || len(figures.Days) != 1 {
		t.Errorf("figures: %+v", figures)
	}
	f.must(f.DeletePodcast(ctx, ann, p.ID))
	f.code(second(f.Episode(ctx, ann, out, now)), music.NotFound)
}

func searchPodcasts(t *testing.T, f *fixture) {
	ctx, ann, ben := t.Context(), f.member("ann", music.Creator), f.member("ben", music.Listener)
	tea := f.feed(ann, "https://tea.example/feed", item("kettles", 2), item("two kettles", 1))
	secret := get(f.AddFeed(ctx, store.NewFeed{URL: "https://club.example/feed", AccountID: ann.AccountID, Title: "Teapot Club"}, now))(t)
	f.must(f.Subscribe(ctx, ann, secret, feed.NewSubscription(), now))
	p := feed.NewPodcast()
	p.Title, p.OwnerID, p.CreatedAt = "Tea", ben.AccountID, now
	f.must(f.CreatePodcast(ctx, &p))
	for title, state := range map[string]feed.EpisodeState{"Kettle 100%": feed.EpisodePublished, "Kettle draft": feed.EpisodeDraft} {
		f.must(f.CreateEpisode(ctx, ben, &feed.Episode{PodcastID: p.ID, Title: title, Kind: feed.EpisodeFull, State: state, PublishedAt: now.AddDate(0, 0, -9), TrackID: "t", CreatedAt: now}))
	}
	later := feed.Episode{PodcastID: p.ID, Title: "Later kettle", Kind: feed.EpisodeFull, State: feed.EpisodeScheduled, PublishedAt: now.Add(time.Hour), TrackID: "t", CreatedAt: now}
	f.must(f.CreateEpisode(ctx, ben, &later))
	found := func(v music.Viewer, kind, text string) []string {
		return f.find(v, discovery.Query{Text: text, Now: now})[kind]
	}
	same(t, "the exact name first", found(ann, "podcasts", "TEA"), []string{"Tea", "Teapot Club", "Tea Talk"})
	same(t, "not another's private feed", found(ben, "podcasts", "tea"), []string{"Tea", "Tea Talk"})
	same(t, "for visitors what is published here", found(music.Viewer{}, "podcasts", "tea"), []string{"Tea"})
	same(t, "by the author", found(ben, "podcasts", "ann"), []string{"Tea Talk"})
	same(t, "episodes", found(ann, "episodes", "kettle"), []string{"Kettle 100%", "About two kettles", "About kettles"})
	same(t, "not of what one does not subscribe to, nor what is not out", found(ben, "episodes", "kettle"), []string{"Kettle 100%"})
	same(t, "once it is out", f.find(music.Viewer{}, discovery.Query{Text: "later", Now: now.Add(2 * time.Hour)})["episodes"], []string{"Later kettle"})
	same(t, "of a genre", f.find(ann, discovery.Query{Text: "kettle", Genre: "Jazz", Now: now})["episodes"], nil)
	f.must(f.Unsubscribe(ctx, ann.AccountID, tea))
	same(t, "after the subscription", found(ann, "episodes", "kettle"), []string{"Kettle 100%"})
}

func episodeHistory(t *testing.T, f *fixture) {
	ctx, ann, ben := t.Context(), f.member("ann", music.Creator), f.member("ben", music.Listener)
	tea := f.feed(ann, "https://tea.example/feed", item("one", 2), item("two", 1))
	for _, e := range get(f.Episodes(ctx, ann, feed.EpisodeFilter{PodcastID: tea}, music.Page{}, now))(t).Items {
		get(f.SaveEpisodeProgress(ctx, ann, feed.EpisodeProgress{EpisodeID: e.ID, Position: 61.5, At: now}, now))(t)
	}
	first := get(f.EpisodeHistory(ctx, ann.AccountID, 0, 1))(t)
	if len(first) != 1 || first[0].Title != "About one" || first[0].PodcastTitle != "Tea Talk" || first[0].Position != 61500*time.Millisecond || !first[0].HeardAt.Equal(now) {
		t.Fatalf("%+v", first)
	}
	if rest := get(f.EpisodeHistory(ctx, ann.AccountID, first[0].Seq, 9))(t); len(rest) != 1 || rest[0].GUID != "two" {
		t.Errorf("%+v", rest)
	}
	if none := get(f.EpisodeHistory(ctx, ben.AccountID, 0, 9))(t); len(none) != 0 {
		t.Errorf("%+v", none)
	}
	p := feed.NewPodcast()
	p.Title, p.OwnerID, p.CreatedAt = "Mine", ann.AccountID, now
	f.must(f.CreatePodcast(ctx, &p))
	f.must(f.CreateEpisode(ctx, ann, &feed.Episode{PodcastID: p.ID, Title: "Draft", Kind: feed.EpisodeFull, State: feed.EpisodeDraft, TrackID: "t", CreatedAt: now}))
	if own := get(f.Episodes(ctx, ann, feed.EpisodeFilter{Own: true, Drafts: true}, music.Page{}, now))(t).Items; len(own) != 1 || own[0].Title != "Draft" {
		t.Errorf("own: %+v", own)
	}
}
