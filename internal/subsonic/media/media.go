package media

import (
	"context"
	"net/http"
	"time"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/network"
	"sonora/internal/stream"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// stream sends a track, converted if the app wants less than it has.
func (a *API) stream(c *protocol.Call) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	if kind, id := protocol.Split(marked); kind == protocol.EpisodeKind {
		return a.pass(c, id, a.SendEpisode)
	} else if kind == protocol.StationKind {
		return a.pass(c, id, a.SendStation)
	}
	w, err := wishOf(c)
	if err != nil {
		return err
	}
	o, err := a.Streams.Fit(c, c.Viewer, marked, w)
	if err != nil {
		return err
	}
	return a.sendTrack(c, marked, o)
}

// wishOf reads how an app wants a track.
func wishOf(c *protocol.Call) (stream.Wish, error) {
	w := stream.Wish{Format: c.Text("format")}
	var err error
	if w.MaxBitrate, err = c.Number("maxBitRate", 0, 0, maxBitrate); err != nil {
		return w, err
	}
	start, err := c.Number("timeOffset", 0, 0, protocol.MaxOffset)
	w.Start = time.Duration(start) * time.Second
	return w, err
}

// maxBitrate is above the bitrate of every format.
const maxBitrate = 1_000_000

// sendTrack sends the sound of a track.
func (a *API) sendTrack(c *protocol.Call, id string, o stream.Options) error {
	o.HeadersOnly, o.Network = c.R.Method == http.MethodHead, network.Of(c.Client())
	source, err := a.Streams.OpenTrack(c, c.Viewer, id, o)
	if err != nil {
		return err
	}
	defer source.Close()
	c.IsSent = true
	return source.Serve(c.W, c.R, func() { c.W.WriteHeader(http.StatusRequestedRangeNotSatisfiable) })
}

// download sends the file of a track as it is.
func (a *API) download(c *protocol.Call) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	if kind, id := protocol.Split(marked); kind == protocol.EpisodeKind {
		return a.pass(c, id, a.SendEpisode)
	}
	return a.sendTrack(c, marked, stream.Options{IsDownload: true})
}

// pass has the first edge send a sound in its way.
func (a *API) pass(c *protocol.Call, id string, send Send) error { return send(c.W, c.R, c.Viewer, id) }

// hashCaching is how apps keep a picture by its hash, which is always the same.
const hashCaching = "private, max-age=31536000, immutable"

// getCoverArt sends a picture, in the next larger of the sizes that there are.
func (a *API) getCoverArt(c *protocol.Call) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	size, err := c.Number("size", 0, 0, protocol.MaxOffset)
	if err != nil {
		return err
	}
	o := library.PictureOptions{Size: library.SizeFor(size)}
	image, caching, err := a.picture(c, c.Viewer, marked, o)
	if err != nil {
		return err
	}
	defer image.File.Close()
	things.SendImage(c, image, caching)
	return nil
}

// picture opens the picture of what a marked ID belongs to.
func (a *API) picture(ctx context.Context, v music.Viewer, marked string, o library.PictureOptions) (image *library.CoverImage, caching string, err error) {
	kind, id := protocol.Split(marked)
	covers := a.Library.Covers
	caching = protocol.Revalidated
	switch kind {
	case protocol.PictureKind:
		image, err = covers.Open(ctx, v, id, o.Size, o.WebP)
		caching = hashCaching
	case protocol.AlbumKind:
		image, err = covers.OfAlbum(ctx, v, id, o)
	case protocol.ArtistKind:
		image, err = covers.OfArtist(ctx, v, id, o)
	case protocol.PodcastKind:
		image, err = covers.OfPodcast(ctx, v, id, o)
	case protocol.StationKind:
		image, err = covers.OfStation(ctx, v, id, o)
	case protocol.ListKind:
		image, err = a.pictureOfList(ctx, v, id, o)
	case protocol.NoKind:
		image, err = covers.OfTrack(ctx, v, id, o)
	default:
		err = music.ErrNotFound
	}
	return image, caching, err
}

func (a *API) pictureOfList(ctx context.Context, v music.Viewer, id string, o library.PictureOptions) (*library.CoverImage, error) {
	p, covers, err := a.Playlists.Covers(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return a.Library.Covers.OfList(ctx, v, p.Cover, covers, p.Name, o)
}

// noVideo answers that there is no such video.
func (a *API) noVideo(c *protocol.Call, _ *answer.Writer) error {
	if _, err := c.Required("id"); err != nil {
		return err
	}
	return music.ErrNotFound
}
