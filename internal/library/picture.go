package library

import (
	"cmp"
	"context"
	"errors"

	"sonora/internal/djmix"
	"sonora/internal/music"
)

// PictureOptions select the version of a picture.
type PictureOptions struct {
	Size    int  // one of CoverSizes
	WebP    bool // the client accepts WebP as well as JPEG
	NoDrawn bool // return NotFound if there is no picture, instead of drawing one
	OnLight bool // draw one for the light theme
}

// OfTrack returns the current picture of a track, or one drawn for its album.
// It returns NotFound if the viewer may not see the track.
func (c *Covers) OfTrack(ctx context.Context, v music.Viewer, id string, o PictureOptions) (*CoverImage, error) {
	t, err := c.store.Track(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return c.Of(ctx, v, t.Cover, cmp.Or(t.Album, t.Title), o)
}

// OfAlbum returns the current picture of an album, or one drawn from its title.
func (c *Covers) OfAlbum(ctx context.Context, v music.Viewer, id string, o PictureOptions) (*CoverImage, error) {
	m, err := c.store.Album(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return c.Of(ctx, v, m.Cover, m.Title, o)
}

// OfArtist returns the picture of an artist's newest album, or one drawn from
// the artist's name.
func (c *Covers) OfArtist(ctx context.Context, v music.Viewer, id string, o PictureOptions) (*CoverImage, error) {
	m, err := c.store.Artist(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return c.Of(ctx, v, m.Cover, m.Name, o)
}

// OfStation returns the logo of a station, or one drawn from its name. It
// returns NotFound if the viewer may not see the station.
func (c *Covers) OfStation(ctx context.Context, v music.Viewer, id string, o PictureOptions) (*CoverImage, error) {
	m, err := c.store.Station(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return c.OfGiven(ctx, m.Logo, m.Name, o)
}

// OfMix returns the own picture of a mix, or one drawn from its title. It returns
// NotFound if the viewer may not see the mix.
func (c *Covers) OfMix(ctx context.Context, v music.Viewer, id string, o PictureOptions) (*CoverImage, error) {
	m, err := c.store.Mix(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return c.OfGiven(ctx, djmix.CoverHash(m), m.Title, o)
}

// OfPodcast returns the picture of a podcast, or one drawn from its title. It
// returns NotFound if the viewer may not see the podcast.
func (c *Covers) OfPodcast(ctx context.Context, v music.Viewer, id string, o PictureOptions) (*CoverImage, error) {
	m, err := c.store.Podcast(ctx, v, id, c.now())
	if err != nil {
		return nil, err
	}
	return c.OfGiven(ctx, m.Cover, m.Title, o)
}

// Of returns the cover with a hash. If the hash is empty or the picture cannot
// be read, it draws one from the name, as the web app does.
func (c *Covers) Of(ctx context.Context, v music.Viewer, hash, name string, o PictureOptions) (*CoverImage, error) {
	err := error(music.ErrNotFound)
	if hash != "" {
		var image *CoverImage
		if image, err = c.Open(ctx, v, hash, o.Size, o.WebP); err == nil {
			return image, nil
		}
	}
	if !errors.Is(err, music.ErrNotFound) || o.NoDrawn {
		return nil, err
	}
	image, err := c.Generated(ctx, name, o.OnLight, o.Size, o.WebP)
	if err != nil {
		return nil, err
	}
	image.Drawn = true
	return image, nil
}

// OfGiven returns a picture stored by Give, or one drawn from a name.
func (c *Covers) OfGiven(ctx context.Context, given, name string, o PictureOptions) (*CoverImage, error) {
	if given != "" {
		image, err := c.Given(ctx, given, o.Size, o.WebP)
		if err == nil || music.CodeOf(err) != music.NotFound {
			return image, err
		}
	}
	return c.Of(ctx, music.Viewer{}, "", name, o)
}

// OfList returns the picture of a list of tracks: the one stored by Give, or a
// mosaic of its first four covers, or its first cover if it has fewer than
// four, or one drawn from its name.
func (c *Covers) OfList(ctx context.Context, v music.Viewer, given string, covers []string, name string, o PictureOptions) (*CoverImage, error) {
	if given != "" {
		image, err := c.Given(ctx, given, o.Size, o.WebP)
		if err == nil || music.CodeOf(err) != music.NotFound {
			return image, err
		}
	}
	first := ""
	if len(covers) > 0 {
		first = covers[0]
	}
	if len(covers) >= 4 {
		image, err := c.Mosaic(ctx, v, [4]string(covers[:4]), o.Size, o.WebP)
		if err == nil || music.CodeOf(err) != music.NotFound {
			return image, err
		}
	}
	return c.Of(ctx, v, first, name, o)
}
