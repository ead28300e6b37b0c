package radio

import (
	"encoding/json"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

// streamStations sends server-sent events of the types station and stations to
// people without an account. Members also receive them from /api/events.
func (a *API) streamStations(w http.ResponseWriter, r *http.Request) error {
	v, language := edge.Viewer(r.Context()), things.StreamLanguage(r)
	stays := func() bool { return a.edge.Allow(r.Context(), edge.Browser) == nil }
	return a.ServeEvents(w, r, stays, func(write things.WriteEvent, e music.Event) error {
		if e.Type == music.EventStations && v.SignedIn() || things.IsPublicChange(e) {
			return write("event: %s\ndata: null\n\n", music.EventStations)
		}
		status, ok := things.StationStatus(e)
		if !ok || !v.SignedIn() && !a.Public.Has(r.Context(), status.StationID) {
			return nil
		}
		data, err := json.Marshal(things.EncodeStatus(language, &status))
		if err != nil {
			return err
		}
		return write("event: %s\ndata: %s\n\n", e.Type, data)
	})
}
