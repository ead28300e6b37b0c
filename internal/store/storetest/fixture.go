package storetest

import (
	"fmt"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/sound"
	"sonora/internal/station"
)

// Measured returns an analysis with the values that lists show.
func Measured(bpm float64, key music.Key, loudness, energy float64) *sound.Analysis {
	return &sound.Analysis{
		Version: sound.Version, SampleRate: 44_100, Samples: 8_820_000, Key: key, Energy: energy,
		Loudness: sound.Loudness{Integrated: loudness}, Tempo: sound.Tempo{BPM: bpm},
		Vector: []float32{0.5, -1}, Overview: []byte{1, 2, 3},
	}
}

// Claim claims up to limit tracks.
func (f *Fixture) Claim(limit int, at time.Time) []sound.Task {
	f.T.Helper()
	return Get(f.ClaimAnalyses(f.T.Context(), sound.Version, limit, 10*time.Minute, at, at.Add(time.Minute)))(f.T)
}

// Analyse claims every track and saves the analysis that of has for its path.
func (f *Fixture) Analyse(of map[string]*sound.Analysis) {
	f.T.Helper()
	for tasks := f.Claim(8, Now); len(tasks) > 0; tasks = f.Claim(8, Now) {
		for _, task := range tasks {
			if m := of[task.Path]; m != nil {
				f.Must(f.SaveAnalysis(f.T.Context(), &task, m, Now))
			}
		}
	}
}

// IDs returns the IDs of items.
func IDs[T any](items []T, id func(T) string) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = id(item)
	}
	return all
}

// Listen reports a play, of one minute by default.
func Listen(f *Fixture, v music.Viewer, trackID string, at time.Time, listened time.Duration) string {
	f.T.Helper()
	id := fmt.Sprintf("play-%s-%d", trackID, at.UnixMilli())
	Get(f.AddPlay(f.T.Context(), v, music.Play{ID: id, TrackID: trackID, StartedAt: at, Listened: listened}, 0))(f.T)
	return id
}

// Told returns a notification about an artist's new music.
func Told(account, topic, what string, count int) notice.Notification {
	return notice.Notification{
		AccountID: account, Kind: notice.NoticeNewMusic, Topic: topic, Link: "/artists/x", Data: notice.Data{What: what, Count: count},
	}
}

// FoundNames returns the names of all search results, by kind.
func FoundNames(r *discovery.Results) map[string][]string {
	names := map[string][]string{}
	add := func(kind string, list []string) {
		if len(list) > 0 {
			names[kind] = list
		}
	}
	add("tracks", Titles(r.Tracks))
	add("albums", IDs(r.Albums, func(a music.Album) string { return a.Title }))
	add("artists", IDs(r.Artists, func(a music.Artist) string { return a.Name }))
	add("playlists", IDs(r.Playlists, func(p music.Playlist) string { return p.Name }))
	add("people", IDs(r.People, func(p discovery.Person) string { return p.Name }))
	add("stations", IDs(r.Stations, func(s station.Station) string { return s.Name }))
	add("podcasts", IDs(r.Podcasts, func(p feed.Podcast) string { return p.Title }))
	add("episodes", IDs(r.Episodes, func(e feed.Episode) string { return e.Title }))
	add("mixes", IDs(r.Mixes, func(m music.Mix) string { return m.Title }))
	return names
}

// Find returns the names of all results of a search, by kind.
func (f *Fixture) Find(v music.Viewer, q discovery.Query) map[string][]string {
	f.T.Helper()
	if q.Limit == 0 {
		q.Limit = 20
	}
	return FoundNames(Get(f.Search(f.T.Context(), v, q))(f.T))
}

// AddSession adds a session of an account.
func (f *Fixture) AddSession(v music.Viewer, refresh string, lastUsed time.Time) *music.Session {
	f.T.Helper()
	s := &music.Session{
		AccountID: v.AccountID, RefreshHash: []byte(refresh), CreatedAt: lastUsed, LastUsedAt: lastUsed, ExpiresAt: lastUsed.Add(time.Hour),
		UserAgent: "UA " + refresh, Address: "192.0.2.1",
	}
	f.Must(f.CreateSession(f.T.Context(), s))
	return s
}

// AddUpload adds an upload of an account, with all its bytes if ready.
func (f *Fixture) AddUpload(v music.Viewer, name string, ready bool) *intake.Upload {
	f.T.Helper()
	u := &intake.Upload{
		AccountID: v.AccountID, FileName: name, Metadata: "filename eA==", Length: 4_000_000, State: intake.Receiving, CreatedAt: Now, ExpiresAt: Now.Add(time.Hour),
	}
	f.Must(f.CreateUpload(f.T.Context(), u, 0))
	if ready {
		u.State, u.Audio, u.Place = intake.Ready, Song(name, name, On("")).Audio, v.AccountID+"/"+u.ID+".flac"
		f.Must(f.JudgeUpload(f.T.Context(), u))
	}
	return u
}

// Keep turns an upload into a track.
func (f *Fixture) Keep(u *intake.Upload, change ...func(*intake.File)) string {
	f.T.Helper()
	file := &intake.File{Upload: u, Audio: u.Audio, Size: u.Length, ModTime: Now.UnixNano(), IsPublic: true}
	for _, c := range change {
		c(file)
	}
	return Get(f.AddUploaded(f.T.Context(), file, Now))(f.T)
}

// Private makes an upload audible to its owner only.
func Private(f *intake.File) { f.IsPublic = false }
