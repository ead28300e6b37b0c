package stream

import (
	"sync"
	"time"

	"sonora/internal/music"
)

const (
	// maxKnownAge is how long a viewer may still hear a track that was hidden
	// from them if the message about that was lost.
	maxKnownAge = 30 * time.Second
	maxKnown    = 1000
)

// knownTracks caches which tracks a viewer may hear and where they are.
type knownTracks struct {
	mu     sync.Mutex
	tracks map[knownKey]knownTrack
}

type knownKey struct {
	track, account string
	admin          bool // an operator's API key has the rights of a member
}

type knownTrack struct {
	file  *music.TrackFile
	asked time.Time
}

func newKnownTracks() *knownTracks { return &knownTracks{tracks: map[knownKey]knownTrack{}} }

func (c *knownTracks) get(key knownKey, now time.Time) (*music.TrackFile, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, ok := c.tracks[key]
	if age := now.Sub(t.asked); !ok || age < 0 || age >= maxKnownAge {
		return nil, false
	}
	return t.file, true
}

func (c *knownTracks) put(key knownKey, file *music.TrackFile, asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.tracks) >= maxKnown {
		clear(c.tracks)
	}
	c.tracks[key] = knownTrack{file, asked}
}

func (c *knownTracks) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.tracks)
}

// Forget clears the cache, because a track may have moved or been hidden.
func (s *Service) Forget() { s.known.forget() }
