package podcast

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"sonora/internal/feed"
	"sonora/internal/origin"
)

// Plays are counted as in the IAB Podcast Measurement Technical Guidelines 2.2:
// a minute of audio, once in 24 hours per address and user agent, without
// robots. Members are counted by account.
const (
	minute      = 60.0
	usualMinute = 128_000 / 8 * 60 // bytes, if the duration is unknown
	maxListened = 20_000           // simultaneous listeners who are tracked
	listenLife  = 24 * time.Hour
	keySecret   = "podcast-listeners"
)

// Listener identifies who requests the audio of an episode.
type Listener struct {
	AccountID string // "" for visitors
	Address   string
	UserAgent string
}

// openKey reads the key with which listeners are hashed. If the database was restored
// without the key that encrypts its secrets, openKey creates a new one so that the
// server starts; whoever listened in the last 24 hours may then be counted again.
func (s *Service) openKey(ctx context.Context) error {
	key, lost, err := s.Box.Kept(ctx, s.Store, keySecret, func() ([]byte, error) {
		key := make([]byte, 32)
		rand.Read(key) // never fails, see crypto/rand
		return key, nil
	})
	if lost != nil {
		s.Log.Warn("key of podcast listeners replaced because it cannot be decrypted; listeners of the last day may be counted again", "error", lost)
	}
	if err != nil {
		return fmt.Errorf("open the key of podcast listeners: %w", err)
	}
	s.key = key
	return nil
}

// who returns an irreversible hash of a listener.
func (s *Service) who(l Listener) string {
	mac := hmac.New(sha256.New, s.key)
	if l.AccountID != "" {
		mac.Write([]byte("account " + l.AccountID))
	} else {
		mac.Write([]byte(l.Address + "\n" + l.UserAgent))
	}
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// counter adds up the bytes of an episode that a listener received over many
// range requests.
type counter struct {
	now  func() time.Time
	mu   sync.Mutex
	seen map[string]*heard
}

type heard struct {
	bytes   int64
	counted bool
	until   time.Time
}

func newCounter(now func() time.Time) *counter { return &counter{now: now, seen: map[string]*heard{}} }

// add adds bytes and reports whether they just completed a play.
func (c *counter) add(key string, n, enough int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	h := c.seen[key]
	if h == nil || now.After(h.until) {
		if len(c.seen) >= maxListened {
			c.tidy(now)
		}
		h = &heard{until: now.Add(listenLife)}
		c.seen[key] = h
	}
	if h.bytes += n; h.counted || h.bytes < enough {
		return false
	}
	h.counted = true
	return true
}

// tidy makes room by forgetting listeners who left, or all of them if
// necessary.
func (c *counter) tidy(now time.Time) {
	for key, h := range c.seen {
		if now.After(h.until) {
			delete(c.seen, key)
		}
	}
	if len(c.seen) >= maxListened {
		clear(c.seen) // the store still knows who was counted
	}
}

// minuteOf returns how many bytes of an episode make a play: one minute, or
// nearly all of a shorter episode.
func minuteOf(e *feed.Episode) int64 {
	if e.Size <= 0 {
		return usualMinute
	}
	if seconds := e.Duration.Seconds(); seconds > 0 {
		return int64(float64(e.Size) * min(0.95, minute/seconds))
	}
	return min(usualMinute, e.Size*95/100)
}

// Meter returns a writer that counts how much of an episode a listener
// receives.
func (s *Service) Meter(ctx context.Context, w http.ResponseWriter, e *feed.Episode, l Listener) http.ResponseWriter {
	if isRobot(l.UserAgent) {
		return w
	}
	who := s.who(l)
	enough := minuteOf(e)
	return &meter{ResponseWriter: w, got: func(n int64) {
		if !s.counter.add(e.ID+" "+who, n, enough) {
			return
		}
		if _, err := s.Store.AddEpisodePlay(context.WithoutCancel(ctx), &feed.EpisodePlay{
			EpisodeID: e.ID, Who: who, App: appOf(l.UserAgent), AccountID: l.AccountID, Origin: origin.Of(ctx), At: s.now(),
		}); err != nil {
			s.Log.Warn("count play of episode failed", "episode", e.ID, "error", err)
		}
	}}
}

// meter counts the bytes of a successful response.
type meter struct {
	http.ResponseWriter
	got    func(n int64)
	status int
}

// WriteHeader implements http.ResponseWriter.
func (m *meter) WriteHeader(status int) {
	m.status = status
	m.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (m *meter) Write(p []byte) (int, error) {
	n, err := m.ResponseWriter.Write(p)
	if m.status == 0 || m.status == http.StatusOK || m.status == http.StatusPartialContent {
		m.got(int64(n))
	}
	return n, err
}

// Unwrap implements the interface of http.ResponseController.
func (m *meter) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// isRobot reports whether a user agent is a robot.
func isRobot(agent string) bool {
	agent = strings.ToLower(agent)
	for _, word := range []string{"bot", "spider", "crawl", "slurp", "facebookexternalhit", "preview", "monitor", "validator", "feedfetcher"} {
		if strings.Contains(agent, word) {
			return true
		}
	}
	return false
}

// apps are recognized by words in their user agents. The first match counts.
var apps = []struct{ word, name string }{
	{"AntennaPod", "AntennaPod"},
	{"Overcast", "Overcast"},
	{"PocketCasts", "Pocket Casts"},
	{"Pocket Casts", "Pocket Casts"},
	{"Castro", "Castro"},
	{"Podcasts/", "Apple Podcasts"},
	{"AppleCoreMedia", "Apple"},
	{"Spotify", "Spotify"},
	{"Podverse", "Podverse"},
	{"Fountain", "Fountain"},
	{"Sonora", "Sonora"},
	{"gpodder", "gPodder"},
	{"VLC", "VLC"},
	{"mpv", "mpv"},
	{"Edg/", "Edge"},
	{"Firefox", "Firefox"},
	{"Chrome", "Chrome"},
	{"Safari", "Safari"},
	{"curl", "curl"},
}

func appOf(agent string) string {
	for _, app := range apps {
		if strings.Contains(agent, app.word) {
			return app.name
		}
	}
	return ""
}
