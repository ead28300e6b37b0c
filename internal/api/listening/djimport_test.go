package listening_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"sonora/internal/media/tag"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

const rekordboxXML = `<?xml version="1.0"?><DJ_PLAYLISTS Version="1.0.0"><COLLECTION>
	<TRACK TrackID="1" Name="Uno" Artist="Ana" TotalTime="10" Location="file://localhost/D:/dj/Ana/uno.wav">
		<TEMPO Inizio="0.500" Bpm="120.00" Metro="4/4" Battito="1"/>
		<POSITION_MARK Name="Drop" Type="0" Start="4.500" Num="2" Red="255" Green="136" Blue="0"/>
		<POSITION_MARK Name="Roll" Type="4" Start="6.500" End="8.500" Num="-1"/>
		<POSITION_MARK Name="" Type="0" Start="0.500" Num="-1"/></TRACK>
	<TRACK TrackID="2" Name="Gone" Artist="Nobody" TotalTime="99" Location="file://localhost/D:/gone.mp3"/></COLLECTION>
	<PLAYLISTS><NODE Type="0" Name="ROOT"><NODE Type="0" Name="Club"><NODE Type="1" Name="Late" KeyType="0"><TRACK Key="2"/><TRACK Key="1"/></NODE></NODE></NODE></PLAYLISTS>
</DJ_PLAYLISTS>`

// rekordboxWrong has a beat grid that is no number, a hot cue beyond all buttons and
// a loop that ends before it begins.
const rekordboxWrong = `<DJ_PLAYLISTS><COLLECTION><TRACK TrackID="1" Name="Uno" Artist="Ana" TotalTime="10" Location="file://localhost/C:/Ana/uno.wav">
	<TEMPO Inizio="NaN" Bpm="NaN"/><POSITION_MARK Type="0" Start="1" Num="99"/><POSITION_MARK Type="4" Start="5" End="-2" Num="1"/></TRACK></COLLECTION></DJ_PLAYLISTS>`

// sameNames has three lists called Late, of which two have the same songs.
var sameNames = strings.Replace(rekordboxXML, "</NODE></NODE></NODE>", `</NODE>
	<NODE Type="1" Name="Late" KeyType="0"><TRACK Key="2"/><TRACK Key="1"/></NODE>
	<NODE Type="1" Name="Late" KeyType="0"><TRACK Key="1"/><TRACK Key="1"/></NODE></NODE></NODE>`, 1)

// djLibrary has two songs, the second with a cue of Serato in its tags.
func djLibrary(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	fakelib.Write(t, root, "Ana/uno.wav", tagged(t, fakelib.Clicks(120, 10), map[string][]string{"TITLE": {"Uno"}, "ARTIST": {"Ana"}}))
	entry := "CUE\x00\x00\x00\x00\x12\x00\x04\x00\x00\x00\x32\x00\xcc\x00\x44\x00\x00Serum\x00"
	markers := "\x01\x01" + base64.RawStdEncoding.EncodeToString([]byte("\x01\x01"+entry+"\x00"))
	field := base64.RawStdEncoding.EncodeToString([]byte("application/octet-stream\x00\x00Serato Markers2\x00" + markers))
	plain := fakelib.Song{Title: "Dos", Artists: []string{"Ben"}, Sound: 2}.FLAC()
	fakelib.Write(t, root, "Ben/dos.flac", tagged(t, plain, map[string][]string{"SERATO_MARKERS_V2": {field}}))
	return root
}

