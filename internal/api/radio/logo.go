package radio

import (
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

// stationLogo serves a logo that was sent, else one made of the station's name.
func (a *API) stationLogo(w http.ResponseWriter, r *http.Request) error {
	return things.SendPictureOf(w, r, edge.Viewer(r.Context()), r.PathValue("id"), a.Library.Covers.OfStation)
}
