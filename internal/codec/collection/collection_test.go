package collection

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

func read(text string) (names []string, err error) {
	x := NewXML(strings.NewReader(text))
	for {
		e, err := x.Next()
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return names, err
		}
		if !e.IsEnd {
			names = append(names, strings.Join(x.Path, "/"))
		}
	}
}

func TestXML(t *testing.T) {
	names, err := read(`<?xml version="1.0"?><a><b c="1"/><b><d/></b>text</a>`)
	if got := strings.Join(names, " "); err != nil || got != "a a/b a/b a/b/d" {
		t.Errorf("%s %v", got, err)
	}
}

func TestXMLRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"entities":    `<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`,
		"cut off":     `<a><b>`,
		"crossed":     `<a><b></a></b>`,
		"nested":      strings.Repeat("<a>", 1000) + strings.Repeat("</a>", 1000),
		"an entity":   `<a>&nothing;</a>`,
		"a long text": `<a>` + strings.Repeat("x", 3*maxToken) + `</a>`,
		"a long name": `<a b="` + strings.Repeat("x", 3*maxToken) + `"/>`,
	} {
		if _, err := read(text); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestLongDocument reads a document far longer than a token may be.
func TestLongDocument(t *testing.T) {
	names, err := read("<a>" + strings.Repeat(`<b c="some text of a usual length"/>`, 2*maxToken/30) + "</a>")
	if err != nil || len(names) < 2*maxToken/30 {
		t.Errorf("%d elements: %v", len(names), err)
	}
}

func TestImpossibleMarks(t *testing.T) {
	var track Track
	for _, at := range []float64{math.NaN(), math.Inf(1), -100, 1e9} {
		track.AddHotCue(HotCue{At: at})
		track.AddMemory(Memory{At: at})
		track.AddLoop(Loop{From: at, To: 10})
		track.AddTempo(Tempo{At: at, BPM: 120})
		track.AddTempo(Tempo{At: 1, BPM: at})
		track.SetCue(at)
	}
	track.AddLoop(Loop{From: 2, To: 1})
	track.AddHotCue(HotCue{Slot: -1})
	if len(track.HotCues)+len(track.Memory)+len(track.Loops)+len(track.Grid) > 0 || track.Cue != nil {
		t.Errorf("%+v", track)
	}
	track.AddHotCue(HotCue{Slot: 1, At: 1, Name: "first"})
	track.AddHotCue(HotCue{Slot: 1, At: 2, Name: "second"})
	track.AddTempo(Tempo{At: 2, BPM: 120, Beat: 9, Meter: 99})
	track.AddTempo(Tempo{At: 1, BPM: 120})
	if len(track.HotCues) != 1 || track.HotCues[0].Name != "first" || len(track.Grid) != 1 || track.Grid[0] != (Tempo{At: 2, BPM: 120}) {
		t.Errorf("%+v", track)
	}
}

// TestBeats turns single beats, whose places are rounded, into tempos.
func TestBeats(t *testing.T) {
	var beats []float64
	for i := range 64 { // 120 BPM
		beats = append(beats, math.Round((0.3+float64(i)*0.5)/0.0116)*0.0116)
	}
	last := beats[63]
	for i := range 64 { // 100 BPM
		beats = append(beats, math.Round((last+float64(i+1)*0.6)/0.0116)*0.0116)
	}
	var track Track
	track.AddBeats(beats)
	if len(track.Grid) > 4 || math.Abs(track.Grid[0].BPM-120) > 0.05 || math.Abs(track.Grid[len(track.Grid)-1].BPM-100) > 0.05 {
		t.Errorf("%+v", track.Grid)
	}
	(&Track{}).AddBeats([]float64{1, 1, 1})
	(&Track{}).AddBeats(nil)
}

func TestFolders(t *testing.T) {
	var got recorder
	l := NewLists(&got)
	for _, err := range []error{
		l.Folder("", 1), l.Folder("House", 2), l.Begin("Deep", 3, false), l.Add("1"), l.Add(""), l.Add("2"), l.End(4), l.End(3), l.Add("nowhere"), l.End(2), l.Begin("Top", 2, true), l.End(2),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(got.lists) != 2 || strings.Join(got.lists[0].Folders, "/") != "House" || strings.Join(got.lists[0].Tracks, " ") != "1 2" || got.lists[1].Folders != nil || !got.lists[1].ByLocation {
		t.Errorf("%+v", got.lists)
	}
}

type recorder struct{ lists []Playlist }

func (*recorder) Track(*Track) error { return nil }

func (r *recorder) Playlist(p *Playlist) error {
	r.lists = append(r.lists, *p)
	return nil
}
