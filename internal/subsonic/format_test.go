package subsonic_test

import (
	"compress/gzip"
	"encoding/xml"
	"io"
	"net/http"
	"strings"
	"testing"
)

// element is an element of XML.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []element  `xml:",any"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// child returns the first child with a name.
func (e *element) child(t *testing.T, name string) *element {
	t.Helper()
	for i := range e.Children {
		if e.Children[i].XMLName.Local == name {
			return &e.Children[i]
		}
	}
	t.Fatalf("no element %s in %s", name, e.XMLName.Local)
	return nil
}

func (a *app) xml(endpoint string, pairs ...string) *element {
	a.t.Helper()
	r := a.raw(endpoint, append(pairs, "f", "xml")...)
	var e element
	if err := xml.Unmarshal([]byte(r.Body), &e); err != nil || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/xml") || e.XMLName.Space != "http://subsonic.org/restapi" {
		a.t.Fatalf("%s: %v in %v %s", endpoint, err, r.Header, r.Body)
	}
	return &e
}

func TestXML(t *testing.T) {
	a := newApp(t)
	ping := a.xml("ping")
	if ping.attr("status") != "ok" || ping.attr("version") != "1.16.1" || ping.attr("openSubsonic") != "true" || len(ping.Children) != 0 {
		t.Errorf("ping: %+v", ping)
	}
	album := a.xml("getAlbum", "id", a.album("First Light")).child(t, "album")
	if album.attr("name") != "First Light" || album.attr("songCount") != "3" || album.child(t, "genres").attr("name") != "Folk" {
		t.Errorf("album: %+v", album)
	}
	songs := 0
	for _, c := range album.Children {
		if c.XMLName.Local == "song" {
			songs++
		}
	}
	if songs != 3 || album.child(t, "song").attr("title") != "Dawn" {
		t.Errorf("%d songs", songs)
	}
	if genre := a.xml("getGenres").child(t, "genres").child(t, "genre"); genre.Text == "" || genre.attr("songCount") == "" || genre.attr("value") != "" {
		t.Errorf("genre: %+v", genre)
	}
	lyrics := a.xml("getLyricsBySongId", "id", a.song("Noon")).child(t, "lyricsList").child(t, "structuredLyrics")
	if line := lyrics.child(t, "line"); line.Text != "High" || line.attr("start") != "100" {
		t.Errorf("lyrics: %+v", lyrics)
	}
	failed := a.xml("getSong", "id", "nonsense")
	if failed.attr("status") != "failed" || failed.child(t, "error").attr("code") != "70" || failed.child(t, "error").attr("message") == "" {
		t.Errorf("error: %+v", failed)
	}
	extensions := a.xml("getOpenSubsonicExtensions")
	for _, e := range extensions.Children {
		if e.attr("name") == "songLyrics" && (len(e.Children) != 2 || e.Children[1].Text != "2") {
			t.Errorf("extension: %+v", e)
		}
	}
}

func TestJSONP(t *testing.T) {
	a := newApp(t)
	r := a.raw("ping", "f", "jsonp", "callback", "app.show_1")
	if !strings.HasPrefix(r.Body, `app.show_1({"subsonic-response":{"status":"ok",`) || !strings.HasSuffix(r.Body, "}});") || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/javascript") {
		t.Errorf("%v %s", r.Header, r.Body)
	}
	for _, callback := range []string{"", "alert(1)//", "<script>", "a b", "é"} {
		if r := a.raw("ping", "f", "jsonp", "callback", callback); strings.Contains(r.Body, "jsonp") || strings.Contains(r.Body, "alert") || !strings.Contains(r.Body, `status="failed"`) {
			t.Errorf("%q: %s", callback, r.Body)
		}
	}
}

// TestSameAnswer compares all three formats of one answer.
func TestSameAnswer(t *testing.T) {
	a := newApp(t)
	id := a.song("Dusk")
	fromJSON := a.get("getSong", "id", id).at("song")
	fromXML := a.xml("getSong", "id", id).child(t, "song")
	for _, attr := range fromXML.Attrs {
		if got, ok := fromJSON.at(attr.Name.Local).v.(string); ok && got != attr.Value {
			t.Errorf("%s: %q in JSON, %q in XML", attr.Name.Local, got, attr.Value)
		}
	}
	plain, padded := a.raw("getSong", "id", id), a.raw("getSong", "id", id, "f", "jsonp", "callback", "f")
	if padded.Body != "f("+plain.Body+");" {
		t.Errorf("JSONP: %s", padded.Body)
	}
}

func TestFormPost(t *testing.T) {
	a := newApp(t)
	if got := parse(t, "getSong", a.send(http.MethodPost, "getSong.view", a.query("id", a.song("Dawn")), nil)); got.text("song", "title") != "Dawn" {
		t.Errorf("%v", got.v)
	}
	r := do(t, a.server, testkitRequest(http.MethodOptions, "/rest/ping"))
	if r.Status != http.StatusNoContent || r.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("OPTIONS: %d %v", r.Status, r.Header)
	}
}

// TestCompression compares long answers with and without compression.
func TestCompression(t *testing.T) {
	a := newApp(t)
	gzipped := map[string]string{"Accept-Encoding": "gzip"}
	for _, format := range []string{"json", "xml", "jsonp"} {
		q := a.query("query", "", "songCount", "500", "f", format, "callback", "app.show")
		plain, small := a.send(http.MethodGet, "search3", q, nil), a.send(http.MethodGet, "search3", q, gzipped)
		z, err := gzip.NewReader(strings.NewReader(small.Body))
		if err != nil || small.Header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: %v %v", format, err, small.Header)
		}
		if whole, err := io.ReadAll(z); err != nil || string(whole) != plain.Body || len(small.Body) > len(plain.Body)/3 {
			t.Errorf("%s: %v, %d bytes instead of %d", format, err, len(small.Body), len(plain.Body))
		}
	}
	for endpoint, id := range map[string]string{"ping": "", "stream": a.song("Dawn"), "getCoverArt": a.album("First Light")} {
		if r := a.send(http.MethodGet, endpoint, a.query("id", id), gzipped); r.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %v", endpoint, r.Header)
		}
	}
}