// tagged returns a file with other tags.
func tagged(t *testing.T, file []byte, fields map[string][]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := tag.Write(&b, bytes.NewReader(file), int64(len(file)), tag.Change{Fields: fields}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// utf16LE returns a text of ASCII letters in UTF-16.
func utf16LE(text string) string { return strings.Join(strings.Split(text, ""), "\x00") + "\x00" }

// crateOf is a crate of Serato with one track.
func crateOf(path string) string {
	wide := func(text string) string { return "\x00" + strings.Join(strings.Split(text, ""), "\x00") } // UTF-16 of ASCII
	field := func(kind, content string) string {
		return kind + string([]byte{0, 0, 0, byte(len(content))}) + content
	}
	return field("vrsn", wide("1.0/Serato ScratchLive Crate")) + field("otrk", field("ptrk", wide(path)))
}

func TestDJImport(t *testing.T) {
	s := testkit.Start(t, testkit.Options{Music: djLibrary(t)})
	tracks := apitest.TracksOf(t, s)
	form := func(name, file string, texts map[string]string) call {
		return apitest.FileForm(t, "/api/dj/imports", s.Member, name, file, texts)
	}
	marksOf := func(title string) call {
		return call{Path: "/api/tracks/" + tracks[title].ID + "/marks", As: s.Member}
	}
	serato := func(body string) call {
		return call{Method: "POST", Path: "/api/dj/imports/serato", As: s.Member, Body: body}
	}
	nobody := form("a.xml", rekordboxXML, nil)
	nobody.As = testkit.Person{}
	apply := map[string]string{"apply": "true"}
	const found = `"tracks":2,"matched":1,"notFound":1,"ambiguous":0`
	const all = `"taken":{"cues":1,"hotCues":1,"loops":1,"grids":1}`
	const imported = `{"cue":0.5,"hotCues":[{"slot":2,"at":4.5,"name":"Drop","color":"#ff8800"}],"loops":[{"from":6.5,"to":8.5,"name":"Roll"}],"grid":{"segments":[{"start":0,"bpm":120,"beats":21}],"downbeat":1,"meter":4}}`
	const none = `{"cue":null,"hotCues":[],"loops":[],"grid":null}`
	s.Run(t, []testkit.Scenario{
		{Name: "nobody", Request: nobody, Status: 401},
		{Name: "no file", Request: call{Method: "POST", Path: "/api/dj/imports", As: s.Member, Body: "--x--\r\n", Header: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}}, Status: 400, Contains: []string{`"file":["No file was sent."]`}},
		{Name: "another file", Request: form("song.mp3", "no collection", nil), Status: 400, Contains: []string{"“song.mp3” is not a file of rekordbox"}},
		{Name: "a damaged file", Request: form("a.xml", rekordboxXML[:400], nil), Status: 400, Contains: []string{"or it is damaged"}},
		{Name: "entities", Request: form("a.xml", `<!DOCTYPE a [<!ENTITY b "b">]><DJ_PLAYLISTS>&b;</DJ_PLAYLISTS>`, nil), Status: 400},
		{Name: "neither true nor false", Request: form("a.xml", rekordboxXML, map[string]string{"apply": "yes"}), Status: 400, Contains: []string{"true or false"}},
		{Name: "another choice", Request: form("a.xml", rekordboxXML, map[string]string{"existing": "lose"}), Status: 400},
		{Name: "report", Request: form("a.xml", rekordboxXML, nil), Status: 200, Contains: []string{
			`"applied":false`, found, all, `"playlists":[{"name":"Club / Late","found":1,"missing":1,"leftOut":0,"exists":false}]`, `"missing":[{"text":"Nobody - Gone","reason":"not-found"}]`,
		}},
		{Name: "lists of one name", Request: form("a.xml", sameNames, nil), Status: 200, Contains: []string{
			`"playlists":[{"name":"Club / Late","found":1,"missing":1,"leftOut":0,"exists":false},{"name":"Club / Late (2)","found":2,"missing":0,"leftOut":0,"exists":false}]`,
		}},
		{Name: "UTF-16", Request: form("a.xml", "\xff\xfe"+utf16LE(strings.Replace(rekordboxXML, `"1.0"`, `"1.0" encoding="UTF-16"`, 1)), nil), Status: 200, Contains: []string{found, all}},
		{Name: "ISO-8859-1", Request: form("a.xml", strings.NewReplacer(`"1.0"`, `"1.0" encoding="ISO-8859-1"`, "Late", "Ma\xf1ana").Replace(rekordboxXML), nil), Status: 200, Contains: []string{
			`"name":"Club / Mañana"`,
		}},
		{Name: "nothing changed", Request: marksOf("Uno"), Status: 200, Contains: []string{none}},
		{Name: "no playlist", Request: call{Path: "/api/playlists", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "import", Request: form("a.xml", rekordboxXML, apply), Status: 200, Contains: []string{`"applied":true`, found, all}},
		{Name: "marks", Request: marksOf("Uno"), Status: 200, Contains: []string{imported}},
		{Name: "a playlist", Request: call{Path: "/api/playlists", As: s.Member}, Status: 200, Contains: []string{`"name":"Club / Late"`, `"isPublic":false`}},
		{Name: "again", Request: form("a.xml", rekordboxXML, apply), Status: 200, Contains: []string{`"taken":{"cues":0,"hotCues":0,"loops":0,"grids":0},"kept":0`, `"exists":true`}},
		{Name: "other cues stay", Request: form("a.xml", strings.ReplaceAll(rekordboxXML, "4.500", "5.500"), apply), Status: 200, Contains: []string{`"hotCues":0`, `"kept":1`}},
		{Name: "as they were", Request: marksOf("Uno"), Status: 200, Contains: []string{imported}},
		{Name: "replace", Request: form("a.xml", strings.ReplaceAll(rekordboxXML, "4.500", "5.500"), map[string]string{"apply": "true", "existing": "replace"}), Status: 200, Contains: []string{`"hotCues":1`, `"kept":0`}},
		{Name: "replaced", Request: marksOf("Uno"), Status: 200, Contains: []string{`"at":5.5`}},
		{Name: "marks that are wrong", Request: form("a.xml", rekordboxWrong, apply), Status: 200, Contains: []string{
			`"matched":1`, `"taken":{"cues":0,"hotCues":0,"loops":0,"grids":0}`, `"leftOut":1,"invalid":2`,
		}},
		{Name: "a crate, and the tags of its files", Request: form("Bar%%Early.crate", crateOf("Users/me/Ben/dos.flac"), nil), Status: 200, Contains: []string{`"matched":1`, `"hotCues":1`, `"name":"Bar / Early"`}},
		{Name: "report of Serato's tags", Request: serato(`{}`), Status: 200, Contains: []string{`"applied":false`, `"matched":2`, `"hotCues":1`, `"next":null`}},
		{Name: "a wrong place", Request: serato(`{"after":"nowhere"}`), Status: 400},
		{Name: "Serato's tags", Request: serato(`{"apply":true}`), Status: 200, Contains: []string{`"applied":true`, `"hotCues":1`}},
		{Name: "their cue", Request: marksOf("Dos"), Status: 200, Contains: []string{`{"slot":4,"at":0.05,"name":"Serum","color":"#cc0044"}`}},
		{Name: "somebody else's", Request: call{Path: marksOf("Dos").Path, As: s.Admin}, Status: 200, Contains: []string{none}},
		{Name: "export for nobody", Request: call{Path: "/api/dj/export.xml"}, Status: 401},
		{Name: "export of no such playlist", Request: call{Path: "/api/dj/export.xml?playlists=none", As: s.Member}, Status: 404},
	})
	// What the member exports is what the operator then imports.
	out := s.Do(t, call{Path: "/api/dj/export.xml?folder=" + "%2FUsers%2Fme%2FMusic", As: s.Member})
	for _, part := range []string{`Entries="2"`, `file://localhost/Users/me/Music/Ana/uno.wav`, `Name="Club / Late"`} {
		if !strings.Contains(out.Body, part) {
			t.Errorf("%q is not in the export:\n%s", part, out.Body)
		}
	}
	again := form("b.xml", out.Body, apply)
	again.As = s.Admin
	s.Run(t, []testkit.Scenario{
		{Name: "round trip", Request: again, Status: 200, Contains: []string{`"tracks":2,"matched":2`, `"taken":{"cues":1,"hotCues":2,"loops":1,"grids":1}`}},
		{Name: "the same marks", Request: call{Path: marksOf("Uno").Path, As: s.Admin}, Status: 200, Contains: []string{strings.Replace(imported, "4.5", "5.5", 1)}},
		{Name: "a selection", Request: call{Path: "/api/dj/export.xml?tracks=" + tracks["Dos"].ID + ",none", As: s.Member}, Status: 200, Contains: []string{`Entries="1"`, "Serum"}},
	})
}
