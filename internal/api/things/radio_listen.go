package things

import (
	"net/http"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
)

// StationCodecs are the endings of addresses of stations.
var StationCodecs = map[string]frame.Codec{"": frame.NoCodec, ".mp3": frame.MP3, ".aac": frame.AAC, ".opus": frame.Opus, ".ogg": frame.Opus}

// ErrNoRadio is the answer of a server without stations.
var ErrNoRadio = music.NewError(music.Unavailable, "This server plays no stations.")

// BurstOf is how much sound is wanted at once: «burst=0» for monitors.
func BurstOf(r *http.Request) time.Duration {
	if r.URL.Query().Get("burst") == "0" {
		return -1
	}
	return 0
}
