package djimport

import (
	"testing"
	"time"

	"sonora/internal/codec/collection"
	"sonora/internal/music"
)

// library is the tracks of a matcher, with their tempos.
type library []music.Candidate

func (l library) matcher(tempos map[string]float64) *matcher {
	m := &matcher{names: map[string][]music.Candidate{}, titles: map[string][]music.Candidate{}, tempos: func([]string) map[string]float64 { return tempos }}
	for _, c := range l {
		m.names[c.Name] = append(m.names[c.Name], c)
		m.titles[c.Title] = append(m.titles[c.Title], c)
	}
	return m
}

func TestFind(t *testing.T) {
	m := library{
		{ID: "uno", Folder: "Ana/Sal", Name: "01.mp3", Title: "Uno", Artist: "Ana", Album: "Sal", Duration: 200 * time.Second},
		{ID: "other 01", Folder: "Ben/Luz", Name: "01.mp3", Title: "Dos", Artist: "Ben", Album: "Luz", Duration: 100 * time.Second},
		{ID: "live", Folder: "Ana/Live", Name: "uno.flac", Title: "Uno", Artist: "Ana", Album: "Live", Duration: 300 * time.Second},
		{ID: "slow", Folder: "a", Name: "slow.mp3", Title: "Twin", Artist: "Cleo", Duration: 240 * time.Second},
		{ID: "fast", Folder: "b", Name: "fast.mp3", Title: "Twin", Artist: "Cleo", Duration: 241 * time.Second},
		{ID: "copy 1", Folder: "c", Name: "copy.mp3", Title: "Copy", Artist: "Dan", Duration: 60 * time.Second},
		{ID: "copy 2", Folder: "d", Name: "copy.mp3", Title: "Copy", Artist: "Dan", Duration: 60 * time.Second},
		{ID: "shop", Folder: "e", Name: "shop.mp3", Title: "Tema (Original Mix)", Artist: "Eva", Duration: 60 * time.Second},
	}.matcher(map[string]float64{"slow": 62, "fast": 128})
	for name, test := range map[string]struct {
		track  collection.Track
		want   string
		reason Reason
	}{
		"by path":                            {collection.Track{Location: "file://localhost/D:/Music/Ana/Sal/01.mp3"}, "uno", ""},
		"by path, in spite of the tags":      {collection.Track{Location: "/x/Ana/Sal/01.mp3", Title: "Another name", Duration: 201}, "uno", ""},
		"a path of another length":           {collection.Track{Location: "/x/Ana/Sal/01.mp3", Duration: 203}, "", NotFound},
		"a name that fits by the tags":       {collection.Track{Location: "/x/y/01.mp3", Title: "Dos", Artist: "Ben"}, "other 01", ""},
		"a name with other tags":             {collection.Track{Location: "/x/y/01.mp3", Title: "Tres"}, "", NotFound},
		"by tags and length":                 {collection.Track{Title: "Uno", Artist: "ANA", Duration: 299}, "live", ""},
		"by tags and album":                  {collection.Track{Title: "Uno", Artist: "Ana", Album: "sal"}, "uno", ""},
		"by tags, several lengths":           {collection.Track{Title: "Uno", Artist: "Ana"}, "", Ambiguous},
		"a featured artist":                  {collection.Track{Title: "Dos", Artist: "Ben, Ana"}, "other 01", ""},
		"another artist":                     {collection.Track{Title: "Dos", Artist: "Fay"}, "", NotFound},
		"no artist and no length":            {collection.Track{Title: "Dos"}, "", NotFound},
		"no artist":                          {collection.Track{Title: "Dos", Duration: 100}, "other 01", ""},
		"by tempo":                           {collection.Track{Title: "Twin", Artist: "Cleo", Duration: 240, BPM: 127.5}, "fast", ""},
		"by half the tempo":                  {collection.Track{Title: "Twin", Artist: "Cleo", Duration: 241, BPM: 124}, "slow", ""},
		"by length to the second":            {collection.Track{Title: "Twin", Artist: "Cleo", Duration: 240.2}, "slow", ""},
		"two copies":                         {collection.Track{Title: "Copy", Artist: "Dan", Duration: 60}, "", Ambiguous},
		"two copies, and only a name":        {collection.Track{Location: "/x/copy.mp3"}, "", Ambiguous},
		"two copies, and a folder":           {collection.Track{Location: "/x/d/copy.mp3", Title: "Copy", Artist: "Dan"}, "copy 2", ""},
		"without the addition of a shop":     {collection.Track{Title: "Tema", Artist: "Eva"}, "shop", ""},
		"with the addition that is not here": {collection.Track{Title: "Dos (original mix)", Artist: "Ben"}, "other 01", ""},
		"nothing":                            {collection.Track{}, "", NotFound},
	} {
		got, reason := m.find(&test.track)
		id := ""
		if got != nil {
			id = got.ID
		}
		if id != test.want || reason != test.reason {
			t.Errorf("%s: %q %s, want %q %s", name, id, reason, test.want, test.reason)
		}
	}
}
