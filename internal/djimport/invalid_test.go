package djimport

import (
	"strings"
	"testing"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/rekordbox"
)

// TestInvalidMarks counts the marks of a file that cannot be taken, also where a
// track has no other marks.
func TestInvalidMarks(t *testing.T) {
	const tempo, cue, loop = `<TEMPO Inizio="NaN" Bpm="NaN"/>`, `<POSITION_MARK Type="0" Start="1" Num="99"/>`, `<POSITION_MARK Type="4" Start="5" End="-2" Num="1"/>`
	for name, test := range map[string]struct {
		marks            string
		leftOut, invalid int
	}{
		"nothing":                          {"", 0, 0},
		"a tempo that is no number":        {tempo, 0, 1},
		"an infinite tempo":                {`<TEMPO Inizio="1" Bpm="Inf"/>`, 0, 1},
		"a hot cue beyond all buttons":     {cue, 1, 0},
		"a loop before its beginning":      {loop, 0, 1},
		"a loop without end":               {`<POSITION_MARK Type="4" Start="5" Num="1"/>`, 0, 1},
		"a cue without position":           {`<POSITION_MARK Type="0" Num="1"/>`, 0, 1},
		"two cues on one button":           {`<POSITION_MARK Type="0" Start="1" Num="1"/><POSITION_MARK Type="0" Start="2" Num="1"/>`, 0, 1},
		"a cue that is repeated":           {`<POSITION_MARK Type="0" Start="1" Num="1"/><POSITION_MARK Type="0" Start="1.001" Num="1"/>`, 0, 0},
		"everything, beside a valid cue":   {tempo + cue + loop + `<POSITION_MARK Type="0" Start="1" Num="1"/>`, 1, 2},
		"tempos that go back":              {`<TEMPO Inizio="2" Bpm="120"/><TEMPO Inizio="1" Bpm="120"/>`, 0, 1},
		"more loops than a file can have":  {strings.Repeat(`<POSITION_MARK Type="4" Start="5" End="6"/>`, 70), 70 - 8, 0},
		"more memory cues than is allowed": {`<POSITION_MARK Type="3" Start="0"/>` + strings.Repeat(`<POSITION_MARK Type="0" Start="5" Num="-1"/>`, 70), 70 - 8, 0},
	} {
		file := `<DJ_PLAYLISTS><COLLECTION><TRACK TrackID="1">` + test.marks + `</TRACK></COLLECTION></DJ_PLAYLISTS>`
		var read sink
		if err := rekordbox.Parse(strings.NewReader(file), &read); err != nil {
			t.Fatal(name, err)
		}
		track := &read.tracks[0]
		_, leftOut := marksOf(track, song("a.flac"), nil, collection.FromRecording)
		if leftOut += track.Excess; leftOut != test.leftOut || track.Invalid != test.invalid {
			t.Errorf("%s: %d left out and %d invalid, want %d and %d", name, leftOut, track.Invalid, test.leftOut, test.invalid)
		}
	}
}
