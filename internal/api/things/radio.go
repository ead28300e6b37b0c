package things

import (
	"net/http"
	"time"
)

// BurstOf returns the burst that a request asks for. Monitors use burst=0 for
// none.
func BurstOf(r *http.Request) time.Duration {
	if r.URL.Query().Get("burst") == "0" {
		return -1
	}
	return 0
}
