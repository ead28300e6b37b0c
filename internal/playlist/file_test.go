package playlist

import (
	"encoding/binary"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"sonora/internal/codec/location"
	"sonora/internal/music"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"paths", "a.mp3\r\n\r\nb/c.flac\r\n", "1 a.mp3|3 b/c.flac"},
		{"old Macs", "a.mp3\rb.mp3", "1 a.mp3|2 b.mp3"},
		{"tags", "\ufeff#EXTM3U\n#PLAYLIST:Mine\n#EXTINF:61 tvg-id=\"x\",Björk - Vénus\n#EXTALB:Début\n/x/y.mp3\n# a note\nz.mp3", "5 /x/y.mp3 [Björk - Vénus] Début 1m1s|7 z.mp3"},
		{"Latin-1", "#EXTINF:5,Bj\xf6rk\nV\xe9nus.mp3", "2 Vénus.mp3 [Björk] 5s"},
		{"odd lengths", "#EXTINF:-1,x\na\n#EXTINF:NaN,y\nb\n#EXTINF\nc", "2 a [x]|4 b [y]|6 c"},
		{
			"XSPF", `<?xml version="1.0" encoding="ISO-8859-1"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>T</title><trackList>
			<track><location>file:///m/a%20b.mp3</location><location>http://x</location><title>A &amp; B</title><creator>C</creator><album>D</album><duration>1500</duration></track><track><title>E</title></track></trackList></playlist>`,
			"1 file:///m/a%20b.mp3 C/A & B D 1.5s|2 /E",
		},
		{"JSON", `{"name":"N","tracks":[{"id":"1","title":"T","creator":"A","duration":2.5},{"path":"p"}]}`, "1 #1 A/T 2.5s|2 p"},
		{"UTF-16", utf16Of("\xff\xfe", "#EXTM3U\r\n#EXTINF:5,木 - é\r\n木\\🎧.mp3\r\n"), "3 木\\🎧.mp3 [木 - é] 5s"},
		{"UTF-16 the other way", utf16Of("\xfe\xff", "a.mp3\nVénus.mp3"), "1 a.mp3|2 Vénus.mp3"},
		{"XSPF in UTF-16", utf16Of("\xff\xfe", `<?xml version="1.0" encoding="UTF-16"?><playlist><trackList><track><title>木</title></track></trackList></playlist>`), "1 /木"},
		{"JSON in UTF-16", utf16Of("\xfe\xff", `{"tracks":[{"path":"木"}]}`), "1 木"},
		{"JSON with more", `{"NAME":"N","x":{"tracks":[1,[2]]},"description":null,"tracks":[{"path":"old"}],"Tracks":[{"path":"p","y":[{}]}]}`, "1 p"},
		{"JSPF", `{"playlist":{"title":"T","annotation":"x","track":[{"title":"A","creator":"B","album":"C","duration":1500,"identifier":["https://musicbrainz.org/recording/ABC"],"location":["file:///m/a.mp3"]},{"title":"D","identifier":"x"}],"playlist":{"track":[]}}}`, "1 file:///m/a.mp3 B/A C 1.5s|2 /D"},
		{"a bare list", ` [{"title":"T"}]`, "1 /T"},
	} {
		f, err := parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var items []string
		for i := range f.items {
			items = append(items, describe(&f.items[i]))
		}
		if got := strings.Join(items, "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// utf16Of returns a text in UTF-16 after a byte order mark.
func utf16Of(mark, text string) string {
	var order binary.AppendByteOrder = binary.LittleEndian
	if mark == "\xfe\xff" {
		order = binary.BigEndian
	}
	b := []byte(mark)
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

func describe(i *item) string {
	parts := []string{strconv.Itoa(i.line)}
	if i.id != "" {
		parts = append(parts, "#"+i.id)
	}
	if i.location != "" {
		parts = append(parts, i.location)
	}
	if i.info != "" {
		parts = append(parts, "["+i.info+"]")
	}
	if i.title != "" {
		parts = append(parts, i.artist+"/"+i.title)
	}
	if i.album != "" {
		parts = append(parts, i.album)
	}
	if i.duration > 0 {
		parts = append(parts, i.duration.String())
	}
	return strings.Join(parts, " ")
}

func TestParseRefuses(t *testing.T) {
	const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><playlist><trackList><track><title>&b;</title></track></trackList></playlist>`
	for name, text := range map[string]string{
		"entities":       bomb,
		"external":       `<!DOCTYPE x SYSTEM "file:///etc/passwd" [<!ENTITY x SYSTEM "file:///etc/passwd">]><playlist/>`,
		"unknown entity": `<playlist><trackList><track><title>&x;</title></track></trackList></playlist>`,
		"depth":          strings.Repeat("<playlist>", 100_000),
		"another XML":    "<html><body>x</body></html>",
		"cut off":        "<playlist><trackList><track>",
		"binary":         "ID3\x00\x00\x01",
		"a program":      "MZ\x90\x03 This program cannot be run in DOS mode",
		"a letter":       "Dear Ada,\n\nplay something nice\n",
		"no JSON":        "{",
		"more JSON":      `[{"path":"a"}] {}`,
		"cut off JSON":   `{"tracks":[{"path":"a"}]`,
		"tracks of text": `{"tracks":"a"}`,
		"empty JSON":     `{"tracks":null}`,
		"deep JSON":      `{"x":` + strings.Repeat("[", 1_000_000),
		"odd UTF-16":     "\xff\xfea\x00\x00\x00b",
		"empty":          "",
		"too long":       strings.Repeat("a\n", maxLines+1),
		"too many":       "[" + strings.Repeat("{},", maxLines) + "{}]",
		"too large":      strings.Repeat("a", MaxFile+1),
	} {
		if f, err := parse(text); err == nil || music.CodeOf(err) == music.Internal {
			t.Errorf("%s: %v, %+v", name, err, f)
		}
	}
}

func TestPathParts(t *testing.T) {
	for text, want := range map[string]string{
		"/music/a/b.mp3":                "music|a|b.mp3",
		`C:\Music\A B\c.mp3`:            "Music|A B|c.mp3",
		`..\..\a\b.mp3`:                 "a|b.mp3",
		"../../../etc/passwd":           "etc|passwd",
		"file:///C:/Music/A%20B/%C3%A9": "Music|A B|é",
		"file://host/share/100%.mp3":    "host|share|100%.mp3",
		"a%20b.mp3":                     "a b.mp3",
		"50% off.mp3":                   "50% off.mp3",
		"e\u0301.mp3":                   "é.mp3",
		"https://radio.example/a.mp3":   "",
		"":                              "",
		"/":                             "",
		"./a//b/./c":                    "a|b|c",
	} {
		parts, ok := location.Parts(text)
		if got := strings.Join(parts, "|"); got != want || ok != (want != "") {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	one := music.Candidate{ID: "1", Folder: "Björk/Début", Name: "01.mp3", Title: "Vénus", Artist: "Björk", Album: "Début", Duration: time.Minute}
	two := music.Candidate{ID: "2", Folder: "Holst/Planets", Name: "01.mp3", Title: "Vénus", Artist: "Holst", Album: "The Planets", Duration: 8 * time.Minute}
	m := &matcher{
		ids:    map[string][]music.Candidate{"1": {one}},
		names:  map[string][]music.Candidate{"01.mp3": {one, two}},
		titles: map[string][]music.Candidate{"Vénus": {one, two}, "venus": {one, two}},

		recordings: map[string][]music.Candidate{"abc": {one, two}},
	}
	for _, c := range []struct {
		item item
		want string
	}{
		{item{id: "1"}, "1"},
		{item{location: "/mnt/other/Holst/Planets/01.mp3"}, "2"},
		{item{location: "planets/01.mp3"}, "2"},
		{item{location: "D:\\DÉBUT\\01.mp3"}, "1"},
		{item{location: "01.mp3"}, ambiguous},
		{item{location: "01.mp3", info: "Holst - venus"}, "2"},
		{item{location: "/gone/x.mp3", info: "BJORK - venus"}, "1"},
		{item{location: "/gone/x.mp3", info: "venus", duration: 8 * time.Minute}, "2"},
		{item{title: "Vénus"}, ambiguous},
		{item{title: "Vénus", album: "planets"}, ambiguous},
		{item{title: "Vénus", album: "The Planets"}, "2"},
		{item{title: "Vénus", artist: "Nobody"}, notFound},
		{item{title: "Vénus", artist: "Holst", duration: time.Hour}, notFound},
		{item{title: "Vénus - 2011 Remaster", artist: "Holst"}, "2"},
		{item{title: "Vénus (feat. Nobody) [Mono]", artist: "Holst"}, "2"},
		{item{title: "Vénus (Live)", artist: "Holst"}, notFound},
		{item{recordingID: "abc", album: "The Planets"}, "2"},
		{item{recordingID: "abc", duration: time.Minute}, "1"},
		{item{recordingID: "def", title: "Vénus", artist: "Holst"}, "2"},
		{item{location: "http://a/b"}, notAFile},
		{item{}, notFound},
	} {
		id, reason := m.find(&c.item)
		if got := id + reason; got != c.want {
			t.Errorf("%+v: %s, want %s", c.item, got, c.want)
		}
	}
}

// TestWriteAndParse writes difficult texts and reads them back.
func TestWriteAndParse(t *testing.T) {
	p := &music.Playlist{Name: "مرحبا <b> & \"木\" 🎧", Description: "a\nb"}
	tracks := []music.Candidate{
		{ID: "1", Folder: "#x/100% & <b>", Name: "木 \"é\".mp3", Title: "A - B", Artist: "مرحبا", Album: "🎧", Duration: 1500 * time.Millisecond},
		{ID: "2", Name: strings.Repeat("長", 300) + ".flac", Title: "two\nlines"},
	}
	for _, format := range Formats {
		data, err := write(p, tracks, format)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parse(string(data))
		if err != nil || len(f.items) != 2 || f.name != p.Name {
			t.Fatalf("%s: %v, %+v", format, err, f)
		}
		for i := range tracks {
			parts, _ := location.Parts(f.items[i].location)
			if n := location.Tail(parts, pathOf(&tracks[i])); n != len(strings.Split(pathOf(&tracks[i]), "/")) {
				t.Errorf("%s: %q is not %q", format, f.items[i].location, pathOf(&tracks[i]))
			}
		}
	}
	latin, err := write(&music.Playlist{Name: "Début"}, nil, M3U)
	if err != nil || utf8.Valid(latin) {
		t.Errorf("M3U is not Latin-1: %q %v", latin, err)
	}
}

// TestLargestPlaylist writes the longest possible list with long names and reads it
// back.
func TestLargestPlaylist(t *testing.T) {
	const artist, album, title = "高橋幸宏と素晴らしき仲間たち", "東京の夜と長い長い帰り道 (デラックス・エディション)", "風に吹かれて歩いていく夏の終わりの物語"
	tracks := make([]music.Candidate, music.MaxEntries)
	for i := range tracks {
		n := strconv.Itoa(i)
		tracks[i] = music.Candidate{
			ID: music.NewID(), Folder: artist + "/" + album, Name: n + " - " + title + ".flac",
			Title: title, Artist: artist, Album: album, Duration: 200*time.Second + time.Duration(i)*time.Millisecond,
		}
	}
	for _, format := range Formats {
		data, err := write(&music.Playlist{Name: "All"}, tracks, format)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parse(string(data))
		if err != nil || len(f.items) != len(tracks) || !strings.Contains(f.items[49_999].location, "49999") {
			t.Errorf("%s of %d bytes: %v", format, len(data), err)
		}
		t.Logf("%s: %.1f MB", format, float64(len(data))/(1<<20))
	}
}

// TestManyTracks checks that a file with too many tracks takes little memory.
func TestManyTracks(t *testing.T) {
	text := "[" + strings.Repeat("{},", MaxFile/3-2) + "{}]"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := parse(text)
	runtime.ReadMemStats(&after)
	if music.CodeOf(err) != music.Invalid {
		t.Error(err)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
		t.Errorf("%d MB for %d tracks", taken>>20, maxLines)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		in   Import
		file string
		want string
	}{
		{Import{Name: " Mine ", FileName: "x.m3u"}, "F", "Mine"},
		{Import{FileName: `C:\a\Road trip.m3u8`}, "", "Road trip"},
		{Import{FileName: "../../.m3u"}, "", "Imported playlist"},
		{Import{FileName: "x.m3u"}, "a\u202eb\x00", "ab"},
		{Import{Name: strings.Repeat("木", 300)}, "", strings.Repeat("木", 100)},
	} {
		if got := importName(c.in, &file{name: c.file}); got != c.want {
			t.Errorf("%+v: %q, want %q", c.in, got, c.want)
		}
	}
	if got := fileName(`../a/b:"c"`); got != `_a_b__c_` {
		t.Errorf("file name %q", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"#EXTM3U\n#EXTINF:5,A - B\n/x/y.mp3", "<playlist><trackList><track><location>a</location></track></trackList></playlist>",
		`{"tracks":[{"path":"a","duration":1e5}]}`, "\xff\xfe", "\xff\xfea\x00\n\x00", `[{"path":"a"},{}]`, "file:///%zz", "<!DOCTYPE a [<!ENTITY b 'c'>]>",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := parse(string(data))
		if err != nil {
			if music.CodeOf(err) == music.Internal {
				t.Errorf("a fault of the server: %v", err)
			}
			return
		}
		for i := range list.items {
			one := &list.items[i]
			one.tags()
			parts, _ := location.Parts(one.location)
			for _, part := range parts {
				if part == ".." || strings.Contains(part, "/") {
					t.Errorf("%q in %q", part, one.location)
				}
			}
			if len(one.location) > maxText+4 || one.duration < 0 || !utf8.ValidString(one.text()) {
				t.Errorf("%+v", one)
			}
		}
		if name := importName(Import{}, list); name == "" || utf8.RuneCountInString(name) > 100 {
			t.Errorf("name %q", name)
		}
	})
}
