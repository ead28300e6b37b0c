// Package storetest is the suite that the store has to pass on every engine.
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

// Run runs every test on stores that open makes, each with an empty database.
func Run(t *testing.T, open func(t *testing.T) *store.Store) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *fixture)
	}{
		{"Accounts", accounts},
		{"FirstAccountIsAdmin", firstAccountIsAdmin},
		{"DeleteAccount", deleteAccount},
		{"Sessions", sessions},
		{"RotateOnce", rotateOnce},
		{"SigningKeys", signingKeys},
		{"Settings", settings},
		{"FailedLogins", failedLogins},
		{"LockOuts", lockOuts},
		{"SessionsOf", sessionsOf},
		{"LastOperator", lastOperator},
		{"LastOperatorRace", lastOperatorRace},
		{"AppPasswords", appPasswords},
		{"SecurityEvents", securityEvents},
		{"RotateSigningKey", rotateSigningKey},
		{"Tidy", tidy},
		{"Tickets", tickets},
		{"TakeTicketOnce", takeTicketOnce},
		{"Invitations", invitations},
		{"InviteOnce", inviteOnce},
		{"Credentials", credentials},
		{"TOTP", totp},
		{"TOTPStepOnce", totpStepOnce},
		{"FactorDue", factorDue},
		{"RecoveryCodes", recoveryCodes},
		{"Passkeys", passkeys},
		{"LastFactor", lastFactor},
		{"OneFactorStays", oneFactorStays},
		{"Identities", identities},
		{"OnlyWayIn", onlyWayIn},
		{"LinkOnce", linkOnce},
		{"Mails", mails},
		{"MailOnce", mailOnce},
		{"TrackDetail", trackDetail},
		{"TrackFilters", trackFilters},
		{"Visibility", visibility},
		{"Paging", paging},
		{"Cursors", cursors},
		{"Albums", albums},
		{"AlbumGrouping", albumGrouping},
		{"Artists", artists},
		{"Genres", genres},
		{"Covers", covers},
		{"Likes", likes},
		{"Places", places},
		{"RandomOrder", randomOrder},
		{"Letters", letters},
		{"LibraryFolders", libraryFolders},
		{"Years", years},
		{"Ratings", ratings},
		{"Plays", plays},
		{"Heard", heard},
		{"Forget", forget},
		{"Unkept", unkept},
		{"Listening", listening},
		{"HeardTracks", heardTracks},
		{"Arrivals", arrivals},
		{"Profiles", profiles},
		{"Activity", activity},
		{"History", history},
		{"Deletion", deletion},
		{"Players", players},
		{"Shares", shares},
		{"Playlists", playlists},
		{"PlaylistPages", playlistPages},
		{"PlaylistEntries", playlistEntries},
		{"PlaylistOrder", playlistOrder},
		{"PlaylistAnchors", playlistAnchors},
		{"PlaylistEditors", playlistEditors},
		{"PlaylistVisibility", playlistVisibility},
		{"PlaylistMembers", playlistMembers},
		{"PlaylistCandidates", playlistCandidates},
		{"LongPlaylist", longPlaylist},
		{"SmartFields", smartFields},
		{"SmartOrder", smartOrder},
		{"Stations", stations},
		{"StationAir", stationAir},
		{"FindStations", findStations},
		{"StationDJs", stationDJs},
		{"StationLists", stationLists},
		{"StationShows", stationShows},
		{"StationRequests", stationRequests},
		{"StationChat", stationChat},
		{"StationQueue", stationQueue},
		{"Mixes", mixes},
		{"Recordings", recordings},
		{"Podcasts", podcasts},
		{"PodcastFeedChanges", feedChanges},
		{"PodcastProgress", episodeProgress},
		{"PodcastKept", keptEpisodes},
		{"PodcastPublished", publishedPodcasts},
		{"Notifications", notifications},
		{"NotificationTopics", notificationTopics},
		{"Announcements", announcements},
		{"Follows", follows},
		{"NewMusic", newMusic},
		{"PlaylistNews", playlistNews},
		{"PushSubscriptions", pushSubscriptions},
		{"Digests", digests},
		{"Secrets", secrets},
		{"AdminStats", adminStats},
		{"Jobs", jobs},
		{"JobsOnce", jobsOnce},
		{"Search", search},
		{"SearchLimits", searchLimits},
		{"HostileSearch", hostileSearch},
		{"SearchStations", searchStations},
		{"SearchMixes", searchMixes},
		{"SearchPodcasts", searchPodcasts},
		{"EpisodeHistory", episodeHistory},
		{"SearchPlaylists", searchPlaylists},
		{"SearchPeople", searchPeople},
		{"SearchFilters", searchFilters},
		{"SearchAgain", searchAgain},
		{"Roots", roots},
		{"MovedRoot", movedRoot},
		{"Rescan", rescan},
		{"Changed", changed},
		{"Moved", moved},
		{"Swapped", swapped},
		{"Missing", missing},
		{"Uploads", uploads},
		{"UploadQuota", uploadQuota},
		{"Uploaded", uploaded},
		{"UploadedOnce", uploadedOnce},
		{"UploadedReplaces", uploadedReplaces},
		{"UploadedRemoved", uploadedRemoved},
		{"TagEdits", tagEdits},
		{"TagOverrides", tagOverrides},
		{"Problems", problems},
		{"Folders", folders},
		{"OddNames", oddNames},
		{"ScanStatus", scanStatus},
		{"ReadWhileWriting", readWhileWriting},
		{"Cancelled", cancelled},
		{"AnalysisQueue", analysisQueue},
		{"AnalysisFailed", analysisFailed},
		{"AnalysisEdits", analysisEdits},
		{"SoundLists", soundLists},
		{"TrackSound", trackSound},
		{"Vectors", vectors},
		{"Seeds", seeds},
		{"CoverColors", coverColors},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(t, newFixture(t, open(t)))
		})
	}
}

