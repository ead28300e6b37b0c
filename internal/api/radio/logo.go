package radio

import (
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

// stationLogo serves an uploaded logo, otherwise one drawn from the station's
// name.
func (a *API) stationLogo(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.Library.Covers.OfStation)
}
