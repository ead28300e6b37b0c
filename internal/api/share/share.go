package share

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/share"
	"sonora/internal/stream"
)

type shareJSON struct {
	ID        string          `json:"id" doc:"ID of the link."`
	URL       string          `json:"url" doc:"Path of the page that the link opens."`
	Kind      string          `json:"kind" enum:"track,album,playlist,station,mix" doc:"What it leads to."`
	ItemID    string          `json:"itemId" doc:"ID of that item."`
	Title     string          `json:"title" doc:"Empty if the item is gone."`
	CreatedAt edge.Time       `json:"createdAt" doc:"When it was made."`
	ExpiresAt edge.TimeOrNull `json:"expiresAt" doc:"When it stops working; null for never."`
	Visits    int             `json:"visits" doc:"How often it was opened."`
	IsOwn     bool            `json:"isOwn" doc:"false for somebody else's link to your station, playlist or mix."`
	SharedBy  string          `json:"sharedBy" doc:"Who created the link; empty if the item is gone."`
}

// shareEncoder encodes links for an account.
func shareEncoder(accountID string) func(s *link.Shared) shareJSON {
	return func(s *link.Shared) shareJSON {
		return shareJSON{
			ID: s.Link.ID, URL: "/s/" + s.Link.ID, Kind: string(s.Link.Kind), ItemID: s.Link.ItemID, Title: s.Title,
			CreatedAt: edge.Time(s.Link.CreatedAt), ExpiresAt: edge.TimeOrNull(s.Link.ExpiresAt), Visits: s.Link.Visits,
			IsOwn: s.Link.AccountID == accountID, SharedBy: s.SharedBy,
		}
	}
}

type makeShareInput struct {
	Body struct {
		Kind      string     `json:"kind" enum:"track,album,playlist,station,mix" doc:"What to share."`
		ID        string     `json:"id" pattern:"^[0-9A-Za-z]{1,64}$" doc:"ID of the item."`
		ExpiresAt *time.Time `json:"expiresAt,omitempty" doc:"Never if omitted."`
	}
}

func (a *API) makeShare(ctx context.Context, in *makeShareInput) (*edge.Body[shareJSON], error) {
	shared, err := a.Shares.Create(ctx, edge.Viewer(ctx), link.Kind(in.Body.Kind), in.Body.ID, timeOrZero(in.Body.ExpiresAt))
	return edge.Encoded(shared, err, shareEncoder(edge.Viewer(ctx).AccountID))
}

type sharesInput struct{ edge.Paging }

func (a *API) ownShares(ctx context.Context, in *sharesInput) (*edge.PageOf[shareJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Shares(ctx, edge.Viewer(ctx).AccountID, page)
	if err != nil {
		return nil, err
	}
	described, err := a.Shares.DescribeAll(ctx, list.Items)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, music.List[link.Shared]{Items: described, Total: list.Total, Next: list.Next}, shareEncoder(edge.Viewer(ctx).AccountID)), nil
}

type changeShareInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the link."`
	Body struct {
		ExpiresAt *time.Time `json:"expiresAt" doc:"null for never."`
	}
}

func (a *API) changeShare(ctx context.Context, in *changeShareInput) (*edge.Body[shareJSON], error) {
	shared, err := a.Shares.SetExpiry(ctx, edge.Viewer(ctx), in.ID, timeOrZero(in.Body.ExpiresAt))
	return edge.Encoded(shared, err, shareEncoder(edge.Viewer(ctx).AccountID))
}

func (a *API) removeShare(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Store.DeleteShare(ctx, edge.Viewer(ctx).AccountID, in.ID)
}

// timeOrZero returns the zero time only for nil. A zero time from the client
// becomes one that has passed.
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
	ID       string  `json:"id" doc:"ID of the track behind the link."`
	Title    string  `json:"title" doc:"Title of the track."`
	Artist   string  `json:"artist" doc:"Artists of the track."`
	Album    string  `json:"album" doc:"Album of the track; may be empty."`
	Duration float64 `json:"duration" doc:"Seconds."`
	Format   string  `json:"format" doc:"Format of the audio, for example flac: that of the file, or of a conversion if the plan of whoever shared it does not include the file."`
	AudioURL string  `json:"audioUrl" doc:"Path of the audio, which needs no account."`
	CoverURL string  `json:"coverUrl" doc:"Path of the cover, which needs no account."`
}

type sharedJSON struct {
	Kind      string            `json:"kind" enum:"track,album,playlist,station,mix" doc:"What the link leads to."`
	ItemID    string            `json:"itemId" doc:"ID of that item, for people who have an account."`
	Title     string            `json:"title" doc:"Title or name."`
	Subtitle  string            `json:"subtitle" doc:"The artist, the owner of a playlist, or the genre of a station."`
	SharedBy  string            `json:"sharedBy" doc:"Who shared it; may be empty."`
	CoverURL  string            `json:"coverUrl" doc:"Path of the picture, which needs no account."`
	ExpiresAt edge.TimeOrNull   `json:"expiresAt" doc:"When the link stops working; null for never."`
	Tracks    []sharedTrackJSON `json:"tracks" doc:"At most 500. A mix is one track, or none before earlyUntil."`
	ListenURL *string           `json:"listenUrl" doc:"Path of a station's stream; null for anything else."`

	EarlyUntil edge.TimeOrNull `json:"earlyUntil" doc:"Until when the mix is for people whose plan includes early access, who can play it at itemId, but not through the link; null if the link plays."`
}

