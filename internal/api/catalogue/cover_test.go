package catalogue_test

import (
	"bytes"
	"image/jpeg"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestCovers(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	all := apitest.TracksOf(t, s)
	dawn := all["Dawn"]
	asked := call{Path: dawn.CoverImageURL + "?size=300", As: s.Member, ByCookie: true}
	r := s.Do(t, asked)
	if _, err := jpeg.Decode(bytes.NewReader([]byte(r.Body))); err != nil || r.Header.Get("Content-Type") != "image/jpeg" {
		t.Fatalf("%d %v: %v", r.Status, r.Header, err)
	}
	tag := map[string]string{"If-None-Match": r.Header.Get("ETag")}
	s.Run(t, []testkit.Scenario{
		{Name: "kept for ever", Request: asked, Status: 200, Headers: map[string]string{"Cache-Control": "immutable", "Vary": "Accept", "X-Content-Type-Options": "nosniff"}},
		{Name: "known", Request: call{Path: asked.Path, As: s.Member, Header: tag}, Status: 304},
		{Name: "default size", Request: call{Path: dawn.CoverImageURL, As: s.Member}, Status: 200},
		{Name: "no such size", Request: call{Path: dawn.CoverImageURL + "?size=301", As: s.Member}, Status: 400, Contains: []string{`"size":["Choose one of`}},
		{Name: "huge size", Request: call{Path: dawn.CoverImageURL + "?size=99999999999999999999", As: s.Member}, Status: 400},
		{Name: "generated in words", Request: call{Path: "/api/tracks/" + dawn.ID + "/cover?generated=abc", As: s.Member}, Status: 400, Contains: []string{`"generated":["This has to be true or false."]`}},
		{Name: "nobody", Request: call{Path: asked.Path}, Status: 404},
		{Name: "of a track", Request: call{Path: "/api/tracks/" + dawn.ID + "/cover?size=96", As: s.Member}, Status: 200, Headers: map[string]string{"Content-Type": "image/jpeg", "Cache-Control": "max-age=300"}},
		{Name: "of a track without, for who draws", Request: call{Path: "/api/tracks/" + all["Single"].ID + "/cover?generated=false", As: s.Member}, Status: 404},
		{Name: "its own is not marked", Request: call{Path: "/api/tracks/" + dawn.ID + "/cover", As: s.Member}, Status: 200, Headers: map[string]string{"X-Generated-Cover": ""}},
		{Name: "of no track", Request: call{Path: "/api/tracks/none/cover", As: s.Member}, Status: 404},
		{Name: "head", Request: call{Method: "HEAD", Path: asked.Path, As: s.Member}, Status: 200},
	})
}
