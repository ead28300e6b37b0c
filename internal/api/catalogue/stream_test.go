package catalogue_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

func TestStreamSendsTheBytesOfTheFile(t *testing.T) {
	root := t.TempDir()
	want := fakelib.Build(t, root)
	s := testkit.Start(t, testkit.Options{Music: root})
	all := apitest.TracksOf(t, s)
	types := map[string]string{
		"mp3": "audio/mpeg", "flac": "audio/flac", "vorbis": "audio/ogg", "opus": "audio/ogg", "aac": "audio/mp4",
		"alac": "audio/mp4", "wav": "audio/wav", "aiff": "audio/aiff",
	}
	for _, file := range want.Tracks {
		tr, ok := all[file.Title]
		if !ok {
			t.Errorf("%s is not listed", file.Title)
			continue
		}
		data, err := os.ReadFile(filepath.Join(root, file.Path))
		if err != nil {
			t.Fatal(err)
		}
		r := s.Do(t, call{Path: "/api/tracks/" + tr.ID + "/stream", As: s.Member, ByCookie: true})
		kind := types[tr.Format]
		if strings.HasSuffix(file.Path, ".aac") {
			kind = "audio/aac"
		}
		if r.Status != 200 || r.Body != string(data) || r.Header.Get("Content-Type") != kind {
			t.Errorf("%q: %d, %d of %d bytes, %v", file.Path, r.Status, len(r.Body), len(data), r.Header)
		}
	}
}

func TestRanges(t *testing.T) {
	root := t.TempDir()
	data := fakelib.Song{Title: "Song"}.MP3()
	fakelib.Write(t, root, "song.mp3", data)
	s := testkit.Start(t, testkit.Options{Music: root})
	path := "/api/tracks/" + apitest.TracksOf(t, s)["Song"].ID + "/stream"
	size := strconv.Itoa(len(data))
	last := strconv.Itoa(len(data) - 1)
	whole := s.Do(t, call{Path: path, As: s.Member})
	for name, c := range map[string]struct {
		header map[string]string
		status int
		body   string
		spans  string
	}{
		"first bytes":         {map[string]string{"Range": "bytes=0-9"}, 206, string(data[:10]), "bytes 0-9/" + size},
		"one byte":            {map[string]string{"Range": "bytes=5-5"}, 206, string(data[5:6]), "bytes 5-5/" + size},
		"to the end":          {map[string]string{"Range": "bytes=100-"}, 206, string(data[100:]), "bytes 100-" + last + "/" + size},
		"last bytes":          {map[string]string{"Range": "bytes=-10"}, 206, string(data[len(data)-10:]), ""},
		"more than there are": {map[string]string{"Range": "bytes=-99999999"}, 206, string(data), "bytes 0-" + last + "/" + size},
		"past the end":        {map[string]string{"Range": "bytes=10-99999999"}, 206, string(data[10:]), ""},
		"outside":             {map[string]string{"Range": "bytes=99999999-"}, 416, `{"code":"range_not_satisfiable","detail":"The range is outside the file."}` + "\n", "bytes */" + size},
		"the last none":       {map[string]string{"Range": "bytes=-00"}, 416, `{"code":"range_not_satisfiable","detail":"The range is outside the file."}` + "\n", "bytes */" + size},
		"backwards":           {map[string]string{"Range": "bytes=9-5"}, 416, `{"code":"range_not_satisfiable","detail":"The range is outside the file."}` + "\n", ""},
		"not a range":         {map[string]string{"Range": "bytes=a-b"}, 416, `{"code":"range_not_satisfiable","detail":"The range is outside the file."}` + "\n", ""},
		"endless number":      {map[string]string{"Range": "bytes=0-99999999999999999999999"}, 416, `{"code":"range_not_satisfiable","detail":"The range is outside the file."}` + "\n", ""},
		"another unit":        {map[string]string{"Range": "seconds=1-2"}, 200, string(data), ""},
		"a thousand ranges":   {map[string]string{"Range": "bytes=" + strings.Repeat("0-,", 1000) + "0-"}, 200, string(data), ""},
		"still the same":      {map[string]string{"Range": "bytes=0-9", "If-Range": whole.Header.Get("ETag")}, 206, string(data[:10]), ""},
		"changed meanwhile":   {map[string]string{"Range": "bytes=0-9", "If-Range": `"other"`}, 200, string(data), ""},
		"known":               {map[string]string{"If-None-Match": whole.Header.Get("ETag")}, 304, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.Do(t, call{Path: path, As: s.Member, Header: c.header})
			if r.Status != c.status || r.Body != c.body || c.spans != "" && r.Header.Get("Content-Range") != c.spans {
				t.Errorf("%d, %d bytes, %q: %.80q", r.Status, len(r.Body), r.Header.Get("Content-Range"), r.Body)
			}
		})
	}
	two := s.Do(t, call{Path: path, As: s.Member, Header: map[string]string{"Range": "bytes=0-1,4-5"}})
	if two.Status != 206 || !strings.HasPrefix(two.Header.Get("Content-Type"), "multipart/byteranges") || len(two.Body) > 1000 {
		t.Errorf("two ranges: %d %v", two.Status, two.Header)
	}
	head := s.Do(t, call{Method: "HEAD", Path: path, As: s.Member})
	if head.Status != 200 || head.Body != "" || head.Header.Get("Content-Length") != size || head.Header.Get("Accept-Ranges") != "bytes" {
		t.Errorf("head: %d %v", head.Status, head.Header)
	}
}

