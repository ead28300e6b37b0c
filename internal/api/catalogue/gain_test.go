package catalogue_test

import (
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

func TestGain(t *testing.T) {
	root := t.TempDir()
	fakelib.Write(t, root, "song.mp3", fakelib.Song{Title: "Song", Frames: 100}.MP3())
	s := testkit.Start(t, testkit.Options{Music: root})
	path := "/api/tracks/" + apitest.TracksOf(t, s)["Song"].ID + "/gain"
	s.Run(t, []testkit.Scenario{
		{Name: "nothing known", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"track":null`, `"album":null`}},
		{Name: "by cookie", Request: call{Path: path, As: s.Member, ByCookie: true}, Status: 200},
		{Name: "to a visitor", Request: call{Path: path}, Status: 404},
		{Name: "unknown", Request: call{Path: "/api/tracks/none/gain", As: s.Member}, Status: 404},
	})
}
