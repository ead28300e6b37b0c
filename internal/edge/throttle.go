package edge

import (
	"net/http"

	"sonora/internal/music"
	"sonora/internal/network"
)

// Rate is a class of the rate limits.
type Rate int

// Classes of requests.
const (
	usual   Rate = iota // a read or a write, by account or by address
	Free                // not counted: audio, pictures, event streams
	SignIn              // passwords, codes and secrets of links, which could be guessed
	Refresh             // refreshing tokens; many people may share an address
	Upload              // one of many files of an upload
)

const (
	readsPerWrite = 10 // a signed-in person may read ten times as often as write
	signInShare   = 60 // percent of a visitor's requests that may be sign-ins,
	minSignIns    = 60 // but at least this many, if so many requests are allowed
)

// throttle counts a request against the limit of its account, or of its address
// for visitors. The headers of the response say how much of the limit is left.
func (e *Edge) throttle(w http.ResponseWriter, r *http.Request, route *Route, v music.Viewer, writes bool) error {
	if route.rate == Free {
		return nil
	}
	limit := e.Settings.Get().RateLimitPerMinute
	client := network.Of(ClientOf(r.Context()))
	key := "visitor " + client
	switch {
	case writes && route.rate == SignIn:
		key, limit = "sign-in "+client, max(min(limit, minSignIns), limit*signInShare/100)
	case route.rate == Refresh:
		key, limit = "refresh "+client, limit*readsPerWrite
	case v.SignedIn() && writes && route.rate == Upload:
		key, limit = "upload "+v.AccountID, limit*readsPerWrite
	case v.SignedIn() && writes:
		key = "write " + v.AccountID
	case v.SignedIn():
		key, limit = "read "+v.AccountID, limit*readsPerWrite
	case CallerOf(r.Context()).Err != nil: // an expired token: the client has to be told so, and refresh it
		key, limit = "expired "+client, limit*readsPerWrite
	}
	taken := e.limits.Take(key, limit)
	taken.Tell(w.Header())
	if taken.Wait == 0 {
		return nil
	}
	throttled := music.NewError(music.TooMany, "Request was throttled.")
	throttled.RetryAfter = taken.Wait
	return throttled
}
