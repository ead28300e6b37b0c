package rekordbox

import (
	"errors"
	"strings"
	"testing"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/collection/collectiontest"
)

const document = `<?xml version="1.0" encoding="UTF-8"?>
<DJ_PLAYLISTS Version="1.0.0">
  <PRODUCT Name="rekordbox" Version="6.7.4" Company="AlphaTheta"/>
  <COLLECTION Entries="2">
    <TRACK TrackID="17" Name="Sol &amp; Luna" Artist="Noche" Album="Uno" TotalTime="301" AverageBpm="124.00" Location="file://localhost/C:/Music/Noche/Sol%20%26%20Luna.mp3">
      <TEMPO Inizio="0.076" Bpm="124.00" Metro="4/4" Battito="3"/>
      <TEMPO Inizio="60.076" Bpm="125.50" Metro="4/4" Battito="1"/>
      <POSITION_MARK Name="Drop" Type="0" Start="61.500" Num="0" Red="40" Green="226" Blue="20"/>
      <POSITION_MARK Name="" Type="0" Start="0.076" Num="-1"/>
      <POSITION_MARK Name="Roll" Type="4" Start="90.000" End="93.871" Num="2" Red="255" Green="140" Blue="0"/>
      <POSITION_MARK Name="no number" Type="0" Start="x" Num="1"/>
    </TRACK>
    <TRACK TrackID="18" Name="Solo" Location="file://localhost/D:/b.flac"/>
  </COLLECTION>
  <PLAYLISTS>
    <NODE Type="0" Name="ROOT" Count="2">
      <NODE Name="Sets" Type="0" Count="1">
        <NODE Name="Friday" Type="1" KeyType="0" Entries="2"><TRACK Key="18"/><TRACK Key="17"/></NODE>
      </NODE>
      <NODE Name="By place" Type="1" KeyType="1" Entries="1"><TRACK Key="file://localhost/D:/b.flac"/></NODE>
    </NODE>
  </PLAYLISTS>
</DJ_PLAYLISTS>`

func TestParse(t *testing.T) {
	var got collectiontest.Recorder
	if err := Parse(strings.NewReader(document), &got); err != nil {
		t.Fatal(err)
	}
	got.Check(t, `17 "Sol & Luna" by "Noche" on "Uno" 301s 124bpm at file://localhost/C:/Music/Noche/Sol%20%26%20Luna.mp3
 hot 0 61.500 Drop #28e214
 memory 0.076
 loop 90.000-93.871 Roll on pad 2
 tempo 0.076 124.000 3/4
 tempo 60.076 125.500 1/4
18 "Solo" by "" on "" 0s 0bpm at file://localhost/D:/b.flac
list Sets/Friday: 18 17
list By place, by location: file://localhost/D:/b.flac`)
}

func TestRefuses(t *testing.T) {
	for _, text := range []string{"", "no XML", "<NML/>", "<DJ_PLAYLISTS>", `<!DOCTYPE x><DJ_PLAYLISTS/>`} {
		if err := Parse(strings.NewReader(text), &collectiontest.Recorder{}); !errors.Is(err, collection.ErrFormat) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestWrite writes tracks and playlists, and reads the same ones.
func TestWrite(t *testing.T) {
	tracks := []collection.Track{
		{
			Key: "1", Title: `A <"b"> & c`, Artist: "Ñandú\x00", Album: "Uno", Duration: 301, BPM: 124.5, Location: `C:\Music\A b#%?.mp3`,
			Cue: new(0.5), HotCues: []collection.HotCue{{Slot: 3, At: 61.5, Name: "Drop", Color: "#28e214"}, {Slot: 4, At: 62}},
			Memory: []collection.Memory{{At: 2, Name: "In"}}, Loops: []collection.Loop{{From: 90, To: 93.871, Name: "Roll"}, {From: 4, To: 8, Name: "Hook", Pad: new(5)}},
			Grid: []collection.Tempo{{At: -0.1, BPM: 124.5, Beat: 3, Meter: 4}, {At: 60, BPM: 125}},
		},
		{Key: "2", Location: "Music/b.flac"},
	}
	var b strings.Builder
	w := NewWriter(&b, "Sonora", "1.0", len(tracks))
	for i := range tracks {
		if err := w.Track(&tracks[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Playlist(&collection.Playlist{Name: "Fri & Sat", Tracks: []string{"2", "1"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var got collectiontest.Recorder
	if err := Parse(strings.NewReader(b.String()), &got); err != nil {
		t.Fatal(err, b.String())
	}
	got.Check(t, `1 "A <\"b\"> & c" by "Ñandú�" on "Uno" 301s 124.5bpm at file://localhost/C:/Music/A%20b%23%25%3F.mp3
 hot 3 61.500 Drop #28e214
 hot 4 62.000
 memory 0.500
 memory 2.000 In
 loop 90.000-93.871 Roll
 loop 4.000-8.000 Hook on pad 5
 tempo 0.000 124.500 3/4
 tempo 60.000 125.000 1/1
2 "" by "" on "" 0s 0bpm at file://localhost/Music/b.flac
list Fri & Sat: 2 1`)
}

func TestWriteEmpty(t *testing.T) {
	var b strings.Builder
	if err := NewWriter(&b, "Sonora", "1.0", 0).Close(); err != nil {
		t.Fatal(err)
	}
	if err := Parse(strings.NewReader(b.String()), &collectiontest.Recorder{}); err != nil {
		t.Error(err)
	}
	if err := NewWriter(full{}, "Sonora", "1.0", 0).Close(); err == nil {
		t.Error("a full disk was not reported")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func FuzzParse(f *testing.F) {
	f.Add([]byte(document))
	f.Fuzz(func(t *testing.T, b []byte) { collectiontest.Fuzz(t, b, Parse) })
}
