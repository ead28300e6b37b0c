package api

import (
	"context"
	"net/http"

	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/share"
)

// sharedRadio is the sound of the station behind a link, as long as the person
// who made the link may hear it. It counts as nobody's listening.
func (a *API) sharedRadio(w http.ResponseWriter, r *http.Request) error {
	shared, err := a.shares.Peek(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if shared.Share.Kind != music.ShareStation {
		return music.ErrNotFound
	}
	s, err := a.store.Station(r.Context(), share.AsListener(shared.Share.AccountID), shared.Share.ItemID)
	if err != nil {
		return err
	}
	if a.air == nil {
		return errNoRadio
	}
	still := func(ctx context.Context) error {
		now, err := a.shares.Peek(ctx, shared.Share.ID)
		if err != nil {
			return err
		}
		_, err = a.store.Station(ctx, share.AsListener(now.Share.AccountID), now.Share.ItemID)
		return err
	}
	return a.air.Serve(w, r, radio.Tuning{Right: "link " + shared.Share.ID, Still: still, Station: s, Codec: stationCodecs[""], Address: a.edge.AddressOf(r), Home: a.originOf(r) + "/s/" + shared.Share.ID, Burst: burstOf(r)})
}

// sharedListenURL is where that is; nil for what is no station.
func sharedListenURL(s *music.Share) *string {
	if s.Kind != music.ShareStation {
		return nil
	}
	return new("/api/shared/" + s.ID + "/radio")
}
