package apitest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/fakelib"
)

// Track is what tests need of a track.
type Track struct {
	ID, Title, Album, Format string
	CoverImageURL            string
	Size, Samples            int64
	Plays                    int
	Liked, IsMissing         bool
}

// TracksOf returns every track by its title.
func TracksOf(t testing.TB, s *testkit.Server) map[string]Track {
	t.Helper()
	all := map[string]Track{}
	for _, tr := range testkit.JSON[[]Track](t, s.Do(t, testkit.Request{Path: "/api/tracks", As: s.Admin})) {
		all[tr.Title] = tr
	}
	return all
}

// Songs writes an album of n songs, "Song 0" and so on, and returns the folder.
func Songs(t testing.TB, n int) string {
	t.Helper()
	root := t.TempDir()
	for i := range n {
		song := fakelib.Song{Title: fmt.Sprint("Song ", i), Artists: []string{"Ana"}, Album: "Suite", Number: i + 1, Sound: uint64(i + 1)}
		fakelib.Write(t, root, fmt.Sprintf("suite/%d.mp3", i), song.MP3())
	}
	return root
}

// TrackIDs returns the IDs of all tracks, by title.
func TrackIDs(t testing.TB, s *testkit.Server) []string {
	t.Helper()
	var ids []string
	for _, track := range testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: "/api/tracks?sort=title", As: s.Admin})) {
		ids = append(ids, track.ID)
	}
	return ids
}

// SmallPNG returns a picture.
func SmallPNG(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 30, 30))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Encode returns a value as JSON.
func Encode(t *testing.T, value any) string {
	t.Helper()
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// FileForm returns a request that sends a form with a file and texts.
func FileForm(t *testing.T, path string, who testkit.Person, fileName, file string, texts map[string]string) testkit.Request {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", fileName)
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	for name, value := range texts {
		if err == nil {
			err = form.WriteField(name, value)
		}
	}
	if err := fmt.Sprint(err, form.Close()); err != "<nil> <nil>" {
		t.Fatal(err)
	}
	return testkit.Request{Method: "POST", Path: path, As: who, Body: b.String(), Header: map[string]string{"Content-Type": form.FormDataContentType()}}
}

// Playlist is what tests need of a playlist.
type Playlist struct {
	ID, Name, Description string
	IsPublic              bool
	CoverImageURL         *string
	CreatedAt, UpdatedAt  time.Time
}

// NewPlaylist makes a playlist.
func NewPlaylist(t *testing.T, s *testkit.Server, who testkit.Person, body string) Playlist {
	t.Helper()
	r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/playlists/", As: who, Body: body})
	if r.Status != http.StatusCreated {
		t.Fatalf("%s: %d %s", body, r.Status, r.Body)
	}
	return testkit.JSON[Playlist](t, r)
}

// Made adds something as the operator and returns its ID.
func Made(t *testing.T, s *testkit.Server, path, body string) string {
	t.Helper()
	r := s.Do(t, testkit.Request{Method: "POST", Path: path, As: s.Admin, Body: body})
	if r.Status != http.StatusCreated {
		t.Fatalf("%s: %d %s", body, r.Status, r.Body)
	}
	return testkit.JSON[struct{ ID string }](t, r).ID
}

// ChangeAccount changes an account as the operator.
func ChangeAccount(t *testing.T, s *testkit.Server, p testkit.Person, to string) {
	t.Helper()
	r := s.Do(t, testkit.Request{Method: http.MethodPut, Path: "/api/admin/users/" + IDOf(t, s, p), Body: to, As: s.Admin})
	if r.Status != http.StatusOK {
		t.Fatalf("change %s: %d %s", p.Email, r.Status, r.Body)
	}
}

// IDOf returns the ID of an account.
func IDOf(t *testing.T, s *testkit.Server, p testkit.Person) string {
	t.Helper()
	return testkit.JSON[struct{ ID string }](t, s.Do(t, testkit.Request{Path: "/api/auth/user", As: p})).ID
}

// BasicAuth makes an API key and returns the header that proves it.
func BasicAuth(t *testing.T, s *testkit.Server, p testkit.Person, scopes ...string) map[string]string {
	t.Helper()
	_, secret := APIKey(t, s, p, scopes...)
	return Basic(p.Email, secret)
}

// Basic returns the header of an API key.
func Basic(email, secret string) map[string]string {
	return map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(email+":"+secret))}
}

// APIKey makes an API key and returns its ID and secret.
func APIKey(t *testing.T, s *testkit.Server, p testkit.Person, scopes ...string) (id, secret string) {
	t.Helper()
	body := fmt.Sprintf(`{"name":"Car","scopes":["%s"],"password":%q}`, strings.Join(scopes, `","`), testkit.Password)
	r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/account/api-keys", As: p, Body: body})
	if r.Status != http.StatusCreated || r.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	made := testkit.JSON[struct{ ID, Secret string }](t, r)
	return made.ID, made.Secret
}

// SharedLink is what tests need of a link to something.
type SharedLink struct {
	ID  string `json:"id"`
	URL string `json:"url"`
}

// NewShare makes a link to something.
func NewShare(t *testing.T, s *testkit.Server, as testkit.Person, body string) SharedLink {
	t.Helper()
	r := s.Do(t, testkit.Request{Method: "POST", Path: "/api/shares", As: as, Body: body})
	if r.Status != 201 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	return testkit.JSON[SharedLink](t, r)
}

// UploadedSong returns a song with tags and a cover; each has its own sound.
func UploadedSong(sound uint64) string {
	return string(fakelib.Song{
		Title: "One More Time", Artists: []string{"Daft Punk"}, Album: "Discovery", Genres: []string{"House"}, Number: 1, Year: 2001,
		Sound: sound, Frames: 100, Cover: fakelib.Cover(sound),
	}.MP3())
}

// UploadResult is what tests need of an upload.
type UploadResult struct {
	ID, AudioURL, Title, Artist, Album, Genre, Format string
	Duration, FileSize                                float64
	Bitrate                                           int
	CoverImageURL                                     *string
	Duplicates                                        []struct {
		ID    string
		IsOwn bool
	}
}

// UploadFile sends a whole file.
func UploadFile(t testing.TB, s *testkit.Server, as testkit.Person, name, file string) UploadResult {
	t.Helper()
	r := SendForm(t, s, as, "/api/upload", "file", name, file)
	if r.Status != http.StatusCreated {
		t.Fatalf("%s: %d %s", name, r.Status, r.Body)
	}
	return testkit.JSON[UploadResult](t, r)
}

// Form returns a form with one file, and its content type.
func Form(t testing.TB, field, name, file string) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

// SendForm sends a form with one file.
func SendForm(t testing.TB, s *testkit.Server, as testkit.Person, path, field, name, file string) testkit.Response {
	t.Helper()
	body, kind := Form(t, field, name, file)
	return s.Do(t, testkit.Request{Method: http.MethodPost, Path: path, As: as, Body: body, Header: map[string]string{"Content-Type": kind}})
}

// KeepUpload makes a track of an upload.
func KeepUpload(t testing.TB, s *testkit.Server, as testkit.Person, body map[string]any) testkit.Response {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return s.Do(t, testkit.Request{Method: http.MethodPost, Path: "/api/tracks", As: as, Body: string(b)})
}
