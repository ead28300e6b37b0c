package exchange

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"sonora/internal/codec/takeout"
	"sonora/internal/history"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store"
)

// Limits of an import.
const (
	maxSongs = 500_000
	maxPlays = 3_000_000
	maxLikes = 200_000
	maxRefs  = 2_000_000 // entries of all playlists
	batch    = 500       // songs that are matched, or rows that are stored, at once
)

// work is one import. It implements takeout.Sink.
type work struct {
	*Service
	ctx    context.Context //nolint:containedctx // of the import that this is; codecs call back without one
	viewer music.Viewer
	report *Report

	songs   []takeout.Song
	index   map[takeout.Song]int32
	plays   []play
	likes   []int32
	lists   []list
	refs    int
	matches []intake.Match // of songs
	missed  []int          // how many plays of each song have no track

	past  []history.Past // to be stored
	liked []string
	since map[string]time.Time // when the person began to like tracks; nil if no file says it
}

// play is a listen to a song. Millions of them fit into memory.
type play struct {
	at, listened int64 // milliseconds
	song         int32
}

type list struct {
	name  string
	songs []int32
}

// read reads all files.
func (w *work) read(files []File) error {
	r := takeout.NewReader(w)
	for _, f := range files {
		info, err := f.Content.Stat()
		if err != nil {
			return err
		}
		err = r.Read(w.ctx, f.Name, f.Content, info.Size())
		switch {
		case errors.Is(err, takeout.ErrFormat):
			return errFormat(f.Name).Because(err)
		case errors.Is(err, takeout.ErrTooLarge):
			return errTooLarge.Because(err)
		case err != nil:
			return err
		}
	}
	return r.Close()
}

// song returns the number of a song.
func (w *work) song(s *takeout.Song) (int32, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, known := w.index[*s]
	if !known {
		if n = int32(len(w.songs)); n == maxSongs {
			return 0, errTooLarge
		}
		own := takeout.Song{Title: strings.Clone(s.Title), Artist: strings.Clone(s.Artist), Album: strings.Clone(s.Album), RecordingID: strings.Clone(s.RecordingID), Duration: s.Duration}
		w.songs, w.index[own] = append(w.songs, own), n
	}
	return n, nil
}

// Play implements takeout.Sink.
func (w *work) Play(p *takeout.Play) error {
	n, err := w.song(&p.Song)
	if err != nil {
		return err
	}
	if len(w.plays) == maxPlays {
		return errTooLarge
	}
	w.plays = append(w.plays, play{at: millisOf(p.At), listened: p.Listened.Milliseconds(), song: n})
	return nil
}

