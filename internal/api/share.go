package api

import (
	"context"
	"net/http"
	"time"

	"sonora/internal/music"
	"sonora/internal/share"
)

type shareJSON struct {
	ID        string     `json:"id"`
	URL       string     `json:"url" doc:"Path of the page the link leads to."`
	Kind      string     `json:"kind" enum:"track,album,playlist,station,mix"`
	ItemID    string     `json:"itemId"`
	Title     string     `json:"title" doc:"Empty when it is gone."`
	CreatedAt time.Time  `json:"createdAt"`
	ExpiresAt *time.Time `json:"expiresAt"`
	Visits    int        `json:"visits"`
}

func encodeShare(s *music.Shared) shareJSON {
	return shareJSON{
		ID: s.Share.ID, URL: "/s/" + s.Share.ID, Kind: string(s.Share.Kind), ItemID: s.Share.ItemID, Title: s.Title,
		CreatedAt: s.Share.CreatedAt.UTC(), ExpiresAt: timeOrNull(s.Share.ExpiresAt), Visits: s.Share.Visits,
	}
}

type makeShareInput struct {
	Body struct {
		Kind      string     `json:"kind" enum:"track,album,playlist,station,mix"`
		ID        string     `json:"id" pattern:"^[0-9A-Za-z]{1,64}$"`
		ExpiresAt *time.Time `json:"expiresAt,omitempty" doc:"Never when left out."`
	}
}

func (a *API) makeShare(ctx context.Context, in *makeShareInput) (*body[shareJSON], error) {
	shared, err := a.shares.Create(ctx, viewer(ctx), music.ShareKind(in.Body.Kind), in.Body.ID, timeOrZero(in.Body.ExpiresAt))
	return encoded(shared, err, encodeShare)
}

type sharesInput struct{ Paging }

func (a *API) ownShares(ctx context.Context, in *sharesInput) (*pageOf[shareJSON], error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}
	list, err := a.store.Shares(ctx, viewer(ctx).AccountID, page)
	if err != nil {
		return nil, err
	}
	described := music.List[music.Shared]{Total: list.Total, Next: list.Next}
	for i := range list.Items {
		shared, err := a.shares.Describe(ctx, &list.Items[i])
		if err != nil {
			return nil, err
		}
		described.Items = append(described.Items, *shared)
	}
	return answer(&in.Paging, described, encodeShare), nil
}

type changeShareInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ExpiresAt *time.Time `json:"expiresAt" doc:"null: never."`
	}
}

func (a *API) changeShare(ctx context.Context, in *changeShareInput) (*body[shareJSON], error) {
	shared, err := a.shares.SetExpiry(ctx, viewer(ctx), in.ID, timeOrZero(in.Body.ExpiresAt))
	return encoded(shared, err, encodeShare)
}

func (a *API) removeShare(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.store.DeleteShare(ctx, viewer(ctx).AccountID, in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The link leads nowhere any more."}}, nil
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// timeOrZero is zero for no time only: a time that means zero is long past.
func timeOrZero(t *time.Time) time.Time {
	switch {
	case t == nil:
		return time.Time{}
	case t.IsZero():
		return time.Unix(0, 0)
	default:
		return *t
	}
}

type sharedTrackJSON struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	Artist   string  `json:"artist"`
	Album    string  `json:"album"`
	Duration float64 `json:"duration" doc:"Seconds."`
	Format   string  `json:"format"`
	AudioURL string  `json:"audioUrl"`
	CoverURL string  `json:"coverUrl"`
}

type sharedJSON struct {
	Kind      string            `json:"kind" enum:"track,album,playlist,station,mix"`
	ItemID    string            `json:"itemId"`
	Title     string            `json:"title"`
	Subtitle  string            `json:"subtitle" doc:"The artist, the owner of a playlist, the genre of a station."`
	SharedBy  string            `json:"sharedBy"`
	CoverURL  string            `json:"coverUrl"`
	ExpiresAt *time.Time        `json:"expiresAt"`
	Tracks    []sharedTrackJSON `json:"tracks" doc:"At most 500."`
	ListenURL *string           `json:"listenUrl" doc:"The sound of a station; null for anything else."`
}

func encodeShared(s *music.Shared) sharedJSON {
	base := "/api/shared/" + s.Share.ID
	out := sharedJSON{
		Kind: string(s.Share.Kind), ItemID: s.Share.ItemID, Title: s.Title, Subtitle: s.Subtitle, SharedBy: s.SharedBy,
		CoverURL: base + "/cover", ExpiresAt: timeOrNull(s.Share.ExpiresAt), Tracks: make([]sharedTrackJSON, len(s.Tracks)),
		ListenURL: sharedListenURL(s.Share),
	}
	for i := range s.Tracks {
		t := &s.Tracks[i]
		of := base + "/tracks/" + t.ID
		out.Tracks[i] = sharedTrackJSON{
			ID: t.ID, Title: t.Title, Artist: t.Artist, Album: t.Album, Duration: t.Duration.Seconds(), Format: string(t.Format),
			AudioURL: of + "/stream", CoverURL: of + "/cover",
		}
	}
	return out
}

// shared tells whoever has the link what it leads to.
func (a *API) shared(ctx context.Context, in *itemPath) (*body[sharedJSON], error) {
	shared, err := a.shares.Open(ctx, in.ID)
	return encoded(shared, err, encodeShared)
}

func (a *API) sharedCover(w http.ResponseWriter, r *http.Request) error {
	shared, err := a.shares.Peek(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	read := map[music.ShareKind]func(http.ResponseWriter, *http.Request) error{
		music.ShareTrack: a.trackCover, music.ShareAlbum: a.albumCover, music.SharePlaylist: a.playlistCover, music.ShareStation: a.stationLogo,
	}[shared.Share.Kind]
	if read == nil {
		return a.coverOf(w, r, "", shared.Title)
	}
	return read(w, seenAs(r, share.AsListener(shared.Share.AccountID), shared.Share.ItemID))
}

// seenAs is a request for an item as another person would make it.
func seenAs(r *http.Request, v music.Viewer, itemID string) *http.Request {
	r = r.WithContext(context.WithValue(r.Context(), callerKey, caller{viewer: v}))
	r.SetPathValue("id", itemID)
	return r
}

// sharedStream serves a track that is behind the link in the path, as the
// person may hear it who made the link.
func (a *API) sharedStream(w http.ResponseWriter, r *http.Request) error {
	trackID := r.PathValue("track")
	v, err := a.shares.Listener(r.Context(), r.PathValue("id"), trackID)
	if err != nil {
		return err
	}
	return a.sendTrack(w, r, v, trackID)
}

func (a *API) sharedTrackCover(w http.ResponseWriter, r *http.Request) error {
	return a.behindShare(w, r, a.trackCover)
}

// behindShare lets a track be read that is behind the link in the path, as the
// person may read it who made the link.
func (a *API) behindShare(w http.ResponseWriter, r *http.Request, read func(http.ResponseWriter, *http.Request) error) error {
	trackID := r.PathValue("track")
	v, err := a.shares.Listener(r.Context(), r.PathValue("id"), trackID)
	if err != nil {
		return err
	}
	return read(w, seenAs(r, v, trackID))
}
