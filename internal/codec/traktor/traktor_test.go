package traktor

import (
	"errors"
	"strings"
	"testing"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/collection/collectiontest"
)

const document = `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<NML VERSION="19"><HEAD COMPANY="www.native-instruments.com" PROGRAM="Traktor"></HEAD>
<COLLECTION ENTRIES="1"><ENTRY MODIFIED_DATE="2021/5/1" TITLE="Marea" ARTIST="Costa">
<LOCATION DIR="/:Users/:me/:Música/:" FILE="Marea.mp3" VOLUME="Macintosh HD" VOLUMEID="Macintosh HD"></LOCATION>
<ALBUM TRACK="3" TITLE="Sal"></ALBUM>
<INFO BITRATE="320000" PLAYTIME="245" PLAYTIME_FLOAT="244.562" IMPORT_DATE="2021/5/1"></INFO>
<TEMPO BPM="127.999" BPM_QUALITY="100.000000"></TEMPO>
<CUE_V2 NAME="AutoGrid" DISPL_ORDER="0" TYPE="4" START="53.5" LEN="0.000000" REPEATS="-1" HOTCUE="0"><GRID BPM="128.000"></GRID></CUE_V2>
<CUE_V2 NAME="Beat Marker" DISPL_ORDER="0" TYPE="4" START="60053.5" LEN="0" REPEATS="-1" HOTCUE="-1"></CUE_V2>
<CUE_V2 NAME="n.n." DISPL_ORDER="0" TYPE="0" START="30053.5" LEN="0" REPEATS="-1" HOTCUE="1"></CUE_V2>
<CUE_V2 NAME="Stay" DISPL_ORDER="0" TYPE="5" START="60053.5" LEN="7500" REPEATS="-1" HOTCUE="2"></CUE_V2>
<CUE_V2 NAME="Load" DISPL_ORDER="0" TYPE="3" START="53.5" LEN="0" REPEATS="-1" HOTCUE="3"></CUE_V2>
<CUE_V2 NAME="Voice" DISPL_ORDER="0" TYPE="0" START="90000" LEN="0" REPEATS="-1" HOTCUE="-1"></CUE_V2>
</ENTRY></COLLECTION>
<PLAYLISTS><NODE TYPE="FOLDER" NAME="$ROOT"><SUBNODES COUNT="1"><NODE TYPE="FOLDER" NAME="Club"><SUBNODES COUNT="2">
<NODE TYPE="PLAYLIST" NAME="Warm-up"><PLAYLIST ENTRIES="1" TYPE="LIST" UUID="x"><ENTRY><PRIMARYKEY TYPE="TRACK" KEY="Macintosh HD/:Users/:me/:Música/:Marea.mp3"></PRIMARYKEY></ENTRY></PLAYLIST></NODE>
<NODE TYPE="SMARTLIST" NAME="Rules"><SMARTLIST UUID="y"></SMARTLIST></NODE>
</SUBNODES></NODE></SUBNODES></NODE></PLAYLISTS></NML>`

func TestParse(t *testing.T) {
	var got collectiontest.Recorder
	if err := Parse(strings.NewReader(document), &got); err != nil {
		t.Fatal(err)
	}
	got.Check(t, `Macintosh HD/:Users/:me/:Música/:Marea.mp3 "Marea" by "Costa" on "Sal" 244.562s 127.999bpm at /Users/me/Música/Marea.mp3
 cue 0.053
 hot 1 30.053
 memory 90.000 Voice
 loop 60.053-67.553 Stay on pad 2
 tempo 0.053 128.000 1/4
 tempo 60.053 127.999 1/4
list Club/Warm-up: Macintosh HD/:Users/:me/:Música/:Marea.mp3`)
}

func TestRefuses(t *testing.T) {
	for _, text := range []string{"", "no XML", "<DJ_PLAYLISTS/>", "<NML>"} {
		if err := Parse(strings.NewReader(text), &collectiontest.Recorder{}); !errors.Is(err, collection.ErrFormat) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(document))
	f.Fuzz(func(t *testing.T, b []byte) { collectiontest.Fuzz(t, b, Parse) })
}
