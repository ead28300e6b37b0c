package djmix

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sonora/internal/music"
)

const sheet = "\ufeffREM GENRE House\r\nPERFORMER \"Marta Vidal\"\r\nTITLE \"Harbour Nights\"\r\nFILE \"set.mp3\" MP3\r\n" +
	"  TRACK 01 AUDIO\r\n    TITLE \"Night Ferry\"\r\n    PERFORMER \"Ana Torres\"\r\n    INDEX 01 00:00:00\r\n" +
	"  TRACK 02 AUDIO\r\n    TITLE \"Say \"Hi\"\"\r\n    FLAGS DCP\r\n    INDEX 00 75:29:00\r\n    INDEX 01 75:30:45\r\n" +
	"  track 03 audio\r\n    PERFORMER \"Only\"\r\n    INDEX 01 80:00:00\r\n"

func TestParseTracklist(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Entry
	}{
		{"", []Entry{}},
		{"\n \n", []Entry{}},
		{"00:03:12 Artist - Title", []Entry{{Seconds: 192, Artist: "Artist", Title: "Title"}}},
		{"3:12 Artist – Title - Mix\r\n1:02:03 Only a title", []Entry{{Seconds: 192, Artist: "Artist", Title: "Title - Mix"}, {Seconds: 3723, Title: "Only a title"}}},
		{"1. [75:30] A — B\n02) (0:10.5) C - D", []Entry{{Seconds: 10.5, Artist: "C", Title: "D"}, {Seconds: 4530, Artist: "A", Title: "B"}}},
		{"0:00 - A - B\n0:05 | C", []Entry{{Artist: "A", Title: "B"}, {Seconds: 5, Title: "C"}}},
		{"0:00 Jay-Z - 99 Problems", []Entry{{Artist: "Jay-Z", Title: "99 Problems"}}},
		{"0:00 Nobody - ", []Entry{{Title: "Nobody -"}}},
		{sheet, []Entry{{Artist: "Ana Torres", Title: "Night Ferry"}, {Seconds: 4530.6, Artist: "Marta Vidal", Title: `Say "Hi"`}, {Seconds: 4800, Title: "Only"}}},
	} {
		got, err := ParseTracklist(c.text)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%.60q: %+v, %v", c.text, got, err)
		}
	}
	for text, says := range map[string]string{
		"0:00 A - B\nno time":                 "Line 2 does not begin with a time",
		"0:61 A":                              "Line 1 does not",
		"0:00":                                "Line 1 does not",
		"INDEX 01 x\nTRACK 1 AUDIO":           "Line 1 of the cue sheet",
		"TRACK 1 AUDIO\nINDEX 01 00:00:00:00": "Line 2 of the cue sheet",
		"FILE a\nFILE b\nTRACK 1 AUDIO":       "several files",
	} {
		_, err := ParseTracklist(text)
		if music.CodeOf(err) != music.Invalid || !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzParseTracklist checks that whatever is read has titles and rising times, and
// is read again as it was written.
func FuzzParseTracklist(f *testing.F) {
	for _, seed := range []string{"", "0:00 A - B\n1:02:03.5 C", "1. [0:10] A – B", sheet, "TRACK 1 AUDIO\nINDEX 01 9999:59:74"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseTracklist(text)
		if err != nil {
			if music.CodeOf(err) != music.Invalid {
				t.Fatal(err)
			}
			return
		}
		if !slices.IsSortedFunc(list, bySeconds) {
			t.Fatalf("not sorted: %+v", list)
		}
		for _, e := range list {
			if e.Seconds < 0 || e.Title == "" && e.Artist != "" {
				t.Fatalf("%+v", e)
			}
		}
	})
}

func TestPart(t *testing.T) {
	list := []Entry{{Seconds: 30, Title: "C"}, {Seconds: 0, Title: "A"}, {Seconds: 90, Title: "D"}, {Seconds: 10, Title: "B"}}
	want := []Entry{{Seconds: 0, Title: "B"}, {Seconds: 10, Title: "C"}}
	if got := Part(list, 20, 60); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := Part(list, 0, 0); len(got) != 4 || got[3].Title != "D" {
		t.Errorf("all of it: %+v", got)
	}
}

func TestKeepTracks(t *testing.T) {
	list := []Entry{{Title: "A", TrackID: "heard"}, {Title: "B", TrackID: "secret"}, {Title: "C"}}
	asked := []string(nil)
	err := KeepTracks(list, func(ids []string) ([]music.Track, error) {
		asked = ids
		return []music.Track{{ID: "heard"}}, nil
	})
	if want := []Entry{{Title: "A", TrackID: "heard"}, {Title: "B"}, {Title: "C"}}; err != nil || !slices.Equal(list, want) || !slices.Equal(asked, []string{"heard", "secret"}) {
		t.Errorf("%+v of %q, %v", list, asked, err)
	}
}

func TestCheckTracklist(t *testing.T) {
	list := []Entry{{Seconds: 9, Title: " B "}, {Seconds: 1, Artist: " A", Title: "T"}}
	if err := CheckTracklist(list, 0); err != nil || !reflect.DeepEqual(list, []Entry{{Seconds: 1, Artist: "A", Title: "T"}, {Seconds: 9, Title: "B"}}) {
		t.Errorf("%+v, %v", list, err)
	}
	for _, wrong := range [][]Entry{{{Title: ""}}, {{Title: "x", Seconds: -1}}, {{Title: "x", Seconds: 61}}, {{Title: "a\nb"}}, {{Title: "x", TrackID: strings.Repeat("x", 65)}}, make([]Entry, MaxEntries+1)} {
		if err := CheckTracklist(wrong, 60e9); music.CodeOf(err) != music.Invalid {
			t.Errorf("%.200v: %v", wrong, err)
		}
	}
}
