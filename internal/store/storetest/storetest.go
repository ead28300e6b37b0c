package storetest

import (
	"path"
	"slices"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
	"sonora/internal/store"
)

// Now is the current time in tests.
var Now = time.Date(2026, 3, 14, 15, 9, 26, 535_000_000, time.UTC)

// Admin is a viewer who sees everything.
var Admin = music.Viewer{AccountID: "01ARZ3NDEKTSV4RRFFQ69G5FAA", Role: music.Admin}

// Fixture is a store with an admin and one library folder.
type Fixture struct {
	*store.Store
	T      *testing.T
	Root   store.Root
	Public bool // visibility of new tracks
	URL    string
}

// NewFixture returns a fixture for an empty store.
func NewFixture(t *testing.T, s *store.Store) *Fixture {
	return &Fixture{Store: s, T: t}
}

// Must fails the test on an error.
func (f *Fixture) Must(err error) {
	f.T.Helper()
	if err != nil {
		f.T.Fatal(err)
	}
}

// Get returns v, or fails the test if err is not nil.
func Get[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Code fails the test unless err has the given code.
func (f *Fixture) Code(err error, want music.Code) {
	f.T.Helper()
	if err == nil || music.CodeOf(err) != want {
		f.T.Errorf("error %v has code %d, want %d", err, music.CodeOf(err), want)
	}
}

// Member creates an account and returns its viewer.
func (f *Fixture) Member(name string, role music.Role) music.Viewer {
	f.T.Helper()
	a := &music.Account{Email: name + "@music.example", FirstName: name, Role: role}
	f.Must(f.CreateAccount(f.T.Context(), a))
	return music.Viewer{AccountID: a.ID, Role: a.Role}
}

// Scan saves files like a complete scan and returns the result.
func (f *Fixture) Scan(files ...music.ScannedFile) store.SaveResult {
	f.T.Helper()
	if f.Root.ID == 0 {
		f.Root = Get(f.EnsureRoots(f.T.Context(), []string{"/music"}, Now))(f.T)[0]
	}
	result := Get(f.SaveScanned(f.T.Context(), f.Root.ID, files, Now, f.Public))(f.T)
	f.Must(f.FinishScan(f.T.Context()))
	return result
}

// TracksByTitle returns all listed tracks by title.
func (f *Fixture) TracksByTitle(v music.Viewer) map[string]music.Track {
	f.T.Helper()
	byTitle := map[string]music.Track{}
	for _, t := range Get(f.Tracks(f.T.Context(), v, music.TrackFilter{}, music.Page{}))(f.T).Items {
		byTitle[t.Title] = t
	}
	return byTitle
}

// Song returns a file at a path. change may modify its tags.
func Song(where, title string, change ...func(*music.ScannedFile)) music.ScannedFile {
	f := music.ScannedFile{
		Folder: folderOf(where), Name: path.Base(where), Size: 4_000_000, ModTime: Now.UnixNano(),
		Audio: &music.AudioFile{
			Format: music.FLAC, SampleRate: 44_100, Channels: 2, BitDepth: 16, Bitrate: 800, Samples: 44_100 * 200,
			Duration: 200 * time.Second, AudioKey: xxh3.HashString(where),
			Tags: music.Tags{Title: title, Artists: []string{"Nina"}, Album: "Days", AlbumArtists: []string{"Nina"}, Genres: []string{"Jazz"}, Year: 1999, Track: 1, Disc: 1},
		},
	}
	for _, c := range change {
		c(&f)
	}
	return f
}

func folderOf(where string) string {
	if folder := path.Dir(where); folder != "." {
		return folder
	}
	return ""
}

// By sets the artists of a song.
func By(artists ...string) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Artists, f.Audio.Tags.AlbumArtists = artists, artists }
}

// On sets the album of a song.
func On(album string) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Album = album }
}

// Genre sets the genres of a song.
func Genre(names ...string) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Genres = names }
}

// Number sets the disc and the track number of a song.
func Number(disc, track int) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Disc, f.Audio.Tags.Track = disc, track }
}

// Tags changes the tags of a song.
func Tags(change func(*music.Tags)) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { change(&f.Audio.Tags) }
}

// Broken returns an unreadable file at a path.
func Broken(where string, kind music.ProblemKind) music.ScannedFile {
	return music.ScannedFile{
		Folder: folderOf(where), Name: path.Base(where), Size: 10, ModTime: Now.UnixNano(),
		Problem: &music.Problem{Kind: kind, Reason: music.Say("The file cannot be read: %s.", string(kind))},
	}
}

// Titles returns the titles of tracks.
func Titles(tracks []music.Track) []string {
	names := []string{}
	for _, t := range tracks {
		names = append(names, t.Title)
	}
	return names
}

// Sorted sorts values in place and returns them.
func Sorted(values []string) []string {
	slices.Sort(values)
	return values
}

// Same fails the test unless got equals want.
func Same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}
