package catalogue_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

// inBucket starts a server with one song in a bucket.
func inBucket(t *testing.T, proxy bool) (s *testkit.Server, bucket blob.Store, path, song string) {
	t.Helper()
	place := testkit.StartS3(t)
	bucket, err := blob.Open(place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bucket.(*blob.S3).Close)
	data := fakelib.Song{Title: "Song", Frames: 3000}.MP3() // more than one piece
	if err := bucket.Put(t.Context(), "a b/sông #1.mp3", bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	s = testkit.Start(t, testkit.Options{Music: place, Proxy: proxy})
	return s, bucket, "/api/tracks/" + apitest.TracksOf(t, s)["Song"].ID + "/stream", string(data)
}

// fetch requests an address as a redirected browser does.
func fetch(t *testing.T, address, ranges string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Range", ranges)
	transport := &http.Transport{DisableKeepAlives: true}
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

func TestBucketStreamRedirects(t *testing.T) {
	s, bucket, path, song := inBucket(t, false)
	r := s.Do(t, call{Path: path, As: s.Member, ByCookie: true})
	link := r.Header.Get("Location")
	if r.Status != http.StatusFound || r.Header.Get("Cache-Control") != "no-store" || !strings.Contains(link, "X-Amz-Expires=600") {
		t.Fatalf("%d %v", r.Status, r.Header)
	}
	origin := bucket.(*blob.S3).Origin()
	policy := r.Header.Get("Content-Security-Policy")
	if !strings.HasPrefix(link, origin+"/") || !strings.Contains(policy, "media-src 'self' blob: "+origin+";") || !strings.Contains(policy, "connect-src 'self' "+origin+";") {
		t.Errorf("the page may not load %s: %s", link, policy)
	}
	res, body := fetch(t, link, "bytes=100-199")
	if res.StatusCode != http.StatusPartialContent || body != song[100:200] || res.Header.Get("Content-Type") != "audio/mpeg" {
		t.Errorf("%s %v %.200s", res.Status, res.Header, body)
	}
	if strings.Contains(link, s3test.Secret) {
		t.Error("the link contains the secret")
	}
}

func TestBucketStreamThroughTheServer(t *testing.T) {
	s, bucket, path, song := inBucket(t, true)
	asked, _, pathAsked, songAsked := inBucket(t, false)
	for _, c := range []struct {
		server     *testkit.Server
		path, song string
	}{{s, path, song}, {asked, pathAsked + "?proxy=1", songAsked}} {
		whole := c.server.Do(t, call{Path: c.path, As: c.server.Member})
		if whole.Status != http.StatusOK || whole.Body != c.song || whole.Header.Get("Content-Type") != "audio/mpeg" || whole.Header.Get("Accept-Ranges") != "bytes" {
			t.Errorf("%d, %d bytes, %v", whole.Status, len(whole.Body), whole.Header)
		}
		c.server.Run(t, []testkit.Scenario{
			{Name: "a range", Request: call{Path: c.path, As: c.server.Member, Header: map[string]string{"Range": "bytes=200000-200099"}}, Status: http.StatusPartialContent, Contains: []string{c.song[200_000:200_100]}},
			{Name: "the end", Request: call{Path: c.path, As: c.server.Member, Header: map[string]string{"Range": "bytes=-10"}}, Status: http.StatusPartialContent, Contains: []string{c.song[len(c.song)-10:]}},
			{Name: "beyond", Request: call{Path: c.path, As: c.server.Member, Header: map[string]string{"Range": "bytes=99999999-"}}, Status: http.StatusRequestedRangeNotSatisfiable},
			{Name: "known already", Request: call{Path: c.path, As: c.server.Member, Header: map[string]string{"If-None-Match": whole.Header.Get("ETag")}}, Status: http.StatusNotModified},
			{Name: "nobody", Request: call{Path: c.path}, Status: http.StatusNotFound},
		})
	}
	if policy := s.Do(t, call{Path: path, As: s.Member}).Header.Get("Content-Security-Policy"); strings.Contains(policy, bucket.(*blob.S3).Origin()) {
		t.Errorf("the policy allows a bucket without redirects: %s", policy)
	}
}

func TestBucketStreamHead(t *testing.T) {
	s, _, path, song := inBucket(t, false)
	r := s.Do(t, call{Method: http.MethodHead, Path: path, As: s.Member})
	if r.Status != http.StatusOK || r.Header.Get("Content-Length") == "" || r.Header.Get("Content-Type") != "audio/mpeg" || r.Header.Get("ETag") == "" {
		t.Errorf("%d %v of %d bytes", r.Status, r.Header, len(song))
	}
}

func TestBucketStreamOfMissingFile(t *testing.T) {
	s, bucket, path, _ := inBucket(t, true)
	if err := bucket.Put(t.Context(), "a b/sông #1.mp3", strings.NewReader("other"), 5); err != nil {
		t.Fatal(err)
	}
	s.Run(t, []testkit.Scenario{{Name: "another file", Request: call{Path: path, As: s.Member}, Status: http.StatusNotFound, Contains: []string{"not available right now"}}})
	if err := bucket.Delete(t.Context(), "a b/sông #1.mp3"); err != nil {
		t.Fatal(err)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "no file", Request: call{Path: path, As: s.Member}, Status: http.StatusNotFound, Contains: []string{"not available right now"}},
		{Name: "no file, as HEAD", Request: call{Method: http.MethodHead, Path: path, As: s.Member}, Status: http.StatusNotFound},
	})
}
