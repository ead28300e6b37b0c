package podcast

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// newPublished returns a service with a podcast that is on air.
func newPublished(t *testing.T) (*Service, *feed.Podcast) {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	ann := &music.Account{Email: "ann@music.example", FirstName: "Ann", Role: music.Creator}
	if err := db.CreateAccount(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	public := &url.URL{Scheme: "https", Host: "music.example"}
	s := &Service{Config: Config{Store: db, PublicURL: public}, now: func() time.Time { return now }}
	v := music.Viewer{AccountID: ann.ID, Role: ann.Role}
	publish(t, s, db, v)
	p, err := db.Podcast(t.Context(), music.Viewer{}, "PODCAST", now)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// TestFeedMatchesGolden compares the feed byte by byte.
func TestFeedMatchesGolden(t *testing.T) {
	s, _ := newPublished(t)
	got, _, err := s.Feed(t.Context(), music.Viewer{}, "PODCAST")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/published.xml", got)
	// The feed can be parsed again.
	p, err := parse(got, false, "https://music.example/podcasts/PODCAST/feed.xml", now)
	if err != nil || len(p.episodes) != 2 || p.show.Title != "Tea & Talk" || p.episodes[0].People[0].Name != "Ben" || p.episodes[0].Size != 1_000_000 {
		t.Errorf("read back: %v, %+v", err, p)
	}
}

// TestLiveItem checks that a show in the calendar has the same live item however
// often its DJ connects, and that another broadcast has one of its own.
func TestLiveItem(t *testing.T) {
	s, p := newPublished(t)
	show := &station.ShowTime{Show: station.Show{ID: "SHOW", Name: "Tea time"}, From: now.Add(-10 * time.Minute), To: now.Add(30 * time.Minute)}
	for name, c := range map[string]struct {
		since time.Time
		show  *station.ShowTime
		at    time.Time
		want  string
	}{
		"not in the calendar":    {now.Add(-5 * time.Hour), nil, now, "Five o'clock STATION-live-1795244400 07:00 13:00"},
		"goes on":                {now.Add(-5 * time.Hour), nil, now.Add(time.Hour), "Five o'clock STATION-live-1795244400 07:00 15:00"},
		"another broadcast":      {now, nil, now, "Five o'clock STATION-live-1795262400 12:00 14:00"},
		"a show":                 {now.Add(-9 * time.Minute), show, now, "Tea time STATION-live-SHOW-1795261800 11:50 12:30"},
		"its DJ connected again": {now, show, now, "Tea time STATION-live-SHOW-1795261800 11:50 12:30"},
		"its DJ comes early":     {now.Add(-12 * time.Minute), show, now.Add(-11 * time.Minute), "Tea time STATION-live-SHOW-1795261800 11:50 12:30"},
		"it takes longer":        {now, show, now.Add(30 * time.Minute), "Tea time STATION-live-SHOW-1795261800 11:50 13:50"},
		"tomorrow's": {
			now, &station.ShowTime{Show: show.Show, From: show.From.AddDate(0, 0, 1), To: show.To.AddDate(0, 0, 1)}, now.AddDate(0, 0, 1),
			"Tea time STATION-live-SHOW-1795348200 11:50 12:30",
		},
	} {
		s.OnAir = func(context.Context, string) (station.Status, *station.ShowTime) {
			return station.Status{State: station.StateLive, Show: "Five o'clock", Since: c.since}, c.show
		}
		live := s.liveItem(t.Context(), p, c.at)
		if got := strings.Join([]string{live.Title, live.GUID.Value, live.Start[11:16], live.End[11:16]}, " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestFeedIsXML checks that no text makes a feed unreadable, and that what is between
// forbidden characters stays.
func TestFeedIsXML(t *testing.T) {
	s := &Service{Config: Config{PublicURL: &url.URL{Scheme: "https", Host: "music.example"}}}
	parts := []string{
		"&#11;", "&#1;", "&#x1F;", "&#xFFFE;", "&#xD800;", "&#0;", "&amp;#1;", "\x00", "\x0b", "\x1f", "\x7f", "\uFFFE", "\uFFFF", "\xff", "\xed\xa0\x80", "\r\n", "\t",
		"]]>", "]]", ">", "<", "<![CDATA[", "<!--", "<p>", "</p>", "<a href=\"https://tea.example/&#1;\">", "<h1>", "<script>", "&", "&lt;", "\"", "'", "😀", "tea", " ",
	}
	text := rapid.Custom(func(r *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(parts), rapid.String()), 0, 12).Draw(r, "parts"), "")
	})
	rapid.Check(t, func(r *rapid.T) {
		word := func() string { return text.Draw(r, "text") }
		p := &feed.Podcast{
			ID: "PODCAST", Title: word(), Link: word(), Description: word(), Language: word(), Author: word(), Email: word(), FundingURL: word(),
			FundingText: word(), GUID: word(), Medium: word(), Categories: []string{word() + " > " + word()},
		}
		e := &feed.Episode{
			ID: "ONE", Title: word(), GUID: word(), Link: word(), Description: word(), MIME: word(), Kind: feed.EpisodeKind(word()),
			People: []feed.Person{{Name: word(), Role: word(), URL: word()}}, Transcripts: []feed.TranscriptRef{{Text: "Hello"}},
		}
		file := rssFile{Channel: s.channel(p)}
		file.Channel.Items = []rssItem{s.item(p, e)}
		file.Channel.Items[0].Content = &cdata{word()} // as if nothing had cleaned it
		file.Channel.Live = s.live(&station.Station{ID: "STATION", Name: word(), Description: word(), Mount: word()}, station.Status{Show: word()}, nil, now)
		out, err := file.encode()
		if err != nil {
			r.Fatal(err)
		}
		for in := xml.NewDecoder(bytes.NewReader(out)); err == nil; {
			_, err = in.Token()
		}
		if !errors.Is(err, io.EOF) {
			r.Fatalf("%v:\n%q", err, out)
		}
	})
	for in, want := range map[string]string{
		"Hello &#11; x &#1; y": "<p>Hello  x  y</p>", "<p>a&#x1f;b&#xFFFE;c\uFFFFd</p>": "<p>abcd</p>", "a\x00b\xffc\td": "<p>ab\uFFFDc\td</p>", "&amp;#1;": "<p>&amp;#1;</p>",
	} {
		if got := CleanNotes(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	if got := title("Tea &#1;\x0b&#xFFFE; time"); got != "Tea time" {
		t.Errorf("the title is %q", got)
	}
}

// TestNewFeedHasPictureAndDate checks the feed of a podcast without a cover and
// without episodes.
func TestNewFeedHasPictureAndDate(t *testing.T) {
	s, _ := newPublished(t)
	p := feed.NewPodcast()
	p.ID, p.OwnerID, p.CreatedAt, p.Title = "EMPTY", "", now, "Empty"
	c := s.channel(&p)
	if c.Picture.Href != "https://music.example/podcasts/EMPTY/cover.jpg" || c.Image.URL != c.Picture.Href || published(&p, nil) != "Sat, 21 Nov 2026 12:00:00 +0000" {
		t.Errorf("%+v, %q", c, published(&p, nil))
	}
}

func publish(t *testing.T, s *Service, db *store.Store, v music.Viewer) {
	t.Helper()
	st := station.New()
	st.ID, st.Name, st.Mount, st.OwnerID, st.Mode = "STATION", "Tea FM", "tea", v.AccountID, station.ModeLive
	if err := db.CreateStation(t.Context(), &st, station.MaxOwned); err != nil {
		t.Fatal(err)
	}
	s.OnAir = func(context.Context, string) (station.Status, *station.ShowTime) {
		return station.Status{State: station.StateLive, Show: "Five o'clock", Since: now.Add(-5 * time.Hour)}, nil
	}
	p := feed.NewPodcast()
	p.ID, p.OwnerID, p.CreatedAt, p.Title, p.Author, p.Description = "PODCAST", v.AccountID, now, "Tea & Talk", "Ann Leaf", "All about *tea*.\n\nSee https://tea.example/."
	p.Categories, p.Email, p.FundingURL, p.FundingText, p.StationID = []string{"Arts > Food", "Comedy"}, "ann@tea.example", "https://tea.example/give", "Buy a leaf", "STATION"
	p.GUID = guidOf(s.FeedAddress(p.ID))
	if err := db.CreatePodcast(t.Context(), &p); err != nil {
		t.Fatal(err)
	}
	if err := db.SetPodcastCover(t.Context(), p.ID, "abc", ""); err != nil {
		t.Fatal(err)
	}
	for _, e := range []feed.Episode{
		{ID: "ONE", Title: "One", State: feed.EpisodePublished, PublishedAt: now.AddDate(0, 0, -7), Size: 10, MIME: "audio/flac", Duration: 90 * time.Second},
		{
			ID: "TWO", Title: "Two ]]> & more", State: feed.EpisodeScheduled, PublishedAt: now.Add(-time.Hour), Size: 1_000_000, MIME: "audio/mpeg", Duration: time.Hour,
			Description: "<p>Hello <a href=\"https://leaf.example\">leaf</a> ]]&gt;</p><script>x</script>", Season: 2, Number: 3, Explicit: true,
			Chapters:    feed.ChapterSource{List: []feed.Chapter{{Start: 0, Title: "Hello"}}},
			Transcripts: []feed.TranscriptRef{{MIME: vttType, Text: "Hello"}}, People: []feed.Person{{Name: "Ben", Role: "guest", URL: "https://ben.example"}},
		},
		{ID: "THREE", Title: "Not yet", State: feed.EpisodeScheduled, PublishedAt: now.Add(time.Hour)},
		{ID: "FOUR", Title: "Never", State: feed.EpisodeDraft, PublishedAt: now},
	} {
		e.PodcastID, e.Kind, e.TrackID, e.CreatedAt = p.ID, feed.EpisodeFull, "track", now
		if err := db.CreateEpisode(t.Context(), v, &e); err != nil {
			t.Fatal(err)
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("the feed is another:\n%s", got)
	}
}
