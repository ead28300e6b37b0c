package share

import (
	"context"
	"net/http"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/share"
)

// sharedRadio streams the station behind a link for as long as the person who
// created the link may hear it. It does not count toward anybody's history.
func (a *API) sharedRadio(w http.ResponseWriter, r *http.Request) error {
	shared, err := a.Shares.Peek(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if shared.Link.Kind != link.Station {
		return music.ErrNotFound
	}
	s, err := a.Store.Station(r.Context(), share.AsListener(shared.Link.AccountID), shared.Link.ItemID)
	if err != nil {
		return err
	}
	still := func(ctx context.Context) error {
		now, err := a.Shares.Peek(ctx, shared.Link.ID)
		if err != nil {
			return err
		}
		_, err = a.Store.Station(ctx, share.AsListener(now.Link.AccountID), now.Link.ItemID)
		return err
	}
	return a.Radio.Serve(w, r, radio.Tuning{Right: "link " + shared.Link.ID, Still: still, Station: s, Address: edge.ClientOf(r.Context()), Home: edge.OriginOf(r) + "/s/" + shared.Link.ID, Burst: things.BurstOf(r)})
}

// sharedListenURL returns the path of sharedRadio; nil if the item is not a
// station.
func sharedListenURL(s *link.Link) *string {
	if s.Kind != link.Station {
		return nil
	}
	return new("/api/shared/" + s.ID + "/radio")
}
