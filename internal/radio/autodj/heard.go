package autodj

import (
	"time"

	"sonora/internal/station"
	"sonora/internal/store"
)

// breach is a rule that a song would break. Lower rules give way first.
type breach int

// The rules, in the order in which they give way.
const (
	none   breach = iota
	recent        // between two plays of a track: half of the playlist, at most 500 songs
	album         // Options.AlbumMinutes
	artist        // Options.ArtistMinutes
	title         // Options.TitleMinutes
	repeat        // never one track twice in a row
)

// maxRestSongs is the maximum number of songs before a track may play again.
const maxRestSongs = 500

// memory holds what was on air and what is planned, as far as the separation
// rules need it.
type memory struct {
	o     *station.Options
	ends  map[string]time.Time   // by key: when the last song ended
	soon  map[string][]time.Time // by key: planned starts of songs, earliest first
	shift time.Duration          // how much later than planned they will begin
	songs map[string]int64       // by track: the number of its last song
}

func newMemory(o *station.Options) *memory {
	return &memory{o: o, ends: map[string]time.Time{}, soon: map[string][]time.Time{}, songs: map[string]int64{}}
}

// keys identify what the separation rules compare. The keys of unknown artists
// and albums are empty.
type keys struct{ artist, name, album, title string }

func keysOf(artistID, artist, albumID, title string) keys {
	k := keys{name: store.Folded(artist), title: store.Folded(title)}
	if artistID != "" {
		k.artist = "a" + artistID
	}
	if k.name != "" {
		k.name = "n" + k.name
	}
	if albumID != "" {
		k.album = "l" + albumID
	}
	if k.title != "" {
		k.title = "t" + k.title
	}
	return k
}

func keysOfSlot(s *station.Slot) keys { return keysOf(s.ArtistID, s.Artist, s.AlbumID, s.Title) }

func (k *keys) all() [4]string { return [4]string{k.artist, k.name, k.album, k.title} }

// note remembers a song that ends at a time.
func (m *memory) note(k keys, end time.Time) {
	for _, key := range k.all() {
		if key != "" && m.ends[key].Before(end) {
			m.ends[key] = end
		}
	}
}

// aired remembers the history, which begins with the latest song; song is the
// number of the next song.
func (m *memory) aired(history []station.Aired, song int64) {
	for i := range history {
		h := &history[i]
		end := h.End
		if end.IsZero() {
			end = h.At
		}
		if h.Source == string(station.SlotJingle) {
			continue
		}
		m.note(keysOf(h.ArtistID, h.Artist, h.AlbumID, h.Title), end)
		song--
		if _, known := m.songs[h.TrackID]; h.TrackID != "" && !known {
			m.songs[h.TrackID] = song
		}
	}
}

// expect remembers songs that are planned after the one to be chosen.
func (m *memory) expect(kept []station.Slot) {
	for i := range kept {
		if s := &kept[i]; s.Kind.IsSong() {
			k := keysOfSlot(s)
			for _, key := range k.all() {
				m.soon[key] = append(m.soon[key], s.At)
			}
		}
	}
}

// passed forgets the first expected song.
func (m *memory) passed(s *station.Slot) {
	if !s.Kind.IsSong() {
		return
	}
	k := keysOfSlot(s)
	for _, key := range k.all() {
		m.soon[key] = m.soon[key][1:]
	}
}

// verdict is the most important rule that a song would break, and the distance
// to the song that it conflicts with.
type verdict struct {
	breach breach
	apart  time.Duration
}

// better orders verdicts.
func (v verdict) better(w verdict) bool {
	return v.breach < w.breach || v.breach == w.breach && v.apart > w.apart
}

// judge returns the most important rule that a song would break if it played
// from at to end, as song number, from a playlist with the given number of
// tracks.
func (m *memory) judge(s *station.Song, k keys, at, end time.Time, last string, number int64, tracks int) verdict {
	v := verdict{none, time.Duration(1<<63 - 1)}
	check := func(b breach, minutes int, key string) {
		if key == "" || minutes == 0 {
			return
		}
		if apart := m.apart(key, at, end); apart < time.Duration(minutes)*time.Minute && (b > v.breach || b == v.breach && apart < v.apart) {
			v = verdict{b, apart}
		}
	}
	if song, known := m.songs[s.ID]; known && number-song <= int64(min(tracks/2, maxRestSongs)) {
		v = verdict{recent, time.Duration(number - song)}
	}
	check(album, m.o.AlbumMinutes, k.album)
	check(artist, m.o.ArtistMinutes, k.artist)
	check(artist, m.o.ArtistMinutes, k.name)
	check(title, m.o.TitleMinutes, k.title)
	if s.ID == last {
		v.breach = repeat
	}
	return v
}

// apart returns the distance to the nearest song with the same key.
func (m *memory) apart(key string, at, end time.Time) time.Duration {
	apart := time.Duration(1<<63 - 1)
	if last, heard := m.ends[key]; heard {
		apart = max(0, at.Sub(last))
	}
	if due := m.soon[key]; len(due) > 0 {
		apart = min(apart, max(0, due[0].Add(m.shift).Sub(end)))
	}
	return apart
}
