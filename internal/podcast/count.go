package podcast

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
	"time"

	"sonora/internal/feed"
)

// Plays are counted as the IAB's podcast measurement guidelines 2.2 say: a
// minute of bytes, once in 24 hours for an address and a user agent, robots
// left out. Members count by their account.
const (
	minute      = 60.0
	usualMinute = 128_000 / 8 * 60 // bytes, where how long it is nobody says
	maxListened = 20_000           // people listening at once who are followed
	listenLife  = 24 * time.Hour
	keySecret   = "podcast-listeners"
)

// Listener is who asks for the bytes of an episode.
type Listener struct {
	AccountID string // "" for a visitor
	Address   string
	UserAgent string
}

func (s *Service) openKey(ctx context.Context) error {
	sealed, err := s.Store.KeepSecret(ctx, keySecret, func() ([]byte, error) {
		key := make([]byte, 32)
		rand.Read(key) // never fails, see crypto/rand
		return s.Box.Close(key), nil
	})
	if err == nil {
		s.key, err = s.Box.Open(sealed)
	}
	return err
}

// who is a hash nobody can take back.
func (s *Service) who(l Listener) string {
	mac := hmac.New(sha256.New, s.key)
	if l.AccountID != "" {
		mac.Write([]byte("account " + l.AccountID))
	} else {
		mac.Write([]byte(l.Address + "\n" + l.UserAgent))
	}
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// counter adds up what people got of an episode, over many ranges.
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

// add notes bytes and reports whether they make a play just now.
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

// tidy makes room: of those who left, else of all.
func (c *counter) tidy(now time.Time) {
	for key, h := range c.seen {
		if now.After(h.until) {
			delete(c.seen, key)
		}
	}
	if len(c.seen) >= maxListened {
		clear(c.seen) // the store still knows who counted
	}
}

// minuteOf is how many bytes of an episode are a minute of it; of a shorter
// one, all but its end.
func minuteOf(e *feed.Episode) int64 {
	if e.Size <= 0 {
		return usualMinute
	}
	if seconds := e.Duration.Seconds(); seconds > 0 {
		return int64(float64(e.Size) * min(0.95, minute/seconds))
	}
	return min(usualMinute, e.Size*95/100)
}

// Meter returns a writer that counts what somebody gets of an episode.
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
		if _, err := s.Store.AddEpisodePlay(context.WithoutCancel(ctx), e.ID, who, appOf(l.UserAgent), s.now()); err != nil {
			s.Log.Warn("a play of an episode is not counted", "episode", e.ID, "error", err)
		}
	}}
}

// meter counts the bytes of a good answer.
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

// Unwrap is for http.ResponseController.
func (m *meter) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// isRobot reports whether nobody listens.
func isRobot(agent string) bool {
	agent = strings.ToLower(agent)
	for _, word := range []string{"bot", "spider", "crawl", "slurp", "facebookexternalhit", "preview", "monitor", "validator", "feedfetcher"} {
		if strings.Contains(agent, word) {
			return true
		}
	}
	return false
}

// apps are told apart by words of their user agents, the first that is there.
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