func TestStreamNeverLeavesTheLibrary(t *testing.T) {
	root := t.TempDir()
	data := fakelib.Song{Title: "Song"}.MP3()
	fakelib.Write(t, root, "song.mp3", data)
	s := testkit.Start(t, testkit.Options{Music: root})
	id := apitest.TracksOf(t, s)["Song"].ID
	s.Run(t, []testkit.Scenario{
		{Name: "nobody", Request: call{Path: "/api/tracks/" + id + "/stream"}, Status: 404, Contains: []string{`"detail":"Not found."}`}},
		{Name: "dots", Request: call{Path: "/api/tracks/../../../etc/passwd/stream", As: s.Admin}, Status: 404, Lacks: []string{"root:"}},
		{Name: "encoded dots", Request: call{Path: "/api/tracks/..%2f..%2f..%2fetc%2fpasswd/stream", As: s.Admin}, Status: 404, Lacks: []string{"root:"}},
		{Name: "doubly encoded dots", Request: call{Path: "/api/tracks/%252e%252e%252fetc%252fpasswd/stream", As: s.Admin}, Status: 404, Lacks: []string{"root:"}},
		{Name: "backslashes", Request: call{Path: "/api/tracks/..%5c..%5csong.mp3/stream", As: s.Admin}, Status: 404},
		{Name: "nul", Request: call{Path: "/api/tracks/" + id + "%00/stream", As: s.Admin}, Status: 404},
		{Name: "not UTF-8", Request: call{Path: "/api/tracks/%ff/stream", As: s.Admin}, Status: 404},
		{Name: "slashes", Request: call{Path: "/api/tracks//" + id + "/stream", As: s.Admin}, Status: 404},
		{Name: "cover by a path", Request: call{Path: "/api/covers/..%2f..%2fsonora.db", As: s.Admin}, Status: 404},
		{Name: "cover by no hash", Request: call{Path: "/api/covers/zzzz?size=300", As: s.Admin}, Status: 404},
	})
	if err := os.Remove(filepath.Join(root, "song.mp3")); err != nil {
		t.Fatal(err)
	}
	gone := []testkit.Scenario{{Name: "gone", Request: call{Path: "/api/tracks/" + id + "/stream", As: s.Admin}, Status: 404, Contains: []string{"not available right now"}, Lacks: []string{root, "song.mp3"}}}
	s.Run(t, gone)
	// A symbolic link to a file that is not music is not followed out of the library.
	if err := os.Symlink("/etc/passwd", filepath.Join(root, "song.mp3")); err != nil {
		t.Fatal(err)
	}
	s.Run(t, gone)
	if err := os.Remove(filepath.Join(root, "song.mp3")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "song.mp3"), 0o750); err != nil {
		t.Fatal(err)
	}
	s.Run(t, gone)
}