// millisOf returns a Unix time in milliseconds; 0 for none.
func millisOf(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

// Like implements takeout.Sink.
func (w *work) Like(s *takeout.Song) error {
	n, err := w.song(s)
	if err != nil {
		return err
	}
	if len(w.likes) == maxLikes {
		return errTooLarge
	}
	w.likes = append(w.likes, n)
	return nil
}

// Playlist implements takeout.Sink.
func (w *work) Playlist(p *takeout.Playlist) error {
	l := list{name: listName(p.Name), songs: make([]int32, len(p.Songs))}
	if w.refs += len(p.Songs) + 1; w.refs > maxRefs {
		return errTooLarge
	}
	for i := range p.Songs {
		n, err := w.song(&p.Songs[i])
		if err != nil {
			return err
		}
		l.songs[i] = n
	}
	w.lists = append(w.lists, l)
	return nil
}

const maxListName = 100 // characters

func listName(name string) string {
	name = music.OneLine(name, 0)
	if runes := []rune(name); len(runes) > maxListName {
		name = string(runes[:maxListName])
	}
	return cmp.Or(strings.TrimSpace(name), "Playlist")
}

// match finds the tracks of all songs.
func (w *work) match() error {
	w.missed = make([]int, len(w.songs))
	for part := range slices.Chunk(w.songs, batch) {
		described := make([]intake.Described, len(part))
		for i, s := range part {
			described[i] = intake.Described{Title: s.Title, Artist: s.Artist, Album: s.Album, RecordingID: s.RecordingID, Duration: s.Duration}
		}
		found, err := w.Playlists.Find(w.ctx, w.viewer, described)
		if err != nil {
			return err
		}
		w.matches = append(w.matches, found...)
	}
	return nil
}

// decide finds out what is new to the person.
func (w *work) decide() error {
	if err := w.decidePlays(); err != nil {
		return err
	}
	if err := w.decideLikes(); err != nil {
		return err
	}
	if err := w.decideLists(); err != nil {
		return err
	}
	w.addMissing()
	return nil
}

func (w *work) trackIDs() []string {
	ids := make([]string, 0, len(w.matches))
	for _, m := range w.matches {
		if m.TrackID != "" {
			ids = append(ids, m.TrackID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (w *work) decidePlays() error {
	w.report.Plays.Total = len(w.plays)
	if len(w.plays) == 0 {
		return nil
	}
	lengths := map[string]time.Duration{}
	for _, part := range parts(w.trackIDs()) {
		some, err := w.Store.TrackLengths(w.ctx, w.viewer, part)
		if err != nil {
			return err
		}
		maps.Copy(lengths, some)
	}
	known, err := w.Store.PlayTimes(w.ctx, w.viewer)
	if err != nil {
		return err
	}
	slices.SortFunc(w.plays, func(a, b play) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.song, b.song)) })
	last, latest := map[string]time.Time{}, w.Now().Add(24*time.Hour) // of another time zone
	r := &w.report.Plays
	for _, p := range w.plays {
		id := w.matches[p.song].TrackID
		at, length := time.UnixMilli(p.at).UTC(), lengths[id]
		listened := time.Duration(p.listened) * time.Millisecond
		if listened == 0 || listened > length && length > 0 {
			listened = length
		}
		switch {
		case id == "":
			r.NotFound++
			w.missed[p.song]++
		case at.Before(earliest) || at.After(latest):
			r.Undated++
		case !music.CountsAsPlay(listened, length):
			r.Short++
		case isNear(known[id], at, apart(length)) || at.Sub(last[id]) < apart(length):
			r.Known++
		default:
			r.New++
			last[id] = at
			w.past = append(w.past, history.Past{TrackID: id, At: at, Listened: listened})
		}
	}
	return nil
}

// earliest is before anybody sent listens to a service.
var earliest = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// apart is how far apart two plays of a track are at least. Services tell the beginning of
// a play, its end, or the minute of either.
func apart(length time.Duration) time.Duration { return max(length/2, time.Minute) }

// isNear reports whether one of some times, in order, is closer than a distance.
func isNear(times []time.Time, at time.Time, distance time.Duration) bool {
	i := sort.Search(len(times), func(i int) bool { return !times[i].Before(at) })
	return i < len(times) && times[i].Sub(at) < distance || i > 0 && at.Sub(times[i-1]) < distance
}

func (w *work) decideLikes() error {
	r, seen := &w.report.Likes, map[string]bool{}
	var ids []string
	for _, song := range w.likes {
		r.Total++
		switch id := w.matches[song].TrackID; {
		case id == "":
			r.NotFound++
		case seen[id]:
			r.Known++
		default:
			seen[id] = true
			ids = append(ids, id)
		}
	}
	if err := w.addLikes(ids); err != nil {
		return err
	}
	r.New = len(w.liked)
	r.Known += len(ids) - len(w.liked)
	return nil
}

// addLikes plans likes of tracks that the person does not like yet.
func (w *work) addLikes(ids []string) error {
	for _, part := range parts(ids) {
		known, err := w.Store.LikedOf(w.ctx, w.viewer, part)
		if err != nil {
			return err
		}
		for _, id := range part {
			if !known[id] {
				w.liked = append(w.liked, id)
			}
		}
	}
	return nil
}

func (w *work) decideLists() error {
	if len(w.lists) == 0 {
		return nil
	}
	names, err := w.Store.PlaylistNames(w.ctx, w.viewer.AccountID)
	if err != nil {
		return err
	}
	w.lists = withoutCopies(w.lists)
	given := distinct(namesOf(w.lists), func(i int) bool { return len(w.lists[i].songs) == 0 })
	for i, l := range w.lists {
		out := List{Name: given[i], Exists: names[store.Folded(given[i])]}
		for _, song := range l.songs {
			out.add(w.matches[song].TrackID)
		}
		if len(w.report.Lists) == maxLists {
			w.report.ListsLeftOut++
			continue
		}
		w.report.Lists = append(w.report.Lists, out)
	}
	return nil
}

// withoutCopies returns the lists without those that have the name and the songs of one
// before: people choose the same file twice.
func withoutCopies(lists []list) []list {
	kept, named := make([]list, 0, len(lists)), map[string][]int{} // the lists of a name, in kept
	for _, l := range lists {
		name := store.Folded(l.name)
		if slices.ContainsFunc(named[name], func(i int) bool { return slices.Equal(kept[i].songs, l.songs) }) {
			continue
		}
		named[name] = append(named[name], len(kept))
		kept = append(kept, l)
	}
	return kept
}

func namesOf(lists []list) []string {
	names := make([]string, len(lists))
	for i, l := range lists {
		names[i] = l.name
	}
	return names
}

// add adds a track, or a song that is missing for "".
func (l *List) add(trackID string) {
	if trackID == "" {
		l.Missing++
		return
	}
	l.tracks = append(l.tracks, trackID)
	l.Found++
	l.LeftOut = max(0, l.Found-music.MaxEntries)
}

// isNew reports whether an import makes a playlist of the list.
func (l *List) isNew() bool { return !l.Exists && l.Found > 0 }

// parts returns a list in parts of a batch.
func parts(ids []string) [][]string { return slices.Collect(slices.Chunk(ids, batch)) }