// addressOf returns the path of the audio of a file with the options to open it, and the
// format in which it comes.
func addressOf(audio string, source music.AudioFormat, o stream.Options) (address, format string) {
	if !o.Convert {
		return audio, string(source)
	}
	return audio + "?" + url.Values{"format": {o.Format}, "bitrate": {strconv.Itoa(o.Bitrate)}}.Encode(), o.Format
}

// encodeShared encodes what a link leads to; offers returns what its owner's plan includes.
func encodeShared(s *link.Shared, offers func(music.AudioFormat) stream.Options) sharedJSON {
	base := "/api/shared/" + s.Link.ID
	out := sharedJSON{
		Kind: string(s.Link.Kind), ItemID: s.Link.ItemID, Title: s.Title, Subtitle: s.Subtitle, SharedBy: s.SharedBy,
		CoverURL: base + "/cover", ExpiresAt: edge.TimeOrNull(s.Link.ExpiresAt), Tracks: make([]sharedTrackJSON, 0, len(s.Tracks)+1),
		ListenURL: sharedListenURL(s.Link), EarlyUntil: edge.TimeOrNull(s.EarlyUntil),
	}
	if m := s.Mix; m != nil && s.EarlyUntil.IsZero() {
		source := music.AudioFormat(cmp.Or(strings.TrimPrefix(path.Ext(m.AudioURL), "."), string(music.MP3))) // what was recorded or mixed here is MP3
		address, format := addressOf(base+"/mix", source, offers(source))
		out.Tracks = append(out.Tracks, sharedTrackJSON{
			ID: m.ID, Title: m.Title, Artist: m.DJName, Duration: m.Duration.Seconds(), Format: format,
			AudioURL: address, CoverURL: base + "/cover",
		})
	}
	for i := range s.Tracks {
		t := &s.Tracks[i]
		of := base + "/tracks/" + t.ID
		address, format := addressOf(of+"/stream", t.Format, offers(t.Format))
		out.Tracks = append(out.Tracks, sharedTrackJSON{
			ID: t.ID, Title: t.Title, Artist: t.Artist, Album: t.Album, Duration: t.Duration.Seconds(), Format: format,
			AudioURL: address, CoverURL: of + "/cover",
		})
	}
	return out
}

// shared returns what a link leads to.
func (a *API) shared(ctx context.Context, in *edge.ItemPath) (*edge.Body[sharedJSON], error) {
	shared, err := a.Shares.Open(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeShared(shared, a.Streams.Offers(ctx, share.AsListener(shared.Link.AccountID))))
}

func (a *API) sharedCover(w http.ResponseWriter, r *http.Request) error {
	shared, err := a.Shares.Peek(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	open := map[link.Kind]things.PictureOf{
		link.Track: a.Library.Covers.OfTrack, link.Album: a.Library.Covers.OfAlbum,
		link.Playlist: a.PictureOfPlaylist, link.Station: a.Library.Covers.OfStation, link.Mix: a.Library.Covers.OfMix,
	}[shared.Link.Kind]
	return things.SendPictureOf(w, r, share.AsListener(shared.Link.AccountID), shared.Link.ItemID, open)
}

// sharedStream serves a track behind a link, if the person who created the link
// may hear it.
func (a *API) sharedStream(w http.ResponseWriter, r *http.Request) error {
	id, trackID := r.PathValue("id"), r.PathValue("track")
	v, err := a.Shares.Listener(r.Context(), id, trackID)
	if err != nil {
		return err
	}
	return a.SendShared(w, r, v, trackID, func(ctx context.Context) error {
		_, err := a.Shares.Listener(ctx, id, trackID)
		return err
	})
}

// sharedMix serves the mix behind a link, if the person who created the link may
// hear it.
func (a *API) sharedMix(w http.ResponseWriter, r *http.Request) error {
	shared, err := a.Shares.Peek(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if shared.Mix == nil {
		return music.ErrNotFound
	}
	return a.SendMix(w, r, share.AsListener(shared.Link.AccountID), shared.Mix, func(ctx context.Context) error {
		_, err := a.Shares.Peek(ctx, shared.Link.ID)
		return err
	})
}

func (a *API) sharedTrackCover(w http.ResponseWriter, r *http.Request) error {
	trackID := r.PathValue("track")
	v, err := a.Shares.Listener(r.Context(), r.PathValue("id"), trackID)
	if err != nil {
		return err
	}
	return things.SendPictureOf(w, r, v, trackID, a.Library.Covers.OfTrack)
}
