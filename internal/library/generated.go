package library

import (
	"context"

	"sonora/internal/art"
)

// Generated returns the picture drawn from a name, for the light theme if onLight, in
// one of CoverSizes, as WebP or JPEG like Open. It is drawn once and cached. It
// returns Invalid for another size.
func (c *Covers) Generated(ctx context.Context, name string, onLight bool, size int, webp bool) (*CoverImage, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	return c.serve(ctx, art.Name(name, onLight), size, webp, func(context.Context) ([]byte, error) { return art.JPEG(name, onLight, size) })
}
