package things

import (
	"net/http"
	"time"
)

// BurstOf is how much sound is wanted at once: «burst=0» for monitors.
func BurstOf(r *http.Request) time.Duration {
	if r.URL.Query().Get("burst") == "0" {
		return -1
	}
	return 0
}
