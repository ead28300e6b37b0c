package podcast

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestParse(t *testing.T) {
	body, err := os.ReadFile("testdata/feed.xml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := parse(body, false, "https://tea.example/feed", now)
	if err != nil {
		t.Fatal(err)
	}
	s := p.show
	if s.Title != "Tea & Talk" || s.Author != "Ann Leaf" || s.Language != "en-GB" || !s.Explicit || s.GUID != "917393e3-1b1e-5cef-ace4-edaa54e1f810" ||
		s.ImageURL != "https://tea.example/cover.jpg" || s.FundingURL != "https://tea.example/give" || len(s.Categories) != 2 || s.Categories[0] != "Arts > Food" {
		t.Errorf("show: %+v", s)
	}
	if p.newURL != "https://tea.example/new" || p.hint != 90*time.Minute || p.items != 3 || len(p.episodes) != 2 {
		t.Errorf("feed: %q, %v, %d items, %d episodes", p.newURL, p.hint, p.items, len(p.episodes))
	}
	e := p.episodes[0]
	if e.GUID != "two" || e.AudioURL != "https://tea.example/two.mp3" || e.Size != 1234567 || e.Duration != time.Hour+2*time.Minute+3*time.Second ||
		e.Season != 2 || e.Number != 7 || e.Kind != feed.EpisodeBonus || len(e.People) != 1 || e.People[0].Role != "guest" {
		t.Errorf("episode: %+v", e)
	}
	if len(e.Chapters.List) != 2 || e.Chapters.List[1].Start != 90.5 || e.Chapters.URL != "https://tea.example/two.json" || len(e.Transcripts) != 1 {
		t.Errorf("parts: %+v %+v", e.Chapters, e.Transcripts)
	}
	if strings.Contains(e.Description, "script") || strings.Contains(e.Description, "onclick") || strings.Contains(e.Description, "<img") ||
		!strings.Contains(e.Description, `rel="nofollow noreferrer noopener"`) || !strings.Contains(e.Description, "<h3>") {
		t.Errorf("notes: %s", e.Description)
	}
}

// TestNamesKeepBrackets checks the plain texts of a feed that look like HTML.
func TestNamesKeepBrackets(t *testing.T) {
	body := `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
		<title>Tea &lt;Talk&gt;</title><itunes:category text="Food &lt;Tea&gt;"><itunes:category text="&lt;Green&gt;"/></itunes:category>
		<podcast:funding url="https://tea.example/give">For &lt;Jo&gt;</podcast:funding>
		<item><title>One &lt;1&gt;</title><enclosure url="https://tea.example/1.mp3" type="audio/mpeg" length="1"/>
		<description>0:00 Hello &amp;lt;Jo&amp;gt;\n1:00 Bye</description><podcast:person>Jo &lt;Show&gt; &lt;b&gt;!&lt;/b&gt;</podcast:person></item></channel></rss>`
	p, err := parse([]byte(strings.ReplaceAll(body, `\n`, "\n")), false, "https://tea.example/", now)
	if err != nil || len(p.episodes) != 1 || len(p.episodes[0].People) != 1 {
		t.Fatalf("%v, %+v", err, p)
	}
	e := p.episodes[0]
	chapters := chaptersInNotes(e.Description)
	if len(chapters) != 2 {
		t.Fatalf("chapters %+v of %s", chapters, e.Description)
	}
	got := []string{p.show.Title, p.show.Categories[0], p.show.FundingText, e.Title, e.People[0].Name, chapters[0].Title}
	if want := []string{"Tea <Talk>", "Food <Tea> > <Green>", "For <Jo>", "One <1>", "Jo <Show> !", "Hello <Jo>"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	bomb := `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>` +
		`<rss version="2.0"><channel><title>&c;&c;&c;</title></channel></rss>`
	for name, body := range map[string]string{"a page": "<html><body>No.</body></html>", "nothing": "", "garbage": "\x00\x01\x02"} {
		if _, err := parse([]byte(body), false, "https://tea.example/", now); music.CodeOf(err) != music.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p, err := parse([]byte(bomb), false, "https://tea.example/", now); err == nil && len(p.show.Title) > 100 {
		t.Errorf("entities grew to %d bytes", len(p.show.Title))
	}
}

func TestParseTruncatedFeed(t *testing.T) {
	item := `<item><guid>%</guid><title>T</title><enclosure url="https://a.example/%.mp3" type="audio/mpeg" length="1"/></item>`
	var b strings.Builder
	b.WriteString(`<rss version="2.0"><channel><title>Long</title>`)
	for i := range 100 {
		b.WriteString(strings.ReplaceAll(item, "%", strings.Repeat("x", i+1)))
	}
	p, err := parse([]byte(b.String()[:b.Len()-50]), true, "https://a.example/", now)
	if err != nil || len(p.episodes) != 99 {
		t.Errorf("%v, %+v", err, p)
	}
}

func TestCleanNotes(t *testing.T) {
	for in, want := range map[string]string{
		"One\nTwo\n\nThree":                      "<p>One<br>Two</p><p>Three</p>",
		"See https://a.example/x.":               `<p>See <a href="https://a.example/x" rel="nofollow noreferrer noopener" target="_blank">https://a.example/x</a>.</p>`,
		"A &amp; B":                              "<p>A &amp; B</p>",
		`<a href="javascript:alert(1)">x</a>`:    "x",
		`<p style="x">a<iframe src=x></iframe>b`: "<p>ab",
		"<h1>A</h1>":                             "<h3>A</h3>",
	} {
		if got := CleanNotes(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if again := CleanNotes(want); again != want && strings.HasPrefix(want, "<") {
			t.Errorf("%q cleaned again: %q", want, again)
		}
	}
	if long := CleanNotes(strings.Repeat("é", maxNotes)); len(long) > maxNotes+100 {
		t.Errorf("%d bytes", len(long))
	}
}

func TestTitles(t *testing.T) {
	for in, want := range map[string]string{
		"The <Show> & more":              "The <Show> & more",
		"The &lt;Show&gt;":               "The <Show>",
		"</Show> <b>bold</b> <br/>end":   "</Show> bold end",
		"I <3 you, x<y":                  "I <3 you, x<y",
		"<script>alert(1)</script>Hello": "Hello",
		"<!-- draft -->One":              "One",
		"a <":                            "a <",
	} {
		if got := title(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestChaptersInNotes(t *testing.T) {
	list := chaptersInNotes("<p>00:00 Hello<br>(1:30) - Kettle<br>1:02:03 — Bye</p>")
	if len(list) != 3 || list[1].Start != 90 || list[1].Title != "Kettle" || list[2].Start != 3723 {
		t.Errorf("%+v", list)
	}
	if list := chaptersInNotes("12:30 is lunch"); list != nil {
		t.Errorf("one time: %+v", list)
	}
}

func TestPause(t *testing.T) {
	every := func(gap time.Duration, last time.Time) (dates []time.Time) {
		for i := range 12 {
			dates = append(dates, last.Add(-time.Duration(i)*gap))
		}
		return dates
	}
	for name, c := range map[string]struct {
		dates []time.Time
		hint  time.Duration
		want  time.Duration
	}{
		"nothing known":        {nil, 0, usualPoll},
		"every week, just now": {every(7*24*time.Hour, now), 0, maxPoll},
		"every week, due":      {every(7*24*time.Hour, now.Add(-6*24*time.Hour)), 0, usualPoll},
		"every day":            {every(24*time.Hour, now.Add(-time.Hour)), 0, 4 * time.Hour},
		"every ten minutes":    {every(10*time.Minute, now), 0, minPoll},
		"over since a year":    {every(24*time.Hour, now.AddDate(-1, 0, 0)), 0, maxPoll},
		"asks for patience":    {every(10*time.Minute, now), 2 * time.Hour, 2 * time.Hour},
	} {
		if got := pause(c.dates, c.hint, now); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if retry(0, 0) != 5*time.Minute || retry(3, 0) != 40*time.Minute || retry(50, 0) != maxPoll || retry(0, time.Hour) != time.Hour {
		t.Error("pauses behind failures")
	}
}

func TestTranscripts(t *testing.T) {
	for name, c := range map[string]struct{ form, text string }{
		"SRT":  {srtType, "1\r\n00:00:01,500 --> 00:00:03,000\r\nAnn: Hello\r\nthere.\r\n\r\n2\r\n00:01:00,000 --> 00:01:02,000\r\n<b>Bye</b>"},
		"VTT":  {vttType, "WEBVTT\n\n00:01.500 --> 00:03.000 align:start\n<v Ann>Hello there.</v>\n\nNOTE no\n\n01:00.000 --> 01:02.000\nBye"},
		"JSON": {jsonType, `{"version":"1.0.0","segments":[{"speaker":"Ann","startTime":1.5,"endTime":2,"body":"Hello"},{"speaker":"Ann","startTime":2.1,"endTime":3,"body":"there."},{"startTime":60,"endTime":62,"body":"Bye"}]}`},
		"HTML": {htmlType, "<cite>Ann:</cite><time>0:01.5</time><p>Hello there.</p><cite></cite><time>1:00</time><p>Bye</p>"},
	} {
		list := parseTranscript([]byte(c.text), c.form)
		if len(list) != 2 || list[0].Start != 1.5 || list[0].Speaker != "Ann" || list[0].Text != "Hello there." || list[1].Start != 60 || list[1].Text != "Bye" {
			t.Errorf("%s: %+v", name, list)
		}
	}
	if vtt := WebVTT([]feed.TranscriptLine{{Start: 3661.5, Speaker: "A", Text: "x < y"}}); vtt != "WEBVTT\n\n01:01:01.500 --> 01:01:06.500\n<v A>x &lt; y\n" {
		t.Errorf("%q", vtt)
	}
}

// chapTag returns a tag with chapters.
func chapTag(version byte, chapters ...string) []byte {
	frame := func(id string, content []byte) []byte {
		size := make([]byte, 4)
		n := uint32(len(content))
		if binary.BigEndian.PutUint32(size, n); version == 4 {
			size = []byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
		}
		return bytes.Join([][]byte{[]byte(id), size, {0, 0}, content}, nil)
	}
	body := frame("TIT2", []byte("\x03Episode"))
	for i, title := range chapters {
		head := append([]byte("ch\x00"), make([]byte, 16)...)
		binary.BigEndian.PutUint32(head[3:], uint32(i*60_000))
		binary.BigEndian.PutUint32(head[7:], uint32((i+1)*60_000))
		body = append(body, frame("CHAP", append(head, frame("TIT2", []byte("\x03"+title))...))...)
	}
	n := len(body)
	return append([]byte{'I', 'D', '3', version, 0, 0, byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}, body...)
}

func TestID3Chapters(t *testing.T) {
	for _, version := range []byte{3, 4} {
		tag := chapTag(version, "Hello", strings.Repeat("long ", 40), "Bye")
		list := parseCHAP(tag)
		if len(list) != 3 || list[2].Title != "Bye" || list[2].Start != 120 || list[2].End != 180 {
			t.Errorf("version %d: %+v", version, list)
		}
		for i := range tag { // truncated at every byte
			parseCHAP(tag[:i])
		}
	}
}

func FuzzParts(f *testing.F) {
	f.Add(chapTag(3, "a", "b"))
	f.Add(chapTag(4, "a", "b"))
	f.Add([]byte("1\n00:00:01,5 --> 00:00:03,0\nAnn: x"))
	f.Add([]byte(`{"chapters":[{"startTime":1}],"segments":[{"startTime":1,"body":"x"}]}`))
	f.Fuzz(func(_ *testing.T, b []byte) {
		parseCHAP(b)
		for _, form := range []string{srtType, vttType, jsonType, htmlType, "text/plain"} {
			parseTranscript(b, form)
		}
		_, _ = parseChapters(b, "https://a.example/")
		_, _ = ParseOPML(b)
		CleanNotes(string(b))
	})
}

func TestParseOPML(t *testing.T) {
	list, err := ParseOPML([]byte(`<?xml version="1.0"?><opml version="2.0"><body><outline text="Food"><outline type="rss" text="Tea" xmlUrl="https://tea.example/feed"/>
		<outline TEXT="Again" xmlURL="https://tea.example/feed"/><outline text="No feed"/></outline></body></opml>`))
	if err != nil || len(list) != 1 || list[0].Title != "Tea" {
		t.Errorf("%v, %+v", err, list)
	}
	many := func(n int) []byte {
		var b strings.Builder
		b.WriteString("<opml><body>")
		for i := range n {
			b.WriteString(`<outline xmlUrl="https://a.example/` + strings.Repeat("x", i%100) + string(rune('a'+i%26)) + time.Duration(i).String() + `"/>`)
		}
		return []byte(b.String() + "</body></opml>")
	}
	if list, err := ParseOPML(many(maxFeeds)); err != nil || len(list) != maxFeeds {
		t.Errorf("%d feeds: %v, %d", maxFeeds, err, len(list))
	}
	for name, file := range map[string][]byte{
		"too many": many(maxFeeds + 1), "too large": bytes.Repeat([]byte(" "), MaxOPML+1), "no OPML": []byte("<html><outline xmlUrl='https://a.example'/></html>"),
		"empty": []byte("<opml><body/></opml>"), "cut": []byte("<opml><body><outl"), "deep": []byte("<opml>" + strings.Repeat("<outline>", 200)),
		"entities": []byte(`<!DOCTYPE opml [<!ENTITY a "x">]><opml><body><outline xmlUrl="https://a.example/&a;"/></body></opml>`),
	} {
		if list, err := ParseOPML(file); err == nil {
			t.Errorf("%s: %d feeds", name, len(list))
		}
	}
}

func TestTarget(t *testing.T) {
	for in, want := range map[string]string{
		"tea.example/feed": "https://tea.example/feed", "feed://tea.example/x": "https://tea.example/x", "feed:https://tea.example/x": "https://tea.example/x",
		"HTTP://Tea.Example": "http://tea.example/", "file:///etc/passwd": "", "https://": "", "javascript:alert(1)": "", "": "",
	} {
		got, _, err := target(Request{URL: in})
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	to, l, err := target(Request{URL: "https://ann:s3cret@tea.example/feed"})
	if err != nil || to != "https://tea.example/feed" || l == nil || l.User != "ann" || l.Password != "s3cret" {
		t.Errorf("%q, %+v, %v", to, l, err)
	}
}

func TestCounter(t *testing.T) {
	at := now
	c := newCounter(func() time.Time { return at })
	if c.add("a", 50, 100) || !c.add("a", 50, 100) || c.add("a", 500, 100) {
		t.Error("a play must count once, when enough bytes were received")
	}
	at = at.Add(25 * time.Hour)
	if !c.add("a", 100, 100) {
		t.Error("a play must count again the next day")
	}
	if n := minuteOf(&feed.Episode{Size: 60_000_000, Duration: time.Hour}); n != 1_000_000 {
		t.Errorf("a minute is %d bytes", n)
	}
}

func TestGUID(t *testing.T) {
	// The example of the namespace's specification.
	if got := guidOf("https://mp3s.nashownotes.com/pc20rss.xml"); got != "917393e3-1b1e-5cef-ace4-edaa54e1f810" {
		t.Error(got)
	}
}
