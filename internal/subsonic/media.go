package subsonic

import (
	"context"
	"net/http"
	"time"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/network"
	"sonora/internal/stream"
)

// stream sends a track, converted if the app wants less than it has.
func (a *API) stream(c *call) error {
	marked, err := c.required("id")
	if err != nil {
		return err
	}
	if kind, id := split(marked); kind == episodeKind {
		return a.pass(c, id, a.SendEpisode)
	} else if kind == stationKind {
		return a.pass(c, id, a.SendStation)
	}
	w, err := c.wish()
	if err != nil {
		return err
	}
	o, err := a.Streams.Fit(c, c.viewer, marked, w)
	if err != nil {
		return err
	}
	return a.sendTrack(c, marked, o)
}

// wish reads how an app wants a track.
func (c *call) wish() (stream.Wish, error) {
	w := stream.Wish{Format: c.text("format")}
	var err error
	if w.MaxBitrate, err = c.number("maxBitRate", 0, 0, maxBitrate); err != nil {
		return w, err
	}
	start, err := c.number("timeOffset", 0, 0, maxOffset)
	w.Start = time.Duration(start) * time.Second
	return w, err
}

// maxBitrate is above the bitrate of every format.
const maxBitrate = 1_000_000

// sendTrack sends the sound of a track.
func (a *API) sendTrack(c *call, id string, o stream.Options) error {
	o.HeadersOnly, o.Network = c.r.Method == http.MethodHead, network.Of(c.client())
	source, err := a.Streams.OpenTrack(c, c.viewer, id, o)
	if err != nil {
		return err
	}
	defer source.Close()
	c.isSent = true
	return source.Serve(c.w, c.r, func() { c.w.WriteHeader(http.StatusRequestedRangeNotSatisfiable) })
}

// download sends the file of a track as it is.
func (a *API) download(c *call) error {
	marked, err := c.required("id")
	if err != nil {
		return err
	}
	if kind, id := split(marked); kind == episodeKind {
		return a.pass(c, id, a.SendEpisode)
	}
	return a.sendTrack(c, marked, stream.Options{IsDownload: true})
}

// Send sends the sound of something that a viewer may hear.
type Send func(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error

// pass has the first edge send a sound in its way.
func (a *API) pass(c *call, id string, send Send) error { return send(c.w, c.r, c.viewer, id) }

// coverCaching is how apps keep pictures. They ask again for those of things, which
// may change; a picture by its hash is always the same.
const (
	coverCaching = "private, no-cache"
	hashCaching  = "private, max-age=31536000, immutable"
)

// getCoverArt sends a picture, in the next larger of the sizes that there are.
func (a *API) getCoverArt(c *call) error {
	marked, err := c.required("id")
	if err != nil {
		return err
	}
	size, err := c.number("size", 0, 0, maxOffset)
	if err != nil {
		return err
	}
	o := library.PictureOptions{Size: library.SizeFor(size)}
	image, caching, err := a.picture(c, c.viewer, marked, o)
	if err != nil {
		return err
	}
	defer image.File.Close()
	return a.sendImage(c, image, caching)
}

func (a *API) sendImage(c *call, image *library.CoverImage, caching string) error {
	h := c.w.Header()
	h.Set("Content-Type", image.MIME)
	h.Set("ETag", image.ETag)
	h.Set("Cache-Control", caching)
	c.isSent = true
	http.ServeContent(c.w, c.r, "", time.Time{}, image.File)
	return nil
}

// picture opens the picture of what a marked ID belongs to.
func (a *API) picture(ctx context.Context, v music.Viewer, marked string, o library.PictureOptions) (image *library.CoverImage, caching string, err error) {
	kind, id := split(marked)
	covers := a.Library.Covers
	caching = coverCaching
	switch kind {
	case pictureKind:
		image, err = covers.Open(ctx, v, id, o.Size, o.WebP)
		caching = hashCaching
	case albumKind:
		image, err = covers.OfAlbum(ctx, v, id, o)
	case artistKind:
		image, err = covers.OfArtist(ctx, v, id, o)
	case podcastKind:
		image, err = covers.OfPodcast(ctx, v, id, o)
	case stationKind:
		image, err = covers.OfStation(ctx, v, id, o)
	case listKind:
		image, err = a.pictureOfList(ctx, v, id, o)
	case noKind:
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