// now is the clock of the tests.
var now = time.Date(2026, 3, 14, 15, 9, 26, 535_000_000, time.UTC)

var admin = music.Viewer{AccountID: "01ARZ3NDEKTSV4RRFFQ69G5FAA", Role: music.Admin}

// fixture is a store with an admin and one library folder.
type fixture struct {
	*store.Store
	t      *testing.T
	root   store.Root
	public bool // new tracks are
}

func newFixture(t *testing.T, s *store.Store) *fixture {
	return &fixture{Store: s, t: t}
}

// must fails the test on an error.
func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// get returns v, or fails the test.
func get[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// code fails the test unless err has this code.
func (f *fixture) code(err error, want music.Code) {
	f.t.Helper()
	if err == nil || music.CodeOf(err) != want {
		f.t.Errorf("error %v has code %d, want %d", err, music.CodeOf(err), want)
	}
}

// member makes an account and returns it as a viewer.
func (f *fixture) member(name string, role music.Role) music.Viewer {
	f.t.Helper()
	a := &music.Account{Email: name + "@music.example", FirstName: name, Role: role}
	f.must(f.CreateAccount(f.t.Context(), a))
	return music.Viewer{AccountID: a.ID, Role: a.Role}
}

// scan saves files as a complete scan does and returns the result.
func (f *fixture) scan(files ...music.ScannedFile) store.SaveResult {
	f.t.Helper()
	if f.root.ID == 0 {
		f.root = get(f.EnsureRoots(f.t.Context(), []string{"/music"}, now))(f.t)[0]
	}
	result := get(f.SaveScanned(f.t.Context(), f.root.ID, files, now, f.public))(f.t)
	f.must(f.FinishScan(f.t.Context()))
	return result
}

// tracks returns every listed track by title.
func (f *fixture) tracks(v music.Viewer) map[string]music.Track {
	f.t.Helper()
	byTitle := map[string]music.Track{}
	for _, t := range get(f.Tracks(f.t.Context(), v, music.TrackFilter{}, music.Page{}))(f.t).Items {
		byTitle[t.Title] = t
	}
	return byTitle
}

// song makes a file at a path, whose tags an option may change.
func song(where, title string, change ...func(*music.ScannedFile)) music.ScannedFile {
	f := music.ScannedFile{
		Folder: folderOf(where), Name: path.Base(where), Size: 4_000_000, ModTime: now.UnixNano(),
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

func by(artists ...string) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Artists, f.Audio.Tags.AlbumArtists = artists, artists }
}

func on(album string) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Album = album }
}

func genre(names ...string) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Genres = names }
}

func number(disc, track int) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { f.Audio.Tags.Disc, f.Audio.Tags.Track = disc, track }
}

func tags(change func(*music.Tags)) func(*music.ScannedFile) {
	return func(f *music.ScannedFile) { change(&f.Audio.Tags) }
}

func broken(where string, kind music.ProblemKind) music.ScannedFile {
	return music.ScannedFile{
		Folder: folderOf(where), Name: path.Base(where), Size: 10, ModTime: now.UnixNano(),
		Problem: &music.Problem{Kind: kind, Reason: "The file is " + string(kind) + "."},
	}
}

func titles(tracks []music.Track) []string {
	names := []string{}
	for _, t := range tracks {
		names = append(names, t.Title)
	}
	return names
}

func sorted(values []string) []string {
	slices.Sort(values)
	return values
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}
