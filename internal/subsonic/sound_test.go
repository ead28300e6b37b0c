package subsonic_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
)

// inside allows feeds and stations on this machine.
var inside = testkit.Options{Settings: map[string]json.RawMessage{"relayInside": json.RawMessage("true")}}

const episodeSound = "0123456789abcdefghij"

// publish starts a server with a podcast and an endless stream.
func publish(t *testing.T) *httptest.Server {
	t.Helper()
	off := make(chan struct{})
	var web *httptest.Server
	web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/feed":
			fmt.Fprintf(w, `<rss version="2.0"><channel><title>Tea Talk</title><description>About tea.</description>
				<item><title>Two</title><guid>two</guid><pubDate>Tue, 17 Nov 2026 08:00:00 +0000</pubDate><enclosure url="%[1]s/two.mp3" type="audio/mpeg" length="20"/></item>
				<item><title>One</title><guid>one</guid><pubDate>Mon, 16 Nov 2026 08:00:00 +0000</pubDate><enclosure url="%[1]s/one.mp3" type="audio/mpeg" length="20"/></item>
				</channel></rss>`, web.URL)
		case "/one.mp3", "/two.mp3":
			w.Header().Set("Content-Type", "audio/mpeg")
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(episodeSound))
		case "/live":
			broadcast(w, r, off)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(web.Close)
	t.Cleanup(func() { close(off) }) // before the server waits for its responses
	return web
}

// broadcast sends frames of MP3, 128 kbit/s, until it is off.
func broadcast(w http.ResponseWriter, r *http.Request, off <-chan struct{}) {
	frame := make([]byte, 417)
	copy(frame, "\xff\xfb\x90\x64")
	w.Header().Set("Content-Type", "audio/mpeg")
	for beat := time.NewTicker(50 * time.Millisecond); ; {
		if _, err := io.WriteString(w, strings.Repeat(string(frame), 10)); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
		select {
		case <-off:
			return
		case <-r.Context().Done():
			return
		case <-beat.C:
		}
	}
}

// TestPodcasts follows a podcast, plays an episode, and remembers the place in it.
func TestPodcasts(t *testing.T) {
	web := publish(t)
	s := testkit.Start(t, inside)
	a, other := appOf(t, s, s.Member), appOf(t, s, s.Admin)
	a.get("createPodcastChannel", "url", web.URL+"/feed")
	a.get("createPodcastChannel", "url", web.URL+"/feed") // again
	channels := a.get("getPodcasts").at("podcasts", "channel")
	same(t, "podcasts", channels.each("title"), "Tea Talk")
	same(t, "episodes", channels.at(0, "episode").each("title"), "Two", "One")
	same(t, "of somebody else", other.get("getPodcasts").at("podcasts", "channel").each("title"))
	if a.get("getPodcasts", "includeEpisodes", "false").at("podcasts", "channel", 0).has("episode") {
		t.Error("episodes although the app wants none")
	}
	same(t, "one podcast", a.get("getPodcasts", "id", channels.text(0, "id")).at("podcasts", "channel", 0, "episode").each("title"), "Two", "One")
	same(t, "newest", a.get("getNewestPodcasts", "count", "1").at("newestPodcasts", "episode").each("title"), "Two")
	two := a.get("getPodcastEpisode", "id", channels.text(0, "episode", 0, "id")).at("podcastEpisode")
	if two.text("title") != "Two" || two.text("channelId") != channels.text(0, "id") || two.text("status") != "completed" || two.text("suffix") != "mp3" {
		t.Errorf("episode: %v", two.v)
	}
	for _, cover := range []string{channels.text(0, "coverArt"), two.text("coverArt")} {
		if r := a.raw("getCoverArt", "id", cover); r.Status != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "image/") {
			t.Errorf("cover: %d %v", r.Status, r.Header)
		}
	}
	for _, endpoint := range []string{"stream", "download"} {
		r := a.send(http.MethodGet, endpoint, a.query("id", two.text("streamId")), map[string]string{"Range": "bytes=2-4"})
		if r.Status != http.StatusPartialContent || r.Body != "234" {
			t.Errorf("%s: %d %v %s", endpoint, r.Status, r.Header, r.Body)
		}
	}
	a.get("downloadPodcastEpisode", "id", two.text("id"))
	a.get("createBookmark", "id", two.text("id"), "position", "7000")
	if at := a.get("getPodcastEpisode", "id", two.text("id")).at("podcastEpisode", "bookmarkPosition").number(); at != 7000 {
		t.Errorf("place: %v ms", at)
	}
	a.get("reportPlayback", "mediaId", two.text("id"), "mediaType", "podcast", "positionMs", "9000", "state", "paused")
	a.get("deletePodcastEpisode", "id", two.text("id"))
	same(t, "newest without the one that was deleted", a.get("getNewestPodcasts").at("newestPodcasts", "episode").each("title"), "One")
	if channel := a.xml("getPodcasts").child(t, "podcasts").child(t, "channel"); channel.attr("title") != "Tea Talk" || channel.child(t, "episode").attr("title") != "Two" {
		t.Errorf("in XML: %+v", channel)
	}
	a.get("refreshPodcasts")
	a.get("deletePodcastChannel", "id", channels.text(0, "id"))
	same(t, "no podcasts", a.get("getPodcasts").at("podcasts", "channel").each("title"))
}

// TestStationPlays opens a station of the server at the address that apps get.
func TestStationPlays(t *testing.T) {
	web := publish(t)
	s := testkit.Start(t, inside)
	a := appOf(t, s, s.Admin)
	a.get("createInternetRadioStation", "name", "Far", "streamUrl", web.URL+"/live")
	list := a.get("getInternetRadioStations").at("internetRadioStations", "internetRadioStation")
	same(t, "stations", list.each("name"), "Far")
	if r := a.raw("getCoverArt", "id", list.text(0, "coverArt")); r.Status != http.StatusOK {
		t.Errorf("cover: %d", r.Status)
	}
	address, isHere := strings.CutPrefix(list.text(0, "streamUrl"), "http://example.com/") // the host of the test's requests
	if !isHere || !strings.HasPrefix(list.text(0, "homePageUrl"), "http://example.com/radios/") {
		t.Fatalf("addresses: %v", list.v)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/"+address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	sound := make([]byte, 4170)
	if _, err := io.ReadFull(answer.Body, sound); err != nil || answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "audio/mpeg" || string(sound[:3]) != "\xff\xfb\x90" {
		t.Errorf("%s, %v, %v", answer.Status, answer.Header, err)
	}
}
